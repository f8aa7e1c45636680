/** Draw and results while others write the same race, and while the connection, the session or a role is lost. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { type Device, newPage } from '../support/browser.ts';
import { PASSWORD, type Person, startConsole } from './console-site.ts';
import { addOfficeRegatta, postPart, resultsOf } from './office-regatta.ts';

/** What is broken on purpose: requests without a connection, a service, a session or a role. */
const BROKEN = /\b(401|403|404|409)\b|ERR_/;
/** What others write is on the page within this time. */
const LIVE_MILLIS = 2000;
/** Until a page that has lost its connection has found it again. */
const CATCH_UP_MILLIS = 20_000;

const site = await startConsole();
const regatta = await addOfficeRegatta(site, { races: 17, rowed: 2 });
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

/** The field that has the cursor: its lane, its text, and the position of the cursor in it. */
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
  await postPart(second, '2 of 8');
  await posted(second, 4);
  const third = first.locator('.entry-lane.fresh').filter({ has: field(first, 3) });
  await third.waitFor({ timeout: LIVE_MILLIS });
  assert.deepEqual(await cursor(first), ['2', '6451', 4], 'the cursor stays');
  assert.equal(await field(first, 3).inputValue(), '6:55.00');
  assert.equal(await field(first, 1).inputValue(), '64270+10', 'what is typed stays');

  await postPart(first, '3 of 8');
  const dialog = conflict(first);
  await dialog
    .getByText(/Ben Jones, at \d\d:\d\d/)
    .first()
    .waitFor();
  await dialog.getByRole('button', { name: 'Go on typing' }).click();
  assert.equal(await field(first, 1).inputValue(), '64270+10');
  assert.equal((await lanesOf(4))[1]?.status, 'assigned', 'nothing is sent in part');

  await first.keyboard.press('Control+Enter');
  // One question for the lane, with its crew, and all of its result.
  const lane = dialog.getByRole('group', {
    name: `Race 4, lane 1 · ${(await lanesOf(4))[0]?.crewName}`,
  });
  await lane.getByText('Time 6:43.00').waitFor();
  await lane.getByText('Time 6:42.70 · Penalty 0:10.00').waitFor();
  assert.equal(await dialog.getByRole('group').count(), 1);
  await dialog.getByRole('button', { name: 'Take theirs' }).click();
  await posted(first, 4);
  assert.deepEqual(
    (await lanesOf(4))
      .slice(0, 3)
      .map(({ finishTimeMillis, penaltyMillis }) => [finishTimeMillis, penaltyMillis]),
    [
      [403_000, null],
      [405_100, null],
      [415_000, null],
    ],
  );
});

/** Two races are typed into on one page; meanwhile Ben removes the first and renames the second. */
async function removedAndRenamed(t: TestContext, [one, other]: [number, number]) {
  const page = await newPage(t, { forgive: BROKEN });
  await ann.enter(page);
  await page.goto(regatta.url('programme'));
  const ids = [await regatta.raceId(one), await regatta.raceId(other)] as const;
  const title = (id: number) => page.locator(`[data-cell="${id} title"]`);
  await title(ids[0]).fill(`Mine ${one}`);
  await title(ids[1]).fill(`Mine ${other}`);
  const ofBen = await newPage(t);
  await ben.enter(ofBen);
  const api = `${site.url}/console/api/events/${event.eventId}`;
  const { revision: seen } = await (await ofBen.request.get(`${api}/office`)).json();
  const races = [{ id: ids[1], title: `Theirs ${other}` }];
  const body = { races, removed: [ids[0]], seen };
  const headers = { origin: site.url };
  assert.ok((await ofBen.request.put(`${api}/races`, { data: body, headers })).ok());
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = conflict(page);
  const gone = dialog.getByRole('group', { name: `Race ${one}`, exact: true });
  await gone.getByText(/Ben Jones, at \d\d:\d\d/).waitFor();
  await gone.getByText(`Mine ${one}`).waitFor();
  const renamed = dialog.getByRole('group', { name: `Race ${other}: Title` });
  await renamed.getByText(`Theirs ${other}`).waitFor();
  await renamed.getByText(`Mine ${other}`).waitFor();
  assert.equal(await dialog.getByRole('group').count(), 2, 'both, and nothing else');
  return { page, dialog, gone };
}

const titles = async () =>
  new Map((await event.board()).races.map(({ raceNumber, title }) => [raceNumber, title]));

