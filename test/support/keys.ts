/** API keys for tests and benchmarks. */
import assert from 'node:assert/strict';
import { Refusal } from '../../src/domain/refusal.ts';
import {
  atCommandLine,
  performAccountIn,
} from '../../src/operations/accounts/account-operation.ts';
import { mintKey as mint } from '../../src/operations/accounts/keys.ts';
import type { Write } from '../../src/storage/engine/database.ts';

/** Makes a key for a person who may have one. */
export async function mintKey(tx: Write, userId: number, label: string): Promise<string> {
  const actor = atCommandLine({ userId: null, keyPrefix: null });
  const minted = await performAccountIn(tx, mint, actor, { userId, label });
  assert.ok(!(minted instanceof Refusal));
  return minted.key;
}
