/** Passkeys: where they work, and for how long a challenge does (console, "Ways in"). */
import { hash } from 'node:crypto';
import { isIP } from 'node:net';
import { conflict, type Refusal } from '../refusal.ts';

/** A browser answers a challenge within this, once. */
export const CHALLENGE_MILLIS = 5 * 60_000;
/** Of one person: some for each device of theirs. */
const MAX_PASSKEYS_OF_PERSON = 20;

/** An installation, as passkeys know it. */
export interface RelyingParty {
  /** The host, to which passkeys are bound. */
  id: string;
  /** Of the pages that ask for them. */
  origin: string;
}

/**
 * What passkeys are bound to.
 *
 * @param publicUrl how users reach the service
 * @returns 409 where browsers have none: they are bound to a name, and work on `https:` and on this machine
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
 * By which devices know an account: the same for all its passkeys, and no name of anybody.
 *
 * @returns 32 bytes
 */
export function userHandle({ id }: RelyingParty, userId: number): Buffer<ArrayBuffer> {
  return Buffer.from(hash('sha256', `${id} ${userId}`, 'base64url'), 'base64url');
}

/** Why a person gets no further passkey. @param count those that they have */
export function passkeyObjection(count: number): Refusal | undefined {
  if (count < MAX_PASSKEYS_OF_PERSON) return undefined;
  return conflict(
    `An account has at most ${MAX_PASSKEYS_OF_PERSON} passkeys: remove one that is no longer used.`,
  );
}
