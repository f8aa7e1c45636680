/** People, clubs and keys: what is refused, and that refusals hold where two act at once. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Refusal } from '../../src/domain/refusal.ts';
import type { Role } from '../../src/domain/roles.ts';
import { addClub, changeRole, removeMember } from '../../src/operations/clubs.ts';
import { mintKey, revokeKey } from '../../src/operations/keys.ts';
import { addPerson } from '../../src/operations/people.ts';
import { listUsers } from '../../src/storage/accounts.ts';
import { Database, type Write } from '../../src/storage/database.ts';
import { newDatabase, type TestDatabase } from '../support/databases.ts';

let made: TestDatabase;
let database: Database;
/** As another process has it. */
let elsewhere: Database;

before(async () => {
  made = await newDatabase();
  [{ database }, { database: elsewhere }] = [
    await Database.open(made.url),
    await Database.open(made.url),
  ];
});
after(async () => {
  await database.close();
  await elsewhere.close();
  await made.drop();
});

const write = <Result>(work: (tx: Write) => Promise<Result>) => database.write(work);

/** A club whose members have these roles. */
async function club(...roles: Role[]): Promise<{ clubId: number; userIds: number[] }> {
  return write(async (tx) => {
    const clubId = await addClub(tx, { name: 'Club' });
    const userIds: number[] = [];
    for (const role of roles) {
      const userId = await addPerson(tx, { name: 'Somebody', email: null });
      assert.ok(typeof userId === 'number');
      await changeRole(tx, { clubId, userId, role });
      userIds.push(userId);
    }
    return { clubId, userIds };
  });
}

/** The roles of a club, in the order in which its people came. */
async function rolesOf(clubId: number): Promise<Role[]> {
  const people = await listUsers(database.reads);
  return people.flatMap(({ clubs }) => clubs.filter(({ id }) => id === clubId).map((c) => c.role));
}

const leaves = 'leaves';
const CASES: [members: Role[], first: Role | typeof leaves, outcome: Role[] | 'refused'][] = [
  [['admin'], leaves, 'refused'],
  [['admin'], 'member', 'refused'],
  [['admin'], 'schedule_manager', 'refused'],
  [['admin'], 'admin', ['admin']],
  [['admin', 'schedule_manager', 'member'], leaves, 'refused'],
  [['admin', 'admin'], leaves, ['admin']],
  [['admin', 'admin'], 'member', ['member', 'admin']],
  [['member', 'admin'], leaves, ['admin']],
  [['schedule_manager'], leaves, []],
  [['schedule_manager', 'member'], 'member', ['member', 'member']],
  [['member'], 'admin', ['admin']],
];

for (const [members, first, outcome] of CASES) {
  const what = first === leaves ? leaves : `becomes ${first}`;
  test(`clubs: of ${members.join(', ')} the first ${what}: ${outcome}`, async () => {
    const { clubId, userIds } = await club(...members);
    const member = { clubId, userId: userIds[0] as number };
    const refusal = await write((tx) =>
      first === leaves ? removeMember(tx, member) : changeRole(tx, { ...member, role: first }),
    );
    assert.equal(refusal?.code, outcome === 'refused' ? 'conflict' : undefined);
    assert.deepEqual(await rolesOf(clubId), outcome === 'refused' ? members : outcome);
  });
}

test('clubs: of two admins that leave at once, in two processes, one stays', async () => {
  const { clubId, userIds } = await club('admin', 'admin');
  const refusals = await Promise.all(
    [database, elsewhere].map((each, index) =>
      each.write((tx) => removeMember(tx, { clubId, userId: userIds[index] as number })),
    ),
  );
  assert.equal(refusals.filter((refusal) => refusal instanceof Refusal).length, 1);
  assert.deepEqual(await rolesOf(clubId), ['admin']);
});

test('clubs: who is not in a club cannot leave it', async () => {
  const [{ clubId }, { userIds }] = [await club('admin'), await club('member')];
  const refusal = await write((tx) => removeMember(tx, { clubId, userId: userIds[0] as number }));
  assert.match(refusal?.detail ?? '', /is not in club/);
});

test('people: an address belongs to one person', async () => {
  const email = 'maja@example.org';
  const add = () => write((tx) => addPerson(tx, { name: 'Maja', email }));
  assert.equal(typeof (await add()), 'number');
  const refusal = await add();
  assert.ok(refusal instanceof Refusal);
  assert.match(refusal.detail ?? '', /maja@example\.org/);
});

test('keys: for managers and admins only; revoked once and for all', async () => {
  const { userIds } = await club('member', 'schedule_manager', 'admin');
  const keys = await Promise.all(
    userIds.map((userId) => write((tx) => mintKey(tx, { userId, label: 'Laptop' }))),
  );
  const [refusal, key] = keys;
  assert.ok(refusal instanceof Refusal && typeof key === 'string');
  assert.equal(refusal.code, 'forbidden');
  assert.match(String(keys[2]), /^ro_/);
  const prefix = key.slice(0, 9);
  const revokedAt = await write((tx) => revokeKey(tx, prefix));
  assert.equal(await write((tx) => revokeKey(tx, prefix)), revokedAt);
  const unknown = await write((tx) => revokeKey(tx, 'ro_nobody'));
  assert.ok(unknown instanceof Refusal);
  assert.match(unknown.detail ?? '', /ro_nobody/);
});
