/** What messages about results say of who is through (around, "Who is through"). */
import type { BoardLane, BoardRace } from '../../contract/board.ts';
import { drawnText, type ThroughSpeech, throughTexts } from '../../words/through-texts.ts';
import { type MessageWords, messageWords } from '../../words/words.ts';
import { shortText } from './short-text.ts';
import { startText } from './start-time.ts';

const MAX_NAME_CHARACTERS = 60;

/** The races that crews may go on to, by id, and from where and when they are looked at. */
export interface LaterRaces {
  races: ReadonlyMap<number, BoardRace>;
  timezone: string | null;
  /** Epoch milliseconds. */
  now: number;
}

/** What is said of a crew behind its result: where it goes, or where its place leads to; empty where there is nothing. */
export function throughText(
  race: BoardRace,
  lane: BoardLane,
  later: LaterRaces | undefined,
  words: MessageWords,
): string {
  return later ? throughTexts(race, lane, speech(later, words)).join('; ') : '';
}

/** Where the crew of a lane was drawn, as its message says it; empty where it was not. */
export function drawnIn(
  race: BoardRace,
  lane: BoardLane,
  later: LaterRaces,
  language: string,
): string {
  return drawnText(race, lane, speech(later, messageWords(language)));
}

function speech(later: LaterRaces, words: MessageWords): ThroughSpeech {
  return {
    races: later.races,
    shared: words.shared,
    through: words.through,
    locale: words.locale,
    raceWord: words.race,
    safe: (text) => shortText(text, MAX_NAME_CHARACTERS),
    startText: (at) => startText(at, later, words),
  };
}
