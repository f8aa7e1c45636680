/** The order of lists of events, their pages, their search, and what a query may ask for (adopt, "Lists"). */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  BY_TIME,
  dayInZones,
  eventText,
  findByTime,
  groupEvents,
  yearsOf,
} from '../../src/domain/lists/event-order.ts';
import {
  BY_NAME,
  findByName,
  type ListOrder,
  pageOf,
  readListQuery,
} from '../../src/domain/lists/list-query.ts';
import { Refusal } from '../../src/domain/refusal.ts';
import { searchText, searchWords } from '../../src/domain/text/search-text.ts';
import { LANGUAGES } from '../../src/words/languages.ts';

let count = 0;

/** An event; ids ascend in the order of the calls. @param days one day, or `first/last` */
function event(name: string, days: string, given: Partial<Record<string, string>> = {}) {
  const [startDate = '', endDate = startDate] = days.split('/');
  const { timezone = 'UTC', city = '', countryCode = '', organiser = '' } = given;
  return { id: ++count, name, startDate, endDate, timezone, city, countryCode, organiser };
}

const NOON = Date.parse('2026-06-13T12:00:00Z');
const found = (events: ReturnType<typeof event>[], q = '', now = NOON, year?: number) =>
  findByTime(events, { words: searchWords(q), year }, now).map(({ event }) => event.name);

describe('the order of events', () => {
  const cases: [what: string, events: ReturnType<typeof event>[], now: string, names: string[]][] =
    [
      [
        'the first, a middle and the last day are today, the one that began last first',
        [
          event('last', '2026-06-11/2026-06-13'),
          event('middle', '2026-06-12/2026-06-14'),
          event('first', '2026-06-13/2026-06-15'),
        ],
        '2026-06-13T12:00:00Z',
        ['first', 'middle', 'last'],
      ],
      [
        'today, then what begins soonest, then past ones, newest first',
        [
          event('old', '2019-06-01'),
          event('yesterday', '2026-06-12'),
          event('in a year', '2027-06-13'),
          event('in a week', '2026-06-20'),
          event('today', '2026-06-13'),
          event('tomorrow', '2026-06-14'),
          event('in eight days', '2026-06-21'),
        ],
        '2026-06-13T12:00:00Z',
        ['today', 'tomorrow', 'in a week', 'in eight days', 'in a year', 'yesterday', 'old'],
      ],
      [
        'two of a day: the later number first where the later day is, else the earlier one',
        [
          event('past A', '2026-06-01'),
          event('past B', '2026-06-01'),
          event('ahead A', '2026-07-01'),
          event('ahead B', '2026-07-01'),
        ],
        '2026-06-13T12:00:00Z',
        ['ahead A', 'ahead B', 'past B', 'past A'],
      ],
      [
        'the day of each venue counts; of an unknown zone, that of UTC',
        [
          event('Boston', '2026-06-14', { timezone: 'America/New_York' }),
          event('no zone', '2026-06-14'),
          event('Tokyo', '2026-06-14', { timezone: 'Asia/Tokyo' }),
          event('an unknown zone', '2026-06-13', { timezone: 'Moon/Tranquillity' }),
        ],
        '2026-06-13T16:00:00Z',
        ['Tokyo', 'an unknown zone', 'Boston', 'no zone'],
      ],
      [
        'an event is past when its last day is over at its venue',
        [
          event('Tokyo', '2026-06-13', { timezone: 'Asia/Tokyo' }),
          event('Boston', '2026-06-13', { timezone: 'America/New_York' }),
        ],
        '2026-06-14T02:00:00Z',
        ['Boston', 'Tokyo'],
      ],
    ];
  for (const [what, events, now, names] of cases) {
    test(what, () => {
      assert.deepEqual(found(events, '', Date.parse(now)), names);
      assert.deepEqual(found(events.toReversed(), '', Date.parse(now)), names);
    });
  }

  test('groups begin at the first day, after today, after seven days, after the last day', () => {
    const days = ['2026-06-12', '2026-06-13', '2026-06-14', '2026-06-20', '2026-06-21'];
    const groups = groupEvents(
      days.map((day) => event(day, day)),
      dayInZones(NOON),
    ).map(({ group, events }) => [group, ...events.map(({ name }) => name)]);
    assert.deepEqual(groups, [
      ['today', '2026-06-13'],
      ['soon', '2026-06-14', '2026-06-20'],
      ['coming', '2026-06-21'],
      ['past', '2026-06-12'],
    ]);
  });

  test('years have all that have a day in them, the latest first', () => {
    const events = [
      event('a', '2025-12-31/2026-01-01'),
      event('b', '2019-06-01'),
      event('c', '2026-03-01'),
    ];
    assert.deepEqual(yearsOf(events), [
      { year: 2026, count: 2 },
      { year: 2025, count: 1 },
      { year: 2019, count: 1 },
    ]);
    assert.deepEqual(found(events, '', NOON, 2025), ['a']);
    assert.deepEqual(found(events, '', NOON, 2026), ['c', 'a']);
    assert.deepEqual(found(events, '', NOON, 2024), []);
  });
});

