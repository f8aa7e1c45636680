/** What retention removes: archived events only, counted in venue days; and when it runs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  archiveFileName,
  dueBefore,
  dueOf,
  isRunDue,
  keepsAll,
  mayBeRemoved,
  type Retention,
} from '../../src/domain/retention-rules.ts';

const at = (text: string) => Date.parse(text);
const keep = (eventsDays?: number, historyDays?: number): Retention => ({
  ...{ eventsDays, historyDays },
  archiveFolder: undefined,
});
const NOTHING = { event: false, history: false };
const EVENT = { event: true, history: false };
const HISTORY = { event: false, history: true };
const BOTH = { event: true, history: true };

type Case = [
  what: string,
  event: { lastDay: string; timezone?: string | null; isArchived?: boolean },
  retention: Retention,
  now: string,
  due: { event: boolean; history: boolean },
];

const CASES: Case[] = [
  ['nothing is set', { lastDay: '1990-06-01' }, keep(), '2026-07-02T12:00Z', NOTHING],
  ['30 days later', { lastDay: '2026-06-01' }, keep(30), '2026-07-01T23:59:59Z', NOTHING],
  ['once they are over', { lastDay: '2026-06-01' }, keep(30), '2026-07-02T00:00Z', EVENT],
  ['for the history alone', { lastDay: '2026-06-01' }, keep(undefined, 30), '2026-07-02', HISTORY],
  ['both', { lastDay: '2026-06-01' }, keep(30, 30), '2026-07-02', BOTH],
  ['the history first', { lastDay: '2026-06-01' }, keep(60, 30), '2026-07-02', HISTORY],
  ['the event first', { lastDay: '2026-06-01' }, keep(30, 60), '2026-07-02', EVENT],
  [
    'not archived',
    { lastDay: '1990-06-01', isArchived: false },
    keep(1, 1),
    '2026-07-02T12:00Z',
    NOTHING,
  ],
  ['still to come', { lastDay: '2026-08-01' }, keep(1, 1), '2026-07-02T12:00Z', NOTHING],
  ['today', { lastDay: '2026-07-02' }, keep(1, 1), '2026-07-02T12:00Z', NOTHING],
  // The calendar day at the venue counts, not the one of the server.
  [
    'it is the next day in Auckland already',
    { lastDay: '2026-06-01', timezone: 'Pacific/Auckland' },
    keep(30),
    '2026-07-01T12:00Z',
    EVENT,
  ],
  [
    'a minute before',
    { lastDay: '2026-06-01', timezone: 'Pacific/Auckland' },
    keep(30),
    '2026-07-01T11:59Z',
    NOTHING,
  ],
  [
    'it is still the day before in Honolulu',
    { lastDay: '2026-06-01', timezone: 'Pacific/Honolulu' },
    keep(30),
    '2026-07-02T09:59Z',
    NOTHING,
  ],
  [
    'and then no more',
    { lastDay: '2026-06-01', timezone: 'Pacific/Honolulu' },
    keep(30),
    '2026-07-02T10:00Z',
    EVENT,
  ],
  // A calendar day counts as one day, also if it has 23 or 25 hours.
  [
    'over a night in which clocks are put back',
    { lastDay: '2026-10-24', timezone: 'Europe/Berlin' },
    keep(1),
    '2026-10-25T22:59Z',
    NOTHING,
  ],
  [
    'after it',
    { lastDay: '2026-10-24', timezone: 'Europe/Berlin' },
    keep(1),
    '2026-10-25T23:00Z',
    EVENT,
  ],
  ['over a leap day', { lastDay: '2028-02-28' }, keep(1), '2028-02-29T12:00Z', NOTHING],
];

for (const [what, { lastDay, timezone = null, isArchived = true }, retention, now, due] of CASES) {
  test(`what is due: ${what}`, () => {
    assert.deepEqual(dueOf({ lastDay, timezone, isArchived }, retention, at(now)), due);
  });
}

test('the days of which anything may be due leave out no zone', () => {
  assert.equal(dueBefore(keep(), at('2026-07-02')), undefined);
  for (const retention of [keep(30), keep(30, 60), keep(60, 30), keep(undefined, 30)]) {
    for (let hour = 0; hour < 48; hour++) {
      const now = at('2026-07-01') + hour * 3_600_000;
      const before = dueBefore(retention, now) ?? '';
      for (const timezone of ['Pacific/Kiritimati', 'Etc/GMT+12', null]) {
        for (const lastDay of ['2026-05-31', '2026-06-01', '2026-06-02', '2026-06-03']) {
          const { event, history } = dueOf({ lastDay, timezone, isArchived: true }, retention, now);
          if (event || history) assert.ok(lastDay < before, `${lastDay} ${timezone} ${hour}`);
        }
      }
    }
  }
});

test('all is kept where neither is set', () => {
  assert.deepEqual([keep(), keep(1), keep(undefined, 1)].map(keepsAll), [true, false, false]);
});

test('the file of an archived event', () => {
  assert.equal(archiveFileName(7, '2026-06-14'), 'event-7-2026-06-14.json');
});

test('an entry that is not found may have been removed where it is older than all that are left', () => {
  assert.equal(mayBeRemoved(5, { to: 0, oldestId: 9 }), false);
  assert.equal(mayBeRemoved(5, { to: 3, oldestId: 9 }), true);
  assert.equal(mayBeRemoved(9, { to: 3, oldestId: 9 }), false);
  assert.equal(mayBeRemoved(5, { to: 3, oldestId: null }), true);
});

test('when a run is due', () => {
  const now = at('2026-07-02T12:00Z');
  const MINUTE = 60_000;
  const DAY = 1440 * MINUTE;
  for (const [minutesAgo, isOver, isAsked, isDue] of [
    // A run is due a day after the last one began.
    [1439, true, false, false],
    [1440, true, false, true],
    // It is due at once if the process has a reason of its own, but never while another run is going on.
    [1, true, true, true],
    [1, false, true, false],
    // A run that is not over after five minutes counts as interrupted.
    [4, false, true, false],
    [5, false, true, true],
    [5, false, false, false],
    [1440, false, false, true],
    // The clock was set back: the last run is dated in the future.
    [-1, true, false, true],
    [-1, false, false, true],
  ] as const) {
    const beganAt = now - minutesAgo * MINUTE;
    const said = `${minutesAgo} ${isOver} ${isAsked}`;
    assert.equal(isRunDue({ beganAt, isOver }, isAsked, now), isDue, said);
  }
  assert.equal(isRunDue(undefined, false, now), true);
  assert.equal(isRunDue({ beganAt: now - DAY, isOver: true }, false, now), true);
});
