/** What has become of a race, in words. */
import type { BoardRace } from '../../../../src/contract/board.ts';
import { hasResults } from '../../../../src/domain/results/standings.ts';
import { isolated } from '../page/isolated.ts';
import type { Words } from '../words/board.ts';

/** `Cancelled`, with the reason where there is one; `Postponed: time not known yet`. Empty where it is planned. */
export function stateText(
  { state, reason }: Pick<BoardRace, 'state' | 'reason'>,
  words: Words,
): string {
  if (state === 'planned') return '';
  const unknown = state === 'postponed' ? words.timeUnknown : '';
  const why = [unknown, isolated(reason ?? '')].filter((part) => part !== '').join('. ');
  return why === '' ? words[state] : `${words[state]}${words.colon}${why}`;
}

/** The same with the race before it, for those who only hear it. */
export function stateLine(race: BoardRace, words: Words): string {
  return `${words.race(race.number)}. ${stateText(race, words)}`;
}

/** Whether results are official, in words; empty where there are none, or the event does not say. */
export function officialText(
  { official, lanes }: Pick<BoardRace, 'official' | 'lanes'>,
  words: Words,
): string {
  if (official === null || !hasResults(lanes)) return '';
  return official ? words.official : words.provisional;
}
