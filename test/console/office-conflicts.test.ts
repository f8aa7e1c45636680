/** Writes of a page that is out of date: what conflicts with official results, which changes refusals name, repeats. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { removeRace } from '../../src/operations/remove.ts';
import { addMember } from '../support/accounts.ts';
import { draw, times } from '../support/board.ts';
import { signIn } from '../support/console.ts';
import { openOffice } from '../support/office.ts';
import { performOn } from '../support/perform.ts';
import { refused } from '../support/refused.ts';
import { type Reply, startTestService } from '../support/service.ts';

const service = await startTestService();

/** A published event with provisional results; its first race is rowed. */
async function openRowed() {
  const { event, person, path, read, write, ids } = await openOffice(service);
  const send = (method: 'POST' | 'PUT', tail: string, body?: object) =>
    person.send(method, `${path}${tail}`, body);
  await write('/settings', { provisionalResults: true });
  await event.send('PUT', '/races/r1/results', times(61_000, 62_000, 63_000));
  const { races, crews } = await ids();
  const { 1: raceId = 0, 2: finalId = 0 } = races;
  const seen = async (): Promise<number> => (await read()).revision;
  const official = async (revision: number) =>
    send('PUT', `/races/${raceId}/official`, { official: true, seen: revision });
  const isOfficial = async () => (await read()).races[0].official;
  return { event, send, read, seen, official, isOfficial, raceId, finalId, crews };
}

/** Asserts a 409 that names the later changes of one operation. */
function overtaken(reply: Reply, operation: string): void {
  refused(reply, 409, 'conflict');
  const operations = reply.json.changed?.map((change: { operation: string }) => change.operation);
  assert.deepEqual([...new Set(operations)], [operation], reply.text);
}

test('who signs results signs those that the page showed', async () => {
  const { event, official, seen } = await openRowed();
  const first = await seen();
  const push = (resultMode: string) =>
    event.send('PUT', '/races', [{ externalId: 'r1', raceNumber: 1, resultMode }]);
  await push('placesOnly');
  overtaken(await official(first), 'push-races');
  const second = await seen();
  await event.send('PUT', '/races/r1/entries', draw('c1', 'c2'));
  overtaken(await official(second), 'draw-lanes');
  assert.equal((await official(await seen())).status, 200);
});

test('another mode makes official results provisional, whoever sets it', async () => {
  const { event, isOfficial, official, raceId, seen, send } = await openRowed();
  await official(await seen());
  await event.send('PUT', '/races', [{ externalId: 'r1', raceNumber: 1, title: 'Heat' }]);
  assert.equal(await isOfficial(), true);
  await event.send('PUT', '/races', [
    { externalId: 'r1', raceNumber: 1, resultMode: 'placesOnly' },
  ]);
  assert.equal(await isOfficial(), false);
  await official(await seen());
  const races = [{ id: raceId, resultMode: 'timed' }];
  assert.equal((await send('PUT', '/races', { races, seen: await seen() })).status, 200);
  assert.equal(await isOfficial(), false);
});

test('a merge of crews leaves official results official, and so does its undo', async () => {
  const { isOfficial, official, crews, seen, send } = await openRowed();
  const dachs = { id: null, name: 'Dachs' };
  const added = await send('PUT', '/crews', { crews: [dachs], seen: await seen() });
  await official(await seen());
  const ids = { keep: added.json.crews[0].id, remove: crews.Amsel };
  const merged = await send('POST', '/crews/merge', { ...ids, seen: await seen() });
  assert.equal(merged.status, 200, merged.text);
  assert.equal(await isOfficial(), true);
  for (let { entryId } = merged.json, n = 0; n < 2; n++) {
    const undone = await send('POST', `/history/${entryId}/undo`);
    assert.equal(undone.status, 200, undone.text);
    assert.equal(await isOfficial(), true);
    ({ entryId } = undone.json);
  }
});

