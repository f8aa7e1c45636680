/** The decision behind PUT /events/{id}/crews of the console (console, "Rows" and "Crews"). */
import type { CrewsWrite } from '../../contract/console/office-writes.ts';
import type { EventRows } from '../event/event-rows.ts';
import { sentOr } from '../event/upsert.ts';
import { aLane, aTeam } from '../history/changes.ts';
import { obstacle } from '../history/obstacles.ts';
import { judgeRows, repeatedValues } from '../races/row-writes.ts';
import { conflict, obstructed, type Refusal, shortList } from '../refusal.ts';
import { highestSortOrder, orderAfter, type Team } from './plan-teams.ts';

/** @returns what is wrong with a push by itself */
export function judgeCrews({ crews, removed = [] }: CrewsWrite): Refusal | undefined {
  return judgeRows({ list: 'crews', rows: crews, removed }, 'name', ['name']);
}

/**
 * Decides what a push of crews does. Removals apply first; what is left out stays, `null` clears; a new crew
 * without a `sortOrder` goes to the end (decision L13).
 *
 * @param write as `judgeCrews` lets it pass, naming crews that are there
 * @param newIds one for each crew that is new
 * @returns the event as it is to be, with the ids of the crews in the payload's order; or a conflict where a crew
 *   that is to be removed is drawn, or a name is taken once all of it is applied
 */
export function planOfficeCrews(
  rows: EventRows,
  { crews, removed = [] }: Pick<CrewsWrite, 'crews' | 'removed'>,
  newIds: readonly number[],
): { rows: EventRows; ids: number[] } | Refusal {
  const drawn = drawnPlaces(rows, new Set(removed));
  if (drawn) return conflict(drawn);
  const leaving = new Set(removed);
  const left = rows.teams.filter(({ id }) => !leaving.has(id));
  const before = new Map(left.map((team) => [team.id, team]));
  let last = highestSortOrder(left);
  let taken = 0;
  const pushed = crews.map(({ id, name, clubId, boatIndex, sortOrder }): Team => {
    const stored = id === null ? undefined : before.get(id);
    const kept = stored ?? {
      id: newIds[taken++] as number,
      externalId: null,
      name: '',
      clubId: null,
      boatIndex: null,
      sortOrder: orderAfter(last),
      adopted: false,
    };
    const after = {
      ...kept,
      name: sentOr(name, kept.name),
      clubId: sentOr(clubId, kept.clubId),
      boatIndex: sentOr(boatIndex, kept.boatIndex),
      sortOrder: sentOr(sortOrder, kept.sortOrder),
    };
    last = Math.max(last ?? after.sortOrder, after.sortOrder);
    return after;
  });
  const after = new Map([...before, ...pushed.map((team) => [team.id, team] as const)]);
  const teams = [...after.values()];
  const [collision] = repeatedValues(teams.map((team) => team.name));
  const second = teams[collision ?? -1];
  if (second) {
    const { name } = second;
    return obstructed(`The name ${JSON.stringify(name)} is held by another crew.`, [
      obstacle('taken', aTeam(second.id, second), { property: 'name', value: name }),
    ]);
  }
  return { rows: { ...rows, teams }, ids: pushed.map(({ id }) => id) };
}

/** Where some crews are drawn, in words; `undefined` where they are drawn nowhere. */
function drawnPlaces(
  { races, lanes }: EventRows,
  teamIds: ReadonlySet<number>,
): string | undefined {
  const places = races.flatMap((race) =>
    (lanes.get(race.id) ?? []).flatMap(({ team, position }) =>
      team && teamIds.has(team.id)
        ? `${JSON.stringify(team.name)} is drawn in ${aLane(race, position).name}`
        : [],
    ),
  );
  return places.length > 0 ? `${shortList(places)}.` : undefined;
}
