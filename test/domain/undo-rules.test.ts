/** What an undo takes back of an entry of the history, and which later changes prevent it. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { DayDelay } from '../../src/domain/day/delay.ts';
import { type Lane, NO_RESULT } from '../../src/domain/draw/lane.ts';
import { differenceBetween } from '../../src/domain/event/difference.ts';
import type { EventRows } from '../../src/domain/event/event-rows.ts';
import { DEFAULT_SETTINGS, type ScheduleState } from '../../src/domain/event/schedule.ts';
import type { Change } from '../../src/domain/history/changes.ts';
import type { LaterEntry } from '../../src/domain/history/conflicts.ts';
import { rewindRace, undo } from '../../src/domain/history/undo-rules.ts';
import type { Refusal } from '../../src/domain/refusal.ts';
import { accepted, assertConflict, lane, late, race, team } from './builders.ts';

type Rows = Partial<Omit<EventRows, 'lanes' | 'delays'>> & {
  lanes?: Record<number, Lane[]>;
  delays?: Record<string, DayDelay>;
};

function state({ lanes = {}, delays = {}, ...rows }: Rows): EventRows {
  return {
    schedule: { status: 'draft', ...DEFAULT_SETTINGS },
    races: [],
    teams: [],
    ...rows,
    lanes: new Map(Object.entries(lanes).map(([id, list]) => [Number(id), list])),
    delays: new Map(Object.entries(delays)),
  };
}

function changesBetween(before: EventRows, after: EventRows): readonly Change[] {
  return differenceBetween(before, after).difference.changes;
}

/** The changes of one entry, as they are read from the history. */
function entry(before: Rows, after: Rows): Change[] {
  return JSON.parse(JSON.stringify(changesBetween(state(before), state(after))));
}

function laterEntry(
  id: number,
  changes: readonly Change[],
  undoOf: number | null = null,
): LaterEntry {
  return {
    ...{ id, at: 0, operation: 'push-races', changes, undoOf },
    ...{ userId: 1, displayName: 'Anna', loginName: null, keyPrefix: null, keyLabel: null },
  };
}

function assertSame(actual: ReturnType<typeof state>, expected: Rows): void {
  assert.deepEqual(changesBetween(actual, state(expected)), []);
  assert.deepEqual(changesBetween(state(expected), actual), []);
}

const heat = race({
  id: 1,
  raceNumber: 1,
  externalId: 'r1',
  title: 'Heat',
  laneScheme: ['A', 'B'],
});
const final = race({ id: 2, raceNumber: 2, externalId: 'r2', title: 'Final' });
const adler = team({ id: 1, name: 'Adler', externalId: 'a' });
const biber = team({ id: 2, name: 'Biber', externalId: 'b' });
const finished = { status: 'finished', finishTimeMillis: 400_000 } as const;
const otherSettings: ScheduleState = {
  status: 'draft',
  laneScheme: ['Red'],
  defaultResultMode: 'placesOnly',
  defaultResultVisibility: 'hidden',
  provisionalResults: true,
  crewGapMinutes: 20,
};

function drawn(...lanes: [position: number, team: typeof adler | null, fields?: Partial<Lane>][]) {
  return {
    1: lanes.map(([position, crew, fields]) => lane(position, { ...fields, team: crew })),
  };
}

interface Case {
  /** The rows before the entry that is undone, after it, and now; without `now` nothing has changed after the entry. */
  before: Rows;
  after: Rows;
  now?: Rows;
  /** The rows after the undo; without it they are those before the entry. */
  expected?: Rows;
  /** What the refusal says; without it the undo succeeds. */
  inTheWay?: string[];
}

const both = { races: [heat, final], teams: [adler, biber] };
const edited = { ...heat, title: 'Repechage' };

/** The two races with these numbers, and both crews. */
function numbered(ofHeat: number, ofFinal: number) {
  return {
    ...both,
    races: [
      { ...heat, raceNumber: ofHeat },
      { ...final, raceNumber: ofFinal },
    ],
  };
}

/** The two crews with these names, and both races. */
function named(ofAdler: string, ofBiber: string) {
  return {
    ...both,
    teams: [
      { ...adler, name: ofAdler },
      { ...biber, name: ofBiber },
    ],
  };
}

