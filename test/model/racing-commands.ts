/** What timing software and race office do to one race with crews, as random operations: plain data that fast-check can shrink. */
import fc from 'fast-check';
import { mostly, weighted } from './payloads.ts';
import type { DrawnLane } from './racing-draw.ts';
import type { Visibility } from './racing-model.ts';
import type { StateWrite } from './racing-office.ts';
import type { Body, EntryWrite } from './racing-payloads.ts';

/** Who writes: software with its key, or a person in the office. */
type By = 'key' | 'office';

/** How many entries of the history a person's page has not seen; -1 when it claims to have seen one too many. */
interface Page {
  unseen?: number;
}

/** A lane's result; the value is its place, or its time in seconds. */
export interface Mark {
  position: number;
  status?: string;
  value: number | null;
  penaltyMillis: number | null;
  isOfOtherMode: boolean;
}

export interface RaceFacts {
  resultMode?: 'timed' | 'placesOnly';
  resultVisibility?: Visibility;
  scheduledAt?: string;
}

export type RacingOperation =
  | ({ kind: 'timing'; by: By; body: Body } & Page)
  | ({ kind: 'results'; by: By; marks: Mark[] } & Page)
  | { kind: 'entries'; lanes: DrawnLane[] }
  | { kind: 'race'; facts: RaceFacts }
  | { kind: 'delay'; delayMinutes: number }
  | ({ kind: 'state'; write: StateWrite } & Page)
  | ({ kind: 'withdrawn'; position: number } & Page)
  /** Undoes the last entry of the history, whoever made it. */
  | { kind: 'undo' }
  /** Sends back what timing software has read. */
  | { kind: 'sendBack'; by: By };

export interface RacingSequence {
  isPublished: boolean;
  visibility: Visibility;
  /** What timing software sends before everything else. */
  first: Body;
  operations: RacingOperation[];
}

export const START = Date.parse('2026-06-13T09:00:00Z');
export const CREWS = ['c1', 'c2', 'c3', 'c4', 'c5'];

/** An instant, in seconds from the planned start of the race. */
const at = (seconds: number) => new Date(START + Math.round(seconds * 1000)).toISOString();
const starts = mostly(
  fc.constantFrom(0, 20, 40, 60, 90.5).map(at),
  fc.constantFrom(at(-86_400), '2026-06-13T11:00:10+02:00', at(500)),
);
const finishes = mostly(
  fc.constantFrom(300, 320.4, 320.4, 340, 361.25).map(at),
  fc.constantFrom(at(10), at(20), '2026-06-13t11:05:20.4009+02:00', at(2_147_483.647)),
);
const positions = mostly(fc.integer({ min: 1, max: 4 }), fc.constantFrom(5, 9));
const kinds = fc.constantFrom(null, 'lanes' as const, 'head' as const);
const penalties = fc.constantFrom(null, 0, 1000, 20_000);
const visibilities = fc.constantFrom<Visibility>('full', 'full', 'placesOnly', 'hidden');
const categories = mostly(
  fc.constantFrom(null, 'A', 'A', 'Masters C'),
  fc.constantFrom(' A ', 'x'.repeat(60), 'e\u0301'),
);
const allowances = mostly(
  fc.constantFrom(null, 0, 20_000, -5000),
  fc.constantFrom(3_600_000, -3_600_000),
);
const statuses = fc.constantFrom('assigned', 'finished', 'dns', 'dnf', 'dsq');

/** At most three of the properties, so that most writes have one or two. */
function some<T extends object>(properties: { [K in keyof T]: fc.Arbitrary<T[K]> }) {
  const names = Object.keys(properties) as (keyof T)[];
  const chosen = fc.subarray(names, { maxLength: Math.min(3, names.length) });
  return fc
    .tuple(fc.record(properties), chosen)
    .map(([all, kept]) =>
      Object.fromEntries(kept.map((name) => [name, all[name]])),
    ) as fc.Arbitrary<Partial<T>>;
}

const raceWrites = some<Omit<Body, 'entries'>>({
  kind: kinds,
  startIntervalSeconds: fc.constantFrom(null, 20, 30),
  startedAt: mostly(starts, fc.constant(null)),
  closed: fc.boolean(),
  clockOffsetMillis: mostly(
    fc.constantFrom(null, 0, 7400, -7400),
    fc.constantFrom(600_000, -600_000),
  ),
});

