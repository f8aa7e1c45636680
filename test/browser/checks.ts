/** Checks for every page: accessibility rules, sizes of targets for thumb and mouse, no sideways scrolling. */
import assert from 'node:assert/strict';
import { availableParallelism, loadavg } from 'node:os';
import type { TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import axe from 'axe-core';
import type { Page } from 'playwright-core';

/**
 * Asserts that the page breaks no rule of axe (WCAG 2.2 A and AA, best practices).
 *
 * @param rules only these, where the others have been checked before
 */
export async function assertAccessible(page: Page, where: string, rules?: string[]): Promise<void> {
  // Evaluated by the debugger, because the Content-Security-Policy of the pages allows no other script.
  await page.evaluate(axe.source);
  const violations = await page.evaluate(async (only) => {
    const { axe: inPage } = globalThis as unknown as { axe: typeof import('axe-core') };
    const found = await inPage.run(document, {
      resultTypes: ['violations'],
      ...(only && { runOnly: only }),
    });
    return found.violations.map(
      ({ id, help, nodes }) =>
        `${id}: ${help}: ${nodes.map(({ html, any }) => `${html} ${any[0]?.message ?? ''}`).join('\n  ')}`,
    );
  }, rules);
  assert.deepEqual(violations, [], where);
}

/**
 * The screens, colours or languages with which pages are checked: the whole list, or with `LOOKS=few`, which `.ci/run` sets
 * for its time limit, only its first and last items, which are the extremes.
 */
export function sampled<Item>(all: readonly Item[]): readonly Item[] {
  return process.env.LOOKS === 'few'
    ? all.filter((_, at) => at === 0 || at === all.length - 1)
    : all;
}

/** The smallest target in CSS pixels: for a thumb, and in the console for a mouse (WCAG 2.2, 2.5.8). */
const MIN_TARGET_PIXELS = { thumb: 44, mouse: 24 };

/** Asserts that everything that can be pressed is large enough: its box, or the area around it that reacts, too. */
export async function assertLargeTargets(page: Page, where: string): Promise<void> {
  const small = await page.evaluate(({ thumb, mouse }) => {
    const isDesk =
      document.body.dataset.page === 'console' && matchMedia('(pointer: fine)').matches;
    const least = isDesk ? mouse : thumb;
    const targets = 'a[href], button, input, select, textarea, summary, [role=button], [role=link]';
    // Nothing behind a dialog can be tapped.
    const reachable = document.querySelector('dialog:modal') ?? document;
    return Array.from(reachable.querySelectorAll<HTMLElement>(targets))
      .filter((target) => target.checkVisibility({ visibilityProperty: true }))
      .filter((target) => !isLargeEnough(target))
      .map((target) => {
        const { width, height } = target.getBoundingClientRect();
        return `${width}x${height}: ${target.outerHTML.slice(0, 200)}`;
      });

    function isLargeEnough(target: HTMLElement): boolean {
      const box = target.getBoundingClientRect();
      // Half a pixel is lost where sizes are not whole device pixels.
      if (box.width >= least - 0.5 && box.height >= least - 0.5) return true;
      target.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { left, top, width, height } = target.getBoundingClientRect();
      const [x, y, reach] = [left + width / 2, top + height / 2, least / 2 - 1];
      const label = target.closest('label');
      return [
        [x - Math.max(reach, 0), y],
        [x + reach, y],
        [x, y - reach],
        [x, y + reach],
      ].every(([pointX = 0, pointY = 0]) => {
        const hit = document.elementFromPoint(pointX, pointY);
        return hit !== null && (target.contains(hit) || label?.contains(hit));
      });
    }
  }, MIN_TARGET_PIXELS);
  assert.deepEqual(small, [], where);
}

/** Asserts that the page is not wider than its view. */
export async function assertFitsWidth(page: Page, where: string): Promise<void> {
  const { content, view } = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    view: document.documentElement.clientWidth,
  }));
  assert.ok(content <= view, `${where}: ${content} px in ${view} px`);
}

/** Sets the size of text as a reader may: `200%`. */
export async function setTextSize(page: Page, size: string): Promise<void> {
  await page.evaluate((value) => {
    document.documentElement.style.fontSize = value;
  }, size);
}

const EARLIER = /^(Earlier today|Heute schon vorbei|Plus tôt aujourd’hui)/;

/**
 * Waits until all races are on the page: those below the first screen are drawn a moment after the others, and those of today
 * that are over once they are opened.
 */
export async function allDrawn(page: Page, raceCount: number): Promise<void> {
  await page.locator('.race').first().waitFor();
  const earlier = page.getByRole('button', { name: EARLIER, expanded: false });
  if ((await earlier.count()) > 0) await earlier.click();
  await page.waitForFunction(
    (count) => document.querySelectorAll('.race[id^="race-"]').length === count,
    raceCount,
    { timeout: 5000 },
  );
}

/** Waits until the service worker has cached the page, and the page its document. */
export async function isKept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    for (;;) {
      const kept = await caches.match(`${location.origin}/board/api${location.pathname}`);
      if (kept && navigator.serviceWorker.controller) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  });
}

/**
 * Other programs on the machine may spoil a series of measurements. On a shared machine that may last for some minutes, so the
 * next series waits.
 */
const SERIES = 5;
const PAUSE_MILLIS = 30_000;

/**
 * Fails unless one of the series of measurements has a median below a limit; after such a one, no other is taken.
 *
 * @param measure takes a series, in milliseconds
 */
export async function assertMedianBelow(
  t: TestContext,
  limitMillis: number,
  measure: () => Promise<number[]>,
): Promise<void> {
  const medians: number[] = [];
  while (medians.length < SERIES) {
    if (medians.length > 0) await delay(PAUSE_MILLIS);
    const measured = await measure();
    t.diagnostic(`took ${measured.map(Math.round).join(', ')} ms`);
    medians.push(median(measured));
    if (median(measured) < limitMillis) return;
  }
  const [load = 0] = loadavg();
  assert.fail(
    `medians of ${medians.map(Math.round).join(', ')} ms; the machine's load was ${load.toFixed(1)} on ${availableParallelism()} processors`,
  );
}

/** The value in the middle, for measurements on a machine that does other things as well. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Holds back the next write to a path until it is released. */
export async function slowAnswer(page: Page, path: string) {
  const [sent, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const isWrite = (url: URL) => url.pathname.endsWith(path) && !url.searchParams.has('preview');
  await page.route(
    isWrite,
    async (route) => {
      sent.resolve();
      await held.promise;
      await route.continue();
    },
    { times: 1 },
  );
  return { sent: sent.promise, release: held.resolve };
}
