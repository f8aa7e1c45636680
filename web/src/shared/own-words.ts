/**
 * The words of one part of the pages, loaded with it: a file beside it takes `const words = ownWords(texts)` once, and
 * the part takes `words.value` where it draws.
 */
import { computed, type ReadonlySignal } from '@preact/signals';
import { language } from './language.ts';
import type { Texts } from './words/texts.ts';

/** The words in the reader's language. */
export function ownWords<Words>(texts: Texts<Words>): ReadonlySignal<Words> {
  return computed(() => texts[language.value as keyof Texts<Words>] ?? texts.en);
}
