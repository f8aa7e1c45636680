/** The part "Day" of a race office: delays, new times and notices, each with what crews will see before it is written. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { regattaPush } from '../../regattas/push-plan.ts';
import { loadRegatta } from '../../regattas/regatta.ts';
import { DEVICES, keepScreenshot, newPage } from '../support/browser.ts';
import { assertAccessible, assertFitsWidth, assertLargeTargets, slowAnswer } from './checks.ts';
import { startConsole } from './console-site.ts';
import { timing } from './head-regatta.ts';
import { publishRegatta, SATURDAY, SATURDAY_AT_ELEVEN, SUNDAY } from './site.ts';

const site = await startConsole();
const clubId = await site.addClub('Rowing Club');
const ann = await site.addPerson({ name: 'Ann Smith', roles: { [clubId]: 'schedule_manager' } });
const regatta = await publishRegatta({
  addEvent: (facts) => site.addEvent({ ...facts, clubId, userId: ann.id }),
});

async function open(page: Page, query = ''): Promise<void> {
  await ann.enter(page);
  await page.goto(`${site.url}/console/events/${regatta.eventId}/day${query}`);
  await page.getByRole('heading', { level: 2, name: 'Delay' }).waitFor();
}

/** What crews see of the first race of Saturday that has no result. */
async function nextOnBoard(): Promise<{ planned: string; estimated: string; id: number }> {
  const { races } = await regatta.board();
  const next = races.find(({ lanes }) => lanes.every(({ status }) => status === 'assigned'));
  assert.ok(next);
  return { planned: next.scheduledAt, estimated: next.estimatedAt, id: next.id };
}

function minutesBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 60_000;
}

for (const device of DEVICES) {
  test(`a delay is seen before it is set, and taken back, on a ${device}`, async (t) => {
    const page = await newPage(t, { device, startsAt: SATURDAY_AT_ELEVEN });
    await open(page);
    await page.getByText('Runs to plan. It waits for race').waitFor();
    await page.getByRole('button', { name: '10 minutes more delay' }).click();
    await page.getByText('Then: Runs 10 min late.').waitFor();
    await page.getByText('Crews see it on the board at once. Nobody follows yet.').waitFor();
    const preview = page.getByRole('table', { name: 'What crews will see' });
    assert.ok((await preview.getByRole('row').count()) > 3);
    const { planned, estimated } = await nextOnBoard();
    assert.equal(planned, estimated, 'a preview writes nothing');
    await assertAccessible(page, `day-${device}`);
    await assertFitsWidth(page, `day-${device}`);
    await assertLargeTargets(page, `day-${device}`);

    await page.getByRole('button', { name: 'Set the delay' }).click();
    await page.getByText('The delay is set.').waitFor();
    await page.getByText('Runs 10 min late. It waits for race').waitFor();
    assert.equal(minutesBetween(planned, (await nextOnBoard()).estimated), 10);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('Runs to plan. It waits for race').waitFor();
    assert.equal((await nextOnBoard()).estimated, planned);
  });
}

test('race N starts now at HH:MM: the delay is computed; keys alone do it', async (t) => {
  const page = await newPage(t, { startsAt: SATURDAY_AT_ELEVEN, forgive: /\b422\b/ });
  await open(page);
  const { planned } = await nextOnBoard();
  await page.getByLabel('starts now at').focus();
  await page.keyboard.type('25');
  await page.keyboard.press('Enter');
  await page.getByText('Enter a time, such as 11:25.').waitFor();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('1125');
  const becomes = page.getByText(/Then: Runs .+ late\./);
  await becomes.waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('The delay is set.').waitFor();
  const { estimated } = await nextOnBoard();
  assert.equal(new Date(estimated).toISOString().slice(11, 16), '15:25', '11:25 at the venue');
  assert.ok(minutesBetween(planned, estimated) > 0);
  await page.getByLabel('Minutes late (negative: early)').fill('0');
  await page.getByText('Then: Runs to plan.').waitFor();
  await page.getByRole('button', { name: 'Set the delay' }).click();
  await page.getByText('Runs to plan. It waits for race').waitFor();
});

