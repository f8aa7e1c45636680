/** Which races are on the course, next or waiting for results, and on which day. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BoardRace } from '../../src/contract/board.ts';
import { lastResultLabel } from '../../web/src/shared/race/results.ts';
import {
  changedDelays,
  changedRaces,
  dayRowedAt,
  daysOf,
  lastResults,
  newestResult,
  reuseRaces,
} from '../../web/src/shared/race/running-order.ts';
import { boardOf, currentRaces, lane, ROWED, race, wordsOf } from './boards.ts';

const at = (time: string) => `2026-06-13T${time}:00Z`;

function racesAt(races: ReturnType<typeof race>[], time: string) {
  const { onCourse, next } = currentRaces(boardOf(races), Date.parse(at(time)));
  return {
    onCourse: onCourse.map((one) => one.raceNumber),
    next: next.map((one) => one.raceNumber),
  };
}

test('a day that a delay has moved past midnight is rowed until it is over', () => {
  // Planned at 23:40 in Berlin, and expected at 00:30.
  const late = (fields: Partial<BoardRace> = {}) =>
    race(1, at('21:40'), { estimatedAt: at('22:30'), ...fields });
  const cases: [fields: Partial<BoardRace>, now: string, day: string][] = [
    [{}, '2026-06-13T21:00:00Z', '2026-06-13'],
    [{}, '2026-06-13T22:10:00Z', '2026-06-13'],
    [{}, '2026-06-13T22:45:00Z', '2026-06-13'],
    [{}, '2026-06-14T04:29:00Z', '2026-06-13'],
    // Six hours after its expected start the race no longer keeps the day on: nobody rows on until the morning.
    [{}, '2026-06-14T04:31:00Z', '2026-06-14'],
    [{ lanes: ROWED }, '2026-06-13T22:10:00Z', '2026-06-14'],
    [{ state: 'cancelled' }, '2026-06-13T22:10:00Z', '2026-06-14'],
    [{ closed: true }, '2026-06-13T22:45:00Z', '2026-06-14'],
    [{ estimatedAt: at('21:40'), lanes: [lane(1)] }, '2026-06-13T22:10:00Z', '2026-06-13'],
  ];
  for (const [fields, now, day] of cases) {
    const board = boardOf([late(fields), race(2, '2026-06-14T08:00:00Z')], {
      timezone: 'Europe/Berlin',
    });
    assert.equal(dayRowedAt(board, Date.parse(now)), day, `${JSON.stringify(fields)} ${now}`);
  }
  assert.equal(dayRowedAt(undefined, Date.parse(at('22:10'))), '2026-06-13');

  const board = boardOf([late()], { timezone: 'Europe/Berlin' });
  const numbers = (time: string) => {
    const { onCourse, next } = currentRaces(board, Date.parse(at(time)));
    return [onCourse, next].map((races) => races.map(({ raceNumber }) => raceNumber));
  };
  assert.deepEqual(numbers('22:10'), [[], [1]]);
  assert.deepEqual(numbers('22:35'), [[1], []]);
});

test('races stand under the venue day on which they are planned', () => {
  const board = boardOf([race(1, at('22:30')), race(2, at('03:00')), race(3, at('21:00'))], {
    timezone: 'Europe/Berlin',
    days: [{ day: '2026-06-14', delayMinutes: 20, until: null }],
  });
  const days = daysOf(board).map(({ day, delayMinutes, races }) => [
    day,
    delayMinutes,
    races.map((one) => one.raceNumber),
  ]);
  assert.deepEqual(days, [
    ['2026-06-13', 0, [2, 3]],
    ['2026-06-14', 20, [1]],
  ]);
});

test('the race on the course is the last one that has started, the next ones are to come', () => {
  const races = [
    race(1, at('09:00'), { lanes: ROWED }),
    race(2, at('09:10')),
    race(3, at('09:20')),
    race(4, at('09:30')),
  ];
  assert.deepEqual(racesAt(races, '09:15'), { onCourse: [2], next: [3, 4] });
  assert.deepEqual(racesAt(races, '09:20'), { onCourse: [3], next: [4] });
});

test('a race from which all have withdrawn is neither next nor on the course', () => {
  const gone = { lanes: [lane(1, { withdrawn: true }), lane(2, { withdrawn: true })] };
  const races = [race(1, at('09:00')), race(2, at('09:10'), gone), race(3, at('09:20'))];
  assert.deepEqual(racesAt(races, '08:50'), { onCourse: [], next: [1, 3] });
  assert.deepEqual(racesAt(races, '09:11'), { onCourse: [1], next: [3] });
});

test('the estimate counts, not the plan', () => {
  const late = race(1, at('09:00'), { estimatedAt: at('09:40') });
  const moved = race(2, at('09:30'));
  assert.deepEqual(racesAt([late, moved], '09:20'), { onCourse: [], next: [2, 1] });
});

test('a race that never got a result does not stay for ever', () => {
  const races = [race(1, at('09:00')), race(2, at('12:00'))];
  assert.deepEqual(racesAt(races, '10:00'), { onCourse: [], next: [2] });
});

test('a race before one with a result is not on the course', () => {
  const races = [
    race(1, at('09:00')),
    race(2, at('09:05'), { lanes: ROWED }),
    race(3, at('10:00')),
  ];
  assert.deepEqual(racesAt(races, '09:10'), { onCourse: [], next: [3] });
});

test('races that wait for their results are not next, not even at the end of a day', () => {
  const races = [
    race(1, at('09:00'), { lanes: ROWED }),
    race(2, at('09:10')),
    race(3, at('09:20')),
    race(4, at('09:30'), { results: 'hidden' }),
  ];
  assert.deepEqual(racesAt(races, '11:00'), { onCourse: [], next: [] });
  const waiting = (time: string) =>
    currentRaces(boardOf(races), Date.parse(time)).waiting.map((one) => one.raceNumber);
  assert.deepEqual(waiting('2026-06-13T11:00:00Z'), [2, 3]);
  assert.deepEqual(waiting('2026-06-14T09:00:00Z'), [], 'the day after');
});

test('several races can be on the course: the last started first, others where it is known', () => {
  const lanes = [lane(1), lane(2, { startsAt: at('11:00') })];
  const head: Partial<BoardRace> = { kind: 'head', lanes };
  const started = (time: string) => ({ startedAt: at(time), estimatedAt: at(time) });
  const some = { lanes: [...ROWED, lane(9)], lastInAt: at('09:18') };
  const races = [
    race(1, at('09:00'), head),
    race(2, at('09:05'), started('09:06')),
    race(3, at('09:07'), some),
    race(4, at('09:10')),
    race(5, at('09:30')),
  ];
  assert.deepEqual(racesAt(races, '09:20'), { onCourse: [4, 2, 1], next: [5] });
  assert.deepEqual(racesAt(races.slice(0, 3), '09:20'), { onCourse: [3, 2, 1], next: [] });
  // A race without a stored start, of which some boats are in.
  const half = [ROWED[0] ?? lane(1), lane(2, { startsAt: at('09:01') })];
  const running = race(1, at('09:00'), { ...head, lanes: half, lastInAt: at('09:30') });
  assert.deepEqual(racesAt([running], '10:29').onCourse, [1]);
  assert.deepEqual(racesAt([running], '10:30').onCourse, []);
});

test('a delay does not put a scored race among others than its neighbours', () => {
  const late = (time: string) => ({
    estimatedAt: new Date(Date.parse(at(time)) + 40 * 60_000).toISOString(),
  });
  const races = [
    race(1, at('09:00'), late('09:00')),
    race(2, at('09:10'), { lanes: ROWED }),
    race(3, at('09:20'), late('09:20')),
    race(4, at('09:30'), late('09:30')),
  ];
  assert.deepEqual(racesAt(races, '10:02'), { onCourse: [3], next: [4] });
  assert.deepEqual(racesAt(races.slice(0, 2), '09:35'), { onCourse: [], next: [] });
});

test('a break is on until the next race starts, after the last race for a while', () => {
  const races = [
    race(1, at('09:00'), { lanes: ROWED }),
    race(2, at('09:10'), { lanes: [], title: 'Break', notes: 'One hour' }),
    race(3, at('10:10')),
    race(4, at('10:20'), { lanes: [], title: 'Prizes', notes: 'At the tent' }),
  ];
  assert.deepEqual(racesAt(races, '09:05'), { onCourse: [], next: [2, 3, 4] });
  assert.deepEqual(racesAt(races, '10:05'), { onCourse: [2], next: [3, 4] });
  assert.deepEqual(racesAt(races, '10:25'), { onCourse: [3], next: [] });
  assert.deepEqual(racesAt(races, '10:35'), { onCourse: [4], next: [] });
  assert.deepEqual(racesAt(races, '10:45'), { onCourse: [], next: [] });
});

test('what has not changed in a newer document stays the same object', () => {
  const before = [race(1, at('09:00')), race(2, at('09:10'))];
  const after = [
    race(1, at('09:00')),
    race(2, at('09:10'), { lanes: ROWED }),
    race(3, at('09:20')),
  ];
  const reused = reuseRaces(before, after);
  assert.deepEqual(reused, after);
  assert.deepEqual(
    reused.map((one) => before.includes(one)),
    [true, false, false],
  );
});

test('the last results come first', () => {
  const races = [
    race(1, at('09:00'), { lanes: ROWED }),
    race(2, at('09:10'), { lanes: ROWED }),
    race(3, at('09:20')),
  ];
  assert.deepEqual(
    lastResults(races).map((one) => one.raceNumber),
    [2, 1],
  );
});

test('a race of which one boat was scratched has no result yet', () => {
  const races = [
    race(1, at('09:00'), { lanes: ROWED }),
    race(3, at('16:00'), { lanes: [lane(1, { status: 'dns' }), lane(2)] }),
  ];
  assert.equal(newestResult(races, Date.parse(at('09:20')))?.race.raceNumber, 1);
  const labels = [[lane(1, { status: 'finished' }), lane(2)], ROWED].map((lanes) =>
    lastResultLabel(race(2, at('09:10'), { lanes }), wordsOf('en')),
  );
  assert.deepEqual(labels, ['Finishing', 'Last result']);
});

test('a race is still to come when a boat was scratched before its start', () => {
  const scratched = [lane(1, { status: 'dns' }), lane(2)];
  const races = [
    race(1, at('09:00'), { lanes: ROWED }),
    race(2, at('16:00'), { lanes: scratched }),
  ];
  assert.deepEqual(racesAt(races, '09:30'), { onCourse: [], next: [2] });
  assert.deepEqual(racesAt(races, '16:05'), { onCourse: [2], next: [] });
});

test('a new estimate is no change of a race, a result or a lane is', () => {
  const before = boardOf([race(1, at('09:00')), race(2, at('09:10')), race(3, at('09:20'))]);
  const after = boardOf([
    race(1, at('09:00'), { estimatedAt: at('09:25') }),
    race(2, at('09:10'), { lanes: ROWED }),
    race(3, at('09:20'), { lanes: [lane(1), lane(2, { crewName: 'Another' })] }),
    race(4, at('09:30')),
  ]);
  assert.deepEqual(
    changedRaces(before, after).map((one) => one.raceNumber),
    [2, 3, 4],
  );
});

test('a delay that is taken back is a change of delay', () => {
  const before = boardOf([], { days: [{ day: '2026-06-13', delayMinutes: 25, until: null }] });
  const after = boardOf([], { days: [{ day: '2026-06-14', delayMinutes: 5, until: null }] });
  assert.deepEqual(changedDelays(before, after), [
    { day: '2026-06-13', delayMinutes: 0, until: null },
    { day: '2026-06-14', delayMinutes: 5, until: null },
  ]);
  assert.deepEqual(changedDelays(after, after), []);
  const ending = boardOf([], {
    days: [{ day: '2026-06-14', delayMinutes: 5, until: '2026-06-14T11:12:00Z' }],
  });
  assert.deepEqual(changedDelays(after, ending), ending.days, 'its end is one, too');
});
