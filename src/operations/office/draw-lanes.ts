/** The complete draw of one race by the race office: as in `/v1`, crews by id (console, "Interface"). */
import type { OfficeLanesWrite } from '../../contract/console/office-writes.ts';
import { type EventRows, keyOf, rowsOf, stateOf } from '../../domain/event-state.ts';
import { isLaneOf, presenceOf, type Touched, touchedWhere } from '../../domain/conflicts.ts';
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
      touched: resultsOfTakenOut(raceId, before, after),
      result: raceId,
    };
  },
});

/** The rows of an event in which one race has other lanes. */
export function withLanes(rows: EventRows, raceId: number, lanes: readonly Lane[]): EventRows {
  return { ...rows, lanes: new Map(rows.lanes).set(raceId, lanes) };
}

/** The results of the lanes whose crew is taken out. */
function resultsOfTakenOut(
  raceId: number,
  before: readonly Lane[],
  after: readonly Lane[],
): Touched[] {
  const crews = new Map(after.map(({ position, team }) => [position, team?.id]));
  return before
    .filter(({ team, position }) => team && crews.get(position) !== team.id)
    .map(({ position }) => ({
      key: keyOf({ subject: 'lane', id: raceId, position }),
      properties: Object.keys(NO_RESULT),
    }));
}
