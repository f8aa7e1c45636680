/** Heats that the software draws: named and ticked, seen, drawn anew, posted, undone, and changed by hand. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { keepScreenshot, newPage } from '../support/browser.ts';
import { assertAccessible, assertFitsWidth } from './checks.ts';
import { startConsole } from './console-site.ts';
import { addOfficeRegatta } from './office-regatta.ts';

const site = await startConsole();
const regatta = await addOfficeRegatta(site, { races: 5, rowed: 1, notDrawn: 3 });
const { ann, event } = regatta;

const drawOf = async (raceNumber: number) => {
  const race = (await event.board()).races.find((each) => each.raceNumber === raceNumber);
  return (race?.lanes ?? []).flatMap(({ crewName }) => crewName ?? []);
};
const heat = (page: Page, number: number) => page.getByRole('region', { name: `${number} ` });
const namesIn = async (page: Page, number: number) =>
  (await heat(page, number).getByRole('listitem').allInnerTexts()).map((text) => text.trim());

test('by chance: races and crews, a proposal that stays, posted as it is seen, undone', async (t) => {
  const page = await newPage(t);
  await ann.enter(page);
  await page.goto(regatta.url('progression'));
  await page.locator('h1').click();
  await page.keyboard.press('d');
  await page.getByRole('heading', { name: 'Draw heats', level: 1 }).waitFor();
  await page.getByLabel('Races', { exact: true }).fill('3-5 9');
  await page.getByText('There is no race 9').waitFor();
  await page.getByLabel('Races', { exact: true }).fill('3-5');
  await page.getByText('There is no race 9').waitFor({ state: 'hidden' });
  await page.getByText('Crews: 0 of 40').waitFor();
  await page.getByLabel('Find crews or clubs').fill('club 1');
  await page.getByRole('button', { name: 'Tick these 8' }).click();
  await page.getByLabel('Find crews or clubs').fill('club 2');
  await page.getByRole('button', { name: 'Tick these 8' }).click();
  await page.getByText('Crews: 16 of 40').waitFor();
  await page.getByRole('button', { name: 'Propose a draw' }).click();
  await heat(page, 5).waitFor();
  const seed = await page.getByLabel('Seed').inputValue();
  assert.match(seed, /^[0-9a-f]{32}$/);
  const first = await namesIn(page, 3);
  assert.equal(first.length, 6);
  assert.match(first[0] ?? '', /^Lane 2: .* Club [12]$/);
  await page.getByText('Race 3 has crews of one club (Club 1): ', { exact: false }).waitFor();
  await assertAccessible(page, 'heats');
  await keepScreenshot(page, 'office-heats', true);
  await page.reload();
  await heat(page, 5).waitFor();
  assert.deepEqual(await namesIn(page, 3), first, 'nothing typed is lost');
  await page.getByRole('button', { name: 'Draw anew' }).click();
  await page.waitForFunction(
    (before) => document.querySelector<HTMLInputElement>('[name=seed]')?.value !== before,
    seed,
  );
  await page.getByLabel('Seed').fill(seed.toUpperCase());
  await page.waitForFunction(
    (line) => document.querySelector('.drawn-heats li')?.textContent?.trim() === line,
    first[0],
  );
  // A change by somebody else that does not concern the draw: the proposal is requested again, and stays.
  const { scheduledAt } = (await event.board()).races.find((race) => race.raceNumber === 3) ?? {};
  const renamed = { externalId: 'race-3', raceNumber: 3, title: 'Novice', scheduledAt };
  await event.push('PUT', '/races', [renamed]);
  await page.getByRole('heading', { name: '3 Novice', exact: false }).waitFor();
  assert.deepEqual(await namesIn(page, 3), first);
  await page.keyboard.press('Control+s');
  await page.getByText('Drawn: races 3, 4, 5.').first().waitFor();
  const bare = (line: string) => line.replace(/^Lane \d+: /, '').replace(/ Club \d$/, '');
  assert.deepEqual(await drawOf(3), first.map(bare));
  assert.equal(await page.getByLabel('Races', { exact: true }).inputValue(), '', 'nothing is left');
  await page.getByRole('link', { name: 'Race 3 by hand' }).click();
  await page.getByRole('combobox', { name: 'Crew of lane 3' }).waitFor();

  await page.goto(regatta.url('history'));
  await page.getByText(seed).waitFor();
  const entry = await page.locator('main').innerText();
  for (const said of [seed, 'by chance', 'from the middle out'])
    assert.ok(entry.includes(said), said);
  await page.getByRole('button', { name: /^Undo/ }).first().click();
  await page.getByText('Undone.').first().waitFor();
  assert.deepEqual(await drawOf(3), []);
});

test('by a ranking, on a phone: pasted, what is wrong beside it, crews of the races to begin with', async (t) => {
  const page = await newPage(t, { device: 'phone', forgive: /\b422\b/ });
  await ann.enter(page);
  await page.goto(`${regatta.url('progression')}?heats`);
  await page.getByLabel('Class and round').selectOption({ index: 1 });
  await page.getByLabel('Races', { exact: true }).fill('2');
  await page.getByText('Crews: 8 of 40').waitFor();
  const crews = await drawOf(2);
  await page.getByLabel('How').selectOption({ label: 'By a ranking' });
  const ranking = page.getByLabel('Ranking, best crew first');
  await ranking.fill(`${crews[7]}\n${crews[6]?.toUpperCase()}\nNobody\n${crews[7]}`);
  await page.getByText('No crew is called Nobody').waitFor();
  await ranking.fill(`${crews[7]}\n${crews[6]?.toUpperCase()}`);
  await page.getByLabel('Lanes', { exact: true }).selectOption({ label: 'These, in this order' });
  await page.getByText('Numbers from 1, none twice').waitFor();
  await page.getByLabel('Lanes, first crew first').fill('8 1 2');
  await page.getByRole('button', { name: 'Propose a draw' }).click();
  await page.getByText('These are fewer lanes than a race gets crews.').waitFor();
  await page.getByLabel('Lanes, first crew first').fill('8 1 2 3 4 5 6 7');
  await page.getByRole('button', { name: 'Propose a draw' }).click();
  await heat(page, 2).waitFor();
  const lanes = await namesIn(page, 2);
  assert.ok(lanes[7]?.startsWith(`Lane 8: ${crews[7]}`), lanes[7]);
  assert.ok(lanes[0]?.startsWith(`Lane 1: ${crews[6]}`), lanes[0]);
  await assertFitsWidth(page, 'heats on a phone');
  await assertAccessible(page, 'heats on a phone');
  await keepScreenshot(page, 'office-heats-phone', true);
  await page.getByRole('button', { name: 'Post this draw' }).click();
  await page.getByText('Drawn: race 2.').first().waitFor();
  assert.deepEqual((await drawOf(2))[0], crews[6]);
});

test('a race that has results, and a crew that has withdrawn, are said', async (t) => {
  const page = await newPage(t, { forgive: /\b422\b/ });
  await ann.enter(page);
  await page.goto(`${regatta.url('progression')}?heats`);
  await page.getByLabel('Races', { exact: true }).fill('1-2');
  await page.getByRole('button', { name: 'Propose a draw' }).click();
  await page.getByText('Race 1 has started, or has results', { exact: false }).waitFor();
});
