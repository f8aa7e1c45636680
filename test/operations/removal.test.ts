/** Removal of races, crews and events: the row is gone everywhere at once, with all that refers to it, and nothing else. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LONGEST_NEWS_WAIT_MILLIS } from '../../src/domain/queue-rules.ts';
import { Refusal } from '../../src/domain/refusal.ts';
import { commandLine } from '../../src/operations/actor.ts';
import { addEvent } from '../../src/operations/pushes/add-event.ts';
import { drawLanes } from '../../src/operations/pushes/draw-lanes.ts';
import { addRace, pushRaces } from '../../src/operations/pushes/races.ts';
import { pushResults } from '../../src/operations/pushes/results.ts';
import {
  createSchedule,
  setDelay,
  unpublishSchedule,
} from '../../src/operations/pushes/schedule.ts';
import { addTeam, pushTeams } from '../../src/operations/pushes/teams.ts';
import { removeEvent, removeRace, removeTeam } from '../../src/operations/remove.ts';
import { restoreRace, undo } from '../../src/operations/undo.ts';
import { Database, type Write } from '../../src/storage/engine/database.ts';
import { insertAll } from '../../src/storage/engine/rows.ts';
import { listHistory } from '../../src/storage/history/history.ts';
import { draw, Listener, type Published, published, times } from '../support/board.ts';
import { isOnServer, newDatabase } from '../support/databases.ts';
import { performOn, tryOn } from '../support/perform.ts';
import { allRows, raw } from '../support/raw.ts';
import { startTestService, type TestService } from '../support/service.ts';

const office = commandLine({ userId: null, keyPrefix: null, loginName: 'test' });

const service = await startTestService();

const NOW = Date.parse('2026-06-13T07:00:00Z');
/** Long enough that no worker takes the news during a test. Not longer, because the service corrects a longer wait. */
const WAIT_MILLIS = LONGEST_NEWS_WAIT_MILLIS;

async function idOf(
  table: 'races' | 'teams',
  { eventId }: { eventId: number },
  externalId: string,
): Promise<number> {
  const [row] = await raw(
    service.databaseUrl,
    `select id from ${table} where event_id = ${eventId} and external_id = '${externalId}'`,
  );
  return Number(row?.id);
}

async function newestEntry(eventId: number): Promise<number> {
  const [entry] = await listHistory(service.database.reads, eventId, { limit: 1 });
  return entry?.id as number;
}

let devices = 0;

/** A device that follows something. */
async function follower(
  ...follows: { eventId: number; kind: 'event' | 'crew' | 'race'; id: number }[]
): Promise<number> {
  return service.database.write(async (tx) => {
    const { id } = await tx
      .insertInto('devices')
      .values({ endpoint: `e${++devices}`, p256dh: '', auth: '', language: 'en', created_at: 0 })
      .returning('id')
      .executeTakeFirstOrThrow();
    const rows = follows.map(({ eventId, kind, id: target_id }) => {
      return { device_id: id, event_id: eventId, kind, target_id };
    });
    await insertAll(tx, 'follows', rows);
    return id;
  });
}

type News = { kind: 'results-posted' | 'schedule-delayed'; subject: string };

/** Stores news in the outbox, with a delivery to each of the devices. */
async function news(eventId: number, { kind, subject }: News, ...devices: number[]): Promise<void> {
  const dueAt = Date.now() + WAIT_MILLIS;
  const about = { event_id: eventId, kind, subject, due_at: dueAt };
  await service.database.write(async (tx) => {
    await insertAll(tx, 'outbox', [{ ...about, state_before: '', told_to: 0 }]);
    const rows = devices.map((device_id) => {
      const wait = { wait_millis: WAIT_MILLIS, expires_at: dueAt, attempts: 0, version: 1 };
      return { ...about, device_id, ...wait };
    });
    await insertAll(tx, 'deliveries', rows);
  });
}

type Rows = Record<string, string[]>;

/** The rows of `from` that `others` does not have, each as `table row`. */
function missing(from: Rows, others: Rows): string[] {
  return Object.entries(from).flatMap(([table, rows]) => {
    const there = new Set(others[table]);
    return rows.filter((row) => !there.has(row)).map((row) => `${table} ${row}`);
  });
}

async function change(work: () => Promise<unknown>): Promise<{ gone: string[]; came: string[] }> {
  const before = uncounted(await allRows(service.databaseUrl));
  await work();
  const after = uncounted(await allRows(service.databaseUrl));
  return { gone: missing(before, after), came: missing(after, before) };
}

