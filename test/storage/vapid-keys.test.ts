/** One pair of keys for an installation, whoever starts first and however many start together. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mintVapidKeys } from '../../src/notify/push/push-crypto.ts';
import { provideVapidKeys } from '../../src/storage/accounts/installation.ts';
import type { Database } from '../../src/storage/engine/database.ts';
import { newDatabase, openDatabase } from '../support/databases.ts';
import { raw } from '../support/raw.ts';

const opened: Database[] = [];

const made = await newDatabase();
for (let process = 0; process < 6; process++) {
  opened.push(await openDatabase(made.url));
}

test('those who start together on an empty database end with one pair', async () => {
  let minted = 0;
  const mint = () => {
    minted++;
    return mintVapidKeys();
  };
  const pairs = await Promise.all(opened.map((database) => provideVapidKeys(database, mint, 7)));
  for (const pair of pairs) assert.deepEqual(pair, pairs[0]);
  assert.equal(minted, 1);
  const rows = await raw(made.url, 'select public_key, private_key, created_at from vapid_keys');
  assert.deepEqual(
    rows.map((row) => ({ ...row, created_at: Number(row.created_at) })),
    [{ public_key: pairs[0]?.publicKey, private_key: pairs[0]?.privateKey, created_at: 7 }],
  );
  const [first] = opened;
  assert.ok(first);
  assert.deepEqual(await provideVapidKeys(first, mint, 8), pairs[0]);
  assert.equal(minted, 1);
});
