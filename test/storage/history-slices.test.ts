/** A long history is searched in slices: the answers are those of a plain search, and other work goes on. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { aLane, aTeam, type Change } from '../../src/domain/history/changes.ts';
import type { HistoryFilters } from '../../src/domain/history/history-page.ts';
import type { Write } from '../../src/storage/engine/database.ts';
import {
  type HistoryEntry,
  listHistory,
  recordChanges,
} from '../../src/storage/history/history.ts';
import {
  type HistorySlice,
  isOfEvent,
  listEntries,
  SLICE_BYTES,
  SLICE_ENTRIES,
  slicesOf,
} from '../../src/storage/history/history-pages.ts';
import { addMember } from '../support/accounts.ts';
import { startTestService } from '../support/service.ts';

const HALF = SLICE_BYTES / 2;
const DIVIDED: [name: string, bytes: number[], slices: HistorySlice[]][] = [
  ['nothing', [], []],
  ['few small ones', [1, 1, 1], [{ from: 97, before: 100 }]],
  ['just as many as fit', [HALF, HALF], [{ from: 98, before: 100 }]],
  [
    'one that fits no more',
    [HALF, HALF, 1],
    [
      { from: 98, before: 100 },
      { from: 97, before: 98 },
    ],
  ],
  [
    'one that is too large by itself',
    [1, SLICE_BYTES * 3, 1],
    [
      { from: 99, before: 100 },
      { from: 98, before: 99 },
      { from: 97, before: 98 },
    ],
  ],
];

for (const [name, bytes, slices] of DIVIDED) {
  test(`divided into slices: ${name}`, () => {
    const sizes = bytes.map((bytes, index) => ({ id: 99 - index, bytes }));
    assert.deepEqual(slicesOf(sizes, 100), slices);
  });
}

const service = await startTestService();

const CREW = 700_001;
const OTHER_CREW = 700_002;
const RACE = 700_100;
const lane = (raceId: number, position: number, before: object | null, after: object | null) =>
  ({ ...aLane({ id: raceId, raceNumber: 1 }, position), before, after }) as Change;
const result = (raceId: number, millis: number) =>
  lane(raceId, 1, { finishTimeMillis: null }, { finishTimeMillis: millis });
const drawn = (raceId: number, from: number | null, to: number | null) =>
  lane(raceId, 1, { teamId: from }, { teamId: to });

/** Two crews that change places in five races, results in between, and now and then a large entry about others. */
function* longHistory(): Generator<{ operation: 'draw-lanes' | 'push-results'; change: Change }> {
  for (let n = 0; n < 3 * SLICE_ENTRIES; n++) {
    const raceId = RACE + (n % 5);
    const isCrew = Math.floor(n / 35) % 2 === 0;
    const [from, to] = isCrew ? [OTHER_CREW, CREW] : [CREW, OTHER_CREW];
    const isDraw = n % 35 < 5;
    yield isDraw
      ? { operation: 'draw-lanes', change: drawn(raceId, n < 5 ? null : from, to) }
      : { operation: 'push-results', change: result(raceId, n) };
    if (n % 100 !== 50) continue;
    const name = `"subject":"lane","id":${RACE},"position":1,`.repeat(SLICE_BYTES / 40);
    yield { operation: 'draw-lanes', change: { ...aTeam(1, { name }), before: null, after: {} } };
  }
}

async function record(tx: Write, eventId: number, userId: number): Promise<void> {
  const rest = { eventId, now: 0, undoOf: null };
  let n = 0;
  for (const { operation, change } of longHistory()) {
    const author = { userId: n++ % 3 === 0 ? userId : null, keyPrefix: null };
    await recordChanges(tx, { ...rest, author, operation, changes: [change] });
  }
}

/** The plain search: every entry is read, oldest first. */
function searched(all: readonly HistoryEntry[], filters: HistoryFilters): number[] {
  const { race, crew, person, operation } = filters;
  const standing = new Map<string, unknown>();
  const isAboutCrew = ({ subject, id, position, before, after }: Change) => {
    if (subject === 'team') return id === crew;
    const place = `${id} ${position}`;
    const named = [before?.teamId, after?.teamId, standing.get(place)];
    if (after && 'teamId' in after) standing.set(place, after.teamId);
    return named.includes(crew);
  };
  const isFound = ({ changes, userId, ...entry }: HistoryEntry) => {
    const isOfCrew = changes.map(isAboutCrew).includes(true);
    if (crew !== undefined && !isOfCrew) return false;
    const isOfRace = changes.some(({ subject, id }) => subject !== 'team' && id === race);
    if (race !== undefined && !isOfRace) return false;
    if (person !== undefined && userId !== person) return false;
    return operation === undefined || entry.operation === operation;
  };
  const ids = all.toReversed().filter(isFound);
  return ids.map(({ id }) => id).reverse();
}

describe('a long history', () => {
  let eventId: number;
  let clubId: number;
  let userId: number;
  before(async () => {
    const event = await service.provision();
    ({ eventId, clubId, userId } = event);
    await service.database.write((tx) => record(tx, eventId, userId));
  });

  test('is searched as if all of it were read, page by page', async () => {
    const { reads } = service.database;
    const all = await listHistory(reads, eventId);
    const sought: HistoryFilters[] = [
      {},
      { race: RACE },
      { crew: CREW },
      { crew: OTHER_CREW, race: RACE + 3 },
      { crew: CREW, operation: 'push-results' },
      { person: userId, crew: CREW },
      { person: userId, operation: 'draw-lanes' },
      { crew: 1 },
    ];
    for (const filters of sought) {
      const found: number[] = [];
      const size = 60;
      for (let before: number | undefined; ; before = found.at(-1)) {
        const page = await listEntries(
          reads,
          eventId,
          { ...filters, ...(before && { before }) },
          size,
        );
        found.push(...page.map(({ id }) => id));
        if (page.length < size) break;
      }
      assert.deepEqual(found, searched(all, filters), JSON.stringify(filters));
      assert.notEqual(found.length, 0, JSON.stringify(filters));
    }
    for (const filters of [{ crew: 2 }, { race: 1 }, { operation: 'undo' }]) {
      assert.deepEqual(await listEntries(reads, eventId, filters, 1), []);
    }
  });

  test('lets other work run while it is searched', async () => {
    let turns = 0;
    let isOver = false;
    const count = () => {
      turns++;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    for (let n = 0; n < 5; n++) await listEntries(service.database.reads, eventId, { crew: 2 }, 1);
    isOver = true;
    assert.ok(turns >= 10, `${turns} turns of the event loop`);
  });

  test('knows who belongs to the event', async () => {
    const { reads } = service.database;
    const other = await service.provision();
    const member = await addMember(service.database, clubId, 'member');
    const of = (who: { person: number } | { key: string }) => isOfEvent(reads, eventId, who);
    assert.deepEqual(
      [await of({ person: member }), await of({ person: other.userId }), await of({ person: 9e9 })],
      [true, false, false],
    );
    const prefixes = await reads
      .selectFrom('api_keys')
      .where('user_id', 'in', [userId, other.userId])
      .orderBy('user_id')
      .select('key_prefix')
      .execute();
    const keys = prefixes.map(({ key_prefix: key }) => of({ key }));
    assert.deepEqual(await Promise.all(keys), [true, false]);
    assert.equal(await of({ key: 'nobody' }), false);
  });
});
