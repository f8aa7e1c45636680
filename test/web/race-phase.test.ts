/** What pages show of a race at a moment: its phase, and when it is expected. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Board, BoardRace } from '../../src/contract/board.ts';
import {
  isProgrammeItem,
  judgeRaces,
  type RacePhase,
  shownRace,
} from '../../web/src/shared/race/race-phase.ts';
import { daysOf } from '../../web/src/shared/race/running-order.ts';
import { boardOf, lane, ROWED, race } from './boards.ts';

const DAY = '2026-06-13';
const at = (time: string) => `${DAY}T${time}:00Z`;
const done = { lanes: ROWED };
/** One of two crews has a result. */
const half = { lanes: [ROWED[0] ?? lane(1), lane(2)] };
const started = (time: string) => ({ startedAt: at(time), estimatedAt: at(time) });
/** All crews have withdrawn. */
const deserted = { lanes: [lane(1, { withdrawn: true }), lane(2, { withdrawn: true })] };
/** The estimate of a race that a delay of 40 minutes has moved. */
const late = (time: string) => ({
  estimatedAt: new Date(Date.parse(at(time)) + 40 * 60_000).toISOString(),
});

function judge(races: BoardRace[], now: string, { today = DAY, cameAt = '' } = {}) {
  const days = daysOf(boardOf(races) as Board);
  const delayCameAt = new Map(cameAt ? [[DAY, Date.parse(at(cameAt))]] : []);
  const moment = { now: Date.parse(`${today}T${now}:00Z`), today, delayCameAt };
  return judgeRaces(days, moment);
}

const CASES: {
  what: string;
  races: BoardRace[];
  now: string;
  today?: string;
  phases: RacePhase[];
}[] = [
  {
    what: 'a race is to come, then due, then waited for',
    races: [race(1, at('09:00')), race(2, at('09:10')), race(3, at('09:20'))],
    now: '09:12',
    phases: ['waiting', 'due', 'coming'],
  },
  {
    what: 'races of the same time are due together',
    races: [race(1, at('09:00')), race(2, at('09:00'))],
    now: '09:01',
    phases: ['due', 'due'],
  },
  {
    what: 'a race is not due for ever',
    races: [race(1, at('09:00')), race(2, at('12:00'))],
    now: '09:20',
    phases: ['waiting', 'coming'],
  },
  {
    what: 'a race that a later one has overtaken is waited for',
    races: [race(1, at('09:00')), race(2, at('09:05'), done), race(3, at('09:30'))],
    now: '09:08',
    phases: ['waiting', 'results', 'coming'],
  },
  {
    what: 'a result of a race whose time has not come overtakes nothing',
    races: [race(1, at('09:00')), race(2, at('11:00'), done)],
    now: '09:08',
    phases: ['due', 'results'],
  },
  {
    what: 'a delay moves what is to come, not what has results',
    races: [race(1, at('09:00'), done), race(2, at('09:10'), late('09:10'))],
    now: '09:20',
    phases: ['results', 'coming'],
  },
  {
    what: 'a race that was rowed before the delay came is not to come again',
    races: [race(1, at('09:00'), late('09:00')), race(2, at('09:10'), done)],
    now: '09:20',
    phases: ['waiting', 'results'],
  },
  {
    what: 'the day after nothing is waited for',
    races: [race(1, at('09:00')), race(2, at('09:10'), half), race(3, at('09:20'), done)],
    now: '08:00',
    today: '2026-06-14',
    phases: ['noResult', 'results', 'results'],
  },
  {
    what: 'a race with boats missing is partly in until none has come for half an hour; closing it, or official results, end it',
    races: [
      race(1, at('09:00'), { ...half, lastInAt: at('09:10') }),
      race(2, at('09:10'), { ...half, lastInAt: at('09:11'), official: false }),
      race(3, at('09:20'), { ...half, lastInAt: at('09:30'), official: true }),
      race(4, at('09:30'), { ...half, lastInAt: at('09:38'), closed: true }),
      race(5, at('09:30'), done),
    ],
    now: '09:40',
    phases: ['results', 'partial', 'results', 'results', 'results'],
  },
  {
    what: 'a race that was started is on the course until a result is due, whatever comes after it',
    races: [
      race(1, at('09:00'), started('09:00')),
      race(2, at('09:05'), done),
      race(3, at('09:10'), started('09:12')),
    ],
    now: '09:20',
    phases: ['due', 'results', 'due'],
  },
  {
    what: 'of one that was started and has no result the result is waited for',
    races: [race(1, at('09:00'), started('09:00'))],
    now: '09:21',
    phases: ['waiting'],
  },
  {
    what: 'a head race is on the course while its boats start, and takes no other race off it',
    races: [
      race(1, at('09:00')),
      race(2, at('09:05'), { kind: 'head', lanes: [lane(1), lane(2, { startsAt: at('10:30') })] }),
      race(3, at('09:10'), { lanes: ROWED }),
    ],
    now: '09:08',
    phases: ['due', 'due', 'results'],
  },
  {
    what: 'a race that is closed without a result has none',
    races: [
      race(1, at('09:00'), { closed: true }),
      race(2, at('09:00'), { closed: true, results: 'hidden' }),
    ],
    now: '09:05',
    phases: ['noResult', 'notPublic'],
  },
  {
    what: 'hidden results are not waited for',
    races: [race(1, at('09:00'), { results: 'hidden' }), race(2, at('09:30'))],
    now: '09:25',
    phases: ['notPublic', 'coming'],
  },
  {
    what: 'cancelled and postponed races stay so, and overtake nothing',
    races: [
      race(1, at('09:00')),
      race(2, at('09:01'), { state: 'cancelled' }),
      race(3, at('09:02'), { state: 'postponed' }),
    ],
    now: '09:05',
    phases: ['due', 'cancelled', 'postponed'],
  },
  {
    what: 'a break is no race, and a race without a draw is not waited for',
    races: [
      race(1, at('09:00'), { lanes: [] }),
      race(2, at('09:10'), { lanes: [], title: 'Lunch', notes: 'Until one' }),
      race(3, at('09:30'), { lanes: [], notes: '3 to final', round: 'Final' }),
    ],
    now: '09:25',
    phases: ['passed', 'item', 'coming'],
  },
  {
    what: 'a race from which all crews have withdrawn is neither to come nor on, and takes none off the course',
    races: [race(1, at('09:00')), race(2, at('09:05'), deserted), race(3, at('09:30'), deserted)],
    now: '09:08',
    phases: ['due', 'passed', 'passed'],
  },
  {
    what: 'a race of one crew that is left, or that comes from another race, is rowed',
    races: [
      race(1, at('09:00'), { lanes: [lane(1), lane(2, { withdrawn: true })] }),
      race(2, at('09:30'), {
        lanes: [
          lane(1, { withdrawn: true }),
          lane(2, {
            ...{ crewId: null, crewName: null },
            from: { races: [101], place: 1, fastest: null },
          }),
        ],
      }),
    ],
    now: '09:08',
    phases: ['due', 'coming'],
  },
];

