/** How an installation identifies itself to push services (RFC 8292): by a key pair and signed tokens. */
import { createECDH, createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { HOUR_MILLIS } from '../../contract/time-units.ts';
import type { VapidKeys } from '../../storage/accounts/installation.ts';

/** A signature is reused, because making one costs half of encrypting a message. */
const SIGNATURE_LIFE_MILLIS = 12 * HOUR_MILLIS;
const SIGNATURE_REUSE_MILLIS = HOUR_MILLIS;
/** Anybody may invent hosts. */
const MAX_SIGNATURES = 100;

const HEAD = base64url({ typ: 'JWT', alg: 'ES256' });

const COORDINATE_BYTES = 32;

export function mintVapidKeys(): VapidKeys {
  const ecdh = createECDH('prime256v1');
  const publicKey = ecdh.generateKeys('base64url');
  const number = ecdh.getPrivateKey();
  // A small number has no leading zeros.
  const padding = Buffer.alloc(COORDINATE_BYTES - number.length);
  return { publicKey, privateKey: Buffer.concat([padding, number]).toString('base64url') };
}

export class VapidSigner {
  private readonly publicKey: string;
  private readonly privateKey: KeyObject;
  private readonly subject: string;
  private readonly signatures = new Map<string, { header: string; madeAt: number }>();

  /** @param subject the contact of the sender: an address with `https:` or `mailto:` */
  constructor({ publicKey, privateKey }: VapidKeys, subject: string) {
    const point = Buffer.from(publicKey, 'base64url');
    this.publicKey = publicKey;
    this.privateKey = createPrivateKey({
      format: 'jwk',
      key: {
        kty: 'EC',
        crv: 'P-256',
        x: point.toString('base64url', 1, 1 + COORDINATE_BYTES),
        y: point.toString('base64url', 1 + COORDINATE_BYTES),
        d: privateKey,
      },
    });
    this.subject = subject;
  }

  /** The `Authorization` header for a push service; a new one every hour. */
  header(origin: string): string {
    const now = Date.now();
    const held = this.signatures.get(origin);
    // The difference is negative after the clock was set back; such a signature would last too long.
    if (held && Math.abs(now - held.madeAt) < SIGNATURE_REUSE_MILLIS) return held.header;
    const header = `vapid t=${this.token(origin, now)}, k=${this.publicKey}`;
    if (this.signatures.size >= MAX_SIGNATURES) this.signatures.clear();
    this.signatures.set(origin, { header, madeAt: now });
    return header;
  }

  /** A JSON Web Token (RFC 7519) signed with ES256. */
  private token(origin: string, now: number): string {
    const exp = Math.floor((now + SIGNATURE_LIFE_MILLIS) / 1000);
    const signed = `${HEAD}.${base64url({ aud: origin, exp, sub: this.subject })}`;
    const key = { key: this.privateKey, dsaEncoding: 'ieee-p1363' } as const;
    return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`;
  }
}

function base64url(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
