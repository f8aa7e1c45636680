/**
 * A race that several start lists of one import draw: they complete each other, and none of them is right where they say two
 * things of one lane or of one crew, because nothing tells which is the newer one.
 */
import type { Lane, LaneTeam } from '../../../domain/draw/lane.ts';
import type { Race } from '../../../domain/races/race.ts';
import type { ReadRace } from '../../../exchange/reading/reading.ts';
import { type Draft, type ImportContext, numberShown } from '../context.ts';
import { labelOf } from './place-lanes.ts';

/** Remembers a draw of a file; a list that only says who rows draws nobody. */
export function noteDraw({ drawnBy, file = '' }: ImportContext, race: Race, read: ReadRace): void {
  const hasLanes = read.lanes.some(
    ({ label, position }) => label !== null || position !== undefined,
  );
  if (hasLanes && !drawnBy.has(race.id)) drawnBy.set(race.id, file);
}

/**
 * @param before the lane as the other files draw it
 * @param team whom this file draws there; of `null` it says nothing
 * @returns why the draw is wrong
 */
export function objectionToJoint(
  draft: Draft,
  { drawnBy }: ImportContext,
  race: Race,
  { before, label, team }: { before: Lane; label: string | null; team: LaneTeam | null },
): string | undefined {
  const file = drawnBy.get(race.id);
  if (file === undefined || !before.team || !team) return undefined;
  const lane = labelOf(before, race, draft);
  const isSame = before.team.id === team.id && (label ?? lane) === lane;
  if (isSame) return undefined;
  const crew = JSON.stringify(before.team.name);
  return `lane ${lane} of race ${numberShown(race)} is drawn for ${crew} in ${file}: import one of them`;
}
