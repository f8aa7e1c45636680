/** The big screen with real regattas: every letter of it can be seen, at every size, in every language. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { encode } from 'uqr';
import { postNotice } from '../../src/operations/office/day.ts';
import { keepScreenshot, newPage } from '../support/browser.ts';
import { performOn } from '../support/perform.ts';
import { until } from '../support/until.ts';
import { assertAccessible, assertFitsWidth, sampled, setTextSize } from './checks.ts';
import { NOW, publishGerman } from './german-regatta.ts';
import { type Event, publishRegatta, SATURDAY, SATURDAY_AT_ELEVEN, startSite } from './site.ts';

const site = await startSite({ LOGO_FILE: 'web/public/icon-512.png' });
const regatta = await publishRegatta(site);
const head = await publishHeadRace(regatta);

const SCREENS = [
  [1024, 768],
  [1280, 720],
  [1920, 1080],
  [3840, 2160],
  [1080, 1920],
] as const;
const LOCALES = { 'en-GB': 'Next', 'de-DE': 'Nächstes', 'fr-FR': 'Prochaine' };
const VIEW_MILLIS = 12_000;
const MINUTE_MILLIS = 60_000;
const SETTLE_SECONDS = 10;
/** Long enough after a page is opened that a slow machine has loaded it; a second into a view. */
const PAUSED_AFTER_MILLIS = 61_000;
const PAUSED_AT = SATURDAY_AT_ELEVEN + PAUSED_AFTER_MILLIS;

/** Opens the screen of an event with a clock that is stopped until the test moves it. */
async function openScreen(
  t: TestContext,
  url: string,
  {
    width = 1920,
    height = 1080,
    startsAt = SATURDAY_AT_ELEVEN,
    ...options
  }: { width?: number; height?: number; startsAt?: number; locale?: string } = {},
): Promise<Page> {
  const page = await newPage(t, { ...options, viewport: { width, height } });
  await page.clock.install({ time: startsAt });
  await page.goto(url);
  await page.locator('.screen .fit').first().waitFor();
  await page.clock.pauseAt(startsAt + PAUSED_AFTER_MILLIS);
  return page;
}

/** The text of the screen once it is connected, without its clock. */
async function textOf(page: Page): Promise<string> {
  await connect(page);
  return (await page.getByRole('main').locator('h2, h3, th, td, p').allTextContents()).join(' | ');
}

/**
 * Waits for the connection. Nothing arrives while a test moves the page's clock, so the page takes the stream for silent for
 * that time, and says so unless it gets an answer before ten seconds of its clock have passed.
 */
async function connect(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    if (document.querySelector('.old')?.textContent === '') return true;
    // The page's clock is stopped, and with it the pause before it tries again.
    dispatchEvent(new Event('online'));
    return false;
  });
}

/** The number of views that the screen shows in turn. */
const turnsOf = (page: Page) => page.locator('.dots i').count();

/** Asserts that no box holds more than it shows, once its letters are fitted: the browser reports a new size later. */
async function assertNothingCut(page: Page, where: string): Promise<void> {
  await assertFitsWidth(page, where);
  let cut = await cutBoxes(page);
  await until(
    `nothing is cut (${where})`,
    async () => {
      cut = await cutBoxes(page);
      return cut.length === 0;
    },
    SETTLE_SECONDS,
  ).catch(() => assert.deepEqual(cut, [], where));
}

function cutBoxes(page: Page) {
  return page.evaluate(() =>
    Array.from(document.querySelectorAll('.screen, .screen > *, .fit'), (box) => ({
      box: `${box.tagName}.${box.className}`,
      over: box.scrollHeight - box.clientHeight,
      beside: box.scrollWidth - box.clientWidth,
    })).filter(({ over, beside }) => over > 1 || beside > 1),
  );
}

/** The sizes of the letters of a part of the view, in pixels. */
const letterPixels = (page: Page, part: string) =>
  page
    .locator(part)
    .evaluateAll((boxes) => boxes.map((box) => Number.parseFloat(getComputedStyle(box).fontSize)));

