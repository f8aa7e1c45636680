/** Following a crew: from the tap to the notification, and why there is none where there can be none. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { PushMessage } from '../../src/contract/following.ts';
import { removeRace } from '../../src/operations/remove.ts';
import { DEVICES, keepScreenshot, newPage, type Visit } from '../support/browser.ts';
import { performOn } from '../support/perform.ts';
import { startPushService } from '../support/push-service.ts';
import { raw } from '../support/raw.ts';
import { until } from '../support/until.ts';
import { assertAccessible, assertFitsWidth, setTextSize } from './checks.ts';
import { Deliveries, stubPush } from './push-stub.ts';
import { type Event, startSite } from './site.ts';

const pushService = await startPushService();
const site = await startSite({ PUSH_ORIGINS: pushService.origin, NOTIFY_SETTLE_SECONDS: '0' });

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

for (const device of DEVICES) {
  test(`a followed crew's result becomes a notification on a ${device}`, async (t) => {
    const event = await publishRaceOfNow();
    const { page, push } = await openAsDevice(t, event, { device, permissions: ['notifications'] });
    const deliveries = await Deliveries.of(page);
    await page.goto(event.url);
    await page.getByRole('button', { name: 'Open all' }).click();
    await page.getByRole('button', { name: 'Follow Saline' }).click();
    await page.getByText('Notifications are on for this device.').waitFor();
    await myRaces(page, 1);

    const taken = pushService.messages.length;
    await event.push('PUT', '/races/r1/results', RESULTS);
    await pushService.arrived(taken + 1);
    const sent = pushService.messages[taken];
    assert.equal(sent?.device, push.id);
    const message: PushMessage = sent?.json;
    assert.equal(message.title, 'Race 1 · Women 8+');
    assert.equal(message.body, 'Saline: 2nd, 6:45.31 (+2.61). 1. Hudson 6:42.70');
    assert.deepEqual(pushService.complaints, []);

    await deliveries.deliver(site.url, message);
    assert.deepEqual(await notifications(page, 1), [
      { title: message.title, body: message.body, tag: message.tag, url: message.url },
    ]);
    const { raceNumber } = (await event.board()).races[0] ?? {};
    assert.equal(message.url, `${event.url}/races/${raceNumber}`);

    // A corrected message replaces the first one.
    await deliveries.deliver(site.url, { ...message, body: 'Saline: 1st.' });
    await page.waitForTimeout(300);
    const [corrected, ...others] = await notifications(page, 1);
    assert.equal(corrected?.body, 'Saline: 1st.');
    assert.deepEqual(others, []);
  });
}

test('what is followed outlives a reload, and can be given up', async (t) => {
  const event = await publishRaceOfNow();
  const { page, push } = await openAsDevice(t, event, { permissions: ['notifications'] });
  await page.goto(event.url);
  await page.getByRole('button', { name: 'Open all' }).click();
  const follow = page.getByRole('button', { name: 'Follow race' });
  await follow.first().click();
  await page.getByText('Notifications are on for this device.').waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Open all' }).click();
  assert.equal(await follow.first().getAttribute('aria-pressed'), 'true');

  const given = page.waitForResponse(
    (response) =>
      response.url().endsWith('/board/api/follows') && response.request().method() === 'PUT',
  );
  await follow.first().click();
  // The page does not read the answer, so that its body never comes to an end here.
  const answer = await given;
  assert.equal(answer.status(), 200);
  assert.deepEqual(answer.request().postDataJSON().races, []);
  const taken = pushService.messages.length;
  await event.push('PUT', '/races/r1/results', RESULTS);
  await page.locator('.race').first().getByText('6:42.70').first().waitFor();
  await page.waitForTimeout(1500);
  const later = pushService.messages.slice(taken).filter((message) => message.device === push.id);
  assert.deepEqual(later, [], 'nothing comes of what is no longer followed');
});

test('a race that is removed for a while stays followed, whoever opens the board meanwhile', async (t) => {
  const event = await publishRaceOfNow();
  const { page, push } = await openAsDevice(t, event, { permissions: ['notifications'] });
  await page.goto(event.url);
  await page.getByRole('button', { name: 'Open all' }).click();
  await page.getByRole('button', { name: 'Follow race' }).last().click();
  await page.getByText('Notifications are on for this device.').waitFor();
  const held = () => followsOf(push.endpoint);
  const before = await held();
  assert.equal(before.length, 1);
  const sent = followsSentBy(page);
  await performOn(site.service, event.eventId, removeRace, { raceNumber: 2 });
  for (let visit = 0; visit < 2; visit++) {
    await page.reload();
    await page.locator('.race').first().waitFor();
    await page.getByRole('button', { name: 'Notifications: on' }).waitFor();
    await page.waitForTimeout(3000);
  }
  assert.deepEqual([sent, await held()], [[], before]);
});

test('a new subscription follows all regattas again, without what was removed, in the language chosen last', async (t) => {
  const [one, two] = [await publishRaceOfNow(), await publishRaceOfNow()];
  const { page, push } = await openAsDevice(t, one, {
    permissions: ['notifications'],
    forgive: /\b422\b/,
  });
  for (const { url } of [two, one]) {
    await page.goto(url);
    await page.getByRole('button', { name: 'Follow regatta' }).click();
    await page.getByRole('button', { name: 'Open all' }).click();
    await page.getByRole('button', { name: 'Follow race' }).last().click();
    await page.getByText('Notifications are on for this device.').waitFor();
  }
  await until('all is followed', async () => (await followsOf(push.endpoint)).length === 4);

  // Turning notifications off deletes all follows; turning them on again on one page restores all.
  await page.getByRole('button', { name: 'Notifications: on' }).click();
  await page.getByRole('button', { name: 'Turn off on this device' }).click();
  await until('all is forgotten', async () => (await followsOf(push.endpoint)).length === 0);
  await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click();
  await until('all is followed', async () => (await followsOf(push.endpoint)).length === 4);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Deutsch' }).click();
  await until('it is told in German', async () => (await languageOf(push.endpoint)) === 'de');
  await performOn(site.service, two.eventId, removeRace, { raceNumber: 2 });
  const renewed = pushService.subscribe();
  const [worker] = page.context().serviceWorkers();
  assert.ok(worker);
  const { subscription } = renewed;
  // As text, because the types here are those of a page, not of a worker.
  await worker
    .evaluate(`(() => {
    const given = ${JSON.stringify(subscription)};
    PushManager.prototype.getSubscription = async () => null;
    PushManager.prototype.subscribe = async () => ({ ...given, toJSON: () => given });
    dispatchEvent(new Event('pushsubscriptionchange'));
  })()`)
    .catch(() => undefined);
  await until(
    'what is there is followed again',
    async () => (await followsOf(renewed.endpoint)).length === 3,
  );
  assert.equal(await languageOf(renewed.endpoint), 'de');
});

/** What a device follows, as the service has stored it. */
async function followsOf(endpoint: string): Promise<object[]> {
  return raw(
    site.service.databaseUrl,
    `select kind, target_id from follows where device_id in
      (select id from devices where endpoint = '${endpoint}') order by kind, target_id`,
  );
}

