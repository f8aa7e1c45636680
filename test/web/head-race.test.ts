/** The texts of pages about a head race and a race with categories, in several languages. Pure. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BoardLane, BoardRace } from '../../src/contract/board.ts';
import { categoriesOf, categoryPlaces, shownResults } from '../../src/domain/results/standings.ts';
import type { Language } from '../../src/words/languages.ts';
import { courseText, entryTexts, type StandingWords } from '../../src/words/standing-texts.ts';
import { racingWords } from '../../src/words/words.ts';
import { readOptions } from '../../web/src/board/display/options.ts';
import { listsToShow, turnKey, turnRows, turnsOf } from '../../web/src/board/display/turns.ts';
import { atOwnStart, nextOf } from '../../web/src/shared/race/my-day.ts';
import { judgeRaces, type ShownRace } from '../../web/src/shared/race/race-phase.ts';
import { listsOf, placesIn, standingTexts } from '../../web/src/shared/race/ranking.ts';
import {
  firstPlace,
  laneResults,
  ordinalText,
  soFarText,
} from '../../web/src/shared/race/results.ts';
import { raceGroups } from '../../web/src/shared/race/search.ts';
import { boardOf, lane, race, wordsOf } from './boards.ts';

const at = (time: string) => `2026-06-13T${time}Z`;
const NOW = Date.parse(at('10:20:00'));
const MASTERS = 'Masters C 4x';
const OPEN = 'Open 4x';

/** A boat of a race with starts a minute apart: its category, its time in seconds, other properties of its lane. */
type Boat = [category: string | null, seconds?: number | null, given?: Partial<BoardLane>];

function head(boats: readonly Boat[], given: Partial<BoardRace> = {}): BoardRace {
  const lanes = boats.map(([category, seconds = null, more], index): BoardLane => {
    const startsAt = at(`10:${String(index).padStart(2, '0')}:00`);
    const finished = seconds !== null && {
      status: 'finished' as const,
      finishTimeMillis: seconds * 1000,
    };
    const own = { category, startsAt, positionLabel: String(300 + index) };
    return lane(index + 1, { ...own, ...finished, ...more });
  });
  const shown = shownResults('timed', lanes);
  const places = categoryPlaces(lanes, shown);
  const placed = shown.map((one, index) => ({ ...one, categoryPlace: places[index] ?? null }));
  return race(1, at('10:00:00'), {
    ...{ kind: 'head', startIntervalSeconds: 60, lastInAt: at('10:19:00') },
    categories: categoriesOf(placed),
    lanes: placed,
    ...given,
  });
}

/** Four of six boats are in, the fastest of them out of competition; the last boat has not started. */
const RUNNING = head([
  [MASTERS, 900, { allowanceMillis: 20_000, adjustedTimeMillis: 880_000 }],
  [OPEN, 890],
  [MASTERS, 905],
  [OPEN, 700, { outOfCompetition: true }],
  [OPEN],
  [MASTERS, null, { startsAt: at('10:42:00') }],
]);

const words = (language: Language): StandingWords => ({
  shared: wordsOf(language),
  racing: racingWords(language),
});
const standings = (of: ShownRace, language: Language = 'en') =>
  laneResults(of, wordsOf(language).decimalMark).map((result) => [
    result.lane.position,
    standingTexts(result, of, { now: NOW, timezone: 'UTC' }, words(language)).join(' · '),
  ]);

test('while boats are out, places are told as they stand, with gaps to the leader', () => {
  const told = laneResults(RUNNING, '.').map((result) => [
    result.lane.position,
    result.place,
    ordinalText(result, wordsOf('en')),
    result.gap,
  ]);
  assert.deepEqual(told, [
    [1, '1', 'leading', undefined],
    [2, '2', '2nd so far', '+10.00'],
    [3, '3', '3rd so far', '+25.00'],
    // Out of competition: it has a time, but no place, and moves nobody behind it.
    [4, '', '', undefined],
    [5, '', '', undefined],
    [6, '', '', undefined],
  ]);
  assert.equal(soFarText(RUNNING, wordsOf('en')), '4 of 6 in');
  assert.equal(firstPlace(RUNNING, wordsOf('en'))?.rank, 'leading');
});

test('the time that counts is told first, and the raw one beside it', () => {
  const [first] = laneResults(RUNNING, '.');
  assert.deepEqual([first?.time, first?.raw], ['14:40.00', '15:00.00']);
  const { time, raw } = firstPlace(RUNNING, wordsOf('de')) ?? {};
  assert.deepEqual([time, raw], ['14:40,00', 'gefahren 15:00,00']);
  const negative = head([[null, 10, { allowanceMillis: 12_500, adjustedTimeMillis: -2500 }]]);
  assert.equal(laneResults(negative, '.')[0]?.time, '−0:02.50');
});

test('a crew stands in its category first', () => {
  assert.deepEqual(standings(RUNNING), [
    [1, 'leading · Masters C 4x · leading overall'],
    [2, 'leading · Open 4x · 2nd of 6 so far overall'],
    [3, '2nd of 3 so far · Masters C 4x · 3rd of 6 so far overall'],
    [4, 'Open 4x'],
    [5, 'on the course · Open 4x'],
    [6, 'start about 10:42 · Masters C 4x'],
  ]);
  assert.equal(
    standings(RUNNING, 'de')[2]?.[1],
    '2. von 3 bisher · Masters C 4x · 3. von 6 bisher gesamt',
  );
  assert.equal(
    standings(RUNNING, 'fr')[2]?.[1],
    '2e sur 3 pour l’instant · Masters C 4x · 3e sur 6 pour l’instant au général',
  );
});

