/**
 * Signing in to the console: sessions, links, the first person, and passkeys, with the options and answers of browsers
 * (WebAuthn, section 5.1.8 and 5.1.9 of Level 3).
 */
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import type { Static } from 'typebox';
import Type from 'typebox';
import {
  dateTime,
  email,
  id,
  label,
  name,
  nullable,
  oneOf,
  password,
  Role,
  text,
  token,
} from '../fields.ts';
import { MAX_EMAIL_LENGTH, MAX_LANGUAGE_TAG_LENGTH } from '../limits.ts';

/** Bytes in base64url. Attestations of some devices hold certificates, although none is requested. */
const bytes = (maxLength = 16_000) => Type.String({ format: 'opaque', maxLength });
const credentialId = () => bytes(1400);
const publicKey = () => Type.String({ enum: ['public-key'] });

const options = () => Type.Record(Type.String(), Type.Unknown());
export const CreationOptions = Type.Unsafe<PublicKeyCredentialCreationOptionsJSON>(options());
export const RequestOptions = Type.Unsafe<PublicKeyCredentialRequestOptionsJSON>(options());

/** The JSON of a credential that a browser has made. */
const NewPasskey = Type.Object({
  id: credentialId(),
  rawId: credentialId(),
  type: publicKey(),
  response: Type.Object({
    clientDataJSON: bytes(),
    attestationObject: bytes(),
    transports: Type.Optional(
      Type.Array(Type.String({ format: 'opaque', maxLength: 40 }), { maxItems: 10 }),
    ),
  }),
});
export type NewPasskey = Static<typeof NewPasskey>;

/** The JSON of a credential with which a browser has answered a challenge. */
export const PasskeyAnswer = Type.Object({
  id: credentialId(),
  rawId: credentialId(),
  type: publicKey(),
  response: Type.Object({
    clientDataJSON: bytes(),
    authenticatorData: bytes(),
    signature: bytes(),
    userHandle: Type.Optional(bytes(100)),
  }),
});
export type PasskeyAnswer = Static<typeof PasskeyAnswer>;

/** `POST /account/passkeys` */
export const PasskeyWrite = Type.Object({
  label: label(),
  response: NewPasskey,
});

/** `POST /session/passkey` */
export const PasskeySignIn = Type.Object({ response: PasskeyAnswer });

export const Person = Type.Object({
  id: id(),
  name: name(),
  email: nullable(email()),
  /** BCP 47 tag; `null`: as the browser says. */
  language: nullable(text(MAX_LANGUAGE_TAG_LENGTH)),
  operator: Type.Boolean(),
  hasPassword: Type.Boolean(),
});
export type Person = Static<typeof Person>;

/** Answer of signing in, setting up and redeeming a link, and of `GET /session`. */
export const SessionAnswer = Type.Object({ person: Person });
export type SessionAnswer = Static<typeof SessionAnswer>;

export const SignIn = Type.Object({ email: text(MAX_EMAIL_LENGTH), password: password() });
export type SignIn = Static<typeof SignIn>;

/** One of the two. */
export const Proof = Type.Object({
  password: Type.Optional(password()),
  /** The answer to `POST /session/passkey/options`. */
  passkey: Type.Optional(PasskeyAnswer),
});
export type Proof = Static<typeof Proof>;

export const SetUp = Type.Object({
  token: token(),
  name: name(),
  email: email(),
  password: password(),
  clubName: name(),
});
export type SetUp = Static<typeof SetUp>;

export const LinkKind = oneOf(['set-up', 'invitation', 'sign-in']);
export type LinkKind = Static<typeof LinkKind>;

export const LinkToken = Type.Object({ token: token() });
export type LinkToken = Static<typeof LinkToken>;

export const LinkContents = Type.Object({
  kind: LinkKind,
  clubName: nullable(Type.String()),
  role: nullable(Role),
  email: nullable(Type.String()),
  expiresAt: dateTime(),
});
export type LinkContents = Static<typeof LinkContents>;

export const LinkRedeem = Type.Object({
  token: token(),
  name: Type.Optional(name()),
  email: Type.Optional(email()),
  password: Type.Optional(password()),
});
export type LinkRedeem = Static<typeof LinkRedeem>;

/** Asks for a sign-in link by mail. */
export const LinkRequest = Type.Object({ email: text(MAX_EMAIL_LENGTH) });
export type LinkRequest = Static<typeof LinkRequest>;

/** A link that was made. */
export const MadeLink = Type.Object({
  /** Shown this once; `null` where it was mailed, so that nobody but its reader has it. */
  link: nullable(Type.String()),
  expiresAt: dateTime(),
  isMailed: Type.Boolean(),
});
export type MadeLink = Static<typeof MadeLink>;

/** What a page knows before its first request, because the page contains it. */
export interface PageFacts {
  /** How users reach the service; no slash at its end. */
  publicUrl: string;
  /** Whether mail is configured, so that links are mailed. */
  hasMail: boolean;
}
