/** How long sessions last, how fresh a proof must be, and when a session is noted as seen. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  isAlive,
  isFreshlyProved,
  isLinkFresh,
  isToTouch,
} from '../../src/domain/accounts/sessions.ts';

const NOW = 1_800_000_000_000;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const ago = (createdAgo: number, seenAgo: number, provedAgo = createdAgo) => ({
  createdAt: NOW - createdAgo,
  lastSeenAt: NOW - seenAgo,
  provedAt: NOW - provedAgo,
});

const ALIVE: [why: string, times: ReturnType<typeof ago>, isAliveThen: boolean][] = [
  ['new', ago(0, 0), true],
  ['seen less than seven days ago', ago(8 * DAY, 7 * DAY - 1), true],
  ['not seen for seven days', ago(8 * DAY, 7 * DAY), false],
  ['begun less than thirty days ago', ago(30 * DAY - 1, 0), true],
  ['begun thirty days ago, and seen just now', ago(30 * DAY, 0), false],
];

for (const [why, times, expected] of ALIVE) {
  test(`a session that is ${why} ${expected ? 'holds' : 'has ended'}`, () => {
    assert.equal(isAlive(times, NOW), expected);
  });
}

test('a proof is fresh for fifteen minutes', () => {
  assert.equal(isFreshlyProved(ago(DAY, 0, 15 * MINUTE - 1), NOW), true);
  assert.equal(isFreshlyProved(ago(DAY, 0, 15 * MINUTE), NOW), false);
});

test('a session is noted as seen once a minute', () => {
  assert.equal(isToTouch(ago(DAY, MINUTE - 1), NOW), false);
  assert.equal(isToTouch(ago(DAY, MINUTE), NOW), true);
});

const LINKS: [beganWith: string, createdAgo: number, expected: boolean][] = [
  ['link', 15 * MINUTE - 1, true],
  ['link', 15 * MINUTE, false],
  ['password', 0, false],
  ['passkey', 0, false],
];

for (const [beganWith, createdAgo, expected] of LINKS) {
  test(`begun with a ${beganWith} ${createdAgo} ms ago: ${expected ? 'no' : 'the'} password is asked`, () => {
    assert.equal(isLinkFresh({ beganWith, createdAt: NOW - createdAgo }, NOW), expected);
  });
}
