/** Reading the date and time that people type in the time of the venue. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readVenueTime } from '../../src/domain/day/read-venue-time.ts';
import { venueTime } from '../../src/domain/day/venue-clock.ts';
import { always, among, record } from './properties.ts';

const ONE_DAY = { timezone: 'Europe/Berlin', startDate: '2026-06-13', endDate: '2026-06-13' };
const TWO_DAYS = { ...ONE_DAY, endDate: '2026-06-14' };
const IN = (timezone: string | null) => ({ ...ONE_DAY, timezone });

for (const [text, event, instant] of [
  ['09:10', ONE_DAY, '2026-06-13T07:10:00Z'],
  ['9:10', ONE_DAY, '2026-06-13T07:10:00Z'],
  [' 09:10:30 ', ONE_DAY, '2026-06-13T07:10:30Z'],
  ['09:10:30.5', ONE_DAY, '2026-06-13T07:10:30.5Z'],
  ['00:00', ONE_DAY, '2026-06-12T22:00:00Z'],
  ['09:10', IN(null), '2026-06-13T09:10:00Z'],
  ['09:10', IN('Asia/Kathmandu'), '2026-06-13T03:25:00Z'],
  ['09:10', IN('America/New_York'), '2026-06-13T13:10:00Z'],
  ['2026-06-14 09:10', TWO_DAYS, '2026-06-14T07:10:00Z'],
  ['2026-06-14  09:10:05', TWO_DAYS, '2026-06-14T07:10:05Z'],
  ['2026-12-13 09:10', ONE_DAY, '2026-12-13T08:10:00Z'],
  ['2026-06-13T09:10:00+03:00', TWO_DAYS, '2026-06-13T06:10:00Z'],
  ['2026-06-13T09:10:00Z', TWO_DAYS, '2026-06-13T09:10:00Z'],
  ['2026-06-13 11:00:05 +02:00', TWO_DAYS, '2026-06-13T09:00:05Z'],
  ['2026-03-29 01:59', ONE_DAY, '2026-03-29T00:59:00Z'],
  ['2026-03-29 03:00', ONE_DAY, '2026-03-29T01:00:00Z'],
  ['2026-10-25 03:00', ONE_DAY, '2026-10-25T02:00:00Z'],
  ['2011-12-31 10:00', IN('Pacific/Apia'), '2011-12-30T20:00:00Z'],
  ['2011-12-29 10:00', IN('Pacific/Apia'), '2011-12-29T20:00:00Z'],
] as const) {
  test(`venue time: ${text} in ${event.timezone} is ${instant}`, () => {
    assert.equal(readVenueTime(text, event), Date.parse(instant));
  });
}

for (const [text, event, ...words] of [
  ['09:10', TWO_DAYS, 'needs a day', '2026-06-13 09:10'],
  ['', ONE_DAY, 'must be a time'],
  ['tomorrow', ONE_DAY, 'must be a time', '2026-06-13T09:10:00+02:00'],
  ['24:00', ONE_DAY, 'must be a time'],
  ['09:60', ONE_DAY, 'must be a time'],
  ['0910', ONE_DAY, 'must be a time'],
  ['2026-02-30 09:10', ONE_DAY, 'must be a time'],
  ['2026-06-13T09:10:00', ONE_DAY, 'must be a time'],
  ['2026-06-13', ONE_DAY, 'must be a time'],
  ['0001-01-01 00:00', ONE_DAY, 'must be a time'],
  ['9999-12-31 23:59', IN('America/New_York'), 'must be a time'],
  [
    '2026-03-29 02:30',
    ONE_DAY,
    'is left out in Europe/Berlin',
    'with an offset',
    '2026-03-29T01:30:00+01:00 or 2026-03-29T03:30:00+02:00',
  ],
  [
    '2026-10-25 02:30',
    ONE_DAY,
    'comes twice in Europe/Berlin',
    'with an offset',
    '2026-10-25T02:30:00+02:00 or 2026-10-25T02:30:00+01:00',
  ],
  ['2026-04-05 01:45', IN('Australia/Lord_Howe'), 'comes twice', '+11:00', '+10:30'],
  ['2011-12-30 10:00', IN('Pacific/Apia'), 'is left out'],
] as const) {
  test(`venue time: "${text}" in ${event.timezone} ${words[0]}`, () => {
    const wrong = String(readVenueTime(text, event));
    for (const word of words) assert.ok(wrong.includes(word), `${wrong} lacks ${word}`);
  });
}

const moments = record({
  instant: fc
    .oneof(
      // 1990 to 2035: years in which the zones have their present rules, with all changes of the clocks.
      fc.integer({ min: 631_152_000, max: 2_051_222_400 }),
      // The two hours of 2026-10-25 in which the clocks of Berlin show the same times.
      fc.integer({ min: 1_792_886_400, max: 1_792_893_599 }),
    )
    .map((seconds) => seconds * 1000),
  timezone: among('Europe/Berlin', 'Australia/Lord_Howe', 'America/St_Johns', 'Pacific/Apia', null),
});

always('what the history prints is read as the same moment', moments, ({ instant, timezone }) => {
  const printed = venueTime(instant, timezone);
  assert.equal(readVenueTime(printed, { ...TWO_DAYS, timezone }), instant);
});

always('a moment is found by its day and clock, or named among two', moments, (moment) => {
  const { instant, timezone } = moment;
  const printed = venueTime(instant, timezone);
  const local = printed.slice(0, printed.lastIndexOf(' '));
  const read = readVenueTime(local, { ...TWO_DAYS, timezone });
  if (typeof read === 'number') assert.equal(read, instant);
  else assert.ok(read.includes(printed.replace(' ', 'T').replace(' ', '')), read);
});