/**
 * Leaves out counters, because a device that follows one thing less is still the same row, and when keys were
 * used and for what, because the service notes that some seconds later.
 */
function uncounted({ key_requests: _, ...rows }: Rows): Rows {
  const devices = rows.devices?.map((row) => row.replace(/"follow_count":\d+,/, ''));
  const keys = rows.api_keys?.map((row) => row.replace(/"last_used_at":(\d+|null),/, ''));
  return { ...rows, ...(devices && { devices }), ...(keys && { api_keys: keys }) };
}

/** Counts `table row` texts by table. */
function tally(rows: string[]): Record<string, number> {
  const tables: Record<string, number> = {};
  for (const row of rows) {
    const table = row.split(' ')[0] as string;
    tables[table] = (tables[table] ?? 0) + 1;
  }
  return tables;
}

describe('a race', () => {
  test('goes with its lanes and news, and nothing else does', async () => {
    const [event, other] = [await published(service), await published(service)];
    const [r1, r2] = [await idOf('races', event, 'r1'), await idOf('races', event, 'r2')];
    const [eventId, crew] = [event.eventId, await idOf('teams', event, 'c1')];
    const [only, both, else_] = [
      await follower({ eventId, kind: 'race', id: r1 }),
      await follower({ eventId, kind: 'race', id: r1 }, { eventId, kind: 'race', id: r2 }),
      // Follows of a crew with the same id as the race, and in another event, stay.
      await follower(
        { eventId, kind: 'crew', id: r1 },
        { eventId: other.eventId, kind: 'race', id: r1 },
        { eventId, kind: 'crew', id: crew },
      ),
    ];
    const results = (id: number): News => ({ kind: 'results-posted', subject: String(id) });
    await news(eventId, results(r1), only, both, else_);
    await news(eventId, results(r2), both);
    await news(eventId, { kind: 'schedule-delayed', subject: '2026-06-13' }, only, both);
    await news(other.eventId, results(r1), else_);

    const { gone, came } = await change(() =>
      performOn(service, eventId, removeRace, { raceNumber: 1 }),
    );
    assert.deepEqual(tally(gone), {
      schedules: 1,
      races: 1,
      lanes: 3,
      outbox: 1,
      deliveries: 3,
    });
    assert.deepEqual(tally(came), { schedules: 1, history: 1 });
    const ofTable = (table: string) =>
      gone
        .filter((row) => row.startsWith(`${table} `))
        .map((row) => JSON.parse(row.slice(table.length)));
    assert.deepEqual(ofTable('races')[0].id, r1);
    assert.ok(ofTable('lanes').every(({ race_id }) => race_id === r1));
    for (const { event_id, subject } of ofTable('deliveries')) {
      assert.deepEqual([event_id, subject], [eventId, String(r1)]);
    }
  });

  test('comes back to its followers when its removal is undone', async () => {
    const event = await published(service);
    const { eventId } = event;
    await follower({ eventId, kind: 'race', id: await idOf('races', event, 'r1') });
    const follows = async () => (await allRows(service.databaseUrl)).follows;
    const before = await follows();
    await performOn(service, eventId, removeRace, { raceNumber: 1 });
    assert.deepEqual(await follows(), before);
    await performOn(service, eventId, undo, { entryId: await newestEntry(eventId) });
    assert.deepEqual(await follows(), before);
  });

  test('goes, and its followers stay, when its entry is undone', async () => {
    const event = await published(service);
    const { eventId } = event;
    await performOn(service, eventId, addRace, { raceNumber: 9, title: null, scheduledAt: NOW });
    const [{ id } = { id: 0 }] = await raw(
      service.databaseUrl,
      `select id from races where event_id = ${eventId} and race_number = 9`,
    );
    await follower({ eventId, kind: 'race', id: Number(id) });
    const entryId = await newestEntry(eventId);
    const { gone } = await change(() => performOn(service, eventId, undo, { entryId }));
    assert.deepEqual(tally(gone), { schedules: 1, races: 1 });
  });
});

