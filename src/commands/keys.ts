/** API keys: minted, listed, revoked. */
import Type from 'typebox';
import { text } from '../contract/fields.ts';
import { formatInstant } from '../contract/instant.ts';
import { apiKeyHash, apiKeyPrefix, mintApiKey } from '../domain/api-key.ts';
import { findKey, insertKey, listKeys, mayMintKeys, revokeKey } from '../storage/accounts.ts';
import type { Write } from '../storage/database.ts';
import { type Command, CommandFailed, readId, readOptions, withDatabase } from './command.ts';
import { requireUser } from './provision.ts';

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
    throw new CommandFailed(
      `User ${userId} manages no club's schedules: running-order member set --club C --user ${userId} --role schedule_manager`,
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

export const keyList: Command = {
  name: 'key list',
  summary: "list a person's keys",
  options: { user: 'USER' },
  run: (values, context) =>
    withDatabase(context, async (database) => {
      const userId = readId('user', values.user);
      await requireUser(database.reads, userId);
      const rows = await listKeys(database.reads, userId);
      const keys = rows.map((row) => ({
        keyPrefix: row.key_prefix,
        label: row.label,
        createdAt: formatInstant(row.created_at),
        lastUsedAt: row.last_used_at === null ? null : formatInstant(row.last_used_at),
        revokedAt: row.revoked_at === null ? null : formatInstant(row.revoked_at),
      }));
      const lines = keys.map(
        (key) =>
          `${key.keyPrefix}…  ${key.label}  made ${key.createdAt}  ` +
          `${key.lastUsedAt ? `last used ${key.lastUsedAt}` : 'never used'}` +
          `${key.revokedAt ? `  revoked ${key.revokedAt}` : ''}`,
      );
      return { json: { keys }, text: lines.join('\n') || `User ${userId} has no keys.` };
    }),
};

export const keyRevoke: Command = {
  name: 'key revoke',
  summary: 'revoke a key, at once',
  options: { prefix: 'PREFIX' },
  run: (values, context) =>
    withDatabase(context, async (database) => {
      const keyPrefix = values.prefix ?? '';
      const revokedAt = await database.write(async (tx) => {
        const key = await findKey(tx, keyPrefix);
        if (!key) {
          throw new CommandFailed(
            `There is no key with the prefix "${keyPrefix}": running-order key list --user U shows them.`,
          );
        }
        if (key.revoked_at !== null) return key.revoked_at;
        const now = Date.now();
        await revokeKey(tx, key.id, now);
        return now;
      });
      const at = formatInstant(revokedAt);
      return {
        json: { keyPrefix, revokedAt: at },
        text: `${keyPrefix}… has been dead since ${at}.`,
      };
    }),
};
