/** The list of common passwords, read when the first password is chosen. */
import { MIN_PASSWORD_LENGTH } from '../../contract/limits.ts';
import { foldedPassword } from '../../domain/accounts/password-rules.ts';

let common: Promise<ReadonlySet<string>> | undefined;

/** The common passwords that are long enough to be chosen, folded: some 1,500. */
export function commonPasswords(): Promise<ReadonlySet<string>> {
  common ??= read();
  return common;
}

async function read(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const long = dictionary['passwords-common'].filter((word) => word.length >= MIN_PASSWORD_LENGTH);
  return new Set(long.map(foldedPassword));
}
