/** Crews as the race office adds, changes, removes and merges them (console, "Rows" and "Crews"). */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { removeTeam } from '../../src/operations/remove.ts';
import { undo } from '../../src/operations/undo.ts';
import { replaceFollows } from '../../src/storage/following/followers.ts';
import { draw, times } from '../support/board.ts';
import { assertGuarded, assertRefused, type Office, openOffice } from '../support/office.ts';
import { performOn } from '../support/perform.ts';
import { startTestService } from '../support/service.ts';

const service = await startTestService();

const CONFLICT = { status: 409, code: 'conflict' };
const OVERTAKEN = { ...CONFLICT, hasChanged: true };

test('crews are changed, added and removed in one push, and come back in its order', async () => {
  const office = await openOffice(service);
  await office.event.send('PUT', '/teams', [{ externalId: 'c9', name: 'Dachs', clubId: 'D' }]);
  const { crews } = await office.ids();
  const { revision } = await office.read();
  const { status, json, text } = await office.write('/crews', {
    crews: [
      { id: null, name: '  Elster ' },
      { id: crews.Amsel, externalId: 'mine', clubId: 'AMS', boatIndex: 2 },
      { id: null, name: 'Dachs', sortOrder: -3, clubId: 'DAC' },
      { id: null, name: 'Fuchs' },
    ],
    removed: [crews.Dachs],
  });
  assert.equal(status, 200, text);
  assert.equal(json.revision, revision + 1);
  const made = json.crews.map(({ id: _, ...crew }: { id: number }) => crew);
  assert.deepEqual(made, [
    {
      externalId: null,
      name: 'Elster',
      clubId: null,
      boatIndex: null,
      sortOrder: 4,
      adopted: false,
    },
    { externalId: 'c1', name: 'Amsel', clubId: 'AMS', boatIndex: 2, sortOrder: 3, adopted: false },
    {
      externalId: null,
      name: 'Dachs',
      clubId: 'DAC',
      boatIndex: null,
      sortOrder: -3,
      adopted: false,
    },
    {
      externalId: null,
      name: 'Fuchs',
      clubId: null,
      boatIndex: null,
      sortOrder: 5,
      adopted: false,
    },
  ]);
  assert.equal(json.crews[1].id, crews.Amsel);
  const shown = (await office.read()).crews;
  assert.deepEqual(
    shown.map(({ name }: { name: string }) => name),
    ['Dachs', 'Chamäleon', 'Biber', 'Amsel', 'Elster', 'Fuchs'],
  );
  for (const crew of json.crews) {
    assert.deepEqual(
      crew,
      shown.find(({ id }: { id: number }) => id === crew.id),
    );
  }
});

test('a crew that software has adopted stays adopted; null clears, and names swap', async () => {
  const office = await openOffice(service);
  const [crew] = (
    await office.write('/crews', { crews: [{ id: null, name: 'Dachs', clubId: 'D' }] })
  ).json.crews;
  await office.event.send('PUT', '/teams', [{ externalId: 'c9', name: 'Dachs' }]);
  const { crews } = await office.ids();
  const { json } = await office.write('/crews', {
    crews: [
      { id: crew.id, name: 'Biber', clubId: null },
      { id: crews.Biber, name: 'Dachs' },
    ],
  });
  const [first, second] = json.crews;
  assert.deepEqual(first, {
    ...crew,
    externalId: 'c9',
    adopted: true,
    name: 'Biber',
    clubId: null,
  });
  assert.deepEqual([second.name, second.externalId], ['Dachs', 'c2']);
  // The board shows the new name of a crew that is drawn.
  const names = (await office.event.board()).json.races[0].lanes.map(
    ({ crewName }: { crewName: string }) => crewName,
  );
  assert.deepEqual(names, ['Amsel', 'Dachs', 'Chamäleon']);
});

