/** The document and the live stream of the race office: their content, who may read them, and when a stream ends. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addRace } from '../../src/operations/pushes/races.ts';
import { addTeam } from '../../src/operations/pushes/teams.ts';
import { setRole } from '../../src/storage/accounts/accounts.ts';
import { addMember, closeAccount } from '../support/accounts.ts';
import { Listener, published, times } from '../support/board.ts';
import { signIn, type Visitor } from '../support/console.ts';
import { isOnServer } from '../support/databases.ts';
import { performOn } from '../support/perform.ts';
import { PLAIN_OFFICE_LANE, PLAIN_OFFICE_RACE } from '../support/racing.ts';
import { refused } from '../support/refused.ts';
import { startTestService } from '../support/service.ts';

const SOON_MILLIS = 10_000;
const MAX_OF_PERSON = 20;

const service = await startTestService();

const office = (eventId: number) => `/events/${eventId}/office`;

function listen({ cookie }: Visitor, eventId: number, url = service.url): Promise<Listener> {
  return Listener.at(`${url}/console/api/events/${eventId}/live`, { cookie });
}

interface Shown {
  lanes: { teamName: string }[];
  raceNumber: number;
  scheduledAt: string;
}

test('the office shows all of an event, unmasked and with ids, in running order', async () => {
  const event = await published(service, { schedule: { defaultResultVisibility: 'hidden' } });
  const { eventId, userId } = event;
  const { send } = await signIn(service, userId);
  await performOn(service, eventId, addTeam, { name: 'Dachs' });
  await event.send('PUT', '/schedule/delay', { venueDay: '2026-06-14', delayMinutes: 10 });
  await event.send('PUT', '/races/r1/results', times(61_000, 60_000));
  const { status, headers, json } = await send('GET', office(eventId));
  assert.equal(status, 200);
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.equal(headers.get('content-type'), 'application/json');
  const { json: schedule } = await event.send('GET', '/schedule');
  const { json: facts } = await send('GET', `/events/${eventId}`);
  const { revision, crews, races, ...head } = json;
  assert.deepEqual(head, {
    event: facts,
    status: 'published',
    settings: {
      laneScheme: null,
      defaultResultMode: 'timed',
      defaultResultVisibility: 'hidden',
      provisionalResults: false,
      crewGapMinutes: 40,
    },
    days: [
      { venueDay: '2026-06-13', delayMinutes: 0, until: null },
      { venueDay: '2026-06-14', delayMinutes: 10, until: null },
    ],
    notices: [],
    attention: [],
    followers: 0,
    updatedAt: schedule.updatedAt,
  });
  const entries = await service.database.reads
    .selectFrom('history')
    .where('event_id', '=', eventId)
    .select('id')
    .execute();
  assert.equal(revision, entries.length);

  const { json: teams } = await event.send('GET', '/teams');
  const idOf = new Map<string, number>();
  for (const { id, name } of crews) idOf.set(name, id);
  assert.deepEqual(
    crews.map(({ id: _, ...crew }: { id: number }) => crew),
    teams.teams,
  );
  assert.deepEqual(
    races.map(({ id: _, estimatedAt: __, ...race }: { id: number; estimatedAt: string }) => race),
    schedule.races.map(({ lanes, ...race }: Shown) => ({
      ...race,
      ...PLAIN_OFFICE_RACE,
      entered: lanes.length,
      scored: race.raceNumber === 1 ? 2 : 0,
      printedNumber: null,
      state: 'planned',
      reason: null,
      official: null,
      draw: null,
      lanes: lanes.map((lane) => {
        const {
          teamName,
          teamExternalId: _,
          ...rest
        } = lane as typeof lane & {
          teamExternalId: string;
        };
        const said = { from: null, withdrawn: false, withdrawnReason: null };
        const startsAt = race.raceNumber === 1 ? race.scheduledAt : '2026-06-14T07:10:00Z';
        return { ...rest, crewId: idOf.get(teamName), ...said, ...PLAIN_OFFICE_LANE, startsAt };
      }),
    })),
  );
  assert.deepEqual(
    races.map(({ estimatedAt }: { estimatedAt: string }) => estimatedAt),
    ['2026-06-13T07:00:00Z', '2026-06-14T07:10:00Z'],
  );
  const { json: board } = await event.board();
  assert.deepEqual(
    races.map(({ id }: { id: number }) => id),
    board.races.map(({ id }: { id: number }) => id),
  );
});

test('an office that has not changed is 304, and every entry of the history is a revision', async () => {
  const event = await published(service);
  const { send } = await signIn(service, event.userId);
  const path = office(event.eventId);
  const first = await send('GET', path);
  const etag = first.headers.get('etag') ?? '';
  const held = await send('GET', path, undefined, { 'if-none-match': etag });
  assert.deepEqual([held.status, held.text], [304, '']);
  assert.equal(held.headers.get('cache-control'), 'no-store');
  const steps = [
    () => event.send('PUT', '/teams', [{ externalId: 'c4', name: 'Undrawn' }]),
    () => event.send('PUT', '/races/r1/results', times(1000)),
    () => send('PATCH', `/events/${event.eventId}`, { name: 'Renamed', timezone: 'Asia/Tokyo' }),
    () =>
      performOn(service, event.eventId, addRace, { raceNumber: 9, title: null, scheduledAt: 0 }),
  ];
  let { revision } = first.json;
  for (const step of steps) {
    await step();
    const next = await send('GET', path, undefined, { 'if-none-match': etag });
    assert.deepEqual([next.status, next.json.revision], [200, ++revision]);
  }
  const { json } = await send('GET', path);
  assert.equal(json.event.name, 'Renamed');
  assert.deepEqual(
    json.days.map(({ venueDay }: { venueDay: string }) => venueDay),
    ['1970-01-01', '2026-06-13', '2026-06-14'],
  );
  const compressed = await send('GET', path, undefined, { 'accept-encoding': 'gzip' });
  assert.deepEqual(compressed.json, json);
});

test('an event without a schedule has an office, too', async () => {
  const { eventId, userId } = await service.provision();
  const { send } = await signIn(service, userId);
  const { json } = await send('GET', office(eventId));
  const { status, settings, crews, races, updatedAt, revision } = json;
  assert.deepEqual(
    { status, settings, crews, races, updatedAt, revision },
    { status: null, settings: null, crews: [], races: [], updatedAt: null, revision: 0 },
  );
});

test('live: the revision at once, and within two seconds after each change', async () => {
  const event = await published(service);
  const visitor = await signIn(service, event.userId);
  const listener = await listen(visitor, event.eventId);
  assert.equal(listener.response.headers.get('content-type'), 'text/event-stream');
  assert.equal(listener.response.headers.get('cache-control'), 'no-store');
  await listener.until(({ revisions }) => revisions.length === 1);
  const { json } = await visitor.send('GET', office(event.eventId));
  assert.deepEqual(listener.revisions, [json.revision]);
  for (let round = 1; round <= 3; round++) {
    await event.send('PUT', '/races/r1/results', times(round * 1000));
    await listener.until(({ revisions }) => revisions.at(-1) === json.revision + round);
    const told = await visitor.send('GET', office(event.eventId));
    assert.equal(told.json.revision, json.revision + round);
  }
  listener.close();
});

test('live: a change of another process is told', {
  skip: isOnServer ? false : 'one process serves a file',
}, async () => {
  const event = await published(service);
  const other = await startTestService({ DATABASE_URL: service.databaseUrl });
  try {
    const listener = await listen(await signIn(service, event.userId), event.eventId, other.url);
    await listener.until(({ revisions }) => revisions.length === 1);
    await event.send('PUT', '/races/r1/results', times(1000));
    await listener.until(({ revisions }) => revisions.length === 2);
    listener.close();
  } finally {
    await other.stop();
  }
});

type Ending = [how: string, end: (member: Member) => Promise<unknown>];

interface Member extends Visitor {
  userId: number;
  clubId: number;
  eventId: number;
  sessionId: number;
}

const ENDINGS: Ending[] = [
  [
    'who was removed from the club',
    ({ userId }) =>
      service.database.write((tx) =>
        tx.deleteFrom('memberships').where('user_id', '=', userId).execute(),
      ),
  ],
  [
    'whose role has become too low',
    ({ userId, clubId }) => service.database.write((tx) => setRole(tx, userId, clubId, 'member')),
  ],
  [
    'whose session has ended',
    ({ sessionId }) =>
      service.database.write((tx) =>
        tx.deleteFrom('sessions').where('id', '=', sessionId).execute(),
      ),
  ],
  [
    'whose session is too old',
    ({ sessionId }) =>
      service.database.write((tx) =>
        tx
          .updateTable('sessions')
          .set({ created_at: Date.now() - 30 * 24 * 3_600_000 })
          .where('id', '=', sessionId)
          .execute(),
      ),
  ],
  ['whose account was closed', ({ userId }) => closeAccount(service.database, userId)],
];

for (const [who, end] of ENDINGS) {
  test(`live: the stream of somebody ${who} ends within two seconds, in every process`, async () => {
    const { eventId, clubId, userId: ownerId } = await service.provision();
    const userId = await addMember(service.database, clubId, 'schedule_manager');
    const [visitor, owner] = [await signIn(service, userId), await signIn(service, ownerId)];
    const other = isOnServer
      ? await startTestService({ DATABASE_URL: service.databaseUrl })
      : undefined;
    try {
      const listeners = [await listen(visitor, eventId)];
      if (other) listeners.push(await listen(visitor, eventId, other.url));
      const others = await listen(owner, eventId);
      for (const each of [...listeners, others]) {
        await each.until(({ revisions }) => revisions.length === 1);
      }
      await end({ ...visitor, userId, clubId, eventId });
      const waits = await Promise.all(listeners.map((each) => each.until(({ isOver }) => isOver)));
      assert.ok(Math.max(...waits) < SOON_MILLIS, `${waits}`);
      assert.ok(!others.isOver, 'the stream of a colleague goes on');
      others.close();
      const again = await visitor.send('GET', `/events/${eventId}/live`);
      assert.ok([401, 404].includes(again.status), again.text);
    } finally {
      await other?.stop();
    }
  });
}

test('live: the stream ends when the event is removed', async () => {
  const { eventId, userId } = await service.provision();
  const visitor = await signIn(service, userId);
  const listener = await listen(visitor, eventId);
  await listener.until(({ revisions }) => revisions.length === 1);
  assert.equal((await visitor.send('DELETE', `/events/${eventId}`)).status, 204);
  await listener.until(({ isOver }) => isOver);
  refused(await visitor.send('GET', office(eventId)), 404, 'event_not_found');
});

test('live: a person has so many streams, and one more once one has ended', async () => {
  const { eventId, userId } = await service.provision();
  const visitor = await signIn(service, userId);
  const listeners = await Promise.all(
    Array.from({ length: MAX_OF_PERSON }, () => listen(visitor, eventId)),
  );
  const full = await visitor.send('GET', `/events/${eventId}/live`);
  refused(full, 429, 'rate_limited');
  assert.equal(full.headers.get('retry-after'), '30');
  listeners[0]?.close();
  for (const deadline = Date.now() + 60_000; ; ) {
    const one = await listen(visitor, eventId);
    one.close();
    if (one.response.status === 200) break;
    assert.ok(Date.now() < deadline);
  }
  for (const each of listeners) each.close();
});

test('live: a service that stops ends its streams', async () => {
  const own = await startTestService();
  const { eventId, userId } = await own.provision();
  const listener = await listen(await signIn(own, userId), eventId, own.url);
  await listener.until(({ revisions }) => revisions.length === 1);
  await own.stop();
  await listener.until(({ isOver }) => isOver);
});