for (const [width, height] of sampled(SCREENS)) {
  test(`all turns can be read from afar on ${width} by ${height}`, async (t) => {
    for (const [name, event] of Object.entries({ regatta, head })) {
      const page = await openScreen(t, `${event.url}/display`, { width, height });
      const turns = await turnsOf(page);
      for (let turn = 0; turn < turns; turn++) {
        const where = `display-${name}-${width}-${turn}`;
        await keepScreenshot(page, where);
        await assertNothingCut(page, where);
        const rows = await letterPixels(page, '.rows');
        for (const pixels of rows) {
          // The smallest size of letters that can be read from 20 m, in pixels.
          const least = Math.floor(Math.min(width, height) / 20);
          assert.ok(pixels >= least, `${where}: letters of ${pixels} px`);
        }
        for (const pixels of await letterPixels(page, '.heading')) {
          assert.ok(pixels <= (rows[0] ?? 0), `${where}: a title of ${pixels} px over ${rows[0]}`);
        }
        await page.clock.runFor(VIEW_MILLIS);
      }
    }
  });
}

for (const [width, height] of sampled([
  [1024, 768],
  [1366, 768],
  [1080, 1920],
] as const)) {
  test(`long names can be read from afar on ${width} by ${height}, also over a long notice`, async (t) => {
    const event = await publishGerman(site);
    const text = 'Wegen des Gewitters ruht der Rennbetrieb bis auf Weiteres. '
      .repeat(5)
      .slice(0, 268);
    for (const told of ['', text]) {
      if (told) {
        const until = Date.now() + 2 * 365 * 86_400_000;
        await performOn(site.service, event.eventId, postNotice, { text, until });
      }
      const options = { width, height, startsAt: NOW, locale: 'de-DE' };
      const page = await openScreen(t, `${event.url}/display`, options);
      const turns = await turnsOf(page);
      for (let turn = 0; turn < turns; turn++) {
        const where = `display-german-${told ? 'told-' : ''}${width}-${turn}`;
        if (turn < 5) await keepScreenshot(page, where);
        await assertNothingCut(page, where);
        for (const pixels of await letterPixels(page, '.rows')) {
          const least = Math.floor(Math.min(width, height) / 20);
          assert.ok(pixels >= least, `${where}: letters of ${pixels} px of ${least}`);
        }
        // A notice is shown beside a view, and in its own turn.
        const notices = await page.locator('.band p, .told p').allInnerTexts();
        assert.deepEqual(notices, told ? [text.trim()] : []);
        await page.clock.runFor(VIEW_MILLIS);
      }
      await page.close();
    }
  });
}

test('the column beside the view is there at every other one, and the clock at all', async (t) => {
  const page = await openScreen(t, `${regatta.url}/display`);
  const seen: boolean[] = [];
  const widths: number[] = [];
  for (let turn = 0; turn < 4; turn++) {
    seen.push(await page.locator('.rail').isVisible());
    widths.push((await page.getByRole('main').boundingBox())?.width ?? 0);
    assert.match(await page.locator('.screen .clock').innerText(), /^\d\d:\d\d$/);
    await page.clock.runFor(VIEW_MILLIS);
  }
  assert.deepEqual(seen, [seen[0], !seen[0], seen[0], !seen[0]]);
  for (const [turn, width] of widths.entries()) {
    assert.ok(seen[turn] ? width < 1620 : width > 1850, `turn ${turn}: ${width} px`);
  }
});

test('the 28 boats of a race are all shown in turn', async (t) => {
  const page = await openScreen(t, `${head.url}/display?view=now`);
  assert.equal(await turnsOf(page), 4);
  const shown: string[] = [];
  for (let turn = 0; turn < 4; turn++) {
    shown.push(...(await page.locator('.rows th').allInnerTexts()));
    await page.clock.runFor(VIEW_MILLIS);
  }
  const race = (await head.board()).races.find(({ raceNumber }) => raceNumber === 1);
  assert.deepEqual(shown.sort(), (race?.lanes ?? []).map(({ crewName }) => crewName).sort());
  assert.equal(shown.length, 28);
});

