/** Draw and results while others write the same race, and while the connection, the session or a role is lost. */
import assert from 'node:assert/strict';
import { after, type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { type Device, newPage } from '../support/browser.ts';
import { type Person, PASSWORD, startConsole } from './console-site.ts';
import { addOfficeRegatta, resultsOf } from './office-regatta.ts';

/** What is broken on purpose: requests without a connection, a service, a session or a role. */
const BROKEN = /\b(401|403|404|409)\b|ERR_/;
/** What others write is on the page within this time. */
const LIVE_MILLIS = 2000;
/** Until a page that has lost its connection has found it again. */
const CATCH_UP_MILLIS = 20_000;

const site = await startConsole({ after });
const regatta = await addOfficeRegatta(site, { races: 10, rowed: 2 });
const { ann, event } = regatta;
const { clubId } = regatta;
const ben = await site.addPerson({ name: 'Ben Jones', roles: { [clubId]: 'schedule_manager' } });

async function openRace(t: TestContext, number: number, person: Person = ann, device?: Device) {
  const page = await newPage(t, { forgive: BROKEN, ...(device && { device }) });
  await person.enter(page);
  await page.goto(regatta.url(`races/${await regatta.raceId(number)}`));
  await page.locator('#race-title').waitFor();
  return page;
}

const field = (page: Page, lane: number) => page.locator(`input[data-lane="${lane}"]`);
const crewOf = (page: Page, lane: number) => page.locator(`input[data-crew="${lane}"]`);
const conflict = (page: Page) =>
  page.getByRole('dialog', { name: 'Somebody else has changed this, too' });
const posted = (page: Page, number: number) => page.getByText(`Race ${number} posted.`).waitFor();

async function lanesOf(raceNumber: number) {
  const race = (await event.board()).races.find((each) => each.raceNumber === raceNumber);
  assert.ok(race);
  return race.lanes;
}

/** Where the cursor is: what stands in the field, and behind which letter. */
function cursor(page: Page) {
  return page.evaluate(() => {
    const input = document.activeElement as HTMLInputElement;
    return [input.dataset.lane ?? input.dataset.crew, input.value, input.selectionStart];
  });
}

test('two people enter the same race: each sees the other, and nothing is overwritten unseen', async (t) => {
  const [first, second] = [await openRace(t, 4), await openRace(t, 4, ben)];
  await first.getByText('Ben Jones is in race 4').waitFor();
  await field(first, 1).fill('64270+10');
  await field(first, 2).fill('6451');
  await field(second, 1).fill('643');
  await field(second, 3).fill('655');
  await second.keyboard.press('Control+Enter');
  await posted(second, 4);
  const third = first.locator('.entry-lane.fresh').filter({ has: field(first, 3) });
  await third.waitFor({ timeout: LIVE_MILLIS });
  assert.deepEqual(await cursor(first), ['2', '6451', 4], 'the cursor stays');
  assert.equal(await field(first, 3).inputValue(), '6:55.00');
  assert.equal(await field(first, 1).inputValue(), '64270+10', 'what is typed stays');

  await first.keyboard.press('Control+Enter');
  const dialog = conflict(first);
  await dialog
    .getByText(/Ben Jones, at \d\d:\d\d/)
    .first()
    .waitFor();
  await dialog.getByRole('button', { name: 'Go on typing' }).click();
  assert.equal(await field(first, 1).inputValue(), '64270+10');
  assert.equal((await lanesOf(4))[1]?.status, 'assigned', 'nothing is sent in part');

  await first.keyboard.press('Control+Enter');
  // Ben's time, with Ann's penalty, which nobody else has written.
  const time = dialog.getByRole('group', { name: 'Race 4, lane 1: Time' });
  await time.getByText('6:43.00').waitFor();
  await time.getByText('6:42.70').waitFor();
  await dialog.getByRole('button', { name: 'Take theirs' }).click();
  await posted(first, 4);
  assert.deepEqual(
    (await lanesOf(4))
      .slice(0, 3)
      .map(({ finishTimeMillis, penaltyMillis }) => [finishTimeMillis, penaltyMillis]),
    [
      [403_000, 10_000],
      [405_100, null],
      [415_000, null],
    ],
  );
});

test('two people draw the same race, and timing draws it while a crew is being typed', async (t) => {
  const [first, second] = [await openRace(t, 5), await openRace(t, 5, ben)];
  for (const page of [first, second]) await page.keyboard.press('d');
  const names = (await event.board()).crews.map(({ name }) => name);
  const drawn = new Set((await lanesOf(5)).map(({ crewName }) => crewName));
  const [one = '', two = '', three = ''] = names.filter((name) => !drawn.has(name));
  const draw = async (page: Page, lane: number, crew: string) => {
    await crewOf(page, lane).fill(crew);
    await page.getByRole('option', { name: crew }).first().waitFor();
    await page.keyboard.press('Enter');
  };
  await draw(first, 1, one);
  await draw(second, 1, two);
  await draw(second, 2, three);
  await second.keyboard.press('Control+s');
  await second.getByText('Draw of race 5 saved.').waitFor();
  await first.waitForFunction(
    (crew) => document.querySelector<HTMLInputElement>('input[data-crew="2"]')?.value === crew,
    three,
  );
  assert.equal(await crewOf(first, 1).inputValue(), one);
  await first.keyboard.press('Control+s');
  const dialog = conflict(first);
  await dialog.getByText(two).waitFor();
  await dialog.getByRole('button', { name: 'Take mine' }).click();
  await first.getByText('Draw of race 5 saved.').waitFor();
  assert.deepEqual(
    (await lanesOf(5)).slice(0, 2).map(({ crewName }) => crewName),
    [one, three],
  );

  await crewOf(first, 3).fill('ecl');
  const lanes = [1, 2, 3, 4].map((position) => ({
    position,
    teamExternalId: `crew-${position}`,
  }));
  await event.push('PUT', '/races/race-5/entries', lanes);
  await first
    .locator('.draw-lane.fresh')
    .filter({ has: crewOf(first, 4) })
    .waitFor({ timeout: LIVE_MILLIS });
  assert.deepEqual(await cursor(first), ['3', 'ecl', 3]);
  assert.ok(
    await first
      .getByRole('option', { name: /Écluse/ })
      .first()
      .isVisible(),
  );
});

test('without a connection, and over a restart of the service, what is typed waits and is posted then', async (t) => {
  const page = await openRace(t, 6);
  await field(page, 1).fill('64270');
  await page.context().setOffline(true);
  await page.keyboard.press('Enter');
  await page.keyboard.type('6451');
  await page.keyboard.press('Control+Enter');
  await page.getByText('No connection: not saved yet. Nothing you typed is lost.').waitFor();
  await event.push('PUT', '/races/race-6/results', resultsOf(6).slice(7, 8));
  await page.context().setOffline(false);
  await page.waitForFunction(
    () => document.querySelector<HTMLInputElement>('input[data-lane="8"]')?.value !== '',
    undefined,
    { timeout: CATCH_UP_MILLIS },
  );
  assert.deepEqual(await cursor(page), ['2', '6451', 4]);
  await page.getByRole('button', { name: 'Post again' }).click();
  await posted(page, 6);

  await field(page, 3).fill('655');
  await site.goAway();
  await page.keyboard.press('Enter');
  await page.keyboard.type('701');
  await page.keyboard.press('Control+Enter');
  await page.getByText('No connection: not saved yet. Nothing you typed is lost.').waitFor();
  await site.comeBack();
  await page.getByRole('button', { name: 'Post again' }).click();
  await page.getByText('Nothing typed yet').waitFor({ timeout: CATCH_UP_MILLIS });
  const times = (await lanesOf(6)).map(({ finishTimeMillis }) => finishTimeMillis);
  assert.deepEqual(times.slice(0, 4), [402_700, 405_100, 415_000, 421_000]);
  assert.ok(times[7], 'what timing had pushed');
});

test('a session that is ended elsewhere: after signing in again it is all there, the cursor too', async (t) => {
  const page = await openRace(t, 7, ben);
  await field(page, 1).fill('64270');
  await page.keyboard.press('Enter');
  await page.keyboard.type('645');
  await ben.endSessions();
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD, { timeout: CATCH_UP_MILLIS });
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  assert.equal((await cursor(page))[0], '2', 'the cursor is where it was');
  await page.keyboard.press('End');
  await page.keyboard.type('10');
  await page.keyboard.press('Control+Enter');
  await posted(page, 7);
  const times = (await lanesOf(7)).map(({ finishTimeMillis }) => finishTimeMillis);
  assert.deepEqual(times.slice(0, 2), [402_700, 405_100]);
});

test('a role that is lost closes the office within moments, and keeps what was typed', async (t) => {
  const page = await openRace(t, 8, ben);
  await field(page, 1).fill('64270');
  await ben.become(clubId, 'member');
  await page.getByText('You may not see this regatta any more.').waitFor();
  assert.equal(await field(page, 1).count(), 0, 'nothing of the office is left');
  await ben.become(clubId, 'schedule_manager');
  await page.reload();
  await field(page, 1).waitFor();
  assert.equal(await field(page, 1).inputValue(), '64270');
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await posted(page, 8);
});
