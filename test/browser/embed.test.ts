/** The embedded page in a frame on another site: what it says, that it is live, and that it leaves nothing behind. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import type { Frame, Page } from 'playwright-core';
import { unpublishSchedule } from '../../src/operations/pushes/schedule.ts';
import { keepScreenshot, newPage } from '../support/browser.ts';
import { performOn } from '../support/perform.ts';
import { assertAccessible, assertFitsWidth, assertLargeTargets, setTextSize } from './checks.ts';
import { publishRegatta, SATURDAY, SATURDAY_AT_ELEVEN, startSite } from './site.ts';

const site = await startSite();
const event = await publishRegatta(site);
const club = await startClubSite();

/** Starts the site of a club, whose page frames the address in `?src=` with the width in `&width=`. */
async function startClubSite(): Promise<string> {
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://club');
    const source = searchParams.get('src') ?? '';
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><html lang="en"><title>Our club</title><h1>Our club</h1>
      <iframe src="${source}" width="${searchParams.get('width')}" height="420" title="Regatta"></iframe>`);
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  after(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Opens the club's page with a frame. @returns the frame's page */
async function openFramed(page: Page, source: string, width: number): Promise<Frame> {
  await page.goto(`${club}/?${new URLSearchParams({ src: source, width: String(width) })}`);
  const frame = page.frames()[1];
  assert.ok(frame, 'there is no frame');
  return frame;
}

const NOW = { startsAt: SATURDAY_AT_ELEVEN };

test('in a frame it says what is next and the last result, and follows live', async (t) => {
  const page = await newPage(t, NOW);
  const frame = await openFramed(page, `${event.url}/embed`, 320);
  await frame.getByRole('heading', { name: 'Hebda Cup and Wy-Hi' }).waitFor();
  await frame.getByRole('link', { name: /^Next 11:17 in 1[78] min 17 · / }).waitFor();
  await frame.getByRole('link', { name: /^Last result 1[56] · .* 1st .* \d:\d\d\.\d\d/ }).waitFor();
  await keepScreenshot(page, 'embed-framed');

  await event.push('PUT', '/schedule/delay', { venueDay: SATURDAY, delayMinutes: 25 });
  await frame.getByText('Runs 25 min late').waitFor();
  await frame.getByRole('link', { name: /^Next 11:42 in 4[23] min 17 · / }).waitFor();
  await event.push('PUT', '/schedule/delay', { venueDay: SATURDAY, delayMinutes: 0 });
  await frame.getByText('Runs 25 min late').waitFor({ state: 'detached' });

  const opens = page.context().waitForEvent('page');
  await frame.getByRole('link', { name: 'To the board (opens in a new tab)' }).click();
  const opened = await opens;
  await opened.getByRole('searchbox').waitFor();
  assert.equal(opened.url(), event.url);
  assert.ok(page.url().startsWith(club), 'the site around it stays open');
});

test('a regatta that is published again is shown again', async (t) => {
  const page = await newPage(t, { ...NOW, forgive: /404/ });
  await page.goto(`${event.url}/embed`);
  await page.getByRole('link', { name: /^Next/ }).waitFor();
  await performOn(site.service, event.eventId, unpublishSchedule, undefined);
  await page.getByText('There is no such regatta').waitFor();
  await event.push('POST', '/schedule/publish');
  await page.getByRole('link', { name: /^Next/ }).waitFor();
});

test('it stores nothing and registers no service worker', async (t) => {
  const page = await newPage(t, NOW);
  for (const open of [
    () => openFramed(page, `${event.url}/embed`, 320),
    async () => {
      await page.goto(`${event.url}/embed`);
      return page.mainFrame();
    },
  ]) {
    const frame = await open();
    await frame.getByRole('link', { name: /^Next/ }).waitFor();
    // Pages write their caches a second after they know that the document is current.
    await page.waitForTimeout(1500);
    const kept = await frame.evaluate(async () => ({
      local: localStorage.length,
      session: sessionStorage.length,
      caches: await caches.keys(),
      workers: (await navigator.serviceWorker.getRegistrations()).length,
      cookies: document.cookie,
    }));
    assert.deepEqual(kept, { local: 0, session: 0, caches: [], workers: 0, cookies: '' });
  }
});

test('no other page can be framed', async (t) => {
  const page = await newPage(t, {
    ...NOW,
    forgive: /frame-ancestors|chrome-error|csp|ERR_BLOCKED/,
  });
  for (const path of ['', '/display', '/print']) {
    const frame = await openFramed(page, event.url + path, 600);
    await page.waitForLoadState('load');
    assert.match(frame.url(), /^chrome-error:/, path);
  }
});

for (const [width, locale] of [
  [240, 'de-DE'],
  [360, 'fr-FR'],
  [700, 'en-GB'],
] as const) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`it fits a frame of ${width} px in ${locale}, ${colorScheme}`, async (t) => {
      const visit = { viewport: { width, height: 420 }, locale, colorScheme };
      const page = await newPage(t, { ...NOW, ...visit });
      const where = `embed-${width}-${locale}-${colorScheme}`;
      await page.goto(`${event.url}/embed`);
      await page.locator('.embed li').nth(1).waitFor();
      await keepScreenshot(page, where);
      await assertAccessible(page, where);
      await assertLargeTargets(page, where);
      for (const size of ['100%', '200%']) {
        await setTextSize(page, size);
        await assertFitsWidth(page, `${where}, ${size}`);
      }
      if (locale !== 'en-GB')
        assert.doesNotMatch(await page.locator('body').innerText(), /\b(Next|Last|board|tab)\b/);
    });
  }
}

test('the site around it can choose the language', async (t) => {
  const page = await newPage(t, { ...NOW, locale: 'en-GB' });
  const frame = await openFramed(page, `${event.url}/embed?lang=de`, 320);
  await frame.getByRole('link', { name: /^Zum Zeitplan/ }).waitFor();
  assert.equal(await frame.locator('html').getAttribute('lang'), 'de');
});
