/** The list of regattas by when they are, and the search in it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BoardEvent } from '../../src/contract/board.ts';
import { placeName } from '../../src/domain/text/country-name.ts';
import { findRegattas, groupRegattas } from '../../web/src/board/page/regatta-groups.ts';

function event(name: string, dates: string, given: Partial<BoardEvent> = {}): BoardEvent {
  const [startDate = '', endDate = startDate] = dates.split('/');
  return {
    ...{ id: 1, name, startDate, endDate, timezone: 'UTC', city: '', countryCode: '' },
    status: 'published',
    ...given,
  };
}

/** Names by group: `today`, `coming`, and each year of the past. */
function namesOf(events: readonly BoardEvent[], now: string): Record<string, string[]> {
  const { today, coming, past } = groupRegattas(events, Date.parse(now));
  const names = (of: readonly BoardEvent[]) => of.map(({ name }) => name);
  return {
    today: names(today),
    coming: names(coming),
    ...Object.fromEntries(past.map(({ year, events: of }) => [year, names(of)])),
  };
}

const NOON = '2026-06-13T12:00:00Z';
const CASES: [what: string, events: BoardEvent[], now: string, groups: Record<string, string[]>][] =
  [
    ['no regatta', [], NOON, { today: [], coming: [] }],
    [
      'the first, a middle and the last day are today',
      [
        event('first', '2026-06-13/2026-06-15'),
        event('middle', '2026-06-12/2026-06-14'),
        event('last', '2026-06-11/2026-06-13'),
        event('only', '2026-06-13'),
      ],
      NOON,
      { today: ['first', 'only', 'middle', 'last'], coming: [] },
    ],
    [
      'the day of each venue counts',
      [
        event('Tokyo', '2026-06-14', { timezone: 'Asia/Tokyo' }),
        event('Boston', '2026-06-14', { timezone: 'America/New_York' }),
        event('no zone', '2026-06-14'),
        event('an unknown zone', '2026-06-13', { timezone: 'Moon/Tranquillity' }),
      ],
      '2026-06-13T16:00:00Z',
      { today: ['Tokyo', 'an unknown zone'], coming: ['Boston', 'no zone'] },
    ],
    [
      'a regatta is past when its last day is over at its venue',
      [
        event('Tokyo', '2026-06-13', { timezone: 'Asia/Tokyo' }),
        event('Boston', '2026-06-13', { timezone: 'America/New_York' }),
      ],
      '2026-06-14T02:00:00Z',
      { today: ['Boston'], coming: [], 2026: ['Tokyo'] },
    ],
    [
      'the next one stands first, two of a day by name',
      [
        event('in autumn', '2026-10-03'),
        event('B', '2026-06-20'),
        event('A', '2026-06-20'),
        event('tomorrow', '2026-06-14'),
      ],
      NOON,
      { today: [], coming: ['tomorrow', 'A', 'B', 'in autumn'] },
    ],
    [
      'past ones stand by the year in which they ended, the latest first',
      [
        event('spring', '2026-04-01'),
        event('new year', '2025-12-31/2026-01-01'),
        event('old', '2019-06-01'),
        event('last summer', '2025-07-01'),
        event('last autumn', '2025-10-01'),
      ],
      NOON,
      {
        today: [],
        coming: [],
        2026: ['spring', 'new year'],
        2025: ['last autumn', 'last summer'],
        2019: ['old'],
      },
    ],
  ];

for (const [what, events, now, groups] of CASES) {
  test(what, () => {
    const before = structuredClone(events);
    assert.deepEqual(namesOf(events, now), groups);
    assert.deepEqual(events, before, 'the list itself stays as it is');
  });
}

test('past years come in order, the latest first', () => {
  const events = ['2019', '2025', '2021'].map((year) => event(year, `${year}-06-01`));
  const { past } = groupRegattas(events, Date.parse(NOON));
  assert.deepEqual(
    past.map(({ year }) => year),
    ['2025', '2021', '2019'],
  );
});

test('the search finds every word in names, places and years', () => {
  const events = [
    event('Rotsee-Regatta', '2026-07-10', { city: 'Luzern', countryCode: 'CH' }),
    event('Hebda Cup', '2023-04-29', { city: 'Wyandotte', countryCode: 'US' }),
    event('Hebda Cup', '2024-04-27', { city: 'Wyandotte', countryCode: 'US' }),
    event('Régate de la Tête', '2025-12-31/2026-01-01', { city: 'Besançon' }),
  ];
  const place = (one: BoardEvent) => placeName(one, 'de');
  const found = (query: string) =>
    findRegattas(events, query, place).map(({ startDate }) => startDate.slice(0, 7));
  const cases: [string, string[]][] = [
    ['', ['2026-07', '2023-04', '2024-04', '2025-12']],
    ['  ', ['2026-07', '2023-04', '2024-04', '2025-12']],
    ['ROTSEE', ['2026-07']],
    ['hebda', ['2023-04', '2024-04']],
    ['2024 hebda', ['2024-04']],
    ['cup wyandotte', ['2023-04', '2024-04']],
    ['schweiz', ['2026-07']],
    ['regate tete besancon', ['2025-12']],
    ['2026', ['2026-07', '2025-12']],
    ['hebda luzern', []],
    ['.*', []],
  ];
  for (const [query, starts] of cases) assert.deepEqual(found(query), starts, query);
});
