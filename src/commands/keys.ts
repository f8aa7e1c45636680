/** API keys, minted. */
import Type from 'typebox';
import { text } from '../contract/fields.ts';
import { apiKeyHash, apiKeyPrefix, mintApiKey } from '../domain/api-key.ts';
import { rolesThatMay } from '../domain/roles.ts';
import { findKey, insertKey, mayMintKeys } from '../storage/accounts.ts';
import type { Write } from '../storage/database.ts';
import { type Command, CommandFailed, readId, withDatabase } from './command.ts';
import { requireUser } from './existing.ts';
import { readOptions } from './options.ts';

const Label = Type.Object({ label: text(100, { minLength: 1 }) });

export const keyMint: Command = {
  name: 'key mint',
  summary: 'make an API key; it is shown this once',
  options: { user: 'USER', label: 'LABEL' },
  run: (values, context) =>
    withDatabase(context, async (database) => {
      const userId = readId('user', values.user);
      const { label } = readOptions<{ label: string }>(Label, values);
      const key = await database.write((tx) => mintKey(tx, userId, label));
      return {
        json: { key, keyPrefix: apiKeyPrefix(key), label },
        text: `${key}\nKeep it safe: it is shown this once and only its hash is stored.`,
      };
    }),
};

/**
 * Makes a key for a person and stores its hash.
 *
 * @throws CommandFailed when there is no such person or they may not mint keys (decision L16)
 */
export async function mintKey(tx: Write, userId: number, label: string): Promise<string> {
  await requireUser(tx, userId);
  if (!(await mayMintKeys(tx, userId))) {
    const [role] = rolesThatMay('mint-keys');
    throw new CommandFailed(
      `User ${userId} manages no club's schedules: running-order member set --club C --user ${userId} --role ${role}`,
    );
  }
  let key = mintApiKey();
  // Keys are told apart and revoked by their prefix, so no two may share one.
  while (await findKey(tx, apiKeyPrefix(key))) key = mintApiKey();
  await insertKey(tx, {
    user_id: userId,
    label,
    key_hash: apiKeyHash(key),
    key_prefix: apiKeyPrefix(key),
    created_at: Date.now(),
    last_used_at: null,
    revoked_at: null,
  });
  return key;
}