describe('what is wrong with a crew is named, and nothing is written', () => {
  type Make = (crews: Record<string, number>) => object;
  const CASES: [what: string, make: Make, field: string][] = [
    ['a row without id', () => ({ crews: [{ name: 'X' }] }), 'crews[0].id'],
    ['an unknown id', () => ({ crews: [{ id: 999_999 }] }), 'crews[0].id'],
    ['an unknown id to remove', () => ({ crews: [], removed: [999_999] }), 'removed[0]'],
    [
      'the same id twice',
      ({ Amsel }) => ({ crews: [{ id: Amsel }, { id: Amsel }] }),
      'crews[1].id',
    ],
    ['a new crew without name', () => ({ crews: [{ id: null, clubId: 'X' }] }), 'crews[0].name'],
    ['an empty name', ({ Amsel }) => ({ crews: [{ id: Amsel, name: ' \t' }] }), 'crews[0].name'],
    [
      'a name that is null',
      ({ Amsel }) => ({ crews: [{ id: Amsel, name: null }] }),
      'crews[0].name',
    ],
    [
      'a name of 121 characters',
      ({ Amsel }) => ({ crews: [{ id: Amsel, name: 'x'.repeat(121) }] }),
      'crews[0].name',
    ],
    [
      'the same name twice, once it is trimmed and composed',
      () => ({
        crews: [
          { id: null, name: 'Ma\u0301laga' },
          { id: null, name: ' Málaga ' },
        ],
      }),
      'crews[1].name',
    ],
    ['a boat 0', ({ Amsel }) => ({ crews: [{ id: Amsel, boatIndex: 0 }] }), 'crews[0].boatIndex'],
    ['no list', () => ({}), 'crews'],
    [
      '5,001 rows',
      () => ({ crews: Array.from({ length: 5001 }, (_, n) => ({ id: null, name: `C ${n}` })) }),
      'crews',
    ],
    ['no seen', () => ({ crews: [], seen: undefined }), 'seen'],
  ];
  let office: Office;
  let crews: Record<string, number>;
  before(async () => {
    office = await openOffice(service);
    crews = (await office.ids()).crews;
  });
  for (const [what, make, field] of CASES) {
    test(what, async () => {
      const expected = { status: 422, code: 'validation_failed', field };
      await assertRefused(office, () => office.write('/crews', make(crews)), expected);
    });
  }
});

test('a name that is taken, and a crew that is drawn: 409, which says where', async () => {
  const office = await openOffice(service);
  const { crews } = await office.ids();
  for (const row of [
    { id: null, name: 'Biber' },
    { id: crews.Amsel, name: ' Biber' },
  ]) {
    const reply = await assertRefused(
      office,
      () => office.write('/crews', { crews: [row] }),
      CONFLICT,
    );
    assert.match(reply.json.detail, /"Biber" is held/);
    const [{ kind, property, value }] = reply.json.obstacles;
    assert.deepEqual([kind, property, value], ['taken', 'name', 'Biber'], 'for a page to say');
  }
  const remove = () => office.write('/crews', { crews: [], removed: [crews.Amsel] });
  const { json } = await assertRefused(office, remove, CONFLICT);
  assert.equal(
    json.detail,
    '"Amsel" is drawn in race 1, position 1; "Amsel" is drawn in race 2, position 1.',
  );
});

test('what others have changed of a crew since', async () => {
  const office = await openOffice(service);
  const { event } = office;
  await event.send('PUT', '/teams', [{ externalId: 'c9', name: 'Dachs' }]);
  const { crews } = await office.ids();
  const { revision: seen } = await office.read();
  await event.send('PUT', '/teams', [{ externalId: 'c9', name: 'Dachs', clubId: 'D' }]);
  const edit = (row: object) => () =>
    office.write('/crews', { crews: [{ id: crews.Dachs, ...row }], seen });
  const { json } = await assertRefused(office, edit({ clubId: 'X' }), OVERTAKEN);
  assert.deepEqual(
    [json.changed[0].subject, json.changed[0].name, json.changed[0].after],
    ['team', 'Dachs', { clubId: 'D' }],
  );
  const remove = () => office.write('/crews', { crews: [], removed: [crews.Dachs], seen });
  await assertRefused(office, remove, OVERTAKEN);
  assert.equal((await edit({ boatIndex: 3 })()).status, 200);
  await performOn(service, event.eventId, removeTeam, { name: 'Dachs' });
  const gone = await assertRefused(office, edit({ boatIndex: 4 }), OVERTAKEN);
  assert.equal(gone.json.changed[0].operation, 'remove-team', 'what is gone comes first');
});

