/**
 * The board of a large regatta with everything open, on a slow phone: a change neither blocks nor moves the page, and a day of
 * changes does not fill the memory.
 */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { CDPSession, Page } from 'playwright-core';
import { newPage } from '../support/browser.ts';
import { allDrawn, assertMedianBelow } from './checks.ts';
import { publishLarge, pushResults } from './large-regatta.ts';
import { startSite } from './site.ts';
import { slowProcessorDown } from './slow-phone.ts';

const RACES = 141;
const ROWED = 100;
const FIRST_START = Date.parse('2026-06-13T06:00:00Z');
const NOW = FIRST_START + (ROWED + 1) * 300_000 - 60_000;
const LONGEST_TASK_MILLIS = 200;
const CHANGES = 3;
const SWITCH_MILLIS = 100;
/** `UPDATES=500` takes some minutes. */
const UPDATES = Number(process.env.UPDATES ?? 40);
const WARM_UP_UPDATES = 10;
/** What the test may take: the regatta, and far more than the 0.7 s that an update takes on a machine with little to do. */
const UPDATES_MILLIS = 120_000 + (WARM_UP_UPDATES + UPDATES) * 3000;
/** What the memory may grow by over all updates, in bytes: less than a few documents. */
const GROWTH_BYTES = 1_500_000;

const site = await startSite();
const event = await publishLarge(site, {
  ...{ crews: 200, races: RACES, rowed: ROWED, firstStart: FIRST_START },
  race: (number) => ({ title: `Women's Junior 8+ Heat ${number}` }),
});

test('a change of a large regatta with everything open is no long task, and moves nothing', async (t) => {
  const { page } = await openLarge(t);
  await page.getByRole('button', { name: 'Open all' }).click();
  await page.waitForFunction(
    (count) => document.querySelectorAll('.race table').length >= count,
    RACES,
  );
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2));
  await slowProcessorDown(page);
  let round = 0;
  await assertMedianBelow(t, LONGEST_TASK_MILLIS, async () => {
    const longest: number[] = [];
    while (longest.length < CHANGES) {
      round++;
      await page.evaluate(watch);
      await pushResults(event, ROWED + round, round);
      await page.locator('.moment .last', { hasText: `Heat ${ROWED + round}` }).waitFor();
      await page.waitForTimeout(500);
      longest.push(await page.evaluate(() => (globalThis as unknown as Watch).watched.longest));
      assert.equal(await page.evaluate(() => (globalThis as unknown as Watch).watched.shift), 0);
    }
    return longest;
  });
});

test('the earlier races open at once on a slow phone', async (t) => {
  const { page } = await openLarge(t, false);
  const row = page.locator('.earlier button');
  await slowProcessorDown(page);
  await assertMedianBelow(t, SWITCH_MILLIS, async () => {
    const measured: number[] = [];
    for (let round = 0; round < 9; round++) {
      const millis = await row.evaluate(
        (button) =>
          new Promise<number>((done) => {
            const from = performance.now();
            (button as HTMLButtonElement).click();
            requestAnimationFrame(() => setTimeout(() => done(performance.now() - from)));
          }),
      );
      // Every other click closes the earlier races.
      if (round % 2 === 0) measured.push(millis);
      await page.waitForTimeout(500);
    }
    // The next series begins with the earlier races closed.
    await row.click();
    return measured;
  });
});

test('updates all day do not fill the memory', { timeout: UPDATES_MILLIS }, async (t) => {
  const { page, session } = await openLarge(t);
  await page.getByRole('button', { name: 'Open all' }).click();
  const update = async (count: number) => {
    const penalty = 10_000 + count * 1000;
    await pushResults(event, ROWED, count, penalty);
    await page
      .locator('.race', { hasText: `Heat ${ROWED}` })
      .getByText(`${penalty / 1000} s`)
      .first()
      .waitFor({ state: 'attached' });
  };
  for (let count = 0; count < WARM_UP_UPDATES; count++) await update(count);
  const before = await heapBytes(session);
  for (let count = 0; count < UPDATES; count++) await update(WARM_UP_UPDATES + count);
  const after = await heapBytes(session);
  t.diagnostic(`${before} bytes became ${after} after ${UPDATES} updates`);
  assert.ok(after - before < GROWTH_BYTES, `grown by ${after - before} bytes`);
});

async function heapBytes(session: CDPSession): Promise<number> {
  for (let count = 0; count < 3; count++) await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Runtime.getHeapUsage')).usedSize;
}

interface Watch {
  watched: { longest: number; shift: number };
}

/** Runs in the page: notes the longest task and how far the page moves from now on. */
function watch(): void {
  const watched = { longest: 0, shift: 0 };
  Object.assign(globalThis, { watched });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries())
      watched.longest = Math.max(watched.longest, duration);
  }).observe({ type: 'longtask' });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as unknown as {
      value: number;
      hadRecentInput: boolean;
    }[])
      if (!entry.hadRecentInput) watched.shift += entry.value;
  }).observe({ type: 'layout-shift' });
}

/** Opens the board on a phone. @param all whether to open the earlier races, too */
async function openLarge(t: TestContext, all = true): Promise<{ page: Page; session: CDPSession }> {
  const page = await newPage(t, { device: 'phone', startsAt: NOW });
  const session = await page.context().newCDPSession(page);
  await page.goto(event.url);
  await page.locator('.race').first().waitFor();
  if (all) await allDrawn(page, RACES);
  else await page.locator('.race', { hasText: `Heat ${RACES}` }).waitFor();
  return { page, session };
}
