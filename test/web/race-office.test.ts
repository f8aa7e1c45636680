/** States, printed numbers and official results that the race office sets, in the words of the public pages. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BoardRace } from '../../src/contract/board.ts';
import { officialText, stateText } from '../../web/src/shared/race/race-phase.ts';
import { numbered, wholeNames } from '../../web/src/shared/race/race-title.ts';
import { laneResults, occupantOf } from '../../web/src/shared/race/results.ts';
import { lastResults } from '../../web/src/shared/race/running-order.ts';
import { search } from '../../web/src/shared/race/search.ts';
import { boardOf, currentRaces, lane, ROWED, race, wordsOf } from './boards.ts';

const at = (time: string) => `2026-06-13T${time}:00Z`;
const [en, de, fr] = [wordsOf('en'), wordsOf('de'), wordsOf('fr')];

test('a cancelled or postponed race is never next nor on the course', () => {
  const races = [
    race(1, at('09:00'), { state: 'cancelled' }),
    race(2, at('09:05'), { state: 'postponed' }),
    race(3, at('09:20'), { state: 'cancelled' }),
    race(4, at('09:30'), { state: 'postponed' }),
    race(5, at('09:40')),
  ];
  const { onCourse, next } = currentRaces(boardOf(races), Date.parse(at('09:10')));
  assert.deepEqual(onCourse, []);
  assert.deepEqual(
    next.map(({ raceNumber }) => raceNumber),
    [5],
  );
  const late = currentRaces(boardOf(races), Date.parse(at('20:00')));
  assert.deepEqual(
    late.waiting.map(({ raceNumber }) => raceNumber),
    [5],
    'waited for, not off',
  );
});

test('the results of a cancelled race do not count', () => {
  const races = [
    race(1, at('09:00'), { lanes: ROWED }),
    race(2, at('09:10'), { lanes: ROWED, state: 'cancelled' }),
  ];
  assert.deepEqual(
    lastResults(races).map(({ raceNumber }) => raceNumber),
    [1],
  );
});

test('the number is the printed one, also in a search', () => {
  const races = [
    race(160, at('09:00'), { number: '16A', title: 'Heat' }),
    race(161, at('09:10'), { number: '16b' }),
    race(17, at('09:20')),
    race(16, at('09:30'), { number: '7' }),
    race(1600, at('09:40')),
  ];
  assert.equal(
    numbered(
      races[0] as BoardRace,
      wholeNames(races as BoardRace[]).get((races[0] as BoardRace).id) ?? '',
    ),
    '16A · Heat',
  );
  for (const [typed, found] of [
    ['16a', [160]],
    ['#16A', [160]],
    ['16', [160, 161]],
    ['160', []],
    ['7', [16]],
    ['1600', [1600]],
  ] as const) {
    const ids = search([], races, typed).races.map(({ raceNumber }) => raceNumber);
    assert.deepEqual(ids, [...found], typed);
  }
});

test('a lane where nobody is drawn says where its crew will come from, until the race is rowed', () => {
  const races = new Map(
    [race(12, at('09:00')), race(13, at('09:10')), race(14, at('09:20'), { number: '14A' })].map(
      (one) => [one.id, one],
    ),
  );
  const coming = (place: number, fastest: number | null, ids: number[]) =>
    lane(3, { crewId: null, crewName: null, from: { races: ids, place, fastest } });
  const words = (one: ReturnType<typeof lane>) =>
    [en, de, fr].map((t) => occupantOf(one, races, t));
  assert.deepEqual(words(coming(1, null, [112])), [
    '1st of race 12',
    '1. aus Rennen 12',
    '1er de la course 12',
  ]);
  assert.deepEqual(words(coming(3, 1, [112, 113, 114])), [
    'fastest 3rd of races 12–14A',
    'Zeitschnellster der 3. aus Rennen 12–14A',
    'repêché au temps parmi les 3es, courses 12–14A',
  ]);
  assert.deepEqual(words(coming(3, 2, [112, 114])), [
    '2nd fastest 3rd of races 12, 14A',
    'Zeitschnellster Nr. 2 der 3. aus Rennen 12, 14A',
    'repêché au temps n° 2 parmi les 3es, courses 12, 14A',
  ]);
  assert.deepEqual(words(lane(1)), ['Crew 1', 'Crew 1', 'Crew 1']);
  assert.equal(occupantOf(lane(1, { crewName: null }), races, en), '');

  const empty = lane(4, { crewId: null, crewName: null });
  const final = race(20, at('11:00'), { lanes: [lane(1), coming(1, null, [112]), empty] });
  const shown = (one: BoardRace) => laneResults(one, '.').map((row) => row.lane.position);
  assert.deepEqual(shown(final), [1, 3]);
  assert.deepEqual(shown({ ...final, lanes: [...ROWED, coming(1, null, [112])] }), [2, 1]);
});

test('states and official results in words', () => {
  const texts = (given: Partial<BoardRace>) => {
    const one = race(1, at('09:00'), given);
    return [en, de, fr].map((t) => stateText(one, t) || officialText(one, t));
  };
  assert.deepEqual(texts({}), ['', '', '']);
  assert.deepEqual(texts({ state: 'cancelled' }), ['Cancelled', 'Abgesagt', 'Annulée']);
  assert.deepEqual(texts({ state: 'cancelled', reason: 'Wind' }), [
    'Cancelled: Wind',
    'Abgesagt: Wind',
    'Annulée\u00a0: Wind',
  ]);
  assert.deepEqual(texts({ state: 'postponed', reason: 'Fog' }), [
    'Postponed: time not known yet. Fog',
    'Vertagt: Zeit noch offen. Fog',
    'Reportée\u00a0: heure pas encore connue. Fog',
  ]);
  assert.deepEqual(texts({ official: false }), ['', '', ''], 'nothing is rowed yet');
  assert.deepEqual(texts({ official: false, lanes: ROWED }), [
    'provisional',
    'vorläufig',
    'provisoire',
  ]);
  assert.deepEqual(texts({ official: true, lanes: ROWED }), ['official', 'offiziell', 'officiel']);
  assert.deepEqual(texts({ official: null, lanes: ROWED }), ['', '', '']);
  const scratched = [lane(1, { status: 'dns' }), lane(2)];
  assert.deepEqual(texts({ official: false, lanes: scratched }), ['', '', ''], 'no result yet');
});