async function languageOf(endpoint: string): Promise<unknown> {
  const [device] = await raw(
    site.service.databaseUrl,
    `select language from devices where endpoint = '${endpoint}'`,
  );
  return device?.language;
}

/** What a page sends, from now on, about what it follows. */
function followsSentBy(page: Page): unknown[] {
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/board/api/follows')) sent.push(request.postDataJSON());
  });
  return sent;
}

test('a whole regatta is followed with one tap', async (t) => {
  const event = await publishRaceOfNow();
  const { page, push } = await openAsDevice(t, event, { permissions: ['notifications'] });
  await page.goto(event.url);
  await page.getByRole('button', { name: 'Follow regatta' }).click();
  await page.getByText('Notifications are on for this device.').waitFor();
  const taken = pushService.messages.length;
  await event.push('PUT', '/schedule/delay', { venueDay: today(), delayMinutes: 25 });
  await pushService.arrived(taken + 1);
  const sent = pushService.messages[taken];
  assert.equal(sent?.device, push.id);
  assert.match(sent?.json.title, /day’s races run 25 min late/);
});

test('messages come in the language of the page', async (t) => {
  const event = await publishRaceOfNow();
  const { page } = await openAsDevice(t, event, {
    permissions: ['notifications'],
    locale: 'de-DE',
  });
  await page.goto(event.url);
  await page.getByRole('button', { name: 'Regatta folgen' }).click();
  await page.locator('.notice.on').waitFor();
  const taken = pushService.messages.length;
  await event.push('PUT', '/races/r1/results', RESULTS);
  const messages = await pushService.arrived(taken + 1);
  assert.equal(messages[taken]?.json.title, 'Rennen 1 · Women 8+');
});