const cases: Record<string, Case> = {
  'properties that changed': {
    before: both,
    after: { ...both, races: [{ ...edited, laneScheme: null, distanceMeters: 0 }, final] },
  },
  'properties, where others changed later': {
    before: both,
    after: { ...both, races: [edited, final] },
    now: { ...both, races: [{ ...edited, notes: 'late', laneScheme: ['X'] }, final] },
    expected: { ...both, races: [{ ...heat, notes: 'late', laneScheme: ['X'] }, final] },
  },
  'not properties that changed later': {
    before: both,
    after: { ...both, races: [edited, final] },
    now: { ...both, races: [{ ...edited, title: null }, final] },
    inTheWay: ['In the way: race 1: title is null now.'],
  },
  'not lists of which one item changed later': {
    before: both,
    after: { ...both, races: [{ ...heat, laneScheme: ['A', 'C'] }, final] },
    now: { ...both, races: [{ ...heat, laneScheme: ['A', 'D'] }, final] },
    inTheWay: ['race 1: laneScheme is ["A","D"] now'],
  },
  'lists that are as the entry left them': {
    before: both,
    after: { ...both, races: [{ ...heat, laneScheme: ['A', 'C'] }, final] },
  },
  'nothing of an entry of which one part is in the way': {
    before: both,
    after: { ...both, races: [edited, { ...final, title: 'Final A' }] },
    now: { ...both, races: [edited, final] },
    inTheWay: ['In the way: race 2: title is "Final" now.'],
  },
  'not properties of what is gone': {
    before: both,
    after: { ...both, races: [edited, final] },
    now: { ...both, races: [final] },
    inTheWay: ['In the way: race 1 is gone.'],
  },
  'what is new': {
    before: { teams: [adler] },
    after: { ...both, lanes: drawn([1, adler], [2, biber]) },
  },
  'not what is new and has been changed': {
    before: { races: [heat] },
    after: { races: [heat, final] },
    now: { races: [heat, { ...final, scheduledAt: 0 }] },
    inTheWay: ['race 2: scheduledAt is'],
  },
  'not a new race that has been drawn': {
    before: { teams: [adler] },
    after: { races: [heat], teams: [adler] },
    now: { races: [heat], teams: [adler], lanes: drawn([3, adler], [4, null]) },
    inTheWay: ['In the way: race 1, position 3 has been drawn; race 1, position 4 has been drawn.'],
  },
  'not a new crew that has been drawn': {
    before: { races: [heat] },
    after: { races: [heat], teams: [adler] },
    now: { races: [heat], teams: [adler], lanes: drawn([3, adler]) },
    inTheWay: ['In the way: race 1, position 3 needs the crew "Adler".'],
  },
  'not what is new and gone again': {
    before: {},
    after: { teams: [adler], races: [heat] },
    now: { teams: [adler] },
    inTheWay: ['In the way: race 1 is gone.'],
  },
  'what is gone, with all it had': {
    before: { ...both, lanes: drawn([1, adler, finished], [2, null, { positionLabel: 'Far' }]) },
    after: { teams: [adler, biber], races: [final] },
  },
  'not what is gone and there again': {
    before: both,
    after: { ...both, races: [heat] },
    now: both,
    inTheWay: ['In the way: race 2 is there again.'],
  },
  'not what is gone and whose number is taken': {
    before: both,
    after: { ...both, races: [heat] },
    now: { ...both, races: [heat, race({ id: 3, raceNumber: 2 })] },
    inTheWay: ['In the way: the race number 2 is taken.'],
  },
  'not what is gone and whose externalId is taken': {
    before: both,
    after: {},
    now: {
      races: [race({ id: 3, raceNumber: 3, externalId: 'r2' })],
      teams: [team({ id: 3, name: 'Corvus', externalId: 'a' })],
    },
    inTheWay: ['the externalId of a race "r2" is taken', 'the externalId of a crew "a" is taken'],
  },
  'what is gone, where another one carries no externalId either': {
    before: { races: [heat, { ...final, externalId: null }] },
    after: { races: [{ ...heat, externalId: null }] },
  },
  'numbers that were swapped': {
    before: both,
    after: numbered(2, 1),
  },
  'not numbers that were swapped and of which one has moved on': {
    before: both,
    after: numbered(2, 1),
    now: numbered(2, 7),
    inTheWay: ['raceNumber is 7 now'],
  },
  'not a number that another race has by now': {
    before: both,
    after: numbered(9, 2),
    now: numbered(9, 1),
    inTheWay: ['In the way: the race number 1 is taken.'],
  },
  'names that were swapped': {
    before: both,
    after: named('Biber', 'Adler'),
  },
  'not a name that another crew has by now': {
    before: both,
    after: named('Ahorn', 'Biber'),
    now: named('Ahorn', 'Adler'),
    inTheWay: ['In the way: the crew name "Adler" is taken.'],
  },
  'an adoption': {
    before: { teams: [{ ...adler, externalId: null }], races: [{ ...heat, externalId: null }] },
    after: { teams: [{ ...adler, adopted: true }], races: [heat] },
  },
  'a draw': {
    before: { ...both, lanes: drawn([1, adler, finished], [2, biber], [3, null]) },
    after: { ...both, lanes: drawn([1, biber, finished], [2, adler], [5, null]) },
  },
  'a title, whatever an earlier version has left in a lane': {
    before: { ...both, lanes: drawn([1, adler, { finishPlace: 2 }]) },
    after: { ...both, races: [edited, final], lanes: drawn([1, adler, { finishPlace: 2 }]) },
  },
  'not a result of which a place would be left': {
    before: { ...both, lanes: drawn([1, adler]) },
    after: { ...both, lanes: drawn([1, adler, finished]) },
    now: { ...both, lanes: drawn([1, adler, { ...finished, finishPlace: 2 }]) },
    inTheWay: ['In the way: race 1, position 1: finishPlace is 2 now.'],
  },
  'a draw whose crews have other names by now': {
    before: both,
    after: { ...both, lanes: drawn([1, adler], [2, biber]) },
    now: {
      ...named('Biber', 'Adler'),
      lanes: drawn([1, { ...adler, name: 'Biber' }], [2, { ...biber, name: 'Adler' }]),
    },
    expected: named('Biber', 'Adler'),
  },
  'not a draw after another one': {
    before: { ...both, lanes: drawn([1, adler]) },
    after: { ...both, lanes: drawn([1, null]) },
    now: { ...both, lanes: drawn([1, biber]) },
    inTheWay: ['In the way: race 1, position 1: team is "Biber" now.'],
  },
  'not a draw whose crew is gone': {
    before: { ...both, lanes: drawn([1, adler, finished]) },
    after: { ...both, lanes: {} },
    now: { ...both, teams: [biber] },
    inTheWay: ['In the way: race 1, position 1 needs the crew "Adler".'],
  },
  'not a draw whose crew stands in another lane': {
    before: { ...both, lanes: drawn([1, adler], [2, null]) },
    after: { ...both, lanes: drawn([1, null], [2, null]) },
    now: { ...both, lanes: drawn([1, null], [2, adler]) },
    inTheWay: ['race 1, position 2: the crew "Adler" stands in another lane, too'],
  },
  'a draw, and what was timed later stays with the lane': {
    before: { ...both, lanes: drawn([1, adler]) },
    after: { ...both, lanes: drawn([1, biber]) },
    now: { ...both, lanes: drawn([1, biber, finished]) },
    expected: { ...both, lanes: drawn([1, adler, finished]) },
  },
  'a draw with the category that came with it': {
    before: { ...both, lanes: drawn([1, null]) },
    after: { ...both, lanes: drawn([1, adler, { category: 'Masters C' }]) },
  },
  'not a new lane that has been timed': {
    before: both,
    after: { ...both, lanes: drawn([1, adler]) },
    now: { ...both, lanes: drawn([1, adler, finished]) },
    inTheWay: ['race 1, position 1: status is "finished" now'],
  },
  results: {
    before: { ...both, lanes: drawn([1, adler, { ...finished, penaltyMillis: 5 }], [2, biber]) },
    after: { ...both, lanes: drawn([1, adler, { status: 'dns' }], [2, biber, finished]) },
  },
  'results, where another crew has been drawn since': {
    before: { ...both, lanes: drawn([1, adler]) },
    after: { ...both, lanes: drawn([1, adler, finished]) },
    now: { ...both, lanes: drawn([1, biber, finished]) },
    expected: { ...both, lanes: drawn([1, biber]) },
  },
  'results, and leaves a penalty that came later': {
    before: { ...both, lanes: drawn([1, adler]) },
    after: { ...both, lanes: drawn([1, adler, finished]) },
    now: { ...both, lanes: drawn([1, adler, { ...finished, penaltyMillis: 5 }]) },
    expected: { ...both, lanes: drawn([1, adler, { penaltyMillis: 5 }]) },
  },
  'a delay': {
    before: { delays: { '2026-06-13': late(5) } },
    after: { delays: { '2026-06-13': late(-5), '2026-06-14': late(10) } },
  },
  'a delay that was cleared': {
    before: { delays: { '2026-06-13': late(5) } },
    after: {},
  },
  'not a delay that is another one by now': {
    before: {},
    after: { delays: { '2026-06-13': late(5) } },
    now: {},
    inTheWay: ['In the way: 2026-06-13: delayMinutes is 0 now.'],
  },
  'a delay, whatever became of other days': {
    before: { delays: { '2026-06-14': late(1) } },
    after: { delays: { '2026-06-13': late(5), '2026-06-14': late(1) } },
    now: { delays: { '2026-06-13': late(5), '2026-06-14': late(2) } },
    expected: { delays: { '2026-06-14': late(2) } },
  },
  settings: { before: both, after: { ...both, schedule: otherSettings } },
  'not settings that are other ones by now': {
    before: both,
    after: { ...both, schedule: otherSettings },
    now: { ...both, schedule: { ...otherSettings, laneScheme: null } },
    inTheWay: ['In the way: schedule: laneScheme is null now.'],
  },
  'a state, with its reason': {
    before: both,
    after: { ...both, races: [{ ...heat, state: 'cancelled', reason: 'Wind' }, final] },
  },
  'not a state of which the reason would be left': {
    before: both,
    after: { ...both, races: [{ ...heat, state: 'postponed' }, final] },
    now: { ...both, races: [{ ...heat, state: 'postponed', reason: 'Fog' }, final] },
    inTheWay: ['In the way: race 1: reason is "Fog" now.'],
  },
  'not what creates a schedule': {
    before: { schedule: undefined },
    after: {},
    inTheWay: ['is not undone'],
  },
  'nothing of much that is in the way; the first five are named': {
    before: {},
    after: { teams: [1, 2, 3, 4, 5, 6, 7].map((id) => team({ id, name: `Crew ${id}` })) },
    now: {},
    inTheWay: ['Crew 1 is gone', 'Crew 5 is gone; and 2 more.'],
  },
};

