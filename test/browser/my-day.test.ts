/**
 * "My races", following a club, reminders, the results of a search, and the addresses of races and crews, with a real regatta
 * of two days, on a phone and on a desk.
 */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { regattaPush } from '../../regattas/push-plan.ts';
import { loadRegatta } from '../../regattas/regatta.ts';
import type { BoardRace } from '../../src/contract/board.ts';
import { DEVICES, keepScreenshot, newPage, type Visit } from '../support/browser.ts';
import { startPushService } from '../support/push-service.ts';
import {
  allDrawn,
  assertAccessible,
  assertFitsWidth,
  assertLargeTargets,
  assertMedianBelow,
  isKept,
} from './checks.ts';
import { publishLarge } from './large-regatta.ts';
import { stubPush } from './push-stub.ts';
import { type Event, publishRegatta, SATURDAY, SATURDAY_AT_ELEVEN, startSite } from './site.ts';
import { slowDown } from './slow-phone.ts';

/** Limit on a processor slowed four times, with 141 races of eight lanes. */
const SWITCH_MILLIS = 100;

const pushService = await startPushService();
const site = await startSite({ PUSH_ORIGINS: pushService.origin });
const event = await publishRegatta(site);
await giveClubs(event);
const board = await event.board();
const saline = board.crews.filter(({ club }) => club === 'SAL').map(({ id }) => id);
const salineRaces = racesWith(saline);

for (const device of DEVICES) {
  test(`a followed club's races of both days stand in order on a ${device}`, async (t) => {
    const page = await openBoard(t, { device, startsAt: SATURDAY_AT_ELEVEN });
    await page.getByRole('searchbox').fill('saline');
    await page.getByRole('heading', { name: /Still to come/ }).waitFor();
    await page.getByRole('heading', { name: /Rowed/ }).waitFor();
    await keepScreenshot(page, `my-search-${device}`, true);
    await held(page, `my-search-${device}`, device === 'phone');
    await page.getByRole('button', { name: 'Whole club Saline' }).click();
    await page.getByRole('button', { name: /^My races/ }).click();
    await page.getByRole('heading', { name: 'My races' }).waitFor();

    const rows = page.locator('.my-day .race');
    assert.deepEqual(
      await rows.evaluateAll((all) => all.map(({ id }) => Number(id.replace('mine-', '')))),
      salineRaces.map(({ id }) => id),
    );
    const next = salineRaces.find((race) => Date.parse(race.estimatedAt) > SATURDAY_AT_ELEVEN);
    assert.equal(await page.locator('.race.large').getAttribute('id'), `mine-${next?.id}`);
    const minutes = Math.ceil((Date.parse(next?.estimatedAt ?? '') - SATURDAY_AT_ELEVEN) / 60_000);
    const said = (await page.locator('.countdown').innerText()).replace('1 h ', '60 + ');
    const [hour = 0, rest = hour] = (said.match(/\d+/g) ?? []).map(Number);
    const shown = said.includes('+') ? hour + rest : hour;
    assert.ok(Math.abs(shown - minutes) <= 1, `${said} of ${minutes} minutes`);
    // The list has the results of the followed crews.
    const rowed = salineRaces.filter(({ scored }) => scored > 0);
    assert.ok(rowed.length > 0);
    for (const race of rowed)
      assert.match(await page.locator(`#mine-${race.id} .mine`).first().innerText(), /\d:\d\d\.\d/);
    await keepScreenshot(page, `my-day-${device}`);
    await held(page, `my-day-${device}`, device === 'phone');

    await page.reload();
    await page.getByRole('heading', { name: 'My races' }).waitFor();
    assert.equal(await rows.count(), salineRaces.length, 'the choice outlives a reload');
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await allDrawn(page, board.races.length);
  });
}

