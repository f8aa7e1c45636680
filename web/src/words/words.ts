/** The languages of the interface. To add one, add its file and one line here. */
import { de } from './de.ts';
import { en, type Words } from './en.ts';
import { fr } from './fr.ts';

export const LANGUAGES: Record<string, Words> = { en, de, fr };

/**
 * The first of the wanted languages that there are words for, else English.
 *
 * @param wanted BCP 47 tags, best first; regions do not matter
 */
export function pickLanguage(wanted: readonly string[]): string {
  const bases = wanted.map((tag) => tag.toLowerCase().split('-')[0] ?? '');
  return bases.find((base) => Object.hasOwn(LANGUAGES, base)) ?? 'en';
}

/** The words of one of `LANGUAGES`. */
export function wordsOf(language: string): Words {
  return LANGUAGES[language] ?? en;
}
