/**
 * E-mail addresses as people type them (console, "Links"). Whether an address takes mail only mail can tell, so
 * what is asked here is that it looks like one, means one mailbox, and cannot be taken for two in a header field.
 */
import { MAX_EMAIL_LENGTH } from '../../contract/limits.ts';

/** In characters before the `@` (RFC 5321, section 4.5.3.1.1). */
const MAX_LOCAL_PART_LENGTH = 64;
/** Before it is normalised; NFKC joins at most a few characters into one. */
const MAX_RAW_LENGTH = 8 * MAX_EMAIL_LENGTH;

/** Without what would need quotes, and without characters that nobody sees. */
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

/** The same of any text, whether or not it is an address. */
export function normalEmail(text: string): string {
  // Lower case can undo the normal form: İ becomes two characters.
  return text.normalize('NFKC').toLowerCase().normalize('NFKC').trim();
}

/** What is wrong with an address, if something is: a judge of `readForm` for the field `email`. */
export function judgeEmail(field: string, text: string): string | undefined {
  const isWrong = field === 'email' && emailAddress(text) === undefined;
  return isWrong ? 'must be an e-mail address, such as ann@example.org' : undefined;
}