test('the link of a message opens its race, also that of an older one', async (t) => {
  const event = await publishRaceOfNow();
  const page = await newPage(t, { device: 'phone' });
  const [, race] = (await event.board()).races;
  for (const link of [`${event.url}/races/${race?.raceNumber}`, `${event.url}#race-${race?.id}`]) {
    await page.goto('about:blank');
    await page.goto(link);
    await page.locator(`#race-${race?.id}`).getByRole('table').waitFor();
  }
});

test('a tap on a message shows its race in the board that is open', async (t) => {
  const event = await publishRaceOfNow();
  const { page } = await openAsDevice(t, event, { permissions: ['notifications'] });
  await page.goto(event.url);
  const [, race] = (await event.board()).races;
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const [worker] = page.context().serviceWorkers();
  assert.ok(worker);
  const url = `${event.url}/races/${race?.raceNumber}`;
  // Only a person's tap lets a worker focus a window, so `focus` does nothing here. As text: the types are those of a page.
  await worker.evaluate(`(async () => {
    WindowClient.prototype.focus = async function () { return this; };
    await registration.showNotification('Race', { data: { url: '${url}' }, tag: 'tapped' });
    const [notification] = await registration.getNotifications({ tag: 'tapped' });
    dispatchEvent(new NotificationEvent('notificationclick', { notification }));
  })()`);
  await page.locator(`#race-${race?.id}`).getByRole('table').waitFor();
  assert.equal(page.url(), url);
  assert.equal(page.context().pages().length, 1);
});

for (const { why, visit, prepare, says } of [
  {
    why: 'notifications are blocked',
    visit: {},
    // With nobody there to answer, the browser denies the permission.
    prepare: async () => {},
    says: /blocked for this site/,
  },
  {
    why: 'an iPhone shows the page in its browser',
    visit: { userAgent: IPHONE, device: 'phone' },
    prepare: (page: Page) => page.addInitScript(takePushAway),
    says: /home screen/i,
  },
  {
    why: 'the browser knows no push',
    visit: {},
    prepare: (page: Page) => page.addInitScript(takePushAway),
    says: /this browser cannot receive them/,
  },
] satisfies {
  why: string;
  visit: Visit;
  prepare: (page: Page) => Promise<unknown>;
  says: RegExp;
}[]) {
  test(`a crew is marked, and the page says why nothing will come, when ${why}`, async (t) => {
    const event = await publishRaceOfNow();
    const page = await newPage(t, visit);
    await prepare(page);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/follows')) asked.push(request.method());
    });
    await page.goto(event.url);
    await page.getByRole('button', { name: 'Open all' }).click();
    await page.getByRole('button', { name: 'Follow Saline' }).click();
    await page.getByRole('status').filter({ hasText: says }).waitFor();
    await myRaces(page, 1);
    await page.reload();
    await myRaces(page, 1);
    assert.deepEqual(asked, []);
  });
}

