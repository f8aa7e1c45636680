/**
 * The draw by the race office: of one race, complete, as in `/v1` with crews by id (console, "Interface"), or of several by
 * the program (around, "Draw by the program").
 */
import type { OfficeLanesWrite } from '../../contract/console/office-writes.ts';
import {
  drawByProgram,
  drawMethodChange,
  type ProgramDraw,
  touchedByDraw,
} from '../../domain/draw/draw-by-program.ts';
import type { DrawRequest } from '../../domain/draw/judge-draw.ts';
import { type Lane, RESULT_PROPERTIES } from '../../domain/draw/lane.ts';
import { planLanes } from '../../domain/draw/plan-draw.ts';
import { lanesOf, raceOf, withLanes } from '../../domain/event/event-rows.ts';
import {
  isLaneOf,
  presenceOf,
  sentOf,
  type Touched,
  touchedWhere,
} from '../../domain/history/conflicts.ts';
import { keyOf } from '../../domain/history/event-state.ts';
import { findMissing } from '../../domain/races/row-writes.ts';
import { Refusal } from '../../domain/refusal.ts';
import { officeOperation } from './office-operation.ts';

type Input = Omit<OfficeLanesWrite, 'seen'> & { raceId: number };

/** Draws the lanes of one race completely. The result is the race's id. */
export const drawOfficeLanes = officeOperation<Input, number>({
  name: 'draw-lanes',
  named: ({ later }, { raceId }) => [
    presenceOf(raceId),
    ...touchedWhere(later, (change) => isLaneOf(change, raceId), ['teamId']),
  ],
  sent: ({ stored: { rows } }, { raceId, lanes }) => [
    ...sentOf(
      rows,
      lanes.map(({ position, positionLabel = null, crewId: teamId = null }) => [
        { subject: 'lane', id: raceId, position },
        { positionLabel, teamId },
      ]),
    ),
    ...resultsOfRedrawn(raceId, lanesOf(rows, raceId), lanes),
  ],
  plan: ({ later, stored: { rows } }, { raceId, lanes: drawn }) => {
    const race = raceOf(rows, raceId);
    if (race instanceof Refusal) return race;
    const named = drawn.flatMap(({ crewId }, index) =>
      crewId == null ? [] : { field: `lanes[${index}].crewId`, id: crewId },
    );
    const missing = findMissing(named, { subject: 'team', rows: rows.teams, later });
    if (missing) return missing;
    const crews = new Map(rows.teams.map((team) => [team.id, team]));
    const before = lanesOf(rows, raceId);
    const after = planLanes(
      before,
      drawn.map(({ position, positionLabel = null, crewId }) => ({
        position,
        positionLabel,
        team: crewId == null ? null : (crews.get(crewId) ?? null),
      })),
    );
    if (after instanceof Refusal) return after;
    return {
      after: withLanes(rows, raceId, after),
      touched: resultsOfRedrawn(raceId, before, drawn),
      result: raceId,
    };
  },
});

/**
 * The results of the lanes that lose their crew or get another one, because these would be lost, or count for another crew
 * (console, "Conflicts, in full").
 *
 * @param drawn the draw as it was sent, even if it is not valid
 */
function resultsOfRedrawn(
  raceId: number,
  before: readonly Lane[],
  drawn: OfficeLanesWrite['lanes'],
): Touched[] {
  const crews = new Map(drawn.map(({ position, crewId }) => [position, crewId ?? undefined]));
  return before
    .filter(({ team, position }) => crews.get(position) !== team?.id)
    .map(({ position }) => ({
      key: keyOf({ subject: 'lane', id: raceId, position }),
      properties: RESULT_PROPERTIES,
    }));
}

type Drawn = Pick<ProgramDraw, 'heats' | 'problems'> & { seed: string };

/** Draws all races of a request, or none, as one entry of the history. The result is what was drawn. */
export const drawOfficeRaces = officeOperation<DrawRequest, Drawn>({
  name: 'draw-by-program',
  named: ({ later, stored: { rows } }, request) => touchedByDraw(later, rows, request),
  plan: ({ schedule, later, stored: { rows } }, request) => {
    const { raceIds, crewIds, seed } = request;
    const named = (field: string, ids: readonly number[]) =>
      ids.map((id, index) => ({ field: `${field}[${index}]`, id }));
    const missing =
      findMissing(named('raceIds', raceIds), { subject: 'race', rows: rows.races, later }) ??
      findMissing(named('crewIds', crewIds), { subject: 'team', rows: rows.teams, later });
    if (missing) return missing;
    const drawn = drawByProgram(rows, schedule.laneScheme, request);
    if (drawn instanceof Refusal) return drawn;
    const { heats, problems, rows: after } = drawn;
    return {
      after,
      touched: touchedByDraw(later, rows, request),
      foundBy: [drawMethodChange(rows, request)],
      result: { seed, heats, problems },
    };
  },
});
