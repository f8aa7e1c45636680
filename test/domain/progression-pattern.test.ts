/** The rules of a whole round, compared with the draws that real regattas made by hand. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { loadRegatta, type RegattaName } from '../../regattas/regatta.ts';
import type { OfficeLane } from '../../src/contract/console/office.ts';
import { fromTheMiddle } from '../../src/domain/draw/lane-order.ts';
import { planRules } from '../../src/domain/progression/progression-rules.ts';
import { proposalOf, resolveRules } from '../../src/domain/progression/resolve-rules.ts';
import { type Pattern, patternRules } from '../../src/domain/progression/round-rules.ts';
import { shownResults } from '../../src/domain/results/standings.ts';
import { accepted, race } from './builders.ts';
import { always } from './properties.ts';

const LANES = fromTheMiddle([1, 2, 3, 4, 5, 6]);

/** Finals that were drawn by hand; the `progression` text of each heat begins with the number of crews that go on. */
const REAL: [regatta: RegattaName, final: string, heats: string[]][] = [
  ['hebda-cup-2023', '1', ['1A', '1B']],
  ['hebda-cup-2023', '4', ['4A', '4B']],
  ['hebda-cup-2023', '6', ['6A', '6B']],
  ['hebda-cup-2023', '16', ['16A', '16B']],
  ['wy-hi-2023', '12', ['12A', '12B']],
];
/** A crew whose name in the final differs from its name in the heat. */
const ALSO_CALLED: Record<string, string> = { 'Saline A': 'Saline' };

for (const [name, label, heatLabels] of REAL) {
  test(`the final ${label} of ${name} is drawn as its office drew it`, () => {
    const { races } = loadRegatta(name);
    const found = (wanted: string) => races.find(({ label }) => label === wanted);
    const crews: string[] = [];
    const idOf = (crew: string) =>
      crews.includes(crew) ? crews.indexOf(crew) + 1 : crews.push(crew);
    const heats = heatLabels.map((heat, index) => ({
      id: index + 1,
      official: null,
      placesOfEach: Number.parseInt(found(heat)?.progression ?? '', 10),
      lanes: shownResults(
        'timed',
        (found(heat)?.lanes ?? []).map(({ crew, rawTimeMillis, ...lane }) => ({
          ...lane,
          crewId: idOf(crew),
          finishTimeMillis: rawTimeMillis,
          finishPlace: null,
        })),
      ) as unknown as OfficeLane[],
    }));
    const { rounds, left } = patternRules({
      heats: heats.map(({ id }) => id),
      targets: [9],
      placesOfEach: heats.map(({ placesOfEach }) => placesOfEach),
      lanes: LANES,
    });
    assert.equal(left, 0);
    const rules = rounds[0]?.rules ?? [];
    const lanes = rules.map(({ position, ...from }) => ({ position, crewId: null, from }));
    const draw = proposalOf(resolveRules(lanes, (id) => heats[id - 1]));
    assert.equal(draw?.ready, true);
    const drawn = draw?.lanes.map(({ position, crewId }) => {
      const crew = crews[(crewId ?? 0) - 1] ?? '';
      const inFinal = label === '16' ? (ALSO_CALLED[crew] ?? crew) : crew;
      return [position, inFinal];
    });
    assert.deepEqual(
      drawn,
      found(label)?.lanes.map(({ position, crew }) => [position, crew]),
    );
  });
}

