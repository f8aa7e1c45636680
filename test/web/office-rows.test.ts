/** The rows of the tables of races and crews: what they show, what they would write, and their order. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OfficeCrew, OfficeRace } from '../../src/contract/console/office.ts';
import { VenueClock } from '../../src/domain/day/venue-clock.ts';
import {
  REMOVED,
  type Thing,
  UNDECIDED,
  type Values,
} from '../../web/src/console/office/conflicts/conflicts.ts';
import {
  countedAnew,
  crewPushOf,
  mergeObstacle,
  mineOfCrews,
  movedCrew,
  racesOfCrews,
  readCrew,
  storedCrews,
} from '../../web/src/console/office/crews/crew-rows.ts';
import {
  CREW_HEADINGS,
  guessCrewColumn,
  planCrews,
} from '../../web/src/console/office/crews/plan-crews.ts';
import { recogniseColumns, splitCells } from '../../web/src/console/office/paste/pasted-table.ts';
import {
  mergedRows,
  mineOf,
  nextRace,
  placedRows,
  pushOf,
  shifted,
  shownTexts,
  storedRows,
} from '../../web/src/console/office/programme/race-rows.ts';
import type { RaceTexts } from '../../web/src/console/office/programme/race-texts.ts';
import type { RowDraft } from '../../web/src/console/office/table/row-drafts.ts';
import { errorsByRow, repeatedTexts } from '../../web/src/console/office/table/row-push.ts';

const clock = new VenueClock('Europe/Berlin');

const race = (id: number, more: object = {}) =>
  ({
    id,
    raceNumber: id,
    printedNumber: null,
    title: 'Heat',
    scheduledAt: '2026-06-13T07:00:00Z',
    boatClass: null,
    round: null,
    divisionLabel: null,
    distanceMeters: null,
    resultMode: 'timed',
    resultVisibility: null,
    laneScheme: null,
    notes: null,
    lanes: [{ position: 1, crewId: 4 }],
    ...more,
  }) as unknown as OfficeRace;

const draft = (values: Record<string, string>, stored: Record<string, string> = {}): RowDraft => ({
  values,
  stored,
  seen: 5,
});

/** The answer to a conflict that drops everything that was typed. */
const NOTHING_KEPT = { ...UNDECIDED, isDropped: () => true };
const removed: RowDraft = { values: {}, stored: {}, seen: 5, isRemoved: true };

test('a push holds only what was typed, day and time together, and new races whole', () => {
  const races = new Map([
    ['1', race(1)],
    ['2', race(2)],
  ]);
  const rows = {
    1: draft({ title: ' Final ', time: '9:15' }),
    2: removed,
    7: draft({ title: 'Of a race that is gone' }),
    'new-1': draft({ raceNumber: '3', day: '2026-06-14', time: '10:00', title: 'New', round: '' }),
  };
  const push = pushOf(rows, races, clock);
  assert.deepEqual(push.keys, ['1', '7', 'new-1']);
  assert.deepEqual(push.rows, [
    { id: 1, title: 'Final', scheduledAt: '2026-06-13T07:15:00Z' },
    { id: 7 },
    { id: null, raceNumber: 3, title: 'New', scheduledAt: '2026-06-14T08:00:00Z' },
  ]);
  assert.deepEqual(push.removed, [2]);
  assert.equal(push.faults.size, 0);
  const wrong = pushOf(
    { 'new-1': draft({ raceNumber: '', time: '', day: '2026-06-14' }) },
    races,
    clock,
  );
  assert.deepEqual(Object.keys(wrong.faults.get('new-1') ?? {}).sort(), ['raceNumber', 'time']);
});

test('what is given up is not sent, and a race whose lanes others have changed is not removed then', () => {
  const races = new Map([
    ['1', race(1)],
    ['2', race(2)],
  ]);
  const rows = { 1: draft({ title: 'A', round: 'B' }), 2: removed };
  const push = pushOf(rows, races, clock, {
    ...UNDECIDED,
    isDropped: ({ id }, property) => (id === 1 ? property === 'title' : id === 2),
  });
  assert.deepEqual(push.rows, [{ id: 1, round: 'B' }]);
  assert.deepEqual(push.removed, []);
  const none = pushOf({ 1: draft({ title: 'A' }) }, races, clock, NOTHING_KEPT);
  assert.deepEqual(none.rows, []);
});

