/** When followers are reminded of a race (board, "Additions"; decision page 020). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  crewsDrawnSince,
  isReminderTrue,
  type ReminderRace,
  reminderDueAt,
  startsToLookAt,
} from '../../src/domain/following/reminder-rules.ts';
import { always, record } from './properties.ts';

const NOW = Date.UTC(2026, 5, 13, 12);
const MINUTE = 60_000;
const at = (minutes: number) => NOW + minutes * MINUTE;

function race(startsInMinutes: number, fields: Partial<ReminderRace> = {}): ReminderRace {
  return { startAt: at(startsInMinutes), state: 'planned', hasStarted: false, ...fields };
}

/** Each follower asked for a reminder 20 minutes before the start; all minutes count from now. */
for (const [what, given, remindedFor, expected] of [
  ['long before', race(100), undefined, 80],
  ['at the moment', race(20), undefined, 0],
  ['a follower or an earlier start after the moment: at once', race(12), undefined, -8],
  ['three minutes before, the last time for it', race(3), undefined, -17],
  ['later than that', race(2.9), undefined, undefined],
  ['after the start', race(-1), undefined, undefined],
  ['reminded', race(20), 20, undefined],
  ['reminded, then moved nearer', race(15), 20, undefined],
  ['reminded, then 10 minutes later', race(30), 20, undefined],
  ['reminded, then more than 10 minutes later', race(30.1), 20, 10.1],
  ['reminded, moved nearer, then as it was', race(20), 20, undefined],
  ['reminded long ago, for another day', race(100), -1500, 80],
  ['cancelled', race(20, { state: 'cancelled' }), undefined, undefined],
  ['postponed', race(20, { state: 'postponed' }), undefined, undefined],
  ['raced', race(20, { hasStarted: true }), undefined, undefined],
  ['raced after it was reminded of', race(19, { hasStarted: true }), 19, undefined],
] as [string, ReminderRace, number | undefined, number | undefined][]) {
  test(`reminder due: ${what}: ${expected ?? 'never'}`, () => {
    const before = remindedFor === undefined ? undefined : { startAt: at(remindedFor) };
    const dueAt = expected === undefined ? undefined : at(expected);
    assert.equal(reminderDueAt(given, 20, before, NOW), dueAt);
  });
}

for (const [what, given, remindedFor, expected] of [
  ['as it was noted', race(20), 20, true],
  ['a minute before the start', race(1), 1, true],
  ['started', race(0), 0, false],
  ['moved nearer', race(9), 20, true],
  ['moved 10 minutes away', race(30), 20, true],
  ['moved further away: there will be another one', race(30.1), 20, false],
  ['cancelled', race(20, { state: 'cancelled' }), 20, false],
  ['postponed', race(20, { state: 'postponed' }), 20, false],
  ['raced', race(20, { hasStarted: true }), 20, false],
] as [string, ReminderRace, number, boolean][]) {
  test(`reminder still true: ${what}: ${expected}`, () => {
    assert.equal(isReminderTrue(given, at(remindedFor), NOW), expected);
  });
}

/** The crews of the race are 1, 3 and 7; minutes count from now. */
for (const [what, given, reminded, expected] of [
  ['nobody since', race(15), { startsIn: 20, crewIds: [1, 3, 7] }, []],
  ['two since', race(15), { startsIn: 20, crewIds: [3] }, [1, 7]],
  ['all of a final', race(15), { startsIn: 20, crewIds: [] }, [1, 3, 7]],
  ['one that was taken out is no matter', race(15), { startsIn: 15, crewIds: [1, 2, 3, 7] }, []],
  ['10 minutes later: it is still this reminder', race(30), { startsIn: 20, crewIds: [1] }, [3, 7]],
  ['further away: all are reminded anew', race(31), { startsIn: 20, crewIds: [1] }, []],
  ['less than three minutes before', race(2.9), { startsIn: 20, crewIds: [1] }, []],
  ['raced', race(15, { hasStarted: true }), { startsIn: 20, crewIds: [1] }, []],
  ['cancelled', race(15, { state: 'cancelled' }), { startsIn: 20, crewIds: [1] }, []],
] as [string, ReminderRace, { startsIn: number; crewIds: number[] }, number[]][]) {
  test(`drawn after a reminder: ${what}`, () => {
    const { startsIn, crewIds } = reminded;
    const drawn = { ...given, crewIds: [1, 3, 7] };
    assert.deepEqual(crewsDrawnSince(drawn, { startAt: at(startsIn), crewIds }, NOW), expected);
  });
}

always(
  'reminder: one that is noted is true, one that is no longer true is due again or over',
  record<{ start: number; minutes: number; moved: number }>({
    start: fc.integer({ min: -10, max: 200 }),
    minutes: fc.integer({ min: 5, max: 120 }),
    moved: fc.integer({ min: -60, max: 60 }),
  }),
  ({ start, minutes, moved }) => {
    const dueAt = reminderDueAt(race(start), minutes, undefined, NOW);
    if (dueAt === undefined || dueAt > NOW) return;
    assert.ok(isReminderTrue(race(start), at(start), NOW));
    const isTrue = isReminderTrue(race(start + moved), at(start), NOW);
    const again = reminderDueAt(race(start + moved), minutes, { startAt: at(start) }, NOW);
    assert.ok(isTrue ? again === undefined : again !== undefined || start + moved < 3);
  },
);

always(
  'reminder: what comes due soon is looked at, and what was sent and holds',
  record<{ start: number; minutes: number; sentBefore: number; moved: number }>({
    start: fc.integer({ min: -10, max: 200 }),
    minutes: fc.integer({ min: 5, max: 120 }),
    sentBefore: fc.integer({ min: 0, max: 60 }),
    moved: fc.integer({ min: -60, max: 60 }),
  }),
  ({ start, minutes, sentBefore, moved }) => {
    const { from, to } = startsToLookAt(120, NOW);
    const dueAt = reminderDueAt(race(start), minutes, undefined, NOW);
    if (dueAt !== undefined && dueAt <= at(10)) {
      assert.ok(at(start) >= from && at(start) <= to);
    }
    // The reminder was sent `sentBefore` minutes ago, at the latest moment for its start, which has moved since.
    const sentFor = minutes - sentBefore;
    const isHeld = isReminderTrue(race(sentFor + moved), at(sentFor), NOW);
    if (isHeld && sentFor + moved >= 3) {
      assert.ok(at(sentFor + moved) >= from && at(sentFor + moved) <= to);
    }
  },
);
