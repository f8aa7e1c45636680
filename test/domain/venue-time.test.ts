/** Writing an instant as the date and time of the clock at the venue. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { venueTime } from '../../src/domain/day/venue-clock.ts';

for (const [what, instant, timezone, expected] of [
  ['summer', '2026-06-13T09:00:05Z', 'Europe/Berlin', '2026-06-13 11:00:05 +02:00'],
  ['winter', '2026-12-13T09:00:05Z', 'Europe/Berlin', '2026-12-13 10:00:05 +01:00'],
  ['no zone', '2026-06-13T09:00:05Z', null, '2026-06-13 09:00:05 +00:00'],
  [
    'behind UTC, the day before',
    '2026-06-13T03:30:00Z',
    'America/New_York',
    '2026-06-12 23:30:00 -04:00',
  ],
  ['half an hour', '2026-06-13T03:30:00Z', 'America/St_Johns', '2026-06-13 01:00:00 -02:30'],
  ['midnight', '2026-06-12T22:00:00Z', 'Europe/Berlin', '2026-06-13 00:00:00 +02:00'],
  [
    'an hour that comes twice, first',
    '2026-10-25T00:30:00Z',
    'Europe/Berlin',
    '2026-10-25 02:30:00 +02:00',
  ],
  [
    'an hour that comes twice, then',
    '2026-10-25T01:30:00Z',
    'Europe/Berlin',
    '2026-10-25 02:30:00 +01:00',
  ],
  ['a fraction', '2026-06-13T09:00:05.070Z', 'Europe/Berlin', '2026-06-13 11:00:05.070 +02:00'],
  ['the first moment', '0001-01-01T00:00:00Z', 'UTC', '0001-01-01 00:00:00 +00:00'],
  ['the last moment', '9999-12-31T23:59:59.999Z', 'UTC', '9999-12-31 23:59:59.999 +00:00'],
] as const) {
  test(`venue time: ${what}`, () => {
    assert.equal(venueTime(Date.parse(instant), timezone), expected);
  });
}
