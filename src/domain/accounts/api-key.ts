/**
 * API keys: their format, who may create and who may revoke one (console, "API keys"; decision L16), and how lists show
 * them.
 *
 * A key (decision L17) is `ro_`, 30 base62 characters from a cryptographic source (178 bits), and 6 base62 characters
 * of CRC-32 over all characters before them, so that a mistyped key is refused without a query.
 */
import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { KeyDetail, KeyItem } from '../../contract/console/account.ts';
import { formatInstant, formatInstantOrNull } from '../../contract/instant.ts';
import { MAX_LIVE_KEYS } from '../../contract/limits.ts';
import { conflict, Refusal } from '../refusal.ts';

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

/** The hash that is stored instead of a key: SHA-256 in hexadecimal. */
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

interface Minting {
  userId: number;
  /** Whether a role of the person lets them mint keys. */
  hasRole: boolean;
  /** Keys of the person that are not revoked. */
  liveKeys: number;
}

/** @returns the reason if a person may not mint another key */
export function objectionToMinting({ userId, hasRole, liveKeys }: Minting): Refusal | undefined {
  if (!hasRole) return new Refusal('forbidden', `User ${userId} manages no club's schedules.`);
  if (liveKeys < MAX_LIVE_KEYS) return undefined;
  return conflict(`User ${userId} has ${MAX_LIVE_KEYS} keys already: revoke one that is not used.`);
}

/**
 * Whether a person may see and revoke a key.
 *
 * @param userId of the person; `null` for the command line, which may revoke any key
 */
export function isWithinReach(
  key: { user_id: number } | undefined,
  userId: number | null,
): boolean {
  return key !== undefined && (userId === null || key.user_id === userId);
}

/** A key as it is stored, its instants in epoch milliseconds. */
interface StoredKey {
  key_prefix: string;
  label: string;
  created_at: number;
  last_used_at: number | null;
  revoked_at: number | null;
}

/** A key as lists show it. */
export function keyView(key: StoredKey): KeyItem {
  const { key_prefix: keyPrefix, label, created_at, last_used_at, revoked_at } = key;
  return {
    keyPrefix,
    label,
    createdAt: formatInstant(created_at),
    lastUsedAt: formatInstantOrNull(last_used_at),
    revokedAt: formatInstantOrNull(revoked_at),
  };
}

/** A request as it is stored, its instant in epoch milliseconds. */
interface StoredRequest {
  at: number;
  operation: string;
  event_id: number | null;
  status: number;
  code: string | null;
}

/** A key as its page shows it, with the last requests that used it. */
export function keyDetail(key: StoredKey, requests: readonly StoredRequest[]): KeyDetail {
  return {
    ...keyView(key),
    requests: requests.map(({ at, operation, event_id: eventId, status, code }) => ({
      at: formatInstant(at),
      operation,
      eventId,
      status,
      code,
    })),
  };
}
