/** Date-times and dates as the wire writes them (R12). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatInstant, isDate, parseInstant } from '../../src/contract/instant.ts';
import { always, among, record } from '../domain/properties.ts';

/** [what a client sends, what an answer then says] */
const read: { rule: string; cases: [string, string][] }[] = [
  {
    rule: 'R12: Z or a numeric offset; the answer is UTC with Z',
    cases: [
      ['2026-06-13T09:00:00Z', '2026-06-13T09:00:00Z'],
      ['2026-06-13T09:00:00+02:00', '2026-06-13T07:00:00Z'],
      ['2026-06-13T09:00:00-05:00', '2026-06-13T14:00:00Z'],
      ['2026-06-13T09:00:00+05:45', '2026-06-13T03:15:00Z'],
      ['2026-06-13T09:00:00-03:30', '2026-06-13T12:30:00Z'],
      ['2026-06-13T23:00:00-02:00', '2026-06-14T01:00:00Z'],
      ['2026-01-01T00:30:00+01:00', '2025-12-31T23:30:00Z'],
    ],
  },
  {
    rule: 'R12: an offset of zero however it is written, -00:00 too',
    cases: [
      ['2026-06-13T09:00:00+00:00', '2026-06-13T09:00:00Z'],
      ['2026-06-13T09:00:00-00:00', '2026-06-13T09:00:00Z'],
    ],
  },
  {
    rule: 'R12: the largest offsets that RFC 3339 can write',
    cases: [
      ['2026-06-13T09:00:00+23:59', '2026-06-12T09:01:00Z'],
      ['2026-06-13T09:00:00-23:59', '2026-06-14T08:59:00Z'],
    ],
  },
  {
    rule: 'R12: lower-case t and z are accepted',
    cases: [
      ['2026-06-13t09:00:00z', '2026-06-13T09:00:00Z'],
      ['2026-06-13t09:00:00+02:00', '2026-06-13T07:00:00Z'],
      ['2026-06-13T09:00:00z', '2026-06-13T09:00:00Z'],
    ],
  },
  {
    rule: 'R12: fractions are cut to milliseconds, never rounded, and shown only when not zero',
    cases: [
      ['2026-06-13T09:00:00.5Z', '2026-06-13T09:00:00.500Z'],
      ['2026-06-13T09:00:00.05Z', '2026-06-13T09:00:00.050Z'],
      ['2026-06-13T09:00:00.120Z', '2026-06-13T09:00:00.120Z'],
      ['2026-06-13T09:00:00.0Z', '2026-06-13T09:00:00Z'],
      ['2026-06-13T09:00:00.0009Z', '2026-06-13T09:00:00Z'],
      ['2026-06-13T09:00:00.9999999999Z', '2026-06-13T09:00:00.999Z'],
      ['2026-06-13T09:00:00.1239+02:00', '2026-06-13T07:00:00.123Z'],
      // Before 1970 too: cut means the earlier instant, not the one nearer to 1970.
      ['1969-12-31T23:59:59.9999Z', '1969-12-31T23:59:59.999Z'],
      ['1969-12-31T23:59:59.0009Z', '1969-12-31T23:59:59Z'],
    ],
  },
  {
    rule: 'R12: leap days in leap years, centuries by their own rule',
    cases: [
      ['2028-02-29T00:00:00Z', '2028-02-29T00:00:00Z'],
      ['2000-02-29T00:00:00Z', '2000-02-29T00:00:00Z'],
    ],
  },
  {
    rule: 'R12: the edges of the years 0001 and 9999',
    cases: [
      ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00Z'],
      ['0001-01-01T00:00:00-00:01', '0001-01-01T00:01:00Z'],
      ['0001-01-01T05:00:00+05:00', '0001-01-01T00:00:00Z'],
      ['0099-12-31T23:59:59Z', '0099-12-31T23:59:59Z'],
      ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
      ['9999-12-31T23:59:59.9999Z', '9999-12-31T23:59:59.999Z'],
      ['9999-12-31T18:59:59-05:00', '9999-12-31T23:59:59Z'],
    ],
  },
];

for (const { rule, cases } of read) {
  test(rule, () => {
    for (const [text, answer] of cases) {
      const instant = parseInstant(text);
      assert.ok(instant !== null, text);
      assert.equal(formatInstant(instant), answer, text);
    }
  });
}

