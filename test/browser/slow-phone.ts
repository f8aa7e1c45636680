/** A phone with a slow processor and one bar of signal, and what its first view of a page takes. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { newPage } from '../support/browser.ts';

/** One bar of signal, in bytes a second and milliseconds. */
const NETWORK = {
  offline: false,
  latency: 400,
  downloadThroughput: 400_000 / 8,
  uploadThroughput: 400_000 / 8,
};
/** A phone's processor: this many times slower than one that does the work below in this time. */
const SLOWER_PROCESSOR = 4;
const REFERENCE_MILLIS = 36;

/** Slows the network and the processor of a page down. */
export async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', NETWORK);
  await slowProcessorDown(page);
}

/** Slows the processor of a page down to that of a phone; on a slow machine less is left to slow down. */
export async function slowProcessorDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const rate = Math.min(1, REFERENCE_MILLIS / (await workMillis(page))) * SLOWER_PROCESSOR;
  await session.send('Emulation.setCPUThrottlingRate', { rate: Math.max(1, rate) });
}

/** From the tap on a link until something is on the screen, in milliseconds. @param selector of what it is */
export async function millisUntilSeen(page: Page, url: string, selector: string): Promise<number> {
  await page.addInitScript((wanted) => {
    const look = () => {
      const box = document.querySelector(wanted)?.getBoundingClientRect();
      const isSeen = box && box.height > 0 && box.top >= 0 && box.bottom <= innerHeight;
      if (!isSeen) requestAnimationFrame(look);
      // It has been drawn by the time of the next frame.
      else requestAnimationFrame((at) => Object.assign(globalThis, { usableAt: at }));
    };
    requestAnimationFrame(look);
  }, selector);
  await page.goto(url, { waitUntil: 'commit' });
  const isUsable = () => (globalThis as { usableAt?: number }).usableAt;
  // Not asked at each frame, which would take a part of a slow processor.
  const usable = await page.waitForFunction(isUsable, undefined, { polling: 200 });
  return (await usable.jsonValue()) as number;
}

/** What an empty page that a script fills takes on a phone: two round trips, and the work of the browser itself. */
const EMPTY_PAGE_MILLIS = 2 * NETWORK.latency + 200;
const EMPTY_PAGE = `<!doctype html>
<meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,">
<script type="module" src="/script.js"></script>`;
const SCRIPT = "document.body.innerHTML = '<p>drawn</p>'";

/**
 * How much longer such a page takes here, in milliseconds; 0 on a fast machine. A browser has several processes, of which
 * only the one that draws the page is slowed down to that of a phone: on a slow machine the others are slower than a phone's.
 */
export async function delayOfMachine(t: TestContext): Promise<number> {
  const server = createServer((request, response) => {
    const isScript = request.url === '/script.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? SCRIPT : EMPTY_PAGE);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const page = await newPage(t, { device: 'phone' });
  await slowDown(page);
  const { port } = server.address() as AddressInfo;
  const millis = await millisUntilSeen(page, `http://127.0.0.1:${port}/`, 'p');
  await page.close();
  server.closeAllConnections();
  server.close();
  return Math.max(0, millis - EMPTY_PAGE_MILLIS);
}

/** The size of each script that a page has loaded, as it was sent. */
export function scriptBytes(page: Page): Promise<number[]> {
  return page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
      .map(({ encodedBodySize }) => encodedBodySize),
  );
}

/** How long the processor takes for some work, at its best, in milliseconds. */
function workMillis(page: Page): Promise<number> {
  return page.evaluate(() => {
    const once = () => {
      const startedAt = performance.now();
      const words: string[] = [];
      for (let i = 0; i < 200_000; i++) words.push(String(i * 7919));
      words.sort();
      return performance.now() - startedAt;
    };
    return Math.min(once(), once(), once());
  });
}
