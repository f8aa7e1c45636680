/** A head race in the race office: start list and finish list on two devices at once, and what one key does to a race. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Office, OfficeLane } from '../../src/contract/console/office.ts';
import { type Device, keepScreenshot, newPage } from '../support/browser.ts';
import { slowAnswer } from './checks.ts';
import { PASSWORD, startConsole } from './console-site.ts';
import { addOfficeRegatta } from './office-regatta.ts';
import { goTo, lookAt } from './screens.ts';

/** What is broken on purpose: requests without a connection or a session, and boats that somebody else has written. */
const BROKEN = /\b(401|409|422)\b|ERR_/;

const site = await startConsole();
const regatta = await addOfficeRegatta(site, { races: 7, rowed: 1 });
const { ann, clubId, event } = regatta;
const ben = await site.addPerson({ name: 'Ben Jones', roles: { [clubId]: 'schedule_manager' } });
const api = `${site.url}/console/api/events/${event.eventId}`;

async function openRace(t: TestContext, number: number, person = ann, device: Device = 'desktop') {
  const page = await newPage(t, { forgive: BROKEN, device });
  await person.enter(page);
  await page.goto(regatta.url(`races/${await regatta.raceId(number)}`));
  await page.locator('#race-title').waitFor();
  return page;
}

const readOffice = (page: Page): Promise<Office> =>
  page.evaluate(async (path) => (await fetch(`${path}/office`)).json(), api);

async function patch(page: Page, raceNumber: number, body: object): Promise<void> {
  const raceId = await regatta.raceId(raceNumber);
  const { revision } = await readOffice(page);
  const status = await page.evaluate(
    async ({ path, sent }) => {
      const answer = await fetch(path, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(sent),
      });
      return answer.status;
    },
    { path: `${api}/races/${raceId}/racing`, sent: { ...body, seen: revision } },
  );
  assert.equal(status, 200);
}

async function lanesOf(page: Page, raceNumber: number): Promise<OfficeLane[]> {
  const { races } = await readOffice(page);
  return races.find((race) => race.raceNumber === raceNumber)?.lanes ?? [];
}

const view = (page: Page, name: string) =>
  page
    .locator('.race-views')
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .click();
const entry = (page: Page) => page.locator('.arrival-entry input');
const lines = (page: Page) => page.locator('.arrival-line.here');

/** Types a bow, or nothing, and Enter. */
async function enter(page: Page, bow: string): Promise<void> {
  await entry(page).fill(bow);
  await entry(page).press('Enter');
}

