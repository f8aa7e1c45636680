/** What pages show of a day at a moment: its delay, missing results, and whether it is over. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BoardRace } from '../../src/contract/board.ts';
import {
  delayNow,
  delaysCameAt,
  earlierCount,
  isDayOver,
  noResultsSince,
  type SeenDelays,
  seeDelays,
  toldDelay,
} from '../../web/src/shared/race/day-phase.ts';
import { judgeRaces } from '../../web/src/shared/race/race-phase.ts';
import { type Day, daysOf } from '../../web/src/shared/race/running-order.ts';
import { boardOf, currentRaces, lane, ROWED, race } from './boards.ts';

const DAY = '2026-06-13';
const at = (time: string) => `${DAY}T${time}:00Z`;
const millis = (time: string) => Date.parse(at(time));
const done = { lanes: ROWED };
const half = { lanes: [...ROWED, lane(9)] };
const deserted = { lanes: [lane(1, { withdrawn: true })] };

function judged(races: BoardRace[], time: string, today = DAY) {
  const moment = { now: Date.parse(`${today}T${time}:00Z`), today };
  const days = daysOf(boardOf(races));
  return { moment, day: { day: DAY, races }, judged: judgeRaces(days, moment) };
}

/** The delays that a page has seen, each in a document that arrived at its time. */
function see(...delays: [minutes: number, time: string][]): SeenDelays {
  return delays.reduce<SeenDelays>(
    (seen, [delayMinutes, time]) =>
      seeDelays(
        seen,
        { days: [{ day: DAY, delayMinutes, until: null }], updatedAt: at(time) },
        millis(time),
      ),
    {},
  );
}

/** The day as in the last document that was seen. */
function aDay(seen: SeenDelays, fields: Partial<Day> = {}): Day {
  return { day: DAY, delayMinutes: seen[DAY]?.minutes ?? 0, until: null, races: [], ...fields };
}

test('a delay that ends is on while a race that it moves is to come', () => {
  const races = [
    race(1, at('09:00'), { ...done, estimatedAt: at('09:00') }),
    race(2, at('11:50'), { estimatedAt: at('12:02') }),
    race(3, at('13:12'), { estimatedAt: at('13:12') }),
  ];
  const seen = see([12, '09:00']);
  const ending = aDay(seen, { until: at('13:12'), races });
  for (const [time, minutes] of [
    ['11:30', 12],
    ['12:01', 12],
    ['12:02', 0],
    ['13:00', 0],
  ] as const) {
    assert.equal(delayNow(ending, millis(time)), minutes, time);
    const told = toldDelay(ending, seen, { now: millis(time), today: DAY });
    const expected = minutes === 0 ? undefined : { minutes, was: null, until: at('13:12') };
    assert.deepEqual(told, expected, time);
  }
  assert.equal(delayNow({ ...ending, until: null }, millis('13:00')), 12, 'one without an end');
});

test('a delay is told with what it was, for a while after this page has seen it change', () => {
  const end = at('13:12');
  for (const [what, seen, now, told, until = null] of [
    ['as it was found', see([42, '09:00']), '09:01', { minutes: 42, was: null }],
    ['just changed', see([17, '09:00'], [42, '09:10']), '09:11', { minutes: 42, was: 17 }],
    ['changed a while ago', see([17, '09:00'], [42, '09:10']), '09:25', { minutes: 42, was: null }],
    [
      'unchanged by a later document',
      see([17, '09:00'], [42, '09:10'], [42, '09:20']),
      '09:24',
      { minutes: 42, was: 17 },
    ],
    ['the first of the day', see([0, '09:00'], [10, '09:10']), '09:11', { minutes: 10, was: null }],
    ['just changed, and it ends', see([17, '09:00'], [42, '09:10']), '09:11', { minutes: 42 }, end],
    ['just made up for', see([10, '09:00'], [0, '09:10']), '09:11', { minutes: 0, was: 10 }],
    ['made up for', see([10, '09:00'], [0, '09:10']), '09:30', undefined],
    ['none', see([0, '09:00']), '09:30', undefined],
    ['of an unknown day', {}, '09:30', undefined],
  ] as [string, SeenDelays, string, { minutes: number; was?: number } | undefined, string?][]) {
    const races = [race(1, at('12:00'), { estimatedAt: at('12:42') })];
    const day = aDay(seen, { until, races });
    const expected = told && { was: null, until, ...told };
    assert.deepEqual(toldDelay(day, seen, { now: millis(now), today: DAY }), expected, what);
  }
  const past = { now: Date.parse('2026-06-14T08:00:00Z'), today: '2026-06-14' };
  const late = see([42, '17:00']);
  assert.equal(toldDelay(aDay(late), late, past), undefined, 'of a past day');
});