test('screens of any size change together, whenever they were switched on', async (t) => {
  const url = `${regatta.url}/display?seconds=7`;
  const first = await openScreen(t, url);
  await first.clock.runFor(33_000);
  const second = await openScreen(t, url, { width: 1080, height: 1920 });
  for (const page of [first, second]) await page.clock.pauseAt(PAUSED_AT + 60_000);
  const seen = new Set<string>();
  for (let turn = 0; turn < 7; turn++) {
    const texts = await Promise.all([textOf(first), textOf(second)]);
    assert.equal(texts[0], texts[1], `turn ${turn}`);
    seen.add(texts[0] ?? '');
    for (const page of [first, second]) await page.clock.runFor(7000);
  }
  assert.ok(seen.size >= 6, `${seen.size} different ones`);
});

test('a screen that was switched on after a delay came shows the same as one that has seen it come', async (t) => {
  const own = await publishHeadRace(regatta);
  const first = await openScreen(t, `${own.url}/display`);
  await first.clock.pauseAt(SATURDAY_AT_ELEVEN + 25 * MINUTE_MILLIS);
  // The third race was due at 11:12, and with the delay would have been at 11:22.
  await own.push('PUT', '/schedule/delay', { venueDay: SATURDAY, delayMinutes: 10 });
  await first.clock.resume();
  await first.getByText('Runs 10 min late').waitFor();
  const second = await openScreen(t, `${own.url}/display`);
  for (const page of [first, second])
    await page.clock.pauseAt(SATURDAY_AT_ELEVEN + 35 * MINUTE_MILLIS);
  for (let turn = 0; turn < 4; turn++) {
    assert.equal(await textOf(first), await textOf(second), `turn ${turn}`);
    for (const page of [first, second]) await page.clock.runFor(VIEW_MILLIS);
  }
  await first.clock.pauseAt(SATURDAY_AT_ELEVEN + 3 * 60 * MINUTE_MILLIS);
  await first.getByText('Runs 10 min late').waitFor({ state: 'detached' });
});

test('what tells races apart stands on the screen, and no mark hangs at the end of a line', async (t) => {
  const page = await openScreen(t, `${head.url}/display?view=next`);
  const headings = new Set<string>();
  for (let turn = 0; turn < 3; turn++) {
    for (const heading of await page.locator('h3').allInnerTexts()) headings.add(heading);
    assert.doesNotMatch(await page.getByRole('main').innerText(), /·/);
    await page.clock.runFor(VIEW_MILLIS);
  }
  assert.deepEqual([...headings], ["11:12 3 Women's Youth 2x Heat 2"]);
});

for (const [locale, next] of Object.entries(LOCALES)) {
  test(`the big screen in ${locale} is accessible`, async (t) => {
    const page = await openScreen(t, `${regatta.url}/display?view=next,results`, { locale });
    const heading = page.getByRole('heading', { name: next });
    for (let turn = await turnsOf(page); turn > 0 && !(await heading.isVisible()); turn--)
      await page.clock.runFor(VIEW_MILLIS);
    await heading.waitFor();
    // The accessibility check needs a clock that runs.
    await page.clock.resume();
    // Languages differ only in words, so all views are checked in one language.
    for (const turn of locale === 'en-GB' ? ['race', 'programme', 'result'] : ['race']) {
      await assertAccessible(page, `${locale} ${turn}`);
      await page.clock.runFor(VIEW_MILLIS);
    }
    await keepScreenshot(page, `display-${locale}`);
    await setTextSize(page, '200%');
    // The boxes are fitted to the new size in the next frame.
    await keepScreenshot(page, `display-${locale}-200`);
    await assertNothingCut(page, `${locale}, 200 %`);
  });
}