test('start list and finish list on two devices, one without a network for a while: nothing lost, nothing doubled', async (t) => {
  const [starter, finisher] = [await openRace(t, 3), await openRace(t, 3, ben, 'phone')];
  await patch(starter, 3, { startIntervalSeconds: 20 });
  await view(starter, 'Start list');
  await starter.getByText('Next: 1').waitFor();
  for (let count = 0; count < 3; count++) await enter(starter, '');
  await starter.getByText('Next: 4').waitFor();

  await view(finisher, 'Finish list');
  await entry(finisher).waitFor();
  await enter(finisher, '2');
  await finisher.locator('.arrival-line:not(.here)').first().waitFor();

  await finisher.context().setOffline(true);
  await enter(finisher, '1');
  await enter(finisher, '');
  await enter(finisher, '99');
  await finisher.getByText('waits for a connection').waitFor();
  assert.equal(await lines(finisher).count(), 3);
  await finisher.getByText('There is no 99 in this race.').waitFor();
  // The other device goes on meanwhile.
  await enter(starter, '5');
  await enter(starter, '');
  await starter.getByText('6 started').or(starter.getByText('Next: 7')).first().waitFor();

  await finisher.context().setOffline(false);
  await lines(finisher).nth(2).waitFor({ state: 'detached' });
  assert.deepEqual(
    (await lanesOf(starter, 3)).map(({ startedAt, finishedAt }) => [
      startedAt !== null,
      finishedAt !== null,
    ]),
    [
      [true, true],
      [true, true],
      [true, false],
      [false, false],
      [true, false],
      [true, false],
      [false, false],
      [false, false],
    ],
  );

  // A finish without a bow is still there after a reload, and gets one then; a boat that has a finish already is pointed out.
  await finisher.reload();
  await lines(finisher).nth(1).waitFor();
  await keepScreenshot(finisher, 'head-race-finish-list');
  // The newest line is at the top: 99, and below it the one without a bow.
  const unnamed = lines(finisher).nth(1).locator('input');
  await unnamed.fill('1');
  await unnamed.press('Enter');
  await finisher.getByText('1 has a time already').waitFor();
  await unnamed.fill('3');
  await unnamed.press('Enter');
  await lines(finisher).nth(1).waitFor({ state: 'detached' });
  const lanes = await lanesOf(starter, 3);
  const finished = lanes.filter(({ finishedAt }) => finishedAt !== null);
  assert.deepEqual(
    finished.map(({ position, status }) => [position, status]),
    [1, 2, 3].map((position) => [position, 'finished']),
  );
  const order = finished.toSorted((a, b) => (a.finishedAt ?? '').localeCompare(b.finishedAt ?? ''));
  assert.deepEqual(
    order.map(({ position }) => position),
    [2, 1, 3],
    'each boat has the moment of its key press',
  );

  // The time was another boat's: it comes back to this device until it gets the bow of a boat that can have it.
  await finisher.getByRole('button', { name: 'Another boat than 3' }).click();
  await unnamed.waitFor();
  await finisher
    .getByRole('button', { name: 'Another boat than 3' })
    .waitFor({ state: 'detached' });
  await unnamed.fill('5');
  await unnamed.press('Enter');
  await finisher.getByText('Not saved: The finish is before the start.').waitFor();
  const freed = await lanesOf(starter, 3);
  assert.deepEqual([freed[2]?.finishedAt, freed[2]?.status], [null, 'assigned']);
  await unnamed.fill('3');
  await unnamed.press('Enter');
  await finisher.getByRole('button', { name: 'Another boat than 3' }).waitFor();
  assert.deepEqual(await lanesOf(starter, 3), lanes);
  await keepScreenshot(starter, 'head-race-start-list');
});

test('a finish list goes on without a session, and without a question over the keys', async (t) => {
  const [starter, finisher] = [await openRace(t, 7), await openRace(t, 7, ben)];
  await patch(starter, 7, { startIntervalSeconds: 20, startedAt: new Date().toISOString() });
  await view(finisher, 'Finish list');
  await entry(finisher).waitFor();
  await ben.endSessions();
  const signedOut = finisher.locator('.arrivals').getByText('You are signed out');
  await signedOut.waitFor();
  for (const bow of ['1', '2', '3']) await enter(finisher, bow);
  await finisher.getByText('waits until you sign in').first().waitFor();
  assert.equal(await lines(finisher).count(), 3);
  const dialog = finisher.getByRole('dialog', { name: 'Sign in again' });
  assert.equal(await dialog.count(), 0);
  await signedOut.getByRole('button', { name: 'Sign in' }).click();
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await lines(finisher).first().waitFor({ state: 'detached' });
  const finished = async () =>
    (await lanesOf(starter, 7)).flatMap((lane) => (lane.finishedAt === null ? [] : lane.position));
  assert.deepEqual(await finished(), [1, 2, 3]);

  // Another bow is typed while the line is on its way, with Enter before the line is stored, and after it.
  const field = lines(finisher).locator('input');
  const first = await slowAnswer(finisher, '/racing');
  await enter(finisher, '4');
  await field.fill('5');
  await field.press('Enter');
  first.release();
  await lines(finisher).first().waitFor({ state: 'detached' });
  assert.deepEqual(await finished(), [1, 2, 3, 5]);
  const second = await slowAnswer(finisher, '/racing');
  await enter(finisher, '6');
  await field.fill('7');
  const freed = finisher.waitForResponse(
    (answer) => answer.request().postData()?.includes('"finishedAt":null') === true,
  );
  second.release();
  await freed;
  await field.press('Enter');
  await lines(finisher).first().waitFor({ state: 'detached' });
  assert.deepEqual(await finished(), [1, 2, 3, 5, 7]);

  // A bow that was pressed twice while offline: the later time is taken, and the earlier line waits without a bow.
  await finisher.context().setOffline(true);
  for (const bow of ['8', '8']) await enter(finisher, bow);
  await finisher.getByRole('button', { name: 'Take this time instead' }).click();
  await finisher.getByText('8 has a time already').waitFor({ state: 'detached' });
  assert.equal(await lines(finisher).count(), 2);
  await finisher.context().setOffline(false);
  await lines(finisher).nth(1).waitFor({ state: 'detached' });
  assert.deepEqual(await finished(), [1, 2, 3, 5, 7, 8]);
});