test('a delay cannot have come after the last change of its document', () => {
  const before = see([0, '09:00']);
  const document = { days: [{ day: DAY, delayMinutes: 20, until: null }], updatedAt: at('09:30') };
  assert.deepEqual(
    delaysCameAt(seeDelays(before, document, millis('11:00'))),
    new Map([[DAY, millis('09:30')]]),
  );
  assert.deepEqual(
    delaysCameAt(seeDelays(before, document, millis('09:20'))),
    new Map([[DAY, millis('09:20')]]),
  );
  assert.deepEqual(delaysCameAt(before), new Map());
});

test('since when there are no results, while races wait for theirs', () => {
  const races = [
    race(1, at('09:00'), done),
    race(2, at('09:10')),
    race(3, at('09:20')),
    race(4, at('12:00')),
  ];
  for (const [what, given, now, lastResultAt, since] of [
    ['results have just come', races, '09:35', '09:25', undefined],
    ['none for twenty minutes', races, '09:45', '09:25', '09:25'],
    ['unknown when the last came', races, '09:40', undefined, '09:10'],
    ['the first race waits', races.slice(1), '09:31', undefined, '09:10'],
    [
      'nothing waits',
      [race(1, at('09:00'), done), race(4, at('12:00'))],
      '11:00',
      '09:10',
      undefined,
    ],
    [
      'one was left out, the others are in',
      [race(1, at('09:00')), race(2, at('09:10'), done), race(4, at('12:00'))],
      '11:00',
      '09:20',
      undefined,
    ],
  ] as const) {
    const all = [...given];
    const { waiting } = currentRaces(boardOf(all), millis(now));
    const last = lastResultAt === undefined ? undefined : millis(lastResultAt);
    const found = noResultsSince(waiting, judged(all, now).judged, last, millis(now));
    assert.equal(found, since === undefined ? undefined : millis(since), what);
  }
});

test('a day is over when nothing is to come, on, or waited for', () => {
  const lunch = { lanes: [], notes: 'Lunch' };
  for (const [what, races, now, isOver] of [
    ['to come', [race(1, at('09:00'), done), race(2, at('09:10'))], '09:05', false],
    ['due', [race(1, at('09:00'))], '09:10', false],
    ['waited for', [race(1, at('09:00'))], '09:59', false],
    ['waited for in vain', [race(1, at('09:00'))], '10:00', true],
    ['all in', [race(1, at('09:00'), done)], '09:10', true],
    [
      'a head race that is on',
      [race(1, at('09:00'), { ...half, kind: 'head', lastInAt: at('13:00') })],
      '13:30',
      false,
    ],
    [
      'cancelled',
      [race(1, at('09:00'), done), race(2, at('12:00'), { state: 'cancelled' })],
      '09:10',
      true,
    ],
    ['a break', [race(1, at('09:00'), done), race(2, at('09:10'), lunch)], '09:29', false],
    [
      'after the last item',
      [race(1, at('09:00'), done), race(2, at('09:10'), lunch)],
      '09:30',
      true,
    ],
  ] as const) {
    const { day, judged: found, moment } = judged([...races], now);
    assert.equal(isDayOver(day, found, moment), isOver, what);
  }
  const { day, judged: found, moment } = judged([race(1, at('09:00'))], '08:00', '2026-06-14');
  assert.equal(isDayOver(day, found, moment), true, 'the day after');
  const {
    day: ahead,
    judged: all,
    moment: before,
  } = judged([race(1, at('09:00'))], '08:00', '2026-06-12');
  assert.equal(isDayOver(ahead, all, before), false, 'the day before');
});

