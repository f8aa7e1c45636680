/** How the race office writes lists of races and crews: what is stored, and what is refused (console, "Rows"). */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { OfficeCrewWrite, OfficeRaceWrite } from '../../src/contract/console/office-writes.ts';
import {
  judgeCrews,
  mergeCrews,
  planOfficeCrews,
  touchedByMerge,
} from '../../src/domain/crews/office-crews.ts';
import type { Team } from '../../src/domain/crews/team.ts';
import type { Lane } from '../../src/domain/draw/lane.ts';
import type { EventRows } from '../../src/domain/event/event-rows.ts';
import { DEFAULT_SETTINGS } from '../../src/domain/event/schedule.ts';
import type { LaterEntry } from '../../src/domain/history/conflicts.ts';
import { judgeRaces, planOfficeRaces, withoutRaces } from '../../src/domain/races/office-races.ts';
import type { Race } from '../../src/domain/races/race.ts';
import { findMissing, namedRows } from '../../src/domain/races/row-writes.ts';
import { Refusal } from '../../src/domain/refusal.ts';
import { accepted, assertConflict, assertInvalid, lane, race, START, team } from './builders.ts';
import { always } from './properties.ts';

const heat = race({ id: 1, raceNumber: 1, externalId: 'r1', title: 'Heat', printedNumber: '1A' });
const repechage = race({ id: 2, raceNumber: 2 });
const final = race({ id: 3, raceNumber: 3, state: 'cancelled', reason: 'Wind', official: true });
const adler = team({ id: 1, name: 'Adler', externalId: 'a', adopted: true });
const biber = team({ id: 2, name: 'Biber', sortOrder: 7, clubId: 'B' });
const dachs = team({ id: 3, name: 'Dachs', externalId: 'd', sortOrder: 3 });

const rule = (races: number[]) => ({ races, place: 1, fastest: races.length > 1 ? 1 : null });
const finished = { status: 'finished', finishTimeMillis: 400_000 } as const;

function rows(lanes: Record<number, Lane[]> = {}): EventRows {
  return {
    schedule: { status: 'draft', ...DEFAULT_SETTINGS },
    races: [heat, repechage, final],
    teams: [adler, biber, dachs],
    lanes: new Map(Object.entries(lanes).map(([id, list]) => [Number(id), list])),
    delays: new Map(),
  };
}

const drawn = rows({
  1: [lane(1, { team: adler, ...finished }), lane(2, { team: dachs })],
  2: [lane(1, { team: biber, from: rule([1]) }), lane(2, { from: rule([3]) })],
  3: [lane(1, { from: rule([1, 2]) }), lane(2, { team: adler, from: null })],
});

/** Ids for new rows. */
const NEW = [101, 102, 103];

