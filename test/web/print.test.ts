/** Which days and races the print page prints, by the options in its address. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { printedDays, printQuery, readPrintOptions } from '../../web/src/board/print/options.ts';
import type { ShownRace } from '../../web/src/shared/race/race-phase.ts';
import { daysOf } from '../../web/src/shared/race/running-order.ts';
import { boardOf, lane, ROWED, race } from './boards.ts';

const USUAL = { layout: 'full', show: 'all', fromNow: false, language: undefined } as const;

describe('the address', () => {
  const cases: [query: string, expected: object, refused: string[]][] = [
    ['', {}, []],
    ['?layout=&show=&from=', {}, []],
    ['?layout=compact', { layout: 'compact' }, []],
    ['?layout=Full&show=Results', { show: 'results' }, []],
    ['?show=start-lists&from=now', { show: 'start-lists', fromNow: true }, []],
    ['?layout=x', {}, ['layout=x']],
    ['?show=lists&from=12:00', {}, ['show=lists', 'from=12:00']],
    ['?layout=full,compact', {}, ['layout=full,compact']],
    ['?show=constructor', {}, ['show=constructor']],
    ['?from=true&show=results', { show: 'results' }, ['from=true']],
    ['?layout=compact&layout=x', { layout: 'compact' }, []],
    ['?lang=fr', { language: 'fr' }, []],
    ['?lang=DE-ch&from=now', { language: 'de', fromNow: true }, []],
    ['?lang=xx', {}, ['lang=xx']],
    ['?lang=toString', {}, ['lang=toString']],
    ['?other=1', {}, []],
    [`?show=${'x'.repeat(99)}`, {}, [`show=${'x'.repeat(40)}`]],
  ];
  for (const [query, expected, refused] of cases) {
    test(query || 'nothing', () => {
      const { refused: said, ...read } = readPrintOptions(query);
      assert.deepEqual(
        said.map(({ given }) => given),
        refused,
      );
      assert.deepEqual(read, { ...USUAL, ...expected });
      assert.deepEqual(readPrintOptions(printQuery(read)), { ...read, refused: [] });
    });
  }
});

describe('the races that are printed', () => {
  const at = (time: string, day = 13) => `2026-06-${day}T${time}:00Z`;
  const partlyIn = { lanes: [lane(1, ROWED[1]), lane(2)] };
  const ended: ShownRace = { ...race(13, at('09:54'), partlyIn), hasEnded: true };
  const days = daysOf(
    boardOf([
      race(1, at('09:00', 12), { lanes: ROWED }),
      race(2, at('09:10', 12)),
      race(3, at('09:00'), { lanes: ROWED }),
      race(4, at('09:30')),
      race(5, at('09:40'), { state: 'cancelled' }),
      race(6, at('09:50'), { state: 'postponed' }),
      race(7, at('09:50'), { estimatedAt: at('10:20') }),
      race(12, at('09:52'), partlyIn),
      ended,
      race(8, at('10:00')),
      race(9, at('11:00'), { state: 'cancelled' }),
      race(10, at('11:10'), { lanes: ROWED }),
      race(11, at('09:00', 14)),
    ]),
  );
  const present = { now: Date.parse(at('10:00')), today: '2026-06-13' };
  const cases: [show: 'all' | 'start-lists' | 'results', fromNow: boolean, expected: number[][]][] =
    [
      ['all', false, [[1, 2], [3, 4, 5, 6, 7, 12, 13, 8, 9, 10], [11]]],
      ['start-lists', false, [[2], [4, 5, 6, 7, 8, 9], [11]]],
      ['results', false, [[1], [3, 12, 13, 10]]],
      ['all', true, [[4, 6, 7, 12, 8, 9, 10], [11]]],
      ['start-lists', true, [[4, 6, 7, 8, 9], [11]]],
      ['results', true, [[12, 10]]],
    ];
  for (const [show, fromNow, expected] of cases) {
    test(`${show}${fromNow ? ', from now on' : ''}`, () => {
      const printed = printedDays(days, { show, fromNow }, present);
      assert.deepEqual(
        printed.map(({ races }) => races.map(({ raceNumber }) => raceNumber)),
        expected,
      );
    });
  }
});
