/** Who did what to accounts and clubs. */
import Type, { type Static } from 'typebox';
import { dateTime, nullable } from '../fields.ts';
import { id } from './fields.ts';

/** One entry of the history of accounts: of a person (`GET /account/history`) or a club (`GET /clubs/{id}/history`). */
export const AccountHistoryEntry = Type.Object({
  id: id(),
  at: dateTime(),
  /** Who did it; both `null`: the service by itself. */
  userId: nullable(id()),
  displayName: nullable(Type.String()),
  /** Of the person at the command line. */
  loginName: nullable(Type.String()),
  operation: Type.String(),
  /** Whom it is about, if a person. */
  subject: nullable(Type.Object({ userId: id(), name: Type.String() })),
  club: nullable(Type.Object({ id: id(), name: Type.String() })),
  /** What changed, such as `{"role": "admin"}`; never a secret. */
  details: Type.Record(Type.String(), Type.Unknown()),
});
export type AccountHistoryEntry = Static<typeof AccountHistoryEntry>;
/** `next`: the `before` of the next page; `null` on the last. */
export const AccountHistory = Type.Object({
  entries: Type.Array(AccountHistoryEntry),
  next: nullable(id()),
});
export type AccountHistory = Static<typeof AccountHistory>;
