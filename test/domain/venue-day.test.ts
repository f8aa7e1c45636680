/** Which venue day a race falls on, when it is expected to start, and which zones there are. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatInstant, parseInstant } from '../../src/contract/instant.ts';
import { estimatedStart } from '../../src/domain/day/delay.ts';
import { endOfVenueDay, isTimezone, venueDay } from '../../src/domain/day/venue-day.ts';
import { late } from './builders.ts';
import { always, among, record } from './properties.ts';

const HOUR = 3_600_000;

/** [instant in UTC, zone, venue day] */
const days: { rule: string; cases: [string, string | null, string][] }[] = [
  {
    rule: 'spec: the day is the one at the venue, not the one in UTC',
    cases: [
      ['2026-06-12T22:00:00Z', 'Europe/Berlin', '2026-06-13'],
      ['2026-06-12T21:59:59.999Z', 'Europe/Berlin', '2026-06-12'],
      ['2026-06-14T03:59:59.999Z', 'America/New_York', '2026-06-13'],
      ['2026-06-14T04:00:00Z', 'America/New_York', '2026-06-14'],
      ['2026-12-31T23:00:00Z', 'Europe/Berlin', '2027-01-01'],
      ['2028-02-28T23:30:00Z', 'Europe/Berlin', '2028-02-29'],
    ],
  },
  {
    rule: 'A8: without a zone the day is the one in UTC',
    cases: [
      ['2026-06-12T23:59:59.999Z', null, '2026-06-12'],
      ['2026-06-13T00:00:00Z', null, '2026-06-13'],
      ['2026-06-13T00:00:00Z', 'UTC', '2026-06-13'],
    ],
  },
  {
    rule: 'A zone is understood however it is spelt',
    cases: [
      ['2026-06-12T22:00:00Z', 'europe/berlin', '2026-06-13'],
      ['2026-06-12T22:00:00Z', 'EUROPE/BERLIN', '2026-06-13'],
      ['2026-06-13T00:00:00Z', 'utc', '2026-06-13'],
    ],
  },
  {
    rule: 'A day of 23 hours ends an hour early (Berlin, 29 March 2026)',
    cases: [
      ['2026-03-28T22:59:59Z', 'Europe/Berlin', '2026-03-28'],
      ['2026-03-28T23:00:00Z', 'Europe/Berlin', '2026-03-29'],
      ['2026-03-29T21:59:59Z', 'Europe/Berlin', '2026-03-29'],
      ['2026-03-29T22:00:00Z', 'Europe/Berlin', '2026-03-30'],
    ],
  },
  {
    rule: 'A day of 25 hours ends an hour late (Berlin, 25 October 2026)',
    cases: [
      ['2026-10-24T22:00:00Z', 'Europe/Berlin', '2026-10-25'],
      ['2026-10-25T22:59:59Z', 'Europe/Berlin', '2026-10-25'],
      ['2026-10-25T23:00:00Z', 'Europe/Berlin', '2026-10-26'],
    ],
  },
  {
    rule: 'Lord Howe moves its clocks by half an hour: a day of 24 and a half hours',
    cases: [
      ['2026-04-04T13:00:00Z', 'Australia/Lord_Howe', '2026-04-05'],
      ['2026-04-05T13:29:59Z', 'Australia/Lord_Howe', '2026-04-05'],
      ['2026-04-05T13:30:00Z', 'Australia/Lord_Howe', '2026-04-06'],
    ],
  },
  {
    rule: 'A day may have no midnight: its first instant is 01:00 (Sao Paulo, Beirut)',
    cases: [
      ['2018-11-04T02:59:59Z', 'America/Sao_Paulo', '2018-11-03'],
      ['2018-11-04T03:00:00Z', 'America/Sao_Paulo', '2018-11-04'],
      ['2018-11-05T01:59:59Z', 'America/Sao_Paulo', '2018-11-04'],
      ['2018-11-05T02:00:00Z', 'America/Sao_Paulo', '2018-11-05'],
      ['2022-03-26T21:59:59Z', 'Asia/Beirut', '2022-03-26'],
      ['2022-03-26T22:00:00Z', 'Asia/Beirut', '2022-03-27'],
    ],
  },
  {
    rule: 'A day may have two midnights (Sao Paulo, 18 February 2018)',
    cases: [
      ['2018-02-18T01:59:59Z', 'America/Sao_Paulo', '2018-02-17'],
      ['2018-02-18T02:00:00Z', 'America/Sao_Paulo', '2018-02-17'],
      ['2018-02-18T02:59:59Z', 'America/Sao_Paulo', '2018-02-17'],
      ['2018-02-18T03:00:00Z', 'America/Sao_Paulo', '2018-02-18'],
    ],
  },
  {
    rule: 'Apia skipped a whole day: 29 December 2011 was followed by the 31st',
    cases: [
      ['2011-12-30T09:59:59Z', 'Pacific/Apia', '2011-12-29'],
      ['2011-12-30T10:00:00Z', 'Pacific/Apia', '2011-12-31'],
    ],
  },
  {
    rule: 'The zones farthest apart have three dates at once',
    cases: [
      ['2026-06-13T10:30:00Z', 'Pacific/Kiritimati', '2026-06-14'],
      ['2026-06-13T10:30:00Z', 'UTC', '2026-06-13'],
      ['2026-06-13T10:30:00Z', 'Pacific/Pago_Pago', '2026-06-12'],
    ],
  },
  {
    rule: 'Zones of a quarter hour count too (Kathmandu)',
    cases: [
      ['2026-06-13T18:14:59Z', 'Asia/Kathmandu', '2026-06-13'],
      ['2026-06-13T18:15:00Z', 'Asia/Kathmandu', '2026-06-14'],
    ],
  },
  {
    rule: 'Years keep four digits, and in the year 0001 a western zone is still in the year 0000',
    cases: [
      ['0001-01-01T00:00:00Z', null, '0001-01-01'],
      ['0001-01-01T00:00:00Z', 'America/New_York', '0000-12-31'],
      ['0001-01-01T00:00:00Z', 'Europe/Berlin', '0001-01-01'],
      ['0099-07-04T12:00:00Z', 'America/New_York', '0099-07-04'],
      ['9999-12-31T23:59:59.999Z', null, '9999-12-31'],
    ],
  },
  {
    rule: 'Old dates are counted in the calendar of today (1582, 1500)',
    cases: [
      ['1582-10-10T12:00:00Z', null, '1582-10-10'],
      ['1500-02-28T12:00:00Z', null, '1500-02-28'],
      ['1500-03-01T12:00:00Z', null, '1500-03-01'],
    ],
  },
];