const refused: { rule: string; texts: string[] }[] = [
  {
    rule: 'spec: an explicit UTC offset is needed',
    texts: ['2026-06-13T09:00:00', '2026-06-13T09:00:00.000', '2026-06-13', '2026-06-13Z'],
  },
  {
    rule: 'R12: seconds are required',
    texts: ['2026-06-13T09:00Z', '2026-06-13T09Z', '2026-06-13T09:00+02:00'],
  },
  {
    rule: 'R12: no space instead of T, and nothing around the text',
    texts: [
      '2026-06-13 09:00:00Z',
      '2026-06-13_09:00:00Z',
      ' 2026-06-13T09:00:00Z',
      '2026-06-13T09:00:00Z ',
      '2026-06-13T09:00:00Z\n',
      '\n2026-06-13T09:00:00Z',
      '2026-06-13T09:00:00 Z',
      '2026-06-13T09:00:00 +02:00',
      '',
    ],
  },
  {
    rule: 'R12: no leap second, no 24:00, no hour, minute or second that does not exist',
    texts: [
      '2016-12-31T23:59:60Z',
      '2016-12-31T23:59:61Z',
      '2026-06-13T24:00:00Z',
      '2026-06-13T25:00:00Z',
      '2026-06-13T09:60:00Z',
      '2026-06-13T09:00:99Z',
    ],
  },
  {
    rule: 'R12: no date that does not exist',
    texts: [
      '2026-02-30T09:00:00Z',
      '2026-02-29T09:00:00Z',
      '1900-02-29T09:00:00Z',
      '2100-02-29T09:00:00Z',
      '2026-04-31T09:00:00Z',
      '2026-13-01T09:00:00Z',
      '2026-00-01T09:00:00Z',
      '2026-01-00T09:00:00Z',
      '2026-01-32T09:00:00Z',
    ],
  },
  {
    rule: 'R12: no year 0000, not even where the instant lies in 0001',
    texts: ['0000-12-31T09:00:00Z', '0000-12-31T23:30:00-01:00', '0000-01-01T00:00:00Z'],
  },
  {
    rule: 'R12: the UTC instant counts: an offset may push it over the edge',
    texts: [
      '0001-01-01T00:00:00+00:01',
      '0001-01-01T04:59:59+05:00',
      '9999-12-31T23:59:59-00:01',
      '9999-12-31T19:00:00-05:00',
    ],
  },
  {
    rule: 'R12: years have four digits',
    texts: [
      '+002026-06-13T09:00:00Z',
      '-002026-06-13T09:00:00Z',
      '10000-01-01T00:00:00Z',
      '26-06-13T09:00:00Z',
    ],
  },
  {
    rule: 'R12: offsets are +hh:mm that exist',
    texts: [
      '2026-06-13T09:00:00+0200',
      '2026-06-13T09:00:00+02',
      '2026-06-13T09:00:00+2:00',
      '2026-06-13T09:00:00+24:00',
      '2026-06-13T09:00:00+02:60',
      '2026-06-13T09:00:00\u221202:00', // a minus sign that is no hyphen
      '2026-06-13T09:00:00Z+02:00',
      '2026-06-13T09:00:00UTC',
      '2026-06-13T09:00:00[Europe/Berlin]',
      '2026-06-13T09:00:00+02:00[Europe/Berlin]',
    ],
  },
  {
    rule: 'R12: no other forms of ISO 8601, no other digits',
    texts: [
      '20260613T090000Z',
      '2026-W24-6T09:00:00Z',
      '2026-164T09:00:00Z',
      '2026-06-13T09:00:00,5Z',
      '2026-06-13T09:00:00.Z',
      '2026-6-13T09:00:00Z',
      '2026-06-13T9:00:00Z',
      '\u0662\u0660\u0662\u0666-06-13T09:00:00Z',
      '1781341200000',
      'Sat, 13 Jun 2026 09:00:00 GMT',
      'now',
    ],
  },
];

for (const { rule, texts } of refused) {
  test(rule, () => {
    for (const text of texts) assert.equal(parseInstant(text), null, JSON.stringify(text));
  });
}

test('R12: instants are epoch milliseconds', () => {
  assert.equal(parseInstant('1970-01-01T00:00:00Z'), 0);
  assert.equal(parseInstant('1970-01-01T00:00:00.001Z'), 1);
  assert.equal(parseInstant('1969-12-31T23:59:59.999Z'), -1);
  assert.equal(formatInstant(0), '1970-01-01T00:00:00Z');
});

test('A date is YYYY-MM-DD and exists', () => {
  for (const date of ['2026-06-13', '2028-02-29', '0001-01-01', '9999-12-31']) {
    assert.equal(isDate(date), true, date);
  }
  const wrong = ['', '2026-6-13', '2026-02-29', '2026-06-31', '2026-00-10', '2026-10-00'];
  wrong.push('0000-01-01', '2026-06-13T00:00:00Z', '2026-06-13\n', ' 2026-06-13', '20260613');
  for (const date of wrong) assert.equal(isDate(date), false, JSON.stringify(date));
});

// Property tests: texts made of valid parts, and texts that are almost valid.

const two = (max: number, min = 0) =>
  fc.integer({ min, max }).map((number) => String(number).padStart(2, '0'));
