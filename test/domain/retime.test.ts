/** Moving planned starts together, which requests are accepted, and what crews see moved. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RaceState } from '../../src/contract/board.ts';
import { formatInstant } from '../../src/contract/instant.ts';
import { ON_TIME } from '../../src/domain/day/delay.ts';
import {
  delayAfter,
  isWorthNotifying,
  judgeRetime,
  type RetimeRequest,
  retime,
  shownMoves,
} from '../../src/domain/day/retime.ts';
import { accepted, assertInvalid, late } from './builders.ts';

const FORMS: [wish: RetimeRequest, field: string | undefined][] = [
  [{ shiftMinutes: 0 }, undefined],
  [{ nextAt: '09:00' }, undefined],
  [{ nextAt: '09:00', lastAt: '10:00', minGapMinutes: 5 }, undefined],
  [{}, 'shiftMinutes'],
  [{ shiftMinutes: 5, nextAt: '09:00' }, 'nextAt'],
  [{ shiftMinutes: 5, lastAt: '09:00' }, 'lastAt'],
  [{ shiftMinutes: 5, minGapMinutes: 0 }, 'minGapMinutes'],
  [{ lastAt: '10:00' }, 'nextAt'],
  [{ minGapMinutes: 5 }, 'nextAt'],
  [{ nextAt: '09:00', lastAt: '10:00' }, 'minGapMinutes'],
  [{ nextAt: '09:00', minGapMinutes: 5 }, 'lastAt'],
];

for (const [wish, field] of FORMS) {
  test(`the form ${JSON.stringify(wish)}: ${field ?? 'fine'}`, () => {
    const objection = judgeRetime(wish);
    if (field) assertInvalid(objection, field);
    else assert.equal(objection, undefined);
  });
}

/** Races with the ids 1, 2, … @param starts times in UTC; `~` marks a postponed race */
function races(...starts: string[]) {
  return starts.map((start, index) => ({
    id: index + 1,
    scheduledAt: Date.parse(`2026-06-13T${start.replace('~', '')}Z`),
    state: (start.startsWith('~') ? 'postponed' : 'planned') as RaceState,
  }));
}

function end(until: string | undefined): number | null {
  return until === undefined ? null : Date.parse(`2026-06-13T${until}Z`);
}

interface Case {
  says: string;
  starts: string[];
  wish: RetimeRequest;
  delayMinutes?: number;
  /** When the delay ends, in UTC. */
  until?: string;
  timezone?: string;
  /** The new starts in UTC, or the field that the refusal names. */
  is: string[] | string;
}