test('a race is started with one key, and the delay that it shows is set with another', async (t) => {
  const page = await openRace(t, 2);
  await page.getByRole('button', { name: 'Start now' }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('s');
  await page.getByText('Race 2 is started.').waitFor();
  const { attention, races } = await readOffice(page);
  const started = races.find((race) => race.raceNumber === 2);
  assert.ok(Math.abs(Date.parse(started?.startedAt ?? '') - Date.now()) < 60_000);
  const offered = attention.find(({ kind }) => kind === 'start-off-estimate');
  assert.equal(offered?.raceId, started?.id);
  await page.getByText('set it?').first().waitFor();
  await keepScreenshot(page, 'head-race-delay-offered');
  await page.keyboard.press('m');
  await page.getByText('set it?').first().waitFor({ state: 'detached' });
  const { days } = await readOffice(page);
  assert.equal(days[0]?.delayMinutes, offered?.delayMinutes);

  await page.keyboard.press('z');
  await page.getByRole('button', { name: 'Take the start back' }).click();
  await page.getByText('Race 2 is not started any more.').waitFor();
  const starts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') starts.push(request.url());
  });
  // Two clicks within one frame.
  await page.getByRole('button', { name: 'Start now' }).evaluate((it: HTMLElement) => {
    it.click();
    it.click();
  });
  await page.getByText('Race 2 is started.').waitFor();
  assert.equal(starts.length, 1);
  await page.keyboard.press('k');
  await page.getByLabel('Started at').fill('060512.4');
  await page.getByLabel('Start interval, in seconds').fill('0');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Whole seconds, 1 to 3600').waitFor();
  await page.getByLabel('Start interval, in seconds').fill('30');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Race 2 saved.').waitFor();
  await page.getByText('Head race · a start every 30 s · started 06:05:12.4').waitFor();
  await page.keyboard.press('x');
  await page.getByText('closed: no more results').first().waitFor();
});

test('categories, allowances and times of day are typed and pasted, and rank as they stand', async (t) => {
  const page = await openRace(t, 4);
  await patch(page, 4, { startIntervalSeconds: 30 });
  await view(page, 'Times of day');
  const cell = (row: number, name: string) => page.locator(`[data-cell="${row} ${name}"]`);
  await cell(1, 'category').fill('Masters C');
  await cell(1, 'allowance').fill('1:30');
  await cell(1, 'start').fill('062000.5');
  await cell(1, 'finish').fill('0638');
  await page.keyboard.press('Control+s');
  await page.getByText('Hours, minutes and seconds').waitFor();
  await cell(1, 'finish').fill('063822.9');
  await cell(2, 'outOfCompetition').selectOption('yes');
  await page.reload();
  assert.equal(await cell(1, 'finish').inputValue(), '063822.9', 'kept through a reload');
  await page.keyboard.press('Control+s');
  await page.getByText('Entries of race 4 saved.').waitFor();
  await page.getByText('18:22.40 → 16:52.40').waitFor();
  await cell(1, 'penalty').fill('10');
  await page.keyboard.press('Control+s');
  await page.getByText('18:22.40 → 17:02.40').waitFor();
  await cell(1, 'penalty').fill('');
  await page.keyboard.press('Control+s');
  await page.getByText('18:22.40 → 16:52.40').waitFor();
  const [first, second] = await lanesOf(page, 4);
  assert.deepEqual(
    [first?.category, first?.allowanceMillis, first?.finishTimeMillis, first?.adjustedTimeMillis],
    ['Masters C', 90_000, 1_102_400, 1_012_400],
  );
  assert.equal(second?.outOfCompetition, true);

  await page.getByRole('button', { name: 'Paste from a spreadsheet' }).first().click();
  await page
    .locator('textarea')
    .fill(
      'Bow\tCategory\tStart\tFinish\n2\tOpen\t06:20:30\t06:38:40.5\n3\tOpen\t06:21:00\t06:39:01',
    );
  await page.getByRole('button', { name: 'Save 2' }).click();
  await page.getByText('18:01.00').waitFor();
  await keepScreenshot(page, 'head-race-entries');

  // Fast entry ranks with the allowance, and speaks of bows.
  await page.keyboard.press('Escape');
  await page.keyboard.press('e');
  const row = (position: number) =>
    page.locator('.entry-lane', { has: page.locator(`input[data-lane="${position}"]`) });
  assert.match(await row(1).locator('.entry-place').innerText(), /1/);
  assert.match(await row(2).locator('.entry-place').innerText(), /–/, 'out of competition');
  assert.match(await row(3).locator('.entry-place').innerText(), /2/);
  assert.match(await page.locator('.entry').innerText(), /out of competition/);
  assert.doesNotMatch(await page.locator('main').innerText(), /\blanes?\b/i);
});

