/** The board's small things: dead heats, reasons in words, bow numbers, long names, large text, wide screens. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { keepScreenshot, newPage } from '../support/browser.ts';
import { assertAccessible, assertFitsWidth, assertLargeTargets, setTextSize } from './checks.ts';
import { publishRegatta, SATURDAY, SATURDAY_AT_ELEVEN, startSite } from './site.ts';

const site = await startSite();
const regatta = await publishRegatta(site);
const LONG_NAME =
  'Internationale Ruderregatta um den Wanderpreis der Donaudampfschifffahrtsgesellschaft';
/** A regatta whose time zone is not known. */
const special = await site.addEvent({
  name: LONG_NAME,
  timezone: null,
  startDate: SATURDAY,
  endDate: SATURDAY,
  city: '',
});
await publishSpecial();

/** A dead heat with all reasons for no place, and a head race whose boats have numbers. */
async function publishSpecial(): Promise<void> {
  const names = [
    ...['Rennrudergemeinschaft Donaudampfschifffahrtsgesellschaft', 'Roosevelt A', 'Grosse Ile'],
    ...['Saline', 'Parkersburg', 'Wyandotte'],
  ];
  const positions = names.map((_, index) => index + 1);
  await special.push('POST', '/schedule');
  await special.push(
    'PUT',
    '/teams',
    names.map((name, index) => ({ externalId: `c${index + 1}`, name })),
  );
  await special.push(
    'PUT',
    '/races',
    ['Dead heat', 'Head race'].map((title, index) => ({
      ...{ externalId: `r${index + 1}`, raceNumber: index + 1, title },
      scheduledAt: `${SATURDAY}T1${4 + 2 * index}:00:00Z`,
    })),
  );
  for (const number of [1, 2])
    await special.push(
      'PUT',
      `/races/r${number}/entries`,
      positions.map((position) => ({
        position,
        positionLabel: String(number === 1 ? position : 100 + position),
        teamExternalId: `c${position}`,
      })),
    );
  await special.push('PUT', '/races/r1/results', [
    { position: 1, finishTimeMillis: 405_310 },
    { position: 2, finishTimeMillis: 405_310 },
    { position: 3, finishTimeMillis: 420_000, penaltyMillis: 10_000 },
    { position: 4, status: 'dnf' },
    { position: 5, status: 'dns' },
    { position: 6, status: 'dsq' },
  ]);
  await special.push('POST', '/schedule/publish');
}

const PHONE = { device: 'phone', viewport: { width: 360, height: 740 } } as const;
const NOW = { startsAt: SATURDAY_AT_ELEVEN };

/** Opens all races of the special regatta, also those that are over. */
async function openAll(page: Page): Promise<void> {
  await page.locator('.earlier button').click();
  await page.locator('.find .pill').click();
  await page.getByRole('table').nth(1).waitFor();
}

test('town and date are in the header before there are races, and UTC that was chosen needs no warning', async (t) => {
  const early = await site.addEvent({
    ...{ name: 'Too early', timezone: 'UTC', startDate: '2026-08-14', endDate: '2026-08-16' },
    ...{ city: 'Reykjavík', countryCode: 'IS' },
  });
  await early.push('POST', '/schedule');
  await early.push('POST', '/schedule/publish');
  const page = await newPage(t, { ...PHONE, ...NOW, locale: 'en-GB' });
  await page.goto(early.url);
  assert.match(await page.locator('.when-where').innerText(), /^14\s?–\s?16 Aug 2026 · Reykjavík$/);
  assert.equal(await page.locator('.no-zone').count(), 0);
  await keepScreenshot(page, 'small-things-early');
  await page.goto(special.url);
  await page.getByText('Times are UTC').waitFor();
});

const LANGUAGES = {
  'en-GB': {
    heat: '1st= 2 crews: ',
    reasons: ['did not finish', 'did not start', 'disqualified'],
    labels: ['Lane', 'Bow'],
    zone: 'Times are UTC',
  },
  'de-DE': {
    heat: '1.= 2 Mannschaften: ',
    reasons: ['nicht im Ziel', 'nicht gestartet', 'disqualifiziert'],
    labels: ['Bahn', 'Startnr.'],
    zone: 'Zeiten in UTC',
  },
  'fr-FR': {
    heat: '1er= 2 équipages\u00a0: ',
    reasons: ['abandon', 'non partant', 'disqualifié'],
    labels: ['Couloir', 'Étrave'],
    zone: 'Heures UTC',
  },
};