describe('undo takes back', () => {
  for (const [what, { before, after, now = after, expected = before, inTheWay }] of Object.entries(
    cases,
  )) {
    test(what, () => {
      const result = undo(state(now), entry(before, after));
      if (inTheWay) assertConflict(result, ...inTheWay);
      else assertSame(accepted(result), expected);
    });
  }

  test('names things as they are called now', () => {
    const [before, after] = [{ races: [heat] }, { races: [edited] }];
    const now = { races: [{ ...edited, raceNumber: 7, title: 'Other' }] };
    assertConflict(undo(state(now), entry(before, after)), 'race 7: title is "Other" now');
  });

  for (const [what, change] of Object.entries({
    'that a schedule was published': {
      subject: 'schedule',
      before: { status: 'draft' },
      after: { status: 'published' },
    },
    'that a schedule was unpublished': {
      subject: 'schedule',
      before: { status: 'published' },
      after: { status: 'draft' },
    },
    'an event': { subject: 'event', before: null, after: { name: 'Regatta' } },
    'what is known of an event': { subject: 'event', before: { city: '' }, after: { city: 'X' } },
  } as const)) {
    test(`not ${what}`, () => {
      assertConflict(undo(state({}), [{ name: 'x', ...change }]), 'is not undone');
    });
  }

  for (const subject of ['race', 'team', 'lane'] as const) {
    test(`not an entry of an earlier version about a ${subject}`, () => {
      const nameless = { subject, name: 'race 1', before: { title: 'A' }, after: { title: 'B' } };
      assertConflict(undo(state({ races: [heat] }), [nameless]), 'earlier version');
    });
  }

  test('a delay in an entry of an earlier version, which needs no id', () => {
    const change = { subject: 'delay', name: '2026-06-13' } as const;
    const result = undo(state({ delays: { '2026-06-13': late(5) } }), [
      { ...change, before: { delayMinutes: 0 }, after: { delayMinutes: 5 } },
    ]);
    assertSame(accepted(result), {});
  });
});

