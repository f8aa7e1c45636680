/** People, clubs and keys: what is refused. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Role } from '../../src/domain/accounts/roles.ts';
import { Refusal } from '../../src/domain/refusal.ts';
import {
  type AccountOperation,
  atCommandLine,
  performAccountIn,
} from '../../src/operations/accounts/account-operation.ts';
import { addClub, changeRole, removeMember } from '../../src/operations/accounts/clubs.ts';
import { mintKey, revokeKey } from '../../src/operations/accounts/keys.ts';
import { addPerson } from '../../src/operations/accounts/people.ts';
import type { Write } from '../../src/storage/engine/database.ts';
import { newDatabase, openDatabase } from '../support/databases.ts';

const database = await openDatabase((await newDatabase()).url);

const write = <Result>(work: (tx: Write) => Promise<Result>) => database.write(work);

const office = atCommandLine({ userId: null, keyPrefix: null, loginName: 'anna' });
const perform = <Input, Result>(
  tx: Write,
  operation: AccountOperation<Input, Result>,
  input: Input,
) => performAccountIn(tx, operation, office, input);

/** A club whose members have these roles. */
async function club(...roles: Role[]): Promise<{ clubId: number; userIds: number[] }> {
  return write(async (tx) => {
    const clubId = await perform(tx, addClub, { name: 'Club' });
    assert.ok(typeof clubId === 'number');
    const userIds: number[] = [];
    for (const role of roles) {
      const userId = await perform(tx, addPerson, { name: 'Somebody', email: null });
      assert.ok(typeof userId === 'number');
      await perform(tx, changeRole, { clubId, userId, role });
      userIds.push(userId);
    }
    return { clubId, userIds };
  });
}

test('clubs: who is not in a club cannot leave it', async () => {
  const [{ clubId }, { userIds }] = [await club('admin'), await club('member')];
  const stranger = { clubId, userId: userIds[0] as number };
  const refusal = await write((tx) => perform(tx, removeMember, stranger));
  assert.ok(refusal instanceof Refusal);
  assert.match(refusal.detail ?? '', /is not in this club/);
});

test('people: an address belongs to one person', async () => {
  const email = 'maja@example.org';
  const add = () => write((tx) => perform(tx, addPerson, { name: 'Maja', email }));
  assert.equal(typeof (await add()), 'number');
  const refusal = await add();
  assert.ok(refusal instanceof Refusal);
  assert.match(refusal.detail ?? '', /maja@example\.org/);
});

test('keys: for managers and admins only; revoked once and for all', async () => {
  const { userIds } = await club('member', 'schedule_manager', 'admin');
  const keys = await Promise.all(
    userIds.map((userId) => write((tx) => perform(tx, mintKey, { userId, label: 'Laptop' }))),
  );
  const [refusal, minted, another] = keys;
  assert.ok(refusal instanceof Refusal);
  assert.ok(minted && !(minted instanceof Refusal) && another && !(another instanceof Refusal));
  assert.equal(refusal.code, 'forbidden');
  assert.match(another.key, /^ro_/);
  const { keyPrefix } = minted;
  assert.equal(keyPrefix, minted.key.slice(0, 9));
  const revokedAt = await write((tx) => perform(tx, revokeKey, { keyPrefix }));
  assert.equal(await write((tx) => perform(tx, revokeKey, { keyPrefix })), revokedAt);
  const unknown = await write((tx) => perform(tx, revokeKey, { keyPrefix: 'ro_nobody' }));
  assert.ok(unknown instanceof Refusal);
  assert.match(unknown.detail ?? '', /ro_nobody/);
});
