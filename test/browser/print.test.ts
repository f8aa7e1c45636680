/** The running order on paper: what is on which sheet, how many sheets there are, and what Ctrl+P on the board prints. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { regattaPush } from '../../regattas/push-plan.ts';
import { loadRegatta } from '../../regattas/regatta.ts';
import { LANGUAGE_CODES } from '../../src/words/languages.ts';
import { keepScreenshot, newPage, outputPath } from '../support/browser.ts';
import { pdfTexts } from '../support/pdf-text.ts';
import { assertAccessible, assertFitsWidth, assertLargeTargets, setTextSize } from './checks.ts';
import { type Event, publishRegatta, SATURDAY, SATURDAY_AT_ELEVEN, startSite } from './site.ts';

const site = await startSite();
const event = await publishRegatta(site);
const board = await event.board();
const large = await publishLargeDay();

/** The most sheets that a large regatta may need for each copy that it hangs up. */
const MAX_COMPACT_SHEETS = 6;
const LANGUAGES = {
  'en-GB': 'DNS did not start · DNF did not finish · DSQ disqualified',
  'de-DE': 'DNS nicht gestartet · DNF nicht im Ziel · DSQ disqualifiziert',
  'fr-FR': 'DNS non partant · DNF abandon · DSQ disqualifié',
};

/** The text of each sheet, without ligatures, and without spaces, which a PDF also has between letters that are set closer. */
async function sheetsOf(page: Page, name: string): Promise<string[]> {
  const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true });
  writeFileSync(outputPath(`${name}.pdf`), pdf);
  return pdfTexts(pdf).map((text) => text.normalize('NFKC').replaceAll(' ', ''));
}

test('on paper every sheet says its revision and when it was printed', async (t) => {
  const page = await newPage(t, { startsAt: SATURDAY_AT_ELEVEN });
  await page.goto(`${event.url}/print`);
  await page.getByRole('combobox', { name: 'Days' }).selectOption('');
  await page.getByRole('table').nth(1).waitFor();
  const sheets = await sheetsOf(page, 'print');
  assert.ok(sheets.length >= 4, `${sheets.length} sheets`);
  for (const [index, sheet] of sheets.entries()) {
    assert.ok(sheet.includes(`Revision${board.revision}·`), `sheet ${index + 1}: ${sheet}`);
    assert.match(sheet, /printed11:00,Sat,13Jun2026/);
    assert.match(sheet, /HebdaCupandWy-Hi·(Saturday,13|Sunday,14)Jun2026/);
    assert.ok(sheet.includes(`${index + 1}/${sheets.length}`), `sheet ${index + 1}: ${sheet}`);
  }
  const all = sheets.join('');
  const missing = board.races.filter(
    ({ title }) => !all.includes((title ?? '').replaceAll(' ', '')),
  );
  assert.deepEqual(missing, [], 'every race is on a sheet');
  assert.doesNotMatch(all, /Printthispage|Alldays/);
});

test('what is printed after midnight says so, also while the races of the day before are rowed', async (t) => {
  const [day, timezone] = ['2026-06-13', 'UTC'];
  const late = await site.addEvent({ name: 'Night', timezone, startDate: day, endDate: day });
  await late.push('POST', '/schedule', {});
  await late.push('PUT', '/races', [
    { externalId: 'late', raceNumber: 1, scheduledAt: `${day}T23:50:00Z` },
  ]);
  await late.push('POST', '/schedule/publish');
  const page = await newPage(t, { startsAt: Date.parse('2026-06-14T00:30:00Z') });
  await page.goto(`${late.url}/print`);
  await page.getByRole('table').first().waitFor();
  const [sheet = ''] = await sheetsOf(page, 'print-night');
  assert.match(sheet, /printed00:30,Sun,14Jun2026/);
  assert.match(sheet, /Saturday,13Jun2026/);
});

test('one day can be printed by itself', async (t) => {
  const page = await newPage(t, { startsAt: SATURDAY_AT_ELEVEN });
  await page.goto(`${event.url}/print`);
  await page.getByRole('combobox', { name: 'Days' }).selectOption({ index: 2 });
  assert.equal(await page.getByRole('table').count(), 1);
  const texts = pdfTexts(await page.pdf({ format: 'A4' }))
    .join('')
    .replaceAll(' ', '');
  assert.match(texts, /Sunday,14Jun2026/);
  assert.doesNotMatch(texts, /Saturday/);
});