interface Past {
  /** The rows at the moment to restore, then after each later entry; the last are the present ones. */
  since: Rows[];
  raceId?: number;
  expected?: Rows;
  inTheWay?: string[];
}

const raced = { ...both, lanes: drawn([1, adler, finished], [2, null]) };

const pasts: Record<string, Past> = {
  'as it was when nothing has happened since': { since: [raced], expected: raced },
  'with its properties, lanes and results, whatever came in between': {
    since: [
      raced,
      { ...raced, races: [{ ...heat, raceNumber: 11, title: 'A' }, final] },
      { ...raced, races: [{ ...heat, raceNumber: 11, title: 'B' }, final], lanes: {} },
      {
        ...both,
        races: [{ ...heat, raceNumber: 12 }, final],
        lanes: drawn([2, adler], [3, biber]),
      },
    ],
    expected: raced,
  },
  'and leaves other races, crews and days as they are': {
    since: [
      raced,
      {
        races: [edited, { ...final, title: 'Last' }],
        teams: [{ ...adler, clubId: 'x' }, biber],
        delays: { '2026-06-13': late(5) },
      },
    ],
    expected: {
      races: [heat, { ...final, title: 'Last' }],
      teams: [{ ...adler, clubId: 'x' }, biber],
      lanes: raced.lanes,
      delays: { '2026-06-13': late(5) },
    },
  },
  'after it was removed': { since: [raced, { ...both, races: [final] }], expected: raced },
  'after it was removed, came back and was removed again': {
    since: [raced, { ...both, races: [final] }, both, { ...both, races: [final] }],
    expected: raced,
  },
  'not when it came later': {
    since: [{ ...both, races: [final] }, raced],
    inTheWay: ['The race was not there at that moment.'],
  },
  'not when it came later and has gone': {
    since: [{ races: [final] }, { races: [heat, final] }, { races: [final] }],
    inTheWay: ['The race was not there at that moment.'],
  },
  'not to a number that another race has by now': {
    since: [
      raced,
      { ...numbered(3, 2), lanes: raced.lanes },
      { ...numbered(3, 1), lanes: raced.lanes },
    ],
    inTheWay: ['In the way: the race number 1 is taken.'],
  },
  'not with a crew that is gone': {
    since: [raced, both, { ...both, teams: [biber] }],
    inTheWay: ['In the way: race 1, position 1 needs the crew "Adler".'],
  },
};

