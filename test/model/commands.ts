/**
 * Random operations of a race office and its software on an event. They pick from few ids, names and numbers, so that names
 * collide, rows are adopted and numbers move to other rows; a share of what is sent is wrong on purpose. An operation is plain
 * data, which fast-check can shrink.
 */
import fc from 'fast-check';
import { type OfficeOperation, officeOperations, provisionalResults } from './office-commands.ts';
import type { ResultMode } from './payload-rules.ts';
import {
  CREW_KEYS,
  createBodies,
  crewProperties,
  crewPushes,
  crews,
  datedRaces,
  delayBodies,
  distinctLists,
  instants,
  labels,
  lanePushes,
  millis,
  modes,
  mostly,
  names,
  plainNames,
  positions,
  RACE_KEYS,
  raceIds,
  raceNumbers,
  raceProperties,
  racePushes,
  resultPushes,
  statuses,
  timezones,
  weighted,
} from './payloads.ts';
import { progressions } from './progression-commands.ts';
import { type Element, oddValues, spoiledObject } from './spoil.ts';

export interface DrawnLane {
  position: number;
  positionLabel?: string | null;
  isDrawn: boolean;
}

/** A lane's result; the value is its place, or its time in seconds. */
export interface Mark {
  status?: string;
  value: number | null;
  penaltyMillis: number | null;
}

/** The numbers `race` and `crew` are indexes into the rows that exist when the operation is performed. */
export type Operation =
  | { kind: 'create'; body?: unknown }
  | { kind: 'publish' }
  | { kind: 'delay'; body: unknown }
  | { kind: 'teams'; body: unknown }
  | { kind: 'races'; body: unknown }
  | { kind: 'entries'; externalId: string; body: unknown }
  | { kind: 'results'; externalId: string; body: unknown }
  /** A draw of crews that exist into a race that exists. */
  | { kind: 'draw'; race: number; crew: number; lanes: DrawnLane[] }
  /** Results in the race's mode, lane by lane, of a race that has lanes; null skips a lane. */
  | { kind: 'score'; race: number; marks: (Mark | null)[] }
  | { kind: 'switchMode'; race: number; resultMode: ResultMode }
  | { kind: 'editRace'; race: number; patch: Element }
  | { kind: 'editCrew'; crew: number; patch: Element }
  /** Several rows swap names or numbers in a circle; unless `isWhole`, the last row is not sent. */
  | { kind: 'rotate'; what: 'teams' | 'races'; first: number; count: number; isWhole: boolean }
  /** Sends back what was read, unchanged. */
  | { kind: 'sendBack'; what: 'teams' | 'races' | 'entries'; race: number }
  /** The request just before is sent again. */
  | { kind: 'again' }
  | { kind: 'enterCrew'; name: string }
  | { kind: 'enterRace'; raceNumber: number; at: string; title?: string }
  | { kind: 'unpublish' };

export interface Step<Kind = Operation | OfficeOperation> {
  operation: Kind;
  /** Whether schedule and crews are read afterwards. */
  isRead: boolean;
}

/** What the clock of the service does during a sequence. */
export type Clock = 'runs' | 'stands still' | 'runs back';

export interface Sequence<Kind = Operation | OfficeOperation> {
  timezone: string | null;
  clock: Clock;
  steps: Step<Kind>[];
}

const create = mostly(
  fc.option(createBodies, { nil: undefined }),
  spoiledObject(createBodies, ['laneScheme', 'defaultResultMode', 'defaultResultVisibility']),
).map((body): Operation => ({ kind: 'create', ...(body !== undefined && { body }) }));

const delay = mostly(delayBodies, spoiledObject(delayBodies, ['venueDay', 'delayMinutes'])).map(
  (body): Operation => ({ kind: 'delay', body }),
);

const teams = crewPushes.map((body): Operation => ({ kind: 'teams', body }));
const putRaces = racePushes.map((body): Operation => ({ kind: 'races', body }));

const entries = fc
  .tuple(raceIds, lanePushes)
  .map(([externalId, body]): Operation => ({ kind: 'entries', externalId, body }));

const putResults = fc
  .tuple(raceIds, resultPushes)
  .map(([externalId, body]): Operation => ({ kind: 'results', externalId, body }));

// Often the first, so that much happens to one row.
const picks = fc.constantFrom(0, 0, 0, 1, 2, 3);

const draw = fc.record({
  kind: fc.constant('draw' as const),
  race: picks,
  crew: picks,
  lanes: mostly(drawnLanes(3), drawnLanes(0)),
});

const score = fc.record({
  kind: fc.constant('score' as const),
  race: picks,
  marks: fc.array(
    fc.option(
      fc.record(
        {
          status: statuses,
          // 10 reveals a comparison as text, by which it would be less than 2.
          value: fc.option(fc.constantFrom(1, 2, 3, 10), { freq: 8 }),
          penaltyMillis: mostly(fc.constant(null), millis),
        },
        { requiredKeys: ['value', 'penaltyMillis'] },
      ),
      { freq: 6 },
    ),
    { minLength: 1, maxLength: 6, size: 'max' },
  ),
});

const switchMode = fc.record({
  kind: fc.constant('switchMode' as const),
  race: picks,
  resultMode: modes,
});

