/** API keys, listed and revoked: apart from minting, which needs the schemas of the wire. */
import { formatInstant } from '../../contract/instant.ts';
import { keyView } from '../../domain/accounts/api-key.ts';
import { revokeKey } from '../../operations/accounts/keys.ts';
import { listKeys } from '../../storage/accounts/accounts.ts';
import { type Command, readId, withDatabase } from '../command.ts';
import { requireUser } from '../existing.ts';
import { performAccountHere } from './perform-account.ts';

export const keyList: Command = {
  name: 'key list',
  summary: "list a person's keys",
  options: { user: 'USER' },
  run: (values, context) =>
    withDatabase(context, async (database) => {
      const userId = readId('user', values.user);
      await requireUser(database.reads, userId);
      const rows = await listKeys(database.reads, userId);
      const keys = rows.map(keyView);
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
  run: async (values, context) => {
    const keyPrefix = values.prefix ?? '';
    const hint = 'See running-order key list --user U.';
    const revokedAt = await performAccountHere(context, revokeKey, { input: { keyPrefix }, hint });
    const at = formatInstant(revokedAt);
    return {
      json: { keyPrefix, revokedAt: at },
      text: `${keyPrefix}… has been dead since ${at}.`,
    };
  },
};
