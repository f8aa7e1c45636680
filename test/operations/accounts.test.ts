/** People, clubs and keys: what is refused. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Refusal } from '../../src/domain/refusal.ts';
import type { Role } from '../../src/domain/roles.ts';
import { type AccountOperation, performAccount } from '../../src/operations/account-operation.ts';
import { addClub, changeRole, removeMember } from '../../src/operations/clubs.ts';
import { mintKey, revokeKey } from '../../src/operations/keys.ts';
import { addPerson } from '../../src/operations/people.ts';
import { Database, type Write } from '../../src/storage/database.ts';
import { newDatabase, type TestDatabase } from '../support/databases.ts';

let made: TestDatabase;
let database: Database;

before(async () => {
  made = await newDatabase();
  ({ database } = await Database.open(made.url));
});
after(async () => {
  await database.close();
  await made.drop();
});

const write = <Result>(work: (tx: Write) => Promise<Result>) => database.write(work);

/** What somebody at the command line does. */
function perform<Input, Result>(operation: AccountOperation<Input, Result>, input: Input) {
  const author = { userId: null, keyPrefix: null };
  return performAccount(database, operation, { actor: { kind: 'command line', author }, input });
}

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
    userIds.map((userId) => perform(mintKey, { userId, label: 'Laptop' })),
  );
  const [refusal, minted, another] = keys;
  assert.ok(refusal instanceof Refusal);
  assert.ok(minted && !(minted instanceof Refusal) && another && !(another instanceof Refusal));
  assert.equal(refusal.code, 'forbidden');
  assert.match(another.key, /^ro_/);
  const { keyPrefix } = minted;
  assert.equal(keyPrefix, minted.key.slice(0, 9));
  const revokedAt = await perform(revokeKey, { keyPrefix });
  assert.equal(await perform(revokeKey, { keyPrefix }), revokedAt);
  const unknown = await perform(revokeKey, { keyPrefix: 'ro_nobody' });
  assert.ok(unknown instanceof Refusal);
  assert.match(unknown.detail ?? '', /ro_nobody/);
});
