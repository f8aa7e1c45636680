/** The parts of the console that have words, and how those of another language are loaded. */
import type { Translated } from '../../../../src/words/languages.ts';
import type { TranslationOf } from '../../shared/words/part-words.ts';
import type { LaterTranslation, Translation } from '../../shared/words/parts.ts';
import type { accountPagesWords } from './account-pages.ts';
import type { consoleWords } from './console.ts';
import type { erasureWords } from './erasure.ts';
import type { crewsWords } from './office-crews.ts';
import type { dayWords } from './office-day.ts';
import type { frameWords, withdrawnWords } from './office-frame.ts';
import type { handOutsWords, webhooksWords } from './office-hand-outs.ts';
import type { historyWords } from './office-history.ts';
import type { importWords } from './office-import.ts';
import type { attentionWords, lookWords } from './office-overview.ts';
import type { paletteWords } from './office-palette.ts';
import type { pasteWords } from './office-paste.ts';
import type { programmeWords } from './office-programme.ts';
import type { heatsWords, patternWords, progressionWords } from './office-progression.ts';
import type { publishWords } from './office-publish.ts';
import type { racesWords } from './office-races.ts';
import type { racingWords } from './office-racing.ts';

export type ConsoleTranslation = TranslationOf<
  | typeof consoleWords
  | typeof accountPagesWords
  | typeof attentionWords
  | typeof crewsWords
  | typeof dayWords
  | typeof erasureWords
  | typeof frameWords
  | typeof handOutsWords
  | typeof historyWords
  | typeof lookWords
  | typeof paletteWords
  | typeof pasteWords
  | typeof programmeWords
  | typeof publishWords
  | typeof racesWords
  | typeof withdrawnWords
>;

/** Words of the parts of the race office that few people open, loaded with these. */
export type LaterConsoleTranslation = TranslationOf<
  | typeof heatsWords
  | typeof importWords
  | typeof patternWords
  | typeof progressionWords
  | typeof racingWords
  | typeof webhooksWords
>;

/** The words of a language, with those of the public pages, some of which the console shows as well. */
export function loadConsoleTranslation(
  language: Translated,
): Promise<ConsoleTranslation & Translation & LaterTranslation> {
  return import(`./translations/${language}.ts`);
}

/** The words of a language for those parts. */
export function loadLaterConsoleTranslation(
  language: Translated,
): Promise<LaterConsoleTranslation> {
  return import(`./later-translations/later-${language}.ts`);
}
