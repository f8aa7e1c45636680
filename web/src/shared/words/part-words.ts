/**
 * The words of the pages by part. English words are in a file for each part and are loaded with it. Another language has one
 * file for the first view of the public pages and one for the console, loaded before a page is drawn, and one for what the
 * public pages load later.
 */
import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { type PartOf, withEnglish } from '../../../../src/words/languages.ts';

/** Names races by their numbers, in the plural where these have a comma: `race 12`, `races 12, 14`. */
export function numbered(numbers: string, one: string, several: string): string {
  return `${numbers.includes(',') ? several : one} ${numbers}`;
}

/** The words of a part in the reader's language, and the name under which translations have them. */
export type PartWords<
  Part extends string = string,
  Words extends object = object,
> = ReadonlySignal<Words> & { readonly part: Part };

/** The words of some parts in another language; English stands in for those that it lacks. */
export type TranslationOf<Parts extends PartWords> = {
  readonly [Each in Parts as Each['part']]?: PartOf<Each['value']>;
};

/** The words of the language in which the page is drawn, by part; empty for English. */
export const translation = signal<Readonly<Record<string, object>>>({});

/** The words of a part of the pages in the reader's language, and in English where that has none. */
export function partWords<const Part extends string, Words extends object>(
  part: Part,
  english: Words,
): PartWords<Part, Words> {
  const words = computed(() =>
    withEnglish(english, translation.value[part] as PartOf<Words> | undefined),
  );
  return Object.assign(words, { part });
}
