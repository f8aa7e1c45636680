/**
 * Checks every page on a phone and on a desk, light and dark, for the rules of accessibility and for targets that a thumb can
 * hit, and keeps a picture of each in test-output.
 */
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { DEVICES, keepScreenshot, newPage } from '../support/browser.ts';
import { assertAccessible, assertFitsWidth, assertLargeTargets } from './checks.ts';
import { publishRegatta, SATURDAY_AT_ELEVEN, startSite } from './site.ts';

const site = await startSite();
const event = await publishRegatta(site);
const draft = await site.addEvent({
  name: 'A draft',
  timezone: 'Europe/Berlin',
  startDate: '2026-06-13',
  endDate: '2026-06-13',
});
await event.push('PUT', '/schedule/delay', { venueDay: '2026-06-13', delayMinutes: 10 });

const PAGES: { name: string; url: string; prepare?: (page: Page) => Promise<void> }[] = [
  { name: 'regattas', url: site.url },
  { name: 'board', url: event.url },
  {
    name: 'board-open',
    url: event.url,
    prepare: async (page) => {
      for (const race of [0, 1, 20]) await page.locator('.race h3 button').nth(race).click();
      await page.getByRole('table').nth(2).waitFor();
      await page.evaluate(() => scrollTo(0, 0));
    },
  },
  {
    name: 'board-followed',
    url: event.url,
    prepare: async (page) => {
      await page.getByRole('searchbox').fill('saline');
      for (const crew of ['Saline A', 'Saline B'])
        await page
          .getByRole('button', { name: `Follow ${crew}`, exact: true })
          .first()
          .click();
      await page.getByRole('searchbox').fill('');
      await page.getByRole('button', { name: /^My races [1-9]/ }).click();
      await page.getByRole('heading', { name: 'My races' }).waitFor();
      await page.evaluate(() => scrollTo(0, 0));
    },
  },
  {
    name: 'board-search',
    url: event.url,
    prepare: (page) => page.getByRole('searchbox').fill('grosse'),
  },
  { name: 'display', url: `${event.url}/display` },
  { name: 'print', url: `${event.url}/print` },
  { name: 'missing', url: draft.url },
];

for (const device of DEVICES) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`pages on a ${device}, ${colorScheme}`, async (t) => {
      for (const { name, url, prepare } of PAGES) {
        await t.test(name, async (t) => {
          const where = `${name}-${device}-${colorScheme}`;
          const page = await newPage(t, {
            device,
            colorScheme,
            startsAt: SATURDAY_AT_ELEVEN,
            forgive: name === 'missing' ? /404/ : undefined,
          });
          await page.goto(url);
          await page.locator('h1, table').first().waitFor();
          await prepare?.(page);
          await keepScreenshot(page, where);
          if (name !== 'print' && colorScheme === 'light')
            await keepScreenshot(page, `${where}-all`, true);
          await assertFitsWidth(page, where);
          // In the dark only colours differ, and those are the same on every device.
          if (colorScheme === 'light') await assertAccessible(page, where);
          else if (device === 'phone') await assertAccessible(page, where, ['color-contrast']);
          if (device === 'phone') await assertLargeTargets(page, where);
        });
      }
    });
  }
}
