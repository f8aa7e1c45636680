/** What the forms of the console have in common. Its routes stand below `/console/api`, and ids are the service's own. */
import Type, { type Static } from 'typebox';
import { nullable, oneOf, text } from '../fields.ts';
import {
  MAX_EMAIL_LENGTH,
  MAX_LABEL_LENGTH,
  MAX_LISTED,
  MAX_NAME_LENGTH,
  MAX_PASSWORD_LENGTH,
} from '../limits.ts';

/** At most what every JSON reader keeps exactly. */
export const id = () =>
  Type.Integer({ format: 'int64', minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
/** Trimmed of white space. */
export const name = () => Type.String({ format: 'name', minLength: 1, maxLength: MAX_NAME_LENGTH });
/** What people call a key, a passkey or a webhook; trimmed of white space. */
export const label = () =>
  Type.String({ format: 'name', minLength: 1, maxLength: MAX_LABEL_LENGTH });
/** Judged by `domain/accounts/email-address.ts`. */
export const email = () => text(MAX_EMAIL_LENGTH, { minLength: 1 });
/**
 * Kept as it was typed; `domain/accounts/passwords.ts` judges how long it is once it is normalised, which may
 * shorten it.
 */
export const password = () => Type.String({ format: 'opaque', maxLength: 4 * MAX_PASSWORD_LENGTH });
export const token = () => Type.String({ format: 'opaque', maxLength: 200 });

/** The query of a list (adopt, "Lists"). */
export const listQuery = {
  q: Type.String({ description: 'All of these words, at most 100 characters.' }),
  before: Type.String({ description: 'The `next` of the page before.' }),
  limit: Type.Integer({ minimum: 1, maximum: MAX_LISTED, default: MAX_LISTED }),
};
/** The `before` of the next page; `null` on the last. */
export const next = () => nullable(Type.String());

export const Role = oneOf(['member', 'schedule_manager', 'admin']);
export type Role = Static<typeof Role>;
