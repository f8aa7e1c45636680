/**
 * E-mail addresses as people type them (console, "Links"). Whether an address receives mail is only known once one is sent,
 * so an address only has to look like one, stand for one mailbox, and not be readable as two in a header field.
 */
import { MAX_EMAIL_LENGTH } from '../../contract/limits.ts';

/** In characters before the `@` (RFC 5321, section 4.5.3.1.1). */
const MAX_LOCAL_PART_LENGTH = 64;
/** The limit before normalisation, in which NFKC joins at most a few characters into one. */
const MAX_RAW_LENGTH = 8 * MAX_EMAIL_LENGTH;

/** Without characters that need quotation marks, and without invisible characters. */
const LOCAL_PART = /^[^\s\p{C}"(),.:;<>@[\\\]]+(\.[^\s\p{C}"(),.:;<>@[\\\]]+)*$/u;
const DOMAIN = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u;

/**
 * Reads an address.
 *
 * @returns as it is stored and compared: trimmed, NFKC, in lower case; `undefined` when it is none
 */
export function emailAddress(text: string): string | undefined {
  if (text.length > MAX_RAW_LENGTH) return undefined;
  const address = normalEmail(text);
  if (address.length > MAX_EMAIL_LENGTH) return undefined;
  const at = address.lastIndexOf('@');
  const localPart = address.slice(0, at);
  const isPlausible =
    at > 0 &&
    localPart.length <= MAX_LOCAL_PART_LENGTH &&
    LOCAL_PART.test(localPart) &&
    address
      .slice(at + 1)
      .split('.')
      .every((label) => DOMAIN.test(label));
  return isPlausible ? address : undefined;
}

/** The normal form of any text, whether or not it is an address: trimmed, NFKC, in lower case. */
export function normalEmail(text: string): string {
  // Lower case can undo the normal form: İ becomes two characters.
  return text.normalize('NFKC').toLowerCase().normalize('NFKC').trim();
}

/** What is wrong with an address, if anything: a check of the field `email` for `readForm`. */
export function judgeEmail(field: string, text: string): string | undefined {
  const isWrong = field === 'email' && emailAddress(text) === undefined;
  return isWrong ? 'must be an e-mail address, such as ann@example.org' : undefined;
}