test('a race that others have removed is added anew with what it was and what was typed over it', () => {
  const was = { ...race(7, { title: 'Heat', notes: 'x' }), externalId: 'r7', state: 'planned' };
  const rows = { 7: draft({ title: 'Mine', time: '9:15' }) };
  const decided = { ...UNDECIDED, again: ({ id }: Thing) => (id === 7 ? was : undefined) };
  const { rows: sent, faults } = pushOf(rows, new Map(), clock, decided);
  assert.equal(faults.size, 0);
  const { raceNumber, title, notes, scheduledAt, id, ...others } = sent[0] as Values;
  assert.deepEqual(
    [id, raceNumber, title, notes, scheduledAt],
    [null, 7, 'Mine', 'x', '2026-06-13T07:15:00Z'],
  );
  assert.ok(!('externalId' in others || 'state' in others || 'lanes' in others));
});

test('a number that others have taken: mine gets the next free one, or is left out', () => {
  const races = new Map([['1', race(1)]]);
  const rows = {
    'new-1': draft({ raceNumber: '9', day: '2026-06-14', time: '10:00' }),
    1: draft({ raceNumber: '12' }),
  };
  const mine = mineOf(rows, races, clock);
  const rival = mine.clashOf?.('raceNumber', 9);
  assert.deepEqual(rival?.thing, { subject: 'race', id: 'new-1' });
  assert.deepEqual(rival?.instead, { raceNumber: 13 });
  assert.equal(mine.clashOf?.('raceNumber', 4), undefined);
  assert.equal(mine.clashOf?.('title', 9), undefined);
  const instead = ({ id }: Thing) => (id === 'new-1' ? { raceNumber: 13 } : undefined);
  const push = pushOf(rows, races, clock, { ...UNDECIDED, instead });
  assert.deepEqual(
    push.rows.map(({ raceNumber }) => raceNumber),
    [12, 13],
  );
  const without = pushOf(rows, races, clock, {
    ...UNDECIDED,
    isDropped: ({ id }, property) => id === 'new-1' && property === '',
  });
  assert.deepEqual(without.keys, ['1']);
});

test('new rows whose answer was lost are found among what is stored', () => {
  const races = new Map([['1', race(1, { title: 'Final' })]]);
  const row = { raceNumber: '1', title: 'Final', day: '2026-06-13', time: '09:00' };
  const rows = {
    'new-1': draft(row),
    'new-2': draft({ ...row, title: 'Another one' }),
    'new-3': draft({ ...row, time: '09:01' }),
  };
  assert.deepEqual(storedRows(rows, races, clock), ['new-1']);
  const crews = new Map([['1', crew(1, 'A', { clubId: 'X' })]]);
  const ofCrews = { 'new-1': draft({ name: 'A' }), 'new-2': draft({ name: 'A', clubId: 'Y' }) };
  assert.deepEqual(storedCrews(ofCrews, crews), ['new-1']);
});

test('the rows answer for what others have changed meanwhile', () => {
  const races = new Map([['1', race(1)]]);
  const rows = { 1: draft({ time: '9:15' }, { time: '09:00' }), 2: removed };
  const mine = mineOf(rows, races, clock);
  const of = (id: number, subject = 'race') => ({ subject, id, name: '' });
  assert.deepEqual(mine.valuesOf(of(1)), { scheduledAt: '2026-06-13T07:15:00Z' });
  assert.equal(mine.valuesOf(of(2)), REMOVED);
  assert.equal(mine.valuesOf(of(1, 'lane')), undefined);
  assert.equal(mine.valuesOf(of(3)), undefined);
  assert.equal(mine.wasShown?.(of(1), 'scheduledAt', '2026-06-13T07:00:00Z'), true);
  assert.equal(mine.wasShown?.(of(1), 'scheduledAt', '2026-06-13T07:01:00Z'), false);
  assert.equal(mine.wasShown?.(of(1), 'title', 'Heat'), false, 'nothing was typed over it');
});

test('rows are in order of day, time and number, and stay where they are while somebody types', () => {
  const texts: Record<string, Partial<RaceTexts>> = {
    a: { day: '2026-06-14', time: '09:00', raceNumber: '1' },
    b: { day: '2026-06-13', time: '10:00', raceNumber: '2' },
    c: { day: '2026-06-13', time: '9:30', raceNumber: '9' },
    d: { day: '2026-06-13', time: '09:30', raceNumber: '3' },
  };
  const sorted = placedRows(Object.keys(texts), (key) => texts[key] as RaceTexts);
  assert.deepEqual(
    sorted.map(({ key }) => key),
    ['d', 'c', 'b', 'a'],
  );
  const day = '2026-06-13';
  const shown = ['b', 'd', 'gone'].map((key) => ({ key, day }));
  assert.deepEqual(
    mergedRows(shown, sorted).map(({ key }) => key),
    ['b', 'a', 'd', 'c'],
  );
  assert.deepEqual([...repeatedTexts(['1', '2', '1', '', ''])], ['1']);
});

