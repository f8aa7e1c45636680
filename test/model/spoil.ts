/**
 * Makes correct payloads wrong in one place: a value of the wrong type or length, a property that is missing or misspelt, an
 * element that is no object, a body that is no list. Some values are allowed for the property that gets them; the model knows
 * which.
 */
import fc from 'fast-check';
import { MISSPELT } from './misspelt.ts';

/** An element of a payload, right or wrong. */
export type Element = Record<string, unknown>;

const ROWER = '\u{1F6A3}';
const E_WITH_ACUTE = 'e\u0301';

const ODD_VALUES = [
  ...[null, true, 0, -1, 1.5, 2_147_483_648, -2_147_483_649, 1e300, '7', 'Timed', 'FULL', {}],
  ...['', ' \t', '.', '..', 'a\0b', '\ud800', 'a\u0007b', '\u0085', ROWER.repeat(41)],
  ...[41, 61, 65, 121, 129, 201, 501].map((length) => 'x'.repeat(length)),
  ...[40, 41, 60, 61, 120, 121].map((length) => E_WITH_ACUTE.repeat(length)),
];

const ODD_SCHEMES = [
  ...[[], [''], ['A', 7], ['A', null], [' ', 'a\0', 'x'.repeat(41)]],
  ...[Array(100).fill('A'), Array(101).fill('A')],
];

/** How long the texts of a property may be. */
const LIMITS: Record<string, number> = {
  ...{ externalId: 128, name: 120, clubId: 64, title: 200, notes: 500, positionLabel: 40 },
  ...{ boatClass: 60, round: 60, divisionLabel: 60 },
};

const ODD_TIMES = [
  ...['2026-06-13T09:00:00', '2026-06-13 09:00:00Z', '2026-06-13T09:00Z', '2026-06-13', null, 0],
  ...['2026-02-29T09:00:00Z', '2028-02-29T09:00:00Z', '2026-06-13T24:00:00Z', ''],
  ...['2026-06-30T23:59:60Z', '0000-01-01T00:00:00Z', '2026-06-13T09:00:00+24:00'],
  ...['2026-06-13T09:00:00+0200', '2026-06-13T09:00:00.Z', '2026-13-01T09:00:00Z'],
  ...['0001-01-01T00:00:00+00:01', '9999-12-31T23:59:59-00:01', '2026-06-13T09:00:00+02:60'],
  ...['2026-06-13T09:00:00,5Z', ' 2026-06-13T09:00:00Z', '+002026-06-13T09:00:00Z'],
];

const ODD_DAYS = [
  ...['2026-02-30', '2026-6-13', '13.06.2026', '2026-06-13T00:00:00Z', '', null, 20260613],
];

const NO_ELEMENTS = [null, 5, 'x', [], true];

/** Values for which the specification does not decide, and which are not sent. */
const UNDECIDED: Record<string, (value: unknown) => boolean> = {
  // Malformed or unknown: both are a 422 on the field, but at different points of the checks.
  teamExternalId: (value) => typeof value === 'string',
  // "labels: 1" in the specification may mean this property or not.
  divisionLabel: (value) => value === '',
  // It does not say how names beyond the basic plane are sorted.
  name: (value) => typeof value === 'string' && value.includes(ROWER),
};

type Spoil = (element: Element) => unknown;

/** A list in which one or two elements have one wrong property, or are no objects at all. */
export function spoiledList(
  lists: fc.Arbitrary<Element[]>,
  properties: string[],
): fc.Arbitrary<unknown[]> {
  const faults = fc.array(fc.tuple(fc.nat(9), spoils(properties, NO_ELEMENTS)), {
    minLength: 1,
    maxLength: 2,
  });
  return fc.tuple(lists, faults).map(([list, found]) => {
    const spoiled: unknown[] = [...list];
    for (const [at, spoil] of found) {
      const index = at % Math.max(list.length, 1);
      spoiled[index] = spoil(list[index] ?? {});
    }
    return spoiled;
  });
}

/** An object with one wrong property, or none. */
export function spoiledObject(
  objects: fc.Arbitrary<Element>,
  properties: string[],
): fc.Arbitrary<unknown> {
  return fc.tuple(objects, spoils(properties, NO_ELEMENTS)).map(([object, spoil]) => spoil(object));
}

/** A body that holds no list where one is expected. */
export function noList(key: string): fc.Arbitrary<unknown> {
  return fc.constantFrom<unknown>(
    ...[null, 5, 'x', true, {}, { list: [] }, { [key]: null }, { [key]: {} }, { [key]: 'x' }],
  );
}

function spoils(properties: string[], instead: unknown[]): fc.Arbitrary<Spoil> {
  const setting = fc.constantFrom(...properties).chain((name) =>
    oddValues(name).map(
      (value): Spoil =>
        (each) => ({ ...each, [name]: value }),
    ),
  );
  const dropping = fc.constantFrom(...properties).map((name): Spoil => {
    return ({ [name]: _, ...rest }) => rest;
  });
  const misspelling = fc.constantFrom(...properties).chain((name) =>
    fc.tuple(fc.constantFrom(...(MISSPELT[name] as string[])), fc.nat(4)).map(
      ([typed, chance]): Spoil =>
        ({ [name]: value, ...rest }) => ({
          ...rest,
          [typed]: value ?? null,
          // A misspelt property is ignored beside the correct one.
          ...(chance === 0 && value !== undefined && { [name]: value }),
        }),
    ),
  );
  const replacing = fc.constantFrom(...instead).map(
    (value): Spoil =>
      () =>
        value,
  );
  return fc.oneof(
    { arbitrary: setting, weight: 6 },
    { arbitrary: dropping, weight: 2 },
    { arbitrary: misspelling, weight: 2 },
    { arbitrary: replacing, weight: 1 },
  );
}

/** Unusual values of a property. */
export function oddValues(name: string): fc.Arbitrary<unknown> {
  if (name === 'scheduledAt') return fc.constantFrom(...ODD_TIMES);
  if (name === 'venueDay') return fc.constantFrom(...ODD_DAYS);
  const own = name === 'laneScheme' ? ODD_SCHEMES : textsAround(LIMITS[name]);
  const [odd, limits] = [ODD_VALUES, own].map((values) =>
    values.filter((value) => !UNDECIDED[name]?.(value)),
  ) as [unknown[], unknown[]];
  const any = fc.constantFrom(...odd);
  return limits.length === 0 ? any : fc.oneof(any, fc.constantFrom(...limits));
}

/** Texts as long as a limit allows, and by one longer. */
function textsAround(limit: number | undefined): string[] {
  if (limit === undefined) return [];
  return ['x', E_WITH_ACUTE, ROWER].flatMap((text) => [text.repeat(limit), text.repeat(limit + 1)]);
}
