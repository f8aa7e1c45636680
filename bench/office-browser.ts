/** The row of the results grid: from a key to the painted place, in a browser on a slow processor. */
import type { Page } from 'playwright-core';
import { launchChromium } from '../test/support/chromium.ts';
import { ALONE, percentile, type Result } from './measure.ts';
import type { Published } from './public.ts';
import { addOffice, copyOf, pushRegatta, startProcess, stopProcess, writeInto } from './service.ts';

const RACES = 140;
const LANES = 8;
/** How many races are typed, one after the other. */
const TYPED_RACES = 8;
const SLOWER_PROCESSOR = 4;
/** Fast, for somebody who types digits all day: ten a second. */
const KEY_MILLIS = 100;
const TARGET_MILLIS = 50;

/** @param folder for files */
export async function officeBrowserRow(published: Published, folder: string): Promise<Result> {
  const databaseUrl = copyOf(published.file, folder, 'office-browser');
  const { eventId, token } = await writeInto(databaseUrl, addOffice);
  const service = await startProcess(databaseUrl);
  await pushRegatta({ ...published.client, url: service.url, eventId }, RACES);
  const millis = await typeRaces(service.url, eventId, token);
  await stopProcess(service.process);
  return {
    work: `the results grid, ${LANES} lanes in an event of ${RACES} races: from a key to the painted place, on a processor slowed ${SLOWER_PROCESSOR} times, ${millis.length} keys`,
    ours: `p99 ${percentile(millis, 0.99).toFixed(0)} ms, median ${percentile(millis, 0.5).toFixed(0)} ms`,
    ...ALONE,
    target: `p99 ≤ ${TARGET_MILLIS} ms`,
  };
}

/** @returns milliseconds of each key */
async function typeRaces(url: string, eventId: number, token: string): Promise<number[]> {
  const browser = await launchChromium();
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const name = `running-order-${new URL(url).port}`;
    await context.addCookies([{ name, value: token, url }]);
    const page = await context.newPage();
    await page.goto(`${url}/console/events/${eventId}/races`);
    await page.locator('#race-title').waitFor();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER_PROCESSOR });
    await page.evaluate(measureKeys);
    await page.keyboard.press('e');
    await page.locator('input[data-lane]:focus').waitFor();
    for (let race = 0; race < TYPED_RACES; race++) await typeRace(page, race);
    return await page.evaluate(() => (globalThis as unknown as { keyMillis: number[] }).keyMillis);
  } finally {
    await browser.close();
  }
}

async function typeRace(page: Page, race: number): Promise<void> {
  for (let lane = 1; lane <= LANES; lane++) {
    await page.locator(`input[data-lane="${lane}"]`).focus();
    await page.keyboard.type(`6${((race * 17 + lane * 7) % 50) + 10}${lane}${race}`, {
      delay: KEY_MILLIS,
    });
    await page.waitForTimeout(KEY_MILLIS);
  }
  const places = await page.locator('.entry-place > [aria-hidden]').allTextContents();
  if (places.length !== LANES || places.some((place) => !/^\d+$/.test(place))) {
    throw new Error(`places are missing: ${places.join(' ')}`);
  }
  await page.keyboard.press('PageDown');
  await page.locator('input[data-lane]:focus').waitFor();
}

/** Runs in the page: notes for each digit how long it took from the key to the frame that shows its effect. */
function measureKeys(): void {
  const keyMillis: number[] = [];
  Object.assign(globalThis, { keyMillis });
  addEventListener(
    'keydown',
    ({ key, timeStamp }) => {
      if (!/^\d$/.test(key)) return;
      requestAnimationFrame(() => {
        // The message is delivered after the frame has been painted.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => keyMillis.push(performance.now() - timeStamp);
        port2.postMessage(undefined);
      });
    },
    { capture: true },
  );
}