for (const [locale, told] of Object.entries(LANGUAGES)) {
  test(`dead heats, reasons, labels and zone in ${locale} on a phone of 360 px`, async (t) => {
    const page = await newPage(t, { ...PHONE, ...NOW, locale });
    await page.goto(special.url);
    await page.getByText(told.zone).waitFor();
    const name = page.getByRole('heading', { level: 1 });
    const { lines, header } = await name.evaluate((h1) => ({
      lines: h1.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(h1).lineHeight),
      header: h1.closest('header')?.getBoundingClientRect().height ?? 0,
    }));
    assert.ok(lines < 3.1, `the name has ${lines} lines`);
    assert.ok(header < 300, `the header is ${header} px high`);
    await keepScreenshot(page, `small-things-${locale}`);
    await openAll(page);
    await page.locator('.summary', { hasText: told.heat }).waitFor();
    const heat = page.getByRole('table').first();
    const places = await heat.getByRole('cell').and(page.locator('.place')).allInnerTexts();
    assert.deepEqual(places.slice(0, 3), ['1=', '1=', '3']);
    for (const reason of told.reasons) {
      const box = await heat.getByText(reason).boundingBox();
      assert.ok(box && box.width > 40 && box.height > 10, `${reason} cannot be seen`);
    }
    for (const [index, label] of told.labels.entries())
      await page
        .getByRole('table')
        .nth(index)
        .getByRole('columnheader', { name: label, exact: true })
        .waitFor();
    await keepScreenshot(page, `small-things-${locale}-open`, true);
    await assertAccessible(page, locale);
    await assertLargeTargets(page, locale);
    for (const size of ['100%', '150%', '200%']) {
      await setTextSize(page, size);
      await assertFitsWidth(page, `${locale}, ${size}`);
      assert.deepEqual(await brokenWords(page), [], size);
    }
    const { height = 0 } = (await page.locator('.moment .last').boundingBox()) ?? {};
    assert.ok(height > 0 && height < 700, `the last result is ${height} px high`);
    await keepScreenshot(page, `small-things-${locale}-200`);
  });
}

/** The words of crews and column headings that are broken although they fit on a line. */
async function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    Array.from(document.querySelectorAll('.lanes :is(th, .lane span)')).flatMap((cell) => {
      const text = cell.firstChild;
      if (!(text instanceof Text)) return [];
      const words = Array.from(text.data.matchAll(/\S+/g));
      return words
        .filter(({ 0: word, index }) => {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          // The longest word of all is wider than the row.
          return word.length < 20 && range.getClientRects().length > 1;
        })
        .map(({ 0: word }) => word);
    }),
  );
}