test('once all are in there are winners; where boats are missing for good there are places and no winner', () => {
  const done = head([
    [MASTERS, 900],
    [OPEN, 890],
    [OPEN, null, { status: 'dns' }],
  ]);
  assert.deepEqual(standings(done), [
    [2, '1st of 2 · Open 4x · 1st of 3 overall'],
    [1, '1st of 1 · Masters C 4x · 2nd of 3 overall'],
    [3, 'Open 4x'],
  ]);
  const ended = { ...RUNNING, hasEnded: true };
  assert.equal(soFarText(ended, wordsOf('en')), '4 of 6 in');
  assert.equal(firstPlace(ended, wordsOf('en'))?.rank, 'place 1');
  assert.equal(standings(ended)[2]?.[1], 'place 2 of 3 · Masters C 4x · place 3 of 6 overall');
  const closed = { ...RUNNING, closed: true };
  assert.equal(soFarText(closed, wordsOf('en')), '');
  assert.equal(firstPlace(closed, wordsOf('en'))?.rank, '1st');
  assert.deepEqual(
    laneResults(closed, '.').map(({ isMissing }) => isMissing),
    [false, false, false, false, true, true],
  );
  const hidden = { ...closed, results: 'hidden' as const };
  assert.ok(laneResults(hidden, '.').every(({ isMissing }) => !isMissing));
});

test('a race whose boats start together tells no places before it is over', () => {
  const lanes = { ...RUNNING, kind: 'lanes' as const };
  assert.ok(laneResults(lanes, '.').every(({ place, gap }) => place === '' && gap === undefined));
});

test('how many are out is said while a head race is on', () => {
  const told = (of: BoardRace, now = NOW) => courseText(of, now, racingWords('en'));
  assert.equal(told(RUNNING), '1 still on the course, 1 not yet started');
  assert.equal(told(RUNNING, Date.parse(at('10:45:00'))), '2 still on the course');
  assert.equal(told({ ...RUNNING, closed: true }), '');
  assert.equal(told({ ...RUNNING, kind: 'lanes' }), '');
});

test('before the start of a head race each entry says when it starts', () => {
  const start = head([[OPEN], [OPEN, null, { status: 'dns' }]]);
  const whereIs = entryTexts(start, Date.parse(at('09:00:00')), () => '10:00', racingWords('fr'));
  assert.deepEqual(start.lanes.map(whereIs), ['départ vers 10:00', '']);
});

test('there is a list for each category, in the order of their first entries, with the places in it', () => {
  const lists = listsOf(head([...RUNNING.lanes.map(boatOf), [null, 950], [OPEN, 890]]), '.');
  assert.deepEqual(
    lists.map((list) => [list.name, list.scored, list.entered, placesIn(list).join(' ').trim()]),
    [
      [MASTERS, 2, 3, '1 2'],
      [OPEN, 3, 4, '1= 1='],
      [null, 1, 1, '5'],
    ],
  );
});

function boatOf({ category, finishTimeMillis, ...given }: BoardLane): Boat {
  const { outOfCompetition, startsAt, allowanceMillis, adjustedTimeMillis } = given;
  const millis = finishTimeMillis === null ? null : finishTimeMillis / 1000;
  return [category, millis, { outOfCompetition, startsAt, allowanceMillis, adjustedTimeMillis }];
}

test('the big screen has who leads, who came in last, and each category, in turns', () => {
  const board = boardOf([RUNNING]);
  const keys = (query = '') => turnsOf(board, readOptions(query), NOW).map(turnKey);
  assert.deepEqual(keys(), [
    'now 101 fastest 0/1',
    'now 101 lastIn 0/1',
    'now 101 category Masters C 4x 0/1',
    'now 101 category Open 4x 0/1',
  ]);
  assert.deepEqual(keys('?view=results').length, 4, 'where nobody asks for what is on');
  const last = turnRows({ race: RUNNING, list: { of: 'lastIn' } }, '.', NOW);
  assert.deepEqual(
    last.map(({ result }) => result.lane.position),
    [3, 2, 1, 4],
  );
  const start = head(Array.from({ length: 40 }, () => [OPEN]));
  assert.deepEqual(listsToShow('now', start, Date.parse(at('10:05:30'))), [{ of: 'starting' }]);
  const next = turnRows({ race: start, list: { of: 'starting' } }, '.', Date.parse(at('10:05:30')));
  assert.deepEqual(
    next.map(({ lead }) => lead),
    Array.from({ length: 10 }, (_, index) => String(306 + index)),
  );
  const before = turnsOf(boardOf([start]), readOptions('?view=next'), Date.parse(at('09:00:00')));
  assert.deepEqual(before.map(turnKey), ['next 101 starting 0/1']);
});

test('a head race is mine until my crew is in, by its own start', () => {
  const judged = judgeRaces([{ day: '2026-06-13', races: [RUNNING] }], {
    now: NOW,
    today: '2026-06-13',
  });
  const nextFor = (crew: number) => nextOf([RUNNING], new Set([crew]), judged, NOW)?.raceNumber;
  assert.deepEqual([nextFor(1), nextFor(5), nextFor(6)], [undefined, 1, 1]);
  assert.equal(atOwnStart(RUNNING, new Set([6])).estimatedAt, at('10:42:00'));
  assert.equal(atOwnStart(RUNNING, new Set([1])), RUNNING);
});

test('a head race that is on is still to come for whoever looks for a crew', () => {
  const groups = raceGroups([RUNNING], '2026-06-13', 'UTC');
  assert.deepEqual([groups.toCome.length, groups.rowed.length], [1, 0]);
  const closed = raceGroups([{ ...RUNNING, closed: true }], '2026-06-13', 'UTC');
  assert.deepEqual([closed.toCome.length, closed.rowed.length], [0, 1]);
});