const offsets = fc.oneof(
  among('Z', 'z', '+00:00', '-00:00'),
  fc.tuple(among('+', '-'), two(23), two(59)).map(([sign, h, m]) => `${sign}${h}:${m}`),
);
const fractions = fc.option(fc.stringMatching(/^[0-9]{1,12}$/), { nil: '' });
const texts = record({
  year: fc.oneof(
    fc.integer({ min: 1, max: 9999 }),
    among(1, 2, 99, 100, 1582, 1969, 1970, 2000, 2028, 9998, 9999),
  ),
  month: two(12, 1),
  day: two(31, 1),
  separator: among('T', 't'),
  time: fc.tuple(two(23), two(59), two(59)).map((parts) => parts.join(':')),
  fraction: fractions,
  offset: offsets,
})
  .filter(({ year, month, day }) => Number(day) <= daysOf(year, Number(month)))
  .map(({ year, month, day, separator, time, fraction, offset }) => {
    const date = `${String(year).padStart(4, '0')}-${month}-${day}`;
    return `${date}${separator}${time}${fraction && `.${fraction}`}${offset}`;
  });

always(
  'R12: on valid texts it agrees with Date.parse, inside the years 0001 to 9999',
  texts,
  (text) => {
    // Digits beyond milliseconds are cut before parsing, because V8 rounds them up before 1970, while R12 cuts them.
    const expected = Date.parse(text.toUpperCase().replace(/(\.\d{3})\d+/, '$1'));
    assert.ok(Number.isInteger(expected), text);
    const year = new Date(expected).getUTCFullYear();
    assert.equal(parseInstant(text), year >= 1 && year <= 9999 ? expected : null, text);
  },
);

always('R12: what an answer says is read back as the same instant', texts, (text) => {
  const instant = parseInstant(text);
  if (instant === null) return;
  const answer = formatInstant(instant);
  assert.match(answer, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/);
  assert.ok(!answer.includes('.000'));
  assert.equal(parseInstant(answer), instant);
});

const slips = record({
  text: texts,
  at: fc.nat({ max: 40 }),
  removed: fc.nat({ max: 2 }),
  inserted: fc.stringMatching(/^[0-9TtZz:+. -]{0,2}$/),
}).map(({ text, at, removed, inserted }) => {
  const position = at % (text.length + 1);
  return text.slice(0, position) + inserted + text.slice(position + removed);
});

always('R12: it takes no text that RFC 3339 does not, whatever slips in', slips, (text) => {
  assert.equal(parseInstant(text), naiveInstant(text), text);
});

/** RFC 3339 section 5.6 read from left to right, without a pattern and without `Date.parse`. */
function naiveInstant(text: string): number | null {
  let rest = text;
  const number = (length: number, min: number, max: number): number => {
    const digits = rest.slice(0, length);
    rest = rest.slice(length);
    const isNumber = digits.length === length && [...digits].every((d) => d >= '0' && d <= '9');
    return isNumber && Number(digits) >= min && Number(digits) <= max ? Number(digits) : Number.NaN;
  };
  const sign = (allowed: string): string => {
    const character = rest.charAt(0);
    rest = rest.slice(1);
    return character !== '' && allowed.includes(character) ? character : '?';
  };
  const year = number(4, 1, 9999);
  const first = sign('-');
  const month = number(2, 1, 12);
  const second = sign('-');
  const day = number(2, 1, daysOf(year, month));
  const signs = [first, second, sign('Tt')];
  const hour = number(2, 0, 23);
  signs.push(sign(':'));
  const minute = number(2, 0, 59);
  signs.push(sign(':'));
  let millis = number(2, 0, 59) * 1000;
  if (rest.startsWith('.')) {
    const digits = rest.slice(1, 1 + (rest.slice(1).search(/[^0-9]|$/) ?? 0));
    if (digits === '') return null;
    millis += Math.trunc(Number(`${digits}000`.slice(0, 3)));
    rest = rest.slice(1 + digits.length);
  }
  const zone = sign('Zz+-');
  signs.push(zone);
  let offset = 0;
  if (zone === '+' || zone === '-') {
    const hours = number(2, 0, 23);
    signs.push(sign(':'));
    offset = (zone === '+' ? 1 : -1) * (hours * 60 + number(2, 0, 59));
  }
  if (signs.includes('?') || rest !== '') return null;
  let days = 0;
  for (let one = 1; one < month; one++) days += daysOf(year, one);
  const before = year - 1;
  days += before * 365 + Math.floor(before / 4) - Math.floor(before / 100);
  days += Math.floor(before / 400) + day - 1 - 719_162; // 0001-01-01 to 1970-01-01
  const instant = ((days * 24 + hour) * 60 + minute - offset) * 60_000 + millis;
  const isInside = instant >= -62_135_596_800_000 && instant <= 253_402_300_799_999;
  return isInside ? instant : null; // a part that was no number makes it NaN: not inside
}

function daysOf(year: number, month: number): number {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
}