test('a heading says race, name and time, in this order', async (t) => {
  const page = await newPage(t, { ...PHONE, ...NOW });
  await regatta.push('PUT', '/schedule/delay', { venueDay: SATURDAY, delayMinutes: 10 });
  await page.goto(regatta.url);
  await page
    .getByRole('heading', {
      level: 3,
      name: /^Race 17 Men's Varsity 4\+ Final ?, expected 11:27, planned 11:17$/,
    })
    .waitFor();
  await regatta.push('PUT', '/schedule/delay', { venueDay: SATURDAY, delayMinutes: 0 });
  await page
    .getByRole('heading', { level: 3, name: /^Race 17 Men's Varsity 4\+ Final ?, 11:17$/ })
    .waitFor();
});

for (const [width, colorScheme] of [
  [1440, 'light'],
  [1440, 'dark'],
  [1280, 'light'],
] as const) {
  test(`a screen of ${width} px has two columns, ${colorScheme}`, async (t) => {
    const viewport = { width, height: 900 };
    const page = await newPage(t, { ...NOW, viewport, colorScheme });
    await page.goto(regatta.url);
    const results = page.getByRole('region', { name: 'Last results' });
    await results.waitFor();
    const order = await page.locator('.running-order').boundingBox();
    const search = await page.getByRole('searchbox').boundingBox();
    const list = await results.boundingBox();
    assert.ok(order && search && list);
    assert.ok(search.x > order.x + order.width - 1, 'the search stands beside the running order');
    assert.ok(list.y > search.y && list.x > order.x + order.width - 1);
    assert.ok(list.x + list.width - order.x > Math.min(width - 1, 1270), 'the width is used');
    const where = `board-wide-${width}-${colorScheme}`;
    await keepScreenshot(page, where);
    await assertAccessible(page, where);
    await assertFitsWidth(page, where);

    // The search is still beside the running order, below the strip, once that is scrolled.
    await page.evaluate(() => scrollTo(0, 900));
    const strip = await page.locator('.moment').boundingBox();
    const scrolled = await page.getByRole('searchbox').boundingBox();
    assert.ok(strip && scrolled && scrolled.y >= strip.y + strip.height, 'the strip hides it');
    assert.ok(scrolled.y < 400, 'the search has gone');

    await results.getByRole('link', { name: /^16 · / }).click();
    await page.locator('.race.open').getByRole('table').waitFor();
    const opened = await page.locator('.race.open').boundingBox();
    assert.ok(opened && strip && opened.y >= strip.height - 1, 'the race is behind the strip');

    // Large text has one column.
    await setTextSize(page, '200%');
    await assertFitsWidth(page, `${where}, 200 %`);
    const first = await page.locator('.running-order').boundingBox();
    const box = await page.getByRole('searchbox').boundingBox();
    assert.ok(first && box && Math.abs(first.x - box.x) < 100, 'two columns of large text');
  });
}

test('beside the running order the last results stand with the first view of a wide screen', async (t) => {
  const page = await newPage(t, { viewport: { width: 1440, height: 900 } });
  await page.clock.install({ time: SATURDAY_AT_ELEVEN });
  await page.clock.pauseAt(SATURDAY_AT_ELEVEN + 1000);
  await page.goto(regatta.url);
  // Sooner than on a phone, which loads them after its first view.
  await page.clock.runFor(500);
  await page.getByRole('region', { name: 'Last results' }).waitFor();
});

test('names from right to left, and marks that turn the text, leave what stands beside them where it is', async (t) => {
  const event = await publishRegatta(site);
  const title =
    "Lightweight Women's Quadruple Sculls of the Universities of the North, Repechage 2";
  const scheduledAt = `${SATURDAY}T14:59:00Z`;
  const names = ['נבחרת ישראל', 'Hostile \u202eclub'];
  await event.push(
    'PUT',
    '/teams',
    names.map((name, index) => ({ externalId: `n${index}`, name })),
  );
  await event.push('PUT', '/races', [{ externalId: 'rtl', raceNumber: 78, title, scheduledAt }]);
  const lanes = [1, 2].map((position) => ({ position, teamExternalId: `n${position - 1}` }));
  await event.push('PUT', '/races/rtl/entries', lanes);
  const results = [1, 2].map((position) => ({ position, finishTimeMillis: 400_000 + position }));
  await event.push('PUT', '/races/rtl/results', results);
  const page = await newPage(t, { viewport: { width: 1440, height: 900 }, ...NOW });
  await page.goto(event.url);
  const strip = page.locator('.moment .last .first', { hasText: 'נבחרת' });
  await strip.waitFor();
  assert.ok(await standsAfter(strip, 'נבחרת', '6:40'), 'the time stands before the name');
  await page.getByRole('searchbox').fill('hostile');
  const hit = page.locator('.hit');
  assert.ok(await standsAfter(hit, 'Hostile', '6:40'), 'the name turns what follows');
  // There is room for all of a title that a phone has in short.
  await page.getByRole('heading', { level: 3, name: title }).waitFor();
  await keepScreenshot(page, 'small-things-directions');
});

/** Whether one text stands to the right of another. */
async function standsAfter(within: Locator, first: string, second: string): Promise<boolean> {
  return within.evaluate(
    (element, wanted) => {
      const [a, b] = wanted.map((text) => {
        const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text) {
          const at = node.data.indexOf(text);
          if (at === -1) continue;
          const range = document.createRange();
          range.setStart(node, at);
          range.setEnd(node, at + text.length);
          return range.getBoundingClientRect();
        }
        throw new Error(`${text} is not there`);
      });
      return a !== undefined && b !== undefined && b.left >= a.right - 1;
    },
    [first, second],
  );
}

test('an open race says each part of its name once, and what it says of a crew is kept apart', async (t) => {
  const event = await publishRegatta(site);
  const title = "Lightweight Women's Quadruple Sculls of the Universities, Repechage 2";
  const boatClass = 'LW4x';
  const round = 'Repechage 2';
  const scheduledAt = `${SATURDAY}T15:20:00Z`;
  await event.push('PUT', '/races', [
    { externalId: 'long', raceNumber: 77, title, boatClass, round, scheduledAt },
  ]);
  const page = await newPage(t, { ...PHONE, ...NOW });
  await page.goto(event.url);
  const { races } = await event.board();
  const row = page.locator(`#race-${races.find(({ raceNumber }) => raceNumber === 77)?.id}`);
  await row.locator('h3 button').click();
  await row.getByText(title).waitFor();
  for (const part of [boatClass, round]) {
    const text = (await row.innerText()).replaceAll('\u00a0', ' ');
    const said = text.replace(title, '').split(part).length - 1;
    assert.equal(said, 1, `${part} is said ${said} times`);
  }
  await keepScreenshot(page, 'small-things-open-race');
  await page.getByRole('searchbox').fill('saline a');
  const hit = page.locator('.hit', { hasText: '6:42.70' });
  assert.equal((await hit.innerText()).trim(), 'Saline A Lane 2 · 2nd · 6:42.70 · +3.20');
});