for (const [locale, words, bell, qrCode] of [
  [
    'de-DE',
    [/Noch zu fahren/, /Gefahren/, /^Meine Rennen/, 'Ganzer Verein Saline'],
    /^Benachrichtigungen/,
    /^QR-Code/,
  ],
  [
    'fr-FR',
    [/À venir/, /Courues/, /^Mes courses/, 'Tout le club Saline'],
    /^Notifications/,
    /^Code QR/,
  ],
] as const) {
  test(`my races in ${locale} with text of twice the size`, async (t) => {
    const page = await openBoard(t, {
      device: 'phone',
      viewport: { width: 360, height: 740 },
      locale,
      colorScheme: 'dark',
      startsAt: SATURDAY_AT_ELEVEN,
    });
    const [toCome, rowed, mine, club] = words;
    await page.getByRole('searchbox').fill('saline');
    await page.getByRole('heading', { name: toCome }).waitFor();
    await page.getByRole('heading', { name: rowed }).waitFor();
    await page.getByRole('button', { name: club }).click();
    await page.getByRole('button', { name: mine }).click();
    await page.locator('.race.large').waitFor();
    await held(page, `my-day-${locale}`, true);
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    await page.evaluate(() => scrollTo(0, 0));
    await keepScreenshot(page, `my-day-${locale}-200`);
    await assertFitsWidth(page, `my-day-${locale}-200`);
    assert.doesNotMatch(await page.locator('main').innerText(), /\b(Follow|Rowed|Races|Share)\b/);
    const dialog = page.getByRole('dialog');
    for (const [opener, name] of [
      [page.locator('.top').getByRole('button', { name: bell }), 'bell'],
      [page.getByRole('button', { name: qrCode }).first(), 'qr'],
    ] as const) {
      if (name === 'qr') await page.locator('.race.large h3 button').click();
      await opener.click();
      await dialog.getByRole('heading').first().waitFor();
      await keepScreenshot(page, `${name}-${locale}-200`);
      await assertFitsWidth(page, `${name}, ${locale}`);
      await assertAccessible(page, `${name}, ${locale}`);
      assert.doesNotMatch(await dialog.innerText(), /\b(Turn|Close|Remind|before|Share|code:)\b/);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }
  });
}

test('all that match are followed together, and given up together', async (t) => {
  const page = await openBoard(t, { device: 'phone', startsAt: SATURDAY_AT_ELEVEN });
  const crews = board.crews.filter(({ name }) => /roosevelt/i.test(name));
  await page.getByRole('searchbox').fill('roosevelt');
  const all = page.getByRole('button', { name: `Follow all ${crews.length} crews` });
  await all.click();
  assert.equal(await all.getAttribute('aria-pressed'), 'true');
  await mine(page, racesWith(crews.map(({ id }) => id)).length);
  await all.click();
  assert.equal(await all.getAttribute('aria-pressed'), 'false');
  await page.getByRole('button', { name: 'My races', exact: true }).waitFor();
  // Hits of the search are marked as with a pen, followed crews with a star.
  await page
    .getByRole('button', { name: `Follow ${crews[0]?.name}`, exact: true })
    .first()
    .click();
  assert.ok((await page.locator('.race .hit').count()) > 0);
  assert.ok((await page.locator('.race .mine').count()) > 0);
});

test('more crews than a device can follow are not offered together', async (t) => {
  const large = await manyCrews(230);
  const page = await openBoard(t, { device: 'phone', startsAt: SATURDAY_AT_ELEVEN }, large);
  await page.getByRole('searchbox').fill('rowing');
  await page.getByText('230 match, and one device can follow 200').waitFor();
  assert.equal(await page.getByRole('button', { name: /Follow all/ }).count(), 0);
});