for (const show of ['all', 'start-lists', 'results'] as const) {
  test(`69 races fit on ${MAX_COMPACT_SHEETS} sheets: ${show}`, async (t) => {
    const page = await newPage(t, { startsAt: SATURDAY_AT_ELEVEN });
    await page.goto(`${large.url}/print?layout=compact&show=${show}`);
    await page.locator('.small-race').first().waitFor();
    const sheets = await sheetsOf(page, `print-compact-${show}`);
    t.diagnostic(`${sheets.length} sheets`);
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: 703, height: 1000 });
    await keepScreenshot(page, `print-compact-${show}`);
    await page.emulateMedia({ media: null });
    assert.ok(sheets.length <= MAX_COMPACT_SHEETS, `${sheets.length} sheets`);
    const { races, revision } = await large.board();
    assert.equal(races.length, 69);
    const wanted = races.filter(
      ({ scored }) => show === 'all' || scored > 0 === (show === 'results'),
    );
    assert.ok(wanted.length > 10);
    assert.equal(await page.locator('.small-race').count(), wanted.length);
    const all = sheets.join('');
    for (const { number, title, lanes } of wanted) {
      assert.ok(all.includes(`${number}·${title}`.replaceAll(' ', '')), `${number} ${title}`);
      for (const { crewName } of lanes)
        assert.ok(all.includes((crewName ?? '').replaceAll(' ', '')), `${number}: ${crewName}`);
    }
    assert.equal(all.includes('1.='), show !== 'start-lists', 'a dead heat is marked');
    for (const sheet of sheets) {
      assert.ok(sheet.includes(`Revision${revision}·printed11:0`), sheet);
      assert.match(sheet, /DNSdidnotstart·DNFdidnotfinish·DSQdisqualified/);
    }
  });
}

test('from now on leaves out what is over, and start lists have no results', async (t) => {
  const page = await newPage(t, { startsAt: SATURDAY_AT_ELEVEN });
  await page.goto(`${event.url}/print?show=start-lists&from=now`);
  const table = page.getByRole('table');
  await table.first().waitFor();
  const ofDay = board.races.filter(({ scheduledAt }) => scheduledAt < '2026-06-14T04:00:00Z');
  const ahead = ofDay.filter(({ scored }) => scored === 0);
  assert.ok(ahead.length > 5 && ofDay.length > ahead.length + 5);
  assert.equal(await page.locator('.race-row').count(), ahead.length);
  assert.equal(await page.locator('.day-sheet .time').count(), 0);
  await page.getByText('Saturday, 13 Jun 2026 · Start lists').first().waitFor();
});

test('what is chosen stands in the address, and none of the choices is printed', async (t) => {
  const page = await newPage(t, { startsAt: SATURDAY_AT_ELEVEN });
  await page.goto(`${event.url}/print`);
  await page.getByRole('combobox', { name: 'Contents' }).selectOption('Results');
  await page.getByRole('combobox', { name: 'Layout' }).selectOption('Compact');
  await page.getByRole('button', { name: 'From now on' }).click();
  assert.equal(page.url(), `${event.url}/print?layout=compact&show=results&from=now`);
  await page.getByText('There is nothing to print').waitFor();
  await page.getByRole('button', { name: 'From now on' }).click();
  await page.reload();
  assert.equal(await page.getByRole('combobox', { name: 'Layout' }).inputValue(), 'compact');
  const text = (await sheetsOf(page, 'print-choices')).join('');
  assert.match(text, /Results/);
  assert.doesNotMatch(text, /Fromnowon|Compact|Startlists|Backto/);
});

test('the address chooses the language, and keeps it beside what is chosen', async (t) => {
  const page = await newPage(t, { startsAt: SATURDAY_AT_ELEVEN });
  await page.goto(`${event.url}/print?lang=de`);
  await page.getByRole('combobox', { name: 'Anordnung' }).selectOption('Kompakt');
  assert.equal(page.url(), `${event.url}/print?layout=compact&lang=de`);
  assert.equal(await page.locator('html').getAttribute('lang'), 'de');
  assert.match((await sheetsOf(page, 'print-lang')).join(''), /gedruckt11:00/);
  await page.goto(`${event.url}/print`);
  await page.getByRole('combobox', { name: 'Layout' }).waitFor();
});

test('what the address asks for and cannot be had is named, and the page is the usual one', async (t) => {
  const usual = await newPage(t, { startsAt: SATURDAY_AT_ELEVEN });
  await usual.goto(`${event.url}/print`);
  const page = await newPage(t, { startsAt: SATURDAY_AT_ELEVEN });
  await page.goto(`${event.url}/print?layout=x&show=<b>&from=12:00&lang=xx`);
  await page.getByText('“layout=x” is not possible. Possible: full, compact.').waitFor();
  await page.getByText('“show=<b>” is not possible.').waitFor();
  await page.getByText('“from=12:00” is not possible. Possible: now.').waitFor();
  await page
    .getByText(`“lang=xx” is not possible. Possible: ${LANGUAGE_CODES.join(', ')}.`)
    .waitFor();
  const rows = (one: Page) => one.locator('.race-row').allInnerTexts();
  assert.deepEqual(await rows(page), await rows(usual));
});