test('the phase of a race follows from the clock, its results and its neighbours', () => {
  for (const { what, races, now, today, phases } of CASES) {
    const judged = judge(races, now, { ...(today && { today }) });
    assert.deepEqual(
      races.map(({ id }) => judged.get(id)?.phase),
      phases,
      what,
    );
  }
});

test('a race is expected by its delay, unless it was over when the delay came', () => {
  for (const [what, races, now, cameAt, expected] of [
    ['to come', [race(1, at('10:00'), late('10:00'))], '10:30', '', '10:40'],
    [
      'waited for; nobody saw the delay come',
      [race(1, at('09:00'), late('09:00'))],
      '10:30',
      '',
      '09:40',
    ],
    [
      'the delay came later than the new time',
      [race(1, at('09:00'), late('09:00'))],
      '10:30',
      '10:30',
      '09:00',
    ],
    [
      'the delay came before the new time',
      [race(1, at('09:00'), late('09:00'))],
      '10:30',
      '08:50',
      '09:40',
    ],
    [
      'overtaken',
      [race(1, at('09:00'), late('09:00')), race(2, at('09:10'), done)],
      '10:30',
      '',
      '09:00',
    ],
    ['scored', [race(1, at('09:00'), done)], '10:30', '', '09:00'],
    [
      'started, later than planned, and overtaken',
      [race(1, at('09:00'), started('09:04')), race(2, at('09:10'), done)],
      '10:30',
      '',
      '09:04',
    ],
  ] as const) {
    const judged = judge([...races], now, { cameAt });
    assert.equal(judged.get(101)?.expectedAt, Date.parse(at(expected)), what);
    const shown = shownRace(races[0], judged.get(101) ?? assert.fail());
    assert.equal(Date.parse(shown.estimatedAt), Date.parse(at(expected)), what);
  }
  const past = judge([race(1, at('09:00'), late('09:00'))], '08:00', { today: '2026-06-14' });
  assert.equal(past.get(101)?.expectedAt, Date.parse(at('09:00')), 'of a past day');
});

test('a race that has ended by time is shown as one that is over', () => {
  const one = race(1, at('09:00'), { ...half, lastInAt: at('09:10') });
  const shown = (now: string) => shownRace(one, judge([one], now).get(101) ?? assert.fail());
  assert.equal(shown('09:39'), one);
  assert.deepEqual(shown('09:40'), { ...one, hasEnded: true });
});

test('a race that is shown as it is stays the same object', () => {
  const one = race(1, at('09:00'), done);
  const judged = judge([one], '10:00').get(101) ?? assert.fail();
  assert.equal(shownRace(one, judged), one);
});

test('an entry with notes and nothing that races have is none', () => {
  const entry = { lanes: [], notes: 'Prize-giving at the boat house' };
  assert.equal(isProgrammeItem(race(1, at('09:00'), entry)), true);
  for (const given of [
    { ...entry, notes: null },
    { ...entry, boatClass: '8+' },
    { ...entry, round: 'Final' },
    { ...entry, divisionLabel: 'Women' },
    { ...entry, distanceMeters: 2000 },
    { ...entry, lanes: [lane(1)] },
  ])
    assert.equal(isProgrammeItem(race(1, at('09:00'), given)), false, JSON.stringify(given));
});