test('the search finds all words in name, place and organiser, without accents', () => {
  const events = [
    event('Rotsee-Regatta', '2026-07-10', { city: 'Luzern', countryCode: 'CH' }),
    event('Hebda Cup', '2024-04-27', { city: 'Wyandotte', countryCode: 'US' }),
    event('Hebda Cup', '2023-04-29', { city: 'Wyandotte', organiser: 'Wyandotte Boat Club' }),
    event('Régate de la Tête 2019', '2022-12-31/2023-01-01', { city: 'Besançon' }),
  ];
  const starts = (q: string) =>
    findByTime(events, { words: searchWords(q), year: undefined }, NOON).map(({ event }) =>
      event.startDate.slice(0, 4),
    );
  const cases: [string, string[]][] = [
    ['', ['2026', '2024', '2023', '2022']],
    ['  ', ['2026', '2024', '2023', '2022']],
    ['ROTSEE', ['2026']],
    ['hebda', ['2024', '2023']],
    ['cup wyandotte', ['2024', '2023']],
    ['boat hebda', ['2023']],
    ['schweiz', ['2026']],
    ['switzerland luzern', ['2026']],
    ['ch', ['2026']],
    ['regate tete besancon', ['2022']],
    ['hebda luzern', []],
    // A word is read as the year of an event only if no event has all the words as words.
    ['hebda 2024', ['2024']],
    ['2019', ['2022']],
    ['2023', ['2023', '2022']],
    ['202', []],
    ['.*', []],
  ];
  for (const [q, years] of cases) assert.deepEqual(starts(q), years, q);
});

test('a country is found by its name in every language of the pages', () => {
  for (const { locale } of Object.values(LANGUAGES)) {
    const name = new Intl.DisplayNames(locale, { type: 'region' }).of('DE') ?? '';
    const facts = { name: 'A', city: 'B', countryCode: 'DE', organiser: 'C' };
    assert.ok(eventText(facts).includes(searchText(name)), name);
  }
  assert.equal(
    eventText({ name: 'A', city: 'B', countryCode: '', organiser: 'C' }).trim(),
    'a b c',
  );
});

