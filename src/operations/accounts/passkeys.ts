/** Passkeys are added to an account and removed from it. */
import { noSuchPerson } from '../../domain/accounts/membership-rules.ts';
import { passkeyObjection } from '../../domain/accounts/passkey-rules.ts';
import { conflict, Refusal } from '../../domain/refusal.ts';
import {
  deletePasskey,
  findPasskey,
  insertPasskey,
  listPasskeys,
} from '../../storage/accounts/passkeys.ts';
import type { NewRow } from '../../storage/migrations/tables.ts';
import type { AccountOperation } from './account-operation.ts';

type NewPasskey = Pick<
  NewRow<'passkeys'>,
  'credential_id' | 'public_key' | 'sign_count' | 'transports' | 'label'
>;

/** Adds a passkey to one's own account. The result is its id. */
export const addPasskey: AccountOperation<NewPasskey, { id: number; createdAt: number }> = {
  name: 'add-passkey',
  perform: async ({ tx, now, actor: { author } }, passkey) => {
    const { userId } = author;
    if (userId === null) return noSuchPerson();
    const objection = passkeyObjection((await listPasskeys(tx, userId)).length);
    if (objection) return objection;
    if (await findPasskey(tx, passkey.credential_id)) {
      return conflict('This passkey belongs to an account already.');
    }
    const row = { ...passkey, user_id: userId, created_at: now, last_used_at: null };
    const id = await insertPasskey(tx, row);
    const { label } = passkey;
    return {
      result: { id, createdAt: now },
      entries: [{ subjectId: userId, details: { label } }],
    };
  },
};

/** Removes a passkey from one's own account. */
export const removePasskey: AccountOperation<{ id: number }, void> = {
  name: 'remove-passkey',
  perform: async ({ tx, actor: { author } }, { id }) => {
    const { userId } = author;
    const label = userId === null ? undefined : await deletePasskey(tx, userId, id);
    if (label === undefined) return new Refusal('not_found', 'There is no such passkey.');
    return { result: undefined, entries: [{ subjectId: userId, details: { label } }] };
  },
};
