/** GET /me and GET /events: the person to whom a key belongs, and the events that it reaches. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Role } from '../../src/domain/accounts/roles.ts';
import {
  insertClub,
  insertEvent,
  insertUser,
  removeRole,
  setRole,
} from '../../src/storage/accounts/accounts.ts';
import { mintKey } from '../support/keys.ts';
import { startTestService } from '../support/service.ts';

interface Listed {
  id: number;
  name: string;
  startDate: string;
  timezone: string;
  hasSchedule: boolean;
  scheduleStatus: string | null;
}

const service = await startTestService();

const NOW = Date.now();
let emails = 0;

/** A person with an e-mail address and a key. The role that a key needs is in a new club without events. */
async function addPerson(name = 'Person'): Promise<{ userId: number; key: string }> {
  return service.database.write(async (tx) => {
    const userId = await insertUser(tx, name, `person${++emails}@secret.example`, NOW);
    const clubId = await insertClub(tx, 'Own club', NOW);
    await setRole(tx, userId, clubId, 'admin');
    return { userId, key: await mintKey(tx, userId, 'Laptop') };
  });
}

function addClub(): Promise<number> {
  return service.database.write((tx) => insertClub(tx, 'Club', NOW));
}

function addEvent(club: number, creator: number, start: string, timezone: string | null = null) {
  return service.database.write((tx) =>
    insertEvent(tx, {
      club_id: club,
      creator_id: creator,
      name: `Regatta of ${start}`,
      start_date: start,
      end_date: start,
      timezone,
      city: 'Ratzeburg',
      country_code: 'DE',
      created_at: NOW,
    }),
  );
}

function give(userId: number, clubId: number, role: Role): Promise<void> {
  return service.database.write((tx) => setRole(tx, userId, clubId, role));
}

async function list(key: string): Promise<Listed[]> {
  const reply = await service.send('GET', '/v1/events', { key });
  assert.equal(reply.status, 200, reply.text);
  assert.deepEqual(Object.keys(reply.json), ['events']);
  return reply.json.events;
}

/** The answers of all operations on an event, as `status code`; all must agree about who may see the event. */
async function statuses(key: string, eventId: number): Promise<Set<string>> {
  const calls: [string, string, unknown][] = [
    ['GET', '/schedule', undefined],
    ['GET', '/teams', undefined],
    ['POST', '/schedule', {}],
    ['POST', '/schedule/publish', undefined],
    ['PUT', '/schedule/delay', { venueDay: '2026-06-13', delayMinutes: 1 }],
    ['PUT', '/teams', []],
    ['PUT', '/races', []],
    ['PUT', '/races/r/entries', []],
    ['PUT', '/races/r/results', []],
  ];
  const answers = new Set<string>();
  for (const [method, path, body] of calls) {
    const reply = await service.send(method, `/v1/events/${eventId}${path}`, { key, body });
    answers.add(`${reply.status} ${reply.json.code ?? ''}`.trim());
  }
  return answers;
}

const INVISIBLE = new Set(['404 event_not_found']);
const ids = (events: Listed[]) => events.map((event) => event.id);

test('specification: GET /me names the owner and the key, and no e-mail address', async () => {
  const { userId, key } = await addPerson('Maja Möwe');
  const reply = await service.send('GET', '/v1/me', { key });
  assert.equal(reply.status, 200);
  assert.deepEqual(reply.json, {
    userId: String(userId),
    displayName: 'Maja Möwe',
    keyLabel: 'Laptop',
    keyPrefix: key.slice(0, 9),
  });
});

test('specification, A1 and A8: every field of a listed event', async () => {
  const { userId, key } = await addPerson();
  const club = await addClub();
  const bare = await addEvent(club, userId, '2026-05-01');
  const full = await addEvent(club, userId, '2026-06-01', 'Europe/Berlin');
  await service.send('POST', `/v1/events/${full}/schedule`, { key });
  const common = { city: 'Ratzeburg', countryCode: 'DE' };
  const draft = {
    id: full,
    name: 'Regatta of 2026-06-01',
    startDate: '2026-06-01',
    endDate: '2026-06-01',
    timezone: 'Europe/Berlin',
    ...common,
    hasSchedule: true,
    scheduleStatus: 'draft',
  };
  const without = {
    id: bare,
    name: 'Regatta of 2026-05-01',
    startDate: '2026-05-01',
    endDate: '2026-05-01',
    timezone: 'UTC',
    ...common,
    hasSchedule: false,
    scheduleStatus: null,
  };
  assert.deepEqual(await list(key), [draft, without]);
  await service.send('POST', `/v1/events/${full}/schedule/publish`, { key });
  assert.deepEqual(await list(key), [{ ...draft, scheduleStatus: 'published' }, without]);
});

test('A2: newest start first, then the highest id; past events are listed', async () => {
  const { userId, key } = await addPerson();
  const club = await addClub();
  const start = ['2026-06-13', '1999-01-01', '2026-06-13', '2031-12-31', '2026-06-12'];
  const made: number[] = [];
  for (const day of start) made.push(await addEvent(club, userId, day));
  const [a, old, b, future, c] = made;
  assert.deepEqual(ids(await list(key)), [future, b, a, c, old]);
});

