/**
 * The few ids, names, numbers, positions and instants from which random payloads are made, and the payloads: correct ones,
 * repeats, and wrong ones.
 */
import fc from 'fast-check';
import type { ListKey, ResultMode } from './payload-rules.ts';
import { type Element, noList, spoiledList } from './spoil.ts';

const LONGEST_ID = '\u{1F6A3}'.repeat(128);

// One letter in two spellings, which are the same in a name but different in an id (decision R10).
const E_ACUTE = '\u00e9';
const E_WITH_ACUTE = 'e\u0301';

export const plainNames = fc.constantFrom(
  'Ost',
  'West',
  'Nord',
  'ost',
  `Caf${E_ACUTE}`,
  'S\u00fcd',
);
export const names = mostly(
  plainNames,
  fc.constantFrom(`Caf${E_WITH_ACUTE}`, ' Ost ', '\u3000West\n', '\u0085Nord', '\ufeffOst'),
);
export const raceIds = mostly(
  fc.constantFrom('r1', 'r2', 'r3', 'r/4 %', E_ACUTE, E_WITH_ACUTE),
  fc.constantFrom(' r1', LONGEST_ID),
);
const crewIds = mostly(
  fc.constantFrom('c1', 'c2', 'c3', 'c4', 'c5', 'c6'),
  fc.constantFrom(E_ACUTE, E_WITH_ACUTE, 'c1 ', LONGEST_ID),
);
export const raceNumbers = fc.integer({ min: 1, max: 7 });
export const positions = mostly(fc.integer({ min: 1, max: 5 }), fc.constantFrom(99, 2_147_483_647));
export const labels = fc.constantFrom('1', 'A', 'Bahn 3', `${E_WITH_ACUTE}.`, 'x'.repeat(40));
const schemes = fc.option(
  fc.oneof(
    fc.array(labels, { maxLength: 4 }),
    // Schemes that begin like each other.
    fc.constantFrom(['A'], ['A', '1'], ['A', '1', 'Bahn 3']),
  ),
);
export const modes = fc.constantFrom<ResultMode>('timed', 'placesOnly');
const visibilities = fc.constantFrom('hidden', 'placesOnly', 'full');
const texts = fc.constantFrom(null, '', 'A', `${E_WITH_ACUTE} `, 'x'.repeat(60));

export const timezones = mostly(
  fc.constantFrom('Europe/Berlin', 'America/New_York', 'Pacific/Auckland'),
  fc.constantFrom(null, 'UTC', 'Asia/Kolkata', 'America/St_Johns'),
);

// Around midnight in those zones, and around a day of 25 hours in Berlin.
export const instants = fc.constantFrom(
  ...['2026-06-12T21:59:59.999Z', '2026-06-13T00:00:00+02:00', '2026-06-12t22:00:00.0004z'],
  ...['2026-06-13T03:59:59Z', '2026-06-13T04:00:00Z', '2026-06-12T23:59:59.9999-04:00'],
  ...['2026-06-13T11:59:59.123Z', '2026-06-13T12:00:00-00:00', '2026-06-13T18:30:00.5Z'],
  ...['2026-06-13T02:29:59Z', '2026-06-13T23:59:59.999Z', '2026-06-14T00:00:00Z'],
  ...['2026-10-24T21:59:59Z', '2026-10-24T22:00:00Z', '2026-10-25T22:59:59Z'],
  ...['2026-10-25T23:00:00Z', '2026-10-25T12:00:00+01:00'],
);
const venueDays = fc.constantFrom(
  ...['2026-06-12', '2026-06-13', '2026-06-14', '2026-10-24', '2026-10-25', '2026-10-26'],
);

export const crewProperties = {
  clubId: fc.constantFrom(null, '', 'club', E_WITH_ACUTE, 'x'.repeat(64)),
  boatIndex: fc.constantFrom(null, 1, 2),
  sortOrder: mostly(
    fc.integer({ min: -4, max: 4 }),
    fc.constantFrom(2_147_483_647, -2_147_483_648),
  ),
};
export const crews = fc.record(
  { externalId: crewIds, name: names, ...crewProperties, adopted: fc.boolean() },
  { requiredKeys: ['externalId', 'name'] },
);

