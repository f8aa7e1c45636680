/** Patterns in the race office: classes and a pattern chosen, seen as a tree, races found or made, saved in one write. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { keepScreenshot, newPage } from '../support/browser.ts';
import { assertAccessible, assertFitsWidth, assertLargeTargets } from './checks.ts';
import { startConsole } from './console-site.ts';
import { addOfficeRegatta } from './office-regatta.ts';

const site = await startConsole();
const regatta = await addOfficeRegatta(site, { races: 2, rowed: 0 });
const { ann, event } = regatta;
const today = new Date().toISOString().slice(0, 10);
const CREWS = 5;

/** Two heats of each class, and a final A of the first one. */
const races = [
  ['M1x', 'Heat 1'],
  ['M1x', 'Heat 2'],
  ['W2x', 'Heat 1'],
  ['W2x', 'Heat 2'],
  ['M1x', 'Final A'],
].map(([boatClass, round], index) => ({
  externalId: `${boatClass} ${round}`,
  raceNumber: 10 + index,
  ...{ boatClass, round, divisionLabel: 'Senior' },
  scheduledAt: `${today}T${round?.startsWith('Final') ? 16 : 10}:0${index}:00Z`,
}));
await event.push('PUT', '/races', races);
for (const [index, { externalId }] of races.slice(0, 4).entries()) {
  const lanes = Array.from({ length: CREWS }, (_, lane) => ({
    position: lane + 1,
    teamExternalId: `crew-${1 + index * CREWS + lane}`,
  }));
  await event.push('PUT', `/races/${encodeURIComponent(externalId)}/entries`, lanes);
}

async function openPatterns(page: Page, name: string, round: string): Promise<void> {
  await ann.enter(page);
  await page.goto(regatta.url('progression'));
  await page.getByRole('link', { name }).click();
  await page.getByLabel(round, { exact: true }).selectOption('Heat');
}

const target = (page: Page, name: string, which = 0) =>
  page.getByRole('group', { name, exact: true }).nth(which);

test('several classes at once: chosen by round, races found and made, one write, undone', async (t) => {
  const page = await newPage(t);
  await openPatterns(page, 'By a pattern…', 'Round of the heats');
  await page.getByRole('heading', { name: 'From the heats to the finals' }).waitFor();
  await page.getByLabel('Senior M1x 10 11 · 10 crews').waitFor();
  await page.getByLabel('Senior W2x 12 13 · 10 crews').waitFor();
  const pattern = page.getByLabel('Pattern', { exact: true });
  const offered = await pattern.locator('> option').allInnerTexts();
  assert.ok(
    offered.includes('2 repechages, finals A–B · 6 lanes · 9–12 crews'),
    offered.join('\n'),
  );
  await pattern.selectOption('6');
  await page.getByText('Source: World Rowing Championships 1996: Repechage, Case 2').waitFor();
  // The existing final is found; all other races are new, one after the other behind the last race.
  const final = target(page, 'Final A');
  assert.match(
    await final
      .getByLabel('Race')
      .evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text ?? ''),
    /^14 · .*Final A$/,
  );
  const repechage = target(page, 'Repechage 1');
  assert.equal(await repechage.getByLabel('Number').inputValue(), '15');
  assert.equal(await target(page, 'Repechage 1', 1).getByLabel('Number').inputValue(), '17');
  await repechage.getByText('2nd–6th of each heat').waitFor();
  // The repechages would start after that final.
  await final.getByText('It starts before a race from which its crews come').waitFor();
  await page.keyboard.press('Tab');
  for (const [index, name] of ['Repechage 1', 'Repechage 2'].entries()) {
    await target(page, name).getByLabel('Start').fill(`${today}T14:0${index}`);
  }
  await final.getByText('It starts before a race').waitFor({ state: 'hidden' });
  await repechage.getByLabel('Number').fill('14');
  await repechage.getByText('Another race has this number').waitFor();
  await page.getByRole('button', { name: 'Set up 8 races' }).click();
  assert.equal(
    await repechage.getByLabel('Number').evaluate((input) => input === document.activeElement),
    true,
    'the first wrong field',
  );
  await repechage.getByLabel('Number').fill('40');
  await final.getByText('Lanes', { exact: true }).click();
  await final.getByText('1st of Repechage 1').waitFor();
  await final.getByText('1st of race 10').waitFor();
  await assertAccessible(page, 'a pattern');
  await keepScreenshot(page, 'office-patterns-tree');

  await page.reload();
  assert.equal(await repechage.getByLabel('Number').inputValue(), '40', 'what was typed stays');
  const before = (await event.board()).races.length;
  await repechage.getByLabel('Number').press('Enter');
  await page.getByText('8 races set up by their pattern.').waitFor();
  const board = await event.board();
  assert.equal(board.races.length, before + 7);
  const found = (raceNumber: number) => board.races.find((race) => race.raceNumber === raceNumber);
  assert.equal(found(40)?.round, 'Repechage 1');
  assert.deepEqual(
    found(14)?.lanes.map(({ position, from }) => [position, from?.place]),
    [
      [2, 2],
      [3, 1],
      [4, 1],
      [5, 1],
      [6, 1],
      [7, 2],
    ].filter(([position]) => found(14)?.lanes.some((lane) => lane.position === position)),
  );
  await page.getByText('Choose the heats and a pattern.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Undone.').waitFor();
  assert.equal((await event.board()).races.length, before);
});

test('heats by their numbers, in German on a phone', async (t) => {
  const page = await newPage(t, { device: 'phone', locale: 'de-DE' });
  await openPatterns(page, 'Nach einem Muster…', 'Runde der Vorläufe');
  await page.getByLabel('Runde der Vorläufe').selectOption('');
  const heats = page.getByLabel('Vorläufe eines Wettbewerbs');
  await heats.fill('10, 99');
  await page.getByText('Es gibt kein Rennen 99').waitFor();
  await heats.fill('10-13');
  await page.getByLabel('Muster', { exact: true }).selectOption('17');
  await target(page, 'Halbfinale C/D 2').getByText('3.–5. aus jedem Hoffnungslauf').waitFor();
  await page.getByText('Jede Mannschaft fährt ein Finale.', { exact: false }).waitFor();
  await assertAccessible(page, 'a pattern on a phone');
  await assertFitsWidth(page, 'a pattern on a phone');
  await assertLargeTargets(page, 'a pattern on a phone');
  await page.getByRole('heading', { name: 'Vorschau' }).evaluate((it) => it.scrollIntoView());
  await keepScreenshot(page, 'office-patterns-phone');
});
