/** The overlay over a video: what it shows, that it is live, and that it leaves nothing else behind. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, type TestContext, test } from 'node:test';
import type { Frame, Page } from 'playwright-core';
import { regattaPush } from '../../regattas/push-plan.ts';
import { loadRegatta } from '../../regattas/regatta.ts';
import { postNotice } from '../../src/operations/office/day.ts';
import { unpublishSchedule } from '../../src/operations/pushes/schedule.ts';
import { keepScreenshot, newPage, type Visit } from '../support/browser.ts';
import { performOn } from '../support/perform.ts';
import { assertAccessible } from './checks.ts';
import { NOW as GERMAN_NOW, publishGerman } from './german-regatta.ts';
import { GAP_MILLIS, publishHead, timing } from './head-regatta.ts';
import { publishRegatta, SATURDAY, SATURDAY_AT_ELEVEN, startSite } from './site.ts';

const SIZES = [
  [1280, 720],
  [1920, 1080],
  [3840, 2160],
] as const;
const LOCALES = { 'en-GB': 'Next', 'de-DE': 'Nächstes', 'fr-FR': 'Prochaine' } as const;
const SHOWS = ['now', 'next', 'results', 'list', 'clock', 'notice', 'auto'];
const MINUTE_MILLIS = 60_000;
const GLIDE_MILLIS = 400;
/** A frame that takes longer was held up by the machine, not by the page. */
const LONGEST_FRAME_MILLIS = 50;
/** 20 s of the page's clock pass in five. */
const CLOCK_SPEED = 4;

const site = await startSite();
const regatta = await publishRegatta(site);
const german = await publishGerman(site);
const HEAD_NOW = Date.now();
const head = await publishHead(site, HEAD_NOW - GAP_MILLIS - 25 * MINUTE_MILLIS, HEAD_NOW);
const studio = await startStudio();

/** Race 17, planned for 11:17, has been started, and is on the course for two minutes. */
const STARTED_AT = SATURDAY_AT_ELEVEN + 18 * MINUTE_MILLIS;
const NOW = { startsAt: STARTED_AT + 2 * MINUTE_MILLIS };
const ON_COURSE = externalIdOf(17);
await timing(site, regatta)(ON_COURSE, { startedAt: new Date(STARTED_AT).toISOString() });

/** The `externalId` of a race of the first day. */
function externalIdOf(raceNumber: number): string {
  const { races } = regattaPush(loadRegatta('hebda-cup-2023'), { date: SATURDAY });
  return `0-${races.find((race) => race.raceNumber === raceNumber)?.externalId}`;
}

