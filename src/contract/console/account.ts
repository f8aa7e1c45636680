/**
 * A person's own account: what they are called, how they sign in, where they are signed in; their API keys, and what
 * was requested with them.
 */
import type { Static } from 'typebox';
import Type from 'typebox';
import { dateTime, email, id, label, name, nullable, password, text } from '../fields.ts';
import { MAX_LANGUAGE_TAG_LENGTH } from '../limits.ts';

export const AccountWrite = Type.Object({
  name: Type.Optional(name()),
  email: Type.Optional(nullable(email())),
  language: Type.Optional(nullable(text(MAX_LANGUAGE_TAG_LENGTH, { minLength: 1 }))),
});
export type AccountWrite = Static<typeof AccountWrite>;

export const PasswordWrite = Type.Object({
  /** Left out where the session began with a link a short time ago, or there is no password. */
  current: Type.Optional(password()),
  next: password(),
});
export type PasswordWrite = Static<typeof PasswordWrite>;

const SessionItem = Type.Object({
  id: id(),
  /** What the browser says it is, such as "Firefox on Windows". */
  device: Type.String(),
  lastSeenAt: dateTime(),
  current: Type.Boolean(),
});
export const SessionList = Type.Object({ sessions: Type.Array(SessionItem) });
export type SessionList = Static<typeof SessionList>;

export const PasskeyItem = Type.Object({
  id: id(),
  label: Type.String(),
  createdAt: dateTime(),
  lastUsedAt: nullable(dateTime()),
});
export type PasskeyItem = Static<typeof PasskeyItem>;
export const PasskeyList = Type.Object({ passkeys: Type.Array(PasskeyItem) });
export type PasskeyList = Static<typeof PasskeyList>;

export const KeyItem = Type.Object({
  keyPrefix: Type.String(),
  label: Type.String(),
  createdAt: dateTime(),
  lastUsedAt: nullable(dateTime()),
  revokedAt: nullable(dateTime()),
});
export type KeyItem = Static<typeof KeyItem>;
/** `mayMint`: whether a role of the person lets them mint keys (decision L16). */
export const KeyList = Type.Object({ keys: Type.Array(KeyItem), mayMint: Type.Boolean() });
export type KeyList = Static<typeof KeyList>;

export const KeyWrite = Type.Object({
  label: label(),
});
export type KeyWrite = Static<typeof KeyWrite>;

export const MintedKey = Type.Object({
  /** Shown this once. */
  key: Type.String(),
  keyPrefix: Type.String(),
  label: Type.String(),
  createdAt: dateTime(),
});
export type MintedKey = Static<typeof MintedKey>;

/** A request that a key has made. */
export const KeyRequest = Type.Object({
  at: dateTime(),
  /** Method and path template, such as `PUT /v1/events/:eventId/races`. */
  operation: Type.String(),
  eventId: nullable(id()),
  status: Type.Integer(),
  /** The code of the problem document, if the request was refused. */
  code: nullable(Type.String()),
});
export type KeyRequest = Static<typeof KeyRequest>;
/** `GET /account/keys/{keyPrefix}`: newest requests first, at most 50. */
export const KeyDetail = Type.Object({
  ...KeyItem.properties,
  requests: Type.Array(KeyRequest),
});
export type KeyDetail = Static<typeof KeyDetail>;
