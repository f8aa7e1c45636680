/** API keys, listed and revoked: apart from minting, which needs the schemas of the wire. */
import { formatInstant } from '../contract/instant.ts';
import { findKey, listKeys, revokeKey } from '../storage/accounts.ts';
import { type Command, CommandFailed, readId, withDatabase } from './command.ts';
import { requireUser } from './existing.ts';

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