test('the address chooses views, races, seconds and language', async (t) => {
  const url = `${regatta.url}/display?view=results&races=1-3&seconds=5&lang=de`;
  const page = await openScreen(t, url);
  await page.getByRole('heading', { name: /^Letzte Ergebnisse/ }).waitFor();
  assert.equal(await page.locator('html').getAttribute('lang'), 'de');
  const numbers: string[] = [];
  for (let turn = 0; turn < 4; turn++) {
    numbers.push(await page.locator('h3 .number').innerText());
    await page.clock.runFor(5000);
  }
  assert.deepEqual([...numbers.slice(0, 3)].sort(), ['1', '2', '3']);
  assert.equal(numbers[3], numbers[0]);
  await page.clock.resume();
  await page.goto(regatta.url);
  await page.locator('.race').first().waitFor();
  assert.equal(await page.locator('html').getAttribute('lang'), 'en', 'the device keeps its own');
});

test('what the address asks for and cannot be had is named, and the screen is the usual one', async (t) => {
  const usual = await openScreen(t, `${regatta.url}/display`);
  const page = await openScreen(t, `${regatta.url}/display?view=x&races=9-1&seconds=0&lang=xx`);
  for (const given of ['view=x', 'races=9-1', 'seconds=0', 'lang=xx'])
    await page.getByText(`“${given}” is not possible. Possible: `).waitFor();
  await assertNothingCut(page, 'bad values');
  assert.equal(await textOf(page), await textOf(usual));
  assert.equal(await turnsOf(page), await turnsOf(usual));
  await keepScreenshot(page, 'display-bad-values');
  await page.clock.resume();
  await assertAccessible(page, 'bad values');

  const none = await openScreen(t, `${regatta.url}/display?races=900-950`);
  await none.getByText('“races=900-950”: there are no such races, so all are shown.').waitFor();
  assert.equal(await textOf(none), await textOf(usual));
});

test('the screen stops when it is told to, and catches up with the others afterwards', async (t) => {
  const url = `${regatta.url}/display?view=results`;
  const [page, other] = [await openScreen(t, url), await openScreen(t, url)];
  const before = await textOf(page);
  await page.getByRole('button', { name: 'Pause' }).click();
  for (const one of [page, other]) await one.clock.runFor(2 * VIEW_MILLIS);
  assert.equal(await textOf(page), before);
  assert.notEqual(await textOf(other), before);
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.clock.runFor(1000);
  await other.clock.runFor(1000);
  assert.equal(await textOf(page), await textOf(other));
});

test('a view that is held stays, also when the next race becomes the one on the course', async (t) => {
  const page = await openScreen(t, `${regatta.url}/display?view=now,next`);
  await page.getByRole('button', { name: 'Pause' }).click();
  const names = () => page.locator('h3, th').allInnerTexts();
  const before = await names();
  await page.clock.fastForward(20 * MINUTE_MILLIS);
  await page.clock.runFor(1000);
  assert.deepEqual(await names(), before);
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.clock.runFor(1000);
  await page.getByRole('heading', { name: 'Now', exact: true }).waitFor();
});

test('a screen that is switched on before there are races says so, and has its logo', async (t) => {
  const dates = { startDate: SATURDAY, endDate: SATURDAY };
  const empty = await site.addEvent({ name: 'Too early', timezone: 'UTC', ...dates });
  await empty.push('POST', '/schedule');
  await empty.push('POST', '/schedule/publish');
  const page = await openScreen(t, `${empty.url}/display`);
  await page.getByText('The running order has no races yet.').waitFor();
  const logo = page.getByRole('img', { name: 'Logo of the organiser' });
  await page.waitForFunction(() => document.querySelector('img')?.complete);
  assert.equal(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth), 512);
});

test('the code leads to the board', async (t) => {
  const page = await openScreen(t, `${regatta.url}/display`);
  const code = page.getByRole('img', { name: 'Code of the address of the running order' });
  // What the page draws later is drawn when its clock moves.
  await page.clock.runFor(1000);
  await code.locator('path[d^="M"]').waitFor({ state: 'attached' });
  const box = await code.boundingBox();
  assert.ok((box?.width ?? 0) >= 200, JSON.stringify(box));
  const { data, size } = encode(regatta.url, { border: 4 });
  assert.equal(await code.getAttribute('viewBox'), `0 0 ${size} ${size}`);
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`${x} ${y}`] : [])));
  const drawn = (await code.locator('path').getAttribute('d'))?.match(/(?<=M)\d+ \d+/g);
  assert.deepEqual(drawn, dark);
});