test('a refusal that comes from what others have changed says what that was', async () => {
  const { event, crews, finalId, raceId, seen, send } = await openRowed();
  const shown = await seen();
  const rules = [{ position: 1, races: [raceId], place: 1, fastest: null }];
  const dachs = await send('PUT', '/crews', { crews: [{ id: null, name: 'Dachs' }], seen: shown });
  await event.send('PUT', '/races', [
    { externalId: 'r1', raceNumber: 1, resultMode: 'placesOnly' },
  ]);
  const results = times(60_000);
  overtaken(await send('PUT', `/races/${raceId}/results`, { results, seen: shown }), 'push-races');
  overtaken(
    await send('PUT', '/crews', { crews: [{ id: crews.Biber, name: 'Dachs' }], seen: shown }),
    'edit-crews',
  );
  const { revision } = dachs.json;
  const lanes = [{ position: 1, crewId: dachs.json.crews[0].id }];
  await send('PUT', `/races/${finalId}/lanes`, { lanes, seen: await seen() });
  const removed = [dachs.json.crews[0].id];
  overtaken(await send('PUT', '/crews', { crews: [], removed, seen: revision }), 'draw-lanes');
  const last = await seen();
  await performOn(service, event.eventId, removeRace, { raceNumber: 1 });
  for (const [tail, body] of [
    [`/races/${raceId}/state`, { state: 'cancelled' }],
    [`/races/${raceId}/results`, { results }],
    [`/races/${finalId}/progression`, { rules }],
    ['/delay', { raceId, startsAt: '09:30' }],
  ] as const) {
    overtaken(await send('PUT', tail, { ...body, seen: last }), 'remove-race');
  }
  const move = { fromRaceId: raceId, shiftMinutes: 5, seen: last };
  overtaken(await send('POST', '/retime', move), 'remove-race');
  const gone = { state: 'cancelled', seen: await seen() };
  refused(await send('PUT', `/races/${raceId}/state`, gone), 404, 'race_not_found');
});

test('a write that is sent again, because its answer was lost, finds nothing to do', async () => {
  const { official, raceId, finalId, seen, send } = await openRowed();
  const rules = [{ position: 1, races: [raceId], place: 1, fastest: null }];
  await send('PUT', `/races/${finalId}/progression`, { rules, seen: await seen() });
  await official(await seen());
  const shown = await seen();
  const apply = () => send('POST', `/races/${finalId}/progression/apply`, { seen: shown });
  const [first, again] = [await apply(), await apply()];
  assert.equal(first.status, 200, first.text);
  assert.deepEqual([again.status, again.json.entryId], [200, null], again.text);
  // A shift counts from the present starts, so the second request would move the races again: it is a conflict.
  const retime = () =>
    send('POST', '/retime', { fromRaceId: finalId, shiftMinutes: 5, seen: first.json.revision });
  assert.equal((await retime()).status, 200);
  overtaken(await retime(), 'retime');
});

/** The changes that a refusal lists, each as `name: gone`, `name: new` or `name: properties`. */
function told(reply: Reply): string[] {
  refused(reply, 409, 'conflict');
  type Told = { subject: string; position?: number; name: string; before: unknown; after: object };
  return reply.json.changed.map(({ name, before, after }: Told) => {
    const what = after === null ? 'gone' : before === null ? 'new' : Object.keys(after).sort();
    return `${name}: ${what}`;
  });
}

test('a save of two races, one removed and one renamed by somebody else, names both and loses neither', async () => {
  const { event, path, person, read, ids } = await openOffice(service);
  const { 1: first, 2: second } = (await ids()).races;
  const { revision: seen } = await read();
  const otherId = await addMember(service.database, event.clubId, 'schedule_manager');
  const other = await signIn(service, otherId);
  const renamed = [{ id: second, title: 'Final B' }];
  const put = (body: object, who = person) => who.send('PUT', `${path}/races`, body);
  assert.equal((await put({ races: renamed, removed: [first], seen }, other)).status, 200);
  const mine = {
    races: [
      { id: first, title: 'Mine 1' },
      { id: second, title: 'Mine 2' },
    ],
    removed: [],
  };
  const reply = await put({ ...mine, seen });
  assert.deepEqual(told(reply), ['race 1: gone', 'race 2: title']);
  assert.deepEqual(
    reply.json.changed.map(({ by }: { by: { userId: number } }) => by.userId),
    [otherId, otherId],
  );
  assert.equal((await read()).races[0].title, 'Final B', 'nothing is written');
  // The page keeps its own values: the removed race is added as a new one, the other one gets the typed title.
  const again = {
    races: [{ id: null, raceNumber: 1, scheduledAt: '2026-06-13T07:00:00Z', title: 'Mine 1' }],
    seen: (await read()).revision,
  };
  const added = await put({ ...again, races: [...again.races, mine.races[1]] });
  assert.equal(added.status, 200, added.text);
  const titles = (await read()).races.map(({ title }: { title: string }) => title);
  assert.deepEqual(titles.slice(0, 2), ['Mine 1', 'Mine 2']);
});

