/** The entries of the history of accounts: who did what to which person or club. */

/** All operations that change an account or a club, by their names in the history. */
export const ACCOUNT_OPERATION_NAMES = [
  'set-up',
  'add-person',
  'edit-person',
  'close-account',
  'erase-person',
  'sign-in',
  'change-password',
  'add-passkey',
  'remove-passkey',
  'end-session',
  'make-link',
  'add-club',
  'rename-club',
  'invite',
  'withdraw-invitation',
  'join-club',
  'change-role',
  'remove-member',
  'mint-key',
  'revoke-key',
  'edit-installation',
] as const;
export type AccountOperationName = (typeof ACCOUNT_OPERATION_NAMES)[number];

/** One entry of the history of accounts. */
export interface AccountEntry {
  /** The id of the person that it is about. */
  subjectId?: number | null;
  clubId?: number | null;
  /** The properties that changed, with their new values; never a secret. */
  details?: Readonly<Record<string, unknown>>;
}