test('a race that is added goes on as the day does', () => {
  const rows = [
    shownTexts(race(1), undefined, clock),
    shownTexts(
      race(2, { scheduledAt: '2026-06-13T07:08:00Z', distanceMeters: 500 }),
      undefined,
      clock,
    ),
  ];
  assert.deepEqual(nextRace(rows, '2026-06-13', clock), {
    raceNumber: '3',
    day: '2026-06-13',
    time: '09:16',
    distanceMeters: '500',
  });
  assert.deepEqual(nextRace(rows, '2026-06-14', clock), { raceNumber: '3', day: '2026-06-14' });
  assert.equal(nextRace(rows.slice(0, 1), '2026-06-13', clock).time, '09:10');
  assert.deepEqual(shifted({ day: '2026-06-13', time: '23:55' }, 10, clock), {
    day: '2026-06-14',
    time: '00:05',
  });
  assert.equal(shifted({ day: '2026-06-13', time: 'x' }, 10, clock), undefined);
  const night = '2027-10-31';
  const cases: [time: string, minutes: number, moved: string][] = [
    ['02:30+01', 5, '02:35+01'],
    ['02:30', 60, '02:30+01'],
    ['02:30+01', -60, '02:30'],
    ['02:30+01', 60, '03:30'],
  ];
  for (const [time, minutes, moved] of cases)
    assert.equal(shifted({ day: night, time }, minutes, clock)?.time, moved, `${time} ${minutes}`);
});

test('what is refused is found by its row', () => {
  const problem = {
    code: 'validation_failed' as const,
    detail: '',
    errors: [
      { field: 'races[1].scheduledAt', detail: 'must exist' },
      { field: 'races[0].id', detail: 'unknown' },
      { field: 'races[0]', detail: 'odd' },
      { field: 'removed[0]', detail: 'unknown' },
      { field: 'seen', detail: 'wrong' },
    ],
  };
  const found = errorsByRow(problem, ['12', 'new-1'], 'raceNumber', { scheduledAt: 'time' });
  assert.deepEqual(
    [...found],
    [
      ['new-1', { time: 'must exist' }],
      ['12', { id: 'unknown', raceNumber: 'odd' }],
    ],
  );
});

const crew = (id: number, name: string, more: Partial<OfficeCrew> = {}): OfficeCrew => ({
  id,
  externalId: null,
  name,
  clubId: null,
  boatIndex: null,
  sortOrder: id,
  adopted: false,
  ...more,
});

test('crews are read, pushed and compared as races are', () => {
  assert.deepEqual(readCrew({ name: ' ', clubId: '', boatIndex: '0', sortOrder: '-2' }), {
    values: { clubId: null, sortOrder: -2 },
    faults: { name: { code: 'needed' }, boatIndex: { code: 'number' } },
  });
  assert.deepEqual(readCrew({ name: '🚣'.repeat(120), sortOrder: '' }).faults, {});
  assert.deepEqual(readCrew({ name: 'x'.repeat(121) }).faults.name?.limit, 120);
  const crews = new Map([
    ['1', crew(1, 'A')],
    ['2', crew(2, 'B')],
  ]);
  const rows = {
    1: draft({ clubId: 'SAL' }, { clubId: '' }),
    2: removed,
    'new-1': draft({ name: 'C' }),
  };
  const { rows: sent, removed: gone, keys } = crewPushOf(rows, crews);
  assert.deepEqual(sent, [
    { id: 1, clubId: 'SAL' },
    { id: null, name: 'C' },
  ]);
  assert.deepEqual([gone, keys], [[2], ['1', 'new-1']]);
  assert.deepEqual(crewPushOf(rows, crews, NOTHING_KEPT).rows, []);
  const mine = mineOfCrews(rows, crews);
  const of = (id: number) => ({ subject: 'team', id, name: '' });
  assert.deepEqual(mine.valuesOf(of(1)), { clubId: 'SAL' });
  assert.equal(mine.valuesOf(of(2)), REMOVED);
  assert.equal(
    mine.clashOf?.('name', 'C')?.instead,
    undefined,
    'only the person knows another name',
  );
  assert.deepEqual(mine.clashOf?.('name', 'C')?.thing, { subject: 'team', id: 'new-1' });
  assert.equal(mine.wasShown?.(of(1), 'clubId', null), true);
});