describe('a crew', () => {
  test('goes, and nothing else does, its followers included', async () => {
    const event = await published(service);
    const { eventId } = event;
    await event.send('PUT', '/teams', [{ externalId: 'c4', name: 'Dachs' }]);
    const id = await idOf('teams', event, 'c4');
    await follower({ eventId, kind: 'crew', id });
    await follower({ eventId, kind: 'crew', id }, { eventId, kind: 'race', id });
    const { gone, came } = await change(() =>
      performOn(service, eventId, removeTeam, { name: 'Dachs' }),
    );
    // The board lists a crew that is drawn nowhere, so the board's revision moves: another row of `schedules`.
    assert.deepEqual(tally(gone), { schedules: 1, teams: 1 });
    assert.deepEqual(tally(came), { schedules: 1, history: 1 });
  });
});

describe('documents', () => {
  const numbers = (races: { raceNumber: number }[]) => races.map(({ raceNumber }) => raceNumber);
  const crewsOf = (crews: { name: string }[]) => crews.map(({ name }) => name).sort();

  async function everywhere(of: TestService, event: Published, crewId: number) {
    const { key, eventId } = event;
    const [schedule, board, calendar] = await Promise.all([
      of.send('GET', `/v1/events/${eventId}/schedule`, { key }),
      of.send('GET', `/board/api/events/${eventId}`),
      of.send('GET', `/events/${eventId}/crews/${crewId}.ics`),
    ]);
    return {
      schedule: numbers(schedule.json.races),
      board: numbers(board.json.races),
      calendar: [...calendar.text.matchAll(/^SUMMARY:Race (\d+)/gm)].map(([, n]) => Number(n)),
      etags: [schedule, board, calendar].map(({ headers }) => headers.get('etag')),
    };
  }

  test('lose a race at once and do not get it back with the next change', async () => {
    const event = await published(service);
    const crewId = await idOf('teams', event, 'c1');
    const listener = await Listener.open(service.url, event.eventId);
    await listener.until(({ revisions }) => revisions.length === 1);
    const before = await everywhere(service, event, crewId);
    assert.deepEqual(before.calendar, [1, 2]);
    await performOn(service, event.eventId, removeRace, { raceNumber: 1 });
    const after = await everywhere(service, event, crewId);
    assert.deepEqual([after.schedule, after.board, after.calendar], [[2], [2], [2]]);
    for (const [index, etag] of after.etags.entries()) assert.notEqual(etag, before.etags[index]);
    await listener.until(({ revisions }) => revisions.length === 2);
    // Later documents, which reuse parts of these, do not have the race either.
    await event.send('PUT', '/races/r2/results', times(400_000));
    const later = await everywhere(service, event, crewId);
    assert.deepEqual([later.schedule, later.board, later.calendar], [[2], [2], [2]]);
    await performOn(service, event.eventId, undo, {
      entryId: (await newestEntry(event.eventId)) - 1,
    });
    const back = await everywhere(service, event, crewId);
    assert.deepEqual(
      [back.schedule, back.board, back.calendar],
      [
        [1, 2],
        [1, 2],
        [1, 2],
      ],
    );
    await listener.until(({ revisions }) => revisions.length === 4);
    listener.close();
  });

  test('lose a crew at once', async () => {
    const event = await published(service);
    await event.send('PUT', '/teams', [{ externalId: 'c4', name: 'Dachs' }]);
    const calendar = `/events/${event.eventId}/crews/${await idOf('teams', event, 'c4')}.ics`;
    assert.ok(crewsOf((await event.board()).json.crews).includes('Dachs'));
    assert.equal((await service.send('GET', calendar)).status, 200);
    await performOn(service, event.eventId, removeTeam, { name: 'Dachs' });
    assert.deepEqual(crewsOf((await event.board()).json.crews), ['Amsel', 'Biber', 'Chamäleon']);
    assert.deepEqual(crewsOf((await event.send('GET', '/teams')).json.teams), [
      'Amsel',
      'Biber',
      'Chamäleon',
    ]);
    assert.equal((await service.send('GET', calendar)).status, 404);
  });

  test('of other processes lose it, too', async () => {
    const made = await newDatabase();
    const other = await startTestService({ DATABASE_URL: made.url });
    const { database } = await Database.open(made.url);
    try {
      const event = await published(other);
      const { crews } = (await event.board()).json;
      const crewId = crews.find(({ name }: { name: string }) => name === 'Amsel').id;
      const listener = await Listener.open(other.url, event.eventId);
      await listener.until(({ revisions }) => revisions.length === 1);
      assert.deepEqual((await everywhere(other, event, crewId)).board, [1, 2]);
      await performOn({ database }, event.eventId, removeRace, { raceNumber: 1 });
      // The API answers with the new state at once; pages are notified within two seconds.
      const schedule = await other.send('GET', `/v1/events/${event.eventId}/schedule`, event);
      assert.deepEqual(numbers(schedule.json.races), [2]);
      await listener.until(({ revisions }) => revisions.length === 2);
      const after = await everywhere(other, event, crewId);
      assert.deepEqual([after.schedule, after.board, after.calendar], [[2], [2], [2]]);
      listener.close();
    } finally {
      await database.close();
      await other.stop();
      await made.drop();
    }
  });
});

