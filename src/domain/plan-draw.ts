/** The decision behind PUT /entries: the complete lane draw of one race. */
import type { Violation } from '../contract/problem.ts';
import type { LaneWrite } from '../contract/race.ts';
import { type Lane, type LaneTeam, NO_RESULT } from './lane.ts';
import { conflict, invalid, type Refusal } from './refusal.ts';

/**
 * Decides what a draw does. (Specification, "PUT entries"; decisions L1, L5, L6.)
 *
 * @param stored the lanes of the race
 * @param payload elements with distinct positions
 * @param crews the crews of the event that the payload names, by externalId
 * @returns the lanes of the race as they are to be, by position; a 422 naming every unknown crew;
 *   or a conflict when a crew would stand in two lanes
 */
export function planDraw(
  stored: readonly Lane[],
  payload: readonly LaneWrite[],
  crews: ReadonlyMap<string, LaneTeam>,
): Lane[] | Refusal {
  const unknown = unknownCrews(payload, crews);
  if (unknown.length > 0) return invalid(unknown);
  const drawnTwice = findCrewInTwoLanes(payload) ?? findCrewLeftBehind(stored, payload);
  if (drawnTwice) return drawnTwice;

  const before = new Map(stored.map((lane) => [lane.position, lane]));
  return payload
    .map((write) => redrawnLane(before.get(write.position), write, crews))
    .sort((a, b) => a.position - b.position);
}

function unknownCrews(
  payload: readonly LaneWrite[],
  crews: ReadonlyMap<string, LaneTeam>,
): Violation[] {
  return payload.flatMap(({ teamExternalId }, index) =>
    teamExternalId == null || crews.has(teamExternalId)
      ? []
      : {
          field: `lanes[${index}].teamExternalId`,
          detail: `names no crew of this event: ${JSON.stringify(teamExternalId)}; push teams first`,
        },
  );
}

function findCrewInTwoLanes(payload: readonly LaneWrite[]): Refusal | undefined {
  const positions = new Map<string, number>();
  for (const { teamExternalId, position } of payload) {
    if (teamExternalId == null) continue;
    const other = positions.get(teamExternalId);
    if (other !== undefined) {
      const crew = JSON.stringify(teamExternalId);
      return conflict(`The crew ${crew} is drawn into positions ${other} and ${position}.`);
    }
    positions.set(teamExternalId, position);
  }
  return undefined;
}

/** A crew of the payload that now stands in a lane the payload leaves out: the draw is incomplete. */
function findCrewLeftBehind(
  stored: readonly Lane[],
  payload: readonly LaneWrite[],
): Refusal | undefined {
  const positions = new Set(payload.map((lane) => lane.position));
  const drawn = new Map(payload.map((lane) => [lane.teamExternalId, lane.position]));
  for (const lane of stored) {
    if (positions.has(lane.position) || lane.team?.externalId == null) continue;
    const target = drawn.get(lane.team.externalId);
    if (target !== undefined) {
      return conflict(
        `The crew ${JSON.stringify(lane.team.name)} is already drawn in position ${lane.position}, ` +
          `which this draw leaves out, and cannot be drawn into position ${target} as well. ` +
          'Send the complete draw.',
      );
    }
  }
  return undefined;
}

function redrawnLane(
  before: Lane | undefined,
  write: LaneWrite,
  crews: ReadonlyMap<string, LaneTeam>,
): Lane {
  const team = write.teamExternalId == null ? null : (crews.get(write.teamExternalId) ?? null);
  // A result stays with its lane when another crew is drawn into it, and goes when the crew goes.
  const isTakenOut = before !== undefined && before.team !== null && team === null;
  return {
    ...NO_RESULT,
    ...(isTakenOut ? undefined : before),
    position: write.position,
    positionLabel: write.positionLabel ?? null,
    team,
  };
}
