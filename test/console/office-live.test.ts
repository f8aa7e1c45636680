/** What changes in the race office without a write to the event: the people in it, and what needs attention. */
import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { setRole } from '../../src/storage/accounts/accounts.ts';
import { addMember } from '../support/accounts.ts';
import { Listener } from '../support/board.ts';
import { setClock } from '../support/clock.ts';
import { signIn, type Visitor } from '../support/console.ts';
import { isOnServer } from '../support/databases.ts';
import { mintKey } from '../support/keys.ts';
import { refused } from '../support/refused.ts';
import { startTestService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { zoneOfNoon } from '../support/zone-of-noon.ts';

const SOON_MILLIS = 10_000;
const MINUTE = 60_000;

const service = await startTestService();
afterEach(() => setClock(0));

function listen({ cookie }: Visitor, eventId: number, url = service.url): Promise<Listener> {
  return Listener.at(`${url}/console/api/events/${eventId}/live`, { cookie });
}

/** The lists of people that the stream has sent; each person as `name part race`. */
function told({ text }: Listener): string[] {
  const events = text.matchAll(/^event: people\ndata: (.*)\n\n/gm);
  return Array.from(events, ([, json = '']) =>
    JSON.parse(json)
      .people.map(({ name, part, raceId }: { name: string; part: string; raceId: number | null }) =>
        [name, part, raceId ?? ''].join(' ').trim(),
      )
      .join(', '),
  );
}

const hears = (people: string) => (listener: Listener) => told(listener).at(-1) === people;

/** An event with its creator, and a colleague who manages it, too. */
async function openOffice() {
  const { eventId, clubId, userId, send } = await service.provision({ timezone: zoneOfNoon() });
  const colleague = await addMember(service.database, clubId, 'schedule_manager');
  const [maker, anna] = [await signIn(service, userId), await signIn(service, colleague)];
  const place = (who: Visitor, body: object) => who.send('PUT', `/events/${eventId}/place`, body);
  return { eventId, clubId, userId, colleague, maker, anna, place, send };
}

/** A race of the event, pushed. @returns its id */
async function addRace({
  eventId,
  maker,
  send,
}: Pick<Awaited<ReturnType<typeof openOffice>>, 'eventId' | 'maker' | 'send'>): Promise<number> {
  await send('POST', '/schedule');
  const race = { externalId: 'r', raceNumber: 1, scheduledAt: '2026-06-13T09:00:00Z' };
  assert.equal((await send('PUT', '/races', [race])).status, 200);
  const { json } = await maker.send('GET', `/events/${eventId}/office`);
  return json.races[0].id;
}

// The tests run concurrently, because each does nothing but wait for several seconds.
describe('who else is in the office', { concurrency: true }, () => {
  test('is told on connecting and after each change, without oneself', async () => {
    const { anna, eventId, maker, place, send, userId } = await openOffice();
    const raceId = await addRace({ eventId, maker, send });
    const listener = await listen(maker, eventId);
    await listener.until(hears(''));
    const theirs = await listen(anna, eventId);
    const reply = await place(anna, { part: 'races', raceId });
    assert.deepEqual([reply.status, reply.text], [204, '']);
    assert.ok((await listener.until(hears(`A schedule_manager races ${raceId}`))) < SOON_MILLIS);
    assert.deepEqual(told(theirs), [''], 'not of herself');
    await place(anna, { part: 'day' });
    await listener.until(hears('A schedule_manager day'));
    const count = told(listener).length;
    await place(anna, { part: 'day', raceId: null });
    // The creator's second browser is not another person to the creator; the colleague sees the creator at its place.
    const phone = await signIn(service, userId);
    await place(phone, { part: 'history' });
    await theirs.until(hears('Race office history'));
    assert.equal(told(listener).length, count);
    const history = await maker.send('GET', `/events/${eventId}/history`);
    const operations = history.json.entries.map((each: { operation: string }) => each.operation);
    assert.deepEqual(operations, ['push-races', 'create-schedule']);
    theirs.close();
    assert.ok((await listener.until(hears(''))) < SOON_MILLIS, 'gone with her last page');
    listener.close();
  });

  test('is at no race of another event, nor at one that is gone', async () => {
    const [other, { anna, eventId, maker, place, send }] = await Promise.all([
      openOffice(),
      openOffice(),
    ]);
    const [foreign, own] = [await addRace(other), await addRace({ eventId, maker, send })];
    const listener = await listen(maker, eventId);
    for (const raceId of [foreign, own + foreign + 1000]) {
      assert.equal((await place(anna, { part: 'crews' })).status, 204);
      await listener.until(hears('A schedule_manager crews'));
      assert.equal((await place(anna, { part: 'races', raceId })).status, 204);
      await listener.until(hears('A schedule_manager races'));
    }
    listener.close();
  });

  test('is neither who has signed out nor who may not manage the event any more', async () => {
    const { anna, clubId, colleague, eventId, maker, place } = await openOffice();
    const listener = await listen(maker, eventId);
    await place(anna, { part: 'crews' });
    await listener.until(hears('A schedule_manager crews'));
    await service.database.write((tx) => setRole(tx, colleague, clubId, 'member'));
    assert.ok((await listener.until(hears(''))) < SOON_MILLIS);
    refused(await place(anna, { part: 'crews' }), 404, 'event_not_found');
    await service.database.write((tx) => setRole(tx, colleague, clubId, 'admin'));
    await listener.until(hears('A schedule_manager crews'));
    assert.equal((await anna.send('DELETE', '/session')).status, 204);
    assert.ok((await listener.until(hears(''))) < SOON_MILLIS);
    listener.close();
  });

  test('is told in every process', {
    skip: isOnServer ? false : 'one process serves a file',
  }, async () => {
    const { anna, eventId, maker, place } = await openOffice();
    const other = await startTestService({ DATABASE_URL: service.databaseUrl });
    try {
      const listener = await listen(maker, eventId, other.url);
      await place(anna, { part: 'publish' });
      await listener.until(hears('A schedule_manager publish'));
      listener.close();
    } finally {
      await other.stop();
    }
  });

  test('is said in words that are known', async () => {
    const { anna, eventId, place } = await openOffice();
    for (const [body, field] of [
      [{}, 'part'],
      [{ part: 'kitchen' }, 'part'],
      [{ part: 'races', raceId: 0 }, 'raceId'],
      [{ part: 'races', raceId: 'x' }, 'raceId'],
    ] as const) {
      refused(await place(anna, body), 422, 'validation_failed', field);
    }
    const stranger = await signIn(service, (await service.provision()).userId);
    refused(await place(stranger, { part: 'day' }), 404, 'event_not_found');
    const forged = await anna.send(
      'PUT',
      `/events/${eventId}/place`,
      { part: 'day' },
      { 'sec-fetch-site': 'cross-site' },
    );
    refused(forged, 403, 'forbidden');
  });
});

test('a crew that is twice on the water by name needs attention, each pair once', async () => {
  const { eventId, maker, send } = await openOffice();
  await send('POST', '/schedule');
  const names = ['Hansa', 'HANSA', 'RC Rhein', 'Rhein RC', 'St. Georg', 'Saint Georg', 'Alone'];
  const crews = names.map((name, index) => ({ externalId: `c${index}`, name }));
  assert.equal((await send('PUT', '/teams', crews)).status, 200);
  const inMinutes = (count: number) => new Date(Date.now() + count * MINUTE).toISOString();
  const races = [120, 130].map((count, index) => ({
    externalId: `r${index}`,
    raceNumber: index + 1,
    scheduledAt: inMinutes(count),
  }));
  assert.equal((await send('PUT', '/races', races)).status, 200);
  // The first two crews of the same name are in one race; the others are in races ten minutes apart.
  for (const [race, drawn] of [
    ['r0', [0, 1, 2, 4, 6]],
    ['r1', [3, 5]],
  ] as const) {
    const entries = drawn.map((crew, index) => ({
      position: index + 1,
      teamExternalId: `c${crew}`,
    }));
    const reply = await send('PUT', `/races/${race}/entries`, entries);
    assert.equal(reply.status, 200, reply.text);
  }
  const { json } = await maker.send('GET', `/events/${eventId}/office`);
  const nameOf = (id: number) => json.crews.find((crew: { id: number }) => crew.id === id).name;
  const twice = json.attention.filter(({ kind }: { kind: string }) => kind === 'crew-twice');
  assert.deepEqual(
    twice
      .map((item: { crewId: number; otherCrewId: number; gapMinutes: number }) =>
        [...[nameOf(item.crewId), nameOf(item.otherCrewId)].sort(), item.gapMinutes].join(', '),
      )
      .sort(),
    ['RC Rhein, Rhein RC, 10', 'Saint Georg, St. Georg, 10'],
  );
});

test('who has been silent for 75 seconds is in no office', async () => {
  const { anna, eventId, maker, place } = await openOffice();
  const listener = await listen(maker, eventId);
  await place(anna, { part: 'crews' });
  await listener.until(hears('A schedule_manager crews'));
  setClock(74_000);
  await place(maker, { part: 'crews' });
  setClock(76_000);
  await listener.until(hears(''));
  listener.close();
});

describe('what needs attention', () => {
  const startsIn = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString();

  test('is in the document, and told a minute later where only the time has changed', async () => {
    const { eventId, maker, send } = await openOffice();
    await send('POST', '/schedule');
    await send('PUT', '/teams', [
      { externalId: 'a', name: 'Amsel' },
      { externalId: 'b', name: 'RC AMSEL' },
    ]);
    await send('PUT', '/races', [
      { externalId: 'r3', raceNumber: 3, scheduledAt: startsIn(63) },
      { externalId: 'r2', raceNumber: 2, scheduledAt: startsIn(90) },
      { externalId: 'r1', raceNumber: 1, scheduledAt: startsIn(-10) },
    ]);
    await send('PUT', '/races/r1/entries', [{ position: 1, teamExternalId: 'a' }]);
    const read = async () => (await maker.send('GET', `/events/${eventId}/office`)).json;
    const { attention, races, revision } = await read();
    const [{ id: first, estimatedAt }, { id: third }, { id: second }] = races;
    const order = { kind: 'order', raceId: third, otherRaceId: second };
    const overdue = { kind: 'overdue', raceId: first, at: estimatedAt };
    assert.deepEqual(attention, [overdue, order]);

    const listener = await listen(maker, eventId);
    await listener.until(({ revisions }) => revisions.length === 1);
    setClock(5 * MINUTE);
    await listener.until(({ revisions }) => revisions.length === 2);
    assert.deepEqual(listener.revisions, [revision, revision]);
    assert.deepEqual((await read()).attention, [
      overdue,
      { kind: 'not-drawn', raceId: third },
      order,
    ]);
    await send('PUT', '/races/r1/results', [{ position: 1, finishTimeMillis: 1 }]);
    await send('PUT', '/races/r3/entries', [{ position: 1, teamExternalId: 'a' }]);
    await send('PUT', '/races/r2/entries', [{ position: 1, teamExternalId: 'b' }]);
    await listener.until(({ revisions }) => revisions.at(-1) === revision + 3);
    const { attention: last, crews } = await read();
    const [crewId, otherCrewId] = crews.map(({ id }: { id: number }) => id);
    const pair = { crewId, otherCrewId, raceId: third, otherRaceId: second, gapMinutes: 27 };
    assert.deepEqual(last, [{ kind: 'crew-twice', ...pair }, order]);
    listener.close();
  });

  test('says of keys that they were refused, or are silent while races are rowed', async () => {
    const { eventId, maker, send, userId } = await openOffice();
    await send('POST', '/schedule');
    await send('PUT', '/races', [{ externalId: 'r', raceNumber: 1, scheduledAt: startsIn(8) }]);
    const stranger = await service.provision();
    const schedule = `/v1/events/${eventId}/schedule`;
    await service.send('GET', schedule, { key: stranger.key });
    // A key that only reads is never reported as silent.
    const reader = await service.database.write((tx) => mintKey(tx, userId, 'Scoreboard'));
    for (const method of ['GET', 'HEAD']) {
      assert.equal((await service.send(method, schedule, { key: reader })).status, 200);
    }
    const wrong = await send('PUT', '/races', [{ externalId: 'r', raceNumber: 0 }]);
    assert.equal(wrong.status, 422);
    const keys = async () =>
      (await maker.send('GET', `/events/${eventId}/office`)).json.attention.filter(
        ({ keyPrefix }: { keyPrefix?: string }) => keyPrefix !== undefined,
      );
    // The requests of keys are stored every few seconds only.
    const isNoted = () =>
      service.database.reads
        .selectFrom('key_requests')
        .where('event_id', '=', eventId)
        .where('status', '=', 422)
        .select('id')
        .executeTakeFirst();
    await until('the refused request is noted', isNoted);
    const found = await keys();
    assert.deepEqual(
      found.map(({ kind, keyLabel, code }: Record<string, string>) => [kind, keyLabel, code]),
      [['refused-key', 'Timing', 'validation_failed']],
    );
    setClock(16 * MINUTE);
    const listener = await listen(maker, eventId);
    await listener.until(({ revisions }) => revisions.length >= 2);
    const isSilent = ({ kind, keyLabel }: Record<string, string>) =>
      kind === 'silent-key' && keyLabel === 'Timing';
    await until('the key is called silent, and nothing else is said of keys', async () => {
      const said = await keys();
      return said.length === 1 && isSilent(said[0]);
    });
    listener.close();
  });
});