describe('undo and rules of the progression', () => {
  const from = { races: [1], place: 1, fastest: null };
  const ruled = (source: Lane['from']) => ({ ...both, lanes: { 2: [lane(1, { from: source })] } });

  test('a rule is taken back', () => {
    const result = accepted(undo(state(ruled(from)), entry(ruled(null), ruled(from))));
    assertSame(result, ruled(null));
  });

  test('not one whose race is gone', () => {
    const now = { ...ruled(null), races: [final] };
    const changes = entry({ ...ruled(from), races: [final] }, now);
    assertConflict(undo(state(now), changes), 'race 2, position 1', 'a race that is gone');
  });

  test('not where it would lead in a circle', () => {
    const back = { 1: [lane(1, { from: { ...from, races: [2] } })] };
    const now = { ...both, lanes: { ...ruled(null).lanes, ...back } };
    const result = undo(state(now), entry(ruled(from), ruled(null)));
    assertConflict(result, 'would lead back to it');
  });
});

describe('what an undo that is refused says', () => {
  const after = { ...both, races: [edited, final] };
  const now = { ...both, races: [{ ...edited, title: 'Heat 1', notes: 'late' }, final] };

  test('is what has changed the same properties since, and nothing else', () => {
    const later = [
      laterEntry(7, entry(after, now)),
      laterEntry(8, entry(both, { ...both, teams: [adler] })),
    ];
    const result = undo(state(now), entry(both, after), later);
    assertConflict(result, 'title is "Heat 1" now');
    assert.deepEqual(
      (result as Refusal).changed?.map(({ entryId, id, after }) => [entryId, id, after]),
      [[7, 1, { title: 'Heat 1', notes: 'late' }]],
    );
  });

  test('is a rule, where nothing has changed', () => {
    const renumbered = { ...both, races: [{ ...heat, raceNumber: 9 }, final] };
    const taken = { ...both, races: [...renumbered.races, race({ id: 3, raceNumber: 1 })] };
    const result = undo(state(taken), entry(both, renumbered), [
      laterEntry(7, entry(renumbered, taken)),
    ]);
    assertConflict(result, 'number 1 is taken');
    assert.equal((result as Refusal).changed, undefined);
  });

  test('is that notices are not undone', () => {
    const posted = { subject: 'notice', id: 1, name: 'Fog', before: null, after: {} } as const;
    assertConflict(undo(state(both), [posted]), 'notice');
  });
});