test('what is over stands together, up to the first race that is not', () => {
  for (const [what, races, now, earlier] of [
    ['before the first', [race(1, at('09:00')), race(2, at('09:10'))], '08:00', 0],
    [
      'one on, one to come',
      [race(1, at('09:00'), done), race(2, at('09:10')), race(3, at('09:20'))],
      '09:12',
      1,
    ],
    [
      'one waited for',
      [race(1, at('09:00'), done), race(2, at('09:10')), race(3, at('10:20'))],
      '09:45',
      1,
    ],
    [
      'waited for in vain',
      [race(1, at('09:00'), done), race(2, at('09:10')), race(3, at('10:20'))],
      '10:10',
      2,
    ],
    [
      'left out',
      [race(1, at('09:00')), race(2, at('09:10'), done), race(3, at('10:20'))],
      '09:30',
      2,
    ],
    [
      'a break that is on',
      [
        race(1, at('09:00'), done),
        race(2, at('09:10'), { lanes: [], notes: 'Lunch' }),
        race(3, at('10:20')),
      ],
      '09:30',
      1,
    ],
    [
      'a break that is over',
      [race(2, at('09:10'), { lanes: [], notes: 'Lunch' }), race(3, at('09:20'))],
      '09:30',
      1,
    ],
    [
      'called off before its time has come',
      [
        race(1, at('09:00'), done),
        race(2, at('09:40'), { state: 'cancelled' }),
        race(3, at('09:50')),
      ],
      '09:30',
      1,
    ],
    [
      'called off, and its time has passed',
      [
        race(1, at('09:00'), done),
        race(2, at('09:20'), { state: 'postponed' }),
        race(3, at('09:50')),
      ],
      '09:30',
      2,
    ],
    [
      'nobody rows it, before its time has come',
      [race(1, at('09:00'), done), race(2, at('09:40'), deserted), race(3, at('09:50'))],
      '09:30',
      1,
    ],
    [
      'nobody rows it, and its time has passed',
      [race(1, at('09:00'), done), race(2, at('09:20'), deserted), race(3, at('09:50'))],
      '09:30',
      2,
    ],
    ['over', [race(1, at('09:00'), done), race(2, at('09:10'), done)], '09:30', 0],
    [
      'a boat of the last is missing',
      [race(1, at('09:00'), done), race(2, at('09:10'), half), race(3, at('10:20'))],
      '09:30',
      1,
    ],
    [
      'a boat is missing, before the time of the race has come',
      [race(1, at('09:00'), done), race(2, at('09:40'), half), race(3, at('10:20'))],
      '09:30',
      1,
    ],
    [
      'a boat is missing in vain',
      [race(1, at('09:00'), done), race(2, at('09:10'), half), race(3, at('10:20'))],
      '10:10',
      2,
    ],
    [
      'a head race that is on, for hours and beside others',
      [
        race(1, at('09:00'), done),
        race(2, at('09:10'), { ...half, kind: 'head', lastInAt: at('11:00') }),
        race(3, at('09:20'), done),
        race(4, at('12:20')),
      ],
      '11:30',
      1,
    ],
    [
      'a boat is missing, and a later race has come in',
      [race(1, at('09:00'), half), race(2, at('09:10'), done), race(3, at('10:20'))],
      '09:30',
      2,
    ],
  ] as const)
    assert.equal(earlierCount(races, judged([...races], now).judged, millis(now)), earlier, what);
});
