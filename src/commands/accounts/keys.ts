/** API keys: minted and revoked. */
import { label as keyLabel } from '../../contract/fields.ts';
import { formatInstant } from '../../contract/instant.ts';
import { rolesThatMay } from '../../domain/accounts/roles.ts';
import { Refusal } from '../../domain/refusal.ts';
import { performAccountIn } from '../../operations/accounts/account-operation.ts';
import { mintKey, revokeKey } from '../../operations/accounts/keys.ts';
import type { Write } from '../../storage/engine/database.ts';
import { type Command, CommandFailed, readId, write } from '../command.ts';
import { requireUser } from '../existing.ts';
import { readOption } from '../options.ts';
import { accountActorHere, performAccountHere } from './perform-account.ts';

export const keyMint: Command = {
  name: 'key mint',
  summary: 'make an API key; it is shown this once',
  options: { user: 'USER', label: 'LABEL' },
  run: async (values, context) => {
    const userId = readId('user', values.user);
    const label = readOption('label', keyLabel(), values);
    const [role] = rolesThatMay('mint-keys');
    const hint = `Give them a role: running-order member set --club C --user ${userId} --role ${role}`;
    const mint = async (tx: Write) => {
      await requireUser(tx, userId);
      const minted = await performAccountIn(tx, mintKey, accountActorHere(), { userId, label });
      if (minted instanceof Refusal && minted.code === 'conflict') {
        throw new CommandFailed(`${minted.detail} See running-order key list --user ${userId}.`);
      }
      return minted;
    };
    const { key, keyPrefix } = await write(context, mint, hint);
    return {
      json: { key, keyPrefix, label },
      text: `${key}\nKeep it safe: it is shown this once and only its hash is stored.`,
    };
  },
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
