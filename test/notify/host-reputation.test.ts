/** When a host of a push service counts as down, so that nothing is sent to it for a while. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDown, noteOutcome, type Reputation } from '../../src/notify/push/push-service-limits.ts';
import type { Outcome } from '../../src/notify/push/web-push.ts';

const SILENT: Outcome = { kind: 'later', reason: 'no answer', isSilent: true };
const BUSY: Outcome = { kind: 'later', reason: 'it answered 503', isSilent: false };
const REFUSED: Outcome = { kind: 'refused', detail: 'no' };

const UNKNOWN: Reputation = { silent: 0, answeredAt: undefined, isTrusted: false };
const FIXED: Reputation = { ...UNKNOWN, isTrusted: true };
const HELD_BEFORE: Reputation = { silent: 10, answeredAt: 0, isTrusted: false };

const silences = (count: number) => Array.from({ length: count }, () => SILENT);

for (const [what, before, outcomes, isLeftAlone] of [
  ['a host nobody knows', UNKNOWN, [], false],
  ['one that was silent once', UNKNOWN, silences(1), false],
  ['one that was silent twice', UNKNOWN, silences(2), true],
  ['a name that does not exist', UNKNOWN, Array(20).fill({ kind: 'nowhere' }), false],
  ['a host that nobody can have invented, silent nine times', FIXED, silences(9), false],
  ['the same, ten times', FIXED, silences(10), true],
  ['ten times, but it answered recently', FIXED, [{ kind: 'delivered' }, ...silences(10)], false],
  ['any answer counts: busy', UNKNOWN, [SILENT, BUSY, SILENT], false],
  ['any answer counts: refused', UNKNOWN, [SILENT, REFUSED, SILENT], false],
  ['silent again after it was left alone', HELD_BEFORE, silences(1), true],
  ['answering again after it was left alone', HELD_BEFORE, [BUSY, ...silences(9)], false],
] as const) {
  test(`left alone or not: ${what}`, () => {
    const now = 1_000_000;
    const after = (outcomes as readonly Outcome[]).reduce(
      (reputation, outcome) => noteOutcome(reputation, outcome, now),
      before,
    );
    assert.equal(isDown(after, now), isLeftAlone);
  });
}

test('left alone or not: an answer is recent for as long as a send may take', () => {
  const answered = noteOutcome(UNKNOWN, { kind: 'delivered' }, 0);
  const silent = silences(10).reduce(
    (before, outcome) => noteOutcome(before, outcome, 0),
    answered,
  );
  assert.equal(isDown(silent, 9_999), false);
  assert.equal(isDown(silent, 10_000), true);
});