test('a race is started and closed by its number among the quick ways', async (t) => {
  const page = await openRace(t, 1);
  const wish = async (typed: string, offered: string) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Command' }).fill(typed);
    await page.getByRole('option', { name: offered }).waitFor();
    await page.keyboard.press('Enter');
  };
  const before = Date.now();
  await wish('start 6', 'Start race 6');
  await page.getByText('Race 6 is started.').waitFor();
  const race = async () => (await readOffice(page)).races.find((each) => each.raceNumber === 6);
  const startedAt = Date.parse((await race())?.startedAt ?? '');
  assert.ok(startedAt >= before - 1000 && startedAt <= Date.now() + 1000);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Command' }).fill('start 6');
  await page.getByText('Nothing fits.').first().waitFor();
  await page.keyboard.press('Escape');
  await wish('close race 6', 'Close race 6');
  await page.getByText('Race 6 is closed.').waitFor();
  assert.equal((await race())?.closed, true);
});

/** Race 5 in the middle: six boats are out or in, one finish has no start. */
async function rowRace5(page: Page): Promise<void> {
  const noon = Date.parse(`${new Date().toISOString().slice(0, 10)}T12:00:00Z`);
  const at = (seconds: number) => new Date(noon + seconds * 1000).toISOString();
  const entries = [1, 2, 3, 4, 5, 6].map((position) => ({
    position,
    category: position % 2 ? 'Masters C 4x' : 'Open 4x',
    ...(position === 3 && { allowanceMillis: 12_500 }),
    ...(position === 4 && { outOfCompetition: true }),
    ...(position !== 6 && { startedAt: at(position * 20.4) }),
    ...(position < 4 && { finishedAt: at(1100 + position * 17.3) }),
    ...(position === 6 && { finishedAt: at(1300) }),
  }));
  await patch(page, 5, { startIntervalSeconds: 20, entries });
}

const shown = (name: string) => async (page: Page) => view(page, name);

lookAt({
  title: 'a head race',
  prefix: 'office-head-race',
  looks: [
    { name: 'results', path: 'races/5', prepare: shown('Results') },
    {
      name: 'entries',
      path: 'races/5',
      prepare: async (page: Page) => {
        await view(page, 'Times of day');
        await page.locator('[data-cell="2 finish"]').fill('1218');
        await page.keyboard.press('Control+s');
        await page.getByText('Hours, minutes and seconds').waitFor();
      },
    },
    {
      name: 'starts',
      path: 'races/5',
      prepare: async (page: Page) => {
        await view(page, 'Start list');
        await page.getByText('Next: 7').waitFor();
      },
    },
    {
      name: 'finishes',
      path: 'races/5',
      prepare: async (page: Page) => {
        await view(page, 'Finish list');
        await enter(page, '99');
        await enter(page, '1');
        await enter(page, '');
        await lines(page).nth(2).waitFor();
        await page.getByText('Paste times', { exact: true }).first().click();
      },
    },
    {
      name: 'facts',
      path: 'races/5',
      prepare: async (page: Page) => {
        await page.getByRole('button', { name: 'Kind and start' }).click();
        await page.getByRole('dialog').waitFor();
      },
    },
    { name: 'attention', path: '', prepare: async () => {} },
    {
      name: 'draw',
      path: 'races/5',
      prepare: shown('Draw'),
    },
  ],
  show: async (page, { path, prepare }) => {
    await ann.enter(page);
    await page.goto(regatta.url(''));
    await rowRace5(page);
    const raceId = await regatta.raceId(5);
    await goTo(page, regatta.url(path.replace(/5$/, String(raceId))));
    await page.locator('#race-title, #needs-attention').first().waitFor();
    await page.getByText('of 8 in').or(page.locator('#needs-attention')).first().waitFor();
    await prepare?.(page);
  },
});