/** Starts a page of another origin: a video, and over it in a frame the address in `?src=`. */
async function startStudio(): Promise<string> {
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://studio');
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><html lang="en"><title>Studio</title><style>
      html, body { margin: 0; height: 100%; overflow: hidden; background: #333 }
      video, iframe { position: fixed; inset: 0; width: 100%; height: 100%; border: 0; object-fit: fill }
      </style><video muted autoplay></video>
      <iframe src="${searchParams.get('src') ?? ''}" title="Overlay"></iframe>
      <script>${MOVING_PICTURE}</script>`);
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  after(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Water, a bank, and boats that pass; drawn 25 times a second, and shown as a video. */
const MOVING_PICTURE = `
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: 640, height: 360 });
  const pen = canvas.getContext('2d');
  let frame = 0;
  setInterval(() => {
    frame++;
    pen.fillStyle = '#4a8f3c';
    pen.fillRect(0, 0, 640, 110);
    for (let row = 0; row < 25; row++) {
      pen.fillStyle = 'hsl(205 60% ' + (35 + 12 * Math.sin(frame / 9 + row)) + '%)';
      pen.fillRect(0, 110 + row * 10, 640, 10);
    }
    for (let boat = 0; boat < 5; boat++) {
      pen.fillStyle = ['#fff', '#ff0', '#f33', '#0ff', '#000'][boat];
      pen.fillRect(((frame * (3 + boat)) % 800) - 160, 130 + boat * 45, 150, 8);
    }
  }, 40);
  const video = document.querySelector('video');
  video.srcObject = canvas.captureStream(25);
  video.play();`;

/** Opens the overlay over the picture. @returns the page around it, and its own */
async function openStudio(
  t: TestContext,
  address: string,
  { width = 1920, height = 1080, ...visit }: Visit & { width?: number; height?: number } = {},
): Promise<{ page: Page; frame: Frame }> {
  const page = await newPage(t, { ...NOW, ...visit, viewport: { width, height } });
  await page.goto(`${studio}/?${new URLSearchParams({ src: address })}`);
  const frame = page.frames()[1];
  assert.ok(frame, 'there is no frame');
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0);
  return { page, frame };
}

async function open(t: TestContext, address: string, visit: Visit = {}): Promise<Page> {
  const page = await newPage(t, { ...NOW, viewport: { width: 1920, height: 1080 }, ...visit });
  await page.goto(address);
  return page;
}

/** No scroll bar, no card beyond the margin, no line beyond its box unless it ends in "…" and is as small as it gets. */
async function assertFits(frame: Frame | Page, where: string): Promise<void> {
  const wrong = await frame.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.documentElement;
    const found: string[] = [];
    if (scrollWidth > innerWidth || scrollHeight > innerHeight) found.push('scroll bars');
    const safe = document.querySelector('.overlay')?.getBoundingClientRect();
    for (const card of document.querySelectorAll('.card')) {
      const { left, top, right, bottom } = card.getBoundingClientRect();
      const isIn =
        safe &&
        left >= safe.left - 1 &&
        top >= safe.top - 1 &&
        right <= safe.right + 1 &&
        bottom <= safe.bottom + 1;
      if (!isIn) found.push(`card at ${left} ${top} ${right} ${bottom}`);
      if (card.scrollHeight > card.clientHeight + 1) found.push('a card that is too high');
      if (card.scrollWidth > card.clientWidth + 1) found.push('a card that is too wide');
    }
    for (const line of document.querySelectorAll<HTMLElement>('.fit, .lead, .result, .trial')) {
      const { textOverflow, overflow, fontSize } = getComputedStyle(line);
      const over = line.scrollWidth - line.clientWidth;
      if (line.scrollHeight > line.clientHeight + 2) found.push(`high: ${line.textContent}`);
      if (over > 1 && (textOverflow !== 'ellipsis' || overflow !== 'hidden'))
        found.push(`wide: ${line.textContent}`);
      // The overlay makes no letters smaller than 6 pixels.
      const isSmall = Number.parseFloat(fontSize) <= Math.max(6, 0.65 * line.clientHeight);
      if (over > 1 && line.matches('.fit') && !isSmall) found.push(`large: ${line.textContent}`);
    }
    return found;
  });
  assert.deepEqual(wrong, [], where);
}

const text = (frame: Frame | Page) => frame.locator('main').innerText();

await performOn(site.service, regatta.eventId, postNotice, {
  text: 'Medals for races 1 to 16 at 12:30 in front of the boat house',
  until: Date.now() + 2 * 365 * 86_400_000,
});

for (const [locale, next] of Object.entries(LOCALES)) {
  // Languages differ only in words, so one size is enough for the others.
  for (const [width, height] of locale === 'en-GB' ? SIZES : SIZES.slice(1, 2)) {
    test(`over a moving picture of ${width} by ${height} in ${locale}`, async (t) => {
      for (const show of SHOWS) {
        const size = { width, height, locale };
        const { page, frame } = await openStudio(t, `${regatta.url}/overlay?show=${show}`, size);
        const where = `overlay-${show}-${width}-${locale}`;
        await frame.locator('.card').waitFor();
        await keepScreenshot(page, where);
        await assertFits(frame, where);
        if (show === 'next' || show === 'auto')
          assert.ok((await text(frame)).includes(next), await text(frame));
        await page.close();
      }
      const visit = { width, height, locale, startsAt: HEAD_NOW };
      const { page, frame } = await openStudio(t, `${head.url}/overlay?show=now`, visit);
      await frame.locator('.rows').waitFor();
      await keepScreenshot(page, `overlay-head-${width}-${locale}`);
      await assertFits(frame, 'head');
    });
  }
}

/** The colours of points of the screen, as `r,g,b`, once all animations have ended. */
async function coloursAt(page: Page, points: readonly (readonly [x: number, y: number])[]) {
  for (const frame of page.frames())
    await frame.evaluate(() =>
      Promise.all(document.getAnimations().map((animation) => animation.finished)),
    );
  const picture = (await page.screenshot()).toString('base64');
  const reader = await page.context().newPage();
  const colours = await reader.evaluate(
    async ([png, at]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${png}`;
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height);
      const pen = canvas.getContext('2d');
      pen?.drawImage(image, 0, 0);
      return at.map(([x, y]) => pen?.getImageData(x, y, 1, 1).data.slice(0, 3).join(','));
    },
    [picture, points] as const,
  );
  await reader.close();
  return colours;
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the picture is seen through it where no card stands, ${colorScheme}`, async (t) => {
    const address = `${regatta.url}/overlay?show=results`;
    const { page, frame } = await openStudio(t, address, { colorScheme });
    await frame.locator('.card').waitFor();
    // The bank of the picture, which does not move.
    assert.deepEqual(await coloursAt(page, [[300, 100]]), ['74,143,60']);
    const looks = await frame.evaluate(() =>
      [document.documentElement, document.body].map((element) => {
        const { backgroundColor, backgroundImage, colorScheme: scheme } = getComputedStyle(element);
        return [backgroundColor, backgroundImage, scheme];
      }),
    );
    assert.deepEqual(looks, Array(2).fill(['rgba(0, 0, 0, 0)', 'none', 'normal']));
  });
}

test('a key colour fills what is no card, and nothing shines through the card', async (t) => {
  const page = await open(t, `${regatta.url}/overlay?show=results&key=00ff00&safe=0`);
  const card = page.locator('.card');
  const box = await card.boundingBox();
  assert.ok(box);
  const inCard = [box.x + box.width - 3, box.y + 3] as const;
  assert.deepEqual(await coloursAt(page, [[5, 5], inCard]), ['0,255,0', '6,12,18']);
  assert.equal(Math.round(box.x), 0, 'without a margin');
  assert.equal(Math.round(box.y + box.height), 1080);
});

test('what cannot be had counts as not asked for', async (t) => {
  const usual = await open(t, `${regatta.url}/overlay`);
  const page = await open(
    t,
    `${regatta.url}/overlay?show=x&race=999&key=green&scale=9&safe=50&lang=xx`,
  );
  const looks = (of: Page) =>
    of.locator('.card').evaluate((card) => {
      const { left, bottom, height } = card.getBoundingClientRect();
      const { backgroundColor } = getComputedStyle(document.documentElement);
      return [left, bottom, height, backgroundColor, document.documentElement.lang];
    });
  assert.deepEqual(await looks(page), await looks(usual));
  assert.match(await text(page), /^Next/);
});

for (const scale of [0.5, 1.4, 3]) {
  test(`letters ${scale} times as large fit, also in long names and upright`, async (t) => {
    for (const [width, height] of [
      [1920, 1080],
      [1080, 1920],
      [640, 360],
    ] as const) {
      for (const show of ['now', 'next', 'results', 'list', 'notice', 'clock']) {
        const viewport = { width, height };
        const visit = { startsAt: GERMAN_NOW, locale: 'de-DE', viewport };
        const page = await open(
          t,
          `${german.url}/overlay?show=${show}&scale=${scale}&safe=10`,
          visit,
        );
        const where = `overlay-german-${show}-${scale}-${width}`;
        await page.locator(show === 'notice' ? 'main' : '.card').waitFor({ state: 'attached' });
        await keepScreenshot(page, where);
        await assertFits(page, where);
        await page.close();
      }
    }
  });
}

test('an event that is not there is an empty transparent page, until it is published', async (t) => {
  const own = await publishRegatta(site);
  await performOn(site.service, own.eventId, unpublishSchedule, undefined);
  const { page, frame } = await openStudio(t, `${own.url}/overlay?show=next`, { forgive: /404/ });
  await frame.locator('main').waitFor({ state: 'attached' });
  assert.equal((await frame.locator('body').innerText()).trim(), '');
  assert.deepEqual(await coloursAt(page, [[300, 100]]), ['74,143,60']);
  await own.push('POST', '/schedule/publish');
  await frame.getByRole('heading', { name: /^Next/ }).waitFor();
  await performOn(site.service, own.eventId, unpublishSchedule, undefined);
  await frame.locator('.card').waitFor({ state: 'detached' });
});

test('it stores nothing, plays nothing, leads nowhere and asks nobody', async (t) => {
  const page = await open(t, `${regatta.url}/overlay`);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.reload();
  await page.locator('.card').waitFor();
  await page.waitForTimeout(1500);
  const kept = await page.evaluate(async () => ({
    local: localStorage.length,
    session: sessionStorage.length,
    databases: await indexedDB.databases(),
    caches: await caches.keys(),
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    cookies: document.cookie,
    parts: document.querySelectorAll('a, audio, video, button, input, iframe').length,
    state: history.state,
  }));
  assert.deepEqual(kept, {
    ...{ local: 0, session: 0, databases: [], caches: [], workers: 0, cookies: '' },
    ...{ parts: 0, state: null },
  });
  for (const url of asked) assert.ok(url.startsWith(site.url), url);
});

test('a result is on air within two seconds, past every cache, and a correction in place', async (t) => {
  const own = await publishRegatta(site);
  const page = await open(t, `${own.url}/overlay`);
  await page.getByRole('heading', { name: /^Next/ }).waitFor();
  const documents: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/board/api/')) documents.push(request.url());
  });
  await page.waitForTimeout(1000);
  const post = (finishTimeMillis: number) =>
    own.push('PUT', `/races/${ON_COURSE}/results`, [
      { position: 1, status: 'finished', finishTimeMillis },
    ]);
  const postedAt = Date.now();
  await post(321_230);
  await page.getByText('5:21.23').waitFor();
  const millis = Date.now() - postedAt;
  assert.ok(millis < 2000, `${millis} ms`);
  await page.locator('.card').evaluate((card) => card.setAttribute('data-same', ''));
  await post(322_340);
  await page.getByText('5:22.34').waitFor();
  assert.equal(await page.locator('.card[data-same]').count(), 1, 'the card is the same');
  assert.ok(
    documents.every((url) => /\/live$|\?revision=\d+$/.test(url)),
    documents.join(' '),
  );
});

test('what comes and goes glides in less than 400 ms, and does not where nobody wants it', async (t) => {
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    const visit = { reducedMotion, clockSpeed: CLOCK_SPEED };
    const page = await open(t, `${regatta.url}/overlay`, visit);
    await page.getByRole('heading', { name: /^Next/ }).waitFor();
    const seen = await page.evaluate(async (longestFrameMillis) => {
      const changes: { millis: number; moving: number; glides: number }[] = [];
      const startedAt = performance.now();
      let [frameAt, millis] = [startedAt, 0];
      while (performance.now() - startedAt < 7000) {
        await new Promise(requestAnimationFrame);
        const now = performance.now();
        const moving = document.getAnimations().filter((one) => one.playState === 'running');
        const glides = document.querySelectorAll('.glide').length;
        const isChanging = moving.length > 0 || glides !== 1;
        if (isChanging) millis += Math.min(now - frameAt, longestFrameMillis);
        else if (millis > 0) {
          changes.push({ millis, moving: moving.length, glides });
          millis = 0;
        }
        frameAt = now;
      }
      return changes;
    }, LONGEST_FRAME_MILLIS);
    await page.getByRole('heading', { name: /^Now/ }).waitFor();
    if (reducedMotion === 'reduce') assert.deepEqual(seen, []);
    else assert.notEqual(seen.length, 0);
    for (const { millis } of seen)
      assert.ok(millis < GLIDE_MILLIS + 3 * LONGEST_FRAME_MILLIS, `${JSON.stringify(seen)}`);
    await page.close();
  }
});

test('cards that are gone are gone from memory', async (t) => {
  const page = await open(t, `${regatta.url}/overlay`, { clockSpeed: 10 * CLOCK_SPEED });
  await page.locator('.card').waitFor();
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const nodes = async () => {
    await session.send('HeapProfiler.collectGarbage');
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'Nodes')?.value ?? 0;
  };
  await page.waitForTimeout(3000);
  const before = await nodes();
  await page.waitForTimeout(10_000);
  const after = await nodes();
  // A card has a hundred nodes; twenty cards have come and gone.
  assert.ok(after - before < 300, `${before} nodes, then ${after}`);
});

test('nothing is shown when nothing has come for 60 s, and it is back within five', async (t) => {
  const own = await startSite();
  const event = await publishRegatta(own);
  const page = await newPage(t, { forgive: /ERR_|Failed to load|net::/ });
  await page.clock.install({ time: STARTED_AT });
  await page.goto(`${event.url}/overlay?show=clock`);
  await page.locator('.card').waitFor();
  await page.waitForTimeout(1500);
  await own.goAway();
  await page.clock.fastForward(50_000);
  await page.locator('.card').waitFor();
  await page.clock.fastForward(15_000);
  await page.locator('.card').waitFor({ state: 'detached' });
  await page.waitForTimeout(5000);
  await own.comeBack();
  const backAt = Date.now();
  await page.locator('.card').waitFor();
  assert.ok(Date.now() - backAt < 5000, `${Date.now() - backAt} ms`);
});

for (const locale of Object.keys(LOCALES)) {
  test(`the overlay is accessible in ${locale}`, async (t) => {
    for (const show of ['now', 'list', 'notice']) {
      const page = await open(t, `${regatta.url}/overlay?show=${show}&key=000000`, { locale });
      await page.locator('.card').waitFor();
      await assertAccessible(page, `${show}, ${locale}`);
      await page.close();
    }
  });
}
