/** What every page is held to: accessibility rules, sizes of what is tapped, no sideways scrolling. */
import assert from 'node:assert/strict';
import axe from 'axe-core';
import type { Page } from 'playwright-core';

/**
 * Nothing that the rules of axe (WCAG 2.2 A and AA, best practices) object to.
 *
 * @param rules only these, where the others have been looked at before
 */
export async function assertAccessible(page: Page, where: string, rules?: string[]): Promise<void> {
  // Evaluated by the debugger, for the policy of the pages lets no script in.
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

/** The smallest target for a thumb, in CSS pixels. */
const MIN_TARGET_PIXELS = 44;

/** Everything that can be tapped is large enough: by its box, or by what around it reacts, too. */
export async function assertLargeTargets(page: Page, where: string): Promise<void> {
  const small = await page.evaluate((least) => {
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

/** Nothing sticks out to the side. */
export async function assertFitsWidth(page: Page, where: string): Promise<void> {
  const { content, view } = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    view: document.documentElement.clientWidth,
  }));
  assert.ok(content <= view, `${where}: ${content} px in ${view} px`);
}

/** All races are on the page: those below the first screen are drawn a moment after the others. */
export async function allDrawn(page: Page, raceCount: number): Promise<void> {
  await page.waitForFunction(
    (count) => document.querySelectorAll('.race').length === count,
    raceCount,
    { timeout: 5000 },
  );
}

/** The value in the middle, for measurements on a machine that does other things as well. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
