/** API keys, minted. */
import { text } from '../contract/fields.ts';
import { apiKeyPrefix } from '../domain/api-key.ts';
import { rolesThatMay } from '../domain/roles.ts';
import { mintKey } from '../operations/keys.ts';
import type { Write } from '../storage/database.ts';
import { type Command, readId, write } from './command.ts';
import { requireUser } from './existing.ts';
import { readOption } from './options.ts';

const Label = text(100, { minLength: 1 });

export const keyMint: Command = {
  name: 'key mint',
  summary: 'make an API key; it is shown this once',
  options: { user: 'USER', label: 'LABEL' },
  run: async (values, context) => {
    const userId = readId('user', values.user);
    const label = readOption('label', Label, values);
    const [role] = rolesThatMay('mint-keys');
    const hint = `Give them a role: running-order member set --club C --user ${userId} --role ${role}`;
    const mint = async (tx: Write) => {
      await requireUser(tx, userId);
      return mintKey(tx, { userId, label });
    };
    const key = await write(context, mint, hint);
    return {
      json: { key, keyPrefix: apiKeyPrefix(key), label },
      text: `${key}\nKeep it safe: it is shown this once and only its hash is stored.`,
    };
  },
};