/** For each case: the writes of others, the write that has seen none of them, and all changes that its refusal lists. */
const BESIDE_A_REFUSAL: [
  name: string,
  others: [method: 'PUT' | 'POST', tail: string, body: (ids: Ids) => object][],
  mine: [method: 'PUT' | 'POST', tail: string, body: (ids: Ids) => object],
  changed: string[],
][] = [
  [
    'a crew removed, another one renamed',
    [
      ['PUT', '/crews', ({ dachs }) => ({ crews: [], removed: [dachs] })],
      ['PUT', '/crews', ({ amsel }) => ({ crews: [{ id: amsel, name: 'Drossel' }] })],
    ],
    [
      'PUT',
      '/crews',
      ({ dachs, amsel }) => ({
        crews: [
          { id: amsel, name: 'Amsel I' },
          { id: dachs, clubId: 'X' },
        ],
      }),
    ],
    ['Dachs: gone', 'Drossel: name'],
  ],
  [
    'a number taken, another race renamed',
    [
      ['PUT', '/races', ({ two }) => ({ races: [{ id: two, title: 'Final B' }] })],
      [
        'PUT',
        '/races',
        () => ({ races: [{ id: null, raceNumber: 9, scheduledAt: '2026-06-14T12:00:00Z' }] }),
      ],
    ],
    [
      'PUT',
      '/races',
      ({ two }) => ({
        races: [
          { id: two, title: 'Mine' },
          { id: null, raceNumber: 9, scheduledAt: '2026-06-14T12:00:00Z' },
        ],
      }),
    ],
    ['race 2: title', 'race 9: new'],
  ],
  [
    'a number that was taken all along, another race renamed',
    [['PUT', '/races', ({ two }) => ({ races: [{ id: two, title: 'Final B' }] })]],
    [
      'PUT',
      '/races',
      ({ one, two }) => ({
        races: [
          { id: two, title: 'Mine' },
          { id: one, raceNumber: 3 },
        ],
      }),
    ],
    ['race 2: title'],
  ],
  [
    'a lane removed, the result of another one posted',
    [
      ['PUT', '/races/{one}/results', () => ({ results: times(61_000) })],
      ['PUT', '/races/{one}/lanes', ({ amsel, biber }) => ({ lanes: lanesOf(amsel, biber) })],
    ],
    ['PUT', '/races/{one}/results', () => ({ results: times(60_000, 62_000, 63_000) })],
    ['race 1, position 3: gone', 'race 1, position 1: finishTimeMillis,status'],
  ],
  [
    'a crew of the draw removed, another lane redrawn',
    [
      ['PUT', '/races/{three}/lanes', ({ biber }) => ({ lanes: lanesOf(biber) })],
      ['PUT', '/crews', ({ dachs }) => ({ crews: [], removed: [dachs] })],
    ],
    ['PUT', '/races/{three}/lanes', ({ amsel, dachs }) => ({ lanes: lanesOf(amsel, dachs) })],
    ['Dachs: gone', 'race 3, position 1: new'],
  ],
  [
    'a crew of the draw removed, a result posted in a lane that gets another crew',
    [
      ['PUT', '/races/{one}/results', () => ({ results: times(61_000) })],
      ['PUT', '/crews', ({ dachs }) => ({ crews: [], removed: [dachs] })],
    ],
    ['PUT', '/races/{one}/lanes', ({ biber, dachs }) => ({ lanes: lanesOf(biber, dachs) })],
    ['Dachs: gone', 'race 1, position 1: finishTimeMillis,status'],
  ],
  [
    'a crew of the draw removed, a result posted in a lane that keeps its crew',
    [
      ['PUT', '/races/{one}/results', () => ({ results: times(61_000) })],
      ['PUT', '/crews', ({ dachs }) => ({ crews: [], removed: [dachs] })],
    ],
    ['PUT', '/races/{one}/lanes', ({ amsel, dachs }) => ({ lanes: lanesOf(amsel, dachs) })],
    ['Dachs: gone'],
  ],
  [
    'what is stored as it is sent is in nobody’s way',
    [
      ['PUT', '/races', ({ two }) => ({ races: [{ id: two, title: 'Same' }] })],
      ['PUT', '/races', ({ one }) => ({ races: [], removed: [one] })],
    ],
    [
      'PUT',
      '/races',
      ({ one, two }) => ({
        races: [
          { id: one, title: 'Mine' },
          { id: two, title: 'Same' },
        ],
      }),
    ],
    ['race 1: gone'],
  ],
];

