/**
 * Clubs have no rows of their own: a crew carries the text of its club (`clubId`), and so does who follows it. This is
 * the number by which `follows` names such a text (decision page 020).
 */
import { hash } from 'node:crypto';

/** Of 5,000 clubs of an event, two have the same number once in twenty million events. */
const NUMBER_BYTES = 6;

/**
 * The number of a club, the same in every event.
 *
 * @param club a crew's `clubId`, letter for letter
 * @returns an integer below 2^48, which JSON and both databases hold exactly
 */
export function clubNumber(club: string): number {
  return hash('sha256', club, 'buffer').readUIntBE(0, NUMBER_BYTES);
}
