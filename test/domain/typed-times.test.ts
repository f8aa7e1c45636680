/** Reading and writing times of day as people type them. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { formatInstant } from '../../src/contract/instant.ts';
import { readTypedTime, typedTimeText } from '../../src/domain/day/typed-times.ts';
import { always } from './properties.ts';

const BERLIN = 'Europe/Berlin';
/** A race at 14:00 in Berlin. */
const RACE = { near: Date.parse('2026-06-13T12:00:00Z'), timezone: BERLIN };
const at = (near: string, timezone: string | null = BERLIN) => ({
  near: Date.parse(near),
  timezone,
});
const TO_THE_MINUTE = { ...RACE, isToTheMinute: true };

describe('a typed time of day', () => {
  for (const [text, near, read] of [
    ['140322.4', RACE, '2026-06-13T12:03:22.400Z'],
    ['140322,45', RACE, '2026-06-13T12:03:22.450Z'],
    ['140322', RACE, '2026-06-13T12:03:22Z'],
    ['140322.', RACE, '2026-06-13T12:03:22Z'],
    ['14:03:22.4', RACE, '2026-06-13T12:03:22.400Z'],
    ['14:03:22,123', RACE, '2026-06-13T12:03:22.123Z'],
    ['14.03.22,4', RACE, '2026-06-13T12:03:22.400Z'],
    ['14:03:22.4000', RACE, '2026-06-13T12:03:22.400Z'],
    [' 14 03 22.4 ', RACE, '2026-06-13T12:03:22.400Z'],
    ['94032.4', RACE, '2026-06-13T07:40:32.400Z'],
    ['9:40:32.4', RACE, '2026-06-13T07:40:32.400Z'],
    ['2026-06-14 09:00:01.5', RACE, '2026-06-14T07:00:01.500Z'],
    ['2026-06-14 09:00:01,5', RACE, '2026-06-14T07:00:01.500Z'],
    ['2026-06-13T12:03:22.4Z', RACE, '2026-06-13T12:03:22.400Z'],
    ['2026-06-13T14:03:22+02:00', RACE, '2026-06-13T12:03:22Z'],
    // Seconds may be left out only in a field whose times have no seconds.
    ['14:03', TO_THE_MINUTE, '2026-06-13T12:03:00Z'],
    ['1403', TO_THE_MINUTE, '2026-06-13T12:03:00Z'],
    ['903', TO_THE_MINUTE, '2026-06-13T07:03:00Z'],
    ['14h03', TO_THE_MINUTE, '2026-06-13T12:03:00Z'],
    ['140322', TO_THE_MINUTE, '2026-06-13T12:03:22Z'],
    ['14:03', RACE, 'unfinished'],
    ['1403', RACE, 'unfinished'],
    ['14:0', RACE, 'unfinished'],
    ['14', RACE, 'unfinished'],
    // Ambiguous: 1:40:32, or the beginning of 14:03:2….
    ['14032', RACE, 'unfinished'],
    ['14032.4', RACE, 'unfinished'],
    ['1403224', RACE, 'no-mark'],
    ['14032240', RACE, 'no-mark'],
    ['140322.4567', RACE, 'fraction'],
    ['256000', RACE, 'no-such-time'],
    ['14:60:00', RACE, 'no-such-time'],
    ['140361', RACE, 'no-such-time'],
    ['2026-06-31 09:00:01', RACE, 'no-such-time'],
    ['', RACE, 'form'],
    ['two', RACE, 'form'],
    ['-140322', RACE, 'form'],
    // Past midnight, in both directions.
    ['000512', at('2026-06-13T21:50:00Z'), '2026-06-13T22:05:12Z'],
    ['235500', at('2026-06-13T22:05:00Z'), '2026-06-13T21:55:00Z'],
    ['000512', at('2026-06-13T23:50:00Z', null), '2026-06-14T00:05:12Z'],
    // The clocks are put forward at 2:00: there is no 2:30, whichever day the race begins on.
    ['023000', at('2026-03-29T00:30:00Z'), 'left-out'],
    ['023000', at('2026-03-28T22:50:00Z'), 'left-out'],
    ['033000', at('2026-03-29T00:30:00Z'), '2026-03-29T01:30:00Z'],
    // The clocks are put back at 3:00: 2:30 comes twice, and the one nearer to the race is meant.
    ['023000', at('2026-10-25T00:20:00Z'), '2026-10-25T00:30:00Z'],
    ['023000', at('2026-10-25T01:20:00Z'), '2026-10-25T01:30:00Z'],
  ] as const) {
    test(`${JSON.stringify(text)} about ${formatInstant(near.near)} is ${read}`, () => {
      const found = readTypedTime(text, near);
      assert.equal(typeof found === 'number' ? formatInstant(found) : found, read);
    });
  }
});

describe('a moment as it is typed', () => {
  for (const [instant, moment, text] of [
    ['2026-06-13T12:03:22.4Z', RACE, '14:03:22.4'],
    ['2026-06-13T12:03:22.050Z', RACE, '14:03:22.05'],
    ['2026-06-13T12:03:00Z', RACE, '14:03:00'],
    ['2026-06-13T12:03:00Z', TO_THE_MINUTE, '14:03'],
    ['2026-06-13T12:03:05Z', TO_THE_MINUTE, '14:03:05'],
    ['2026-06-15T07:00:01.5Z', RACE, '2026-06-15 09:00:01.5'],
    // 2:30 comes twice, and this is the one farther from the race: only a full instant names it.
    ['2026-10-25T01:30:00Z', at('2026-10-25T00:20:00Z'), '2026-10-25T01:30:00Z'],
  ] as const)
    test(`${instant} is ${text}`, () => {
      assert.equal(typedTimeText(Date.parse(instant), moment), text);
    });

  always(
    'a moment that is written is read as the same',
    fc.tuple(fc.integer({ min: 0, max: 4e12 }), fc.integer({ min: 0, max: 1e8 })),
    ([near, distance]) => {
      for (const timezone of [BERLIN, 'Australia/Lord_Howe', null]) {
        const moment = { near, timezone };
        const instant = near + distance;
        assert.equal(readTypedTime(typedTimeText(instant, moment, ','), moment), instant);
      }
    },
  );
});