const CASES: Case[] = [
  {
    says: 'a time that is nearer in the night after the day is none of the morning before',
    starts: ['22:50:00', '23:10:00'],
    wish: { nextAt: '01:17' },
    delayMinutes: 20,
    is: 'nextAt',
  },
  {
    says: 'a shift',
    starts: ['09:00:00', '09:10:30'],
    wish: { shiftMinutes: 15 },
    is: ['09:15:00', '09:25:30'],
  },
  { says: 'a shift back', starts: ['09:00:00'], wish: { shiftMinutes: -540 }, is: ['00:00:00'] },
  {
    says: 'a shift before the day',
    starts: ['09:00:00'],
    wish: { shiftMinutes: -541 },
    is: 'shiftMinutes',
  },
  {
    says: 'a shift past the day',
    starts: ['09:00:00', '23:50:00'],
    wish: { shiftMinutes: 10 },
    is: 'shiftMinutes',
  },
  {
    says: 'the end of the day is that of the venue',
    starts: ['21:50:00'],
    timezone: 'Europe/Berlin',
    wish: { shiftMinutes: 10 },
    is: 'shiftMinutes',
  },
  {
    says: 'a shift takes postponed races along',
    starts: ['~09:00:00', '10:00:00'],
    wish: { shiftMinutes: 5 },
    is: ['09:05:00', '10:05:00'],
  },
  {
    says: 'next at',
    starts: ['09:00:00', '09:10:00'],
    wish: { nextAt: '09:20' },
    is: ['09:20:00', '09:30:00'],
  },
  {
    says: 'next at is planned as it is typed, whatever the delay',
    starts: ['09:00:00', '09:10:00'],
    delayMinutes: 15,
    wish: { nextAt: '09:20' },
    is: ['09:20:00', '09:30:00'],
  },
  {
    says: 'next at, in the zone',
    starts: ['09:00:00'],
    timezone: 'Europe/Berlin',
    wish: { nextAt: '09:20' },
    is: ['07:20:00'],
  },
  {
    says: 'next at keeps seconds',
    starts: ['09:00:30'],
    wish: { nextAt: '09:20' },
    is: ['09:20:30'],
  },
  {
    says: 'next at counts from the first that has a time',
    starts: ['~08:00:00', '09:00:00', '~09:05:00', '09:10:00'],
    wish: { nextAt: '09:30' },
    is: ['08:30:00', '09:30:00', '09:35:00', '09:40:00'],
  },
  {
    says: 'next at early on the day',
    starts: ['09:00:00'],
    delayMinutes: 60,
    wish: { nextAt: '00:30' },
    is: ['00:30:00'],
  },
  {
    says: 'a shift counts from what crews see',
    starts: ['13:56:00', '~14:00:00', '14:06:00'],
    delayMinutes: 4,
    wish: { shiftMinutes: 6 },
    is: ['14:06:00', '14:10:00', '14:16:00'],
  },
  {
    says: 'a shift by nothing plans what crews see',
    starts: ['13:56:00'],
    delayMinutes: 4,
    wish: { shiftMinutes: 0 },
    is: ['14:00:00'],
  },
  {
    says: 'next at keeps the gaps that crews see, also over the end of a delay',
    starts: ['12:00:00', '13:12:00', '13:20:00'],
    delayMinutes: 12,
    until: '13:12:00',
    wish: { nextAt: '12:20' },
    is: ['12:20:00', '13:20:00', '13:28:00'],
  },
  { says: 'no such time', starts: ['09:00:00'], wish: { nextAt: '25:00' }, is: 'nextAt' },
  {
    says: 'a span',
    starts: ['09:00:00', '09:10:00', '09:30:00'],
    wish: { nextAt: '10:00', lastAt: '10:15', minGapMinutes: 5 },
    is: ['10:00:00', '10:05:00', '10:15:00'],
  },
  {
    says: 'a span is planned as it is typed, whatever the delay',
    starts: ['09:00:00', '09:10:00'],
    delayMinutes: -5,
    wish: { nextAt: '10:00', lastAt: '10:15', minGapMinutes: 5 },
    is: ['10:00:00', '10:15:00'],
  },
  {
    says: 'a span with a shortest gap',
    starts: ['09:00:00', '09:01:00', '09:31:00'],
    wish: { nextAt: '10:00', lastAt: '10:15', minGapMinutes: 5 },
    is: ['10:00:00', '10:05:00', '10:15:00'],
  },
  {
    says: 'a span of one race',
    starts: ['09:00:00'],
    wish: { nextAt: '10:00', lastAt: '10:15', minGapMinutes: 5 },
    is: ['10:00:00'],
  },
  {
    says: 'a span that is too short',
    starts: ['09:00:00', '09:10:00', '09:20:00'],
    wish: { nextAt: '10:00', lastAt: '10:09', minGapMinutes: 5 },
    is: 'lastAt',
  },
  {
    says: 'a span that ends before it begins',
    starts: ['09:00:00'],
    wish: { nextAt: '10:00', lastAt: '09:59', minGapMinutes: 0 },
    is: 'lastAt',
  },
  {
    says: 'a span that ends at no time',
    starts: ['09:00:00'],
    wish: { nextAt: '10:00', lastAt: '7:6', minGapMinutes: 0 },
    is: 'lastAt',
  },
  {
    says: 'a span whose postponed race is planned past the day',
    starts: ['09:00:00', '10:00:00', '~10:30:00'],
    wish: { nextAt: '10:00', lastAt: '23:40', minGapMinutes: 0 },
    is: 'lastAt',
  },
  {
    says: 'a postponed race has no slot in a span',
    starts: ['09:00:00', '~09:10:00', '09:20:00', '~09:50:00'],
    wish: { nextAt: '09:00', lastAt: '09:05', minGapMinutes: 5 },
    is: ['09:00:00', '09:05:00', '09:05:00', '09:35:00'],
  },
];

for (const { says, starts, wish, delayMinutes = 0, until, timezone = 'UTC', is } of CASES) {
  test(`re-time: ${says}`, () => {
    const day = { day: '2026-06-13', timezone, delay: late(delayMinutes, end(until)) };
    const moved = retime(races(...starts), day, wish);
    if (typeof is === 'string') return assertInvalid(moved, is);
    const times = [...accepted(moved).values()].map((start) => formatInstant(start));
    assert.deepEqual(
      times,
      is.map((time) => `2026-06-13T${time}Z`),
    );
  });
}

