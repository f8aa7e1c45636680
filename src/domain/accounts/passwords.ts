/**
 * Which passwords are accepted (console, "Passwords"; NIST SP 800-63B-4, section 3.1.1.2): long ones of any characters
 * that are neither on a list of common passwords nor guessable from the account.
 *
 * They are hashed with argon2id (RFC 9106) and stored as a PHC string, `$argon2id$v=19$m=…,t=…,p=…$salt$hash`, so that
 * each hash contains its own parameters. A hash takes some 40 ms and 19 MiB; `console/sign-in/passwords.ts` limits how
 * many are computed at a time.
 */
import { argon2Sync, randomBytes, timingSafeEqual } from 'node:crypto';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../../contract/limits.ts';

/** The texts of an account that somebody who guesses its password tries first. */
export interface AccountWords {
  name: string;
  email: string | null;
  clubNames: readonly string[];
}

/** A password as it is hashed: in NFKC, so that all encodings of the same characters are the same password. */
function normalPassword(password: string): string {
  return password.normalize('NFKC');
}

/**
 * What is wrong with a new password; `undefined` if nothing is.
 *
 * @param password as it was typed
 * @param common the common passwords, folded by `foldedPassword`
 */
export function passwordObjection(
  password: string,
  account: AccountWords,
  common: ReadonlySet<string>,
): string | undefined {
  const length = [...normalPassword(password)].length;
  if (length < MIN_PASSWORD_LENGTH) return `must have at least ${MIN_PASSWORD_LENGTH} characters`;
  if (length > MAX_PASSWORD_LENGTH) return `must have at most ${MAX_PASSWORD_LENGTH} characters`;
  const folded = foldedPassword(password);
  if (common.has(folded) || isOneCharacter(folded))
    return 'is on the list of common passwords; choose another';
  const isKnown = wordsOf(account).some((word) => foldedPassword(word) === folded);
  return isKnown ? 'must not be the name, the address or the club of the account' : undefined;
}

/** A password as it is compared: without regard to case and white space. */
export function foldedPassword(password: string): string {
  return normalPassword(password).toLowerCase().replace(/\s/gu, '');
}

/** Whether it is one repeated character, such as "aaaaaaaaaa"; lists of common passwords contain only some of these. */
function isOneCharacter(folded: string): boolean {
  return new Set(folded).size <= 1;
}

function wordsOf({ name, email, clubNames }: AccountWords): string[] {
  const addresses = email === null ? [] : [email, email.slice(0, email.lastIndexOf('@'))];
  return [name, ...addresses, ...clubNames];
}

interface Parameters {
  memoryKib: number;
  passes: number;
  parallelism: number;
}

/** The minimum that the OWASP cheat sheet on password storage asks for. */
const PARAMETERS: Parameters = { memoryKib: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** The version of argon2: 0x13. */
const VERSION = 19;

const PHC = /^\$argon2id\$v=(\d+)\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** The PHC string that is stored for a password. @param password as it was typed */
export function hashPassword(password: string): string {
  const salt = randomBytes(SALT_BYTES);
  const tag = compute(password, PARAMETERS, salt, HASH_BYTES);
  const { memoryKib, passes, parallelism } = PARAMETERS;
  const parameters = `m=${memoryKib},t=${passes},p=${parallelism}`;
  return `$argon2id$v=${VERSION}$${parameters}$${base64(salt)}$${base64(tag)}`;
}

/**
 * Whether a password is the one that was hashed.
 *
 * @param stored what `hashPassword` returned; with `null`, for no password, the answer is no, after the same time
 */
export function isRightPassword(password: string, stored: string | null): boolean {
  const parts = stored === null ? undefined : read(stored);
  const { parameters, salt, tag } = parts ?? NOBODY;
  const computed = compute(password, parameters, salt, tag.length);
  return timingSafeEqual(computed, tag) && parts !== undefined;
}

/** Whether a hash was made with weaker parameters than new ones, or in a form that is no longer used. */
export function needsRehash(stored: string): boolean {
  const parts = read(stored);
  if (!parts) return true;
  const { memoryKib, passes } = parts.parameters;
  return memoryKib < PARAMETERS.memoryKib || passes < PARAMETERS.passes;
}

interface Parts {
  parameters: Parameters;
  salt: Buffer;
  tag: Buffer;
}

/** What is computed where there is no stored password, so that this takes as long. */
const NOBODY: Parts = {
  parameters: PARAMETERS,
  salt: randomBytes(SALT_BYTES),
  tag: randomBytes(HASH_BYTES),
};

function read(stored: string): Parts | undefined {
  const match = PHC.exec(stored);
  if (!match || Number(match[1]) !== VERSION) return undefined;
  const [, , memoryKib, passes, parallelism, salt = '', tag = ''] = match;
  return {
    parameters: {
      memoryKib: Number(memoryKib),
      passes: Number(passes),
      parallelism: Number(parallelism),
    },
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}

function compute(
  password: string,
  { memoryKib, passes, parallelism }: Parameters,
  nonce: Buffer,
  tagLength: number,
): Buffer {
  const message = normalPassword(password);
  const memory = memoryKib;
  return argon2Sync('argon2id', { message, nonce, memory, passes, parallelism, tagLength });
}

/** Base64 without padding, as in PHC strings. */
function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