for (const { rule, cases } of days) {
  test(rule, () => {
    for (const [text, zone, day] of cases) {
      assert.equal(venueDay(Date.parse(text), zone), day, `${text} in ${zone}`);
    }
  });
}

test('A7: the estimate is the planned start plus the delay, early or late', () => {
  const start = Date.parse('2026-06-13T09:00:00Z');
  const estimates: [number, string][] = [
    [0, '2026-06-13T09:00:00Z'],
    [25, '2026-06-13T09:25:00Z'],
    [-25, '2026-06-13T08:35:00Z'],
    [1440, '2026-06-14T09:00:00Z'],
    [-1440, '2026-06-12T09:00:00Z'],
  ];
  for (const [delay, expected] of estimates) {
    assert.equal(formatInstant(estimatedStart(start, late(delay))), expected);
  }
});

test('a delay that ends moves what is planned before its end', () => {
  const end = Date.parse('2026-06-13T13:12:00Z');
  for (const delay of [12, -12]) {
    assert.equal(estimatedStart(end - 1, late(delay, end)), end - 1 + delay * 60_000);
    assert.equal(estimatedStart(end, late(delay, end)), end);
    assert.equal(estimatedStart(end + 1, late(delay, end)), end + 1);
  }
});

test('A7, R12: an estimate at the edge of the years 0001 to 9999 is still a date-time', () => {
  const edges: [string, number][] = [
    ['9999-12-31T23:59:59.999Z', 1440],
    ['9999-12-31T23:59:00Z', 1],
    ['0001-01-01T00:00:00Z', -1440],
  ];
  for (const [start, delay] of edges) {
    const estimate = formatInstant(estimatedStart(Date.parse(start), late(delay)));
    assert.notEqual(parseInstant(estimate), null, `${start} and ${delay} min: ${estimate}`);
  }
});

