/** The words of the service, by language; the scripts of the public pages have words of their own. */
import { formatOfZone } from '../domain/day/venue-day.ts';
import * as de from './de.ts';
import * as english from './en.ts';
import * as fr from './fr.ts';
import * as it from './it.ts';
import {
  LANGUAGES,
  type Language,
  languageOf,
  type PartOf,
  pickLanguage,
  type Translated,
  withEnglish,
} from './languages.ts';
import * as laterDe from './later/de.ts';
import * as laterEn from './later/en.ts';
import * as laterFr from './later/fr.ts';
import * as laterIt from './later/it.ts';
import * as laterNl from './later/nl.ts';
import * as nl from './nl.ts';

const en = { ...english, ...laterEn };
type Words = typeof en;

/** The words of each language that has a row in `LANGUAGES`. */
export const TRANSLATIONS: Readonly<Record<Translated, PartOf<Words>>> = {
  de: { ...de, ...laterDe },
  fr: { ...fr, ...laterFr },
  nl: { ...nl, ...laterNl },
  it: { ...it, ...laterIt },
};

const WORDS = { en, ...mapped(TRANSLATIONS, (own) => withEnglish<Words>(en, own)) };
const MESSAGES = mapped(LANGUAGES, ({ locale }, language) => ({
  ...WORDS[language].messages,
  /** For the names of weekdays and months. */
  locale,
  decimalMark: WORDS[language].shared.decimalMark,
  inSoFar: WORDS[language].pages.inSoFar,
  shared: WORDS[language].shared,
  racing: WORDS[language].racing,
  through: WORDS[language].through,
}));

export type MessageWords = (typeof MESSAGES)[Language];
export type PageWords = Words['pages'];
export type InstallationWords = Words['installation'];
export type RacingWords = Words['racing'];
export type RegattasWords = Words['regattas'];
export type CalendarWords = Words['calendar'];

/**
 * Push messages; in English for a language that the service does not have.
 *
 * @param tag BCP 47
 */
export function messageWords(tag: string): MessageWords {
  return MESSAGES[languageOf(tag) ?? 'en'];
}

/** What pages, messages and calendars have in common. */
export function sharedWords(language: Language): Words['shared'] {
  return WORDS[language].shared;
}

/** Pages without script, heads of pages, feeds and tables. */
export function pageWords(language: Language): PageWords {
  return WORDS[language].pages;
}

/** The pages about the installation. */
export function installationWords(language: Language): InstallationWords {
  return WORDS[language].installation;
}

/** Head races, and races with categories. */
export function racingWords(language: Language): RacingWords {
  return WORDS[language].racing;
}

/** The pages that list regattas. */
export function regattasWords(language: Language): RegattasWords {
  return WORDS[language].regattas;
}

/** Calendars, in addition to the words of messages. */
export function calendarWords(language: Language): CalendarWords {
  return WORDS[language].calendar;
}

/** Pages of an exported site, in addition to the other words. */
export function siteWords(language: Language): Words['site'] {
  return WORDS[language].site;
}

/**
 * Mails, in the first of the languages in which there are mails; else in English.
 *
 * @param tags BCP 47, the best first
 */
export function mailWords(tags: readonly string[]): Words['mails'] {
  return WORDS[pickLanguage(tags, MAIL_LANGUAGES)].mails;
}

const MAIL_LANGUAGES = (Object.keys(WORDS) as Language[]).filter(
  (language) => language === 'en' || TRANSLATIONS[language].mails,
);

/** Formats of dates by language and zone, each made once, because a list of regattas needs hundreds of dates. */
export function formatsOf(options: Intl.DateTimeFormatOptions) {
  return mapped(LANGUAGES, ({ locale }) => formatOfZone(options, locale));
}

function mapped<Key extends string, Given, Made>(
  given: Readonly<Record<Key, Given>>,
  make: (given: Given, key: Key) => Made,
): Record<Key, Made> {
  const entries = (Object.entries(given) as [Key, Given][]).map(([key, one]) => [
    key,
    make(one, key),
  ]);
  return Object.fromEntries(entries) as Record<Key, Made>;
}
