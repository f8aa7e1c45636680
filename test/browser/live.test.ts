/** The board is live: it shows what changes, does not disturb readers, and survives lost connections. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { regattaPush } from '../../regattas/push-plan.ts';
import { loadRegatta } from '../../regattas/regatta.ts';
import { DEVICES, newPage } from '../support/browser.ts';
import { allDrawn, isKept } from './checks.ts';
import { type Event, publishRegatta, SATURDAY_AT_ELEVEN, startSite } from './site.ts';

/** How long a change may take from the answer of its push until it can be read. */
const LIVE_MILLIS = 2000;
/** How long a page may take to notice that a service that was gone is back. */
const CATCH_UP_MILLIS = 30_000;

const site = await startSite();

for (const device of DEVICES) {
  test(`a result appears by itself on a ${device}, and nothing that is read moves`, async (t) => {
    const event = await publishRegatta(site);
    const page = await newPage(t, { device, startsAt: SATURDAY_AT_ELEVEN });
    await page.goto(event.url);
    const { above, read } = await readFurtherDown(page, event);
    await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
    const before = await topOf(page, read);
    const heightBefore = await heightOf(page, above.id);

    const places = [1, 2, 3].map((position) => ({
      position,
      finishTimeMillis: 400000 + position * 1110,
    }));
    await event.push(
      'PUT',
      `/races/${above.externalId}/entries`,
      places.map(({ position }) => ({ position, teamExternalId: `late-entry${position}` })),
    );
    await event.push('PUT', `/races/${above.externalId}/results`, places);
    const pushedAt = Date.now();
    await page
      .locator(`#race-${above.id}`)
      .getByText('6:41.11')
      .first()
      .waitFor({ state: 'attached', timeout: LIVE_MILLIS });
    t.diagnostic(`shown ${Date.now() - pushedAt} ms after the answer to its push`);
    // A note makes the open race above higher.
    await event.push('PUT', '/races', [{ ...above.write, notes: 'Postponed once. '.repeat(20) }]);
    await page
      .getByText('Postponed once.')
      .first()
      .waitFor({ state: 'attached', timeout: LIVE_MILLIS });
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );

    const grownBy = (await heightOf(page, above.id)) - heightBefore;
    assert.ok(Math.abs(grownBy) > 20, 'nothing above has changed its height');
    assert.ok(Math.abs((await topOf(page, read)) - before) <= 1, 'what was being read has moved');
    assert.equal(
      await page.evaluate(() => 'sameDocument' in globalThis),
      true,
      'the page was loaded anew',
    );
  });
}

test('a delay appears by itself, with the new times next to the planned ones', async (t) => {
  const event = await publishRegatta(site);
  const page = await newPage(t, { startsAt: SATURDAY_AT_ELEVEN });
  await page.goto(event.url);
  const sunday = page.locator('.day', { hasText: '14 Jun' });
  await sunday.locator('.race').first().waitFor();
  assert.equal(
    await sunday.locator('.race').first().locator('time').allInnerTexts().then(String),
    '08:10',
  );
  await event.push('PUT', '/schedule/delay', { venueDay: '2026-06-14', delayMinutes: 25 });
  await sunday.getByText('25 min late').waitFor({ timeout: LIVE_MILLIS });
  const times = await sunday.locator('.race').first().locator('time').allInnerTexts();
  assert.deepEqual(times, ['08:35', '08:10']);
});

test('a race that is being rowed moves on with the time', async (t) => {
  const event = await publishRegatta(site);
  const board = await event.board();
  const next = board.races.find((race) => Date.parse(race.scheduledAt) > SATURDAY_AT_ELEVEN);
  assert.ok(next);
  const page = await newPage(t);
  await page.clock.install({ time: Date.parse(next.scheduledAt) - 3000 });
  await page.goto(event.url);
  const row = page.locator(`#race-${next.id}`);
  await row.getByText('Next', { exact: true }).waitFor();
  await page.clock.runFor(15_000);
  await row.getByText('Now', { exact: true }).waitFor();
});

