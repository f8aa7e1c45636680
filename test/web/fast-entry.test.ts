/** Fast entry of a whole race: the order of finish, the places to come, what is sent; and which race is due next. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OfficeLane, OfficeRace } from '../../src/contract/console/office.ts';
import { type LaneResult, NO_RESULT, NOT_WITHDRAWN } from '../../src/domain/draw/lane.ts';
import { isRowed } from '../../src/domain/results/standings.ts';
import type { IsDropped } from '../../web/src/console/office/conflicts/conflicts.ts';
import {
  raceDueNext,
  racesRowed,
  raceToEnter,
} from '../../web/src/console/office/races/due-race.ts';
import {
  fieldEntry,
  firstPosition,
  nextPosition,
  readFinishOrder,
  resultsBody,
  withNext,
} from '../../web/src/console/office/races/results/field-entry.ts';
import { PLAIN_OFFICE_LANE } from '../support/racing.ts';

const lane = (position: number, more: Partial<OfficeLane> = {}): OfficeLane => ({
  position,
  positionLabel: String(position),
  crewId: 10 + position,
  from: null,
  ...NO_RESULT,
  ...NOT_WITHDRAWN,
  ...PLAIN_OFFICE_LANE,
  ...more,
});
const finished = (finishTimeMillis: number, penaltyMillis: number | null = null): LaneResult => ({
  status: 'finished',
  finishTimeMillis,
  finishPlace: null,
  penaltyMillis,
});
const timed = (lanes: OfficeLane[]) => ({ lanes, resultMode: 'timed' as const });
const texts = (lanes: Record<number, string>, order = '') => ({
  lanes: new Map(Object.entries(lanes).map(([position, text]) => [Number(position), text])),
  order,
});
const nothing: IsDropped = () => false;

test('places stand as they will be, beside what was stored before', () => {
  const race = timed([
    lane(1, finished(402_000)),
    lane(2),
    lane(3),
    lane(4),
    lane(5, { crewId: null }),
  ]);
  const entry = fieldEntry(race, texts({ 2: '64100', 3: '64200', 4: 's' }));
  assert.deepEqual(
    entry.lanes.map(({ lane: { position }, place, result }) => [position, place, result.status]),
    [
      [1, 2, 'finished'],
      [2, 1, 'finished'],
      [3, 2, 'finished'],
      [4, null, 'dns'],
    ],
  );
  assert.equal(entry.changes, 3);
  assert.deepEqual(entry.wrong, []);
});

test('what means nothing is wrong, and leaves the lane as it is', () => {
  const entry = fieldEntry(
    timed([lane(1, finished(402_000)), lane(2)]),
    texts({ 1: '7:6', 2: '6' }),
  );
  assert.deepEqual(entry.wrong, [1, 2]);
  assert.equal(entry.lanes[0]?.place, 1);
  assert.equal(entry.changes, 0);
});

test('the order of finish comes first: places from it, then times, which may contradict it', () => {
  const race = timed([lane(1), lane(2), lane(3)]);
  const ordered = fieldEntry(race, texts({}, '3 1'));
  assert.deepEqual(
    ordered.lanes.map(({ lane: { position }, place }) => [position, place]),
    [
      [3, 1],
      [1, 2],
      [2, null],
    ],
  );
  assert.equal(ordered.changes, 0, 'an order alone is no result of a timed race');
  const contradicted = fieldEntry(race, texts({ 3: '64300', 1: '64200', 2: '64500' }, '3 1 2'));
  assert.deepEqual(
    contradicted.lanes.map(({ isOutOfOrder }) => isOutOfOrder),
    [false, true, false],
  );
});

test('in a race without times the order of finish is the result', () => {
  const race = { lanes: [lane(1), lane(2), lane(3)], resultMode: 'placesOnly' as const };
  const entry = fieldEntry(race, texts({ 2: 'f' }, '3=1'));
  assert.deepEqual(
    entry.lanes.map(({ lane: { position }, result }) => [
      position,
      result.status,
      result.finishPlace,
    ]),
    [
      [1, 'finished', 1],
      [3, 'finished', 1],
      [2, 'dnf', null],
    ],
  );
  assert.equal(entry.changes, 3);
});

test('orders as people type them', () => {
  const lanes = (labels: string[]) =>
    labels.map((positionLabel, index) => ({ positionLabel, position: index + 1 }));
  const places = (text: string, labels = ['1', '2', '3', '4']) =>
    Object.fromEntries(readFinishOrder(text, lanes(labels)).places);
  assert.deepEqual(places('3 1 4'), { 3: 1, 1: 2, 4: 3 });
  assert.deepEqual(places('3, 1; 4'), { 3: 1, 1: 2, 4: 3 });
  assert.deepEqual(places('314'), { 3: 1, 1: 2, 4: 3 });
  assert.deepEqual(places('3=1 4'), { 3: 1, 1: 1, 4: 3 });
  assert.deepEqual(places('3 = 1 4'), { 3: 1, 1: 1, 4: 3 });
  assert.deepEqual(places('101 7', ['7', '12', '101']), { 3: 1, 1: 2 });
  assert.deepEqual(places('b A', ['A', 'B']), { 2: 1, 1: 2 });
  assert.deepEqual(places('0 1', ['0', '1']), { 1: 1, 2: 2 });
  assert.deepEqual(places(''), {});
  assert.deepEqual(readFinishOrder('3 9', lanes(['1', '2', '3'])).trouble, {
    kind: 'unknown',
    label: '9',
  });
  assert.deepEqual(readFinishOrder('3 1 3', lanes(['1', '2', '3'])).trouble, {
    kind: 'twice',
    label: '3',
  });
  assert.equal(withNext('3 1', '4'), '3 1 4');
  assert.equal(withNext('', '4'), '4');
});

test('only lanes that were typed are sent, whole; what was given up is not', () => {
  const stored = timed([lane(1, finished(402_000)), lane(2), lane(3, { status: 'dns' })]);
  const results = new Map([
    [1, finished(402_000)],
    [2, finished(401_000, 10_000)],
    [3, NO_RESULT],
  ]);
  assert.deepEqual(resultsBody(7, stored, results, nothing), {
    results: [
      { position: 2, status: 'finished', penaltyMillis: 10_000, finishTimeMillis: 401_000 },
      { position: 3, status: 'assigned', penaltyMillis: null, finishTimeMillis: null },
    ],
  });
  const givenUp: IsDropped = ({ position }, property) => position === 2 && property === '';
  const left = resultsBody(7, stored, results, givenUp);
  assert.deepEqual(
    left?.results.map(({ position }) => position),
    [3],
  );
  const only = new Map([[2, results.get(2) as LaneResult]]);
  assert.equal(resultsBody(7, stored, only, givenUp), undefined);
});

test('Enter goes to the neighbouring lane, whether or not it has a result', () => {
  const { lanes } = fieldEntry(
    timed([lane(1, finished(402_000)), lane(2, finished(403_000)), lane(3), lane(4)]),
    texts({ 1: '64100', 3: '64270' }),
  );
  assert.equal(firstPosition(lanes), 4, 'the first without a result');
  const next = [1, 2, 3, 4].map((position) => nextPosition(lanes, position));
  assert.deepEqual(next, [2, 3, 4, undefined]);
  const full = fieldEntry(timed([lane(1, finished(1)), lane(2, finished(2))]), texts({})).lanes;
  assert.equal(firstPosition(full), 1);
  assert.equal(nextPosition(full, 1), 2);
});

const ZONE = 'America/New_York';
const race = (id: number, time: string, more: Partial<OfficeRace> = {}) =>
  ({
    id,
    estimatedAt: `2026-06-${time}:00Z`,
    state: 'planned',
    lanes: [lane(1)],
    ...more,
  }) as OfficeRace;
const rowed = { lanes: [lane(1, finished(1)), lane(2, { crewId: null })] };
const scratched = { lanes: [lane(1, { status: 'dns' }), lane(2)] };
const half = { lanes: [lane(1, finished(1)), lane(2)] };

test('the race that is due next', () => {
  const now = Date.parse('2026-06-13T15:00:00Z');
  const due = (races: OfficeRace[], at = now) => raceDueNext(races, ZONE, at)?.id;
  assert.equal(due([]), undefined);
  assert.equal(due([race(1, '13T13:00', rowed), race(2, '13T14:00'), race(3, '13T16:00')]), 2);
  assert.equal(
    due([race(1, '13T13:00', half), race(2, '13T14:00')]),
    1,
    'half a field is not enough',
  );
  assert.equal(
    due([race(1, '13T13:00', half), race(2, '13T14:00', rowed), race(3, '13T15:00')]),
    3,
    'what was left open before the last result does not come back at once',
  );
  assert.equal(due([race(1, '13T13:00'), race(2, '13T14:00', rowed)]), 1, 'until nothing follows');
  assert.equal(
    due([race(1, '13T14:50'), race(2, '13T19:00', scratched)]),
    1,
    'a boat that was scratched in the morning makes no race rowed',
  );
  assert.equal(
    due([
      race(1, '13T13:00', { state: 'cancelled' }),
      race(2, '13T14:00', { state: 'postponed' }),
      race(3, '13T15:00'),
    ]),
    3,
  );
  assert.equal(due([race(1, '12T13:00'), race(2, '13T14:00')]), 2, 'today before yesterday');
  assert.equal(due([race(1, '12T13:00'), race(2, '14T14:00')]), 2, 'to come before yesterday');
  assert.equal(due([race(1, '12T13:00', rowed), race(2, '12T14:00', rowed)]), 2);
  // 03:00 UTC on the 14th is still the 13th at the venue.
  assert.equal(due([race(1, '14T03:00'), race(2, '14T13:00')]), 1);
});

test('how far a regatta has come', () => {
  assert.equal(isRowed(race(1, '13T13:00', rowed).lanes), true);
  assert.equal(isRowed([]), false);
  assert.deepEqual(
    racesRowed([
      race(1, '13T13:00', rowed),
      race(2, '13T14:00', half),
      race(3, '13T15:00', scratched),
      race(4, '13T16:00', { state: 'cancelled' }),
    ]),
    { rowed: 1, all: 3 },
  );
});

test('whoever enters results passes over cancelled races', () => {
  const races = ['planned', 'cancelled', 'cancelled', 'postponed'].map((state) => ({
    state: state as OfficeRace['state'],
  }));
  assert.equal(raceToEnter(races, 0, 1), races[3]);
  assert.equal(raceToEnter(races, 3, -1), races[0]);
  assert.equal(raceToEnter(races, 0, -1), undefined);
  assert.equal(raceToEnter(races, 3, 1), undefined);
});

test('typing leaves out who has withdrawn, unless there is nobody else', () => {
  const gone = { withdrawn: true };
  const { lanes } = fieldEntry(timed([lane(1, gone), lane(2), lane(3, gone), lane(4)]), texts({}));
  assert.deepEqual([firstPosition(lanes), nextPosition(lanes, 2)], [2, 4]);
  const none = fieldEntry(timed([lane(1, gone), lane(2, gone)]), texts({})).lanes;
  assert.equal(firstPosition(none), 1);
});

test('who has withdrawn is neither counted nor waited for, unless it gets a result after all', () => {
  const six = [1, 2, 3, 4, 5, 6].map((position) => lane(position, { withdrawn: position === 6 }));
  const typed = (upTo: number) =>
    Object.fromEntries(six.slice(0, upTo).map(({ position }) => [position, `6420${position}`]));
  const cases: [
    name: string,
    lanes: OfficeLane[],
    texts: Record<number, string>,
    count: [number, number],
  ][] = [
    ['nothing typed', six, {}, [0, 5]],
    ['all that row', six, typed(5), [5, 5]],
    ['one is missing', six, typed(4), [4, 5]],
    ['the withdrawn one rows', six, typed(6), [6, 6]],
    ['it rows, another is missing', six, { ...typed(4), 6: '70000' }, [5, 6]],
    ['all have withdrawn', [lane(1, { withdrawn: true })], {}, [0, 0]],
  ];
  for (const [name, lanes, lanesTyped, count] of cases) {
    const { scored, entered } = fieldEntry(timed(lanes), texts(lanesTyped));
    assert.deepEqual([scored, entered], count, name);
  }
});
