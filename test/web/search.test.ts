/** Search of crews, clubs and races by what people type on a phone, and the names of races. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { raceNameParts } from '../../src/domain/races/race-name.ts';
import { searchText } from '../../src/domain/text/search-text.ts';
import { clubsOf, raceGroups, search } from '../../web/src/shared/race/search.ts';
import { lane, ROWED, race } from './boards.ts';

const AT = '2026-06-13T09:00:00Z';
const CREWS = [
  { id: 1, name: 'Mündener Ruderverein', club: null },
  { id: 2, name: 'Société Nautique', club: null },
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
  assert.equal(searchText('Łódź Œuvre Đakovo Iğdır'), 'lodz ouvre dakovo igdir');
});

test('umlauts are found as they are written without them', () => {
  for (const typed of ['duesseldorf', 'dusseldorf', 'Düsseldorf', 'DUESS'])
    assert.ok(searchText('RC Germania Düsseldorf').includes(searchText(typed)), typed);
  assert.ok(searchText('Aalborg Roklub Ærø').includes(searchText('aeroe')));
  assert.ok(searchText('Samuel').includes(searchText('samue')));
});

const OF_CLUBS = [
  { id: 1, name: 'Saline A', club: 'SAL' },
  { id: 2, name: 'Saline B', club: 'SAL' },
  { id: 3, name: 'Hudson', club: 'HUD 12' },
  { id: 4, name: 'Ruderverein West 1', club: '101' },
  { id: 5, name: 'Ruderverein Ost 1', club: '101' },
  { id: 6, name: 'Ruderverein Nord', club: '102' },
  { id: 7, name: 'Ruderverein Süd', club: '102' },
  { id: 8, name: 'Nobody’s', club: null },
];

test('a club is called by the words that the names of its crews share, else by its id', () => {
  assert.deepEqual(
    clubsOf(OF_CLUBS).map(({ club, name, crews }) => [club, name, crews.length]),
    [
      ['101', '101', 2],
      ['102', '102', 2],
      ['HUD 12', 'HUD 12', 1],
      ['SAL', 'Saline', 2],
    ],
  );
});

for (const [typed, clubs, crews] of [
  ['saline', ['SAL'], [1, 2]],
  ['sal', ['SAL'], [1, 2]],
  ['hud', ['HUD 12'], [3]],
  // A number finds only races, and letters in the middle of a club's code do not find the club.
  ['101', [], []],
  ['12', [], []],
  ['aline', [], [1, 2]],
  ['udso', [], [3]],
] as const) {
  test(`“${typed}” finds the clubs ${clubs} and the crews ${crews}`, () => {
    const answer = search(OF_CLUBS, [], typed);
    assert.deepEqual(
      answer.clubs.map(({ club }) => club),
      clubs,
    );
    assert.deepEqual(
      answer.crews.map(({ id }) => id),
      crews,
    );
  });
}

test('races are still to come until they have a result or their day is over', () => {
  const groups = raceGroups(
    [
      race(1, '2026-06-12T09:00:00Z'),
      race(2, '2026-06-12T09:10:00Z', { lanes: ROWED }),
      race(3, '2026-06-13T09:00:00Z', { lanes: ROWED }),
      race(4, '2026-06-13T09:30:00Z', { lanes: [...ROWED, lane(3)] }),
      race(5, '2026-06-13T09:10:00Z'),
      race(6, '2026-06-13T09:20:00Z', { estimatedAt: '2026-06-13T10:20:00Z' }),
      race(7, '2026-06-13T09:40:00Z', { state: 'cancelled' }),
      race(8, '2026-06-14T09:00:00Z', { results: 'hidden' }),
    ],
    '2026-06-13',
    'UTC',
  );
  const numbers = (races: { raceNumber: number }[]) => races.map(({ raceNumber }) => raceNumber);
  assert.deepEqual(numbers(groups.toCome), [5, 7, 6, 8]);
  assert.deepEqual(numbers(groups.rowed), [1, 2, 3, 4]);
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
