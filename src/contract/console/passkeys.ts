/** Passkeys: what browsers are asked for, and what they answer (WebAuthn, section 5.1.8 and 5.1.9 of Level 3). */
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import Type, { type Static } from 'typebox';
import { MAX_LABEL_LENGTH } from '../limits.ts';

/** Bytes in base64url. Attestations of some devices hold certificates, though none is asked for. */
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
  label: Type.String({ format: 'name', minLength: 1, maxLength: MAX_LABEL_LENGTH }),
  response: NewPasskey,
});

/** `POST /session/passkey` */
export const PasskeySignIn = Type.Object({ response: PasskeyAnswer });