describe('races', () => {
  type RaceCase = [
    what: string,
    races: OfficeRaceWrite[],
    removed: number[],
    expected: { ids: number[]; races: Race[] } | string[],
  ];
  const CASES: RaceCase[] = [
    ['nothing', [], [], { ids: [], races: [heat, repechage, final] }],
    [
      'what is left out stays, null clears, and what only the office knows stays',
      [
        { id: 3, title: 'Final', notes: 'n' },
        { id: 1, title: null, printedNumber: null },
      ],
      [],
      {
        ids: [3, 1],
        races: [
          { ...heat, title: null, printedNumber: null },
          repechage,
          { ...final, title: 'Final', notes: 'n' },
        ],
      },
    ],
    [
      'new rows take the ids that are reserved, in order, and the mode of the event',
      [
        { id: null, raceNumber: 9, scheduledAt: START },
        { id: null, raceNumber: 8, scheduledAt: START, resultMode: 'timed', title: 'T' },
      ],
      [],
      {
        ids: [101, 102],
        races: [
          heat,
          repechage,
          final,
          race({ id: 101, raceNumber: 9, resultMode: 'placesOnly' }),
          race({ id: 102, raceNumber: 8, title: 'T' }),
        ],
      },
    ],
    [
      'two races swap numbers',
      [
        { id: 1, raceNumber: 2 },
        { id: 2, raceNumber: 1 },
      ],
      [],
      { ids: [1, 2], races: [{ ...heat, raceNumber: 2 }, { ...repechage, raceNumber: 1 }, final] },
    ],
    [
      'removals apply first',
      [{ id: null, raceNumber: 1, scheduledAt: START, resultMode: 'timed' }],
      [1, 2],
      { ids: [101], races: [final, race({ id: 101, raceNumber: 1 })] },
    ],
    ['a number that is taken', [{ id: 1, raceNumber: 2 }], [], ['Race number 2 is held']],
    [
      'a number that another row of the push keeps',
      [
        { id: 1, raceNumber: 2 },
        { id: 2, title: 'T' },
      ],
      [],
      ['Race number 2 is held'],
    ],
    [
      'a new race never adopts one without externalId',
      [{ id: null, raceNumber: 2, scheduledAt: START }],
      [],
      ['Race number 2 is held'],
    ],
  ];
  for (const [what, races, removed, expected] of CASES) {
    test(what, () => {
      const write = { races, removed, seen: 0 };
      assert.equal(judgeRaces(write), undefined);
      const planned = planOfficeRaces(rows(), write, { ids: NEW, defaultResultMode: 'placesOnly' });
      if (Array.isArray(expected)) return assertConflict(planned, ...expected);
      assert.deepEqual(
        { ids: accepted(planned).ids, races: accepted(planned).rows.races },
        expected,
      );
    });
  }

  type Judged = [what: string, races: OfficeRaceWrite[], removed: number[], fields: string[]];
  const WRONG: Judged[] = [
    ['an id twice', [{ id: 1 }, { id: 2 }, { id: 1 }], [], ['races[2].id']],
    [
      'new rows are no repeats',
      [{ id: null }],
      [],
      ['races[0].raceNumber', 'races[0].scheduledAt'],
    ],
    [
      'a number twice, whoever has it',
      [{ id: 1, raceNumber: 5 }, { id: 2 }, { id: null, raceNumber: 5, scheduledAt: START }],
      [],
      ['races[2].raceNumber'],
    ],
    ['changed and removed', [{ id: 1, title: 'T' }], [1], ['races[0].id']],
    ['removed twice', [], [1, 2, 1], ['removed[2]']],
  ];
  for (const [what, races, removed, fields] of WRONG) {
    test(`wrong by itself: ${what}`, () => {
      assertInvalid(judgeRaces({ races, removed, seen: 0 }), ...fields);
    });
  }

  test('a race that is removed takes its lanes, its results and the rules that name it', () => {
    const left = withoutRaces(drawn, [1]);
    assert.deepEqual(left.races, [repechage, final]);
    assert.deepEqual(Object.fromEntries(left.lanes), {
      2: [lane(1, { team: biber }), lane(2, { from: rule([3]) })],
      3: [lane(1), lane(2, { team: adler })],
    });
    assert.equal(withoutRaces(drawn, []), drawn);
  });
});

