/** What the history of accounts holds: who did what to which person or club. */

/** Everything that changes an account or a club, as the history calls it. */
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

/** One thing that was done. */
export interface AccountEntry {
  /** Whom it is about. */
  subjectId?: number | null;
  clubId?: number | null;
  /** What changed, as it is now; never a secret. */
  details?: Readonly<Record<string, unknown>>;
}