test('re-time: nothing leaves the years that can be written', () => {
  for (const [at, day, shiftMinutes, timezone] of [
    ['0001-01-01T00:00:00Z', '0001-01-01', -1, 'UTC'],
    ['9999-12-31T23:59:00Z', '9999-12-31', 1, 'UTC'],
    ['9999-12-31T23:59:00Z', '9999-12-31', 1, 'America/New_York'],
    ['1970-01-01T00:00:00Z', '1970-01-01', -1, null],
  ] as const) {
    const [planned] = races('00:00:00');
    const race = { ...planned, id: 1, state: 'planned' as const, scheduledAt: Date.parse(at) };
    const moved = retime([race], { day, timezone, delay: ON_TIME }, { shiftMinutes });
    assertInvalid(moved, 'shiftMinutes');
  }
});

test('re-time: each race is looked at a few times, however many are postponed', () => {
  const COUNT = 2000;
  let looks = 0;
  const many = Array.from({ length: COUNT }, (_, index) => ({
    get id() {
      looks++;
      return index + 1;
    },
    scheduledAt: Date.parse('2026-06-13T09:00:00Z') + index * 1000,
    state: (index === 0 ? 'planned' : 'postponed') as RaceState,
  }));
  const day = { day: '2026-06-13', timezone: 'UTC', delay: ON_TIME };
  const moved = accepted(retime(many, day, { nextAt: '09:10' }));
  assert.equal(moved.size, COUNT);
  assert.ok(looks < 20 * COUNT, `${looks} looks at ${COUNT} races`);
});

const clock = (time: string) => Date.parse(`2026-06-13T${time}:00Z`);

for (const [says, was, starts, isAwaitedBefore, is] of [
  [
    'with races before it, the delay ends before the first',
    late(4),
    ['14:00', '14:10'],
    true,
    '14:00',
  ],
  ['also where a postponed race comes first', late(4), ['14:10', '13:50'], true, '13:50'],
  ['an end before that stays', late(12, clock('13:12')), ['14:30'], true, '13:12'],
  ['an end after that comes nearer', late(12, clock('13:12')), ['12:30', '13:30'], true, '12:30'],
  ['with none before it, there is no delay', late(4), ['14:00'], false, null],
  ['a day on time has nothing to end', ON_TIME, ['14:00'], true, null],
  ['but keeps an end', late(0, clock('13:12')), ['14:00'], true, '13:12'],
] as const) {
  test(`re-time: ${says}`, () => {
    const delay = delayAfter(was, starts.map(clock), isAwaitedBefore);
    const expected = is === null ? ON_TIME : late(was.delayMinutes, clock(is));
    assert.deepEqual(delay, expected);
    for (const start of starts) assert.ok(delay.until === null || delay.until <= clock(start));
  });
}

test('re-time: crews see moved what has another time then, in its new order', () => {
  const waiting = races('09:00:00', '13:56:00', '14:06:00', '14:16:00');
  const starts = new Map([
    [2, clock('14:00')],
    [3, clock('14:40')],
    [4, clock('14:30')],
  ]);
  const delays = [late(4), late(4, clock('14:00'))] as const;
  assert.deepEqual(shownMoves(waiting, starts, delays), [
    { id: 4, before: clock('14:20'), after: clock('14:30') },
    { id: 3, before: clock('14:10'), after: clock('14:40') },
  ]);
  // A race is moved before the others, and the delay ends at its start, so the others lose the delay.
  const early = shownMoves(waiting, new Map([[2, clock('08:50')]]), [
    late(4),
    late(4, clock('08:50')),
  ]);
  assert.deepEqual(early.slice(0, 2), [
    { id: 2, before: clock('14:00'), after: clock('08:50') },
    { id: 1, before: clock('09:04'), after: clock('09:00') },
  ]);
});

for (const [says, moves, isTold] of [
  ['nothing', [], false],
  ['four minutes later', [['14:00', '14:04']], false],
  ['five minutes later', [['14:00', '14:05']], true],
  [
    'a minute earlier',
    [
      ['14:00', '14:01'],
      ['14:10', '14:09'],
    ],
    true,
  ],
] as const) {
  test(`re-time: followers are told by default: ${says}: ${isTold}`, () => {
    const seen = moves.map(([before, after]) => ({ before: clock(before), after: clock(after) }));
    assert.equal(isWorthNotifying(seen), isTold);
  });
}
