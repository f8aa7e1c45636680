/** The languages of the interface. A further one is a file and an entry here. */
import { de } from './de.ts';
import { en, type Words } from './en.ts';
import { fr } from './fr.ts';

export const LANGUAGES: Record<string, Words> = { en, de, fr };

/**
 * The first of the wanted languages that the interface has, else English.
 *
 * @param wanted BCP 47 tags, best first; only their language counts
 */
export function pickLanguage(wanted: readonly string[]): string {
  const bases = wanted.map((tag) => tag.toLowerCase().split('-')[0] ?? '');
  return bases.find((base) => Object.hasOwn(LANGUAGES, base)) ?? 'en';
}

/** The words of one of `LANGUAGES`. */
export function wordsOf(language: string): Words {
  return LANGUAGES[language] ?? en;
}
