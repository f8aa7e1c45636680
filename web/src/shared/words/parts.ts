/**
 * The words of the public pages by part. Those in English are loaded with the part; those of another language are one file,
 * which is loaded before the page is drawn.
 */
import type { Translated } from '../../../../src/words/languages.ts';
import type { PartOf } from '../../../../src/words/with-english.ts';
import type { Words } from './board.ts';
import type { display } from './display.ts';
import type { embed } from './embed.ts';
import type { later } from './later.ts';
import type { paper } from './paper.ts';
import type { regattas } from './regattas.ts';

export interface Parts {
  board: Words;
  later: typeof later;
  display: typeof display;
  paper: typeof paper;
  regattas: typeof regattas;
  embed: typeof embed;
}

export type Translation = PartOf<Parts>;

/** The words of a language; English stands in for those that it lacks. */
export function loadTranslation(language: Translated): Promise<Translation> {
  return import(`./translations/${language}.ts`);
}
