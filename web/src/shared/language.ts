/**
 * The language of the interface: the one chosen on this device, else the browser's. A public page is delivered in the
 * reader's language, which only the service decides on, so such a page takes it from there.
 */
import { computed, effect, signal } from '@preact/signals';
import { readLocal, writeLocal } from './local-storage.ts';
import { pickLanguage, wordsOf } from './words/words.ts';

const KEY = 'language';
/** In an address, asks for a language; the service has looked at it. */
const ASKED = 'lang';

const delivered = document.documentElement.lang;

export const language = signal(pickLanguage([chosenLanguage(), ...navigator.languages]));
export const words = computed(() => wordsOf(language.value));

effect(() => {
  document.documentElement.lang = language.value;
});

/** Takes the language in which a page was delivered; one chosen on this device instead, unless the address asks. */
export function takeDeliveredLanguage(): void {
  const isAsked = new URLSearchParams(location.search).has(ASKED);
  language.value = pickLanguage(isAsked ? [delivered] : [chosenLanguage(), delivered]);
}

/** Chooses a language for this device; the address no longer asks for another one. */
export function chooseLanguage(chosen: string): void {
  writeLocal(KEY, chosen);
  language.value = chosen;
  const url = new URL(location.href);
  if (!url.searchParams.has(ASKED)) return;
  url.searchParams.delete(ASKED);
  history.replaceState(history.state, '', url);
}

function chosenLanguage(): string {
  return String(readLocal<unknown>(KEY));
}

/** The language tag for dates: the browser's own region where it fits the language. */
export function dateLanguage(): string {
  const own = navigator.languages.find((tag) => tag.split('-')[0] === language.value);
  if (own?.includes('-')) return own;
  return language.value === 'en' ? 'en-GB' : language.value;
}
