/** Small board documents, and the words of each language, for the tests of the pages. */
import { globSync } from 'node:fs';
import type { Board, BoardRace } from '../../src/contract/board.ts';
import {
  CONSOLE_LANGUAGE_CODES,
  LANGUAGE_CODES,
  type Language,
  withEnglish,
} from '../../src/words/languages.ts';
import {
  loadConsoleTranslation,
  loadLaterConsoleTranslation,
} from '../../web/src/console/words/parts.ts';
import { judgeRaces } from '../../web/src/shared/race/race-phase.ts';
import { currentOf, dayRowedAt, daysOf } from '../../web/src/shared/race/running-order.ts';
import { type Words, words } from '../../web/src/shared/words/board.ts';
import { loadLaterTranslation } from '../../web/src/shared/words/later-parts.ts';
import type { PartWords } from '../../web/src/shared/words/part-words.ts';
import { loadTranslation } from '../../web/src/shared/words/parts.ts';
import { boardLane as lane } from '../support/racing.ts';

/** The translations of the public pages, by language; English is not among them. */
export const TRANSLATIONS = new Map<Language, Partial<Record<string, object>>>();
/** The translations of the console, with the parts of the public pages that it shows. */
export const CONSOLE_TRANSLATIONS = new Map<Language, Partial<Record<string, object>>>();
for (const code of LANGUAGE_CODES)
  if (code !== 'en')
    TRANSLATIONS.set(code, {
      ...(await loadTranslation(code)),
      ...(await loadLaterTranslation(code)),
    });
for (const code of CONSOLE_LANGUAGE_CODES)
  if (code !== 'en') {
    const later = await loadLaterConsoleTranslation(code);
    CONSOLE_TRANSLATIONS.set(code, { ...(await loadConsoleTranslation(code)), ...later });
  }

/** The words of a part of the pages in a language; English where that lacks a word. */
export function inLanguage<Words extends object>(
  part: PartWords<string, Words>,
  language: Language,
): Words {
  const own = CONSOLE_TRANSLATIONS.get(language) ?? TRANSLATIONS.get(language);
  return withEnglish(part.value, own?.[part.part] as Partial<Words> | undefined);
}

/** The words of the board in a language. */
export function wordsOf(language: Language): Words {
  return inLanguage(words, language);
}

/** The English words of the parts in a folder, by the names of the parts. */
export async function partsIn(folder: string): Promise<Record<string, object>> {
  const root = new URL('../../', import.meta.url);
  const files = globSync(`${folder}/*.ts`, { cwd: root });
  const modules: object[] = await Promise.all(
    files.map((file) => import(new URL(file, root).href)),
  );
  const parts = modules.flatMap((each) => Object.values(each)).filter((each) => 'part' in each);
  return Object.fromEntries(parts.map(({ part, value }: PartWords) => [part, value]));
}

export { boardLane as lane, boardRaceOf as race } from '../support/racing.ts';

/** The lanes of a rowed race, the second boat first. */
export const ROWED = [
  lane(1, { status: 'finished', finishTimeMillis: 402_690, finishPlace: 2 }),
  lane(2, { status: 'finished', finishTimeMillis: 400_080, finishPlace: 1 }),
];

/** The board of an event in UTC. */
export function boardOf(races: BoardRace[], given: Partial<Board> = {}): Board {
  return {
    eventId: 7,
    eventName: 'Regatta',
    status: 'published',
    organiser: 'Rowing club',
    startDate: '2026-06-13',
    endDate: '2026-06-13',
    city: '',
    countryCode: '',
    timezone: 'UTC',
    look: null,
    revision: 1,
    updatedAt: '2026-06-13T00:00:00Z',
    days: [],
    crews: [],
    notices: [],
    races,
    ...given,
  };
}

/** The races on the course, next, and waiting for results. @param now epoch milliseconds */
export function currentRaces(board: Board, now: number): ReturnType<typeof currentOf> {
  const days = daysOf(board);
  const moment = { now, today: dayRowedAt(board, now) };
  return currentOf(days, judgeRaces(days, moment), moment);
}

/** All texts in words of a language; functions are called with sample arguments. */
export function textsOf(words: unknown): string[] {
  if (typeof words === 'string') return [words];
  if (typeof words === 'function') {
    return [1, 2].flatMap((count) =>
      textsOf(sampleOf(words as (...given: unknown[]) => unknown, count)),
    );
  }
  return Object.values(words as object).flatMap(textsOf);
}

/** The text that a function makes of sample arguments: numbers, lists or texts, whichever it accepts. */
function sampleOf(words: (...given: unknown[]) => unknown, count: number): unknown {
  const list = Array.from({ length: count }, () => 'x');
  for (const sample of [count, list, 'x']) {
    try {
      return words(sample, sample, sample, sample);
    } catch {
      // The function takes arguments of another type.
    }
  }
  return words(list, count, list, count);
}
