/** What the operator says of the installation: who runs it, and the texts of its public pages. */
import Type, { type Static } from 'typebox';
import { nullable, text } from '../fields.ts';
import { MAX_ADDRESS_LENGTH, MAX_NAME_LENGTH, MAX_OPERATOR_TEXT_LENGTH } from '../limits.ts';

/** `null`: not given. Judged by `domain/accounts/installation-rules.ts`, for which an empty text is none. */
export const Installation = Type.Object({
  /** Who runs the installation. */
  operatorName: nullable(text(MAX_NAME_LENGTH)),
  /** Where to write: a mail address or a web address. */
  contact: nullable(text(MAX_ADDRESS_LENGTH)),
  /** Plain text, or the address of a page. */
  imprint: nullable(text(MAX_OPERATOR_TEXT_LENGTH)),
  /** The same; it follows what the service says of itself. */
  privacy: nullable(text(MAX_OPERATOR_TEXT_LENGTH)),
  /** Where users get help. */
  supportUrl: nullable(text(MAX_ADDRESS_LENGTH)),
});
export type Installation = Static<typeof Installation>;

export type OperatorTextName = keyof Installation;

/** What is left out stays. */
export const InstallationWrite = Type.Partial(Installation);
export type InstallationWrite = Static<typeof InstallationWrite>;
