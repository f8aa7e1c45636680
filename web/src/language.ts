/** The language of the interface: the one chosen on this device, else the browser's. */
import { computed, effect, signal } from '@preact/signals';
import { recall, remember } from './stored.ts';
import { pickLanguage, wordsOf } from './words/words.ts';

const KEY = 'language';

export const language = signal(pickLanguage([recall<string>(KEY) ?? '', ...navigator.languages]));
export const words = computed(() => wordsOf(language.value));

effect(() => {
  document.documentElement.lang = language.value;
});

/** Chooses a language for this device. */
export function chooseLanguage(chosen: string): void {
  remember(KEY, chosen);
  language.value = chosen;
}

/** The tag that days are written with: the browser's own region where it fits the language. */
export function dateLanguage(): string {
  const own = navigator.languages.find((tag) => tag.split('-')[0] === language.value);
  if (own?.includes('-')) return own;
  return language.value === 'en' ? 'en-GB' : language.value;
}
