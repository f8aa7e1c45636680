/** The decision behind a draw: the complete lane draw of one race. */
import type { Violation } from '../../contract/problem.ts';
import type { LaneWrite } from '../../contract/race.ts';
import { conflict, invalid, type Refusal } from '../refusal.ts';
import {
  type DrawnLane,
  drawnLane,
  emptyLane,
  type Lane,
  type LaneTeam,
  NO_RESULT,
  NOT_RATED,
  NOT_WITHDRAWN,
  type Rating,
  type Withdrawal,
} from './lane.ts';

/**
 * Decides what a draw does that names its crews by externalId. (Specification, "PUT entries";
 * decisions L1, L5, L6.)
 *
 * @param stored the lanes of the race
 * @param payload elements with distinct positions
 * @param crews the crews of the event that the payload names, by externalId
 * @returns the lanes of the race after the draw, by position; a 422 naming every unknown crew;
 *   or a conflict if a crew would be in two lanes
 */
export function planDraw(
  stored: readonly Lane[],
  payload: readonly LaneWrite[],
  crews: ReadonlyMap<string, LaneTeam>,
): Lane[] | Refusal {
  const unknown = unknownCrews(payload, crews);
  if (unknown.length > 0) return invalid(unknown);
  const drawn = payload.map((lane) => {
    const { teamExternalId } = lane;
    return drawnLane(lane, teamExternalId == null ? null : (crews.get(teamExternalId) ?? null));
  });
  return planLanes(stored, drawn);
}

/**
 * Decides what a draw does once its crews have been looked up, whatever they were named by.
 *
 * @param drawn with distinct positions
 * @returns as `planDraw`
 */
export function planLanes(stored: readonly Lane[], drawn: readonly DrawnLane[]): Lane[] | Refusal {
  const drawnTwice = findCrewInTwoLanes(drawn) ?? findCrewLeftBehind(stored, drawn);
  if (drawnTwice) return drawnTwice;
  const before = new Map(stored.map((lane) => [lane.position, lane]));
  const redrawn = drawn.map((lane) => redrawnLane(before.get(lane.position), lane));
  return withCrewProperties(stored, redrawn).sort((a, b) => a.position - b.position);
}

/**
 * Completes a new draw with what a crew keeps in another lane, and loses when it is no longer drawn: its rating, and its
 * withdrawal unless the new lane has a result.
 *
 * @param stored the lanes before the draw, of one race or of all that are drawn together
 */
export function withCrewProperties(
  stored: readonly Lane[],
  drawn: readonly Omit<Lane, keyof Withdrawal | keyof Rating>[],
): Lane[] {
  const before = new Map(stored.map((lane) => [lane.team?.id, lane]));
  return drawn.map((lane) => {
    const was = lane.team ? before.get(lane.team.id) : undefined;
    if (!was) return { ...lane, ...NOT_WITHDRAWN, ...NOT_RATED };
    const { withdrawn, withdrawnReason, category, allowanceMillis, outOfCompetition } = was;
    const isOut = withdrawn && lane.status === NO_RESULT.status;
    return {
      ...lane,
      ...(isOut ? { withdrawn, withdrawnReason } : NOT_WITHDRAWN),
      ...{ category, allowanceMillis, outOfCompetition },
    };
  });
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

function findCrewInTwoLanes(drawn: readonly DrawnLane[]): Refusal | undefined {
  const positions = new Map<number, number>();
  for (const { team, position } of drawn) {
    if (team === null) continue;
    const other = positions.get(team.id);
    if (other !== undefined) {
      const crew = JSON.stringify(team.externalId ?? team.name);
      return conflict(`The crew ${crew} is drawn into positions ${other} and ${position}.`);
    }
    positions.set(team.id, position);
  }
  return undefined;
}

/** Refuses a draw with a crew that is now in a lane which the draw leaves out: such a draw is incomplete. */
function findCrewLeftBehind(
  stored: readonly Lane[],
  drawn: readonly DrawnLane[],
): Refusal | undefined {
  const positions = new Set(drawn.map(({ position }) => position));
  const targets = new Map(drawn.map(({ team, position }) => [team?.id, position]));
  for (const { team, position } of stored) {
    if (positions.has(position) || team === null) continue;
    const target = targets.get(team.id);
    if (target !== undefined) {
      return conflict(
        `The crew ${JSON.stringify(team.name)} is already drawn in position ${position}, ` +
          `which this draw leaves out, and cannot be drawn into position ${target} as well. ` +
          'Draw all lanes of the race at once.',
      );
    }
  }
  return undefined;
}

function redrawnLane(before: Lane | undefined, lane: DrawnLane): Lane {
  // A result stays with its lane when another crew is drawn into it, and is removed when the lane becomes empty.
  const isTakenOut = before !== undefined && before.team !== null && lane.team === null;
  // The rule that says where its crew comes from stays as long as the lane.
  const from = before?.from ?? null;
  const empty = emptyLane(lane.position);
  // The result first: the history keeps properties in this order.
  return { ...NO_RESULT, ...empty, ...(isTakenOut ? undefined : before), ...lane, from };
}
