/**
 * The screens on which pages of the console and the race office are checked: a phone, light, and a desk, dark. `npm run
 * test:looks` sets `LOOKS` to `all`; then a tablet is one of them, and each is light and dark.
 */
import { test } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { keepScreenshot, newPage, type Visit } from '../support/browser.ts';
import { assertAccessible, assertFitsWidth, assertLargeTargets } from './checks.ts';

type Scheme = 'light' | 'dark';

/** Widths in pixels, each with its colours. `npm test` has to stay short, so it checks each colour once. */
const SCREENS: readonly (readonly [width: number, colorSchemes: readonly Scheme[]])[] =
  process.env.LOOKS === 'all'
    ? [
        [360, ['light', 'dark']],
        [820, ['light', 'dark']],
        [1440, ['light', 'dark']],
      ]
    : [
        [360, ['light']],
        [1440, ['dark']],
      ];

export const WIDTHS: readonly number[] = SCREENS.map(([width]) => width);

export const PHONE: BrowserContextOptions = {
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
};

export interface Look {
  name: string;
  path: string;
  /** The page is long, so its picture ends where the screen does. */
  isLong?: true;
  prepare?: (page: Page) => Promise<void>;
}

interface Looks<Kind extends Look> {
  /** What the pages are, for the titles of the tests. */
  title: string;
  /** Begins the names of their pictures. */
  prefix: string;
  looks: readonly Kind[];
  /** Opens a page in the state in which it is checked. */
  show: (page: Page, look: Kind) => Promise<void>;
  /** What is the same for all of them. */
  visit?: Visit;
}

/** Keeps a picture of each page on each screen, and asserts what every page is held to. */
export function lookAt<Kind extends Look>({ title, prefix, looks, show, visit }: Looks<Kind>) {
  for (const [width, colorSchemes] of SCREENS) {
    const screen =
      width === 360 ? PHONE : { viewport: { width, height: 900 }, hasTouch: width < 1000 };
    for (const colorScheme of colorSchemes) {
      test(`${title} at ${width} px, ${colorScheme}`, async (t) => {
        for (const look of looks) {
          await t.test(look.name, async (t) => {
            const where = `${prefix}-${look.name}-${width}-${colorScheme}`;
            const page = await newPage(t, { ...visit, ...screen, colorScheme });
            await show(page, look);
            await keepScreenshot(page, where, !look.isLong);
            await assertFitsWidth(page, where);
            await assertAccessible(page, where);
            if (colorScheme === 'light') await assertLargeTargets(page, where);
          });
        }
      });
    }
  }
}

/** Opens a page, and waits until it has what it asked the service for. */
export async function goTo(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.locator('h1').waitFor();
  await page.waitForFunction(() => document.querySelector('.waiting') === null);
}
