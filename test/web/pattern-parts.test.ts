/** A pattern before it is saved: the classes and patterns that are offered, and what is typed for the races of its targets. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Office, OfficeRace } from '../../src/contract/console/office.ts';
import { patternTargets } from '../../src/domain/progression/patterns/plan-pattern.ts';
import {
  chosenClasses,
  fieldOf,
  fittingPatterns,
  heatRounds,
  proposedTargets,
  readTargets,
} from '../../web/src/console/office/progression/patterns/pattern-decisions.ts';
import { classesOf } from '../../web/src/console/office/progression/rounds.ts';

const race = (id: number, boatClass: string, round: string, minute: number, entered = 0) =>
  ({
    ...{ id, raceNumber: id, printedNumber: null, title: null, divisionLabel: null },
    ...{ boatClass, round, entered, lanes: [], laneScheme: null },
    scheduledAt: new Date(Date.UTC(2026, 5, 13, 9, minute)).toISOString(),
  }) as unknown as OfficeRace;

const RACES = [
  race(1, '1x', 'Heat 1', 0, 5),
  race(2, '1x', 'Heat 2', 10, 5),
  race(3, '2x', 'Heat 1', 20, 4),
  race(4, '2x', 'Heat 2', 30, 4),
  race(5, '4x', 'Heat', 40),
  race(6, '1x', 'Hoffnungslauf 2', 50),
  race(7, '1x', 'Kleines Finale', 60),
  race(8, '1x', 'Finale A', 70),
];
const OFFICE = {
  races: RACES,
  event: { timezone: 'UTC', startDate: '2026-06-13', endDate: '2026-06-13' },
} as unknown as Office;
const CLASSES = classesOf(RACES);
const NOTHING = { round: '', leftOut: '', heats: '', patternId: '' };

test('heats are the rounds of which some class rows several races', () => {
  assert.deepEqual(heatRounds(CLASSES), ['Heat']);
});

test('classes by their round, or heats by their numbers, a class after each semicolon', () => {
  const heatsOf = (fields: Partial<typeof NOTHING>) =>
    chosenClasses({ ...NOTHING, ...fields }, CLASSES, RACES).classes.map(({ heats }) => heats);
  assert.deepEqual(heatsOf({ round: 'Heat' }), [
    [1, 2],
    [3, 4],
  ]);
  assert.deepEqual(heatsOf({ heats: '1-2; 3 4' }), [
    [1, 2],
    [3, 4],
  ]);
  assert.deepEqual(heatsOf({ heats: '' }), []);
  assert.equal(chosenClasses({ ...NOTHING, heats: '1, 77' }, CLASSES, RACES).unknown, '77');
  const [first] = chosenClasses({ ...NOTHING, heats: '2 1' }, CLASSES, RACES).classes;
  assert.deepEqual(first, { key: '1x', name: '1x', heats: [2, 1], others: [6, 7, 8] });
});

test('patterns for as many heats are offered, those for as many crews first', () => {
  const { classes } = chosenClasses({ ...NOTHING, round: 'Heat' }, CLASSES, RACES);
  const offered = (of: typeof classes) => {
    const { fits, others } = fittingPatterns(of, RACES);
    return [fits.map(({ id }) => id), others.map(({ id }) => id)];
  };
  assert.deepEqual(offered(classes.slice(0, 1)), [
    [3, 4, 5, 6, 7],
    [1, 2],
  ]);
  assert.deepEqual(offered(classes), [
    [3, 4],
    [1, 2, 5, 6, 7],
  ]);
  const unlike = { key: '', name: '', heats: [1, 2, 3], others: [] };
  assert.deepEqual(offered([...classes, unlike]), [[], []]);
});

const { classes } = chosenClasses({ ...NOTHING, heats: '1-2' }, CLASSES, RACES);
const targets = patternTargets(
  { patternId: 6, heats: [1, 2] },
  { races: new Map(RACES.map((each) => [each.id, each])), laneScheme: null },
);
const proposed = proposedTargets(targets, classes, OFFICE);

test('races that are called like a target are proposed for it, else new ones behind the last race', () => {
  const of = (key: string) => [fieldOf(key, 'race'), fieldOf(key, 'number'), fieldOf(key, 'at')];
  const fields = (key: string) => of(key).map((field) => proposed[field]);
  assert.deepEqual(fields('repechage-1'), ['new', '9', '2026-06-13T10:20']);
  assert.equal(fields('repechage-2')[0], '6');
  assert.equal(fields('final-b')[0], '7');
  assert.equal(fields('final-a')[0], '8');
});

test('what is typed of the targets is read, and judged as the service does', () => {
  const read = (typed: Record<string, string>) =>
    readTargets({ ...proposed, ...typed }, targets, OFFICE);
  const at = fieldOf('repechage-1', 'at');
  const good = read({ [at]: '2026-06-13T09:45' });
  assert.deepEqual(good.targets, { 'repechage-2': 6, 'final-b': 7, 'final-a': 8 });
  assert.deepEqual(good.create, {
    'repechage-1': { raceNumber: 9, scheduledAt: '2026-06-13T09:45:00.000Z' },
  });
  assert.equal(good.troubles.size, 0);
  const number = fieldOf('repechage-1', 'number');
  const wrong: [typed: Record<string, string>, troubles: Record<string, string>][] = [
    [{ [number]: '' }, { [number]: 'number' }],
    [{ [number]: '0' }, { [number]: 'number' }],
    [{ [number]: '8' }, { [number]: 'taken' }],
    [{ [at]: '2026-06-13T08:59' }, { [at]: 'early' }],
    [
      { [at]: '' },
      {
        [at]: 'time',
        [fieldOf('final-a', 'race')]: 'early',
        [fieldOf('final-b', 'race')]: 'early',
      },
    ],
    [{ [fieldOf('final-b', 'race')]: '8' }, { [fieldOf('final-b', 'race')]: 'twice' }],
  ];
  for (const [typed, troubles] of wrong) {
    const found = Object.fromEntries(read({ [at]: '2026-06-13T09:45', ...typed }).troubles);
    assert.deepEqual(found, troubles, JSON.stringify(typed));
  }
});