export const raceProperties = {
  title: fc.constantFrom(null, '', 'Final A', `Ach${E_WITH_ACUTE}`, '\u{1F6A3}'.repeat(200)),
  distanceMeters: fc.constantFrom(null, 1, 500, 2000),
  boatClass: texts,
  round: texts,
  divisionLabel: fc.constantFrom(null, 'A', 'x'.repeat(60)),
  resultMode: modes,
  resultVisibility: fc.option(visibilities),
  laneScheme: schemes,
  notes: fc.constantFrom(null, '', `rough ${E_WITH_ACUTE}`),
};
const raceKeys = { externalId: raceIds, raceNumber: raceNumbers };
export const datedRaces = fc.record(
  { ...raceKeys, scheduledAt: instants, ...raceProperties, outcome: fc.constant('matched') },
  { requiredKeys: ['externalId', 'raceNumber', 'scheduledAt'] },
);
const races = mostly(
  datedRaces,
  fc.record({ ...raceKeys, ...raceProperties }, { requiredKeys: ['externalId', 'raceNumber'] }),
);

const lanes = fc.record(
  {
    position: positions,
    positionLabel: fc.option(labels),
    teamExternalId: fc.option(crewIds, { freq: 3 }),
  },
  { requiredKeys: ['position'] },
);

export const statuses = mostly(
  fc.constantFrom('finished', 'finished', 'finished', 'dns', 'dnf', 'dsq'),
  fc.constant('assigned'),
);
export const millis = mostly(fc.constantFrom(0, 1000, 2000, 3000), fc.constantFrom(2_147_483_647));
const results = fc.record(
  {
    position: positions,
    status: statuses,
    finishTimeMillis: fc.option(millis, { freq: 2 }),
    finishPlace: fc.option(fc.integer({ min: 1, max: 4 }), { freq: 2 }),
    penaltyMillis: fc.option(millis, { freq: 2 }),
  },
  { requiredKeys: ['position'] },
);

export const createBodies = fc.record(
  {
    laneScheme: schemes,
    defaultResultMode: modes,
    defaultResultVisibility: visibilities,
    status: fc.constant('published'),
  },
  { requiredKeys: [] },
);
export const delayBodies = fc.record({
  venueDay: venueDays,
  delayMinutes: mostly(fc.constantFrom(0, 5, -5, 90), fc.constantFrom(1440, -1440)),
});

export const CREW_KEYS = ['externalId', 'name'] as const;
export const RACE_KEYS = ['externalId', 'raceNumber'] as const;

export const crewPushes = pushes('teams', crews, CREW_KEYS, Object.keys(crewProperties));
export const racePushes = pushes('races', races, RACE_KEYS, [
  'scheduledAt',
  ...Object.keys(raceProperties),
]);
export const lanePushes = pushes('lanes', lanes, ['position'], ['positionLabel', 'teamExternalId']);
export const resultPushes = pushes(
  'results',
  results,
  ['position'],
  ['status', 'finishTimeMillis', 'finishPlace', 'penaltyMillis'],
);

/** Payloads for a list: correct ones, repeats, spoilt ones and bodies without a list; also wrapped in an object. */
function pushes(
  key: ListKey,
  elements: fc.Arbitrary<Element>,
  keys: readonly string[],
  others: string[],
): fc.Arbitrary<unknown> {
  const distinct = distinctLists(elements, keys, 4);
  const lists = weighted<unknown[]>([
    [12, distinct],
    [2, fc.array(elements, { maxLength: 4 })],
    [3, spoiledList(fc.array(elements, { minLength: 1, maxLength: 3 }), [...keys, ...others])],
  ]);
  const bodies = fc
    .tuple(lists, fc.boolean())
    .map(([list, isWrapped]): unknown => (isWrapped ? { [key]: list, more: 1 } : list));
  return weighted<unknown>([
    [30, bodies],
    [1, noList(key)],
  ]);
}

export function distinctLists(
  elements: fc.Arbitrary<Element>,
  keys: readonly string[],
  maxLength: number,
): fc.Arbitrary<Element[]> {
  const comparator = (a: Element, b: Element) => keys.some((key) => a[key] === b[key]);
  return fc.uniqueArray(elements, { comparator, maxLength, size: 'max' });
}

export function mostly<A, B>(common: fc.Arbitrary<A>, rare: fc.Arbitrary<B>): fc.Arbitrary<A | B> {
  return weighted<A | B>([
    [8, common],
    [1, rare],
  ]);
}

export function weighted<T>(choices: [number, fc.Arbitrary<T>][]): fc.Arbitrary<T> {
  return fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}
