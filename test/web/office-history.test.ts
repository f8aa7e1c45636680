/** The texts and filters of the history of a race office, and the list of what needs attention. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PublicChange } from '../../src/contract/console/events.ts';
import type { HistoryChange, HistoryEntry } from '../../src/contract/console/history.ts';
import type { Attention, Office } from '../../src/contract/console/office.ts';
import { DEFAULT_SETTINGS } from '../../src/domain/event/schedule.ts';
import { type LineContext, lineOf } from '../../web/src/console/office/history/entry-lines.ts';
import {
  authorsOf,
  canUndo,
  didOf,
  filtersOf,
  inView,
  joined,
  moreOf,
  queryOf,
  raceNumbersIn,
  undoneIds,
} from '../../web/src/console/office/history/history-decisions.ts';
import {
  attentionGroups,
  dueCount,
} from '../../web/src/console/office/overview/attention-items.ts';
import {
  hiddenCount,
  notDrawnCount,
  shownChanges,
  tellingOf,
} from '../../web/src/console/office/publish/publish-decisions.ts';
import { sourceText } from '../../web/src/console/office/race-names.ts';
import { frameWords } from '../../web/src/console/words/office-frame.ts';
import { historyWords } from '../../web/src/console/words/office-history.ts';
import { attentionWords } from '../../web/src/console/words/office-overview.ts';
import { words as boardWords } from '../../web/src/shared/words/board.ts';
import { inLanguage } from './boards.ts';

const office = {
  event: { id: 7, timezone: 'Europe/Berlin' },
  crews: [
    { id: 4, name: 'Saline A' },
    { id: 5, name: 'Saline  A' },
  ],
  races: [
    {
      ...{ id: 12, raceNumber: 12, printedNumber: '12A', estimatedAt: '2026-06-13T09:00:00Z' },
      lanes: [{ position: 1, positionLabel: 'A', crewId: 4, from: null }],
    },
    {
      ...{ id: 13, raceNumber: 13, printedNumber: null, estimatedAt: '2026-06-13T09:20:00Z' },
      lanes: [{ position: 1, positionLabel: '1', crewId: null, from: null }],
    },
  ],
} as unknown as Office;
const gone = new Map([[7, '7']]);
const context: LineContext = {
  words: frameWords.value,
  own: historyWords.value,
  document: office,
  dateLanguage: 'en-GB',
  source: (from) => sourceText(from, office, { numbers: gone, word: 'removed' }),
  raceNumbers: gone,
  decimalMark: '.' as const,
};

function said(change: Partial<HistoryChange>): string {
  const { thing, what, properties } = lineOf(
    { subject: 'race', id: 12, name: 'race 12', before: {}, after: {}, ...change },
    context,
  );
  const texts = properties.map(({ name, before, after }) =>
    before === undefined ? `${name} ${after}` : `${name} ${before} → ${after}`,
  );
  return [thing, what, ...texts].filter(Boolean).join(' | ');
}

test('history: how the software drew, readable: races by their numbers, a ranking by its names', () => {
  const after = {
    ...{ method: 'seeded', seed: 'ab'.repeat(16), order: [5, 4, 99] },
    ...{ lanes: 'middle-out', raceIds: [12, 13, 7, 98], crewIds: [4, 5, 99] },
  };
  const line = lineOf(
    { subject: 'draw', id: 7, name: 'draw of races 12, 13', before: null, after },
    context,
  );
  assert.deepEqual([line.thing, line.what], ['Draw', undefined]);
  assert.deepEqual(
    line.properties.map(({ name, after }) => `${name}: ${after}`),
    [
      'How: by a ranking',
      `Seed: ${'ab'.repeat(16)}`,
      'Ranking: Saline  A, Saline A, 99',
      'Lanes: from the middle out',
      'Races: 12A, 13, 7, –',
    ],
  );
});

test('a change is said with its thing, its properties, and both values in words', () => {
  const cases: [Partial<HistoryChange>, string][] = [
    [
      {
        ...{ subject: 'lane', position: 1 },
        before: { withdrawn: false, withdrawnReason: null, team: 'Saline A' },
        after: { withdrawn: true, withdrawnReason: 'Ill', team: 'Saline A' },
      },
      'Race 12A, lane A, Saline A | Withdrawn no → yes | Reason nothing → Ill',
    ],
    [
      { id: 12, before: { title: 'Heat' }, after: { title: 'Final' } },
      'Race 12A | Title Heat → Final',
    ],
    [
      {
        id: 12,
        before: { scheduledAt: '2026-06-13T09:00:00Z' },
        after: { scheduledAt: '2026-06-13T22:30:00Z' },
      },
      'Race 12A | Time Sat 13 Jun, 11:00 → Sun 14 Jun, 00:30',
    ],
    [{ id: 99, name: 'race 99', before: { title: 'X' }, after: null }, 'Race 99 | removed'],
    [
      {
        id: 13,
        before: null,
        after: { title: 'New', notes: null, state: 'planned', official: false },
      },
      'Race 13 | added | Title New',
    ],
    [
      { id: 13, before: null, after: { title: '', clockOffsetMillis: 0, resultMode: 'timed' } },
      'Race 13 | added | Results are timed',
    ],
    [
      { id: 13, before: null, after: { clockOffsetMillis: 2000 } },
      'Race 13 | added | Finish clock 0:02',
    ],
    [
      { id: 13, before: { clockOffsetMillis: 0 }, after: { clockOffsetMillis: -2000 } },
      'Race 13 | Finish clock nothing → -0:02',
    ],
    [
      {
        id: 12,
        before: { state: 'planned', reason: null },
        after: { state: 'cancelled', reason: 'Wind' },
      },
      'Race 12A | State planned → cancelled | Reason nothing → Wind',
    ],
    [
      {
        ...{ subject: 'lane', id: 12, position: 1, name: 'race 12, position 1' },
        before: { status: 'assigned', finishTimeMillis: null },
        after: { status: 'finished', finishTimeMillis: 402701 },
      },
      'Race 12A, lane A | Status no result → finished | Time nothing → 6:42.701',
    ],
    [
      {
        ...{ subject: 'lane', id: 12, position: 1, name: 'race 12, position 1' },
        before: { team: 'Saline A', teamId: 4 },
        after: { team: null, teamId: null },
      },
      'Race 12A, lane A | Crew Saline A → nothing',
    ],
    [
      {
        ...{ subject: 'lane', id: 12, position: 1, name: 'race 12, position 1' },
        before: { from: null },
        after: { from: { races: [12, 13], place: 3, fastest: 1 } },
      },
      'Race 12A, lane A | Comes from nothing → fastest 3rd of races 12A, 13',
    ],
    [
      {
        ...{ subject: 'lane', id: 12, position: 1, name: 'race 12, position 1' },
        before: { from: { races: [7], place: 1, fastest: null } },
        after: { from: { races: [7, 13, 98], place: 2, fastest: 1 } },
      },
      'Race 12A, lane A | Comes from 1st of race 7 → fastest 2nd of races 7, 13, (removed)',
    ],
    [
      {
        ...{ subject: 'lane', id: 12, position: 1, name: 'race 12, position 1' },
        before: { from: { races: [98], place: 1, fastest: null } },
        after: { from: null },
      },
      'Race 12A, lane A | Comes from 1st of race (removed) → nothing',
    ],
    [
      {
        ...{ subject: 'delay', name: '2026-06-13' },
        before: { delayMinutes: 0 },
        after: { delayMinutes: 10 },
      },
      'Delay on Sat 13 Jun | Delay 0 min → 10 min',
    ],
    [
      {
        ...{ subject: 'notice', id: 3, name: 'notice' },
        before: null,
        after: { text: 'Fog', until: '2026-06-13T16:00:00Z' },
      },
      'Notice | added | Text Fog | Until Sat 13 Jun, 18:00',
    ],
    [
      {
        subject: 'team',
        id: 4,
        name: 'Saline A',
        before: { name: 'Salin A' },
        after: { name: 'Saline A' },
      },
      'Crew Saline A | Name Salin A → Saline A',
    ],
    [
      {
        subject: 'event',
        name: 'Cup',
        before: { start: '2026-06-13' },
        after: { start: '2026-06-14' },
      },
      'Regatta | First day Sat 13 Jun 2026 → Sun 14 Jun 2026',
    ],
    [
      {
        ...{ subject: 'schedule', name: 'schedule' },
        before: { status: 'draft' },
        after: { status: 'published' },
      },
      'Schedule | Status draft → published',
    ],
  ];
  // Whether a comma follows a weekday depends on the browser.
  for (const [change, text] of cases)
    assert.equal(said(change).replaceAll('Sat,', 'Sat').replaceAll('Sun,', 'Sun'), text);
});

test('every property that the history may name has words in every language', () => {
  const names = [
    ...Object.keys(DEFAULT_SETTINGS),
    ...['externalId', 'raceNumber', 'title', 'scheduledAt', 'distanceMeters', 'boatClass', 'round'],
    ...['divisionLabel', 'resultMode', 'resultVisibility', 'laneScheme', 'notes', 'printedNumber'],
    ...['state', 'reason', 'official', 'name', 'clubId', 'boatIndex', 'sortOrder', 'adopted'],
    ...['positionLabel', 'team', 'teamId', 'from', 'status', 'finishTimeMillis', 'finishPlace'],
    ...['penaltyMillis', 'delayMinutes', 'text', 'until', 'postedAt', 'start', 'end', 'timezone'],
    ...['city', 'country', 'trial', 'archived', 'noindex'],
    // Names of the board's properties, for the list of what crews will see changed.
    ...['number', 'results', 'crewName'],
  ];
  for (const code of ['en', 'de', 'fr'] as const) {
    const own = inLanguage(historyWords, code);
    const frame = inLanguage(frameWords, code);
    const known = { ...frame.properties, ...own.properties };
    assert.deepEqual(
      names.filter((name) => !known[name]),
      [],
    );
  }
});

const entry = (id: number, more: Partial<HistoryEntry> = {}): HistoryEntry => ({
  ...{ id, at: '2026-06-13T09:00:00Z', userId: 1, displayName: 'Ann', keyPrefix: null },
  ...{ operation: 'edit-race', changes: [], changeCount: 0, undoOf: null },
  ...more,
});

test('of an operation that can do several things it is said which one it did', () => {
  const cases: [operation: string, after: HistoryChange['after'][], did: string | undefined][] = [
    ['set-race-state', [{ state: 'cancelled', reason: 'Wind' }], 'sagte ein Rennen ab'],
    ['set-race-state', [{ state: 'postponed' }], 'vertagte ein Rennen'],
    ['set-race-state', [{ state: 'planned' }], 'setzte ein Rennen wieder an'],
    ['withdraw-crew', [{ team: 'X', withdrawn: true }], 'meldete eine Mannschaft ab'],
    ['withdraw-crew', [{ withdrawn: false }], 'nahm eine Mannschaft wieder auf'],
    ['set-official', [{ official: true }], 'erklärte Ergebnisse für offiziell'],
    ['set-official', [{ official: false }], 'erklärte Ergebnisse wieder für vorläufig'],
    ['set-official', [null], undefined],
    ['edit-races', [{ state: 'cancelled' }], undefined],
  ];
  const german = inLanguage(historyWords, 'de');
  for (const [operation, afters, expected] of cases) {
    const changes = afters.map((after) => ({ after }) as HistoryChange);
    const did = didOf({ operation, changes });
    assert.equal(did && german.did[did], expected, operation);
  }
});

test('only what can be taken back offers it', () => {
  const change = (subject: string, before: object | null, after: object | null): HistoryEntry =>
    entry(1, { changes: [{ subject, name: '', before, after } as HistoryChange] });
  assert.ok(canUndo(change('race', { title: 'A' }, null)));
  assert.ok(canUndo(change('schedule', { crewGapMinutes: 40 }, { crewGapMinutes: 30 })));
  assert.ok(!canUndo(change('schedule', null, {})));
  assert.ok(!canUndo(change('schedule', { status: 'draft' }, { status: 'published' })));
  assert.ok(!canUndo(change('notice', null, { text: 'Fog' })));
  assert.ok(!canUndo(change('event', { name: 'A' }, { name: 'B' })));
  assert.ok(!canUndo(entry(1, { operation: 'add-event' })));
});

test('an entry counts as undone unless its undo was undone', () => {
  assert.deepEqual([...undoneIds([entry(3, { undoOf: 1 }), entry(2), entry(1)])], [1]);
  const redone = [entry(4, { undoOf: 3 }), entry(3, { undoOf: 1 }), entry(1)];
  assert.deepEqual([...undoneIds(redone)], [3]);
});

test('pages of the history are joined without gaps or doubles, and name their authors', () => {
  type Ids = [ids: number[], next: number | null];
  const listed = ([ids, next]: Ids) => ({ entries: ids.map((id) => entry(id)), next });
  const cases: [why: string, shown: Ids, page: Ids, before: number | undefined, all: Ids][] = [
    ['nothing yet', [[], null], [[], null], undefined, [[], null]],
    ['the first page', [[], null], [[5, 4], 4], undefined, [[5, 4], 4]],
    ['a new one', [[4, 3], 3], [[5, 4], 4], undefined, [[5, 4, 3], 3]],
    ['the same', [[5, 4], 4], [[5, 4], 4], undefined, [[5, 4], 4]],
    ['more than a page of new ones', [[4, 3], 3], [[9, 8], 8], undefined, [[9, 8], 8]],
    ['all of them in one page', [[1], null], [[3, 2], null], undefined, [[3, 2, 1], null]],
    ['more', [[5, 4], 4], [[3, 2], 2], 4, [[5, 4, 3, 2], 2]],
    ['more, asked for twice', [[5, 4, 3, 2], 2], [[3, 2], 2], 4, [[5, 4, 3, 2], 2]],
    ['more of what is gone', [[9, 8], 8], [[3, 2], 2], 4, [[9, 8], 8]],
  ];
  for (const [why, shown, page, before, all] of cases)
    assert.deepEqual(joined(listed(shown), listed(page), before), listed(all), why);
  const authors = authorsOf([
    entry(1, { userId: 2, displayName: 'Zoe' }),
    entry(2, { keyPrefix: 'ro_abc' }),
    entry(3, { userId: null, displayName: null }),
  ]);
  assert.deepEqual(authors, {
    people: [
      ['1', 'Ann'],
      ['2', 'Zoe'],
    ],
    keys: ['ro_abc'],
  });
});

test('races that were removed are called as entries of the history call them, the newest first', () => {
  const of = (subject: HistoryChange['subject'], id: number, name: string): HistoryChange => ({
    ...{ subject, id, name, before: {}, after: null },
  });
  const numbers = raceNumbersIn([
    entry(3, { changes: [of('race', 7, 'race 70'), of('lane', 8, 'race 8, position 2')] }),
    entry(2, { changes: [of('race', 7, 'race 7'), of('team', 9, 'Saline A')] }),
  ]);
  assert.deepEqual(
    [...numbers],
    [
      [7, '70'],
      [8, '8'],
    ],
  );
});

test('of an entry with many changes those are shown that are looked for', () => {
  const change = (subject: string, id: number, teamId: number | null = null): HistoryChange => ({
    ...{ subject, id, name: '', before: null, after: { teamId } },
  });
  const changes = [
    ...[change('race', 1), change('race', 2), change('race', 3), change('race', 4)],
    ...[change('lane', 3, 4), change('team', 4)],
  ];
  const shown = (filters: object) =>
    inView(changes, filters).first.map(({ subject, id }) => `${subject} ${id}`);
  assert.deepEqual(shown({}), ['race 1', 'race 2', 'race 3']);
  assert.deepEqual(shown({ race: '3' }), ['race 3', 'lane 3']);
  assert.deepEqual(shown({ crew: '4' }), ['lane 3', 'team 4']);
  assert.equal(inView(changes, { race: '3' }).all.length, changes.length);
  // The service sends at most the first 200 changes of an entry.
  const cases: [changeCount: number, shown: number, more: ReturnType<typeof moreOf>][] = [
    [6, 3, { count: 3, canOpen: true }],
    [6, 6, { count: 0, canOpen: false }],
    [9, 3, { count: 6, canOpen: true }],
    [9, 6, { count: 3, canOpen: false }],
  ];
  for (const [changeCount, shown, more] of cases)
    assert.deepEqual(moreOf({ changes, changeCount }, changes.slice(0, shown)), more);
});

test('filters stand in the address', () => {
  const query = new URLSearchParams('race=12&person=&key=ro_abc&other=1');
  const filters = filtersOf((name) => query.get(name));
  assert.deepEqual(filters, { race: '12', key: 'ro_abc' });
  assert.equal(queryOf(filters), '?race=12&key=ro_abc');
  assert.equal(queryOf({}), '');
});

test('what needs attention is grouped, and each leads to where it is mended', () => {
  const attention: Attention[] = [
    { kind: 'order', raceId: 12, otherRaceId: 13 },
    { kind: 'overdue', raceId: 12, at: '2026-06-13T09:00:00Z' },
    { kind: 'overdue', raceId: 13, at: '2026-06-13T09:20:00Z' },
    { kind: 'not-drawn', raceId: 13 },
    { kind: 'crew-gap', raceId: 12, otherRaceId: 13, crewId: 4, gapMinutes: 20 },
    { kind: 'crew-twice', raceId: 12, otherRaceId: 13, crewId: 4, otherCrewId: 5, gapMinutes: 20 },
    { kind: 'draw-differs', raceId: 13 },
    { kind: 'silent-key', keyPrefix: 'ro_abc', keyLabel: 'Tower', at: '2026-06-13T09:00:00Z' },
    { kind: 'refused-key', keyPrefix: 'ro_abc', code: 'conflict', at: '2026-06-13T09:00:00Z' },
  ];
  const known = { ...office, attention, settings: { crewGapMinutes: 40 } } as unknown as Office;
  // 15 minutes before the earlier race everything is due; what concerns two races is due only from an hour before.
  const groups = attentionGroups(
    known,
    attentionWords.value,
    boardWords.value,
    Date.parse('2026-06-13T08:45:00Z'),
  );
  assert.deepEqual(
    groups.map(({ title, items }) => [title, ...items.map(({ text, path }) => `${text} ${path}`)]),
    [
      [
        '2 races are overdue, results missing',
        'Race 12A, expected at 11:00 events/7/races/12',
        'Race 13, expected at 11:20 events/7/races/13',
      ],
      ['1 race within the hour, without a draw', 'Race 13, expected at 11:20 events/7/races/13'],
      [
        'Timing software has gone silent',
        'Tower: the last request came at 11:00 events/7/history?key=ro_abc',
      ],
      ['Timing software was refused', 'ro_abc: conflict, last at 11:00 account/keys/ro_abc'],
      ['1 draw no longer agrees with its rules', 'Race 13 events/7/races/13'],
      [
        '1 crew in races closer than 40 min',
        'Saline A: races 12A and 13, 20 min apart events/7/programme?row=13',
      ],
      [
        'Probably the same crew, in races closer than 40 min: 1',
        'Saline A and Saline  A: races 12A and 13 events/7/crews?row=4',
      ],
      [
        '1 race is in another order by time than by number',
        'Races 12A and 13 events/7/programme?row=13',
      ],
    ],
  );
  assert.ok(groups.every(({ isDue }) => isDue));
  assert.deepEqual(
    attentionGroups({ ...known, attention: [] }, attentionWords.value, boardWords.value, 0),
    [],
  );
});

test('what is about races of a later hour is shown, not counted', () => {
  const gap = (crewId: number) =>
    ({ kind: 'crew-gap', crewId, raceId: 12, otherRaceId: 13, gapMinutes: 20 }) as const;
  const attention = [gap(4), gap(5), gap(5), { kind: 'overdue', raceId: 13 }];
  const known = { ...office, attention, settings: { crewGapMinutes: 40 } } as unknown as Office;
  const evening = Date.parse('2026-06-12T19:00:00Z');
  assert.equal(dueCount(known, evening), 1);
  assert.equal(dueCount(known, Date.parse('2026-06-13T08:00:00Z')), 4);
  assert.deepEqual(
    attentionGroups(known, attentionWords.value, boardWords.value, evening).map(
      ({ isDue, title }) => [isDue, title],
    ),
    [
      [true, '1 race is overdue, results missing'],
      [false, '2 crews in races closer than 40 min'],
    ],
  );
});

test('before publishing it is counted what crews will miss', () => {
  const race = (more: object) => ({ state: 'planned', resultVisibility: null, lanes: [], ...more });
  const document = {
    settings: { defaultResultVisibility: 'hidden' },
    races: [
      race({}),
      race({ state: 'cancelled' }),
      race({ resultVisibility: 'full', lanes: [{ crewId: 4, from: null }] }),
      race({ lanes: [{ crewId: null, from: { races: [1], place: 1, fastest: null } }] }),
    ],
  } as unknown as Office;
  assert.equal(notDrawnCount(document), 1);
  assert.equal(hiddenCount(document), 3);
  assert.equal(hiddenCount({ ...document, settings: null }), 0);
  const changes = Array.from({ length: 100 }, (_, id) => ({ id }) as PublicChange);
  assert.deepEqual(
    [shownChanges(changes, 1234)].map(({ shown, left }) => [shown.length, left]),
    [[60, 1174]],
  );
});

test('followers can be told that a running order is out once, and it is proposed the first time', () => {
  const first = { wasPublished: false, followersTold: false, races: 3 };
  const cases: [
    given: Partial<typeof first>,
    followers: number,
    isPossible: boolean,
    isProposed: boolean,
  ][] = [
    [{}, 1, true, true],
    [{}, 0, false, false],
    [{ wasPublished: true }, 1, true, false],
    [{ races: 0 }, 1, true, false],
    [{ followersTold: true }, 9, false, false],
  ];
  for (const [given, followers, isPossible, isProposed] of cases) {
    assert.deepEqual(tellingOf({ ...first, ...given }, followers), { isPossible, isProposed });
  }
});
