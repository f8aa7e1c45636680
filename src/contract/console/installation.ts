/**
 * The installation: who runs it, the texts of its public pages, the addresses at which it can be reached, and who did
 * what to its accounts and clubs.
 */
import type { Static } from 'typebox';
import Type from 'typebox';
import { dateTime, id, integer, nullable, text } from '../fields.ts';
import { MAX_ADDRESS_LENGTH, MAX_NAME_LENGTH, MAX_OPERATOR_TEXT_LENGTH } from '../limits.ts';

/** `null`: not given. Checked by `domain/accounts/installation-rules.ts`, which takes an empty text for none. */
export const Installation = Type.Object({
  /** Who runs the installation. */
  operatorName: nullable(text(MAX_NAME_LENGTH)),
  /** Where to write: a mail address or a web address. */
  contact: nullable(text(MAX_ADDRESS_LENGTH)),
  /** Plain text, or the address of a page. */
  imprint: nullable(text(MAX_OPERATOR_TEXT_LENGTH)),
  /** Plain text, or the address of a page; shown after the statement of the service itself. */
  privacy: nullable(text(MAX_OPERATOR_TEXT_LENGTH)),
  /** Where users get help. */
  supportUrl: nullable(text(MAX_ADDRESS_LENGTH)),
});
export type Installation = Static<typeof Installation>;

export type OperatorTextName = keyof Installation;

/** The installation as pages show it. */
export const ShownInstallation = Type.Object({
  ...Installation.properties,
  /** Moves whenever a text changes. */
  revision: Type.Integer(),
});
export type ShownInstallation = Static<typeof ShownInstallation>;

/** What is left out stays as it is. */
export const InstallationWrite = Type.Object({
  ...Type.Partial(Installation).properties,
  /** The revision that the page showed; without it, nothing is a conflict. */
  seen: Type.Optional(integer(0)),
});
export type InstallationWrite = Static<typeof InstallationWrite>;

/** `GET /reach`: for people who open the service at an address that only this machine reaches. */
export const Reach = Type.Object({
  /** Whether the service listens for other machines. */
  isOpen: Type.Boolean(),
  /**
   * Where others in the local network reach it, or would if it listened for them, the likeliest first; empty where the
   * machine is in no network, or the public address is not one that only this machine reaches.
   */
  addresses: Type.Array(Type.String()),
});
export type Reach = Static<typeof Reach>;

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
  /** The person to whom it was done, if it was a person. */
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
