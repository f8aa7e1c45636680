/** How a crew stands in a race, in words: alike in calendars, previews and on the pages of an exported site. */
import type { BoardLane } from '../contract/board.ts';
import { raceTimeWriter } from '../domain/results/race-times.ts';
import { isAwaited, toldOf, withoutEarlyPlaces } from '../domain/results/standings.ts';
import { plainLine } from '../domain/text/plain-line.ts';
import { timeNotes } from '../notify/messages/message.ts';
import type { Language } from '../words/languages.ts';
import { placeAmong, rankTexts } from '../words/standing-texts.ts';
import { calendarWords, messageWords, racingWords, sharedWords } from '../words/words.ts';
import type { RaceNow } from './board-now.ts';

/**
 * What a crew has rowed, in parts; nothing while it is to row. Its place once the race is over, in a head race as it stands; in
 * a race with categories first that in its own: `3rd of 7`, `Masters C 4x`, `41st of 150 overall`, `18:22.40`.
 */
export function standingOf(race: RaceNow, lane: BoardLane, language: Language): string[] {
  const { status, position } = lane;
  const { finished, unplaced, withdrawn } = messageWords(language);
  if (lane.withdrawn) return [withdrawn];
  if (status === 'assigned')
    return race.closed && race.results !== 'hidden' && isAwaited(lane)
      ? [sharedWords(language).withoutResult]
      : [];
  if (status !== 'finished') return [unplaced[status].long];
  const { lanes } = withoutEarlyPlaces(race);
  const shown = lanes.find((one) => one.position === position) ?? lane;
  const parts = [...placesOf(race, shown, language), ...timesOf(race, lane, language)];
  return parts.length > 0 ? parts : [finished];
}

function placesOf(race: RaceNow, lane: BoardLane, language: Language): string[] {
  const { finishPlace, categoryPlace, outOfCompetition } = lane;
  const shared = sharedWords(language);
  if (outOfCompetition) return [shared.outOfCompetition];
  if (race.kind === 'lanes' && race.categories.length === 0)
    return finishPlace === null ? [] : [calendarWords(language).place(finishPlace)];
  const told = toldOf(race);
  const words = { shared, racing: racingWords(language) };
  const overall = placeAmong(finishPlace, race.entered, told, words);
  return rankTexts({ lane, categoryPlace, overall, told }, race, words, plainLine);
}

/** The time that counts, with what is said of it. */
function timesOf(race: RaceNow, lane: BoardLane, language: Language): string[] {
  const words = messageWords(language);
  const told = timeNotes(lane, raceTimeWriter(race.lanes, words.decimalMark), words);
  return told ? [told.text, ...told.notes] : [];
}
