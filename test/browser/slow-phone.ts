/** A phone with a slow processor and one bar of signal, and what its first view of a page takes. */
import type { Page } from 'playwright-core';

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
  const usable = await page.waitForFunction(() => (globalThis as { usableAt?: number }).usableAt);
  return (await usable.jsonValue()) as number;
}

/** The size of each script that a page has loaded, as it was sent. */
export function scriptBytes(page: Page): Promise<number[]> {
  return page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
      .map(({ encodedBodySize }) => encodedBodySize),
  );
}

/** How long the processor takes for some work, at its best; on a slow one less is left to slow down. */
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