/** Rules by position: 11.1 is "1st of race 11", F3.2 is "2nd fastest 3rd of all". */
type Words = Record<number, string>;
const CASES: [name: string, pattern: Partial<Pattern>, rounds: Words[], left?: number][] = [
  [
    'two heats, three of each to the final',
    { heats: [11, 12], placesOfEach: 3 },
    [{ 1: '11.3', 2: '12.2', 3: '11.1', 4: '12.1', 5: '11.2', 6: '12.3' }],
  ],
  [
    'three heats, the winners and three fastest seconds',
    { heats: [11, 12, 13], placesOfEach: 1, fastest: 3 },
    [{ 1: 'F2.2', 2: 'F2.1', 3: '11.1', 4: '12.1', 5: '13.1', 6: 'F2.3' }],
  ],
  [
    'four heats to two semi-finals, as World Rowing spreads them',
    { heats: [11, 12, 13, 14], targets: [21, 22], placesOfEach: 3 },
    [
      { 1: '11.3', 2: '14.2', 3: '11.1', 4: '13.1', 5: '12.2', 6: '13.3' },
      { 1: '12.3', 2: '13.2', 3: '12.1', 4: '14.1', 5: '11.2', 6: '14.3' },
    ],
  ],
  [
    'three heats to two semi-finals, three of each and the three fastest fourths',
    { heats: [11, 12, 13], targets: [21, 22], placesOfEach: 3, fastest: 3 },
    [
      { 1: '13.3', 2: '11.3', 3: '11.1', 4: '13.1', 5: '12.2', 6: 'F4.2' },
      { 1: 'F4.1', 2: '12.3', 3: '12.1', 4: '11.2', 5: '13.2', 6: 'F4.3' },
    ],
  ],
  [
    'a final B from the next places of two semi-finals',
    { heats: [21, 22], placesOfEach: 3, firstPlace: 4 },
    [{ 1: '21.6', 2: '22.5', 3: '21.4', 4: '22.4', 5: '21.5', 6: '22.6' }],
  ],
  [
    'of one heat the fastest are its next places',
    { heats: [11], placesOfEach: 1, fastest: 2 },
    [{ 3: '11.1', 4: '11.2', 5: '11.3' }],
  ],
  [
    'lanes enough: a place that a heat does not give leaves its lane free',
    { heats: [11, 12], placesOfEach: [2, 3] },
    [{ 2: '12.2', 3: '11.1', 4: '12.1', 5: '11.2', 6: '12.3' }],
  ],
  [
    'not lanes enough: no lane stays free',
    { heats: [11, 12], placesOfEach: [2, 3], lanes: [3, 4, 2, 1, 5] },
    [{ 1: '12.2', 2: '11.2', 3: '11.1', 4: '12.1', 5: '12.3' }],
  ],
  [
    'more places than lanes: it says how many are left',
    { heats: [11, 12], placesOfEach: 2, lanes: [2, 3, 1] },
    [{ 1: '11.2', 2: '11.1', 3: '12.1' }],
    1,
  ],
  [
    'more of the fastest than heats',
    { heats: [11, 12], placesOfEach: 1, fastest: 3 },
    [{ 2: 'F2.2', 3: '11.1', 4: '12.1', 5: 'F2.1' }],
    1,
  ],
  ['no heats', { heats: [], placesOfEach: 3 }, [{}]],
  ['nowhere to go', { heats: [11], targets: [], placesOfEach: 2 }, [], 2],
];

describe('the rules of a round', () => {
  for (const [name, pattern, rounds, left = 0] of CASES) {
    test(name, () => {
      const result = patternRules({
        heats: [11, 12],
        targets: [21],
        placesOfEach: 1,
        lanes: LANES,
        ...pattern,
      });
      const words = result.rounds.map(({ rules }) =>
        Object.fromEntries(
          rules.map(({ position, races, place, fastest }) => [
            position,
            fastest === null ? `${races[0]}.${place}` : `F${place}.${fastest}`,
          ]),
        ),
      );
      assert.deepEqual([words, result.left], [rounds, left]);
    });
  }
});

const range = (from: number, count: number) => Array.from({ length: count }, (_, n) => from + n);

const patterns = fc.record({
  heats: fc.integer({ min: 1, max: 6 }),
  targets: fc.integer({ min: 1, max: 4 }),
  placesOfEach: fc.array(fc.nat(5), { minLength: 6, maxLength: 6 }),
  firstPlace: fc.integer({ min: 1, max: 4 }),
  fastest: fc.nat(6),
  lanes: fc.integer({ min: 1, max: 9 }),
});

always(
  'a round never has rules that its races cannot be given',
  patterns,
  ({ heats, targets, lanes, ...rest }) => {
    const pattern = {
      ...rest,
      heats: range(1, heats),
      targets: range(101, targets),
      placesOfEach: rest.placesOfEach.slice(0, heats),
      lanes: fromTheMiddle(range(1, lanes)),
    };
    const { rounds, left } = patternRules(pattern);
    const races = [...pattern.heats, ...pattern.targets].map((id) => race({ id, raceNumber: id }));
    const all = rounds.flatMap(({ raceId, rules }) => {
      accepted(planRules({ races, lanes: new Map() }, raceId, rules));
      return rules;
    });
    const sources = all.map(({ position: _, ...source }) => JSON.stringify(source));
    assert.equal(new Set(sources).size, sources.length, 'a place goes on once');
    const wanted = pattern.placesOfEach.reduce((sum, count) => sum + count, rest.fastest);
    assert.equal(all.length + left, wanted);
    assert.ok(left >= 0);
  },
);
