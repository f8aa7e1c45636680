/** What a race is called in short, so that what tells it from its neighbours can be read on a phone. */
import type { BoardRace } from '../../../src/contract/board.ts';
import { raceNameParts } from '../../../src/domain/race-name.ts';
import { isolated } from './isolated.ts';

/** What one line holds in most fonts, with the number: of a phone of 360 px, and of a screen of 70 rem or more. */
const LINE_LENGTH = 36;
const WIDE_LINE_LENGTH = 60;
/** Two lines beside a time and a number: of a phone, and of a screen of 46 rem or more. */
const ROW_LENGTH = 56;
const WIDE_ROW_LENGTH = 120;
/** Words as long as this are told by their first letters. */
const MIN_CUT_WORD_LENGTH = 5;
/** Tried one after the other. */
const CUT_WORD_LENGTHS = [4, 2];
/** The last words say which heat it is, and are kept whole. */
const WHOLE_WORDS = 2;

type Named = Pick<BoardRace, 'title' | 'divisionLabel' | 'boatClass' | 'round'>;

/** Number and name in one line, such as `12 · Women 8+ Heat 2`. */
export function shortTitle(race: Named & Pick<BoardRace, 'number'>, isWide = false): string {
  const left = (isWide ? WIDE_LINE_LENGTH : LINE_LENGTH) - race.number.length - ' · '.length;
  return [race.number, shortName(race, left)]
    .filter((part) => part !== '')
    .map(isolated)
    .join(' · ');
}

/** The name for a row of the running order: two lines at most. */
export function rowName(race: Named, isWide: boolean): string {
  return shortName(race, isWide ? WIDE_ROW_LENGTH : ROW_LENGTH);
}

/** The parts of the name that `rowName` does not say. */
export function unsaidParts(race: Named, isWide: boolean): string[] {
  const said = ` ${rowName(race, isWide)} `;
  return raceNameParts(race)
    .slice(1)
    .filter((part) => !said.includes(` ${part} `));
}

/**
 * The name of a race in at most so many letters: whole where it fits; else its boat class and round, where the class
 * says more than a number of seats; else with its first words cut; else its end. Empty where nothing is known.
 */
export function shortName(race: Named, maxLength: number): string {
  const whole = wholeName(race);
  if (lengthOf(whole) <= maxLength) return whole;
  const { divisionLabel, boatClass, round } = race;
  const saysWho = divisionLabel || /^\D/.test(boatClass ?? '');
  if (boatClass && round && saysWho) {
    const byClass = wholeName({ ...race, title: null });
    if (lengthOf(byClass) <= maxLength) return byClass;
  }
  return cutWords(whole, maxLength);
}

/** The title, and the round where the title does not say it; else all that is known. */
function wholeName(race: Named): string {
  const [first = ''] = raceNameParts(race);
  if (!race.title) return raceNameParts(race).join(' ');
  const { round } = race;
  const isSaid = !round || ` ${first} `.includes(` ${round} `);
  return isSaid ? first : `${first} ${round}`;
}

/** Cuts long words from the first one on, until the text fits; then takes away from its beginning. */
function cutWords(text: string, maxLength: number): string {
  const words = text.split(/\s+/);
  for (const cutLength of CUT_WORD_LENGTHS) {
    for (let index = 0; index < words.length - WHOLE_WORDS; index++) {
      const letters = [...(words[index] ?? '')];
      if (letters.length < MIN_CUT_WORD_LENGTH) continue;
      words[index] = `${letters.slice(0, cutLength).join('')}.`;
      if (lengthOf(words.join(' ')) <= maxLength) return words.join(' ');
    }
  }
  return endOf(words.join(' '), maxLength);
}

function endOf(text: string, maxLength: number): string {
  const end = [...text].slice(1 - maxLength).join('');
  const [, fromWord = end] = /^\S*\s+(.*\S)/s.exec(end) ?? [];
  // Without the rest of a word, unless that leaves next to nothing.
  const kept = lengthOf(fromWord) > maxLength / 2 ? fromWord : end;
  return `…${kept.replace(/^\p{M}+/u, '')}`;
}

function lengthOf(text: string): number {
  return [...text].length;
}
