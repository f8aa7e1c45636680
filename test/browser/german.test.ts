/** The board with German names on every screen: races differ visibly, the first is near the top, nothing is cut needlessly. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { postNotice } from '../../src/operations/office/day.ts';
import { keepScreenshot, newPage } from '../support/browser.ts';
import { performOn } from '../support/perform.ts';
import {
  allDrawn,
  assertAccessible,
  assertFitsWidth,
  assertLargeTargets,
  isKept,
} from './checks.ts';
import { NOW, publishGerman } from './german-regatta.ts';
import { startSite } from './site.ts';

const site = await startSite();
const event = await publishGerman(site);
await site.service.database.write((tx) =>
  tx.updateTable('races').set({ printed_number: '3A' }).where('race_number', '=', 3).execute(),
);
const { races, crews } = await event.board();
const WIDTHS = [320, 360, 390, 820, 1366] as const;
/** Limit for the top of the first race on a phone of 360 px. */
const MAX_FIRST_RACE_PIXELS = 560;
const MAX_SHIFT = 0.05;

interface Opening {
  path?: string;
  /** Crews, by id. */
  follows?: number[];
  clubs?: string[];
  forgive?: RegExp;
}

async function open(
  t: TestContext,
  width: number,
  { path = '', follows = [], clubs = [], forgive }: Opening = {},
): Promise<Page> {
  const isTouch = width < 1000;
  const page = await newPage(t, {
    viewport: { width, height: width < 500 ? 740 : 1000 },
    ...{ hasTouch: isTouch, isMobile: isTouch, locale: 'de-DE', startsAt: NOW },
    forgive,
  });
  await page.addInitScript(
    ([key = '', text = '']) => localStorage.setItem(key, text),
    [
      'running-order / follows',
      JSON.stringify({
        [event.eventId]: { wholeEvent: false, crews: follows, races: [], clubs },
      }),
    ],
  );
  await page.addInitScript(() => {
    const shifts = { total: 0, what: '' };
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as {
        value: number;
        sources: { node: Node | null }[];
      }[]) {
        shifts.total += entry.value;
        shifts.what += entry.sources
          .map(({ node }) => (node as Element | null)?.outerHTML?.slice(0, 80))
          .join(' ');
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(event.url + path);
  await page.locator('.race').first().waitFor();
  return page;
}

/** The texts of those parts of the page that are cut. */
const cutParts = (page: Page, parts: string) =>
  page
    .locator(parts)
    .evaluateAll((all) =>
      all
        .filter(
          (one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 2,
        )
        .map((one) => one.textContent),
    );

for (const width of WIDTHS) {
  test(`no two races have one text, and the first is near the top, at ${width} px`, async (t) => {
    const page = await open(t, width);
    await page.getByText('7 min Verspätung').first().waitFor();
    const top = (await page.locator('.race').first().boundingBox())?.y ?? 999;
    t.diagnostic(`the first race begins at ${top} px`);
    await keepScreenshot(page, `german-${width}`);
    if (width === 360) assert.ok(top < MAX_FIRST_RACE_PIXELS, `the first race begins at ${top}`);
    assert.deepEqual(await cutParts(page, '.moment .title'), []);
    await page.locator('.earlier button').click();
    await allDrawn(page, races.length);
    const texts = await page.locator('.race h3').evaluateAll((all) =>
      all.map((heading) => {
        const name = heading.cloneNode(true) as Element;
        for (const number of name.querySelectorAll('.number')) number.remove();
        return name.textContent?.trim() ?? '';
      }),
    );
    assert.equal(texts.length, races.length);
    assert.deepEqual(
      texts.filter((text, index) => texts.indexOf(text) !== index),
      [],
    );
    await assertFitsWidth(page, `german ${width}`);
  });
}

test('each line of the strip has its own room: the delay beside one does not cut the other', async (t) => {
  const page = await open(t, 820);
  await page
    .locator('.moment .then', {
      hasText: 'Junioren-Doppelvierer mit Steuermann B, Leistungsklasse 2 Vorlauf 3',
    })
    .waitFor();
});

test('the name of what is followed is whole', async (t) => {
  const crew = crews.find(({ name }) => name === 'Wassersportverein Honnef B') ?? assert.fail();
  for (const width of [320, 360, 390, 820]) {
    const page = await open(t, width, { follows: [crew.id] });
    await page.locator('.moment .own', { hasText: crew.name }).waitFor();
    await keepScreenshot(page, `german-mine-${width}`);
    assert.deepEqual(await cutParts(page, '.moment .own :is(.name, .when)'), [], `${width} px`);
    await assertLargeTargets(page, `german mine ${width}`);
  }
});

test('the address of a crew opens its races without moving the page', async (t) => {
  for (const width of [360, 1366]) {
    const page = await open(t, width, { path: `/crews/${crews[0]?.id}` });
    await page.locator('.page-footer').waitFor();
    await page.waitForTimeout(2500);
    const { total, what } = await page.evaluate(
      () => (globalThis as unknown as { shifts: { total: number; what: string } }).shifts,
    );
    t.diagnostic(`layout shift of ${total.toFixed(3)} at ${width} px`);
    assert.ok(total <= MAX_SHIFT, `${width} px: ${total}: ${what}`);
  }
});

test('a crew of a followed club has half a star that says so, one that is followed itself a whole one', async (t) => {
  const [own, ofClub] = crews.filter(({ name }) => name.startsWith('Ruder-Club Nürtingen'));
  assert.ok(own?.club && ofClub);
  const page = await open(t, 390, { follows: [own.id], clubs: [own.club] });
  await page.keyboard.press('/');
  const search = page.getByRole('searchbox');
  assert.ok(await search.evaluate((field) => field === document.activeElement), '/ leads there');
  await page.keyboard.type('Nürtingen/');
  assert.equal(await search.inputValue(), 'Nürtingen/', 'in the field it is a letter');
  await search.fill('Nürtingen');
  const star = (name: string) => page.getByRole('button', { name, exact: true }).first();
  const isHalf = (name: string) => star(name).locator('path[d^="M12 3.5v"]').count();
  const through = `${ofClub.name} folgen, Sie folgen über den Verein`;
  await star(through).waitFor();
  assert.equal(await star(through).getAttribute('aria-pressed'), 'false');
  assert.equal(await isHalf(through), 1);
  assert.equal(await star(`${own.name} folgen`).getAttribute('aria-pressed'), 'true');
  assert.equal(await isHalf(`${own.name} folgen`), 0);
  await keepScreenshot(page, 'german-half-star-390');
});

test('a long name of clubs breaks behind the marks that join them, and is hyphenated', async (t) => {
  const page = await open(t, 360, { path: '/races/1' });
  const name = page.locator('.lanes th', { hasText: 'Mainz/Offenbach/Frankfurt-Höchst' });
  await name.waitFor();
  assert.equal(await name.locator('wbr').count(), 3);
  assert.equal(await name.evaluate((cell) => getComputedStyle(cell).hyphens), 'auto');
  assert.deepEqual(await cutParts(page, '.lanes th'), []);
  await keepScreenshot(page, 'german-clubs-360');
});

test('without a connection the address with the printed number still opens its race', async (t) => {
  const id = races[2]?.id;
  const page = await open(t, 390, { forgive: /ERR_INTERNET_DISCONNECTED/ });
  await isKept(page);
  await page.context().setOffline(true);
  await page.goto(`${event.url}/races/3A`);
  await keepScreenshot(page, 'german-offline-390');
  await page.locator(`#race-${id}`).getByRole('table').waitFor();
  assert.equal(page.url(), `${event.url}/races/3`);
});

test('a long notice is a few lines on a phone, and whole at a tap', async (t) => {
  const text = 'Wegen des Gewitters ruht der Rennbetrieb bis auf Weiteres. '
    .repeat(5)
    .slice(0, 268);
  await performOn(site.service, event.eventId, postNotice, { text, until: NOW * 2 });
  const page = await open(t, 360);
  const notice = page.getByRole('region', { name: 'Mitteilungen' });
  const height = async () => (await notice.getByRole('paragraph').boundingBox())?.height ?? 0;
  await notice.getByRole('button', { name: 'Mehr' }).waitFor();
  await keepScreenshot(page, 'german-notice-360');
  assert.ok((await height()) < 80, `${await height()} px`);
  await assertAccessible(page, 'german notice');
  await notice.getByRole('button', { name: 'Mehr' }).click();
  await notice.getByRole('button', { name: 'Weniger' }).waitFor();
  assert.deepEqual(await cutParts(page, '.notices p'), []);
  assert.ok((await height()) > 150, `${await height()} px`);
});