test('the rest of a day is fitted into a span, once the preview has shown it', async (t) => {
  const page = await newPage(t, { startsAt: SATURDAY_AT_ELEVEN, forgive: /\b422\b/ });
  await open(page, '?day=2026-06-14');
  await page
    .locator('.day-state')
    .getByText(/Sunday,? 14 Jun 2026/)
    .waitFor();
  await page.getByLabel('How').selectOption({ label: 'Spread evenly between two times' });
  await page.getByLabel('Next race at').fill('09:00');
  await page.getByLabel('Last race at').fill('09:10');
  await page.getByText('The races do not fit with this gap.').waitFor();
  await page.getByLabel('Last race at').fill('16:00');
  await page.getByLabel('Shortest gap in minutes').fill('4');
  const move = page.getByRole('button', { name: /^Move \d+ races$/ });
  await move.waitFor();
  const tell = page.getByLabel('Tell everybody who follows these races');
  assert.ok(await tell.isChecked(), 'races get other times by more than five minutes');
  await page.getByText('Crews see it on the board at once. Nobody follows yet.').waitFor();
  await tell.uncheck();
  await page.getByText('No message is sent; reminders move along.').waitFor();
  const moved = Number((await move.textContent())?.replace(/\D/g, ''));
  await move.click();
  await page.getByText('The races are re-timed.').waitFor();
  const { races } = await regatta.board();
  const sunday = races.filter(({ scheduledAt }) => scheduledAt.startsWith('2026-06-14'));
  assert.equal(sunday.length >= moved, true);
  assert.equal(new Date(sunday[0]?.scheduledAt ?? '').toISOString(), '2026-06-14T13:00:00.000Z');
  assert.equal(
    new Date(sunday.at(-1)?.scheduledAt ?? '').toISOString(),
    '2026-06-14T20:00:00.000Z',
  );
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByText('Undone.').waitFor();
});

/** Moves what is planned on Sunday from a time on, so that there is time for lunch. @returns the first that moves */
async function makeLunch(from: string, minutes: number): Promise<{ id: number; number: string }> {
  const { races } = regattaPush(loadRegatta('wy-hi-2023'), { date: SUNDAY });
  const later = races.filter(({ scheduledAt }) => Date.parse(scheduledAt) >= Date.parse(from));
  await regatta.push(
    'PUT',
    '/races',
    later.map(({ externalId, raceNumber, scheduledAt }) => ({
      externalId: `1-${externalId}`,
      raceNumber: raceNumber + 100,
      scheduledAt: new Date(Date.parse(scheduledAt) + minutes * 60_000).toISOString(),
    })),
  );
  const first = later[0]?.raceNumber ?? 0;
  const { id, number } =
    (await regatta.board()).races.find(({ raceNumber }) => raceNumber === first + 100) ??
    assert.fail('no race is planned then');
  return { id, number };
}

test('a delay ends at the lunch break, and a race is planned at the time that was typed', async (t) => {
  const first = await makeLunch('2026-06-14T15:10:00Z', 110);
  const page = await newPage(t, { startsAt: SATURDAY_AT_ELEVEN });
  await open(page, '?day=2026-06-14');
  const ofBoard = async (id: number) => {
    const race = (await regatta.board()).races.find((each) => each.id === id);
    assert.ok(race);
    return race;
  };
  const { scheduledAt: planned } = await ofBoard(first.id);
  const end = page.getByLabel('The delay ends');
  assert.equal(await end.count(), 0, 'nothing ends while nothing is late');
  await page.getByRole('button', { name: '10 minutes more delay' }).click();
  const chosen = await end.locator('option:checked').textContent();
  assert.match(
    chosen ?? '',
    new RegExp(`^at the lunch break, before race ${first.number} \\(1\\d:`),
  );
  await page.getByText(/Then: Runs 10 min late, until 1\d:\d\d\./).waitFor();
  for (const width of [360, 820, 1366]) {
    await page.setViewportSize({ width, height: 800 });
    await keepScreenshot(page, `day-delay-end-${width}`, true);
    await assertFitsWidth(page, `day-delay-end-${width}`);
  }
  await page.getByRole('button', { name: 'Set the delay' }).click();
  await page.getByText('The delay is set.').waitFor();
  await page
    .locator('.day-state')
    .getByText(/Runs 10 min late, until/)
    .waitFor();
  assert.equal((await ofBoard(first.id)).estimatedAt, planned, 'the afternoon keeps its plan');

  await end.selectOption({ label: 'not on this day' });
  await page.getByText('Then: Runs 10 min late.').waitFor();
  await page.getByRole('button', { name: 'Set the delay' }).click();
  await page.locator('.day-state').getByText('Runs 10 min late. ').waitFor();
  assert.equal(minutesBetween(planned, (await ofBoard(first.id)).estimatedAt), 10);

  await page.getByLabel('From race').selectOption(String(first.id));
  await page.getByLabel('How').selectOption({ label: 'Next race at' });
  await page.getByRole('textbox', { name: 'Next race at' }).fill('15:00');
  await page.getByRole('button', { name: /^Move \d+ races$/ }).waitFor();
  for (const width of [390, 1366]) {
    await page.setViewportSize({ width, height: 800 });
    await keepScreenshot(page, `day-retime-tell-${width}`, true);
  }
  await page.getByRole('button', { name: /^Move \d+ races$/ }).click();
  await page.getByText('The races are re-timed.').waitFor();
  const { scheduledAt, estimatedAt } = await ofBoard(first.id);
  assert.equal(scheduledAt.slice(0, 16), '2026-06-14T19:00', '15:00 at the venue');
  assert.equal(estimatedAt, scheduledAt);
  await page.locator('.day-state').getByText('Runs 10 min late, until 15:00').waitFor();
});