describe('undo beside later entries', () => {
  const titled = (title: string) => ({ ...both, races: [{ ...heat, title }, final] });
  const [a, b] = [titled('A'), titled('B')];
  const at = (id: number, [was, is]: [Rows, Rows], undoOf: number | null = null): LaterEntry =>
    laterEntry(id, entry(was, is), undoOf);
  const drawnAndRowed = { ...both, lanes: drawn([1, adler, finished]) };
  const justDrawn = { ...both, lanes: drawn([1, adler]) };
  const rated = { ...both, lanes: drawn([1, adler, { category: 'C' }]) };
  const merged = { ...justDrawn, teams: [adler] };
  const mergedAndRated = { ...rated, teams: [adler] };
  const open = { ...both, lanes: drawn([1, null]) };
  const rowedFirst = { ...both, lanes: drawn([1, null, finished]) };

  /** The undone entry leads from `before` to `after`; `changed` are the ids of the entries that prevent the undo. */
  const table: [
    name: string,
    ...[before: Rows, after: Rows, now: Rows, later: LaterEntry[]],
    changed?: number[] | undefined,
    expected?: Rows,
  ][] = [
    ['not what was changed and changed back', both, a, a, [at(7, [a, b]), at(8, [b, a])], [7, 8]],
    ['what was changed, which was undone', both, a, a, [at(7, [a, b]), at(8, [b, a], 7)]],
    [
      'not where the undo was undone, too, and changed back by hand',
      ...([both, a, a] as const),
      [at(7, [a, b]), at(8, [b, a], 7), at(9, [a, b], 8), at(10, [b, a])],
      [7, 10],
    ],
    ['not where an older entry was undone', both, a, a, [at(7, [a, b], 3), at(8, [b, a])], [7, 8]],
    [
      'not a draw that a result has followed',
      open,
      justDrawn,
      drawnAndRowed,
      [at(7, [justDrawn, drawnAndRowed])],
      [7],
    ],
    [
      'a draw whose result was taken back',
      ...([open, justDrawn, justDrawn] as const),
      [at(7, [justDrawn, drawnAndRowed]), at(8, [drawnAndRowed, justDrawn])],
    ],
    [
      'not a draw whose crew has got a category',
      open,
      justDrawn,
      rated,
      [at(7, [justDrawn, rated])],
      [7],
    ],
    [
      'not a draw in place of another crew, where the new one has got a category',
      ...([{ ...both, lanes: drawn([1, biber]) }, justDrawn, rated] as const),
      [at(7, [justDrawn, rated])],
      [7],
    ],
    [
      'a merge, also where the crew has got a category since',
      ...([{ ...both, lanes: drawn([1, biber]) }, merged, mergedAndRated] as const),
      [at(7, [merged, mergedAndRated])],
      undefined,
      { ...both, lanes: drawn([1, biber, { category: 'C' }]) },
    ],
    [
      'a draw into a lane that had its result already',
      rowedFirst,
      drawnAndRowed,
      drawnAndRowed,
      [],
    ],
  ];
  for (const [name, before, after, now, later, changed, expected = before] of table) {
    test(name, () => {
      const result = undo(state(now), entry(before, after), later);
      if (!changed) return assertSame(accepted(result), expected);
      assertConflict(result, 'In the way: race 1');
      assert.deepEqual(
        (result as Refusal).changed?.map(({ entryId }) => entryId),
        changed,
      );
    });
  }
});

