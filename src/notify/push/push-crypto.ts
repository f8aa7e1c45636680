/**
 * The cryptography of Web Push. Messages are encrypted (RFC 8291, with the content coding `aes128gcm` of RFC 8188), which is
 * most of the cost of a message; key objects would be faster only if they were cached for all devices. An installation
 * identifies itself by a key pair and signed tokens (RFC 8292).
 */
import {
  createCipheriv,
  createECDH,
  createPrivateKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto';
import { HOUR_MILLIS } from '../../contract/time-units.ts';
import type { VapidKeys } from '../../storage/accounts/installation.ts';

/** The keys of a device, in base64url. */
export interface DeviceKeys {
  /** An uncompressed point of P-256. */
  p256dh: string;
  auth: string;
}

/** A message is one record, of the longest body that every push service has to accept. */
const RECORD_BYTES = 4096;
export const POINT_BYTES = 65;
export const AUTH_BYTES = 16;
const SALT_BYTES = 16;
const KEY_BYTES = 16;
const NONCE_BYTES = 12;
const SECRET_BYTES = 32;

const LAST_RECORD = Buffer.of(2);
const INFO = Buffer.from('WebPush: info\0');
const KEY_INFO = Buffer.from('Content-Encoding: aes128gcm\0');
const NONCE_INFO = Buffer.from('Content-Encoding: nonce\0');

/**
 * @param plaintext at most 3,993 bytes in UTF-8
 * @returns the body of the request
 * @throws when the keys of the device are invalid
 */
export function encrypt(plaintext: string, { p256dh, auth }: DeviceKeys): Buffer {
  const devicePoint = bytesOf(p256dh, POINT_BYTES);
  const authSecret = bytesOf(auth, AUTH_BYTES);
  const ecdh = createECDH('prime256v1');
  const point = ecdh.generateKeys();
  const info = Buffer.concat([INFO, devicePoint, point]);
  const secret = derive(ecdh.computeSecret(devicePoint), authSecret, info, SECRET_BYTES);
  const salt = randomBytes(SALT_BYTES);
  const key = derive(secret, salt, KEY_INFO, KEY_BYTES);
  const nonce = derive(secret, salt, NONCE_INFO, NONCE_BYTES);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);

  const sizes = Buffer.alloc(5);
  sizes.writeUInt32BE(RECORD_BYTES);
  sizes.writeUInt8(POINT_BYTES, 4);
  const text = cipher.update(Buffer.concat([Buffer.from(plaintext), LAST_RECORD]));
  return Buffer.concat([salt, sizes, point, text, cipher.final(), cipher.getAuthTag()]);
}

function derive(secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length));
}

function bytesOf(text: string, length: number): Buffer {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length !== length) throw new Error(`a key has ${bytes.length} bytes, not ${length}`);
  return bytes;
}

/** A signature is reused, because making one costs half of encrypting a message. */
const SIGNATURE_LIFE_MILLIS = 12 * HOUR_MILLIS;
const SIGNATURE_REUSE_MILLIS = HOUR_MILLIS;
/** The most signatures that are kept, because anybody may invent hosts. */
const MAX_SIGNATURES = 100;

const HEAD = base64url({ typ: 'JWT', alg: 'ES256' });

const COORDINATE_BYTES = 32;

export function mintVapidKeys(): VapidKeys {
  const ecdh = createECDH('prime256v1');
  const publicKey = ecdh.generateKeys('base64url');
  const number = ecdh.getPrivateKey();
  // `getPrivateKey` leaves out the leading zeros of a small number.
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
