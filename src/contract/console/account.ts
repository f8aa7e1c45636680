/** A person's own account: what they are called, how they sign in, where they are signed in. */
import Type, { type Static } from 'typebox';
import { dateTime, nullable, text } from '../fields.ts';
import { MAX_LANGUAGE_TAG_LENGTH } from '../limits.ts';
import { email, id, name, password } from './fields.ts';

export const AccountWrite = Type.Object({
  name: Type.Optional(name()),
  email: Type.Optional(nullable(email())),
  language: Type.Optional(nullable(text(MAX_LANGUAGE_TAG_LENGTH, { minLength: 1 }))),
});
export type AccountWrite = Static<typeof AccountWrite>;

export const PasswordWrite = Type.Object({
  /** Left out where the session began with a link, or there is no password. */
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