const edits = fc.oneof(
  fc.record({
    kind: fc.constant('editRace' as const),
    race: picks,
    patch: patches({ scheduledAt: instants, ...raceProperties }),
  }),
  fc.record({
    kind: fc.constant('editCrew' as const),
    crew: picks,
    patch: patches({ ...crewProperties, name: names }),
  }),
);

const rotate = fc.record({
  kind: fc.constant('rotate' as const),
  what: fc.constantFrom('teams' as const, 'races' as const),
  first: picks,
  count: fc.integer({ min: 2, max: 4 }),
  isWhole: mostly(fc.constant(true), fc.constant(false)),
});

const sendBack = fc.record({
  kind: fc.constant('sendBack' as const),
  what: fc.constantFrom('teams' as const, 'races' as const, 'entries' as const),
  race: picks,
});

const enterCrew = plainNames.map((name): Operation => ({ kind: 'enterCrew', name }));

const enterRace = fc.record(
  {
    kind: fc.constant('enterRace' as const),
    raceNumber: raceNumbers,
    at: instants,
    title: fc.constantFrom('Final', 'By hand'),
  },
  { requiredKeys: ['kind', 'raceNumber', 'at'] },
);

const operations = weighted<Operation>([
  [1, create],
  [1, fc.constant({ kind: 'publish' })],
  [3, delay],
  [5, teams],
  [6, putRaces],
  [2, entries],
  [2, putResults],
  [6, draw],
  [8, score],
  [4, switchMode],
  [3, edits],
  [3, rotate],
  [2, sendBack],
  [4, fc.constant({ kind: 'again' })],
  [1, enterCrew],
  [1, enterRace],
  [1, fc.constant({ kind: 'unpublish' })],
]);

/** Most events have a schedule, rows entered by hand, crews and races before anything happens. */
const opening = fc
  .tuple(
    fc.option(create, { freq: 20 }),
    fc.option(enterCrew, { freq: 2 }),
    fc.option(enterRace, { freq: 2 }),
    fc.option(filled('teams', crews, CREW_KEYS), { freq: 8 }),
    fc.option(filled('races', datedRaces, RACE_KEYS), { freq: 8 }),
    fc.array(draw, { maxLength: 2, size: 'max' }),
    fc.option(score, { freq: 2 }),
  )
  .map((steps) => steps.flat().filter((step) => step !== null));

/** Sequences without operations of the console's race office. */
export const sequencesOfSoftware = sequencesOf<Operation>(operations);

/** Sequences with operations of the race office, which are about a third of all. */
export const sequences = sequencesOf<Operation | OfficeOperation>(
  weighted<Operation | OfficeOperation>([
    [3, operations],
    [2, officeOperations],
  ]),
  provisionalResults,
  progressions,
);

/** Sequences on an empty event: at most 8 operations to open it and 22 others, besides `first` and `last`. */
/** @param first what follows the opening of most sequences @param last what many of them end with */
function sequencesOf<Kind>(
  all: fc.Arbitrary<Kind>,
  first?: Kind,
  last: fc.Arbitrary<Kind[]> = fc.constant([]),
): fc.Arbitrary<Sequence<Kind | Operation>> {
  const then =
    first === undefined ? fc.constant([]) : mostly(fc.constant([first]), fc.constant([]));
  return fc.record({
    timezone: timezones,
    clock: mostly(fc.constant<Clock>('runs'), fc.constantFrom<Clock>('stands still', 'runs back')),
    steps: fc
      .tuple(
        fc
          .tuple(opening, then)
          .map((found) => found.flat().map((operation) => ({ operation, isRead: false }))),
        fc.array(
          fc.record({
            operation: all,
            isRead: fc.integer({ min: 0, max: 9 }).map((n) => n < 7),
          }),
          { maxLength: 22, size: 'max' },
        ),
        fc
          .option(last, { freq: 2, nil: [] })
          .map((found) => found.map((operation) => ({ operation, isRead: true }))),
      )
      .map((parts) => parts.flat()),
  });
}

function filled(
  kind: 'teams' | 'races',
  elements: fc.Arbitrary<Element>,
  keys: readonly string[],
): fc.Arbitrary<Operation> {
  return distinctLists(elements, keys, 6).map((body): Operation => ({ kind, body }));
}

/** Several correct properties, or a single one that is sometimes wrong: alone, so that no other fault hides its effect. */
function patches(properties: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<Element> {
  const single = Object.entries(properties).map(([name, values]) =>
    mostly(values, oddValues(name)).map((value) => ({ [name]: value })),
  );
  return fc.oneof(fc.record(properties, { requiredKeys: [] }), fc.oneof(...single));
}

function drawnLanes(minLength: number): fc.Arbitrary<DrawnLane[]> {
  const lane = fc.record(
    {
      position: positions,
      positionLabel: fc.option(labels),
      isDrawn: mostly(fc.constant(true), fc.constant(false)),
    },
    { requiredKeys: ['position', 'isDrawn'] },
  );
  const selector = ({ position }: DrawnLane) => position;
  return fc.uniqueArray(lane, { selector, minLength, maxLength: 5, size: 'max' });
}
