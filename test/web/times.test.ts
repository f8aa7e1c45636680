/** Times of day, days and durations as the pages write them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayName, penalty, timeOfDay, venueDay, zoneName } from '../../web/src/shared/times.ts';

test('a time of day is the venue’s, with 24 hours', () => {
  const instant = Date.parse('2026-06-13T22:05:00Z');
  assert.equal(timeOfDay(instant, 'America/New_York'), '18:05');
  assert.equal(timeOfDay(instant, 'Asia/Kathmandu'), '03:50');
  assert.equal(timeOfDay(Date.parse('2026-06-13T22:00:00Z'), 'Europe/Berlin'), '00:00');
  assert.equal(timeOfDay(instant, null), '22:05');
});

test('a zone that this browser does not know is read as UTC', () => {
  assert.equal(timeOfDay(Date.parse('2026-06-13T22:05:00Z'), 'Moon/Tranquility'), '22:05');
});

test('a day is the venue’s, also where one was skipped', () => {
  assert.equal(venueDay(Date.parse('2026-06-13T22:05:00Z'), 'Europe/Berlin'), '2026-06-14');
  assert.equal(venueDay(Date.parse('2011-12-30T09:59:00Z'), 'Pacific/Apia'), '2011-12-29');
  assert.equal(venueDay(Date.parse('2011-12-30T10:00:00Z'), 'Pacific/Apia'), '2011-12-31');
});

test('the name of a day does not depend on where the reader is', () => {
  assert.equal(dayName('2026-06-13', 'en-GB'), 'Saturday 13 Jun');
  assert.equal(dayName('2026-06-13', 'de', 'short', true), 'Sa., 13. Juni 2026');
});

test('a zone is called by its city', () => {
  assert.equal(zoneName('America/New_York'), 'New York');
  assert.equal(zoneName('America/Argentina/Buenos_Aires'), 'Buenos Aires');
  assert.equal(zoneName(null), 'UTC');
});

test('penalties are written as short as they are', () => {
  assert.equal(penalty(10_000, '.'), '+10 s');
  assert.equal(penalty(-2_500, ','), '−2,5 s');
});
