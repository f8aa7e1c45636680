/** The lines of the embedded page at a moment. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Board, BoardRace } from '../../src/contract/board.ts';
import { embedLines } from '../../web/src/board/embed/embed-lines.ts';
import { boardOf, lane, ROWED, race } from './boards.ts';

const HALF_IN = [{ ...(ROWED[0] ?? lane(1)), finishPlace: 1 }, lane(2)];
const at = (time: string) => `2026-06-13T${time}:00Z`;
const rowed = (number: number, time: string) => race(number, at(time), { lanes: ROWED });
const toCome = (number: number, time: string, given: Partial<BoardRace> = {}) =>
  race(number, at(time), given);

type Place = number | undefined;
type Told = [onCourse?: Place, next?: Place, last?: Place, delayMinutes?: number];
const CASES: [what: string, board: Board, now: string, told: Told][] = [
  ['nothing of an empty running order', boardOf([]), at('10:00'), []],
  [
    'before the first race',
    boardOf([toCome(1, '10:00'), toCome(2, '10:10')]),
    at('09:00'),
    [undefined, 1],
  ],
  [
    'one on the course, one next, one rowed',
    boardOf([rowed(1, '10:00'), toCome(2, '10:10'), toCome(3, '10:20')]),
    at('10:15'),
    [2, 3, 1],
  ],
  [
    'the last result is the one that came last, as on the board: of a part of a field,',
    boardOf([
      rowed(1, '10:00'),
      race(2, at('10:10'), { lanes: HALF_IN, resultsAt: at('10:18') }),
      toCome(3, '10:20'),
    ]),
    at('10:19'),
    [2, 3, 2],
  ],
  [
    'and of a race that was to be rowed earlier',
    boardOf([
      race(1, at('10:00'), { lanes: ROWED, resultsAt: at('10:18') }),
      race(2, at('10:10'), { lanes: ROWED, resultsAt: at('10:16') }),
    ]),
    at('10:19'),
    [undefined, undefined, 1],
  ],
  [
    'a cancelled race is not next',
    boardOf([toCome(1, '10:00', { state: 'cancelled' }), toCome(2, '10:10')]),
    at('09:00'),
    [undefined, 2],
  ],
  [
    'after the last race',
    boardOf([rowed(1, '10:00'), rowed(2, '10:10')]),
    at('18:00'),
    [undefined, undefined, 2],
  ],
  [
    'the delay of today, not of another day',
    boardOf([toCome(1, '10:00')], {
      days: [
        { day: '2026-06-13', delayMinutes: 25, until: null },
        { day: '2026-06-14', delayMinutes: 5, until: null },
      ],
    }),
    at('09:00'),
    [undefined, 1, undefined, 25],
  ],
  [
    'no delay once the day is over',
    boardOf([rowed(1, '10:00')], { days: [{ day: '2026-06-13', delayMinutes: 25, until: null }] }),
    at('18:00'),
    [undefined, undefined, 1],
  ],
];

for (const [what, board, now, [onCourse, next, last, delayMinutes = 0]] of CASES) {
  test(what, () => {
    const lines = embedLines(board, Date.parse(now));
    assert.deepEqual(
      [lines.onCourse[0], lines.next, lines.last].map((one) => one?.raceNumber),
      [onCourse, next, last],
    );
    assert.equal(lines.delayMinutes, delayMinutes);
    assert.equal(lines.today, '2026-06-13');
  });
}
