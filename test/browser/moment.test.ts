/** The board as a spectator opens it: what is on, what is next, what has just happened, how late it is. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { regattaPush } from '../../regattas/push-plan.ts';
import { loadRegatta } from '../../regattas/regatta.ts';
import { formatFinishTime } from '../../src/domain/results/finish-time.ts';
import { setOfficeDelay } from '../../src/operations/office/day.ts';
import { newestNumber } from '../../src/storage/history/history.ts';
import { keepScreenshot, newPage, type Visit } from '../support/browser.ts';
import { performOn } from '../support/perform.ts';
import {
  allDrawn,
  assertAccessible,
  assertFitsWidth,
  assertLargeTargets,
  setTextSize,
} from './checks.ts';
import { type Event, publishRegatta, SATURDAY, SATURDAY_AT_ELEVEN, startSite } from './site.ts';

const site = await startSite();
const MINUTE = 60_000;
/** Race 17 starts at 11:17:28. */
const BEFORE_RACE_17 = SATURDAY_AT_ELEVEN + 14.6 * MINUTE;
const IN_RACE_17 = SATURDAY_AT_ELEVEN + 18 * MINUTE;
const AFTER_THE_LAST = SATURDAY_AT_ELEVEN + 9 * 60 * MINUTE;

const VISITS: [name: string, visit: Visit][] = [
  ['phone', { device: 'phone', viewport: { width: 360, height: 740 } }],
  ['desktop', { device: 'desktop' }],
];

