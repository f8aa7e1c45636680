/** Progression on the board: the texts about what is at stake in a race, and where its crews go. */
import type { BoardLane, BoardRace } from '../../../../../src/contract/board.ts';
import { isolated } from '../../../../../src/domain/text/bidi.ts';
import {
  drawnText,
  stakes,
  type ThroughSpeech,
  throughTexts,
} from '../../../../../src/words/through-texts.ts';
import { dateLanguage } from '../../../shared/page/language.ts';
import type { ShownRace } from '../../../shared/race/race-phase.ts';
import { dayOf } from '../../../shared/race/running-order.ts';
import { timeOfDay, venueDay, weekday } from '../../../shared/times.ts';
import { words } from '../../../shared/words/board.ts';
import { throughWords } from '../../../shared/words/later.ts';
import { races as racesById } from '../../document/document-on-screen.ts';

/**
 * The words and formats of texts about progression; a start on another day than the race's has its weekday.
 *
 * @param races of the event by id
 */
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

/** `undefined` for a race that no later one names: it does not read other races, so their changes do not redraw it. */
function speechOf(race: BoardRace, timezone: string | null): ThroughSpeech | undefined {
  return race.rules?.length > 0 ? throughSpeech(race, racesById.value, timezone) : undefined;
}

/** Where a crew goes, else what is at stake for it, as texts; empty where no later race names this one. */
export function throughOf(race: ShownRace, lane: BoardLane, timezone: string | null): string[] {
  const speech = speechOf(race, timezone);
  return speech ? throughTexts(race, lane, speech) : [];
}

/** Returns a function that says where the crew of a lane goes; empty for a crew that is not drawn in a later race. */
export function drawnOf(race: BoardRace, timezone: string | null): (lane: BoardLane) => string {
  const speech = speechOf(race, timezone);
  return (lane) => (speech ? drawnText(race, lane, speech) : '');
}

/** What is at stake in a race, until the draw says who goes on. */
export function Stakes({ race, timezone }: { race: BoardRace; timezone: string | null }) {
  const speech = speechOf(race, timezone);
  const texts = speech ? stakes(race, speech) : [];
  return texts.length === 0 ? null : <p class="stakes">{texts.join('; ')}</p>;
}