test('ids: none is given again, however its row has gone', async () => {
  const event = await published(service);
  const { eventId } = event;
  const push = async (externalId: string, raceNumber: number) => {
    await event.send('PUT', '/races', [
      { externalId, raceNumber, scheduledAt: '2026-06-14T09:00:00Z' },
    ]);
    await event.send('PUT', '/teams', [{ externalId, name: `Crew ${externalId}` }]);
    return [await idOf('races', event, externalId), await idOf('teams', event, externalId)];
  };
  const given: number[][] = [await push('x3', 3)];
  await performOn(service, eventId, removeRace, { raceNumber: 3 });
  await performOn(service, eventId, removeTeam, { name: 'Crew x3' });
  given.push(await push('x4', 4));
  for (const back of [0, 1]) {
    const entryId = (await newestEntry(eventId)) - 2 * back;
    await performOn(service, eventId, undo, { entryId });
  }
  assert.deepEqual(
    [await idOf('races', event, 'x4'), await idOf('teams', event, 'x4')],
    [NaN, NaN],
  );
  given.push(await push('x5', 5));
  // An undo brings a removed race back under its own id, which no later race gets.
  await performOn(service, eventId, removeRace, { raceNumber: 5 });
  await performOn(service, eventId, undo, { entryId: await newestEntry(eventId) });
  assert.equal(await idOf('races', event, 'x5'), given[2]?.[0]);
  given.push(await push('x6', 6));
  for (const ids of [0, 1].map((kind) => given.map((pair) => pair[kind] as number))) {
    assert.deepEqual(
      ids,
      ids.toSorted((a, b) => a - b),
    );
    assert.equal(new Set(ids).size, ids.length, `${ids}`);
  }
});

