/** The languages that push messages speak. A further one is a file and a line here. */
import { de } from './de.ts';
import { en } from './en.ts';
import { fr } from './fr.ts';
import type { Words } from './words.ts';

/** The first speaks for languages that are not among them. */
const LANGUAGES: readonly Words[] = [en, de, fr];

/** @param language a BCP 47 tag; what follows the language, such as a country, does not matter */
export function wordsFor(language: string): Words {
  return LANGUAGES.find(({ locale }) => primary(locale) === primary(language)) ?? en;
}

function primary(tag: string): string {
  return tag.split(/[-_]/, 1)[0]?.toLowerCase() ?? '';
}
