/**
 * Encrypts push messages (RFC 8291, with the content coding `aes128gcm` of RFC 8188), which is most of their
 * cost. Key objects would only be faster if they were cached for all devices.
 */
import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

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
