/**
 * What people do in the race office, as random operations: rows are picked among those that exist, and now and then
 * among those that are gone. A page may be out of date by some revisions.
 */
import fc from 'fast-check';
import {
  crewProperties,
  instants,
  labels,
  millis,
  mostly,
  plainNames,
  positions,
  raceNumbers,
  raceProperties,
  statuses,
  weighted,
} from './payloads.ts';
import { apply, finish, type ProgressionWish, progression } from './progression-commands.ts';
import type { Element } from './spoil.ts';

/**
 * Which row: an index into those that exist, the newest, the race with most results (so that much happens to one race), one
 * that was removed, or one that never existed.
 */
export type Pick = number | 'newest' | 'busiest' | 'gone' | 'unknown';

export interface RowWish {
  /** `null`: a new one. */
  pick: Pick | null;
  facts: Element;
}

export type OfficeWish =
  | ProgressionWish
  | { kind: 'races' | 'crews'; rows: RowWish[]; removed: Pick[] }
  | { kind: 'merge'; keep: Pick; remove: Pick }
  | {
      kind: 'lanes';
      race: Pick;
      lanes: { position: number; positionLabel: string | null; crew: Pick | null }[];
    }
  /** Marks of the first lanes; `isWrong` sends the values of the other mode, and a lane that does not exist. */
  | {
      kind: 'results';
      race: Pick;
      marks: ({ status: string; value: number; penaltyMillis: number | null } | null)[];
      isWrong: boolean;
    }
  | {
      kind: 'state';
      race: Pick;
      state: 'planned' | 'cancelled' | 'postponed';
      reason: string | null;
    }
  | { kind: 'official'; race: Pick; official: boolean }
  | { kind: 'settings'; settings: { provisionalResults?: boolean; crewGapMinutes?: number } }
  /** `back` counts entries of the history from the newest, which is 0. */
  | { kind: 'undo'; back: number }
  | { kind: 'restore'; race: Pick; back: number };

export interface OfficeOperation {
  kind: 'office';
  wish: OfficeWish;
  /** How many revisions the page is out of date; -1: it claims to have seen a revision that does not exist yet. */
  staleBy: number;
}

const picks = weighted<Pick>([
  [16, fc.constantFrom<Pick[]>(0, 0, 0, 1, 2, 3)],
  [1, fc.constant('gone')],
  [1, fc.constant('unknown')],
]);
const racePicks = fc.oneof({ weight: 3, arbitrary: fc.constant<Pick>('busiest') }, picks);
/** The newest crews, entered by hand, have no `externalId` yet; two crews that have one cannot be merged. */
const mergePicks = fc.oneof({ weight: 2, arbitrary: fc.constant<Pick>('newest') }, picks);

const raceFacts = fc.record(
  {
    raceNumber: raceNumbers,
    scheduledAt: instants,
    ...raceProperties,
    printedNumber: fc.constantFrom(null, '16A', '0'),
  },
  { requiredKeys: [] },
);
const newRace = mostly(
  fc.tuple(raceFacts, raceNumbers, instants).map(
    ([facts, raceNumber, scheduledAt]): Element => ({
      ...facts,
      raceNumber,
      scheduledAt,
    }),
  ),
  raceFacts,
);
const crewFacts = fc.record({ name: plainNames, ...crewProperties }, { requiredKeys: [] });
const newCrew = mostly(
  fc.tuple(crewFacts, plainNames).map(([facts, name]): Element => ({ ...facts, name })),
  crewFacts,
);

const races = pushOf('races', raceFacts, newRace);
const crews = pushOf('crews', crewFacts, newCrew);
const merge = fc.record({ kind: fc.constant('merge' as const), keep: picks, remove: mergePicks });

const lanes = fc.record({
  kind: fc.constant('lanes' as const),
  race: racePicks,
  lanes: mostly(wantedLanes(true), wantedLanes(false)),
});

const results = fc.record({
  kind: fc.constant('results' as const),
  race: racePicks,
  marks: fc.array(
    fc.option(
      fc.record({
        status: statuses,
        value: fc.constantFrom(1, 2, 3, 10),
        penaltyMillis: mostly(fc.constant(null), millis),
      }),
      { freq: 5 },
    ),
    { minLength: 1, maxLength: 5, size: 'max' },
  ),
  isWrong: mostly(fc.constant(false), fc.constant(true)),
});

const state = fc.record({
  kind: fc.constant('state' as const),
  race: racePicks,
  state: fc.constantFrom('planned' as const, 'cancelled' as const, 'postponed' as const),
  reason: fc.constantFrom(null, null, 'Wind'),
});
const official = fc.record({
  kind: fc.constant('official' as const),
  race: racePicks,
  official: mostly(fc.constant(true), fc.constant(false)),
});
const settings = fc.record({
  kind: fc.constant('settings' as const),
  settings: fc.record(
    {
      provisionalResults: mostly(fc.constant(true), fc.constant(false)),
      crewGapMinutes: fc.constantFrom(0, 40, 60),
    },
    { requiredKeys: [] },
  ),
});
const undo = fc.record({
  kind: fc.constant('undo' as const),
  back: fc.constantFrom(0, 0, 0, 1, 2, 5),
});
const restore = fc.record({
  kind: fc.constant('restore' as const),
  race: racePicks,
  back: fc.constantFrom(1, 2, 3, 5),
});

/** Most sequences use provisional results, so that some results become official. */
export const provisionalResults: OfficeOperation = {
  kind: 'office',
  wish: { kind: 'settings', settings: { provisionalResults: true } },
  staleBy: 0,
};

/** All operations of the office. */
export const officeOperations: fc.Arbitrary<OfficeOperation> = fc.record({
  kind: fc.constant('office' as const),
  wish: weighted<OfficeWish>([
    [5, races],
    [4, crews],
    [4, merge],
    [5, lanes],
    [5, results],
    [3, state],
    [5, official],
    [5, progression],
    [6, finish],
    [5, apply],
    [2, settings],
    [5, undo],
    [2, restore],
  ]),
  staleBy: mostly(fc.constantFrom(0, 0, 0, 1, 2, 3), fc.constantFrom(5, 20, -1)),
});

function pushOf(
  kind: 'races' | 'crews',
  facts: fc.Arbitrary<Element>,
  ofNew: fc.Arbitrary<Element>,
): fc.Arbitrary<OfficeWish> {
  const row = fc.oneof(
    { weight: 2, arbitrary: fc.record({ pick: picks as fc.Arbitrary<Pick | null>, facts }) },
    { weight: 1, arbitrary: fc.record({ pick: fc.constant(null), facts: ofNew }) },
  );
  const selector = ({ pick }: RowWish) => pick ?? Symbol();
  const rows = fc.uniqueArray(row, { selector, maxLength: 3, size: 'max' });
  const repeating = fc.array(row, { maxLength: 3, size: 'max' });
  return fc.record({
    kind: fc.constant(kind),
    rows: mostly(rows, repeating),
    removed: mostly(fc.constant<Pick[]>([]), fc.array(picks, { maxLength: 2, size: 'max' })),
  });
}

function wantedLanes(isSound: boolean) {
  const crew = fc.option(isSound ? fc.constantFrom<Pick>(0, 1, 2, 3, 4) : picks, { freq: 4 });
  const lane = fc.record({ position: positions, positionLabel: fc.option(labels), crew });
  if (!isSound) return fc.array(lane, { maxLength: 4, size: 'max' });
  return fc.uniqueArray(lane, {
    selector: ({ position }) => position,
    maxLength: 4,
    size: 'max',
  });
}
