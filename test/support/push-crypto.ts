/**
 * What a browser and a push service do with a message, written from the RFCs and independently of the code that sends:
 * decryption (RFC 8188, RFC 8291) and the sender's signature (RFC 8292).
 */
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto';

/** What only the browser knows. */
export interface BrowserKeys {
  ecdh: ECDH;
  authSecret: Buffer;
}

const SALT_BYTES = 16;
const HEADER_BYTES = SALT_BYTES + 4 + 1;
const TAG_BYTES = 16;
const POINT_BYTES = 65;
const MAX_VALIDITY_SECONDS = 24 * 3600;

export function newBrowserKeys(): BrowserKeys {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  return { ecdh, authSecret: randomBytes(16) };
}

/** The plaintext of a message of one record. @throws when the message does not follow the RFCs */
export function decrypt(body: Buffer, { ecdh, authSecret }: BrowserKeys): string {
  const salt = body.subarray(0, SALT_BYTES);
  const recordSize = body.readUInt32BE(SALT_BYTES);
  const keyLength = body.readUInt8(SALT_BYTES + 4);
  if (keyLength !== POINT_BYTES) throw new Error(`a key id of ${keyLength} bytes`);
  const senderKey = body.subarray(HEADER_BYTES, HEADER_BYTES + POINT_BYTES);
  const record = body.subarray(HEADER_BYTES + POINT_BYTES);
  if (record.length > recordSize) throw new Error('more than one record');

  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), senderKey]);
  const secret = derive(ecdh.computeSecret(senderKey), authSecret, keyInfo, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(record.subarray(-TAG_BYTES));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -TAG_BYTES)), decipher.final()]);
  const end = padded.findLastIndex((byte) => byte !== 0);
  if (padded[end] !== 2) throw new Error('the last record does not end with 2');
  return padded.toString('utf8', 0, end);
}

function derive(secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length));
}

/**
 * What is wrong with the Authorization header of a sender, if anything.
 *
 * @param origin of the push service
 * @param now epoch milliseconds
 */
export function signatureObjection(header: string, origin: string, now: number) {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  if (point.length !== POINT_BYTES) return 'the header has no key';
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.toString('base64url', 1, 33),
      y: point.toString('base64url', 33),
    },
  });
  const signed = Buffer.from(`${head}.${claims}`);
  const isSigned = verify(
    'sha256',
    signed,
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) return 'the signature is not of the key';
  const { alg, typ } = parsePart(head);
  if (alg !== 'ES256' || typ !== 'JWT') return `the algorithm is ${alg}`;
  const { aud, exp, sub } = parsePart(claims);
  if (aud !== origin) return `it is for ${aud}`;
  const validity = Number(exp) - now / 1000;
  if (!(validity > 0 && validity <= MAX_VALIDITY_SECONDS)) return `it is valid for ${validity} s`;
  return /^(https:|mailto:)/.test(String(sub)) ? undefined : `it is of ${sub}`;
}

function parsePart(part: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
}