test('of two races one was removed and one renamed: theirs loses nothing of theirs', async (t) => {
  const { page, dialog } = await removedAndRenamed(t, [11, 12]);
  await dialog.getByRole('button', { name: 'Take theirs' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Not saved yet').waitFor({ state: 'detached' });
  const after = await titles();
  assert.deepEqual([after.get(11), after.get(12)], [undefined, 'Theirs 12']);
});

test('of two races one was removed and one renamed: mine is both, the one as a new race', async (t) => {
  const { page, dialog, gone } = await removedAndRenamed(t, [13, 14]);
  const before = await regatta.raceId(14);
  await gone.getByText('Add it as a new race').waitFor();
  await dialog.getByRole('button', { name: 'Take mine' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Saved.').waitFor();
  const after = await titles();
  assert.deepEqual([after.get(13), after.get(14)], ['Mine 13', 'Mine 14']);
  assert.equal(await regatta.raceId(14), before);
});

test('who goes on typing has lost nothing, and a number taken meanwhile gets another one', async (t) => {
  const { page, dialog } = await removedAndRenamed(t, [15, 16]);
  await dialog.getByRole('button', { name: 'Go on typing' }).click();
  const id = await regatta.raceId(16);
  assert.equal(await page.locator(`[data-cell="${id} title"]`).inputValue(), 'Mine 16');
  await page.getByText('Mine 15').first().waitFor();
  await page.getByRole('button', { name: 'Discard' }).click();

  await page.getByRole('button', { name: /^Add a race on/ }).click();
  await page.keyboard.type('My new race');
  const typed = page.locator('[data-cell^="new-"][data-cell$="raceNumber"]');
  const number = Number(await typed.inputValue());
  await event.push('PUT', '/races', [
    { externalId: 'theirs', raceNumber: number, title: 'Their new race', scheduledAt: at(20) },
  ]);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const taken = dialog.getByRole('group', { name: `Taken meanwhile: Number ${number}` });
  await taken.getByText(`Mine, as Number ${number + 1}`).waitFor();
  await dialog.getByRole('button', { name: 'Take mine' }).click();
  await page.getByText('Saved.').waitFor();
  const after = await titles();
  assert.deepEqual([after.get(number), after.get(number + 1)], ['Their new race', 'My new race']);
});

/** An instant of today, at a full hour in UTC. */
const at = (hours: number) => `${new Date().toISOString().slice(0, 10)}T${hours}:00:00Z`;

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
  await dialog.getByText(two, { exact: true }).waitFor();
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
  await postPart(page, '2 of 8');
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
  await postPart(page, '5 of 8');
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
  await postPart(page, '2 of 8');
  await posted(page, 7);
  const times = (await lanesOf(7)).map(({ finishTimeMillis }) => finishTimeMillis);
  assert.deepEqual(times.slice(0, 2), [402_700, 405_100]);
});

test('who does not sign in again is told so, and is live again after signing in', async (t) => {
  const page = await openRace(t, 12, ben);
  await field(page, 1).fill('64270');
  await ben.endSessions();
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.getByRole('button', { name: 'Cancel' }).click({ timeout: CATCH_UP_MILLIS });
  const told = page.getByText('You are signed out: nothing is saved');
  await told.waitFor();
  // The page does not ask again for what it requests by itself.
  await page.waitForTimeout(LIVE_MILLIS);
  assert.equal(await dialog.count(), 0);
  await told.getByRole('button', { name: 'Sign in' }).click();
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await told.waitFor({ state: 'detached' });
  await page.getByText('Not live: trying again.').waitFor({ state: 'detached' });
  await event.push('PUT', '/races/race-12/results', resultsOf(12).slice(2, 3));
  const third = page.locator('.entry-lane.fresh').filter({ has: field(page, 3) });
  await third.waitFor({ timeout: CATCH_UP_MILLIS });
  assert.equal(await field(page, 1).inputValue(), '64270');
});

test('a time whose crew is taken out of its lane meanwhile is said, and is not lost by the post', async (t) => {
  const page = await openRace(t, 17);
  await field(page, 1).fill('64270');
  await field(page, 3).fill('6451');
  const other = await openRace(t, 17, ben);
  await other.keyboard.press('d');
  await crewOf(other, 3).fill('');
  await other.keyboard.press('Control+s');
  await other.getByText('Draw of race 17 saved.').waitFor();
  await field(page, 3).waitFor({ state: 'detached' });
  const typed = page.getByRole('alert').filter({ hasText: 'where there is no crew any more' });
  await typed.getByText('Lane 3: 6451').waitFor();
  await postPart(page, '1 of 7');
  await posted(page, 17);
  await typed.getByText('Lane 3: 6451').waitFor();
  await page.reload();
  await typed.getByRole('button', { name: 'Discard' }).click();
  await page.getByText('Nothing typed yet').waitFor();
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
  await postPart(page, '1 of 8');
  await posted(page, 8);
});
