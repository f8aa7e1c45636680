/** A draw as people say it: `3=Adler` for each lane, and `4=` for one that stays empty. */
import { probablyMeant } from '../../contract/reading/spelling.ts';
import type { Refusal } from '../refusal.ts';
import type { LaneTeam } from './lane.ts';
import { type LabelledRace, type LaneWord, readLanes } from './lane-words.ts';
import type { DrawnLane } from './plan-draw.ts';

/**
 * @param crews of the event
 * @returns a lane for each word, with the label that it has had; or a refusal naming every word that
 *   is wrong
 */
export function readDraw(
  of: LabelledRace,
  words: readonly LaneWord[],
  crews: readonly LaneTeam[],
): DrawnLane[] | Refusal {
  const named = new Map(crews.map(({ id, externalId, name }) => [name, { id, externalId, name }]));
  const drawn = new Map<number, string>();
  return readLanes(of, words, true, ({ word, value }, position) => {
    const stored = of.lanes.find((lane) => lane.position === position);
    const lane = { position, positionLabel: stored?.positionLabel ?? null };
    if (value === '') return { ...lane, team: null };
    const team = named.get(value);
    if (!team) return unknownCrew(value, [...named.keys()]);
    const other = drawn.get(team.id);
    if (other !== undefined) return `names the same crew as ${other}`;
    drawn.set(team.id, word);
    return { ...lane, team };
  });
}

function unknownCrew(name: string, names: readonly string[]): string {
  const meant = probablyMeant(name, names);
  return meant === undefined
    ? 'names no crew of this event; enter the crew first'
    : `names no crew of this event; ${JSON.stringify(meant)} was probably meant`;
}
