/** The fields for heats that the program draws: races, crews, a ranking, lanes and a seed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OfficeLane, OfficeRace } from '../../src/contract/console/office.ts';
import {
  type HeatsFields,
  NO_HEATS,
  readHeats,
  roundsToDraw,
  writeCrews,
} from '../../web/src/console/office/progression/heats/heats-fields.ts';

const SEED = '00112233445566778899aabbccddeeff';

const lane = (crewId: number | null, withdrawn = false) => ({ crewId, withdrawn }) as OfficeLane;
const race = (id: number, more: Partial<OfficeRace> = {}) =>
  ({
    ...{ id: 10 * id, raceNumber: id, printedNumber: null, title: null, scored: 0 },
    ...{ startedAt: null, divisionLabel: null, boatClass: '4x', round: `Heat ${id}`, lanes: [] },
    ...more,
  }) as unknown as OfficeRace;

const RACES = [
  race(1, { lanes: [lane(1), lane(2, true), lane(null)] }),
  race(2),
  race(3, { printedNumber: '3A', round: 'Final' }),
];
const CREWS = ['Adler', 'Biber', 'Corvus'].map((name, index) => {
  return { id: index + 1, name, clubId: null };
});
const read = (typed: Partial<HeatsFields>) =>
  readHeats({ ...NO_HEATS, ...typed }, { races: RACES, crews: CREWS });

const RANKED = { races: '1 3a', crews: '1 2 3', method: 'seeded' };

const cases: [what: string, typed: Partial<HeatsFields>, asked: object | undefined][] = [
  ['nothing', {}, undefined],
  ['races in which nobody stands', { races: '2' }, undefined],
  [
    'at first the crews of the races that row',
    { races: '2 1' },
    { raceIds: [20, 10], crewIds: [1], method: 'random', clubsApart: true, lanes: 'middle-out' },
  ],
  [
    'crews that are ticked, whatever stands there; one that is gone is none',
    { races: '1-2', crews: '3 2 99', clubsApart: false, lanes: 'in-order' },
    { raceIds: [10, 20], crewIds: [3, 2], method: 'random', clubsApart: false, lanes: 'in-order' },
  ],
  ['all crews unticked', { races: '1', crews: writeCrews(new Set()) }, undefined],
  [
    'a ranking, and lanes one by one',
    { ...RANKED, ranking: ' corvus \n\nADLER', lanes: 'list', positions: '4, 3;5' },
    {
      ...{ raceIds: [10, 30], crewIds: [1, 2, 3], method: 'seeded', order: [3, 1] },
      lanes: [4, 3, 5],
    },
  ],
];

for (const [what, typed, asked] of cases) {
  test(`heats: ${what}`, () => {
    const { asked: is, troubles } = read(typed);
    assert.deepEqual([is, troubles], [asked, []]);
  });
}

const troubles: [typed: Partial<HeatsFields>, field: string, kind: string, text: string][] = [
  [{ races: '1 9' }, 'races', 'unknown', '9'],
  [{ ...RANKED, ranking: 'Emu' }, 'ranking', 'unknown-crew', 'Emu'],
  [{ ...RANKED, ranking: 'Adler\nadler' }, 'ranking', 'twice', 'adler'],
  [{ ...RANKED, crews: '1', ranking: 'Biber' }, 'ranking', 'not-chosen', 'Biber'],
  [{ races: '1', lanes: 'list' }, 'positions', 'positions', ''],
  [{ races: '1', lanes: 'list', positions: '3 0' }, 'positions', 'positions', ''],
  [{ races: '1', lanes: 'list', positions: '3 3' }, 'positions', 'positions', ''],
  [{ races: '1', seed: 'abc' }, 'seed', 'seed', 'abc'],
];

for (const [typed, field, kind, text] of troubles) {
  test(`heats: nothing is asked for with ${kind} ${text}`, () => {
    const { asked, troubles: is } = read(typed);
    assert.deepEqual([asked, is], [undefined, [{ field, kind, text }]]);
  });
}

test('heats: a seed may be typed in groups and capitals, and a ranking is kept for another day', () => {
  assert.equal(read({ seed: '00112233 44556677 8899AABB CCDDEEFF' }).seed, SEED);
  assert.equal(read({}).seed, undefined);
  assert.deepEqual(read({ ...RANKED, method: 'random', ranking: 'Emu' }).troubles, []);
});

test('heats: the rounds of a programme that are still to be drawn', () => {
  const scored = race(4, { boatClass: '8+', scored: 1 });
  const rounds = roundsToDraw([...RACES, scored, race(5, { boatClass: '8+' })]);
  assert.deepEqual(rounds, [
    { name: '4x', round: 'Heat', races: '1 2' },
    { name: '4x', round: 'Final', races: '3A' },
  ]);
});

test('heats: the rounds of a programme whose races share one printed number are drawn whole', () => {
  const races = RACES.map((each) => ({ ...each, printedNumber: '12' }));
  const [heats] = roundsToDraw(races);
  const { asked } = readHeats({ ...NO_HEATS, races: heats?.races ?? '' }, { races, crews: CREWS });
  assert.deepEqual([heats?.races, asked?.raceIds], ['#1 #2', [10, 20]]);
});
