/** Search by what people type on a phone, and the names of races. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { raceNameParts } from '../../src/domain/race-name.ts';
import { search, searchText } from '../../web/src/shared/search.ts';
import { lane, race } from './boards.ts';

const AT = '2026-06-13T09:00:00Z';
const CREWS = [
  { id: 1, name: 'Mündener Ruderverein' },
  { id: 2, name: 'Société Nautique' },
];
const RACES = [
  race(1, AT, { lanes: [lane(1, { crewId: 1, crewName: 'Mündener Ruderverein' })] }),
  race(2, AT, { title: 'Men’s Eight', lanes: [lane(1, { crewId: 2 })] }),
  race(12, AT, { boatClass: '4x', lanes: [] }),
];

function found(typed: string) {
  const { crews, races } = search(CREWS, RACES, typed);
  return [crews.map(({ id }) => id), races.map(({ raceNumber }) => raceNumber)];
}

test('a crew is found without its accents and in any case', () => {
  assert.deepEqual(found('mundener'), [[1], [1]]);
  assert.deepEqual(found('  SOCIETE   naut'), [[2], [2]]);
});

test('a race is found by its number, title or class', () => {
  assert.deepEqual(found('12'), [[], [12]]);
  assert.deepEqual(found('#2'), [[], [2]]);
  assert.deepEqual(found('eight'), [[], [2]]);
  assert.deepEqual(found('4X'), [[], [12]]);
});

test('nothing typed finds every race and no crew in particular', () => {
  assert.deepEqual(found(' '), [[], [1, 2, 12]]);
});

test('nothing is found for what is not there', () => {
  assert.deepEqual(found('zzz'), [[], []]);
});

test('letters that are no accents are compared, too', () => {
  assert.equal(searchText('Straße København'), 'strasse kobenhavn');
});

test('a race is not called twice the same', () => {
  const named = race(1, AT, {
    title: 'Men’s 4x Final',
    boatClass: '4x',
    round: 'Final',
    divisionLabel: 'M',
  });
  assert.deepEqual(raceNameParts(named), ['Men’s 4x Final', 'M']);
  assert.deepEqual(raceNameParts(race(1, AT, { boatClass: '4x', round: 'Heat 1' })), [
    '4x',
    'Heat 1',
  ]);
});
