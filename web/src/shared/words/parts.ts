/** The parts of the public pages that have words, and how those of another language are loaded. */
import type { Translated } from '../../../../src/words/languages.ts';
import type { announcerWords } from './announcer.ts';
import type { words } from './board.ts';
import type { displayWords } from './display.ts';
import type { embedWords } from './embed.ts';
import type { laterWords, regattasWords, throughWords } from './later.ts';
import type { paperWords } from './paper.ts';
import type { TranslationOf } from './part-words.ts';
import type { racingWords } from './racing.ts';

export type Translation = TranslationOf<typeof words | typeof embedWords>;

/** The words that the first view does not need. */
export type LaterTranslation = TranslationOf<
  | typeof laterWords
  | typeof displayWords
  | typeof paperWords
  | typeof racingWords
  | typeof regattasWords
  | typeof throughWords
  | typeof announcerWords
>;

/** The words of a language for the first view. */
export function loadTranslation(language: Translated): Promise<Translation> {
  return import(`./translations/${language}.ts`);
}