describe('an event', () => {
  const remove = (eventId: number) => removeEvent(service.database, office, eventId);

  /** A trial with rows in every table, which was published and is no longer. */
  async function full(): Promise<Published> {
    const event = await published(service);
    const { eventId } = event;
    await raw(service.databaseUrl, `update events set is_trial = 1 where id = ${eventId}`);
    await event.send('PUT', '/schedule/delay', { venueDay: '2026-06-13', delayMinutes: 5 });
    await performOn(service, eventId, addTeam, { name: 'Dachs' });
    await performOn(service, eventId, undo, { entryId: await newestEntry(eventId) });
    const device = await follower(
      { eventId, kind: 'event', id: eventId },
      { eventId, kind: 'race', id: await idOf('races', event, 'r1') },
    );
    await news(eventId, { kind: 'results-posted', subject: '1' }, device);
    await performOn(service, eventId, unpublishSchedule, undefined);
    return event;
  }

  test('goes with everything that belongs to it, its history included, and nothing else', async () => {
    const [event, other] = [await full(), await full()];
    const both = await follower(
      { eventId: event.eventId, kind: 'event', id: event.eventId },
      { eventId: other.eventId, kind: 'event', id: other.eventId },
    );
    const { gone, came } = await change(async () =>
      assert.equal(await remove(event.eventId), undefined),
    );
    assert.deepEqual(came, []);
    const { history, ...tables } = tally(gone);
    assert.deepEqual(tables, {
      events: 1,
      schedules: 1,
      teams: 3,
      races: 2,
      lanes: 5,
      delays: 1,
      devices: 1,
      follows: 3,
      outbox: 1,
      deliveries: 1,
    });
    assert.ok(Number(history) >= 8, `${history}`);
    const rows = await allRows(service.databaseUrl);
    // Counts of requests belong to the key, and stay when the event is gone.
    const { key_requests: _, ...ofEvents } = rows;
    for (const [table, ofTable] of Object.entries(ofEvents)) {
      const left = ofTable
        .map((row) => JSON.parse(row))
        .filter((row) => row.event_id === event.eventId);
      assert.deepEqual(left, [], table);
    }
    assert.ok(rows.devices?.some((row) => JSON.parse(row).id === both));
    for (const [method, path, body] of [
      ['GET', '/schedule'],
      ['GET', '/teams'],
      ['POST', '/schedule'],
      ['PUT', '/teams', [{ externalId: 'a', name: 'A' }]],
    ] as const) {
      assert.equal((await event.send(method, path, body)).json.code, 'event_not_found');
    }
    assert.equal((await event.board()).status, 404);
    assert.equal((await other.send('GET', '/schedule')).status, 200);
  });

  test('goes whatever the number of its followers', async () => {
    const event = await full();
    const { eventId } = event;
    const id = await idOf('races', event, 'r1');
    // More rows than one statement may have parameters.
    const many = isOnServer ? 66_000 : 33_000;
    const ids = Array.from({ length: many }, (_, index) => 1e9 + index);
    const device = { p256dh: '', auth: '', language: 'en', created_at: 0 };
    const devices = ids.map((one) => ({ id: one, endpoint: `many ${one}`, ...device }));
    const follow = { event_id: eventId, kind: 'race' as const, target_id: id };
    const follows = ids.map((device_id) => ({ device_id, ...follow }));
    const fill = async (tx: Write) => {
      await insertAll(tx, 'devices', devices);
      await insertAll(tx, 'follows', follows);
    };
    // `isLong`, because the time limit of writes is not meant for so many rows: no request writes as many.
    await service.database.write(fill, { isLong: true });
    assert.equal(await remove(eventId), undefined);
    const [left] = await raw(
      service.databaseUrl,
      `select (select count(*) from follows where event_id = ${eventId}) as follows,
        (select count(*) from devices where id >= 1000000000) as devices`,
    );
    assert.deepEqual([Number(left?.follows), Number(left?.devices)], [0, 0]);
  });

  test('that is published or has been stays', async () => {
    const event = await published(service);
    await performOn(service, event.eventId, unpublishSchedule, undefined);
    const { gone, came } = await change(async () => {
      const refusal = await remove(event.eventId);
      assert.ok(refusal instanceof Refusal);
      assert.equal(refusal.code, 'conflict');
      assert.match(refusal.detail ?? '', /has been published/);
    });
    assert.deepEqual([gone, came], [[], []]);
  });

  test('that has no schedule goes, and its id is not given again', async () => {
    const { eventId, clubId, userId } = await service.provision();
    assert.equal(await remove(eventId), undefined);
    assert.equal((await remove(eventId))?.code, 'event_not_found');
    const dates = { start: '2026-06-13', end: '2026-06-14' };
    const place = { timezone: null, city: '', country: '' };
    const next = await service.database.write((tx) =>
      addEvent(tx, office, { clubId, creatorId: userId, name: 'Next', ...dates, ...place }),
    );
    assert.ok(next > eventId);
  });

  test('that went while somebody waited to write it is not found', async () => {
    const { eventId } = await service.provision();
    const settings = {
      laneScheme: null,
      defaultResultMode: 'timed',
      defaultResultVisibility: 'full',
    };
    const race = { externalId: 'r' };
    assert.equal(await remove(eventId), undefined);
    const answers = await Promise.all([
      tryOn(service, eventId, createSchedule, settings as never),
      tryOn(service, eventId, addTeam, { name: 'A' }),
      tryOn(service, eventId, addRace, { raceNumber: 1, title: null, scheduledAt: NOW }),
      tryOn(service, eventId, pushTeams, [{ externalId: 'a', name: 'A' }]),
      tryOn(service, eventId, pushRaces, [{ externalId: 'r', raceNumber: 1, scheduledAt: NOW }]),
      tryOn(service, eventId, drawLanes, { race, lanes: draw('a') }),
      tryOn(service, eventId, pushResults, { race, results: times(1) }),
      tryOn(service, eventId, setDelay, { venueDay: '2026-06-13', delayMinutes: 1 }),
      tryOn(service, eventId, removeRace, { raceNumber: 1 }),
      tryOn(service, eventId, removeTeam, { name: 'A' }),
      tryOn(service, eventId, undo, { entryId: 1 }),
      tryOn(service, eventId, restoreRace, { raceNumber: 1, at: 0 }),
      tryOn(service, eventId, unpublishSchedule, undefined),
    ]);
    for (const [index, answer] of answers.entries()) {
      assert.equal(answer instanceof Refusal && answer.code, 'event_not_found', `${index}`);
    }
  });
});