describe('crews', () => {
  type CrewCase = [
    what: string,
    crews: OfficeCrewWrite[],
    removed: number[],
    expected: { ids: number[]; teams: Team[] } | string[],
  ];
  const CASES: CrewCase[] = [
    [
      'what is left out stays, null clears; externalId and adopted stay',
      [
        { id: 2, clubId: null },
        { id: 1, name: 'Aar', boatIndex: 2 },
      ],
      [],
      {
        ids: [2, 1],
        teams: [{ ...adler, name: 'Aar', boatIndex: 2 }, { ...biber, clubId: null }, dachs],
      },
    ],
    [
      'new crews go to the end, one behind the other',
      [
        { id: null, name: 'X' },
        { id: null, name: 'Y', sortOrder: 20 },
        { id: null, name: 'Z' },
      ],
      [],
      {
        ids: [101, 102, 103],
        teams: [
          ...[adler, biber, dachs],
          team({ id: 101, name: 'X', sortOrder: 8 }),
          team({ id: 102, name: 'Y', sortOrder: 20 }),
          team({ id: 103, name: 'Z', sortOrder: 21 }),
        ],
      },
    ],
    [
      'names swap, and that of a crew that is removed is free',
      [
        { id: 1, name: 'Dachs' },
        { id: 3, name: 'Biber' },
        { id: null, name: 'Adler' },
      ],
      [2],
      {
        ids: [1, 3, 101],
        teams: [
          { ...adler, name: 'Dachs' },
          { ...dachs, name: 'Biber' },
          team({ id: 101, name: 'Adler', sortOrder: 4 }),
        ],
      },
    ],
    ['a name that is taken', [{ id: 1, name: 'Biber' }], [], ['"Biber" is held']],
    ['a new crew never adopts', [{ id: null, name: 'Biber' }], [], ['"Biber" is held']],
  ];
  for (const [what, crews, removed, expected] of CASES) {
    test(what, () => {
      const write = { crews, removed, seen: 0 };
      assert.equal(judgeCrews(write), undefined);
      const planned = planOfficeCrews(rows(), write, NEW);
      if (Array.isArray(expected)) return assertConflict(planned, ...expected);
      assert.deepEqual(
        { ids: accepted(planned).ids, teams: accepted(planned).rows.teams },
        expected,
      );
    });
  }

  test('the first crew of an event', () => {
    const none = { ...rows(), teams: [] };
    const { rows: after } = accepted(
      planOfficeCrews(none, { crews: [{ id: null, name: 'X' }] }, NEW),
    );
    assert.deepEqual(after.teams, [team({ id: 101, name: 'X', sortOrder: 0 })]);
  });

  test('a crew that is drawn is not removed, and five of its places are named', () => {
    const planned = planOfficeCrews(drawn, { crews: [], removed: [1, 2] }, []);
    assertConflict(
      planned,
      '"Adler" is drawn in race 1, position 1; "Biber" is drawn in race 2, position 1',
      '"Adler" is drawn in race 3, position 2.',
    );
    const often = { 1: Array.from({ length: 7 }, (_, n) => lane(n + 1, { team: adler })) };
    assertConflict(planOfficeCrews(rows(often), { crews: [], removed: [1] }, []), 'and 2 more.');
  });

  const WRONG: [what: string, crews: OfficeCrewWrite[], removed: number[], fields: string[]][] = [
    ['a new crew without name', [{ id: null, clubId: 'X' }], [], ['crews[0].name']],
    [
      'a name twice',
      [
        { id: 1, name: 'X' },
        { id: null, name: 'X' },
      ],
      [],
      ['crews[1].name'],
    ],
    ['an id twice', [{ id: 1 }, { id: 1 }], [2, 2], ['crews[1].id', 'removed[1]']],
  ];
  for (const [what, crews, removed, fields] of WRONG) {
    test(`wrong by itself: ${what}`, () => {
      assertInvalid(judgeCrews({ crews, removed, seen: 0 }), ...fields);
    });
  }
});

describe('a merge', () => {
  type MergeCase = [
    what: string,
    pair: { keep: number; remove: number },
    kept: Partial<Team> | string[],
  ];
  const CASES: MergeCase[] = [
    [
      'the kept crew has the id already',
      { keep: 3, remove: 2 },
      { externalId: 'd', adopted: false },
    ],
    [
      'takes over the id, and counts as adopted',
      { keep: 2, remove: 3 },
      { externalId: 'd', adopted: true },
    ],
    ['two ids', { keep: 1, remove: 3 }, ['"a" and "d"']],
  ];
  for (const [what, pair, expected] of CASES) {
    test(what, () => {
      const merged = mergeCrews(drawn, pair);
      if (Array.isArray(expected)) return assertConflict(merged, ...expected);
      const after = accepted(merged);
      const before = drawn.teams.find(({ id }) => id === pair.keep) as Team;
      assert.deepEqual(
        after.teams,
        drawn.teams.flatMap((each) => {
          if (each.id === pair.remove) return [];
          return each.id === pair.keep ? { ...before, ...expected } : each;
        }),
      );
      // A merge changes only the crew of a lane, and nothing else in it.
      for (const [raceId, lanes] of drawn.lanes) {
        const crews = lanes.map(({ team: crew }) =>
          crew?.id === pair.remove ? pair.keep : crew?.id,
        );
        const moved = after.lanes.get(raceId) ?? [];
        assert.deepEqual(
          moved.map(({ team: crew }) => crew?.id),
          crews,
        );
        assert.deepEqual(
          moved.map((each) => ({ ...each, team: null })),
          lanes.map((each) => ({ ...each, team: null })),
        );
      }
    });
  }

  test('both in one race', () => {
    const both = rows({ 2: [lane(1, { team: biber }), lane(2, { team: dachs })] });
    assertConflict(mergeCrews(both, { keep: 2, remove: 3 }), 'race 2');
    assertConflict(mergeCrews(both, { keep: 3, remove: 2 }), 'race 2');
  });

  test('touches both crews, the lanes that they are in, and those that they were in', () => {
    const change = {
      subject: 'lane' as const,
      id: 9,
      position: 4,
      name: 'race 9, position 4',
      before: { teamId: 3, team: 'Dachs' },
      after: { teamId: null, team: null },
    };
    const later = [entry(change), entry({ ...change, id: 8, before: { teamId: 1 } })];
    const touched = touchedByMerge(drawn, { keep: 2, remove: 3 }, later);
    assert.deepEqual(
      touched.map(({ key }) => key),
      ['team 2 ', 'team 3 ', 'lane 1 2', 'lane 2 1', 'lane 9 4'],
    );
  });
});

