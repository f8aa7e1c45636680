/**
 * Follows docs/race-office.md step by step, and leaves its pictures in test-output as `guide-*.png`; those in docs/images
 * are copies of them. The results of a whole regatta are in `office-regatta.test.ts`.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { keepScreenshot, newPage } from '../support/browser.ts';
import { startConsole } from './console-site.ts';
import { atRace, drawRace, goToPart, makeEvent, pasteRows, signIn } from './office-volunteer.ts';

/** Half an hour before the first race. */
const MORNING = Date.parse('2026-06-13T06:30:00Z');
const NOT_YET = /\b(401|404|409)\b|ERR_INTERNET_DISCONNECTED/;
const WIDE = { viewport: { width: 1100, height: 760 }, startsAt: MORNING, forgive: NOT_YET };

const site = await startConsole();
const clubId = await site.addClub('Rowing Club');
const ann = await site.addPerson({ name: 'Ann Smith', roles: { [clubId]: 'schedule_manager' } });
const ben = await site.addPerson({ name: 'Ben Miller', roles: { [clubId]: 'schedule_manager' } });

const PROGRAMME = [
  ['Number', 'Date', 'Time', 'Title', 'Boat class', 'Round', 'Distance'],
  ['1', '2026-06-13', '9:00', 'Women 8+', '8+', 'Heat 1', '2000'],
  ['2', '2026-06-13', '9:10', 'Women 8+', '8+', 'Heat 2', '2000'],
  ['3', '2026-06-13', '9:20', 'Men 4x', '4x', 'Final', '2000'],
  ['4', '2026-06-13', '9:30', 'Mixed 2x', '2x', 'Final', '2000'],
];
const CREWS = ['Adler', 'Saline', 'Hudson', 'Trenton', 'Riverview', 'Carlson'];

test('the guide of the race office can be followed, from nothing to a day that goes otherwise', async (t) => {
  const page = await newPage(t, WIDE);
  await signIn(page, site.url, ann);
  const eventId = await makeEvent(page, {
    ...{ name: 'Lake Sprint', date: '2026-06-13', timezone: 'Europe/Berlin' },
    ...{ city: 'Ratzeburg', countryCode: 'DE' },
  });
  const raceAt = await prepare(page);
  await publish(page);
  await score(page);
  await runLate(page);
  await drawWrongly(page);
  await cancel(page);
  await meet(t, page, eventId);
  await loseConnection(page);
  const board = await (await fetch(`${site.url}/board/api/events/${eventId}`)).json();
  assert.deepEqual(
    board.races.map(({ state }: { state: string }) => state),
    ['planned', 'planned', 'planned', 'cancelled'],
  );
  assert.deepEqual(board.days, [{ day: '2026-06-13', delayMinutes: 20, until: null }]);
  assert.equal(raceAt, 4);
});

/** Steps 2 to 4. @returns how many races there are */
async function prepare(page: Page): Promise<number> {
  await goToPart(page, 'Programme');
  await page.getByText('Settings of the schedule').click();
  await page.getByLabel(/^Lane labels/).fill('1, 2, 3, 4');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Settings saved.').waitFor();
  await page.getByRole('button', { name: 'Paste from a spreadsheet' }).click();
  await page.getByLabel('Copied rows').fill(PROGRAMME.map((row) => row.join('\t')).join('\n'));
  await page.getByRole('button', { name: 'New 4', exact: true }).waitFor();
  await keepPicture(page, 'guide-programme');
  await page.getByRole('button', { name: 'Save 4 rows' }).click();
  await page.getByText('4 rows saved.').waitFor();
  await goToPart(page, 'Crews');
  await pasteRows(page, [['Name'], ...CREWS.map((crew) => [crew])]);
  await goToPart(page, 'Draw and results');
  await atRace(page, '1');
  const lanes = (crews: readonly string[]) =>
    crews.map((crew, index) => ({ position: index + 1, crew }));
  await drawRace(page, lanes(CREWS.slice(0, 4)));
  await page.keyboard.press('Alt+PageDown');
  await atRace(page, '2');
  await drawRace(page, lanes(CREWS.slice(2)));
  return PROGRAMME.length - 1;
}

/** Step 5. */
async function publish(page: Page): Promise<void> {
  await goToPart(page, 'Publish');
  await page.getByText('2 races have no draw yet').waitFor();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByText('The running order is published.', { exact: true }).waitFor();
}