test('"Boot 4" is 4, as it is read beside what was pasted', () => {
  const [heading, ...rows] = splitCells(
    'Mannschaft\tBoot\nA\tBoot 4\nB\tboat #2\nC\tBateau 3\nD\t5\nE\tViererboot\nF\tBoot',
  );
  const { fields } = recogniseColumns(heading?.cells ?? [], CREW_HEADINGS, () => undefined);
  assert.deepEqual(fields, ['name', 'boatIndex']);
  assert.deepEqual(
    planCrews({ crews: [], rows, fields }).map(({ state, reads, write }) => [
      state,
      reads.boatIndex,
      write.boatIndex,
    ]),
    [
      ['new', '4', 4],
      ['new', '2', 2],
      ['new', '3', 3],
      ['new', '5', 5],
      ['wrong', undefined, undefined],
      ['wrong', undefined, undefined],
    ],
  );
});

test('a crew goes up and down, also among equals', () => {
  const rows = [
    { key: 'a', sortOrder: 10 },
    { key: 'b', sortOrder: 20 },
    { key: 'c', sortOrder: 30 },
  ];
  assert.deepEqual(movedCrew(rows, 'c', -1), [
    ['c', 20],
    ['b', 30],
  ]);
  assert.deepEqual(movedCrew(rows, 'a', -1), []);
  const equal = rows.map((row) => ({ ...row, sortOrder: 1 }));
  assert.deepEqual(movedCrew(equal, 'c', -1), [
    ['c', 2],
    ['b', 3],
  ]);
  assert.deepEqual(countedAnew(['b', 'a', 'c'], rows), [
    ['b', 1],
    ['a', 2],
    ['c', 3],
  ]);
});

test('crews that meet, or that timing software both keeps, are not merged', () => {
  const races = [
    race(1, { printedNumber: '1A', lanes: [{ crewId: 4 }, { crewId: 5 }] }),
    race(2, { lanes: [{ crewId: 4 }, { crewId: null }] }),
  ];
  const racesOf = racesOfCrews({ races });
  assert.deepEqual(racesOf.get(4), ['1A', '2']);
  assert.deepEqual(mergeObstacle(crew(4, 'A'), crew(5, 'B'), races), { races: ['1A'] });
  assert.equal(mergeObstacle(crew(4, 'A'), crew(6, 'B'), races), undefined);
  const heats = [
    race(101, { printedNumber: '1', lanes: [{ crewId: 4 }] }),
    race(102, { printedNumber: '1', lanes: [{ crewId: 5 }] }),
  ];
  assert.equal(mergeObstacle(crew(4, 'A'), crew(5, 'B'), heats), undefined, 'in other heats');
  const kept = { externalId: 'x' };
  assert.equal(mergeObstacle(crew(4, 'A', kept), crew(6, 'B', kept), races), 'both-kept');
});

test('pasted crews are found by their names, and those that are probably one are pointed out', () => {
  const [heading, ...rows] = splitCells(
    'Crew\tClub\tBoat\nSaline A\tSAL\t1\nsaline  a.\t\t\nTrenton\t\tx\nTrenton B\tTRE\t\nNew\t\t\nNew\t\t\n\tSAL\t\n=A1\t\t',
  );
  const { fields } = recogniseColumns(heading?.cells ?? [], CREW_HEADINGS, () => undefined);
  const crews = [crew(1, 'Saline A', { clubId: 'SAL', boatIndex: 1 }), crew(2, 'Trenton B')];
  assert.deepEqual(
    planCrews({ crews, rows, fields }).map(({ state, id, doubts, faults }) => [
      state,
      id,
      doubts.join() || faults.map(({ code }) => code).join(),
    ]),
    [
      ['same', 1, ''],
      ['new', null, 'Saline A'],
      ['wrong', null, 'number'],
      ['changed', 2, ''],
      ['wrong', null, 'twice'],
      ['wrong', null, 'twice'],
      ['wrong', null, 'needed'],
      ['wrong', null, 'formula'],
    ],
  );
  const guessed = recogniseColumns(['Trenton', '1'], CREW_HEADINGS, (column) =>
    guessCrewColumn([['Trenton'], ['1']][column] ?? [], []),
  );
  assert.deepEqual(guessed, { hasHeading: false, fields: ['name', undefined], lanes: [] });
});