test('a reminder is chosen at the bell and sent with the club', async (t) => {
  const { page, sent } = await openAsDevice(t);
  await page.getByRole('searchbox').fill('saline');
  await page.getByRole('button', { name: 'Whole club Saline' }).click();
  await page.getByText('Notifications are on for this device.').waitFor();
  const bell = page.getByRole('button', { name: 'Notifications: on' });
  await bell.click();
  const dialog = page.getByRole('dialog', { name: 'Notifications' });
  const reminder = sent((body) => body.remindMinutes === 20 && body.clubs?.[0] === 'SAL');
  await dialog.getByRole('radio', { name: '20 min' }).check();
  await reminder;
  await keepScreenshot(page, 'bell-phone');
  await held(page, 'bell-phone', true);
  // The notice stays closed; the bell still has the setting.
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Close this notice' }).click();
  assert.equal(await page.locator('.notice').innerText(), '');
  await page.reload();
  await bell.click();
  assert.ok(await dialog.getByRole('radio', { name: '20 min' }).isChecked());
  assert.equal(await page.locator('.notice').innerText(), '');

  const forgotten = page.waitForRequest(
    (request) => request.url().endsWith('/follows') && request.method() === 'DELETE',
  );
  await dialog.getByRole('button', { name: 'Turn off on this device' }).click();
  await forgotten;
  await dialog.getByText('Notifications are not on yet.').waitFor();
  await page.keyboard.press('Escape');
  const off = page.getByRole('button', { name: 'Notifications: off' });
  await off.click();
  await mine(page, salineRaces.length);
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await dialog.getByText('Notifications are on for this device.').waitFor();

  const deleted = page.waitForResponse(
    (answer) => answer.url().endsWith('/follows') && answer.request().method() === 'DELETE',
  );
  await dialog.getByRole('button', { name: 'Forget this device' }).click();
  assert.equal((await deleted).status(), 204);
  await page.getByText('This device is forgotten.').waitFor();
  await dialog.getByText('You follow nothing yet.').waitFor();
  assert.equal(await dialog.getByRole('button', { name: 'Forget this device' }).count(), 0);
  const left = await page.evaluate(async () => {
    const cache = await caches.open('running-order device');
    return { keys: Object.keys(localStorage), follows: (await cache.keys()).length };
  });
  assert.deepEqual(left, { keys: [], follows: 0 });
});

test('the address follows what is open, also through reload and back', async (t) => {
  const page = await openBoard(t, { device: 'phone', startsAt: SATURDAY_AT_ELEVEN });
  const [, second] = board.races;
  const row = page.locator(`#race-${second?.id}`);
  const raceUrl = `${event.url}/races/${second?.raceNumber}`;
  await allDrawn(page, board.races.length);
  await row.locator('h3 button').click();
  await page.waitForURL(raceUrl);
  assert.match(await page.title(), new RegExp(`^Race ${second?.number} · .*Hebda Cup`));
  await row.getByRole('button', { name: 'Close' }).or(row.locator('h3 button')).first().click();
  await page.waitForURL(event.url);
  await page.goto(`${event.url}#race-${second?.id}`);
  await row.getByRole('table').waitFor();
  await page.waitForURL(raceUrl);

  await page.getByRole('searchbox').fill('saline a');
  await page.getByRole('link', { name: 'Saline A', exact: true }).click();
  const crew = board.crews.find(({ name }) => name === 'Saline A');
  await page.waitForURL(`${event.url}/crews/${crew?.id}`);
  await page.getByRole('heading', { level: 2, name: 'Saline A' }).waitFor();
  assert.equal(await page.locator('.race').count(), racesWith([crew?.id ?? 0]).length);
  await keepScreenshot(page, 'crew-phone');
  await held(page, 'crew-phone', true);
  await page.goBack();
  await page.waitForURL(raceUrl);
  await allDrawn(page, board.races.length);
  assert.ok(await row.getByRole('table').isVisible());
});

