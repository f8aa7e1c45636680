/** Progression in the race office: rules of a whole round and of one lane, proposals, ties, corrections. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { newPage } from '../support/browser.ts';
import { startConsole } from './console-site.ts';
import { addOfficeRegatta, LANES } from './office-regatta.ts';

const site = await startConsole({ after });
const regatta = await addOfficeRegatta(site, { races: 5, rowed: 0, notDrawn: 3 });
const { ann, event } = regatta;

/** Lane by lane, from one time on, each slower by a second; some others. */
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
  await page.getByText('Waits for the results of race 1, 2.').waitFor();

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
  await page.getByText('A result was corrected since: the draw no longer agrees.').waitFor();
  await page
    .getByText(`Lane 3: ${first.get(1)} is drawn, the results say ${first.get(2)}.`)
    .waitFor();
  await page.getByRole('button', { name: 'Draw race 3 anew' }).click();
  await page.getByText('Drawn as the results say.').waitFor();

  await event.push('PUT', '/races/race-2/results', times(400_500, { 3: 401_500 }));
  await page.getByText(/^A dead heat decides who goes on/).waitFor();
  await page.getByRole('link', { name: 'Draw by hand' }).click();
  await page.getByRole('combobox', { name: 'Crew of lane 4' }).waitFor();
  await page.getByText('from 1st of race 2').waitFor();
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
