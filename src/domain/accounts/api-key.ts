/**
 * The format of API keys (decision L17): `ro_`, 30 base62 characters from a cryptographic source
 * (178 bits), and 6 base62 characters of CRC-32 over all that comes before, so that a mistyped
 * key is refused without asking the database.
 */
import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
const SHAPE = /^ro_[0-9A-Za-z]{36}$/;
const PREFIX_LENGTH = 9;

/** A new key; `random(n)` must return an unbiased integer from 0 to n - 1. */
export function mintApiKey(random: (bound: number) => number = randomInt): string {
  let body = 'ro_';
  for (let i = 0; i < SECRET_LENGTH; i++) body += ALPHABET.charAt(random(ALPHABET.length));
  return body + checksum(body);
}

/** Whether the text has the shape of a key and its checksum is right. */
export function isApiKey(text: string): boolean {
  if (!SHAPE.test(text)) return false;
  return checksum(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH);
}

/** The leading part of a key, by which people recognise it. */
export function apiKeyPrefix(key: string): string {
  return key.slice(0, PREFIX_LENGTH);
}

/** What is stored instead of a key: SHA-256 in hexadecimal. */
export function apiKeyHash(key: string): string {
  return hash('sha256', key, 'hex');
}

function checksum(body: string): string {
  let rest = crc32(body);
  let text = '';
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    text = ALPHABET.charAt(rest % ALPHABET.length) + text;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return text;
}
