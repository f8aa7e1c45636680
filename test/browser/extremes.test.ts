/** Pages at their limits: the longest names in any script, full fields, small screens, other languages. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANGUAGES } from '../../src/words/languages.ts';
import { keepScreenshot, newPage } from '../support/browser.ts';
import { assertAccessible, assertFitsWidth, assertLargeTargets } from './checks.ts';
import { type Event, publishRegatta, SATURDAY_AT_ELEVEN, startSite } from './site.ts';

const site = await startSite();
const regatta = await publishRegatta(site);
const extreme = await publishExtremes();

const SMALL_PHONE = { width: 320, height: 568 };

for (const path of ['', '/display', '/print']) {
  test(`the longest names fit on a small phone${path && `: ${path}`}`, async (t) => {
    const page = await newPage(t, {
      device: 'phone',
      viewport: SMALL_PHONE,
      startsAt: SATURDAY_AT_ELEVEN,
    });
    await page.goto(extreme.url + path);
    await page.locator('h1, table').first().waitFor();
    if (path === '') {
      await page.getByRole('button', { name: 'Open all' }).click();
      await page
        .getByRole('button', { name: /^Follow Rowing/ })
        .first()
        .click();
    }
    await keepScreenshot(page, `extremes${path.replace('/', '-')}-phone`, path === '');
    await assertFitsWidth(page, path);
    await assertLargeTargets(page, path);
    await assertAccessible(page, path);
  });
}

for (const path of ['/announcer', '/plain']) {
  test(`the longest names break on a small phone: ${path}`, async (t) => {
    const page = await newPage(t, { device: 'phone', viewport: SMALL_PHONE });
    await page.goto(extreme.url + path);
    await page.locator('table').first().waitFor();
    await assertFitsWidth(page, path);
  });
}

for (const [width, height] of [
  [1280, 720],
  [1920, 1080],
  [1080, 1920],
] as const) {
  test(`full fields fit on a big screen of ${width} by ${height}`, async (t) => {
    const page = await newPage(t, { viewport: { width, height } });
    await page.clock.install({ time: SATURDAY_AT_ELEVEN });
    await page.goto(`${extreme.url}/display`);
    await page.getByRole('heading', { name: 'Next' }).waitFor();
    for (const view of ['next', 'results']) {
      await keepScreenshot(page, `extremes-display-${width}-${view}`);
      await assertFitsWidth(page, view);
      const cut = await page
        .getByRole('main')
        .evaluate((main) => main.scrollHeight - main.clientHeight);
      assert.ok(cut <= 1, `${cut} px of the ${view} are cut off`);
      await page.clock.runFor(12_000);
    }
  });
}

for (const [code, { locale }] of Object.entries(LANGUAGES)) {
  if (code === 'en') continue;
  test(`the board in ${locale} fits on a small phone`, async (t) => {
    const page = await newPage(t, {
      device: 'phone',
      viewport: SMALL_PHONE,
      locale,
      startsAt: SATURDAY_AT_ELEVEN,
    });
    await page.goto(regatta.url);
    await page.locator('.race').first().waitFor();
    assert.equal(await page.locator('html').getAttribute('lang'), code);
    await keepScreenshot(page, `board-${locale}`);
    await assertFitsWidth(page, locale);
    await assertLargeTargets(page, locale);
    const shown = await page.locator('body').innerText();
    assert.doesNotMatch(shown, /\b(Follow|Today|Next|crews)\b/);
    // The word is Dutch as well.
    if (code !== 'nl') assert.doesNotMatch(shown, /\braces\b/);
  });
}

/** Two races with eight lanes rowed with penalties, and one to come, named as long as names may be. */
async function publishExtremes(): Promise<Event> {
  const event = await site.addEvent({
    name: 'Internationale Ruderregatta um den Wanderpreis der Donaudampfschifffahrtsgesellschaft',
    timezone: 'America/Argentina/ComodRivadavia',
    startDate: '2026-06-13',
    endDate: '2026-06-13',
  });
  const positions = [1, 2, 3, 4, 5, 6, 7, 8];
  const names = [
    `Rowing ${'and '.repeat(28)}`,
    'W'.repeat(119),
    'Rennrudergemeinschaft Donaudampfschifffahrtsgesellschaft / Ruderverein Nordwest',
    'נבחרת ישראל בחתירה ושיט תל אביב',
    '東京都立大学漕艇部・早稲田大学漕艇部・慶應義塾大学',
    'ا'.repeat(60),
    '\u{1f6a3}\u{200d}\u{2640}\u{fe0f}'.repeat(20),
    'e\u{301}'.repeat(50),
  ];
  await event.push('POST', '/schedule');
  await event.push(
    'PUT',
    '/teams',
    names.map((name, index) => ({ externalId: `c${index + 1}`, name })),
  );
  await event.push(
    'PUT',
    '/races',
    [1, 2, 3].map((number) => ({
      externalId: `r${number}`,
      raceNumber: 2_147_483_640 + number,
      title: `${'Championnat national universitaire '.repeat(5)}${number}`,
      scheduledAt: `2026-06-13T${11 + 2 * number}:00:00Z`,
      distanceMeters: 2_147_483_647,
      boatClass: '8+'.repeat(30),
      round: 'Repechage '.repeat(6),
      divisionLabel: 'Lightweight '.repeat(5),
      notes: 'n'.repeat(500),
    })),
  );
  for (const number of [1, 2, 3]) {
    await event.push(
      'PUT',
      `/races/r${number}/entries`,
      positions.map((position) => ({
        position,
        positionLabel: position === 1 ? 'L'.repeat(40) : `${position}`,
        teamExternalId: `c${position}`,
      })),
    );
    if (number === 3) continue;
    await event.push(
      'PUT',
      `/races/r${number}/results`,
      positions.map((position) => ({
        position,
        finishTimeMillis: 3_600_000 + position * 61_234,
        penaltyMillis: 2500,
      })),
    );
  }
  await event.push('PUT', '/schedule/delay', { venueDay: '2026-06-13', delayMinutes: 85 });
  await event.push('POST', '/schedule/publish');
  return event;
}