test('two crews become one: id, lanes and followers go to the one that is kept', async () => {
  const office = await openOffice(service);
  const { event } = office;
  await office.write('/crews', { crews: [{ id: null, name: 'Dachs', clubId: 'D' }] });
  const { crews, races } = await office.ids();
  const [keep, remove] = [crews.Dachs as number, crews.Chamäleon as number];
  await office.write(`/races/${races[2]}/lanes`, {
    lanes: [{ position: 4, crewId: keep }],
  });
  await event.send('PUT', '/races/r1/results', times(61_000, 62_000, 63_000));
  const { eventId } = event;
  const follow = (endpoint: string, followed: number[], followedRaces: number[] = []) =>
    service.database.write((tx) =>
      replaceFollows(
        tx,
        {
          endpoint: `https://push.example/${eventId}/${endpoint}`,
          p256dh: 'p',
          auth: 'a',
          language: 'en',
        },
        { eventId, wholeEvent: false, crews: followed, races: followedRaces, remindMinutes: 20 },
        Date.now(),
      ),
    );
  await follow('one', [remove]);
  await follow('both', [keep, remove], [races[1] as number]);
  await follow('kept', [keep]);
  await follow('other', [crews.Amsel as number, remove]);
  const before = await office.read();
  const { status, json, text } = await office.write('/crews/merge', { keep, remove }, 'POST');
  assert.equal(status, 200, text);
  assert.equal(json.revision, before.revision + 1);
  assert.deepEqual(json.crews, [
    {
      id: keep,
      externalId: 'c3',
      name: 'Dachs',
      clubId: 'D',
      boatIndex: null,
      sortOrder: 4,
      adopted: true,
    },
  ]);
  const now = await office.read();
  assert.deepEqual(
    now.races[0].lanes.map(({ crewId, finishTimeMillis }: Record<string, number>) => [
      crewId,
      finishTimeMillis,
    ]),
    [
      [crews.Amsel, 61_000],
      [crews.Biber, 62_000],
      [keep, 63_000],
    ],
  );
  assert.ok(!now.crews.some(({ id }: { id: number }) => id === remove));
  assert.equal(now.followers, 4);
  assert.deepEqual(await followers(eventId), {
    both: [3, ...following(keep, remove), `race ${races[1]}`],
    kept: [1, ...following(keep)],
    one: [2, ...following(keep, remove)],
    other: [3, ...following(crews.Amsel as number, keep, remove)],
  });
  const reminded = service.database.reads
    .selectFrom('follows')
    .where('event_id', '=', eventId)
    .select('remind_minutes')
    .distinct();
  assert.deepEqual(await reminded.execute(), [{ remind_minutes: 20 }]);
  // The `externalId` of the removed crew now means the kept one.
  const pushed = await event.send('PUT', '/teams', [{ externalId: 'c3', name: 'Dachs' }]);
  assert.equal(pushed.json.teams[0].outcome, 'matched');
  await performOn(service, eventId, undo, { entryId: json.entryId });
  const { crews: undone, races: racesUndone } = await office.read();
  assert.deepEqual([undone, racesUndone], [before.crews, before.races]);
  assert.deepEqual((await followers(eventId)).one, [2, ...following(keep, remove)]);
});

/** Follows of crews as `followers` lists them, in the order of their ids. */
function following(...ids: number[]): string[] {
  return ids.sort((a, b) => a - b).map((id) => `crew ${id}`);
}

/** For each device its `follow_count`, and after it what it follows. */
async function followers(eventId: number): Promise<Record<string, (number | string)[]>> {
  const rows = await service.database.reads
    .selectFrom('follows')
    .innerJoin('devices', 'devices.id', 'follows.device_id')
    .where('follows.event_id', '=', eventId)
    .orderBy('kind')
    .orderBy('target_id')
    .select(['endpoint', 'follow_count as count', 'kind', 'target_id as target'])
    .execute();
  const found: Record<string, (number | string)[]> = {};
  for (const { endpoint, count, kind, target } of rows) {
    const name = endpoint.split('/').at(-1) as string;
    found[name] = [...(found[name] ?? [count]), `${kind} ${target}`];
  }
  return found;
}

