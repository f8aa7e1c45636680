/** Progression in the race office: rules of a whole round and of one lane, proposals, ties, corrections. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newPage } from '../support/browser.ts';
import { assertAccessible } from './checks.ts';
import { startConsole } from './console-site.ts';
import { addOfficeRegatta, LANES, useProvisionalResults } from './office-regatta.ts';

const site = await startConsole();
const regatta = await addOfficeRegatta(site, { races: 5, rowed: 0, notDrawn: 3 });
const { ann, event } = regatta;

/** Results in which each lane is a second slower than the one before it. @param others times of single lanes */
const times = (first: number, others: Record<number, number> = {}) =>
  Array.from({ length: LANES }, (_, index) => ({
    position: index + 1,
    finishTimeMillis: others[index + 1] ?? first + index * 1000,
  }));
const drawOf = async (raceNumber: number) =>
  (await event.board()).races
    .find((race) => race.raceNumber === raceNumber)
    ?.lanes.map(({ position, crewName }) => [position, crewName]) ?? [];
const crewsOf = async (raceNumber: number) =>
  new Map((await drawOf(raceNumber)) as [number, string][]);

test('a round by its pattern: previewed, saved, proposed, drawn, corrected, tied', async (t) => {
  const page = await newPage(t);
  await ann.enter(page);
  await page.goto(regatta.url('progression'));
  await page.getByText('No race takes its crews from others yet.', { exact: false }).waitFor();
  await page.getByLabel('Heats').fill('1-2');
  await page.getByLabel('Go on to').fill('1');
  await page.getByText('Race 1 is among the heats').waitFor();
  await page.getByLabel('Go on to').fill('3');
  await page.getByLabel('Lanes of a race').fill('6');
  await page.getByLabel('Fastest besides').fill('1');
  await page.getByText('fastest 3rd of races 1, 2').waitFor();
  await page.reload();
  await page.getByText('fastest 3rd of races 1, 2').waitFor();
  await page.keyboard.press('Tab');
  await page.getByLabel('Heats').focus();
  await page.keyboard.press('Enter');
  await page.getByText('Rules of race 3 saved.').waitFor();
  await page.getByText('Waits for the results of races 1, 2.').waitFor();

  await event.push('PUT', '/races/race-1/results', times(400_000));
  await page.getByText('Waits for the results of race 2.').waitFor();
  await event.push('PUT', '/races/race-2/results', times(400_500));
  await page.getByText('Ready to be drawn.').waitFor();
  assert.ok(
    (await drawOf(3)).every(([, crew]) => crew === null),
    'never by itself',
  );
  await page.locator('h1').click();
  await page.keyboard.press('a');
  await page.getByText('Race 3 drawn.').waitFor();
  await page.getByText('Drawn as the results say.').waitFor();
  const [first, second] = [await crewsOf(1), await crewsOf(2)];
  assert.deepEqual(await drawOf(3), [
    [1, first.get(3)],
    [2, second.get(2)],
    [3, first.get(1)],
    [4, second.get(1)],
    [5, first.get(2)],
  ]);

  await event.push('PUT', '/races/race-1/results', times(400_000, { 2: 399_000 }));
  await page
    .getByText('The draw does not agree with the results and rules as they are now.')
    .waitFor();
  await page
    .getByText(`Lane 3: ${first.get(1)} is drawn, the results say ${first.get(2)}.`)
    .waitFor();
  await page.getByRole('button', { name: 'Draw race 3 anew' }).click();
  await page.getByText('Drawn as the results say.').waitFor();

  await useProvisionalResults(page, site, event, true);
  await page.getByText('Waits for the official results of races 1, 2.').waitFor();
  await page.getByText('Drawn already.').waitFor();
  const lanes = await page.locator('.ruled-lanes').innerText();
  assert.match(lanes, new RegExp(`Lane 3: .*${first.get(2)}`), lanes);
  assert.doesNotMatch(lanes, /not known yet/);
  await useProvisionalResults(page, site, event, false);
  await page.getByText('Drawn as the results say.').waitFor();

  await event.push('PUT', '/races/race-2/results', times(400_500, { 3: 401_500 }));
  await page.getByText(/^Who goes on is not decided/).waitFor();
  await page.getByRole('link', { name: 'Draw by hand' }).click();
  await page.getByRole('combobox', { name: 'Crew of lane 4' }).waitFor();
  await page.getByText('from 1st of race 2').waitFor();
});