const judgements = some<Omit<EntryWrite, 'position' | 'positionLabel'>>({
  category: categories,
  outOfCompetition: fc.boolean(),
  allowanceMillis: allowances,
  plannedStartAt: mostly(starts, fc.constant(null)),
  penaltyMillis: penalties,
  status: statuses as fc.Arbitrary<EntryWrite['status']>,
});
const clocks = some<Pick<EntryWrite, 'startedAt' | 'finishedAt'>>({
  startedAt: mostly(starts, fc.constant(null)),
  finishedAt: mostly(finishes, fc.constant(null)),
});
const names = mostly(
  positions.map((position): EntryWrite => ({ position })),
  weighted<EntryWrite>([
    [4, positions.map((position) => ({ positionLabel: `${position}` }))],
    [2, positions.map((position) => ({ position, positionLabel: `${position}` }))],
    [2, positions.map((position) => ({ position, positionLabel: 'A' }))],
    [1, fc.constant({ positionLabel: 'A' })],
    [1, fc.constant({})],
  ]),
);
const entryWrites = fc
  .tuple(
    names,
    weighted<object>([
      [3, clocks],
      [2, judgements],
    ]),
    weighted<object>([
      [4, fc.constant({})],
      [1, judgements],
      [1, clocks],
    ]),
  )
  .map((parts): EntryWrite => Object.assign({}, ...parts));

const lists = weighted<EntryWrite[]>([
  [6, fc.tuple(entryWrites)],
  [5, fc.uniqueArray(entryWrites, { selector: nameOf, minLength: 2, maxLength: 4 })],
  [1, fc.array(entryWrites, { maxLength: 3 })],
]);

function nameOf({ position, positionLabel }: EntryWrite): string {
  return String(position ?? positionLabel);
}

/** Values that no race accepts. */
const wrong = fc.constantFrom<object>(
  ...[
    { closed: null },
    { kind: 'sprint' },
    { startIntervalSeconds: 0 },
    { startedAt: '2026-06-13' },
  ],
  ...[{ clockOffsetMillis: 600_001 }, { startIntervalSeconds: 3601 }, { closed: 'yes' }],
);
const wrongOfEntry = fc.constantFrom<object>(
  ...[
    { category: ' ' },
    { category: 'x'.repeat(61) },
    { outOfCompetition: null },
    { status: null },
  ],
  ...[
    { allowanceMillis: 3_600_001 },
    { penaltyMillis: -1 },
    { finishedAt: '2026-06-13 09:00:00Z' },
  ],
);

const bodies = weighted<Body>([
  [8, lists.map((entries) => ({ entries }))],
  [4, raceWrites],
  [2, fc.tuple(raceWrites, lists).map(([race, entries]) => ({ ...race, entries }))],
  [1, fc.tuple(raceWrites, wrong).map((parts) => Object.assign({}, ...parts))],
  [
    1,
    fc
      .tuple(raceWrites, entryWrites, wrongOfEntry)
      .map(([race, entry, spoiled]) => ({ ...race, entries: [{ ...entry, ...spoiled }] })),
  ],
]);

const marks = fc.uniqueArray(
  fc.record(
    {
      position: positions,
      status: mostly(fc.constantFrom('finished', 'dns', 'dnf', 'dsq'), fc.constant('assigned')),
      value: fc.constantFrom(null, 1, 2, 300, 320.4),
      penaltyMillis: penalties,
      isOfOtherMode: mostly(fc.constant(false), fc.boolean()),
    },
    { requiredKeys: ['position', 'value', 'penaltyMillis', 'isOfOtherMode'] },
  ),
  { selector: ({ position }) => position, minLength: 1, maxLength: 4 },
);

