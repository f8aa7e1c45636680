/**
 * The language of the interface: the one chosen on this device, else the browser's. For a public page the service chooses the
 * reader's language, so the page takes it from its own `lang`.
 */
import { batch, signal } from '@preact/signals';
import { type Language, pickLanguage, type Translated } from '../../../../src/words/languages.ts';
import { translation } from '../words/part-words.ts';
import { readLocal, writeLocal } from './local-storage.ts';

/** Loads the words of a language, by part. */
export type LoadTranslation = (language: Translated) => Promise<Readonly<Record<string, object>>>;

/** The key under which this device stores the chosen language. */
export const LANGUAGE_KEY = 'language';
/** The parameter of an address that asks for a language; the service has taken it into account. */
const ASKED = 'lang';

const delivered = document.documentElement.lang;

/** The language in which the page is drawn. */
export const language = signal<Language>('en');
/** The language that was asked for last. */
let wanted: Language = 'en';
/** The loaders of the entry point and of each part loaded since: each has translations of its own. */
const loaders = new Set<LoadTranslation>();

/** Switches to a language once its words are loaded; keeps the present one where they cannot be. */
export async function speak(next: Language, load?: LoadTranslation): Promise<void> {
  if (load) loaders.add(load);
  wanted = next;
  const all = next === 'en' ? [] : [...loaders].map((each) => each(next));
  const own = await Promise.all(all).catch(() => undefined);
  // Another one may have been asked for meanwhile.
  if (own && wanted === next)
    batch(() => {
      translation.value = Object.assign({}, ...own);
      language.value = next;
    });
  document.documentElement.lang = language.peek();
}

/** Loads more words of the present language, for parts of the page that come later. */
export function speakAlso(load: LoadTranslation): Promise<void> {
  return speak(wanted, load);
}

/** Takes the language in which a page was delivered, or one chosen on this device, unless the address asks for one. */
export function speakAsDelivered(load: LoadTranslation): Promise<void> {
  const asked = new URLSearchParams(location.search).get(ASKED);
  const best = asked?.trim() ?? chosenLanguage();
  return speak(pickLanguage([best, delivered]), load);
}

/** Chooses a language for this device; the address no longer asks for another one. */
export async function chooseLanguage(chosen: Language): Promise<void> {
  writeLocal(LANGUAGE_KEY, chosen);
  const url = new URL(location.href);
  if (url.searchParams.has(ASKED)) {
    url.searchParams.delete(ASKED);
    history.replaceState(history.state, '', url);
  }
  await speak(chosen);
}

/** The language chosen on this device; a text that is no language tag where none was. */
export function chosenLanguage(): string {
  return String(readLocal<unknown>(LANGUAGE_KEY));
}

/** The language tag for dates: the browser's own region where it fits the language. */
export function dateLanguage(): string {
  const own = navigator.languages.find((tag) => tag.split('-')[0] === language.value);
  if (own?.includes('-')) return own;
  return language.value === 'en' ? 'en-GB' : language.value;
}
