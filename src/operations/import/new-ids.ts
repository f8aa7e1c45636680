/** Gives the new rows of a plan the ids that they are stored under. */
import type { EventRows } from '../../domain/event/event-rows.ts';

/** How many rows of a plan are new. */
export function countNew(rows: readonly { id: number }[]): number {
  return rows.filter(({ id }) => id < 0).length;
}

/** @param ids for the new races and crews, as many as `countNew` says, in the order of the rows */
export function withNewIds(
  rows: EventRows,
  ids: { races: readonly number[]; teams: readonly number[] },
): EventRows {
  const raceIds = idsFor(rows.races, ids.races);
  const teamIds = idsFor(rows.teams, ids.teams);
  const ofRace = (id: number) => raceIds.get(id) ?? id;
  const ofTeam = (id: number) => teamIds.get(id) ?? id;
  return {
    ...rows,
    races: rows.races.map((race) => ({ ...race, id: ofRace(race.id) })),
    teams: rows.teams.map((team) => ({ ...team, id: ofTeam(team.id) })),
    lanes: new Map(
      [...rows.lanes].map(([raceId, lanes]) => [
        ofRace(raceId),
        lanes.map((lane) =>
          lane.team ? { ...lane, team: { ...lane.team, id: ofTeam(lane.team.id) } } : lane,
        ),
      ]),
    ),
  };
}

function idsFor(
  rows: readonly { id: number }[],
  ids: readonly number[],
): ReadonlyMap<number, number> {
  const fresh = rows.filter(({ id }) => id < 0);
  return new Map(fresh.map((row, index) => [row.id, ids[index] as number]));
}
