/** The complete draw of one race by the race office: as in `/v1`, crews by id (console, "Interface"). */
import type { OfficeLanesWrite } from '../../contract/console/office-writes.ts';
import {
  isLaneOf,
  presenceOf,
  sentOf,
  type Touched,
  touchedWhere,
} from '../../domain/conflicts.ts';
import { type EventRows, keyOf, rowsOf, stateOf } from '../../domain/event-state.ts';
import { type Lane, NO_RESULT } from '../../domain/lane.ts';
import { planLanes } from '../../domain/plan-draw.ts';
import { Refusal } from '../../domain/refusal.ts';
import { findMissing } from '../../domain/row-writes.ts';
import { findRaceItem } from './find-race.ts';
import { officeOperation } from './office-operation.ts';

/** The result is the race's id. */
export const drawOfficeLanes = officeOperation<OfficeLanesWrite & { raceId: number }, number>({
  name: 'draw-lanes',
  named: ({ stored: { later } }, { raceId }) => [
    presenceOf(raceId),
    ...touchedWhere(later, (change) => isLaneOf(change, raceId), ['teamId']),
  ],
  sent: ({ stored: { state } }, { raceId, lanes }) => [
    ...lanes.flatMap(({ position, positionLabel = null, crewId: teamId = null }) =>
      sentOf(state, { subject: 'lane', id: raceId, position }, { positionLabel, teamId }),
    ),
    ...resultsOfRedrawn(raceId, rowsOf(state).lanes.get(raceId) ?? [], lanes),
  ],
  plan: ({ stored: { state, later } }, { raceId, lanes: drawn }) => {
    const race = findRaceItem(state, raceId);
    if (race instanceof Refusal) return race;
    const rows = rowsOf(state);
    const named = drawn.flatMap(({ crewId }, index) =>
      crewId == null ? [] : { field: `lanes[${index}].crewId`, id: crewId },
    );
    const missing = findMissing(named, { subject: 'team', rows: rows.teams, later });
    if (missing) return missing;
    const crews = new Map(rows.teams.map((team) => [team.id, team]));
    const before = rows.lanes.get(raceId) ?? [];
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
      after: stateOf(withLanes(rows, raceId, after)),
      touched: resultsOfRedrawn(raceId, before, drawn),
      result: raceId,
    };
  },
});

/** The rows of an event in which one race has other lanes. */
export function withLanes(rows: EventRows, raceId: number, lanes: readonly Lane[]): EventRows {
  return { ...rows, lanes: new Map(rows.lanes).set(raceId, lanes) };
}

/**
 * The results of the lanes that lose their crew or get another one: they would go, or count for another crew (console,
 * "Conflicts, in full").
 *
 * @param drawn as it was sent, whether it can be drawn or not
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
      properties: Object.keys(NO_RESULT),
    }));
}
