/** The language of the interface: the one chosen on this device, else the browser's. */
import { computed, effect, signal } from '@preact/signals';
import { readLocal, writeLocal } from './local-storage.ts';
import { pickLanguage, wordsOf } from './words/words.ts';

const KEY = 'language';

export const language = signal(
  pickLanguage([readLocal<string>(KEY) ?? '', ...navigator.languages]),
);
export const words = computed(() => wordsOf(language.value));

effect(() => {
  document.documentElement.lang = language.value;
});

/** Chooses a language for this device. */
export function chooseLanguage(chosen: string): void {
  writeLocal(KEY, chosen);
  language.value = chosen;
}

/** The language tag for dates: the browser's own region where it fits the language. */
export function dateLanguage(): string {
  const own = navigator.languages.find((tag) => tag.split('-')[0] === language.value);
  if (own?.includes('-')) return own;
  return language.value === 'en' ? 'en-GB' : language.value;
}
