/** Passkeys: on which addresses they work, and how long a challenge is valid (console, "Ways in"). */
import { hash } from 'node:crypto';
import { isIP } from 'node:net';
import { conflict, type Refusal } from '../refusal.ts';

/** How long a browser may take to answer a challenge, which works once. */
export const CHALLENGE_MILLIS = 5 * 60_000;
/** The limit for one person, enough for several devices. */
const MAX_PASSKEYS_OF_PERSON = 20;

/** The installation as the "relying party" of passkeys. */
export interface RelyingParty {
  /** The host, to which passkeys are bound. */
  id: string;
  /** The origin of the pages that ask for passkeys. */
  origin: string;
}

/**
 * What passkeys are bound to.
 *
 * @param publicUrl how users reach the service
 * @returns 409 where browsers offer no passkeys: they need a host name, and `https:` or `localhost`
 */
export function relyingPartyOf(publicUrl: string): RelyingParty | Refusal {
  const { protocol, hostname, origin } = new URL(publicUrl);
  const isSecure = protocol === 'https:' || hostname === 'localhost';
  const isName = isIP(hostname.replace(/^\[|\]$/g, '')) === 0;
  if (isSecure && isName) return { id: hostname, origin };
  return conflict(
    `Passkeys work where PUBLIC_URL is https: with a host name, or http://localhost; here it is ${origin}.`,
  );
}

/**
 * The id by which devices know an account: the same for all its passkeys, and without any name.
 *
 * @returns 32 bytes
 */
export function userHandle({ id }: RelyingParty, userId: number): Buffer<ArrayBuffer> {
  return Buffer.from(hash('sha256', `${id} ${userId}`, 'base64url'), 'base64url');
}

/** Why a person may not have one more passkey. @param count how many they have */
export function passkeyObjection(count: number): Refusal | undefined {
  if (count < MAX_PASSKEYS_OF_PERSON) return undefined;
  return conflict(
    `An account has at most ${MAX_PASSKEYS_OF_PERSON} passkeys: remove one that is no longer used.`,
  );
}