test('a new version of the pages is taken once, and between two views', async (t) => {
  const page = await newPage(t, {
    viewport: { width: 1280, height: 720 },
    serviceWorkers: 'block',
  });
  let isNew = false;
  await page.route(site.url.concat('/'), async (route) => {
    const answer = await route.fetch();
    const html = await answer.text();
    const body = isNew ? html.replace(/assets\/index-[\w-]+\.js/, 'assets/index-NewOne.js') : html;
    await route.fulfill({ response: answer, body });
  });
  // No stream: the page would ask for the version also when one comes back, and would say that one is lost.
  await page.route('**/live', (route) => route.fulfill({ status: 204 }));
  let loads = 0;
  page.on('load', () => loads++);
  await page.clock.install({ time: SATURDAY_AT_ELEVEN });
  await page.goto(`${regatta.url}/display?seconds=600`);
  await page.locator('.screen .fit').first().waitFor();
  const asked = () => page.waitForResponse(`${site.url}/`);
  let answered = asked();
  await page.clock.runFor(301_000);
  await answered;
  assert.equal(loads, 1, 'the same version stays');

  isNew = true;
  answered = asked();
  // A view of ten minutes begins at 11:10.
  await page.clock.runFor(290_000);
  await page.clock.runFor(8000);
  await page.clock.runFor(1500);
  assert.equal(loads, 1, 'not in the middle of a view');
  await page.clock.runFor(12_000);
  await answered;
  const loaded = page.waitForEvent('load');
  await page.clock.runFor(600_000);
  await loaded;
  assert.equal(loads, 2, 'loaded between two views');
  await page.locator('.screen .fit').first().waitFor();
  answered = asked();
  await page.clock.runFor(301_000);
  await answered;
  await page.clock.runFor(600_000);
  await page.locator('.screen .fit').first().waitFor();
  assert.equal(loads, 2, 'not again for the same one');
  // Otherwise an answer that is under way would reach a page that is closed.
  await page.unrouteAll({ behavior: 'wait' });
});

/** An event with a race of 28 real crews on the course, one to come, and one of which 2 of 6 are in. */
async function publishHeadRace({ board }: Event): Promise<Event> {
  const event = await site.addEvent({
    name: 'Head of the Detroit River',
    timezone: 'America/New_York',
    startDate: '2026-06-13',
    endDate: '2026-06-13',
  });
  const known = (await board()).crews;
  const names = [...known.map(({ name }) => name), ...known.map(({ name }) => `${name} C`)];
  const crews = names.slice(0, 28).map((name, index) => ({ id: index + 1, name }));
  const draw = (count: number, from = 0) =>
    crews.slice(from, from + count).map(({ id }, index) => ({
      position: index + 1,
      teamExternalId: `${id}`,
    }));
  await event.push('POST', '/schedule');
  await event.push(
    'PUT',
    '/teams',
    crews.map(({ id, name }) => ({ externalId: `${id}`, name })),
  );
  const times = ['10:58', '10:40', '11:12', '11:30', '11:45'];
  await event.push(
    'PUT',
    '/races',
    times.map((time, index) => ({
      externalId: `r${index}`,
      raceNumber: index + 1,
      title: ['Women 8+ Head', "Men's Novice 4+ Heat 2", "Women's Youth 2x", 'Mixed 8+', 'Men 1x'][
        index
      ],
      ...(index === 2 && { boatClass: '2x', round: 'Heat 2' }),
      scheduledAt: `2026-06-13T${time}:00-04:00`,
    })),
  );
  for (const [race, count] of [28, 6, 9, 2, 0].entries())
    if (count > 0) await event.push('PUT', `/races/r${race}/entries`, draw(count, race));
  await event.push('PUT', '/races/r1/results', [
    { position: 3, finishTimeMillis: 402_690 },
    { position: 5, finishTimeMillis: 400_080 },
  ]);
  await event.push('PUT', '/schedule/delay', { venueDay: '2026-06-13', delayMinutes: 0 });
  await event.push('POST', '/schedule/publish');
  return event;
}