test('a notice stands on the board until it is taken back; what was typed survives a reload', async (t) => {
  const page = await newPage(t, { forgive: /\b422\b/ });
  await open(page);
  const text = page.getByLabel('Text', { exact: true });
  await text.fill('x'.repeat(301));
  await page.getByText('1 characters too many').waitFor();
  await page.getByRole('button', { name: 'Post the notice' }).click();
  await page.getByText('Use at most 300 characters.').waitFor();
  await text.fill('Racing is suspended: lightning. <b>Stay ashore</b>');
  await page.reload();
  assert.match(await text.inputValue(), /lightning/);
  await page.getByText('Followers see').waitFor();
  await page.getByRole('button', { name: 'Post the notice' }).dblclick();
  await page.getByText('The notice is posted.').waitFor();
  const board = await regatta.board();
  assert.deepEqual(
    board.notices.map((notice) => notice.text),
    ['Racing is suspended: lightning. <b>Stay ashore</b>'],
  );
  await page.getByRole('button', { name: /^Take back/ }).click();
  await page.getByText('No notice is on the board.').waitFor();
  assert.deepEqual((await regatta.board()).notices, []);

  await text.fill('Weighing until ten');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('button', { name: /^Take back/ }).click();
  await page.getByText('No notice is on the board.').waitFor();
});

test('what is typed while something is sent stays, and is sent over what was', async (t) => {
  // One preview is requested before the page has seen its own write, and gets 409.
  const page = await newPage(t, { startsAt: SATURDAY_AT_ELEVEN, forgive: /\b409\b/ });
  await open(page);
  const delayed = await slowAnswer(page, '/delay');
  const minutes = page.getByLabel('Minutes late (negative: early)');
  const set = page.getByRole('button', { name: 'Set the delay' });
  await minutes.fill('7');
  await set.click();
  await delayed.sent;
  await minutes.fill('12');
  delayed.release();
  await page.locator('.day-state').getByText('Runs 7 min late').waitFor();
  await set.waitFor();
  assert.equal(await minutes.inputValue(), '12');
  await set.click();
  await page.locator('.day-state').getByText('Runs 12 min late').waitFor();
  await minutes.fill('0');
  await set.click();
  await page.locator('.day-state').getByText('Runs to plan').waitFor();

  const posted = await slowAnswer(page, '/notices');
  const text = page.getByLabel('Text', { exact: true });
  await text.fill('Fog');
  await page.getByRole('button', { name: 'Post the notice' }).click();
  await posted.sent;
  await text.fill('Weighing until ten');
  posted.release();
  await page.getByText('The notice is posted.').waitFor();
  assert.equal(await text.inputValue(), 'Weighing until ten');
  await page.getByRole('button', { name: /^Take back/ }).click();
  await page.getByText('No notice is on the board.').waitFor();
});

test('the race stays the one that was shown when its time began to be typed, also once it has started', async (t) => {
  const page = await newPage(t, { startsAt: SATURDAY_AT_ELEVEN, forgive: /\b409\b/ });
  await open(page);
  const race = page.getByLabel('Race', { exact: true });
  const from = page.getByLabel('From race');
  const { id } = await nextOnBoard();
  assert.equal(await race.inputValue(), String(id));
  await page.getByLabel('starts now at').fill('11:25');
  await page.getByLabel('Minutes (negative: earlier)').fill('10');
  await page.getByText(/Then: Runs .+ late\./).waitFor();

  await start(id);
  await page.getByText(/no delay moves it\. Choose another one\./).waitFor();
  const shown = async () => [await race.inputValue(), await from.inputValue()];
  assert.deepEqual(await shown(), [String(id), String(id)]);
  const { races } = await regatta.board();
  await page.getByLabel('starts now at').press('Enter');
  const asked = page.getByRole('dialog', { name: 'Somebody else has changed this, too' });
  await asked.waitFor();
  await page.keyboard.press('Escape');
  await asked.waitFor({ state: 'hidden' });
  assert.deepEqual((await regatta.board()).races, races, 'no other race is moved');

  for (const discard of (await page.getByRole('button', { name: 'Discard' }).all()).toReversed())
    await discard.click();
  const [next, ...others] = await shown();
  assert.notEqual(next, String(id), 'while nothing is typed it follows');
  assert.deepEqual(others, [next]);
});

/** Starts a race of Saturday as timing software does. */
async function start(id: number): Promise<void> {
  const race = (await regatta.board()).races.find((each) => each.id === id);
  const { races } = regattaPush(loadRegatta('hebda-cup-2023'), { date: SATURDAY });
  const { externalId } =
    races.find(({ raceNumber }) => raceNumber === race?.raceNumber) ?? assert.fail('no such race');
  await timing(site, regatta)(`0-${externalId}`, { startedAt: race?.scheduledAt });
}