test('A zone is an IANA name that the runtime knows', () => {
  for (const zone of ['Europe/Berlin', 'europe/berlin', 'UTC', 'Etc/GMT+5', 'Asia/Calcutta']) {
    assert.equal(isTimezone(zone), true, zone);
  }
  const noZones = ['', ' ', '+02:00', '-05', 'Europe', 'Mars/Olympus', 'Europe/Berlin ', 'null'];
  for (const zone of noZones) assert.equal(isTimezone(zone), false, zone);
});

const ZONES = [
  null,
  'UTC',
  'Europe/Berlin',
  'America/Sao_Paulo',
  'Australia/Lord_Howe',
  'Asia/Tokyo',
];
const moments = record({
  zone: among(...ZONES),
  instant: fc.integer({ min: Date.UTC(1980, 0), max: Date.UTC(2030, 0) }),
});

always('Days never run backwards, and differ by at most one from UTC', moments, (moment) => {
  const { zone, instant } = moment;
  const day = venueDay(instant, zone);
  assert.match(day, /^\d{4}-\d{2}-\d{2}$/);
  assert.ok(Math.abs(Date.parse(day) - Date.parse(venueDay(instant, null))) <= 24 * HOUR);
  // Clocks that are put back by an hour return to the day before only around midnight, so two hours later is never before.
  assert.ok(venueDay(instant + 2 * HOUR, zone) >= day);
  assert.ok(venueDay(instant + 26 * HOUR, zone) > day);
});

always('Without a zone the day is the first part of the UTC text', moments, ({ instant }) => {
  assert.equal(venueDay(instant, null), new Date(instant).toISOString().slice(0, 10));
});

for (const [what, day, zone, end] of [
  ['without a zone', '2026-06-13', null, '2026-06-14T00:00:00Z'],
  ['at the venue', '2026-06-13', 'Europe/Berlin', '2026-06-13T22:00:00Z'],
  ['of 23 hours', '2026-03-29', 'Europe/Berlin', '2026-03-29T22:00:00Z'],
  ['of 25 hours', '2026-10-25', 'Europe/Berlin', '2026-10-25T23:00:00Z'],
  ['that ends without a midnight', '2018-11-03', 'America/Sao_Paulo', '2018-11-04T03:00:00Z'],
  ['furthest east', '2026-06-13', 'Pacific/Kiritimati', '2026-06-13T10:00:00Z'],
  ['furthest west', '2026-06-13', 'Pacific/Niue', '2026-06-14T11:00:00Z'],
  ['before one that was skipped', '2011-12-29', 'Pacific/Apia', '2011-12-30T10:00:00Z'],
] as const) {
  test(`The end of a day ${what}`, () => {
    assert.equal(formatInstant(endOfVenueDay(day, zone)), end);
  });
}

always(
  'The end of a day: the minute before belongs to the day, this one to a later one',
  record<{ instant: number; zone: string }>({
    instant: fc.integer({ min: Date.UTC(1990, 0), max: Date.UTC(2035, 0) }),
    zone: among('Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe'),
  }),
  ({ instant, zone }) => {
    const day = venueDay(instant, zone);
    const end = endOfVenueDay(day, zone);
    assert.ok(end > instant);
    assert.equal(venueDay(end - 60_000, zone), day);
    assert.ok(venueDay(end, zone) > day);
  },
);