for (const [locale, openAll, says] of [
  ['de-DE', 'Alle öffnen', /Home-Bildschirm/],
  ['fr-FR', 'Tout ouvrir', /écran d’accueil/],
] as const) {
  test(`an iPhone is told of its home screen in ${locale}, with text twice as large`, async (t) => {
    const event = await publishRaceOfNow();
    const page = await newPage(t, { userAgent: IPHONE, device: 'phone', locale });
    await page.addInitScript(takePushAway);
    await page.goto(event.url);
    await page.getByRole('button', { name: openAll }).click();
    await page
      .locator('.race')
      .getByRole('button', { name: /Saline/ })
      .first()
      .click();
    await page.getByRole('status').filter({ hasText: says }).waitFor();
    await setTextSize(page, '200%');
    await keepScreenshot(page, `iphone-notice-${locale}-200`);
    await assertFitsWidth(page, locale);
    await assertAccessible(page, locale);
  });
}

test('a service that refuses says why', async (t) => {
  const elsewhere = await startPushService();
  const event = await publishRaceOfNow();
  const page = await newPage(t, { permissions: ['notifications'], forgive: /422/ });
  await stubPush(page.context(), elsewhere.subscribe());
  await page.goto(event.url);
  await page.getByRole('button', { name: 'Follow regatta' }).click();
  await page
    .getByRole('status')
    .filter({ hasText: /could not be set up/ })
    .waitFor();
  await page.getByRole('button', { name: 'Try again' }).waitFor();
});

const RESULTS = [
  { position: 1, finishTimeMillis: 405_310 },
  { position: 2, finishTimeMillis: 402_700 },
];

/** A page whose browser subscribes with the test's push service. */
async function openAsDevice(t: TestContext, event: Event, visit: Visit) {
  const page = await newPage(t, visit);
  const push = pushService.subscribe();
  await stubPush(page.context(), push);
  return { page, push, event };
}

/** Two races that start now, so that their results are news: one drawn with two crews. */
async function publishRaceOfNow(): Promise<Event> {
  const event = await site.addEvent({
    name: 'Regatta of today',
    timezone: 'UTC',
    startDate: today(),
    endDate: today(),
  });
  await event.push('POST', '/schedule');
  await event.push('PUT', '/teams', [
    { externalId: 'saline', name: 'Saline' },
    { externalId: 'hudson', name: 'Hudson' },
  ]);
  const scheduledAt = new Date().toISOString();
  await event.push('PUT', '/races', [
    { externalId: 'r1', raceNumber: 1, title: 'Women 8+', scheduledAt },
    { externalId: 'r2', raceNumber: 2, title: 'Men 8+', scheduledAt },
  ]);
  await event.push('PUT', '/races/r1/entries', [
    { position: 1, teamExternalId: 'saline' },
    { position: 2, teamExternalId: 'hudson' },
  ]);
  await event.push('PUT', '/races/r2/entries', [{ position: 1, teamExternalId: 'hudson' }]);
  await event.push('POST', '/schedule/publish');
  return event;
}

/** The notifications that the device shows, once there are at least `count`. */
async function notifications(page: Page, count: number) {
  return page.evaluate(async (least) => {
    const registration = await navigator.serviceWorker.ready;
    for (;;) {
      const shown = await registration.getNotifications();
      if (shown.length >= least)
        return shown.map(({ title, body, tag, data }) => ({ title, body, tag, url: data.url }));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }, count);
}

function takePushAway(): void {
  Reflect.deleteProperty(globalThis, 'PushManager');
}

/** Waits until the page says that `count` races are followed. */
async function myRaces(page: Page, count: number): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^My races ${count}( |$)`) }).waitFor();
}

/** The day that it is in UTC. */
function today(): string {
  return new Date().toISOString().slice(0, 10);
}