test('L15: schedule managers and admins of the club manage its events, members do not', async () => {
  const organiser = await addPerson();
  const club = await addClub();
  const eventId = await addEvent(club, organiser.userId, '2026-06-13');
  const person = await addPerson();
  assert.deepEqual(await list(person.key), []);
  assert.deepEqual(await statuses(person.key, eventId), INVISIBLE);
  for (const role of ['schedule_manager', 'admin'] as const) {
    await give(person.userId, club, role);
    assert.deepEqual(ids(await list(person.key)), [eventId], role);
    assert.ok(!(await statuses(person.key, eventId)).has('404 event_not_found'), role);
  }
  await give(person.userId, club, 'member');
  assert.deepEqual(await list(person.key), []);
  assert.deepEqual(await statuses(person.key, eventId), INVISIBLE);
});

test('L15: a creator manages the event with or without a role, in whatever club', async () => {
  const creator = await addPerson();
  const club = await addClub();
  const eventId = await addEvent(club, creator.userId, '2026-06-13');
  assert.deepEqual(ids(await list(creator.key)), [eventId]);
  assert.ok(!(await statuses(creator.key, eventId)).has('404 event_not_found'));
  await give(creator.userId, club, 'member');
  assert.deepEqual(ids(await list(creator.key)), [eventId]);
  await give(creator.userId, club, 'admin');
  assert.deepEqual(ids(await list(creator.key)), [eventId], 'listed once, not twice');
});

test('specification: a role in one club says nothing about another', async () => {
  const organiser = await addPerson();
  const [mine, theirs] = [await addClub(), await addClub()];
  const ours = await addEvent(mine, organiser.userId, '2026-06-13');
  const foreign = await addEvent(theirs, organiser.userId, '2026-06-14');
  const manager = await addPerson();
  await give(manager.userId, mine, 'schedule_manager');
  await give(manager.userId, theirs, 'member');
  assert.deepEqual(ids(await list(manager.key)), [ours]);
  assert.deepEqual(await statuses(manager.key, foreign), INVISIBLE);
});

test('specification: a lost role counts on the next request, and the list is empty, never 403', async () => {
  const { clubId, userId, eventId } = await service.provision();
  const manager = await addPerson();
  assert.notEqual(userId, manager.userId);
  await give(manager.userId, clubId, 'schedule_manager');
  assert.deepEqual(ids(await list(manager.key)), [eventId]);
  await service.database.write((tx) => removeRole(tx, manager.userId, clubId));
  assert.deepEqual(await list(manager.key), []);
  assert.deepEqual(await statuses(manager.key, eventId), INVISIBLE);
  assert.equal((await service.send('GET', '/v1/me', { key: manager.key })).status, 200);
});

test('specification: at most 200 events, the newest of them', async () => {
  const { userId, key } = await addPerson();
  const club = await addClub();
  const start = (n: number) => new Date(Date.UTC(2020, 0, 1 + n)).toISOString().slice(0, 10);
  await service.database.write(async (tx) => {
    for (let n = 0; n < 203; n++) {
      await insertEvent(tx, {
        club_id: club,
        creator_id: userId,
        name: `Regatta ${n}`,
        start_date: start(n),
        end_date: start(n),
        timezone: null,
        city: '',
        country_code: '',
        created_at: NOW,
      });
    }
  });
  const events = await list(key);
  assert.equal(events.length, 200);
  assert.deepEqual([events[0]?.startDate, events[199]?.startDate], [start(202), start(3)]);
});

test('specification: an event that cannot be seen answers like one that does not exist', async () => {
  const organiser = await addPerson();
  const eventId = await addEvent(await addClub(), organiser.userId, '2026-06-13');
  const stranger = await addPerson();
  const answer = async (id: number) => {
    const path = `/v1/events/${id}/schedule`;
    const headers = { 'x-request-id': 'same' };
    const reply = await service.send('GET', path, { key: stranger.key, headers });
    return { status: reply.status, text: reply.text };
  };
  assert.deepEqual(await answer(eventId), await answer(987_654_321));
});

test('specification: no e-mail address is returned by any operation', async () => {
  const { userId, key } = await addPerson();
  const eventId = await addEvent(await addClub(), userId, '2026-06-13');
  const at = `/v1/events/${eventId}`;
  const calls: [string, string, unknown][] = [
    ['GET', '/v1/me', undefined],
    ['GET', '/v1/events', undefined],
    ['POST', `${at}/schedule`, {}],
    ['PUT', `${at}/teams`, [{ externalId: 'a', name: 'A' }]],
    ['GET', `${at}/teams`, undefined],
    ['POST', `${at}/schedule/publish`, undefined],
    ['GET', `${at}/schedule`, undefined],
  ];
  for (const [method, path, body] of calls) {
    const reply = await service.send(method, path, { key, body });
    assert.ok(reply.status < 300, reply.text);
    assert.ok(!reply.text.includes('@'), `${path}: ${reply.text}`);
  }
});
