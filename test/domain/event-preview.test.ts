/** The preview of a change of an event's zone or days: what it does to races and delays. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { previewOf } from '../../src/domain/event/event-rules.ts';
import { officeDays } from '../../src/domain/event/office-view.ts';
import { late, race } from './builders.ts';

const races = ['2026-06-13T00:30:00Z', '2026-06-13T12:00:00Z', '2026-06-13T23:30:00Z'].map(
  (at, index) => race({ id: 10 * (index + 1), raceNumber: index + 1, scheduledAt: Date.parse(at) }),
);
const day = { start: '2026-06-13', end: '2026-06-13' };

test('nothing changes where only other facts do', () => {
  assert.deepEqual(previewOf({ timezone: null }, { ...day, timezone: 'UTC' }, races, new Map()), {
    moved: [],
    outside: [],
    delays: [],
  });
});

test('a zone moves races to the day before and the day after', () => {
  const west = previewOf(
    { timezone: null },
    { ...day, timezone: 'America/New_York' },
    races,
    new Map(),
  );
  assert.deepEqual(west.moved, [
    { raceId: 10, raceNumber: 1, from: '2026-06-13', to: '2026-06-12' },
  ]);
  assert.deepEqual(west.outside, [{ raceId: 10, raceNumber: 1, day: '2026-06-12' }]);
  const delays = new Map([
    ['2026-06-14', late(5)],
    ['2026-06-13', late(-10)],
  ]);
  const east = previewOf({ timezone: null }, { ...day, timezone: 'Asia/Tokyo' }, races, delays);
  assert.deepEqual(
    east.moved.map(({ raceNumber, to }) => [raceNumber, to]),
    [[3, '2026-06-14']],
  );
  assert.deepEqual(east.delays, [
    { venueDay: '2026-06-13', delayMinutes: -10, raceCountBefore: 3, raceCountAfter: 2 },
    { venueDay: '2026-06-14', delayMinutes: 5, raceCountBefore: 0, raceCountAfter: 1 },
  ]);
});

test('days that are taken away leave races outside', () => {
  const after = { start: '2026-06-14', end: '2026-06-20', timezone: null };
  const { outside, moved } = previewOf({ timezone: null }, after, races, new Map());
  assert.deepEqual([outside.length, moved.length], [3, 0]);
});

test('an office lists the days of the event, and others on which something is rowed or delayed', () => {
  const event = { startDate: '2026-06-13', endDate: '2026-06-15' };
  const delays = new Map([['2026-06-20', late(7)]]);
  assert.deepEqual(officeDays(event, ['2026-06-14', '2026-06-11', '2026-06-14'], delays), [
    { venueDay: '2026-06-11', delayMinutes: 0, until: null },
    { venueDay: '2026-06-13', delayMinutes: 0, until: null },
    { venueDay: '2026-06-14', delayMinutes: 0, until: null },
    { venueDay: '2026-06-15', delayMinutes: 0, until: null },
    { venueDay: '2026-06-20', delayMinutes: 7, until: null },
  ]);
});