test('a tie across the cut needs attention; by hand, its race opens with what is decided, and the tied crews named', async (t) => {
  const page = await newPage(t);
  await ann.enter(page);
  await page.goto(regatta.url('progression'));
  await page.getByLabel('Heats').fill('1-2');
  await page.getByLabel('Go on to').fill('4');
  await page.getByLabel('From each heat').fill('2');
  await page.getByLabel('Lanes of a race').fill('4');
  await page.getByText('2nd of race 2').first().waitFor();
  await page.getByRole('button', { name: 'Save the rules of this round' }).click();
  await page.getByText('Rules of race 4 saved.').waitFor();
  const [first, second] = [await crewsOf(1), await crewsOf(2)];
  await event.push('PUT', '/races/race-1/results', times(400_000));
  await event.push('PUT', '/races/race-2/results', times(400_500, { 3: 401_500 }));
  const tied = `${second.get(2)}, ${second.get(3)}`;
  await page.getByText(`not decided: ${tied}`).first().waitFor();

  await page.goto(regatta.url(''));
  const group = page.getByText('1 race to be drawn by hand: who goes on is not decided');
  await group.waitFor();
  await group.locator('..').getByRole('link', { name: 'Race 4' }).click();
  await page.getByText(`for you to decide: ${tied}`).waitFor();
  const fields = page.getByRole('combobox', { name: /^Crew of lane/ });
  const values = () =>
    fields.evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
  const open = (await values()).indexOf('');
  assert.deepEqual(
    (await values()).filter((value) => value !== '').sort(),
    [first.get(1), first.get(2), second.get(1)].sort(),
  );
  await assertAccessible(page, 'a draw by hand');
  await fields.nth(open).fill(second.get(3) ?? '');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+s');
  await page.getByText('Draw of race 4 saved.').waitFor();
  assert.deepEqual(
    (await drawOf(4)).map(([, crew]) => crew).sort(),
    [first.get(1), first.get(2), second.get(1), second.get(3)].sort(),
  );
  await page.goto(regatta.url(''));
  await page.getByRole('heading', { name: 'Needs attention' }).waitFor();
  assert.equal(await group.count(), 0);
});

test('the rules of one race, lane by lane', async (t) => {
  const page = await newPage(t, { device: 'phone' });
  await ann.enter(page);
  await page.goto(regatta.url('progression'));
  await page.getByLabel('Race that takes crews from others').selectOption({ index: 5 });
  const field = (name: string) => page.getByLabel(name, { exact: true });
  await field('Lane 1: place').fill('1');
  await page.getByText('From which race?').waitFor();
  await field('Lane 1: of race').fill('5');
  await page.getByText('A race cannot take crews from itself').waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.locator('[data-cell="1 place"]:focus').waitFor();
  await field('Lane 1: of race').fill('4');
  await page.getByText('1st of race 4').waitFor();
  await field('Lane 2: place').fill('2');
  await field('Lane 2: of race').fill('1-2');
  await page.getByText('Several races: say which of the fastest').waitFor();
  await field('Lane 2: n-th fastest').fill('1');
  await page.getByText('fastest 2nd of races 1, 2').waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Rules of race 5 saved.').waitFor();
  await page.getByText('Waits for the results of race 4.').waitFor();
  const lanes = (await event.board()).races.find(({ raceNumber }) => raceNumber === 5)?.lanes;
  assert.deepEqual(
    lanes?.map(({ position, from }) => [position, from?.place, from?.fastest]),
    [
      [1, 1, null],
      [2, 2, 1],
    ],
  );
  await field('Lane 1: place').fill('');
  await field('Lane 1: of race').fill('');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Waits for the results of race 4.').waitFor({ state: 'hidden' });
});

test('one pattern for all classes at once: chosen by round, previewed, one write', async (t) => {
  const classes = ['M1x', 'W2x', 'M8+'];
  const rounds = ['Heat 1', 'Heat 2', 'Final'];
  const today = new Date().toISOString().slice(0, 10);
  const races = rounds.flatMap((round, stage) =>
    classes.map((boatClass, index) => ({
      externalId: `${boatClass} ${round}`,
      raceNumber: 10 + stage * classes.length + index,
      ...{ boatClass, round, divisionLabel: 'Senior' },
      scheduledAt: new Date(Date.parse(`${today}T10:00:00Z`) + stage * 3_600_000).toISOString(),
    })),
  );
  await event.push('PUT', '/races', races);
  const page = await newPage(t);
  await ann.enter(page);
  await page.goto(regatta.url('progression'));
  await page.getByLabel('From round').selectOption('Heat');
  await page.getByLabel('To round').selectOption('Final');
  await page.getByLabel('From each heat').fill('3');
  await page.getByLabel('Senior M1x 10 13 → 16').waitFor();
  await page.getByLabel('Senior M8+ 12 15 → 18').uncheck();
  await page.getByText('1st of race 10', { exact: false }).waitFor();
  await page.getByText('Senior W2x', { exact: true }).click();
  await page.getByText('3rd of race 14', { exact: false }).waitFor();
  await assertAccessible(page, 'rounds of many classes');
  const before = (await event.board()).revision;
  await page.getByRole('button', { name: 'Save the rules of this round' }).click();
  await page.getByText('Rules of 2 races saved.').waitFor();
  const board = await event.board();
  assert.equal(board.revision, before + 1, 'one write');
  const ruled = board.races.filter(
    ({ raceNumber, lanes }) => raceNumber >= 10 && lanes.some(({ from }) => from),
  );
  assert.deepEqual(
    ruled.map(({ raceNumber, lanes }) => [raceNumber, lanes.filter(({ from }) => from).length]),
    [
      [16, 6],
      [17, 6],
    ],
  );
});
