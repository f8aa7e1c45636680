/** How it is said who is through, in the reader's language; times on another day than the race's have their weekday. */
import type { BoardRace } from '../../../../src/contract/board.ts';
import type { ThroughSpeech } from '../../../../src/words/through-texts.ts';
import { isolated } from '../page/isolated.ts';
import { dateLanguage } from '../page/language.ts';
import { timeOfDay, venueDay, weekday } from '../times.ts';
import { words } from '../words/board.ts';
import { throughWords } from '../words/through.ts';
import { dayOf } from './running-order.ts';

/** @param races of the event by id */
export function throughSpeech(
  race: BoardRace,
  races: ReadonlyMap<number, BoardRace>,
  timezone: string | null,
): ThroughSpeech {
  const ownDay = dayOf(race, timezone);
  return {
    races,
    shared: words.value,
    through: throughWords.value,
    locale: dateLanguage(),
    raceWord: words.value.race,
    safe: isolated,
    startText: (at) => {
      const day = venueDay(at, timezone);
      const time = timeOfDay(at, timezone);
      return day === ownDay ? time : `${weekday(day, dateLanguage())} ${time}`;
    },
  };
}