type Ids = Record<'one' | 'two' | 'three' | 'amsel' | 'biber' | 'dachs', number>;

const lanesOf = (...crews: number[]) =>
  crews.map((crewId, index) => ({ position: index + 1, crewId }));

for (const [name, others, mine, changed] of BESIDE_A_REFUSAL) {
  test(`a refusal says what else was changed: ${name}`, async () => {
    const { read, write, ids } = await openOffice(service);
    await write('/crews', { crews: [{ id: null, name: 'Dachs' }] });
    const { races, crews } = await ids();
    const named = {
      ...{ one: races[1], two: races[2], three: races[3] },
      ...{ amsel: crews.Amsel, biber: crews.Biber, dachs: crews.Dachs },
    } as Ids;
    const send = ([method, tail, body]: typeof mine, seen?: number) => {
      const path = tail.replace(/\{(\w+)\}/, (_, id) => String(named[id as keyof Ids]));
      return write(path, { ...body(named), ...(seen !== undefined && { seen }) }, method);
    };
    const { revision } = await read();
    for (const other of others) assert.equal((await send(other)).status, 200);
    const before = await read();
    assert.deepEqual(told(await send(mine, revision)), changed);
    assert.deepEqual(await read(), before, 'nothing is written');
  });
}

test('what is wrong by itself stays 422, whatever others have changed', async () => {
  const { read, write, ids } = await openOffice(service);
  const { 1: first, 2: second } = (await ids()).races;
  const { revision: seen } = await read();
  await write('/races', { races: [{ id: second, title: 'Final B' }] });
  const races = [
    { id: second, title: 'Mine' },
    { id: 999_999, title: 'Nobody' },
  ];
  refused(await write('/races', { races, seen }), 422, 'validation_failed', 'races[1].id');
  const results = [{ position: 9, finishTimeMillis: 60_000 }];
  const reply = await write(`/races/${first}/results`, { results, seen });
  refused(reply, 422, 'validation_failed', 'results[0].position');
});

test('a lane gets no other crew unseen once a result has come in, nor does an empty one get a crew', async () => {
  const { event, read, write, ids } = await openOffice(service);
  const { races, crews } = await ids();
  const path = `/races/${races[3]}/lanes`;
  await write(path, { lanes: [{ position: 1, crewId: crews.Amsel }, { position: 2 }] });
  const { revision: seen } = await read();
  await event.send('PUT', '/races/r3/results', times(61_000, 62_000));
  const lanes = [
    { position: 1, crewId: crews.Biber },
    { position: 2, crewId: crews.Amsel },
  ];
  const reply = await write(path, { lanes, seen });
  assert.deepEqual(told(reply), [
    'race 3, position 1: finishTimeMillis,status',
    'race 3, position 2: finishTimeMillis,status',
  ]);
  assert.equal((await write(path, { lanes })).status, 200, 'with the newer `seen`');
});
