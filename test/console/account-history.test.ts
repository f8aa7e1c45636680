/** The history of accounts: who sees which entries, and that no secret is in it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clubWithRoles, join, WHO } from '../support/club.ts';
import { addPerson, Browser, PASSWORD } from '../support/people.ts';
import { startTestService } from '../support/service.ts';

const service = await startTestService();

interface Entry {
  id: number;
  operation: string;
}

test('Roles: the history of a club is for its admins and operators', async () => {
  const { at, ...club } = await clubWithRoles(service);
  const expected = { member: 403, manager: 403, admin: 200, operator: 200, stranger: 404 };
  for (const who of WHO) {
    assert.equal((await club[who].send('GET', `${at}/history`)).status, expected[who], who);
    assert.equal((await club[who].send('GET', '/account/history')).status, 200, who);
  }
});

test('History: who did what to whom, newest first, for the club and for the person', async () => {
  const { at, clubId, admin, member, stranger } = await clubWithRoles(service, 'Möwe');
  const made = await admin.send('POST', `${at}/invitations`, { role: 'schedule_manager' });
  const token = made.json.link.split('#')[1];
  await stranger.send('POST', '/links/redeem', { token });
  await admin.send('PUT', `${at}/members/${member.userId}`, { role: 'admin' });
  await admin.send('PUT', `${at}/members/${member.userId}`, { role: 'admin' });
  await admin.send('PATCH', at, { name: 'Möwe' });
  await admin.send('DELETE', `${at}/members/${stranger.userId}`);
  const { entries, next } = (await admin.send('GET', `${at}/history`)).json;
  assert.equal(next, null);
  // A request that changes nothing leaves no entry.
  assert.deepEqual(
    entries.map(({ operation }: Entry) => operation),
    ['remove-member', 'change-role', 'join-club', 'invite'],
  );
  const { id, at: when, ...entry } = entries[1];
  assert.ok(id > 0 && Math.abs(Date.parse(when) - Date.now()) < 60_000);
  assert.deepEqual(entry, {
    ...{ userId: admin.userId, displayName: 'Admin', loginName: null, operation: 'change-role' },
    subject: { userId: member.userId, name: 'Member' },
    club: { id: clubId, name: 'Möwe' },
    details: { role: 'admin', before: 'member' },
  });
  const own = (await stranger.send('GET', '/account/history')).json.entries;
  assert.deepEqual(
    own.map(({ operation }: Entry) => operation),
    ['remove-member', 'join-club'],
  );
  assert.equal(own[1].userId, stranger.userId, 'who accepts an invitation has done it');
});

test('History: the address from which a member signs in is for that member', async () => {
  const { at, clubId, admin } = await clubWithRoles(service);
  const { email, userId } = await addPerson(service.database);
  await join(service, clubId, userId, 'member');
  const browser = new Browser(service);
  await browser.signIn(email);
  const detailsFor = async (who: Pick<Browser, 'send'>, path: string) =>
    (await who.send('GET', path)).json.entries[0].details;
  const seen = { device: 'node', beganWith: 'password' };
  assert.deepEqual(await detailsFor(admin, `${at}/history`), seen);
  assert.deepEqual(await detailsFor(browser, '/account/history'), {
    ...seen,
    network: '127.0.0.1',
  });
});

test('History: 50 a page, and none twice', async () => {
  const { at, admin } = await clubWithRoles(service);
  for (let number = 1; number <= 120; number++) {
    await admin.send('PATCH', at, { name: `Club ${number}` });
  }
  const seen: Entry[] = [];
  const sizes: number[] = [];
  let before: number | null = null;
  do {
    const path: string = before === null ? `${at}/history` : `${at}/history?before=${before}`;
    const page: { entries: Entry[]; next: number | null } = (await admin.send('GET', path)).json;
    sizes.push(page.entries.length);
    seen.push(...page.entries);
    before = page.next;
  } while (before !== null);
  assert.deepEqual(sizes, [50, 50, 20]);
  assert.equal(new Set(seen.map(({ id }) => id)).size, 120);
  assert.deepEqual(
    seen,
    seen.toSorted((a, b) => b.id - a.id),
  );
  for (const nonsense of ['x', '-1', '', '1e9', '%00', '9'.repeat(40)]) {
    const page = await admin.send('GET', `${at}/history?before=${nonsense}`);
    assert.deepEqual([page.status, page.json.field], [422, 'before'], nonsense);
  }
});

test('History: no secret is in it', async () => {
  const { at, admin, operator, stranger } = await clubWithRoles(service);
  const invitation = await admin.send('POST', `${at}/invitations`, { role: 'admin' });
  const link = await operator.send('POST', `/people/${stranger.userId}/links`);
  const tokens = [invitation, link].map(({ json }) => json.link.split('#')[1]);
  const person = { name: 'New', email: 'new@example.org', password: PASSWORD };
  const browser = new Browser(service);
  await browser.send('POST', '/links/redeem', { token: tokens[0], ...person });
  const { reads } = service.database;
  const users = await reads.selectFrom('users').select('password_hash').execute();
  const history = JSON.stringify(await reads.selectFrom('account_history').selectAll().execute());
  const hashes = users.flatMap(({ password_hash: hash }) => hash ?? []);
  assert.ok(hashes.length > 0);
  for (const secret of [...tokens, PASSWORD, ...hashes, ...browser.cookies.values()]) {
    assert.ok(!history.includes(secret), secret);
  }
});