describe('the pages of a list', () => {
  /** The items of all pages, fetched one after the other; `next` is written to text and read again for each. */
  function walk<Item, Place>(
    items: readonly Item[],
    limit: number,
    order: ListOrder<Item, Place>,
    between = (rest: readonly Item[]) => rest,
  ): Item[][] {
    const pages: Item[][] = [];
    let before: Place | undefined;
    for (let all = items; ; all = between(all)) {
      const page = pageOf(all, { before, limit }, order);
      pages.push(page.items);
      if (page.next === null) return pages;
      assert.match(page.next, /^[\w.-]+$/, 'it can stand in an address');
      before = order.read(page.next);
      assert.ok(before);
    }
  }

  const events = Array.from({ length: 25 }, (_, n) => event(`E${n}`, `2026-06-${10 + (n % 7)}`));
  const sorted = findByTime(events, { words: [], year: undefined }, NOON);

  test('have every event once, in order, whatever the limit', () => {
    for (const limit of [1, 2, 7, 24, 25, 26, 200]) {
      const pages = walk(sorted, limit, BY_TIME);
      assert.deepEqual(pages.flat(), sorted);
      assert.equal(pages.length, Math.ceil(sorted.length / limit));
    }
    assert.deepEqual(walk([], 10, BY_TIME), [[]]);
  });

  test('go on where the last one ended, also where that event has gone', () => {
    const [first, ...others] = sorted;
    const { next } = pageOf(sorted, { before: undefined, limit: 1 }, BY_TIME);
    const before = BY_TIME.read(next ?? '');
    assert.deepEqual(pageOf(others, { before, limit: 100 }, BY_TIME).items, others);
    assert.ok(first);
  });

  test('of names go by name without case and accents, then by number', () => {
    const clubs = ['Zug', 'éclair', 'Élan', 'ecluse', 'Ölten', 'zug', 'Łódź', 'ẑ&?#+ %'].map(
      (name, index) => ({ id: index + 1, name }),
    );
    const names = findByName(clubs, { words: [] }, ({ name }) => [name]);
    assert.deepEqual(
      names.map(({ item }) => item.id),
      [2, 4, 3, 7, 5, 8, 1, 6],
    );
    for (const limit of [1, 3, 8]) assert.deepEqual(walk(names, limit, BY_NAME).flat(), names);
    const some = findByName(clubs, { words: searchWords('ec LU') }, ({ name }) => [name]);
    assert.deepEqual(
      some.map(({ item }) => item.name),
      ['ecluse'],
    );
  });
});

describe('a query', () => {
  const read = (query: string, has = { years: true }) =>
    readListQuery(new URLSearchParams(query), BY_TIME, has);

  test('is read', () => {
    assert.deepEqual(read(''), { words: [], before: undefined, limit: 200, year: undefined });
    assert.deepEqual(
      read('year=2026&q=K%C3%B6ln%20%20cup&before=1.2026-06-14.17&limit=3&lang=de&x=y'),
      {
        words: ['koln', 'cup'],
        before: { rank: 1, startDate: '2026-06-14', id: 17 },
        limit: 3,
        year: 2026,
      },
    );
    assert.equal(read(`q=${'%F0%9F%9A%A3'.repeat(100)}`) instanceof Refusal, false);
    assert.equal(read('year=x', { years: false }) instanceof Refusal, false);
  });

  test('is refused where a value is wrong, each by its name', () => {
    const cases: [query: string, field: string][] = [
      ...['', '26', '20260', 'x', '-202', '2026.0', '２０２６'].map((value): [string, string] => [
        `year=${value}`,
        'year',
      ]),
      ['year=2025&year=2026', 'year'],
      ...['', '0', '201', '-1', '1.5', '1e2', 'x', '01', '9999999999'].map(
        (value): [string, string] => [`limit=${value}`, 'limit'],
      ),
      ['limit=1&limit=2', 'limit'],
      [`q=${'a'.repeat(101)}`, 'q'],
      ['q=a&q=b', 'q'],
      ...[
        ...['', '17', '3.2026-06-14.17', '1.2026-06-31.17', '1.2026-06-14.0', '1.2026-06-14'],
        ...['1.2026-06-14.17.1', '-1.2026-06-14.17', '1.2026-06-14.9999999999999999'],
      ].map((value): [string, string] => [`before=${value}`, 'before']),
    ];
    for (const [query, field] of cases) {
      const refusal = read(query);
      assert.ok(refusal instanceof Refusal, query);
      assert.equal(refusal.code, 'validation_failed');
      assert.deepEqual(
        refusal.violations.map((violation) => violation.field),
        [field],
        query,
      );
    }
    const all = read('year=x&q=a&q=b&before=x&limit=x');
    assert.ok(all instanceof Refusal);
    assert.equal(all.violations.length, 4);
    for (const text of ['x', '1', '.YQ', '0.YQ', '1.Y*Q']) {
      assert.equal(BY_NAME.read(text), undefined, text);
    }
  });
});