for (const [name, visit] of VISITS) {
  test(`what is next, and the delay of the day, on a ${name}`, async (t) => {
    const event = await publishRegatta(site);
    const delay = (delayMinutes: number) =>
      event.push('PUT', '/schedule/delay', { venueDay: SATURDAY, delayMinutes });
    await delay(17);
    const page = await open(t, event, { ...visit, startsAt: BEFORE_RACE_17 });
    const strip = page.getByRole('navigation', { name: 'The moment' });
    await strip.getByText('17 min late', { exact: true }).waitFor();
    await strip
      .getByRole('link', { name: /Next 11:34 in (19|20|21) min 17 · Men's Varsity 4\+ Final/ })
      .waitFor();
    await strip.getByRole('link', { name: /Last result 1st Roosevelt 7:10.98 16 · / }).waitFor();
    await delay(0);
    await strip.getByText('on time, was 17 min late').waitFor();
    await strip.getByRole('link', { name: /Next 11:17 in [234] min/ }).waitFor();
    await delay(42);
    await strip.getByText('42 min late', { exact: true }).waitFor();
    await delay(45);
    await strip.getByText('45 min late, was 42').waitFor();
    assert.equal(await shiftOf(page), 0, 'the page has moved');
    await keepScreenshot(page, `moment-late-${name}`);
    await page.reload();
    await strip.getByText('45 min late, was 42').waitFor();
    await page.locator('.day', { hasText: '14 Jun' }).waitFor();
    assert.equal(await page.locator('.day', { hasText: '14 Jun' }).getByText('late').count(), 0);
  });

  test(`a race comes in on a ${name}`, async (t) => {
    const event = await publishRegatta(site);
    const { id, externalId, positions } = await raceNumbered(event, 17);
    const page = await open(t, event, { ...visit, startsAt: IN_RACE_17 });
    const strip = page.getByRole('navigation', { name: 'The moment' });
    const row = page.locator(`#race-${id}`);
    await strip.getByRole('link', { name: /Now 11:17 17 · / }).waitFor();
    const results = positions.map((position) => ({
      position,
      finishTimeMillis: 400_000 - position * 1110,
    }));
    const [first, second] = results;

    await t.test(
      'nobody is first before all are in; hours later there are places and no winner',
      async () => {
        await event.push('PUT', `/races/${externalId}/results`, [first, second]);
        const soFar = `2 of ${positions.length} in`;
        const best = formatFinishTime(second?.finishTimeMillis ?? 0);
        const told = new RegExp(`Finishing ${soFar} · leading .+ ${best} 17 · `);
        await strip.getByRole('link', { name: told }).waitFor();
        await row.getByText(soFar).waitFor();
        const evening = await open(t, event, { ...visit, startsAt: AFTER_THE_LAST });
        const later = evening.locator(`#race-${id}`);
        await later.getByText(soFar).waitFor();
        assert.match(await later.innerText(), new RegExp(`${soFar} ·\\s+place 1 .+\\s+${best}`));
        assert.doesNotMatch(await later.innerText(), /1st/);
        await evening.close();
        assert.match(await row.innerText(), new RegExp(`${soFar} ·\\s+leading .+\\s+${best}`));
        assert.doesNotMatch(await row.innerText(), /1st/);
        await row.locator('h3 button').click();
        await row.getByRole('table').waitFor();
        await row.locator('.detail .so-far', { hasText: soFar }).waitFor();
        assert.match(
          await row.locator('tbody tr').first().innerText(),
          new RegExp(`${best}\\s+leading`),
        );
        assert.deepEqual(new Set(await row.locator('td.place').allInnerTexts()), new Set(['']));
        await keepScreenshot(page, `moment-partly-in-${name}`);
        await row.locator('h3 button').click();
      },
    );

    await t.test('a new result is marked, and a tap leads there', async () => {
      await event.push('PUT', `/races/${externalId}/results`, results);
      await row.getByText('1st').first().waitFor();
      const line = page.locator('.moment .last');
      assert.match((await line.getAttribute('class')) ?? '', /fresh/);
      await keepScreenshot(page, `moment-result-${name}`);
      assert.equal(await shiftOf(page), 0, 'the page has moved');
      await assertAccessible(page, name);
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      await line.getByRole('link').click();
      await row.getByRole('table').waitFor();
      await page.waitForTimeout(300);
      assert.ok(await isBelowStrip(page, id), 'the race is behind the strip');
    });
  });

  test(`earlier races open upwards, and a button leads back to now, on a ${name}`, async (t) => {
    const event = await publishRegatta(site);
    const page = await open(t, event, { ...visit, startsAt: IN_RACE_17 });
    const { id, first } = await raceNumbered(event, 17);
    const board = await event.board();
    const row = page.locator(`#race-${id}`);
    assert.equal(await page.locator(`#race-${first}`).count(), 0);
    assert.equal(await page.locator('.race').first().getAttribute('id'), `race-${id}`);
    const before = await row.boundingBox();
    const button = page.getByRole('button', { name: 'Earlier today · 16 races' });
    await button.click();
    await page.locator(`#race-${first}`).waitFor();
    // Rows that are drawn are moved to their place before they are painted.
    await shiftOf(page);
    const then = await row.boundingBox();
    assert.ok(before && then && Math.abs(before.y - then.y) <= 1, `${before?.y} became ${then?.y}`);
    assert.equal(await shiftOf(page), 0);
    await allDrawn(page, board.races.length);
    const numbers = await page.locator('.race .number [aria-hidden]').allInnerTexts();
    assert.deepEqual(
      numbers,
      board.races.map(({ number }) => number),
      'in running order',
    );

    const toNow = page.getByRole('button', { name: 'To the race that is on now' });
    assert.equal(await toNow.count(), 0, 'what is in view needs no way back');
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await toNow.waitFor();
    await keepScreenshot(page, `moment-away-${name}`);
    await assertAccessible(page, `${name}, away`);
    assert.deepEqual(await coveredBy(toNow, page.locator('.race .row > .icon')), []);
    await page
      .getByRole('button', { name: /^My races/ })
      .evaluate((tab: HTMLElement) => tab.click());
    await toNow.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await toNow.click();
    await toNow.waitFor({ state: 'detached' });
    assert.ok(await isBelowStrip(page, id), 'the race is behind the strip');
    await button.waitFor();
    // A link to an earlier race opens the part of the page in which that race is.
    await page.goto(`${event.url}#race-${first}`);
    await page.locator(`#race-${first}`).getByRole('table').waitFor();
    await page.goto(event.url);
    await button.waitFor();
    await page.getByRole('button', { name: 'Open all' }).click();
    await page.locator(`#race-${first}`).getByRole('table').waitFor();
  });

  test(`after the last race the results are what one finds on a ${name}`, async (t) => {
    const event = await publishRegatta(site, AFTER_THE_LAST);
    for (const [when, startsAt] of [
      ['evening', AFTER_THE_LAST],
      ['days-after', AFTER_THE_LAST + 72 * 60 * MINUTE],
    ] as const) {
      const page = await open(t, event, { ...visit, startsAt });
      await keepScreenshot(page, `moment-${when}-${name}`);
      assert.equal(await page.getByRole('button', { name: /Earlier today/ }).count(), 0);
      const numbers = await page
        .locator('.day')
        .filter({ hasText: 'latest first' })
        .locator('.number [aria-hidden]')
        .allInnerTexts();
      assert.equal(numbers.length, when === 'evening' ? 26 : 21);
      const { races } = await event.board();
      const day = races.filter(({ scheduledAt }) =>
        scheduledAt.startsWith(when === 'evening' ? SATURDAY : '2026-06-14'),
      );
      assert.deepEqual(numbers, day.map(({ number }) => number).reverse());
      if (when === 'evening') await page.getByText('Racing is over for today').waitFor();
      else assert.equal(await page.locator('.moment .line').count(), 1);
      await assertAccessible(page, `${name}, ${when}`);
    }
  });
}

test('when nothing comes, the page says since when, and no race is next for ever', async (t) => {
  const event = await publishRegatta(site);
  const page = await open(t, event, { ...VISITS[0]?.[1], startsAt: AFTER_THE_LAST - 360 * MINUTE });
  const strip = page.getByRole('navigation', { name: 'The moment' });
  await strip.getByText('No results since 11:17').waitFor();
  await page.getByText('Waiting for the result').first().waitFor();
  await keepScreenshot(page, 'moment-no-results-phone');
});

test('a break shows its notes, and is no race that waits for a result', async (t) => {
  const event = await publishRegatta(site);
  const notes = 'Course closed until noon. Crews may train beyond the bridge.';
  await event.push('PUT', '/races', [
    {
      externalId: 'break',
      raceNumber: 90,
      title: 'Break',
      scheduledAt: '2026-06-13T15:10:00Z',
      notes,
    },
  ]);
  const page = await open(t, event, {
    ...VISITS[0]?.[1],
    startsAt: SATURDAY_AT_ELEVEN + 12 * MINUTE,
  });
  await page.locator('.race.now', { hasText: 'Break' }).getByText(notes).waitFor();
  await page.getByRole('link', { name: `Now 11:10 ${notes} 90 · Break` }).waitFor();
  await keepScreenshot(page, 'moment-break-phone');
});

test('a race that nobody is drawn in says its notes, on its row and in the strip', async (t) => {
  const now = SATURDAY_AT_ELEVEN - 20 * MINUTE;
  const event = await publishRegatta(site, now);
  const { id, externalId } = await raceNumbered(event, 14);
  const isCut = (element: Element) => element.scrollWidth > element.clientWidth;
  for (const [name, visit] of VISITS) {
    const page = await open(t, event, { ...visit, startsAt: now });
    const row = page.locator(`#race-${id}`);
    const summary = row.locator('.summary', { hasText: 'No Race' });
    await summary.waitFor();
    const next = page.locator('.moment .then', { hasText: "14 · Women's Novice 8+ Final" });
    const notes = next.getByText('No Race');
    await notes.waitFor();
    assert.equal(await notes.evaluate(isCut), false, 'the strip cuts the notes');
    await keepScreenshot(page, `moment-no-race-${name}`);
    await row.locator('h3 button').click();
    await row.getByRole('button', { name: 'Follow race' }).waitFor();
    assert.equal(await row.getByText('No Race').count(), 1, 'the notes are said once');
  }
  const other = await newPage(t, { startsAt: now });
  for (const path of ['/display?view=next', '/embed']) {
    await other.goto(`${event.url}${path}`);
    await other.getByText('No Race').first().waitFor();
  }
  await event.push('PUT', '/races', [{ externalId, raceNumber: 14, notes: null }]);
  for (const [locale, said] of [
    ['en-GB', 'Not drawn yet.'],
    ['de-DE', 'Noch keine Bahnverteilung.'],
    ['fr-FR', 'Couloirs pas encore attribués.'],
  ] as const) {
    const page = await open(t, event, { ...VISITS[0]?.[1], locale, startsAt: now });
    const text = page.locator(`#race-${id} .summary`, { hasText: said });
    await text.waitFor();
    await page.locator(`#race-${id} .badge`).waitFor();
    assert.equal(await text.evaluate(isCut), false, `${said} is cut beside the badge`);
    await keepScreenshot(page, `moment-not-drawn-${locale}`);
  }
});

test('the mark of a delay stands in full on a phone: what it was, and until when', async (t) => {
  const event = await publishRegatta(site);
  const setDelay = async (delayMinutes: number, until: number | null) => {
    const seen = await newestNumber(site.service.database.reads, event.eventId);
    const input = { venueDay: SATURDAY, delayMinutes, until, seen };
    await performOn(site.service, event.eventId, setOfficeDelay, input);
  };
  await setDelay(12, null);
  for (const [locale, was, until] of [
    ['en-GB', '25 min late, was 12', '12 min late, until 14:10'],
    ['de-DE', '25 min Verspätung, zuvor 12', '12 min Verspätung, bis 14:10'],
    ['fr-FR', '25 min de retard, avant\u00a0: 12', '12 min de retard, jusqu’à 14:10'],
  ] as const) {
    for (const width of [360, 390]) {
      const phone = { device: 'phone', viewport: { width, height: 740 } } as const;
      const page = await open(t, event, { ...phone, locale, startsAt: BEFORE_RACE_17 });
      const mark = page.locator('.moment .delay');
      const isCut = () =>
        mark.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
      await mark.waitFor();
      await setDelay(25, null);
      await mark.getByText(was, { exact: true }).waitFor();
      assert.equal(await isCut(), false, `${was} at ${width} px`);
      await setDelay(12, SATURDAY_AT_ELEVEN + 190 * MINUTE);
      await mark.getByText(until, { exact: true }).waitFor();
      await keepScreenshot(page, `moment-until-${locale}-${width}`);
      assert.equal(await isCut(), false, `${until} at ${width} px`);
      await setDelay(12, null);
      await page.close();
    }
  }
});

for (const [locale, words, over] of [
  [
    'de-DE',
    [
      'Jetzt',
      'Nächstes',
      /in [234] min/,
      'Letztes Ergebnis',
      '10 min Verspätung',
      'Heute schon vorbei',
    ],
    'Die Rennen sind für heute vorbei',
  ],
  [
    'fr-FR',
    [
      'En cours',
      'Prochaine',
      /dans [234] min/,
      'Dernier résultat',
      '10 min de retard',
      'Plus tôt aujourd’hui',
    ],
    'Les courses du jour sont terminées',
  ],
] as const) {
  test(`the moment in ${locale}, in the dark, and with text twice as large`, async (t) => {
    const event = await publishRegatta(site);
    await event.push('PUT', '/schedule/delay', { venueDay: SATURDAY, delayMinutes: 10 });
    const startsAt = BEFORE_RACE_17 + 10 * MINUTE;
    for (const [name, visit] of VISITS) {
      const page = await open(t, event, { ...visit, locale, startsAt, colorScheme: 'dark' });
      for (const word of words) await page.getByText(word).first().waitFor();
      await keepScreenshot(page, `moment-${locale}-${name}-dark`);
      await assertAccessible(page, `${locale}, ${name}`);
      await assertFitsWidth(page, locale);
      for (const [line, maxPixels] of [
        // Two lines on a phone: the days, and the town with its country in words.
        ['.dates', 50],
        ['.tools', 50],
      ] as const) {
        const { height = 0 } = (await page.locator(`.top ${line}`).boundingBox()) ?? {};
        assert.ok(height > 0 && height < maxPixels, `${line} is ${height} px high in ${locale}`);
      }
      await assertLargeTargets(page, locale);
      assert.doesNotMatch(await page.locator('body').innerText(), /\b(late|Earlier|Next|result)\b/);
      await setTextSize(page, '200%');
      await keepScreenshot(page, `moment-${locale}-${name}-200`);
      const wide = await page.evaluate(() =>
        Array.from(document.querySelectorAll('body *'))
          .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
          .map((element) => element.outerHTML.slice(0, 90)),
      );
      assert.deepEqual(wide, []);
      await assertAccessible(page, `${locale}, large`);
      const all = (await event.board()).races.length;
      await page.getByRole('button', { name: words[5] }).click();
      await allDrawn(page, all);
      await keepScreenshot(page, `moment-${locale}-${name}-earlier-200`);
      await assertFitsWidth(page, `${locale}, earlier`);
    }
  });

  test(`after the last race in ${locale}, in the dark, with text twice as large`, async (t) => {
    const event = await publishRegatta(site, AFTER_THE_LAST);
    const page = await open(t, event, {
      ...VISITS[0]?.[1],
      locale,
      startsAt: AFTER_THE_LAST,
      colorScheme: 'dark',
    });
    await page.getByText(over).first().waitFor();
    await setTextSize(page, '200%');
    await keepScreenshot(page, `moment-${locale}-evening-200`);
    await assertFitsWidth(page, `${locale}, evening`);
    await assertAccessible(page, `${locale}, evening`);
    assert.doesNotMatch(await page.locator('body').innerText(), /\b(latest|over|Results of)\b/);
  });
}

test('the name of every race fits in two lines of its row, and no line of the strip is cut', async (t) => {
  const event = await publishRegatta(site);
  const title = "Lightweight Women's Double Sculls Heat 1";
  const { externalId } = await raceNumbered(event, 17);
  await event.push('PUT', '/races', [{ externalId, raceNumber: 17, title, round: 'Heat 1' }]);
  for (const width of [360, 768]) {
    const viewport = { width, height: 740 };
    const page = await open(t, event, { device: 'phone', viewport, startsAt: IN_RACE_17 });
    await allDrawn(page, (await event.board()).races.length);
    await page.locator('.moment .on', { hasText: `17 · ${title}` }).waitFor();
    const cut = await page
      .locator('.moment .title')
      .evaluateAll((titles) =>
        titles
          .filter(
            (one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 1,
          )
          .map((one) => one.textContent),
      );
    assert.deepEqual(cut, []);
    await keepScreenshot(page, `moment-long-title-${width}`);
    const high = await page
      .locator('.race h3')
      .evaluateAll((headings) =>
        headings
          .filter((heading) => heading.getClientRects().length > 2)
          .map((heading) => heading.textContent),
      );
    assert.deepEqual(high, []);
  }
});

test('who has won, and who is leading while boats are missing, can be read', async (t) => {
  const event = await publishRegatta(site);
  const small = { device: 'phone', viewport: { width: 360, height: 740 } } as const;
  const before = await open(t, event, { ...small, startsAt: BEFORE_RACE_17 });
  const winner = before.locator('.moment .last .names', { hasText: 'Roosevelt' });
  assert.equal(await winner.evaluate((one) => one.scrollWidth > one.clientWidth), false);
  const { externalId, positions } = await raceNumbered(event, 17);
  const [position = 0] = positions;
  await event.push('PUT', `/races/${externalId}/results`, [
    { position, finishTimeMillis: 400_000 },
  ]);
  for (const width of [360, 390, 820, 1366]) {
    const viewport = { width, height: 844 };
    const page = await open(t, event, { locale: 'de-DE', viewport, startsAt: IN_RACE_17 });
    const line = page.locator('.moment .last');
    const names = line.locator('.names', { hasText: 'in Führung' });
    await names.waitFor();
    await keepScreenshot(page, `moment-leading-${width}`);
    const isCut = await names.evaluate((one) => one.scrollWidth > one.clientWidth);
    assert.equal(isCut, false, `${width} px: ${await names.textContent()}`);
    for (const part of ['.so-far', '.time', '.title']) {
      const box = await line.locator(part).boundingBox();
      assert.ok(box && box.width > 40 && box.x + box.width <= width, `${width} px: ${part}`);
    }
  }
});

test('a followed crew has a line of the strip, and the heading of the day stays below it', async (t) => {
  const event = await publishRegatta(site);
  const board = await event.board();
  const crew = board.crews.find(({ name }) => name === 'Grosse Ile')?.id ?? assert.fail();
  for (const width of [360, 768]) {
    const viewport = { width, height: 740 };
    const page = await open(t, event, { device: 'phone', viewport, startsAt: IN_RACE_17 });
    const first = await page.locator('.race').first().boundingBox();
    if (width === 360) assert.ok((first?.y ?? 999) < 560, `the first race begins at ${first?.y}`);
    await page.evaluate(
      ([key = '', follows]) => localStorage.setItem(String(key), JSON.stringify(follows)),
      [
        'running-order / follows',
        { [event.eventId]: { wholeEvent: false, crews: [crew], races: [], clubs: [] } },
      ] as const,
    );
    await page.reload();
    await page.getByRole('link', { name: /Grosse Ile 11:43 Lane 3, in \d\d min/ }).waitFor();
    await page.evaluate(() => scrollTo(0, 900));
    await page.waitForTimeout(300);
    const { strip, heading } = await page.evaluate(() => ({
      strip: document.querySelector('.moment')?.getBoundingClientRect().bottom ?? 0,
      heading: document.querySelector('.day > h2')?.getBoundingClientRect().top ?? 0,
    }));
    assert.ok(Math.abs(strip - heading) <= 1, `${strip} and ${heading}`);
    await keepScreenshot(page, `moment-mine-${width}`);
  }
});

test('the address of a race that has been rowed opens it without moving the page', async (t) => {
  const event = await publishRegatta(site);
  for (const viewport of [
    { width: 360, height: 740 },
    { width: 1366, height: 768 },
  ]) {
    const shared = { ...event, url: `${event.url}/races/3` };
    const page = await open(t, shared, { viewport, startsAt: IN_RACE_17 });
    await page.getByRole('table').waitFor();
    await page.waitForTimeout(2500);
    const moved = await page.evaluate(
      () => (globalThis as unknown as { shifts: { total: number; what: string } }).shifts,
    );
    t.diagnostic(`layout shift of ${moved.total.toFixed(3)}`);
    assert.ok(moved.total <= 0.05, `${moved.total}: ${moved.what}`);
  }
});

/** Opens the board, and begins to count how far it moves by itself. */
async function open(t: TestContext, event: Event, visit: Visit): Promise<Page> {
  const page = await newPage(t, visit);
  await page.addInitScript(() => {
    const shifts = { total: 0, what: '' };
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as LayoutShift[]) {
        if (entry.hadRecentInput) continue;
        shifts.total += entry.value;
        shifts.what += entry.sources
          .map(({ node }) => node?.parentElement?.outerHTML.slice(0, 80))
          .join(' ');
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(event.url);
  await page.locator('.race').first().waitFor();
  return page;
}

interface LayoutShift {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null }[];
}

async function shiftOf(page: Page): Promise<number> {
  const { total, what } = await page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    return (globalThis as unknown as { shifts: { total: number; what: string } }).shifts;
  });
  assert.equal(what, '', 'the page has moved');
  return total;
}

async function isBelowStrip(page: Page, raceId: number): Promise<boolean> {
  return page.evaluate((id) => {
    const strip = document.querySelector('.moment')?.getBoundingClientRect();
    const row = document.getElementById(`race-${id}`)?.getBoundingClientRect();
    return Boolean(strip && row && row.top >= strip.bottom - 1 && row.top < innerHeight);
  }, raceId);
}

/** The boxes of those that something covers from left to right, wherever the page is scrolled to. */
async function coveredBy(cover: Locator, those: Locator): Promise<unknown[]> {
  const box = await cover.boundingBox();
  assert.ok(box);
  return those.evaluateAll(
    (elements, { x, width }) =>
      elements
        .map((element) => element.getBoundingClientRect())
        .filter(({ left, right, height }) => height > 0 && right > x && left < x + width),
    box,
  );
}

/** A race of the first day as it was pushed; and the first race of all. */
async function raceNumbered(event: Event, number: number) {
  const { races } = await event.board();
  const race = races.find(({ raceNumber }) => raceNumber === number);
  const pushed = regattaPush(loadRegatta('hebda-cup-2023')).races;
  const externalId = `0-${pushed.find(({ raceNumber }) => raceNumber === number)?.externalId}`;
  assert.ok(race);
  const positions = race.lanes.map(({ position }) => position);
  return { id: race.id, externalId, positions, first: races[0]?.id ?? 0 };
}
