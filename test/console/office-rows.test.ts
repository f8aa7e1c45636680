/** Races as the race office adds, changes and removes them (console, "Rows"). */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { undo } from '../../src/operations/undo.ts';
import { times } from '../support/board.ts';
import {
  assertGuarded,
  assertRefused,
  giveRule,
  type Office,
  openOffice,
} from '../support/office.ts';
import { performOn } from '../support/perform.ts';
import { startTestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const service = await startTestService();

const AT = '2026-06-14T12:00:00+02:00';

const FACTS = {
  title: 'Heat one',
  boatClass: '4x',
  round: 'Heat',
  divisionLabel: 'Women',
  distanceMeters: 1500,
  resultMode: 'placesOnly',
  resultVisibility: 'hidden',
  laneScheme: ['A', 'B'],
  notes: 'Left bank',
  printedNumber: '1A',
};

test('races are changed, added and removed in one push, and come back in its order', async () => {
  const office = await openOffice(service);
  const { races } = await office.ids();
  const { revision } = await office.read();
  const { status, json, text } = await office.write('/races', {
    races: [
      { id: null, raceNumber: 7, scheduledAt: AT },
      { id: races[1], ...FACTS },
      { id: null, raceNumber: 3, scheduledAt: AT, printedNumber: '3 B' },
    ],
    removed: [races[3]],
  });
  assert.equal(status, 200, text);
  assert.deepEqual([json.revision, typeof json.entryId], [revision + 1, 'number']);
  const [seventh, first, third] = json.races;
  assert.deepEqual(
    json.races.map(({ raceNumber }: { raceNumber: number }) => raceNumber),
    [7, 1, 3],
  );
  for (const [property, value] of Object.entries(FACTS)) assert.deepEqual(first[property], value);
  assert.deepEqual([first.id, first.externalId, first.lanes.length], [races[1], 'r1', 3]);
  assert.deepEqual(
    [seventh.externalId, seventh.title, seventh.resultMode, seventh.scheduledAt],
    [null, null, 'timed', '2026-06-14T10:00:00Z'],
  );
  assert.ok(third.id > (races[3] ?? 0), 'the number of a removed race is free for another one');
  const shown = (await office.read()).races;
  assert.deepEqual(
    json.races,
    [7, 1, 3].map((number) =>
      shown.find((race: { raceNumber: number }) => race.raceNumber === number),
    ),
  );
  const [entry] = await service.database.reads
    .selectFrom('history')
    .where('id', '=', json.entryId)
    .select(['operation', 'user_id as userId', 'key_prefix as keyPrefix'])
    .execute();
  assert.deepEqual(entry, {
    operation: 'edit-races',
    userId: office.event.userId,
    keyPrefix: null,
  });
  assert.equal((await office.event.board()).json.races[0].number, '1A');
});

test('what is left out stays, and null clears', async () => {
  const office = await openOffice(service);
  const { races } = await office.ids();
  const id = races[1];
  await office.write('/races', { races: [{ id, ...FACTS }] });
  const before = (await office.write('/races', { races: [{ id, title: 'Other' }] })).json.races[0];
  assert.deepEqual(
    [before.title, before.notes, before.printedNumber],
    ['Other', 'Left bank', '1A'],
  );
  const cleared = {
    ...{ title: null, boatClass: null, round: null, divisionLabel: null, distanceMeters: null },
    ...{ resultVisibility: null, laneScheme: null, notes: null, printedNumber: null },
  };
  const [after] = (await office.write('/races', { races: [{ id, ...cleared }] })).json.races;
  assert.deepEqual(after, { ...before, ...cleared, lanes: after.lanes });
});

test('an externalId that is sent is ignored, and a new race adopts nothing', async () => {
  const office = await openOffice(service);
  const { races } = await office.ids();
  const [race] = (
    await office.write('/races', {
      races: [{ id: races[3], externalId: 'mine', title: 'T' }],
    })
  ).json.races;
  assert.deepEqual([race.externalId, race.title], ['r3', 'T']);
  const row = { id: null, externalId: 'r9', raceNumber: 9, scheduledAt: AT };
  assert.equal((await office.write('/races', { races: [row] })).json.races[0].externalId, null);
  // Even a race without an `externalId` is not adopted: its number is taken.
  const again = await assertRefused(office, () => office.write('/races', { races: [row] }), {
    status: 409,
    code: 'conflict',
  });
  assert.match(again.json.detail, /Race number 9 is held/);
  const [{ kind, property, value }] = again.json.obstacles;
  assert.deepEqual([kind, property, value], ['taken', 'raceNumber', 9], 'for a page to say');
});

test('numbers are judged once all is applied: two races swap, and a removed one frees its own', async () => {
  const office = await openOffice(service);
  const { races } = await office.ids();
  const swapped = await office.write('/races', {
    races: [
      { id: races[1], raceNumber: 2 },
      { id: races[2], raceNumber: 1 },
    ],
  });
  assert.equal(swapped.status, 200, swapped.text);
  const circle = await office.write('/races', {
    races: [
      { id: races[1], raceNumber: 3 },
      { id: races[2], raceNumber: 2 },
    ],
    removed: [races[3]],
  });
  assert.equal(circle.status, 200, circle.text);
  const now = (await office.ids()).races;
  assert.deepEqual(now, { 2: races[2], 3: races[1] });
});

test('a lost answer that is sent again changes nothing, where all rows have ids', async () => {
  const office = await openOffice(service);
  const { races } = await office.ids();
  const { revision: seen } = await office.read();
  const body = { races: [{ id: races[1], title: 'T' }], removed: [], seen };
  const first = await office.write('/races', body);
  const second = await office.write('/races', body);
  assert.deepEqual(
    [second.status, second.json.revision, second.json.entryId],
    [200, first.json.revision, null],
  );
  const empty = await office.write('/races', { races: [], seen });
  assert.deepEqual([empty.status, empty.json.races, empty.json.entryId], [200, [], null]);
});

test('removing a race takes lanes, results and the rules that name it; undo brings all of it back', async () => {
  const office = await openOffice(service);
  const { event } = office;
  const { races } = await office.ids();
  const [first, second] = [races[1] as number, races[2] as number];
  await event.send('PUT', '/races/r1/results', times(61_000, 62_000, 63_000));
  await giveRule(service, second, 1, [first]);
  await giveRule(service, second, 2, [first, races[3] as number]);
  // The rules were written without an operation; this push makes the service build the documents anew.
  await event.send('PUT', '/races', [{ externalId: 'r2', raceNumber: 2, notes: 'n' }]);
  const before = await office.read();
  const board = (await event.board()).json;
  const { status, json } = await office.write('/races', { races: [], removed: [first] });
  assert.deepEqual([status, json.races], [200, []]);
  const now = await office.read();
  assert.deepEqual(Object.keys((await office.ids()).races), ['2', '3']);
  const lanes = now.races[0].lanes;
  assert.deepEqual(
    lanes.map(({ from }: { from: unknown }) => from),
    [null, null],
  );
  assert.deepEqual(
    lanes.map(({ crewId }: { crewId: number }) => crewId),
    before.races[1].lanes.map(({ crewId }: { crewId: number }) => crewId),
  );
  assert.equal((await event.send('PUT', '/races/r1/results', [])).json.code, 'race_not_found');
  assert.deepEqual(
    (await event.send('GET', '/schedule')).json.races.map(
      ({ externalId }: { externalId: string }) => externalId,
    ),
    ['r2', 'r3'],
  );
  assert.equal((await event.board()).json.races.length, 2);
  await performOn(service, event.eventId, undo, { entryId: json.entryId });
  const after = await office.read();
  assert.deepEqual(after.races, before.races);
  // The undo was performed outside the service, which notices it a moment later.
  const racesOnBoard = async () => (await event.board()).json.races;
  await until('three races', async () => (await racesOnBoard()).length === 3);
  const restored = await racesOnBoard();
  // `resultsAt` is later, because the results went from the board and came back.
  assert.ok(restored[0].resultsAt > board.races[0].resultsAt);
  assert.deepEqual({ ...restored[0], resultsAt: null }, { ...board.races[0], resultsAt: null });
  assert.deepEqual(restored.slice(1), board.races.slice(1));
});

describe('what is wrong with a row is named, and nothing is written', () => {
  type Make = (races: Record<number, number>) => object;
  const CASES: [what: string, make: Make, field: string][] = [
    ['a row without id', () => ({ races: [{ raceNumber: 9, scheduledAt: AT }] }), 'races[0].id'],
    ['an id that is no number', () => ({ races: [{ id: '1' }] }), 'races[0].id'],
    ['an unknown id', (races) => ({ races: [{ id: races[1] }, { id: 999_999 }] }), 'races[1].id'],
    ['an unknown id to remove', () => ({ races: [], removed: [999_999] }), 'removed[0]'],
    [
      'the same id twice',
      (races) => ({ races: [{ id: races[1] }, { id: races[2] }, { id: races[1] }] }),
      'races[2].id',
    ],
    [
      'the same id twice to remove',
      (races) => ({ races: [], removed: [races[1], races[1]] }),
      'removed[1]',
    ],
    [
      'a row that is removed as well',
      (races) => ({ races: [{ id: races[1], title: 'T' }], removed: [races[1]] }),
      'races[0].id',
    ],
    [
      'a new race without number',
      () => ({ races: [{ id: null, scheduledAt: AT }] }),
      'races[0].raceNumber',
    ],
    [
      'a new race without time',
      () => ({ races: [{ id: null, raceNumber: 9 }] }),
      'races[0].scheduledAt',
    ],
    [
      'the same number twice',
      (races) => ({
        races: [
          { id: races[1], raceNumber: 9 },
          { id: null, raceNumber: 9, scheduledAt: AT },
        ],
      }),
      'races[1].raceNumber',
    ],
    [
      'a number that is null',
      (races) => ({ races: [{ id: races[1], raceNumber: null }] }),
      'races[0].raceNumber',
    ],
    [
      'a time that is null',
      (races) => ({ races: [{ id: races[1], scheduledAt: null }] }),
      'races[0].scheduledAt',
    ],
    ['number 0', (races) => ({ races: [{ id: races[1], raceNumber: 0 }] }), 'races[0].raceNumber'],
    [
      'a time without offset',
      (races) => ({ races: [{ id: races[1], scheduledAt: '2026-06-13T09:00:00' }] }),
      'races[0].scheduledAt',
    ],
    [
      'day 31 of a month of 30 days',
      (races) => ({ races: [{ id: races[1], scheduledAt: '2026-06-31T09:00:00Z' }] }),
      'races[0].scheduledAt',
    ],
    [
      'a title of 300 characters',
      (races) => ({ races: [{ id: races[1], title: 'x'.repeat(300) }] }),
      'races[0].title',
    ],
    [
      'a printed number of 11 characters',
      (races) => ({ races: [{ id: races[1], printedNumber: '12345678901' }] }),
      'races[0].printedNumber',
    ],
    [
      'an empty printed number',
      (races) => ({ races: [{ id: races[1], printedNumber: '' }] }),
      'races[0].printedNumber',
    ],
    [
      'an unknown mode',
      (races) => ({ races: [{ id: races[1], resultMode: 'fast' }] }),
      'races[0].resultMode',
    ],
    ['no list', () => ({ removed: [] }), 'races'],
    ['a list that is none', () => ({ races: {} }), 'races'],
    ['a row that is none', () => ({ races: [7] }), 'races[0]'],
    [
      '5,001 rows',
      () => ({
        races: Array.from({ length: 5001 }, (_, index) => ({
          id: null,
          raceNumber: index + 10,
          scheduledAt: AT,
        })),
      }),
      'races',
    ],
    [
      'one wrong row of many',
      () => ({
        races: Array.from({ length: 300 }, (_, index) => ({
          id: null,
          raceNumber: index + 10,
          scheduledAt: index === 299 ? 'noon' : AT,
        })),
      }),
      'races[299].scheduledAt',
    ],
    ['no seen', () => ({ races: [], seen: undefined }), 'seen'],
    ['a seen of tomorrow', () => ({ races: [], seen: 1_000_000 }), 'seen'],
  ];
  let office: Office;
  let races: Record<number, number>;
  before(async () => {
    office = await openOffice(service);
    races = (await office.ids()).races;
  });
  for (const [what, make, field] of CASES) {
    test(what, async () => {
      const expected = { status: 422, code: 'validation_failed', field };
      await assertRefused(office, () => office.write('/races', make(races)), expected);
    });
  }
});

test('a race of another event is unknown', async () => {
  const [office, other] = [await openOffice(service), await openOffice(service)];
  const { races } = await other.ids();
  for (const body of [{ races: [{ id: races[1] }] }, { races: [], removed: [races[1]] }]) {
    const field = 'removed' in body ? 'removed[0]' : 'races[0].id';
    const expected = { status: 422, code: 'validation_failed', field };
    await assertRefused(office, () => office.write('/races', body), expected);
  }
});

test('texts of all scripts are kept, composed; as many races as an event holds are one push', async () => {
  const office = await openOffice(service);
  const { races } = await office.ids();
  const texts = { title: 'سباق 12 ‏(نهائي)', notes: 'עברית and\u202eleft', round: 'Fina\u0301l' };
  const [race] = (await office.write('/races', { races: [{ id: races[1], ...texts }] })).json.races;
  assert.deepEqual([race.title, race.notes, race.round], [texts.title, texts.notes, 'Finál']);
  const rows = Array.from({ length: 4997 }, (_, index) => ({
    id: null,
    raceNumber: index + 10,
    scheduledAt: AT,
  }));
  const { status, json } = await office.write('/races', { races: rows });
  assert.equal(status, 200);
  assert.deepEqual([json.races.length, json.races[4996].raceNumber], [4997, 5006]);
});

test('what others have changed since: property by property, and nothing is written', async () => {
  const office = await openOffice(service);
  const { event } = office;
  const { races } = await office.ids();
  const { revision: seen } = await office.read();
  await event.send('PUT', '/races', [
    { externalId: 'r1', raceNumber: 1, title: 'Timing', notes: 'n' },
  ]);
  const mine =
    (row: object, extra = {}) =>
    () =>
      office.write('/races', { races: [{ id: races[1], ...row }], seen, ...extra });
  const conflict = { status: 409, code: 'conflict', hasChanged: true };
  const { json } = await assertRefused(office, mine({ title: 'Office', round: 'Heat' }), conflict);
  assert.equal(json.changed.length, 1);
  const { entryId, at, by, ...what } = json.changed[0];
  assert.deepEqual(what, {
    operation: 'push-races',
    subject: 'race',
    id: races[1],
    name: 'race 1',
    before: { title: 'Heat 1', notes: null },
    after: { title: 'Timing', notes: 'n' },
  });
  assert.deepEqual([by.userId, by.keyLabel], [event.userId, 'Timing']);
  assert.ok(event.key.startsWith(by.keyPrefix));
  assert.ok(entryId > 0 && !Number.isNaN(Date.parse(at)));
  // One row with a conflict prevents the write of all others.
  const others = [
    { id: races[1], title: 'Office' },
    { id: races[2], title: 'Mine' },
    { id: null, raceNumber: 99, scheduledAt: AT },
  ];
  await assertRefused(office, () => office.write('/races', { races: others, seen }), conflict);
  // A property that was changed and changed back is a conflict, too.
  await event.send('PUT', '/races', [{ externalId: 'r1', raceNumber: 1, title: 'Heat 1' }]);
  const back = await assertRefused(office, mine({ title: 'Office' }), conflict);
  assert.equal(back.json.changed.length, 2);
  // No conflict: what is sent is stored already, and nobody has changed the other property.
  assert.equal((await mine({ title: 'Heat 1', round: 'Heat' })()).status, 200);
  const { revision } = await office.read();
  assert.equal((await mine({ title: 'Office' }, { seen: revision })()).status, 200);
});

test('a race that has been removed since is said to be, and so is all that happened to one to be removed', async () => {
  const office = await openOffice(service);
  const { event } = office;
  const { races } = await office.ids();
  const conflict = { status: 409, code: 'conflict', hasChanged: true };
  const { revision: seen } = await office.read();
  const remove = (number: number, since: number) => () =>
    office.write('/races', { races: [], removed: [races[number]], seen: since });
  await event.send('PUT', '/races/r2/entries', [{ position: 1, teamExternalId: 'c1' }]);
  const drawn = await assertRefused(office, remove(2, seen), conflict);
  assert.equal(drawn.json.changed[0].position, 2, 'also a lane that is gone by now');
  await event.send('PUT', '/races/r1/results', times(61_000));
  await assertRefused(office, remove(1, seen), conflict);
  const { revision } = await office.read();
  assert.equal((await remove(1, revision)()).status, 200);
  const gone = { ...conflict };
  const edit = () => office.write('/races', { races: [{ id: races[1], title: 'T' }], seen });
  const { json } = await assertRefused(office, edit, gone);
  assert.deepEqual(
    [json.changed.at(-1).operation, json.changed.at(-1).after, json.changed.at(-1).before.title],
    ['edit-races', null, 'Heat 1'],
  );
  await assertRefused(office, remove(1, seen), gone);
  // If the page has seen the removal, the write names an unknown race.
  const expected = { status: 422, code: 'validation_failed', field: 'removed[0]' };
  await assertRefused(office, remove(1, revision + 1), expected);
});

test('two offices that write at once: one is told of the other', async () => {
  const office = await openOffice(service);
  const { races } = await office.ids();
  const { revision: seen } = await office.read();
  const replies = await Promise.all(
    ['A', 'B', 'C'].map((title) =>
      office.write('/races', { races: [{ id: races[1], title }], seen }),
    ),
  );
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409, 409]);
});

test('who may not write races', async () => {
  const office = await openOffice(service);
  const { revision: seen } = await office.read();
  const body = { races: [{ id: null, raceNumber: 9, scheduledAt: AT }], seen };
  await assertGuarded(service, office, ['PUT', '/races', body]);
});
