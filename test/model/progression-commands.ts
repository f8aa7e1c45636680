/** What people do with progressions in the race office, as random operations. */
import fc from 'fast-check';
import type { OfficeOperation, OfficeWish, Pick } from './office-commands.ts';
import { mostly, positions } from './payloads.ts';

export interface RuleWish {
  position: number;
  races: Pick[];
  place: number;
  fastest: number | null;
}

export type ProgressionWish =
  /** Rules of the race that starts last, or of another one. */
  | { kind: 'progression'; race: Pick | 'last'; rules: RuleWish[] }
  /** All results of a race that rules name, by their times in seconds. */
  | { kind: 'finish'; source: number; seconds: number[] }
  /** Applies the proposal of a race with rules, if there is one. */
  | { kind: 'apply'; race: Pick | 'ruled' };

type Finish = Extract<ProgressionWish, { kind: 'finish' }>;

const picks: fc.Arbitrary<Pick> = mostly(
  fc.constantFrom<Pick[]>(0, 0, 0, 1, 2, 3),
  fc.constantFrom<Pick[]>('gone', 'unknown'),
);

const places = fc.integer({ min: 1, max: 3 });
const rule: fc.Arbitrary<RuleWish> = mostly(
  fc.oneof(
    fc.record({
      position: positions,
      races: picks.map((each) => [each]),
      place: places,
      fastest: fc.constant(null),
    }),
    fc.record({
      position: positions,
      races: fc.constantFrom<Pick[][]>([0, 1], [1, 0], [0, 1, 2], [1, 2]),
      place: places,
      fastest: places,
    }),
  ),
  fc.record({
    position: positions,
    races: fc.array(picks, { maxLength: 3 }),
    place: places,
    fastest: fc.option(places),
  }),
);
export const progression = fc.record({
  kind: fc.constant('progression' as const),
  race: mostly(fc.constant<Pick | 'last'>('last'), picks),
  rules: fc.uniqueArray(rule, {
    selector: ({ position }) => position,
    maxLength: 3,
    size: 'max',
  }),
});
export const finish = fc.record({
  kind: fc.constant('finish' as const),
  source: fc.constantFrom(0, 0, 1, 2),
  seconds: fc.array(fc.constantFrom(1, 2, 2, 3, 4, 5), { minLength: 5, maxLength: 5 }),
});
export const apply = fc.record({
  kind: fc.constant('apply' as const),
  race: mostly(fc.constant<Pick | 'ruled'>('ruled'), picks),
});

/** Rules of the race that starts last, which fit two heats. */
const rounds = fc
  .constantFrom<Omit<RuleWish, 'position'>[][]>(
    [of(0, 1), of(1, 1)],
    [of(0, 1), of(0, 2)],
    [of(0, 1), of(1, 1), { races: [0, 1], place: 2, fastest: 1 }],
    [of(1, 2), { races: [1, 0], place: 1, fastest: 2 }],
  )
  .map(
    (sources): Extract<OfficeWish, { kind: 'progression' }> => ({
      kind: 'progression',
      race: 'last',
      rules: sources.map((source, index) => ({ position: 3 - index, ...source })),
    }),
  );

function of(race: number, place: number): Omit<RuleWish, 'position'> {
  return { races: [race], place, fastest: null };
}

/** From the draw of two heats to the draw of the race after them, which mostly succeeds, then a corrected result. */
export const progressions: fc.Arbitrary<OfficeOperation[]> = fc
  .record({
    isProvisional: mostly(fc.constant(false), fc.constant(true)),
    crews: fc.integer({ min: 1, max: 3 }),
    rules: mostly(rounds, progression),
    results: fc.array(finish, { minLength: 2, maxLength: 2 }),
    correction: finish,
    after: fc.constantFrom<OfficeWish['kind'][]>('apply', 'undo'),
  })
  .map(({ isProvisional, crews: count, rules, results: [first, second], correction, after }) => {
    const drawn = (race: number): OfficeWish => ({
      kind: 'lanes',
      race,
      lanes: Array.from({ length: count }, (_, index) => ({
        ...{ position: index + 1, positionLabel: null, crew: race * count + index },
      })),
    });
    const apply: OfficeWish = { kind: 'apply', race: 'ruled' };
    const wishes: OfficeWish[] = [
      { kind: 'settings', settings: { provisionalResults: isProvisional } },
      drawn(0),
      drawn(1),
      rules,
      { ...(first as Finish), source: 0 },
      { ...(second as Finish), source: 1 },
      apply,
      correction,
      after === 'undo' ? { kind: 'undo', back: 0 } : apply,
    ];
    return wishes.map((wish) => ({ kind: 'office', wish, staleBy: 0 }));
  });
