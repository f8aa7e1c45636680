/**
 * Which passwords are taken (console, "Passwords"; NIST SP 800-63B-4, section 3.1.1.2): long ones, whatever they
 * are made of, that neither a list of common passwords nor the account itself gives away.
 */
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../../contract/limits.ts';

/** What is known of an account, and is therefore tried first. */
export interface AccountWords {
  name: string;
  email: string | null;
  clubNames: readonly string[];
}

/** A password as it is hashed: all ways to type the same characters are one. */
export function normalPassword(password: string): string {
  return password.normalize('NFKC');
}

/**
 * What is wrong with a new password, if something is.
 *
 * @param password as it was typed
 * @param common folded by `foldedPassword`
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

/** Such as "aaaaaaaaaa"; lists hold only some of them. */
function isOneCharacter(folded: string): boolean {
  return new Set(folded).size <= 1;
}

function wordsOf({ name, email, clubNames }: AccountWords): string[] {
  const addresses = email === null ? [] : [email, email.slice(0, email.lastIndexOf('@'))];
  return [name, ...addresses, ...clubNames];
}
