/**
 * How the property tests of the rules run: with a fixed seed, so that a red test stays red, and
 * with fast-check's report (seed, path, smallest counterexample) when one fails. Set
 * PROPERTY_SEED to look elsewhere, PROPERTY_RUNS to look longer.
 */
import { test } from 'node:test';
import fc from 'fast-check';

const SEED = Number(process.env.PROPERTY_SEED ?? 20260613);
const RUNS = Number(process.env.PROPERTY_RUNS ?? 500);

/** Defines a test that the predicate, which asserts, passes for every generated value. */
export function always<Value>(
  rule: string,
  values: fc.Arbitrary<Value>,
  predicate: (value: Value) => void,
): void {
  test(rule, () => {
    fc.assert(
      fc.property(values, (value) => {
        predicate(value);
      }),
      { seed: SEED, numRuns: RUNS },
    );
  });
}

/** One of a few values, so that equal values are frequent. */
export function among<const Value>(...values: Value[]): fc.Arbitrary<Value> {
  return fc.constantFrom(...values);
}

/** Plain objects. fast-check by itself also makes objects without a prototype, which rows and bodies never are. */
export function record<Model extends object>(
  fields: {
    [Key in keyof Model]: fc.Arbitrary<Model[Key]>;
  },
): fc.Arbitrary<Model> {
  return fc.record(fields, { noNullPrototype: true }) as fc.Arbitrary<Model>;
}

/** The three cases of a property in a push: left out, `null`, or a value. */
export function sent<Name extends string, Value>(
  name: Name,
  values: fc.Arbitrary<Value>,
): fc.Arbitrary<{ [Key in Name]?: Value | null }> {
  return fc.oneof(
    fc.constant({}),
    fc.constant({ [name]: null }),
    values.map((value) => ({ [name]: value })),
  ) as fc.Arbitrary<{ [Key in Name]?: Value | null }>;
}

/** The two cases of a property that cannot be cleared. */
export function maybe<Name extends string, Value>(
  name: Name,
  values: fc.Arbitrary<Value>,
): fc.Arbitrary<{ [Key in Name]?: Value }> {
  return fc.oneof(
    fc.constant({}),
    values.map((value) => ({ [name]: value })),
  ) as fc.Arbitrary<{ [Key in Name]?: Value }>;
}

/** One object with the properties of several. */
export function merged<Parts extends object[]>(
  ...parts: { [Index in keyof Parts]: fc.Arbitrary<Parts[Index]> }
): fc.Arbitrary<Merged<Parts>> {
  return fc
    .tuple(...(parts as fc.Arbitrary<object>[]))
    .map((objects) => Object.assign({}, ...objects) as Merged<Parts>);
}

type Merged<Parts> = Parts extends [infer First, ...infer Rest] ? First & Merged<Rest> : unknown;

/** Lists of pairs in which neither an id nor a key repeats. */
export function distinctPairs<Id, Key>(ids: Id[], keys: Key[]): fc.Arbitrary<[Id, Key][]> {
  return fc
    .tuple(fc.shuffledSubarray(ids), fc.shuffledSubarray(keys))
    .map(([someIds, someKeys]) =>
      someIds.slice(0, someKeys.length).map((id, index) => [id, someKeys[index] as Key]),
    );
}
