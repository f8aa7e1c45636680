/** The `externalId`s that imported races and crews get (tools.md, "Ids and numbers"). */
import { createHash } from 'node:crypto';
import { MAX_EXTERNAL_ID_LENGTH } from '../../contract/limits.ts';

/** Of the hash that keeps long ids apart, in hexadecimal digits. */
const HASH_LENGTH = 16;

/**
 * `<format>:<parts joined by colons>`; one that would be too long is cut and ends with a hash of the whole.
 *
 * @param parts what identifies a race or a crew in its file, so that the next version of the file gives the same
 */
export function externalIdOf(format: string, ...parts: readonly string[]): string {
  const whole = [format, ...parts.map((part) => part.normalize('NFC').trim())].join(':');
  const characters = [...whole];
  if (characters.length <= MAX_EXTERNAL_ID_LENGTH) return whole;
  const hash = createHash('sha256').update(whole).digest('hex').slice(0, HASH_LENGTH);
  return `${characters.slice(0, MAX_EXTERNAL_ID_LENGTH - HASH_LENGTH - 1).join('')}~${hash}`;
}
