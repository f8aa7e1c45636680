/** Links: their addresses, what redeeming one does, and how many there may be (console, "Links"). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  invitationObjection,
  linkAddress,
  mayMail,
  planRedemption,
  type Redemption,
  type StoredLink,
} from '../../src/domain/accounts/link-rules.ts';
import { Refusal } from '../../src/domain/refusal.ts';

const NOW = 1_000_000;
const link: StoredLink = {
  id: 7,
  kind: 'invitation',
  userId: null,
  clubId: 3,
  clubName: 'Rudern',
  role: 'schedule_manager',
  email: null,
  expiresAt: NOW + 1,
  usedAt: null,
};
const signInLink: StoredLink = { ...link, kind: 'sign-in', userId: 5, clubId: null, role: null };
const addressed: StoredLink = { ...link, email: 'ann@example.org' };
const all = { name: 'Ann', email: 'ann@example.org', password: 'right horse battery' };
const joins = { does: 'join', linkId: 7, userId: 9, clubId: 3 } as const;
const club = { clubId: 3, clubName: 'Rudern' };
const begins = { does: 'begin', linkId: 7, ...club, role: 'schedule_manager' } as const;

type Case = Partial<Parameters<typeof planRedemption>[0]>;

const CASES: [what: string, given: Case, expected: Redemption | string][] = [
  ['no such link', { link: undefined }, 'invalid_credentials'],
  ['a used link', { link: { ...link, usedAt: 1 } }, 'invalid_credentials'],
  ['an expired link', { link: { ...link, expiresAt: NOW } }, 'invalid_credentials'],
  ['a set-up link', { link: { ...link, kind: 'set-up' } }, 'invalid_credentials'],
  ['a closed account', { link: { ...signInLink, userId: null } }, 'invalid_credentials'],
  ['a sign-in link', { link: signInLink, sent: {} }, { does: 'sign-in', linkId: 7, userId: 5 }],
  [
    'a sign-in link of somebody else than who is signed in',
    { link: signInLink, visitor: { userId: 9, role: 'admin' } },
    { does: 'sign-in', linkId: 7, userId: 5 },
  ],
  ['an expired sign-in link', { link: { ...signInLink, expiresAt: 0 } }, 'invalid_credentials'],
  [
    'somebody signed in',
    { visitor: { userId: 9, role: null }, sent: {}, hasAccount: true },
    { ...joins, role: 'schedule_manager' },
  ],
  [
    'a member of a lower role',
    { visitor: { userId: 9, role: 'member' } },
    { ...joins, role: 'schedule_manager' },
  ],
  [
    'a member of a higher role',
    { visitor: { userId: 9, role: 'admin' } },
    { ...joins, role: 'admin' },
  ],
  ['a new person', {}, { ...begins, ...all }],
  [
    'a new person of a known address',
    { link: addressed, sent: { ...all, email: undefined } },
    { ...begins, ...all },
  ],
  ['the known address again', { link: addressed }, { ...begins, ...all }],
  ['another address', { link: addressed, sent: { ...all, email: 'x@y.z' } }, 'email'],
  ['nothing sent', { sent: {} }, 'name email password'],
  ['no name', { sent: { ...all, name: undefined } }, 'name'],
  ['no address', { sent: { ...all, email: undefined } }, 'email'],
  ['no password', { link: addressed, sent: { name: 'Ann' } }, 'password'],
  ['an address with an account', { hasAccount: true }, 'conflict'],
  [
    'an address with an account, nothing else',
    { hasAccount: true, sent: {} },
    'name email password',
  ],
];

for (const [what, given, expected] of CASES) {
  test(`redeem: ${what}`, () => {
    const opening = { link, now: NOW, visitor: null, hasAccount: false, sent: all, ...given };
    const plan = planRedemption(opening);
    if (typeof expected !== 'string') {
      assert.deepEqual(plan, expected);
      return;
    }
    assert.ok(plan instanceof Refusal);
    const fields = plan.violations.map(({ field }) => field).join(' ');
    assert.equal(fields || plan.code, expected);
  });
}

test('the token stands in the fragment', () => {
  const address = (kind: 'set-up' | 'invitation' | 'sign-in') =>
    linkAddress('https://regatta.example/rowing', kind, 'T');
  assert.equal(address('set-up'), 'https://regatta.example/rowing/console/set-up#T');
  assert.equal(address('invitation'), 'https://regatta.example/rowing/console/invitation#T');
  assert.equal(address('sign-in'), 'https://regatta.example/rowing/console/invitation#T');
});

const MAILS: [toAddress: number, byPerson: number, ofClub: number, mayMail: boolean][] = [
  [4, 49, 49, true],
  [5, 0, 0, false],
  [0, 50, 0, false],
  [0, 0, 50, false],
];
for (const [toAddress, byPerson, ofClub, expected] of MAILS) {
  test(`mails: ${toAddress} to the address, ${byPerson} by the person, ${ofClub} of the club: one more is ${expected}`, () => {
    assert.equal(mayMail({ toAddress, byPerson, ofClub }), expected);
  });
}

test('a club has 200 open invitations', () => {
  assert.equal(invitationObjection(199), undefined);
  assert.equal(invitationObjection(200)?.code, 'conflict');
});