for (const device of DEVICES) {
  test(`an address is shared by copying and as a QR code on a ${device}`, async (t) => {
    const page = await openBoard(t, {
      device,
      startsAt: SATURDAY_AT_ELEVEN,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await allDrawn(page, board.races.length);
    // Chromium on Linux offers to share and cannot, so the address is copied.
    const [race] = board.races;
    const url = `${event.url}/races/${race?.raceNumber}`;
    const row = page.locator(`#race-${race?.id}`);
    await row.locator('h3 button').click();
    await row.getByRole('button', { name: 'Share' }).click();
    await page.getByRole('status').filter({ hasText: 'The address has been copied.' }).waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), url);
    await row.getByRole('button', { name: /^QR code/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('img', { name: /^QR code/ }).waitFor();
    await dialog.getByRole('link', { name: url }).waitFor();
    await page.locator('.board-dialog .qr path[d^="M"]').waitFor();
    assert.equal(await page.locator('.confirmation').textContent(), '', 'it lies over the code');
    await keepScreenshot(page, `qr-${device}`);
    await held(page, `qr-${device}`, device === 'phone');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });
}

test('without a connection an address of a race or a crew opens from the cache', async (t) => {
  const page = await openBoard(t, {
    device: 'phone',
    startsAt: SATURDAY_AT_ELEVEN,
    forgive: /ERR_INTERNET_DISCONNECTED/,
  });
  await isKept(page);
  await page.context().setOffline(true);
  const race = board.races[4];
  await page.goto(`${event.url}/races/${race?.raceNumber}`);
  await page.locator(`#race-${race?.id}`).getByRole('table').waitFor();
  const [crew] = board.crews;
  await page.goto(`${event.url}/crews/${crew?.id}`);
  await page.getByRole('heading', { level: 2, name: crew?.name ?? '' }).waitFor();
  // The page says that something does not exist, with the board below.
  await page.goto(`${event.url}/races/98765`);
  await page.getByText('There is no race 98765 in this regatta.').waitFor();
  await allDrawn(page, board.races.length);
  await keepScreenshot(page, 'no-such-race-phone');
  await held(page, 'no-such-race-phone', true);
  await page.goto(`${event.url}/crews/98765?lang=x`);
  await page.getByText('There is no such crew in this regatta.').waitFor();
  await allDrawn(page, board.races.length);
});

test('an address of a race or a crew leads to it, a reload, too', async (t) => {
  const page = await newPage(t, { device: 'phone', startsAt: SATURDAY_AT_ELEVEN });
  const last = board.races.at(-1);
  for (let visit = 0; visit < 2; visit++) {
    if (visit === 0) await page.goto(`${event.url}/races/${last?.raceNumber}?lang=x`);
    else await page.reload();
    const row = page.locator(`#race-${last?.id}`);
    await row.getByRole('button', { name: 'Follow race' }).waitFor();
    await page.waitForFunction(() => scrollY > 1000);
    const { y = -1 } = (await row.boundingBox()) ?? {};
    assert.ok(y >= 0 && y < 844, `the race is at ${y} px`);
  }
  const [crew] = saline;
  await page.goto(`${event.url}/crews/${crew}`);
  await page.getByRole('heading', { level: 2, name: /^Saline/ }).waitFor();
  await page.getByRole('button', { name: 'All races' }).click();
  await page.waitForURL(event.url);
  await allDrawn(page, board.races.length);
});

for (const [name, visit] of [
  ['phone of 390 px', { device: 'phone' }],
  ['screen of 1440 px', { viewport: { width: 1440, height: 900 } }],
] as const) {
  test(`the title of a race stands below the strip on a ${name}, also when the strip grows`, async (t) => {
    const own = await publishRegatta(site);
    const forgive = /ERR_INTERNET_DISCONNECTED/;
    const page = await newPage(t, { ...visit, startsAt: SATURDAY_AT_ELEVEN, forgive });
    const { races } = await own.board();
    const race = races[20];
    const isInView = async (when: string) => {
      const { strip, top, bottom, height } = await titleOf(page, race?.id ?? 0);
      assert.ok(top >= strip, `${when} the title begins at ${top} px, the strip ends at ${strip}`);
      assert.ok(bottom <= height, `${when} the title ends at ${bottom} px of ${height}`);
    };
    await page.goto(`${own.url}/races/${race?.raceNumber}`);
    await page.locator(`#race-${race?.id}`).getByRole('table').waitFor();
    await isInView('at first');
    await keepScreenshot(page, `race-address-${name.split(' ')[0]}`);
    await page.locator(`#race-${race?.id}`).getByRole('button', { name: 'Share' }).waitFor();
    await own.push('PUT', '/schedule/delay', { venueDay: SATURDAY, delayMinutes: 20 });
    await page.locator('.moment').getByText('20 min late').waitFor();
    await isInView('after an update');
    await page.context().setOffline(true);
    await page.locator('.moment .old', { hasText: 'No connection' }).waitFor();
    await isInView('without a connection');
    await page.context().setOffline(false);
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await page.locator('.moment .old:empty').waitFor({ state: 'attached' });
    await isInView('with a connection again');
  });
}

test('each regatta opens with the view that was chosen there', async (t) => {
  const page = await openBoard(t, { device: 'phone', startsAt: SATURDAY_AT_ELEVEN });
  const other = await publishRegatta(site);
  await page.getByRole('searchbox').fill('saline');
  await page.getByRole('button', { name: 'Whole club Saline' }).click();
  await page.getByRole('button', { name: /^My races/ }).click();
  await page.goto(other.url);
  await page.getByRole('button', { name: 'All', pressed: true }).waitFor();
  assert.ok((await page.locator('.race:visible').count()) > 0);
  await page.goto(event.url);
  await page.getByRole('button', { name: /^My races/, pressed: true }).waitFor();
});

test('an app on the home screen starts with what was followed in the browser', async (t) => {
  const page = await openBoard(t, { device: 'phone', startsAt: SATURDAY_AT_ELEVEN });
  await page.getByRole('searchbox').fill('saline');
  await page.getByRole('button', { name: 'Whole club Saline' }).click();
  const link = page.locator('link[rel="manifest"][href*="?follow="]');
  await link.waitFor({ state: 'attached' });
  const href = new URL((await link.getAttribute('href')) ?? '', event.url).href;
  const manifest = (await (await page.request.get(href)).json()) as { start_url: string };
  const start = new URL(manifest.start_url, href).href;

  // A link that somebody sent follows nothing.
  const sent = await newPage(t, { device: 'phone', startsAt: SATURDAY_AT_ELEVEN });
  await sent.goto(start);
  await sent.waitForURL(event.url);
  await sent.getByRole('button', { name: 'My races', exact: true }).waitFor();

  const app = await newPage(t, { device: 'phone', startsAt: SATURDAY_AT_ELEVEN });
  await app.addInitScript(() => Object.assign(navigator, { standalone: true }));
  await app.goto(start);
  await mine(app, salineRaces.length);
  await app.waitForURL(event.url);
  // What is given up in the app stays given up, although it starts with the same address.
  await app.getByRole('button', { name: /^My races/ }).click();
  await app.getByRole('button', { name: 'Whole club Saline' }).click();
  await app.getByRole('button', { name: 'My races', exact: true }).waitFor();
  await app.goto(start);
  await app.waitForURL(event.url);
  await app.getByRole('button', { name: 'My races', exact: true }).waitFor();
});

test(`the switch between all and my races takes at most ${SWITCH_MILLIS} ms on a slow phone`, async (t) => {
  const large = await publishLarge(site, {
    ...{ crews: 120, races: 141, firstStart: SATURDAY_AT_ELEVEN - 61 * 300_000 },
    crew: (number) => ({ clubId: `C${number % 20}` }),
    race: (number) => ({ title: `Women's Junior Eight Heat ${number}` }),
  });
  const page = await newPage(t, { device: 'phone', startsAt: SATURDAY_AT_ELEVEN });
  await page.addInitScript((eventId) => {
    const followed = { [eventId]: { clubs: ['C0'] } };
    localStorage.setItem('running-order / follows', JSON.stringify(followed));
  }, large.eventId);
  await page.goto(large.url);
  await allDrawn(page, 141);
  await mine(page, 56);
  await slowDown(page);
  await assertMedianBelow(t, SWITCH_MILLIS, () => switchMillis(page));
});

for (const stored of ['{', '5', 'null', '{"EVENT":{"crews":"x","races":{},"clubs":[1]}}', '[[]]']) {
  test(`a browser that has stored ${stored} still shows the board`, async (t) => {
    const page = await openBoard(t, { device: 'phone', startsAt: SATURDAY_AT_ELEVEN });
    await page.evaluate(
      ({ text, eventId }) => {
        const view = `view ${eventId}`;
        for (const key of ['follows', 'notifications', 'closed notices', view, 'language'])
          localStorage.setItem(`running-order / ${key}`, text);
      },
      { text: stored.replace('EVENT', String(event.eventId)), eventId: event.eventId },
    );
    await page.reload();
    await allDrawn(page, board.races.length);
    await page.getByRole('searchbox').fill('saline a');
    await page.getByRole('button', { name: 'Follow Saline A', exact: true }).first().click();
    await page.getByRole('button', { name: /^My races [1-9]/ }).waitFor();
  });
}

/** Opens the board, and waits until it is drawn. */
async function openBoard(t: TestContext, visit: Visit, of: Event = event): Promise<Page> {
  const page = await newPage(t, visit);
  await page.goto(of.url);
  await page.locator('.race').first().waitFor();
  return page;
}

/** Opens a page whose browser subscribes with the test's push service. `sent` waits for a request of the page that fits. */
async function openAsDevice(t: TestContext) {
  const page = await newPage(t, {
    device: 'phone',
    permissions: ['notifications'],
    startsAt: SATURDAY_AT_ELEVEN,
  });
  await stubPush(page.context(), pushService.subscribe());
  type Sent = { remindMinutes?: number | null; clubs?: string[] };
  const sent = (fits: (body: Sent) => boolean) =>
    page.waitForResponse(
      (answer) =>
        answer.url().endsWith('/follows') &&
        answer.request().method() === 'PUT' &&
        answer.ok() &&
        fits(answer.request().postDataJSON()),
    );
  await page.goto(event.url);
  return { page, sent };
}

/** Where the title of a race, the end of the strip and the end of the view are, once the page no longer moves. */
async function titleOf(page: Page, raceId: number) {
  return page.evaluate(async (id) => {
    const look = () => {
      const title = document.querySelector(`#race-${id} h3`)?.getBoundingClientRect();
      const strip = document.querySelector('.moment')?.getBoundingClientRect().bottom ?? 0;
      return { strip, top: title?.top ?? -1, bottom: title?.bottom ?? -1, height: innerHeight };
    };
    for (let frame = 0; frame < 6; frame++) await new Promise(requestAnimationFrame);
    return look();
  }, raceId);
}

/** Asserts accessibility, sizes of targets, and that the page is not wider than its view. */
async function held(page: Page, where: string, isPhone: boolean): Promise<void> {
  await assertFitsWidth(page, where);
  await assertAccessible(page, where);
  if (isPhone) await assertLargeTargets(page, where);
}

async function mine(page: Page, count: number): Promise<void> {
  await page.locator('.view-switch .count', { hasText: new RegExp(`^${count}$`) }).waitFor();
}

function racesWith(crews: readonly number[]): BoardRace[] {
  return board.races
    .filter(({ lanes }) => lanes.some(({ crewId }) => crewId !== null && crews.includes(crewId)))
    .sort((a, b) => Date.parse(a.estimatedAt) - Date.parse(b.estimatedAt));
}

/** Gives the crews called Saline one club, because the data names no clubs. */
async function giveClubs(of: Event): Promise<void> {
  const teams = (['hebda-cup-2023', 'wy-hi-2023'] as const).flatMap(
    (name) => regattaPush(loadRegatta(name)).teams,
  );
  const byName = new Map(teams.map((team) => [team.name, team]));
  const own = [...byName.values()].filter(({ name }) => /^Saline( |$)/.test(name));
  await of.push(
    'PUT',
    '/teams',
    own.map((team) => ({ ...team, clubId: 'SAL' })),
  );
}

/** Milliseconds of three switches there and back: from the tap until the chosen view has been painted. */
function switchMillis(page: Page): Promise<number[]> {
  return page.evaluate(async () => {
    const [all, mine] = document.querySelectorAll<HTMLButtonElement>('.view-switch button');
    const millis: number[] = [];
    for (const button of [mine, all, mine, all, mine, all]) {
      const startedAt = performance.now();
      button?.click();
      // After the frame in which it is drawn.
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
      millis.push(performance.now() - startedAt);
      await new Promise((done) => setTimeout(done, 50));
    }
    return millis;
  });
}

async function manyCrews(count: number): Promise<Event> {
  const large = await site.addEvent({
    name: 'Large regatta',
    timezone: 'Europe/Berlin',
    startDate: '2026-06-13',
    endDate: '2026-06-13',
  });
  await large.push('POST', '/schedule');
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  await large.push(
    'PUT',
    '/teams',
    numbers.map((number) => ({ externalId: `c${number}`, name: `Rowing club ${number}` })),
  );
  await large.push('PUT', '/races', [
    { externalId: 'r1', raceNumber: 1, title: 'Women 8+', scheduledAt: '2026-06-13T10:00:00Z' },
  ]);
  await large.push('POST', '/schedule/publish');
  return large;
}