/** Often all positions, so that crews change lanes and few draws are incomplete. */
const draws = fc
  .tuple(
    fc.shuffledSubarray([...CREWS, null], { minLength: 4, maxLength: 5 }),
    mostly(fc.constant(5), fc.constantFrom(3, 4)),
    mostly(fc.constant(null), fc.constantFrom('A', '2')),
  )
  .map(([crews, size, positionLabel]) =>
    crews.slice(0, size).map((teamExternalId, index): DrawnLane => {
      const isLabelled = index === 0 && positionLabel !== null;
      return { position: index + 1, teamExternalId, ...(isLabelled && { positionLabel }) };
    }),
  );

const by = fc.constantFrom<By>('key', 'key', 'office');
const unseen = fc.constantFrom(0, 0, 0, 1, 1, 2, 3, 5);
const unseenOrAhead = fc.constantFrom(0, 0, 0, 0, 1, 1, 1, 2, 2, 3, 3, 5, 8, -1);
const states = mostly(
  fc.constantFrom<StateWrite>(
    ...[
      { state: 'planned' as const },
      { state: 'planned' as const },
      { state: 'postponed' as const },
    ],
    ...[{ state: 'cancelled' as const }, { state: 'cancelled' as const, reason: 'Wind' }],
  ),
  fc.constantFrom<StateWrite>(
    ...[
      { state: 'planned' as const, reason: 'Wind' },
      { state: 'planned' as const, reason: null },
    ],
    ...[{ state: 'postponed' as const, reason: 'x'.repeat(201) }],
  ),
);

const operations = weighted<RacingOperation>([
  [
    16,
    fc.record({ kind: fc.constant('timing' as const), by, body: bodies, unseen: unseenOrAhead }),
  ],
  [5, fc.record({ kind: fc.constant('results' as const), by, marks, unseen: unseenOrAhead })],
  [3, draws.map((lanes) => ({ kind: 'entries', lanes }))],
  [
    3,
    some<RaceFacts>({
      resultMode: fc.constantFrom('timed', 'placesOnly'),
      resultVisibility: visibilities,
      scheduledAt: fc.constantFrom(at(0), at(0), at(600)),
    }).map((facts) => ({ kind: 'race', facts: facts as RaceFacts })),
  ],
  [1, fc.constantFrom(0, 5, -10).map((delayMinutes) => ({ kind: 'delay', delayMinutes }))],
  [2, fc.record({ kind: fc.constant('state' as const), write: states, unseen })],
  [1, fc.record({ kind: fc.constant('withdrawn' as const), position: positions, unseen })],
  [3, fc.constant({ kind: 'undo' })],
  [2, by.map((who) => ({ kind: 'sendBack', by: who }))],
]);

/** A race in which boats are in, so that there are times to rank from the beginning. */
const underWay = fc
  .record({
    kind: kinds,
    startIntervalSeconds: fc.constantFrom(null, 20),
    startedAt: fc.constantFrom(null, at(0)),
    boats: fc.array(
      fc.record(
        {
          startedAt: fc.constantFrom(0, 20, 40).map(at),
          finishedAt: fc.constantFrom(300, 320.4, 340).map(at),
          category: fc.constantFrom('A', 'Masters C'),
          allowanceMillis: fc.constantFrom(20_000, -5000, 3_600_000),
          outOfCompetition: fc.boolean(),
        },
        { requiredKeys: [] },
      ),
      { minLength: 2, maxLength: 4, size: 'max' },
    ),
  })
  .map(({ boats, ...race }): Body => {
    return { ...race, entries: boats.map((boat, index) => ({ position: index + 1, ...boat })) };
  });

export const racingSequences: fc.Arbitrary<RacingSequence> = fc.record({
  isPublished: mostly(fc.constant(true), fc.constant(false)),
  visibility: visibilities,
  first: weighted<Body>([
    [
      1,
      fc.constantFrom<Body>(
        ...[{ startIntervalSeconds: 20 }, { kind: 'head' as const }, { startedAt: at(0) }, {}],
        {
          kind: 'head' as const,
          startedAt: at(0),
          entries: [1, 2, 3].map((position) => started(position)),
        },
      ),
    ],
    [2, underWay],
  ]),
  operations: fc.array(operations, { minLength: 8, maxLength: 24, size: 'max' }),
});

function started(position: number): EntryWrite {
  return { position, startedAt: at(20 * (position - 1)), category: position < 3 ? 'A' : 'B' };
}
