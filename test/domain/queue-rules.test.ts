/** When a queued row is due, also after the clock was changed; and the reasons why a webhook failed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isDue, latestDue, nextPollMillis, steadyNow } from '../../src/domain/queue-rules.ts';
import { reasonOf } from '../../src/domain/webhooks/delivery-rules.ts';
import { always, record } from './properties.ts';

const NOW = Date.UTC(2026, 5, 13, 12);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

for (const [what, dueAt, longestWaitMillis, expected] of [
  ['its time has come', NOW, MINUTE, true],
  ['its time came long ago: the clock was set forward', NOW - 60 * DAY, MINUTE, true],
  ['in a moment', NOW + 1, MINUTE, false],
  ['in as long as it can have to wait', NOW + MINUTE, MINUTE, false],
  ['a clock elsewhere is ahead by a minute', NOW + 2 * MINUTE, MINUTE, false],
  ['further away than that: the clock was set back', NOW + 2 * MINUTE + 1, MINUTE, true],
  ['the clock was set back by an hour', NOW + HOUR + 10_000, MINUTE, true],
  ['an hour away, and that is what it was to wait', NOW + HOUR, HOUR, false],
  ['the clock was set back by a day', NOW + DAY + HOUR, HOUR, true],
  ['the clock was 60 days ahead', NOW + 60 * DAY, 70 * MINUTE, true],
  ['it was to be tried at once', NOW + MINUTE + 1, 0, true],
] as const) {
  test(`due: ${what}: ${expected}`, () => {
    assert.equal(isDue(dueAt, NOW, longestWaitMillis), expected);
  });
}

always(
  'due: whatever the clock was when it was put off, it is due within the longest wait and tolerance',
  record<{ wait: number; step: number }>({
    wait: fc.integer({ min: 0, max: 70 * MINUTE }),
    step: fc.integer({ min: -100 * DAY, max: 100 * DAY }),
  }),
  ({ wait, step }) => {
    const dueAt = NOW + wait;
    const now = NOW + step;
    const waits = isDue(dueAt, now, wait) ? 0 : dueAt - now;
    assert.ok(waits <= latestDue(now, wait) - now, `${waits}`);
  },
);

for (const [what, nextDueAt, expected] of [
  ['what is due is looked at in a moment', NOW - DAY, 1],
  ['and what is due now', NOW, 1],
  ['in its time', NOW + 5000, 5000],
  ['once a minute at least', NOW + HOUR, MINUTE],
  ['also when no timer takes what is left', NOW + 60 * DAY, MINUTE],
] as const) {
  test(`look again: ${what}`, () => {
    assert.equal(nextPollMillis(nextDueAt, NOW), expected);
  });
}

for (const [what, now, elapsedMillis, expected] of [
  ['the clock goes as time does', NOW + HOUR, HOUR, NOW + HOUR],
  ['it was set forward by 60 days', NOW + 60 * DAY, HOUR, NOW + HOUR],
  ['it was set back', NOW - DAY, HOUR, NOW - DAY],
] as const) {
  test(`what is old: ${what}`, () => {
    assert.equal(steadyNow(now, NOW, elapsedMillis), expected);
  });
}

test('why a webhook took nothing is one of a few reasons, whoever says it', () => {
  const ERRORS: [error: string | null, reason: string | null][] = [
    [null, null],
    ['its address is not allowed', 'address-not-allowed'],
    ['answered with a redirect, which is not followed', 'redirect'],
    ['answered 410: it wants nothing any more', 'gone'],
    ['answered 503', 'refused'],
    ['the webhook was switched off', 'switched-off'],
    ['timed out', 'timed-out'],
    ['queryA ETIMEOUT example.org', 'timed-out'],
    ['the connection was closed without an answer', 'closed'],
    ['socket hang up', 'closed'],
    ['read ECONNRESET', 'closed'],
    ['connect ECONNREFUSED 192.0.2.1:443', 'unreachable'],
    ['ECONNREFUSED', 'unreachable'],
    ['its name does not exist', 'unknown-name'],
    ['its name has no address of that family', 'unknown-name'],
    ['its name leads to an address that is not public', 'name-not-public'],
    ['no name can be looked up here: the name servers are not reached', 'name-servers'],
    ['self-signed certificate', 'certificate'],
    ["Hostname/IP does not match certificate's altnames", 'certificate'],
    ['something that nobody has foreseen', null],
  ];
  for (const [error, reason] of ERRORS) assert.equal(reasonOf(error), reason, String(error));
});
