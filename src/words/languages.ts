/**
 * The languages of the service. A further one is a row here, and four files of its own: `src/words/` and `src/words/later/`
 * have the words of the service (pages without script, messages, calendars, mails), `web/src/shared/words/translations/` and
 * `later-translations/` those of the public pages. `web/src/console/words/translations/` has the words of the console, if it
 * is translated. A word that is missing in these files is taken from English.
 */
interface LanguageRow {
  /** In the language itself, for the choice of languages. */
  name: string;
  /** For dates, weekdays and countries. */
  locale: string;
  /** Whether the console is translated; if not, it is in English. */
  hasConsole: boolean;
}

export const LANGUAGES = {
  en: { name: 'English', locale: 'en-GB', hasConsole: true },
  de: { name: 'Deutsch', locale: 'de-DE', hasConsole: true },
  fr: { name: 'Français', locale: 'fr-FR', hasConsole: true },
  nl: { name: 'Nederlands', locale: 'nl-NL', hasConsole: false },
  it: { name: 'Italiano', locale: 'it-IT', hasConsole: false },
} as const satisfies Record<string, LanguageRow>;

export type Language = keyof typeof LANGUAGES;

/** The languages that are translated from English. */
export type Translated = Exclude<Language, 'en'>;

/** The languages of the console. */
type ConsoleLanguage = {
  [Code in Language]: (typeof LANGUAGES)[Code]['hasConsole'] extends true ? Code : never;
}[Language];

export const LANGUAGE_CODES = Object.keys(LANGUAGES) as readonly Language[];

// Pure, so that the script of the public pages leaves it out.
export const CONSOLE_LANGUAGE_CODES = /* @__PURE__ */ LANGUAGE_CODES.filter(
  (code) => LANGUAGES[code].hasConsole,
) as readonly ConsoleLanguage[];

/**
 * The language of a tag, if it is one of some.
 *
 * @param tag BCP 47; what follows the language, such as a country, does not matter
 */
export function languageOf<Code extends Language = Language>(
  tag: string,
  codes: readonly Code[] = LANGUAGE_CODES as readonly Code[],
): Code | undefined {
  const [primary] = tag.toLowerCase().split(/[-_]/, 1);
  return codes.find((code) => code === primary);
}

/**
 * The first of the wanted languages that is one of some, else English.
 *
 * @param wanted BCP 47 tags, the best first
 */
export function pickLanguage(
  wanted: readonly string[],
  codes: readonly Language[] = LANGUAGE_CODES,
): Language {
  for (const tag of wanted) {
    const language = languageOf(tag, codes);
    if (language) return language;
  }
  return 'en';
}

/** Some of the words, at any depth. A function and a list are only translated as a whole. */
export type PartOf<Words> = {
  readonly [Key in keyof Words]?: Words[Key] extends Whole ? Words[Key] : PartOf<Words[Key]>;
};

type Whole = string | number | ((...given: never[]) => unknown) | readonly unknown[];

/** The same words as in English, each in the other language where that has the word. */
export function withEnglish<Words extends object>(
  english: Words,
  own: PartOf<Words> | undefined,
): Words {
  if (!own) return english;
  const words = Object.entries(english).map(([key, word]: [string, unknown]) => {
    const translated = (own as Record<string, unknown>)[key];
    const isGroup = typeof word === 'object' && word !== null && !Array.isArray(word);
    return [
      key,
      isGroup ? withEnglish(word, translated as object | undefined) : (translated ?? word),
    ];
  });
  // Words that only this language has stay, such as the name of a keyboard key that is another one only there.
  return { ...own, ...Object.fromEntries(words) } as Words;
}