describe('undo and what follows from times of day', () => {
  /** What an entry writes: the start of the race, and a lane. */
  type Written = Partial<Lane> & { raceStart?: number | null };
  const [start, laterStart, finish] = [1_000_000, 1_060_000, 1_400_000];
  const [time, typed] = [finish - start, 390_000];
  const dns = { ...NO_RESULT, status: 'dns', startedAt: null, finishedAt: null } as const;

  function written(rows: EventRows, { raceStart, ...fields }: Written): EventRows {
    return {
      ...rows,
      races: rows.races.map((one) => ({
        ...one,
        ...(raceStart !== undefined && { startedAt: raceStart }),
      })),
      lanes: new Map([[1, (rows.lanes.get(1) ?? []).map((one) => ({ ...one, ...fields }))]]),
    };
  }

  const table: [name: string, was: Written, undone: Written, later: Written[], now: Written][] = [
    [
      'a verdict stays, where the start goes',
      { finishedAt: finish },
      { raceStart: start },
      [{ status: 'dsq' }],
      { status: 'dsq', finishTimeMillis: null, finishedAt: finish },
    ],
    [
      'a verdict stays, where the finish goes',
      { raceStart: start },
      { finishedAt: finish },
      [{ status: 'dnf' }],
      { status: 'dnf', finishTimeMillis: null, finishedAt: null },
    ],
    [
      'who did not start since has no time, where a false start is taken back',
      { raceStart: start, finishedAt: finish },
      { raceStart: null },
      [dns],
      dns,
    ],
    [
      'nor has who was disqualified before',
      { raceStart: start, finishedAt: finish, status: 'dsq' },
      { raceStart: null },
      [dns],
      dns,
    ],
    [
      'a finish that was removed stays so, where a false start is taken back',
      { raceStart: start, finishedAt: finish },
      { raceStart: null },
      [{ finishedAt: null }],
      { status: 'assigned', finishTimeMillis: null, finishedAt: null },
    ],
    [
      'a typed time stays, where the start was corrected',
      { raceStart: start, finishedAt: finish },
      { raceStart: laterStart },
      [{ finishTimeMillis: typed, finishedAt: null }],
      { status: 'finished', finishTimeMillis: typed, finishedAt: null },
    ],
    [
      'a boat whose verdict was taken back since has no result without a start',
      { finishedAt: finish, status: 'dsq' },
      { raceStart: start },
      [{ status: 'assigned' }],
      { status: 'assigned', finishTimeMillis: null, finishedAt: finish },
    ],
    [
      'a penalty stays, and the time is that of the start before',
      { raceStart: start, finishedAt: finish },
      { raceStart: laterStart },
      [{ penaltyMillis: 5000 }],
      { status: 'finished', finishTimeMillis: time, penaltyMillis: 5000 },
    ],
    [
      'a typed time is there again, also where a verdict came and went',
      { status: 'finished', finishTimeMillis: typed, finishedAt: finish },
      { raceStart: start },
      [{ status: 'dsq' }, { status: 'assigned' }],
      { status: 'finished', finishTimeMillis: typed, finishedAt: finish },
    ],
    [
      'a later verdict stays, with the time of the start before',
      { raceStart: start, finishedAt: finish },
      { raceStart: laterStart },
      [{ status: 'dsq' }],
      { status: 'dsq', finishTimeMillis: time },
    ],
    [
      'a place that a timed race only keeps is there again',
      { raceStart: start, finishedAt: finish, finishPlace: 2 },
      { finishedAt: null },
      [],
      { status: 'finished', finishTimeMillis: time, finishPlace: 2 },
    ],
  ];
  for (const [name, was, undone, later, now] of table) {
    test(name, () => {
      const drawnOnly = state({ ...both, lanes: drawn([1, adler]) });
      let rows = differenceBetween(drawnOnly, written(drawnOnly, was)).rows;
      const [changes = [], ...since] = [undone, ...later].map((write) => {
        const { rows: after, difference } = differenceBetween(rows, written(rows, write));
        rows = after;
        return difference.changes;
      });
      const entries = since.map((each, index) => laterEntry(7 + index, each));
      const back = accepted(undo(rows, changes, entries));
      const { rows: after } = differenceBetween(rows, back, { isRestoring: true });
      const one = after.lanes.get(1)?.[0];
      assert.deepEqual({ ...one, ...now }, one);
      assert.equal(after.races[0]?.startedAt, was.raceStart ?? null);
    });
  }
});

