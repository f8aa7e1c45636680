/** What a race is called. */
import type { BoardRace } from '../../../src/contract/board.ts';

/** The parts of a race's name, most important first; nothing that an earlier part contains. */
export function titleParts(race: BoardRace): string[] {
  const parts: string[] = [];
  for (const part of [race.title, race.boatClass, race.divisionLabel, race.round])
    if (part && !parts.some((known) => ` ${known} `.includes(` ${part} `))) parts.push(part);
  return parts;
}

/** Number and name in short, such as `12 · Women 8+`. */
export function shortTitle(race: BoardRace): string {
  return [race.raceNumber, ...titleParts(race).slice(0, 1)].join(' · ');
}