test('crews that are two are not merged: in one race, or each with an externalId', async () => {
  const office = await openOffice(service);
  const { crews } = await office.ids();
  const merge = (keep: unknown, remove: unknown) => () =>
    office.write('/crews/merge', { keep, remove }, 'POST');
  const ids = await assertRefused(office, merge(crews.Amsel, crews.Biber), CONFLICT);
  assert.match(ids.json.detail, /"c1" and "c2"/);
  await office.write('/crews', { crews: [{ id: null, name: 'Dachs' }] });
  const dachs = (await office.ids()).crews.Dachs;
  await office.event.send('PUT', '/races/r3/entries', draw('c1'));
  const { races } = await office.ids();
  const lanes = [
    { position: 1, crewId: crews.Amsel },
    { position: 2, crewId: dachs },
  ];
  assert.equal((await office.write(`/races/${races[3]}/lanes`, { lanes })).status, 200);
  for (const [keep, remove] of [
    [crews.Amsel, dachs],
    [dachs, crews.Amsel],
  ]) {
    const both = await assertRefused(office, merge(keep, remove), CONFLICT);
    assert.match(both.json.detail, /race 3/);
  }
  const wrong: [unknown, unknown, string][] = [
    [dachs, dachs, 'remove'],
    [999_999, dachs, 'keep'],
    [dachs, 999_999, 'remove'],
    [dachs, null, 'remove'],
    ['1', dachs, 'keep'],
    [undefined, dachs, 'keep'],
  ];
  for (const [keep, remove, field] of wrong) {
    await assertRefused(office, merge(keep, remove), {
      status: 422,
      code: 'validation_failed',
      field,
    });
  }
});

test('what stands in the way of a merge: both crews, and the lanes that they are or were in', async () => {
  const office = await openOffice(service);
  const { event } = office;
  await office.write('/crews', {
    crews: [
      { id: null, name: 'Dachs' },
      { id: null, name: 'Elster' },
    ],
  });
  const { crews } = await office.ids();
  const pair = { keep: crews.Dachs, remove: crews.Chamäleon };
  const changes: (() => Promise<unknown>)[] = [
    () => event.send('PUT', '/teams', [{ externalId: 'c3', name: 'Chamäleon', clubId: 'C' }]),
    () => office.write('/crews', { crews: [{ id: crews.Dachs, boatIndex: 2 }] }),
    () => event.send('PUT', '/races/r1/results', [{ position: 3, finishTimeMillis: 1 }]),
    () => event.send('PUT', '/races/r3/entries', draw('c3')),
    () => event.send('PUT', '/races/r3/entries', []),
  ];
  for (const change of changes) {
    const { revision: seen } = await office.read();
    await change();
    const merge = () => office.write('/crews/merge', { ...pair, seen }, 'POST');
    await assertRefused(office, merge, OVERTAKEN);
  }
  const { revision: seen } = await office.read();
  await event.send('PUT', '/teams', [{ externalId: 'c1', name: 'Amsel', clubId: 'A' }]);
  await event.send('PUT', '/races/r1/results', [{ position: 1, finishTimeMillis: 1 }]);
  assert.equal((await office.write('/crews/merge', { ...pair, seen }, 'POST')).status, 200);
  const again = () => office.write('/crews/merge', { ...pair, keep: crews.Elster, seen }, 'POST');
  const { json } = await assertRefused(office, again, OVERTAKEN);
  assert.equal(json.changed[0].operation, 'merge-crews');
});

test('who may not write crews', async () => {
  const office = await openOffice(service);
  const { revision: seen } = await office.read();
  await assertGuarded(service, office, [
    'PUT',
    '/crews',
    { crews: [{ id: null, name: 'X' }], seen },
  ]);
  await assertGuarded(service, office, ['POST', '/crews/merge', { keep: 1, remove: 2, seen }]);
});
