/** What the public sees of trials, of archived events, and of events whose name, zone or place has changed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Listener, type Published, published } from '../support/board.ts';
import { signIn, type Visitor } from '../support/console.ts';
import { isOnServer } from '../support/databases.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const service = await startTestService();
/** A second process if the database allows several processes, otherwise the same one. */
const elsewhere = isOnServer
  ? await startTestService({ DATABASE_URL: service.databaseUrl })
  : service;

/** Less than the 20 seconds after which a process notices a change without a hint; with a hint it is at once. */
const SOON_SECONDS = 15;

async function soon(isSo: () => Promise<boolean>, what: string): Promise<void> {
  await until(what, isSo, SOON_SECONDS);
}

async function listed(eventId: number, each: TestService): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    const { json } = await each.send('GET', '/board/api/events');
    const page = await each.send('GET', '/');
    const isInApi = json.events.some(({ id }: { id: number }) => id === eventId);
    if (page.text.includes(`"id":${eventId},`) === isInApi) return isInApi;
    // A change may come between the two requests; then the next attempt agrees.
    assert.ok(attempt < 3, 'page and interface agree');
  }
}

async function both(isSo: (each: TestService) => Promise<boolean>, what: string): Promise<void> {
  await soon(() => isSo(service), what);
  await soon(() => isSo(elsewhere), `${what}, elsewhere`);
}

async function manager(
  event: Published,
): Promise<Visitor & { patch(body: object): Promise<void> }> {
  const visitor = await signIn(service, event.userId);
  const patch = async (body: object) => {
    const reply = await visitor.send('PATCH', `/events/${event.eventId}`, body);
    assert.equal(reply.status, 200, reply.text);
  };
  return { ...visitor, patch };
}

const v1List = async ({ key }: Published) =>
  (await service.send('GET', '/v1/events', { key })).json;

test('an archived event leaves the lists, and its page, board and calendar stay', async () => {
  const event = await published(service);
  const { eventId } = event;
  const { patch } = await manager(event);
  await both((each) => listed(eventId, each), 'published');
  const [v1, { json: board }] = [await v1List(event), await event.board()];
  const crew = board.crews[0].id;
  await patch({ archived: true });
  await both(async (each) => !(await listed(eventId, each)), 'archived');
  assert.equal((await service.send('GET', `/events/${eventId}`)).status, 200);
  const calendar = await service.send('GET', `/events/${eventId}/crews/${crew}.ics`);
  assert.match(calendar.text, /BEGIN:VEVENT/);
  const archived = (await event.board()).json;
  assert.deepEqual(
    { ...archived, revision: 0, updatedAt: '' },
    { ...board, revision: 0, updatedAt: '' },
  );
  assert.deepEqual(await v1List(event), v1, '/v1 lists it as before');
  await patch({ archived: false });
  await both((each) => listed(eventId, each), 'back again');
});

test('a trial is in no list, and its board and page say so until it is real', async () => {
  const { eventId, userId, clubId, key } = await service.provision();
  const { send } = await signIn(service, userId);
  const made = await send('POST', '/events', {
    clubId,
    name: 'Rehearsal',
    startDate: '2026-06-13',
    endDate: '2026-06-13',
    trial: true,
  });
  const { id } = made.json;
  assert.ok(id !== eventId);
  const board = (each = service) => each.send('GET', `/board/api/events/${id}`);
  assert.equal((await board()).status, 404);
  await service.send('POST', `/v1/events/${id}/schedule/publish`, { key });
  await both(async (each) => (await board(each)).status === 200, 'published');
  assert.equal((await board()).json.trial, true);
  assert.ok(!(await listed(id, service)));
  const page = await service.send('GET', `/events/${id}`);
  assert.match(page.text, /"trial":true/);
  assert.match(page.text, /<meta name="robots" content="noindex">/);
  const { json: v1 } = await service.send('GET', '/v1/events', { key });
  const item = v1.events.find((event: { id: number }) => event.id === id);
  assert.deepEqual(
    [Object.keys(item).length, item.scheduleStatus],
    [Object.keys(v1.events[1]).length, 'published'],
  );
  assert.equal((await send('PATCH', `/events/${id}`, { trial: false })).status, 200);
  await both((each) => listed(id, each), 'real');
  assert.ok(!('trial' in (await board()).json));
  const real = await service.send('GET', `/events/${id}`);
  assert.doesNotMatch(real.text, /noindex|"trial"/);
});

test('a change of name, zone and place shows everywhere at once', async () => {
  const event = await published(service);
  const { eventId } = event;
  const { patch } = await manager(event);
  const listener = await Listener.open(elsewhere.url, eventId);
  await listener.until(({ revisions }) => revisions.length === 1);
  const crew = (await event.board()).json.crews[0].id;
  const before = await event.send('GET', '/schedule');
  await patch({ name: 'Moonlight regatta', timezone: 'Pacific/Auckland', city: 'Karapiro' });
  await listener.until(({ revisions }) => revisions.length === 2);
  listener.close();
  for (const each of [service, elsewhere]) {
    const { json } = await each.send('GET', `/board/api/events/${eventId}`);
    assert.deepEqual(
      [json.eventName, json.timezone, json.days.map(({ day }: { day: string }) => day)],
      ['Moonlight regatta', 'Pacific/Auckland', ['2026-06-13', '2026-06-14']],
    );
    const page = await each.send('GET', `/events/${eventId}`);
    assert.match(page.text, /<title>Moonlight regatta/);
    const calendar = await each.send('GET', `/events/${eventId}/crews/${crew}.ics`);
    assert.match(calendar.text, /Moonlight regatta[\s\S]*Karapiro/);
    const schedule = await each.send('GET', `/v1/events/${eventId}/schedule`, { key: event.key });
    assert.deepEqual(
      [schedule.json.eventName, schedule.json.timezone],
      ['Moonlight regatta', 'Pacific/Auckland'],
    );
  }
  const etag = before.headers.get('etag') ?? '';
  const again = await event.send('GET', '/schedule', undefined, { 'if-none-match': etag });
  assert.equal(again.status, 200);
  await patch({ startDate: '2026-06-01', endDate: '2026-06-30' });
  const ofList = async (each: TestService) => {
    const { events } = (await each.send('GET', '/board/api/events')).json;
    const item = events.find(({ id }: { id: number }) => id === eventId);
    return item?.startDate === '2026-06-01' && item.name === 'Moonlight regatta';
  };
  await both(ofList, 'the list has the new days');
});