/** Step 6. */
async function score(page: Page): Promise<void> {
  await goToPart(page, 'Draw and results');
  await atRace(page, '1');
  await page.keyboard.press('e');
  await page.locator('input[data-lane="1"]:focus').waitFor();
  for (const typed of ['64270', '6451', '64007+10', 's']) {
    await page.keyboard.type(typed);
    if (typed !== 's') await page.keyboard.press('Enter');
  }
  await page.getByText('6:40.07 + 10 s = 6:50.07').first().waitFor();
  await keepPicture(page, 'guide-results');
  await page.keyboard.press('Control+Enter');
  await page.getByText('Race 1 posted.').waitFor();
}

/** "The day runs late". */
async function runLate(page: Page): Promise<void> {
  await goToPart(page, 'Day');
  await page.getByRole('button', { name: '10 minutes more delay' }).click();
  await page.getByText('Then: Runs 10 min late.').waitFor();
  await keepPicture(page, 'guide-day');
  await page.getByRole('button', { name: 'Set the delay' }).click();
  await page.getByText('The delay is set.').waitFor();
  await page.getByLabel('Text', { exact: true }).fill('Racing is suspended: lightning.');
  await page.getByRole('button', { name: 'Post the notice' }).click();
  await page.getByText('The notice is posted.').waitFor();
  await page.getByRole('button', { name: /^Take back/ }).click();
  await page.getByText('The notice is taken back.').waitFor();
}

/** "The wrong draw": noticed later, and not remembered. */
async function drawWrongly(page: Page): Promise<void> {
  await goToPart(page, 'Draw and results');
  await atRace(page, '2');
  await page.keyboard.press('d');
  await page.locator('input[data-crew="1"]:focus').waitFor();
  await page.keyboard.press('Alt+ArrowDown');
  await page.keyboard.press('Control+s');
  await page.getByText('Draw of race 2 saved.').waitFor();
  await goToPart(page, 'History');
  await page
    .getByLabel('Race', { exact: true })
    .selectOption({ label: '2 · 09:20 · Women 8+, Heat 2' });
  const newest = page.locator('.entry').first();
  await newest.getByText('Trenton').first().waitFor();
  await keepPicture(page, 'guide-history');
  await newest.getByRole('button', { name: /^Undo/ }).click();
  await page.getByText('Undone.').waitFor();
}

/** "The cancelled race". */
async function cancel(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.keyboard.type('race 4');
  await page.keyboard.press('Enter');
  await atRace(page, '4');
  await page.getByRole('button', { name: 'Cancel race…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('Too few crews');
  await dialog.getByRole('button', { name: 'Cancel the race' }).click();
  await page.getByText('Race 4 cancelled.').waitFor();
}

/** "The second laptop". */
async function meet(t: Parameters<typeof newPage>[0], page: Page, eventId: number): Promise<void> {
  const second = await newPage(t, WIDE);
  await ben.enter(second);
  await second.goto(`${site.url}/console/events/${eventId}/day`);
  await page.getByText('Ben Miller is in Day').waitFor();
  await goToPart(page, 'Day');
  const minutes = (on: Page) => on.getByLabel('Minutes late (negative: early)');
  await minutes(page).fill('15');
  await minutes(second).fill('20');
  await second.getByRole('button', { name: 'Set the delay' }).click();
  await second.getByText('The delay is set.').waitFor();
  await page.getByText('Runs 20 min late. It waits for').waitFor();
  assert.equal(await minutes(page).inputValue(), '15', 'what is typed stays');
  await page.getByRole('button', { name: 'Set the delay' }).click();
  const choice = page.getByRole('dialog', { name: 'Somebody else has changed this, too' });
  await choice.getByText('Ben Miller').waitFor();
  await choice.getByRole('button', { name: 'Take theirs' }).click();
  await choice.waitFor({ state: 'detached' });
}

/** "No internet". */
async function loseConnection(page: Page): Promise<void> {
  const text = page.getByLabel('Text', { exact: true });
  await page.context().setOffline(true);
  await text.fill('Prize-giving at six');
  await page.getByRole('button', { name: 'Post the notice' }).click();
  await page.getByText('No connection. What you type is kept on this device.').waitFor();
  assert.equal(await text.inputValue(), 'Prize-giving at six');
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Post the notice' }).click();
  await page.getByText('The notice is posted.').waitFor();
}

/** Keeps a picture without the message that lies over the page for some seconds after an action. */
async function keepPicture(page: Page, name: string): Promise<void> {
  const said = page.locator('.said');
  const show = (isShown: boolean) =>
    said.evaluate((it, shown) => {
      (it as HTMLElement).style.display = shown ? '' : 'none';
    }, isShown);
  await show(false);
  await keepScreenshot(page, name, true);
  await show(true);
}
