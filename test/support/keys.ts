/** API keys for tests and benchmarks. */
import assert from 'node:assert/strict';
import { mintKey as mint } from '../../src/operations/keys.ts';
import type { Write } from '../../src/storage/database.ts';

/** Makes a key for a person who may have one. */
export async function mintKey(tx: Write, userId: number, label: string): Promise<string> {
  const key = await mint(tx, { userId, label });
  assert.equal(typeof key, 'string');
  return String(key);
}
