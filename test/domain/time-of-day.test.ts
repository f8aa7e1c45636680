/** Reading a time of day at the venue, and the minutes until a moment. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { minutesUntil, readTimeOfDay } from '../../src/domain/day/read-venue-time.ts';

const BERLIN = 'Europe/Berlin';

for (const [text, day, timezone, expected] of [
  ['09:10', '2026-06-13', BERLIN, '2026-06-13T07:10:00Z'],
  ['00:00', '2026-06-13', BERLIN, '2026-06-12T22:00:00Z'],
  ['23:59', '2026-06-13', null, '2026-06-13T23:59:00Z'],
  ['09:10', '2026-06-13', 'America/St_Johns', '2026-06-13T11:40:00Z'],
  ['01:59', '2026-03-29', BERLIN, '2026-03-29T00:59:00Z'],
  ['03:00', '2026-03-29', BERLIN, '2026-03-29T01:00:00Z'],
  ['02:00', '2026-03-29', BERLIN, /is left out .*2026-03-29.*Europe\/Berlin/],
  ['02:59', '2026-03-29', BERLIN, /is left out/],
  ['02:00', '2026-10-25', BERLIN, /comes twice/],
  ['02:59', '2026-10-25', BERLIN, /comes twice/],
  ['03:00', '2026-10-25', BERLIN, '2026-10-25T02:00:00Z'],
  ['10:00', '2011-12-30', 'Pacific/Apia', /is left out/],
  ['00:00', '0001-01-01', 'UTC', '0001-01-01T00:00:00Z'],
  ['00:00', '0001-01-01', 'Asia/Tokyo', /is left out/],
  ['25:00', '2026-06-13', BERLIN, /as HH:MM/],
  ['24:00', '2026-06-13', BERLIN, /as HH:MM/],
  ['09:60', '2026-06-13', BERLIN, /as HH:MM/],
  ['9:10', '2026-06-13', BERLIN, /as HH:MM/],
  ['0910', '2026-06-13', BERLIN, /as HH:MM/],
  ['-1:00', '2026-06-13', BERLIN, /as HH:MM/],
  ['', '2026-06-13', BERLIN, /as HH:MM/],
  ['١٢:٠٠', '2026-06-13', BERLIN, /as HH:MM/],
] as const) {
  test(`${JSON.stringify(text)} on ${day} in ${timezone}`, () => {
    const read = readTimeOfDay(text, day, timezone);
    if (typeof expected === 'string') assert.equal(read, Date.parse(expected));
    else assert.match(String(read), expected);
  });
}

for (const [from, seen, minutes] of [
  ['09:00:00', '09:10:00', 10],
  ['09:00:30', '09:10:00', 10],
  ['09:10:30', '09:10:00', 0],
  ['09:10:30', '09:11:00', 1],
  ['09:10:00', '09:00:00', -10],
  ['09:10:59.999', '09:00:00', -10],
] as const) {
  test(`a start at ${from} is seen at ${seen} after ${minutes} minutes`, () => {
    const at = (time: string) => Date.parse(`2026-06-13T${time}Z`);
    const found = minutesUntil(at(from), at(seen));
    assert.ok(Object.is(found, minutes), `${found}`);
    const shown = new Date(at(from) + minutes * 60_000).toISOString().slice(11, 16);
    assert.equal(shown, seen.slice(0, 5));
  });
}