for (const [locale, legend] of Object.entries(LANGUAGES)) {
  test(`both layouts in ${locale} are accessible, on a phone as well`, async (t) => {
    for (const layout of ['full', 'compact']) {
      const page = await newPage(t, { device: 'phone', locale, startsAt: SATURDAY_AT_ELEVEN });
      await page.goto(`${event.url}/print?layout=${layout}`);
      await page.getByText(legend).first().waitFor();
      await assertFitsWidth(page, `${layout} ${locale}`);
      await assertLargeTargets(page, `${layout} ${locale}`);
      await assertAccessible(page, `${layout} ${locale}`);
      await keepScreenshot(page, `print-${layout}-${locale}`);
      await setTextSize(page, '200%');
      await assertFitsWidth(page, `${layout} ${locale}, 200 %`);
    }
  });
}

test('long names break between words, and one that turns its direction turns nothing else', async (t) => {
  const difficult = await publishDifficultNames();
  const page = await newPage(t, { startsAt: SATURDAY_AT_ELEVEN, viewport: A4 });
  await page.emulateMedia({ media: 'print' });
  for (const layout of ['compact', 'full']) {
    await page.goto(`${difficult.url}/print?layout=${layout}`);
    await page.locator('.sheet').first().waitFor();
    await keepScreenshot(page, `print-names-${layout}`);
    const words = new Map(await page.locator('.day-sheet').evaluate(placesOfWords));
    for (const word of ['Heidelberg', 'Frankfurter', 'Christchurch', 'Association', '1:03:13.70'])
      assert.equal(words.get(word)?.lines, 1, `${layout}: ${word}`);
    for (const word of ['Saturday,', '2026', 'Heat'])
      assert.ok(words.get(word)?.isForward, `${layout}: ${word}`);
  }
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the board prints what the print page prints, ${colorScheme}`, async (t) => {
    const paper = await newPage(t, { startsAt: SATURDAY_AT_ELEVEN });
    await paper.goto(`${event.url}/print`);
    await paper.getByRole('table').waitFor();
    const expected = await sheetsOf(paper, 'print-of-page');

    const page = await newPage(t, { startsAt: SATURDAY_AT_ELEVEN, colorScheme });
    await page.goto(event.url);
    await page.locator('.race').nth(30).waitFor();
    // Waits for what the board loads later.
    await page.getByRole('region', { name: 'Last results' }).waitFor();
    const before = await page.locator('#app').innerHTML();
    const loaded = page.waitForResponse(/assets\/paper-[\w-]+\.css/);
    await page.keyboard.press('Control+Shift');
    await loaded;
    await page.waitForFunction(() => {
      dispatchEvent(new Event('beforeprint'));
      return document.querySelector('.sheets') !== null;
    });
    assert.equal(await page.locator('.sheets').isVisible(), false, 'nothing of it on the screen');
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    assert.equal(await page.locator('.sheets').count(), 0);
    const printed = await sheetsOf(page, `print-of-board-${colorScheme}`);
    const withoutTime = (sheets: string[]) =>
      sheets.map((sheet) => sheet.replace(/printed\d\d:\d\d/, 'printed'));
    assert.deepEqual(withoutTime(printed), withoutTime(expected));
    await page.waitForFunction(() => document.querySelector('.sheets') === null);
    assert.ok((await page.locator('#app').innerHTML()) === before, 'the board is as it was');
  });
}

test('until its sheets are loaded the board prints its rows, black on white', async (t) => {
  const page = await newPage(t, { startsAt: SATURDAY_AT_ELEVEN, colorScheme: 'dark' });
  await page.route(/assets\/(board-)?paper-/, (route) => route.abort());
  await page.goto(event.url);
  await page.locator('.race').first().waitFor();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  for (const part of ['.moment', '.beside', '.top .tools', '.page-footer'])
    assert.equal(await page.locator(part).isVisible(), false, part);
  assert.ok(await page.locator('.race').last().isVisible());
  const colours = await page.evaluate(() => {
    const { color, backgroundColor } = getComputedStyle(document.body);
    return [color, backgroundColor];
  });
  assert.deepEqual(colours, ['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
  await keepScreenshot(page, 'print-of-board-without-sheets');
});

/** A sheet without its margins, in CSS pixels. */
const A4 = { width: 703, height: 1009 };

interface WordPlace {
  lines: number;
  /** Whether its letters go from left to right. */
  isForward: boolean;
}

/** Runs in the page: on how many lines each word is, and in which direction. */
function placesOfWords(sheet: Element): [string, WordPlace][] {
  const words = new Map<string, WordPlace>();
  const texts = document.createTreeWalker(sheet, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    for (const { 0: word, index } of (text.nodeValue ?? '').matchAll(/[^\s-]+/g)) {
      const letters = Array.from(word, (_, offset) => {
        const range = document.createRange();
        range.setStart(text, index + offset);
        range.setEnd(text, index + offset + 1);
        return range.getBoundingClientRect();
      });
      const lines = new Set(letters.map(({ top }) => Math.round(top))).size;
      const isForward = (letters[0]?.left ?? 0) <= (letters.at(-1)?.left ?? 0);
      const known = words.get(word);
      words.set(word, {
        lines: Math.max(lines, known?.lines ?? 0),
        isForward: isForward && known?.isForward !== false,
      });
    }
  }
  return [...words];
}

/** A race of long names and labels with long results, and names with marks of direction in them. */
async function publishDifficultNames(): Promise<Event> {
  const names = [
    'Universitätsruderverein Heidelberg-Neckargemünd-Schwetzingen e. V.',
    'Rgm. Frankfurter Rudergesellschaft Germania / Offenbacher Ruderverein Undine',
    'Christchurch Boating Club and Old Canterbury Rowing Association',
    'A \u202eReversed crew',
  ];
  const dates = { startDate: SATURDAY, endDate: SATURDAY };
  const name = 'Cup \u2069\u202eX of names';
  const made = await site.addEvent({ name, timezone: 'America/New_York', ...dates });
  await made.push('POST', '/schedule');
  await made.push(
    'PUT',
    '/teams',
    names.map((name, index) => ({ externalId: `${index}`, name })),
  );
  const scheduledAt = `${SATURDAY}T14:40:00Z`;
  const title = 'Quad \u202eReversed';
  const race = { title, boatClass: '4x', round: 'Heat 9', scheduledAt };
  // Two races, because one alone has the width of the sheet.
  await made.push('PUT', '/races', [
    { ...race, externalId: 'r', raceNumber: 1 },
    { ...race, externalId: 'other', raceNumber: 2 },
  ]);
  const lanes = names.map((_, index) => ({
    position: index + 1,
    positionLabel: `Bow number ${index} of the long row ABCDE`,
    teamExternalId: `${index}`,
  }));
  await made.push('PUT', '/races/r/entries', lanes);
  const results = names.map((_, index) => ({
    position: index + 1,
    status: 'finished',
    finishTimeMillis: 3_722_690 + index * 61_010,
    penaltyMillis: 10_000,
  }));
  await made.push('PUT', '/races/r/results', results);
  await made.push('POST', '/schedule/publish');
  return made;
}

/** 69 real races on one day: both regattas, and the first races of the one once more; half of them rowed. */
async function publishLargeDay(): Promise<Event> {
  const made = await site.addEvent({
    name: 'Hebda Cup and Wy-Hi on one day',
    timezone: 'America/New_York',
    startDate: SATURDAY,
    endDate: SATURDAY,
  });
  const [hebda, wyHi] = [loadRegatta('hebda-cup-2023'), loadRegatta('wy-hi-2023')];
  const parts = [hebda, wyHi, { ...hebda, races: hebda.races.slice(0, 22) }].map((regatta) =>
    regattaPush(regatta, { date: SATURDAY }),
  );
  await made.push('POST', '/schedule', parts[0]?.schedule);
  const teams = new Map(parts.flatMap(({ teams }) => teams).map((team) => [team.name, team]));
  await made.push('PUT', '/teams', [...teams.values()]);
  for (const [index, { races, draws, results }] of parts.entries()) {
    const idOf = (externalId: string) => `${index}-${externalId}`;
    await made.push(
      'PUT',
      '/races',
      races.map((race) => ({
        ...race,
        externalId: idOf(race.externalId),
        raceNumber: race.raceNumber + 100 * index,
      })),
    );
    for (const { externalId, lanes } of draws)
      await made.push('PUT', `/races/${idOf(externalId)}/entries`, lanes);
    if (index === 1) continue;
    for (const one of results)
      await made.push('PUT', `/races/${idOf(one.externalId)}/results`, one.results);
  }
  // A dead heat, of which the data has none.
  const [dead] = parts[0]?.results ?? [];
  const time = dead?.results.find(({ finishTimeMillis }) => finishTimeMillis)?.finishTimeMillis;
  await made.push(
    'PUT',
    `/races/0-${dead?.externalId}/results`,
    dead?.results.map((one) => ({ ...one, finishTimeMillis: time })),
  );
  await made.push('POST', '/schedule/publish');
  return made;
}
