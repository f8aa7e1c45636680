/** The list of regattas: the one of today on top, those to come, the last ones, all by year, and the search. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { DEVICES, keepScreenshot, newPage } from '../support/browser.ts';
import { setClock } from '../support/clock.ts';
import { addManyEvents } from '../support/many-events.ts';
import { assertAccessible, assertFitsWidth, assertLargeTargets, setTextSize } from './checks.ts';
import { SATURDAY_AT_ELEVEN, type Site, startSite } from './site.ts';

// The service says which regattas are next and which have just been.
const AHEAD = SATURDAY_AT_ELEVEN - Date.now();
setClock(AHEAD);
after(() => setClock(0));
const empty = await startSite();
const site = await startSite();
const federation = await startSite();
await addManyEvents(federation.service.database, { today: '2026-06-13' });

/** Number of regattas, with real names and with the longest. */
const COUNT = 200;
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
for (let count = 3; count < COUNT; count++) {
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
      assert.deepEqual(await headings(page), [
        ...['Hebda Cup', 'In the next seven days', 'Coming up', 'Past', 'All by year'],
      ]);
      assert.equal(await page.locator('.regattas').last().locator('li').count(), 10);
      assert.equal(await page.locator('.years a').count(), 5);
      const button = await page.getByText('To the board').boundingBox();
      assert.ok(button && button.y < 400, 'the one of today stands on top');
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
      assert.equal(await page.locator('.regattas a').count(), 0);
      await page.getByRole('searchbox').fill('');

      await page
        .getByRole('link', { name: /Hebda Cup/ })
        .first()
        .click();
      await page.getByRole('heading', { level: 1, name: 'Hebda Cup' }).waitFor();
    });
  }
}

for (const device of DEVICES) {
  test(`four thousand regattas on a ${device}: today, a year, a search`, async (t) => {
    const page = await newPage(t, {
      device,
      startsAt: SATURDAY_AT_ELEVEN,
      forgive: /INTERNET_DISC/,
    });
    const rows = page.locator('.regattas a');
    await page.goto(federation.url);
    await page.getByRole('heading', { name: 'Today' }).waitFor();
    assert.ok((await rows.count()) < 200);
    await keepScreenshot(page, `regattas-many-${device}`);
    await page.getByRole('link', { name: 'All by year' }).click();
    await page.getByRole('link', { name: /^2025 \d+ regattas$/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Regattas 2025' }).waitFor();
    assert.deepEqual((await headings(page)).slice(0, 2), ['December 2025', 'November 2025']);
    assert.equal(await rows.count(), 200);
    await assertAccessible(page, 'a year');
    await assertFitsWidth(page, 'a year');
    if (device === 'phone') await assertLargeTargets(page, 'a year');
    const [newest] = await rows.allInnerTexts();
    await page
      .getByRole('navigation', { name: 'Pages' })
      .getByRole('link', { name: '2', exact: true })
      .click();
    await page.waitForURL(/\/years\/2025\?page=2$/);
    assert.ok(!(await rows.allInnerTexts()).includes(newest ?? ''));
    await keepScreenshot(page, `regattas-year-${device}`);

    await page.getByRole('searchbox').fill('LUZERN schools’ cup');
    await page.waitForURL(/\/\?q=LUZERN\+schools/);
    const onlyFound = () => page.getByRole('heading', { level: 2, name: /^20\d\d$/ }).first();
    await onlyFound().waitFor();
    const found = await rows.allInnerTexts();
    assert.ok(found.length > 10 && found.every((text) => /Schools’ Cup Luzern/.test(text)));
    await page.reload();
    await onlyFound().waitFor();
    assert.deepEqual(await rows.allInnerTexts(), found);
    assert.equal(await page.getByRole('searchbox').inputValue(), 'LUZERN schools’ cup');
    await page.getByRole('searchbox').fill('luzern');
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.waitForFunction(() => document.querySelectorAll('.regattas a').length > 200);
    await keepScreenshot(page, `regattas-found-${device}`);
    await page.getByRole('searchbox').fill('');
    await page.getByRole('heading', { name: 'Today' }).waitFor();
    await page.waitForURL(({ search }) => search === '');

    await page.context().setOffline(true);
    await page.getByRole('searchbox').fill('hansa');
    await page.getByText('No connection.').waitFor();
    assert.ok((await rows.count()) > 0);
    await page.context().setOffline(false);
  });
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
  setClock(0);
  await page.clock.install({ time: Date.parse('2026-06-15T03:59:30Z') });
  setClock(AHEAD);
  await page.goto(site.url);
  await page.getByText('To the board').waitFor();
  await page.clock.runFor(90_000);
  await page.getByText('To the board').waitFor({ state: 'detached' });
  assert.deepEqual((await headings(page)).slice(0, 2), ['Coming up', 'Past']);
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
