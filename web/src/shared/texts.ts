/** The words of one part of the console in its languages. Apart from `own-words.ts`, so that tests read them without a page. */
import type { ConsoleLanguage } from '../../../src/words/languages.ts';
import type { PartOf } from '../../../src/words/with-english.ts';

export type Texts<Words> = { en: Words } & {
  [Code in Exclude<ConsoleLanguage, 'en'>]?: PartOf<Words>;
};