describe('ids that no row has', () => {
  const removal = {
    subject: 'race' as const,
    id: 9,
    name: 'race 9',
    before: { raceNumber: 9 },
    after: null,
  };
  const CASES: [
    what: string,
    rows: number[],
    removed: number[],
    later: LaterEntry[],
    expected: string[] | 'overtaken' | 'fine',
  ][] = [
    ['all are there', [1, 2], [3], [], 'fine'],
    ['some are unknown', [1, 8], [3, 9], [], ['races[1].id', 'removed[1]']],
    ['one was removed since', [1, 9], [], [entry(removal)], 'overtaken'],
    ['one was removed since by somebody else who removes', [], [9], [entry(removal)], 'overtaken'],
    ['what was removed since has another id', [8], [], [entry(removal)], ['races[0].id']],
  ];
  for (const [what, ids, removed, later, expected] of CASES) {
    test(what, () => {
      const named = namedRows({ list: 'races', rows: ids.map((id) => ({ id })), removed });
      const refusal = findMissing(named, { subject: 'race', rows: rows().races, later });
      if (expected === 'fine') assert.equal(refusal, undefined);
      else if (expected === 'overtaken') assert.equal(refusal?.changed?.length, 1);
      else assertInvalid(refusal, ...expected);
    });
  }
});

always(
  'a push of races that is accepted leaves every number once, and all other races as they were',
  fc.record({
    races: fc.uniqueArray(
      fc.record({
        id: fc.constantFrom<(number | null)[]>(1, 2, 3, null),
        raceNumber: fc.integer({ min: 1, max: 6 }),
        scheduledAt: fc.constant(START),
      }),
      { selector: ({ id }) => id ?? Symbol(), maxLength: 3 },
    ),
    removed: fc.uniqueArray(fc.constantFrom<number[]>(1, 2, 3), { maxLength: 2 }),
  }),
  (write) => {
    if (judgeRaces({ ...write, seen: 0 })) return;
    const given = { ids: NEW, defaultResultMode: 'timed' as const };
    const planned = planOfficeRaces(drawn, write, given);
    const pushed = new Set(write.races.map(({ id }) => id));
    const kept = drawn.races.filter(({ id }) => !write.removed.includes(id) && !pushed.has(id));
    const numbers = [...kept, ...write.races].map(({ raceNumber }) => raceNumber);
    const isTaken = new Set(numbers).size < numbers.length;
    assert.equal(planned instanceof Refusal, isTaken);
    if (planned instanceof Refusal) return;
    const after = new Map(planned.rows.races.map((each) => [each.id, each]));
    for (const each of kept) assert.deepEqual(after.get(each.id), each);
    assert.equal(after.size, numbers.length);
    assert.equal(planned.ids.length, write.races.length);
  },
);

function entry(...changes: LaterEntry['changes']): LaterEntry {
  return {
    id: 5,
    at: START,
    operation: 'edit-races',
    userId: 1,
    displayName: 'Anna',
    loginName: null,
    keyPrefix: null,
    keyLabel: null,
    changes,
  };
}
