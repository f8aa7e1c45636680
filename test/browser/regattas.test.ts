/** The list of regattas: the one of today on top, those to come, past ones by year, and the search. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { DEVICES, keepScreenshot, newPage } from '../support/browser.ts';
import { assertAccessible, assertFitsWidth, assertLargeTargets, setTextSize } from './checks.ts';
import { SATURDAY_AT_ELEVEN, type Site, startSite } from './site.ts';

const empty = await startSite({ after });
const site = await startSite({ after });

/** As many as the list may have, of real names and of the longest. */
const MAX_LISTED = 200;
const NAMES = [
  ['Hebda Cup', 'America/New_York', 'Wyandotte', 'US'],
  ['World Rowing Cup II', 'Europe/Zurich', 'Luzern', 'CH'],
  ['Internationale Ruderregatta Ratzeburg', 'Europe/Berlin', 'Ratzeburg', 'DE'],
  ['Championnat de France bateaux longs', 'Europe/Paris', 'Mâcon', 'FR'],
  ['Wyandotte High School Invitational', 'America/New_York', '', 'US'],
] as const;

await publish(site, 0, '2026-06-13', '2026-06-14');
await publish(site, 1, '2026-06-26', '2026-06-28');
await publish(site, 2, '2026-06-14', '2026-06-14');
for (let count = 3; count < MAX_LISTED; count++) {
  const month = String(1 + (count % 5)).padStart(2, '0');
  const date = `${2026 - Math.floor(count / 40)}-${month}-${10 + (count % 18)}`;
  await publish(site, count % NAMES.length, date, date);
}

async function publish(on: Site, index: number, startDate: string, endDate: string) {
  const [name = '', timezone = 'UTC', city = '', countryCode = ''] = NAMES[index] ?? [];
  const given = { name, timezone, startDate, endDate, city, countryCode };
  const event = await on.addEvent(given);
  await event.push('POST', '/schedule');
  await event.push('POST', '/schedule/publish');
}

/** The headings of the list, as a screen reader goes through them. */
async function headings(page: Page): Promise<string[]> {
  const texts = await page.getByRole('heading', { level: 2 }).allInnerTexts();
  return texts.map((text) => text.replace(/\s+/g, ' ').trim());
}

for (const device of DEVICES) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`two hundred regattas on a ${device}, ${colorScheme}`, async (t) => {
      const page = await newPage(t, { device, colorScheme, startsAt: SATURDAY_AT_ELEVEN });
      await page.goto(site.url);
      await page.getByRole('heading', { name: 'Hebda Cup' }).first().waitFor();
      const [first, second, third, ...years] = await headings(page);
      assert.deepEqual([first, second], ['Hebda Cup', 'Coming up']);
      assert.match(third ?? '', /^2026 \d+ regattas$/);
      assert.equal(years.length, 4);
      const button = await page.getByText('To the board').boundingBox();
      assert.ok(button && button.y < 400, 'the one of today stands on top');
      assert.equal(await page.locator('.year[open]').count(), 1, 'old years are closed');
      const where = `regattas-${device}-${colorScheme}`;
      assert.match(await page.locator('.of-today').innerText(), /Wyandotte, United States/);
      await page.getByRole('link', { name: 'To the race office' }).waitFor();
      await keepScreenshot(page, where);
      await assertAccessible(page, where, colorScheme === 'dark' ? ['color-contrast'] : undefined);
      await assertFitsWidth(page, where);
      if (device === 'phone') await assertLargeTargets(page, where);

      await page.getByRole('searchbox').fill('luzern 2023');
      await page.getByRole('heading', { name: /^2023/ }).waitFor();
      const found = await page.locator('.regattas a').allInnerTexts();
      assert.ok(found.length > 0 && found.every((text) => /World Rowing Cup II.*2023/s.test(text)));
      await keepScreenshot(page, `${where}-search`);
      await assertAccessible(page, where, colorScheme === 'dark' ? ['color-contrast'] : undefined);
      await page.getByRole('searchbox').fill('no such place');
      await page.getByText('Nothing found').waitFor();
      assert.equal(await page.locator('main a').count(), 0);
      await page.getByRole('searchbox').fill('');

      await page
        .getByRole('link', { name: /Hebda Cup/ })
        .first()
        .click();
      await page.getByRole('heading', { level: 1, name: 'Hebda Cup' }).waitFor();
    });
  }
}

for (const locale of ['de-DE', 'fr-FR']) {
  test(`the list in ${locale} on a small phone with text of 200 %`, async (t) => {
    const page = await newPage(t, {
      device: 'phone',
      viewport: { width: 360, height: 740 },
      locale,
      startsAt: SATURDAY_AT_ELEVEN,
    });
    await page.goto(site.url);
    await page.getByRole('heading', { name: 'Hebda Cup' }).first().waitFor();
    await keepScreenshot(page, `regattas-${locale}`);
    await setTextSize(page, '200%');
    await assertFitsWidth(page, locale);
    await assertLargeTargets(page, locale);
    await keepScreenshot(page, `regattas-${locale}-200`);
    assert.doesNotMatch(
      await page.locator('body').innerText(),
      /\b(Today|Coming|board|regattas)\b/,
    );
  });
}

test('a page that stays open notices that a regatta is over at its venue', async (t) => {
  const page = await newPage(t);
  // Sunday 23:59 in New York: the day of the venue counts, not that of the device.
  await page.clock.install({ time: Date.parse('2026-06-15T03:59:30Z') });
  await page.goto(site.url);
  await page.getByText('To the board').waitFor();
  await page.clock.runFor(90_000);
  await page.getByText('To the board').waitFor({ state: 'detached' });
  assert.deepEqual((await headings(page)).slice(0, 1), ['Coming up']);
});

test('where there is no regatta, and where none is to come, the list says so', async (t) => {
  const page = await newPage(t, { device: 'phone', startsAt: SATURDAY_AT_ELEVEN });
  await page.goto(empty.url);
  await page.getByText('No regatta has published').waitFor();
  assert.equal(await page.getByRole('searchbox').count(), 0);
  await keepScreenshot(page, 'regattas-none');
  await assertAccessible(page, 'none');

  await publish(empty, 3, '2026-06-01', '2026-06-01');
  await page.reload();
  await page.getByText('No regatta is coming up yet.').waitFor();
  await page.getByText('Championnat de France').waitFor();
  assert.equal(await page.getByRole('searchbox').count(), 0, 'one regatta needs no search');
  await keepScreenshot(page, 'regattas-past-only');
});
