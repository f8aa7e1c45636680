/** A person's API keys, and what was requested with them. */
import Type, { type Static } from 'typebox';
import { dateTime, nullable } from '../fields.ts';
import { MAX_LABEL_LENGTH } from '../limits.ts';
import { id } from './fields.ts';

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
  label: Type.String({ format: 'name', minLength: 1, maxLength: MAX_LABEL_LENGTH }),
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
  /** Of the problem document, if it was refused. */
  code: nullable(Type.String()),
});
export type KeyRequest = Static<typeof KeyRequest>;
/** `GET /account/keys/{keyPrefix}`: newest requests first, at most 50. */
export const KeyDetail = Type.Object({
  ...KeyItem.properties,
  requests: Type.Array(KeyRequest),
});
export type KeyDetail = Static<typeof KeyDetail>;