test('after the service was away the page catches up', async (t) => {
  const event = await publishRegatta(site);
  const page = await newPage(t, {
    startsAt: SATURDAY_AT_ELEVEN,
    forgive:
      /ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|50[23]/,
  });
  await page.goto(event.url);
  const sunday = page.locator('.day', { hasText: '14 Jun' });
  await sunday.waitFor();
  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
  await site.goAway();
  await page.waitForTimeout(1500);
  await site.comeBack();
  const backAt = Date.now();
  await event.push('PUT', '/schedule/delay', { venueDay: '2026-06-14', delayMinutes: 35 });
  await sunday.getByText('35 min late').waitFor({ timeout: CATCH_UP_MILLIS });
  t.diagnostic(`caught up ${Date.now() - backAt} ms after the service was back`);
  // And it is live again.
  await event.push('PUT', '/schedule/delay', { venueDay: '2026-06-14', delayMinutes: 5 });
  await sunday
    .getByText(/^5 min late/)
    .first()
    .waitFor({ timeout: LIVE_MILLIS });
  assert.equal(await page.evaluate(() => 'sameDocument' in globalThis), true);
});

for (const device of DEVICES) {
  test(`without a connection a ${device} still shows the last state, and says how old it is`, async (t) => {
    const event = await publishRegatta(site);
    const page = await newPage(t, {
      device,
      startsAt: SATURDAY_AT_ELEVEN,
      forgive: /ERR_INTERNET_DISCONNECTED/,
    });
    await page.goto(event.url);
    const { races } = await event.board();
    await allDrawn(page, races.length);
    await isKept(page);

    await page.context().setOffline(true);
    const old = page.getByRole('status').filter({ hasText: /No connection\. As of 11:0\d/ });
    await old.waitFor({ timeout: 1000 });
    // A phone in flight mode knows that it is offline, which Chromium forgets here when it loads
    // anew. A desk whose network leads nowhere does not know.
    if (device === 'phone') await page.addInitScript(sayOffline);
    await page.reload();
    await old.waitFor({ timeout: 3000 });
    await allDrawn(page, races.length);
    await page.getByRole('searchbox').fill('saline');
    await page
      .getByRole('button', { name: /Follow Saline/ })
      .first()
      .waitFor();
    await page.getByRole('searchbox').fill('');

    await event.push('PUT', '/schedule/delay', { venueDay: '2026-06-14', delayMinutes: 45 });
    await page.context().setOffline(false);
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await page
      .locator('.day', { hasText: '14 Jun' })
      .getByText('45 min late')
      .waitFor({ timeout: CATCH_UP_MILLIS });
    await old.waitFor({ state: 'detached', timeout: 5000 });
  });
}

function sayOffline(): void {
  Object.defineProperty(Navigator.prototype, 'onLine', { get: () => false });
}

/** Opens a race, then reads one further down so that the open one is above what is in view. */
async function readFurtherDown(page: Page, event: Event) {
  const { races } = await event.board();
  const open = races.filter((race) => Date.parse(race.scheduledAt) > SATURDAY_AT_ELEVEN);
  const [above] = open;
  const read = open[8];
  assert.ok(above && read);
  await event.push(
    'PUT',
    '/teams',
    [1, 2, 3].map((number) => ({
      externalId: `late-entry${number}`,
      name: `Late entry ${number}`,
    })),
  );
  const row = page.locator(`#race-${above.id}`);
  await row.locator('h3 button').click();
  await row.getByRole('table').waitFor();
  await page.locator(`#race-${read.id}`).evaluate((element) => {
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
  });
  // The races of the first day keep their numbers.
  const { races: pushed } = regattaPush(loadRegatta('hebda-cup-2023'));
  const own = pushed.find((race) => race.raceNumber === above.raceNumber);
  const externalId = `0-${own?.externalId}`;
  const write = { externalId, raceNumber: above.raceNumber, scheduledAt: above.scheduledAt };
  return { above: { id: above.id, externalId, write }, read: read.id };
}

async function topOf(page: Page, raceId: number): Promise<number> {
  const box = await page.locator(`#race-${raceId}`).boundingBox();
  assert.ok(box && box.y > 0, 'the race that is read is not in view');
  return box.y;
}

async function heightOf(page: Page, raceId: number): Promise<number> {
  const box = await page.locator(`#race-${raceId}`).boundingBox();
  assert.ok(box);
  return box.height;
}
