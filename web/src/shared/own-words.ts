/**
 * The words of one part of the console, loaded with it: a file beside it takes `const words = ownWords({ en, de, fr })`
 * once, and the part takes `words.value` where it draws.
 */
import { computed, type ReadonlySignal } from '@preact/signals';
import type { ConsoleLanguage } from '../../../src/words/languages.ts';
import { type PartOf, withEnglish } from '../../../src/words/with-english.ts';
import { language } from './page/language.ts';

/** The words of a part in the languages of the console. */
type Texts<Words> = { en: Words } & {
  [Code in Exclude<ConsoleLanguage, 'en'>]?: PartOf<Words>;
};

/** The words in the reader's language, and in English where that has none. */
export function ownWords<Words extends object>(texts: Texts<Words>): ReadonlySignal<Words> {
  return computed(() => withEnglish(texts.en, texts[language.value as keyof Texts<Words>]));
}