describe('restore brings a race back', () => {
  for (const [what, { since, raceId = 1, expected, inTheWay }] of Object.entries(pasts)) {
    test(what, () => {
      const entries = since.slice(1).map((after, index) => entry(since[index] as Rows, after));
      const now = state(since.at(-1) as Rows);
      const result = rewindRace(now, entries.toReversed().flat(), raceId);
      if (inTheWay) assertConflict(result, ...inTheWay);
      else assertSame(accepted(result), expected as Rows);
    });
  }

  test('without a change where its crew has only another name by now', () => {
    const ahorn = { ...adler, name: 'Ahorn' };
    const renamed = { ...both, teams: [ahorn, biber] };
    const entries = [
      entry({ ...both, lanes: drawn([1, adler]) }, { ...both, lanes: drawn([1, null]) }),
      entry({ ...both, lanes: drawn([1, null]) }, { ...renamed, lanes: drawn([1, null]) }),
      entry({ ...renamed, lanes: drawn([1, null]) }, { ...renamed, lanes: drawn([1, ahorn]) }),
    ];
    const now = state({ ...renamed, lanes: drawn([1, ahorn]) });
    const result = accepted(rewindRace(now, entries.toReversed().flat(), 1));
    assert.deepEqual(changesBetween(now, result), []);
  });

  test('not across an entry of an earlier version, which may be about it', () => {
    const nameless = { subject: 'lane', name: 'race 1, position 1' } as const;
    const later = [{ ...nameless, before: { status: 'assigned' }, after: { status: 'dns' } }];
    assertConflict(rewindRace(state(both), later, 1), 'earlier version');
  });

  test('across entries of earlier versions about other things', () => {
    const later = (['team', 'delay'] as const).map((subject) => {
      return { subject, name: 'Adler', before: { x: 1 }, after: { x: 2 } };
    });
    assertSame(accepted(rewindRace(state(raced), later, 1)), raced);
  });
});

describe('what leads from one state to another', () => {
  test('is told with the names that things have afterwards', () => {
    const before = { ...both, lanes: drawn([1, adler]) };
    const after = { ...both, races: [{ ...heat, raceNumber: 7 }, final], lanes: drawn([1, biber]) };
    const back = accepted(undo(state(after), entry(before, after)));
    assert.deepEqual(changesBetween(state(after), back), [
      {
        subject: 'race',
        id: 1,
        name: 'race 1',
        before: { raceNumber: 7 },
        after: { raceNumber: 1 },
      },
      {
        subject: 'lane',
        id: 1,
        position: 1,
        name: 'race 1, position 1',
        before: { team: 'Biber', teamId: 2 },
        after: { team: 'Adler', teamId: 1 },
      },
    ]);
  });

  test('is nothing where a lane only shows its crew’s other name', () => {
    const renamed = [{ ...adler, name: 'Ahorn' }, biber];
    const before = { ...both, lanes: drawn([1, adler]) };
    const after = { ...both, teams: renamed, lanes: drawn([1, { ...adler, name: 'Ahorn' }]) };
    assert.deepEqual(
      entry(before, after).map(({ subject }) => subject),
      ['team'],
    );
  });
});
