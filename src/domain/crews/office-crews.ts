/**
 * What the race office does to crews (console, "Rows" and "Crews"): the decisions behind PUT /events/{id}/crews, and
 * behind POST /events/{id}/crews/merge, which makes one crew of two.
 */
import type { CrewsWrite } from '../../contract/console/office-writes.ts';
import { crewOfLane } from '../draw/lane.ts';
import type { EventRows } from '../event/event-rows.ts';
import { sentOrStored } from '../event/upsert.ts';
import { aLane, aRace, aTeam, type Change } from '../history/changes.ts';
import {
  type LaterEntry,
  movesCrew,
  obstacle,
  type Touched,
  touchedWhere,
} from '../history/conflicts.ts';
import { keyOf } from '../history/event-state.ts';
import { judgeRows, repeatedValues } from '../races/row-writes.ts';
import { conflict, obstructed, type Refusal, shortList } from '../refusal.ts';
import { highestSortOrder, orderAfter, type Team } from './team.ts';

/** @returns a 422 for what is wrong with a push, whatever the event holds (`judgeRows`); else `undefined` */
export function judgeCrews({ crews, removed = [] }: CrewsWrite): Refusal | undefined {
  return judgeRows({ list: 'crews', rows: crews, removed }, 'name', ['name']);
}

/**
 * Decides what a push of crews does. Removals apply first. A property that is left out stays, `null` clears it. A new
 * crew without a `sortOrder` goes to the end (decision L13).
 *
 * @param write as `judgeCrews` accepts it; the crews that it names by id exist
 * @param newIds one for each new crew, in the order of the payload
 * @returns the event after the push, with the ids of the crews in the payload's order; or a conflict if a crew that is
 *   to be removed is drawn, or two crews have the same name once the whole push is applied
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
      name: sentOrStored(name, kept.name),
      clubId: sentOrStored(clubId, kept.clubId),
      boatIndex: sentOrStored(boatIndex, kept.boatIndex),
      sortOrder: sentOrStored(sortOrder, kept.sortOrder),
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

interface Pair {
  /** The ids of two crews. */
  keep: number;
  remove: number;
}

/**
 * Merges the crew `remove` into the crew `keep`, which takes over its lanes and, if it has none itself, its externalId. A
 * crew that was entered by hand and takes over an externalId counts as adopted.
 *
 * @param rows of an event that has both crews
 * @returns the event after the merge; or a conflict if both crews are in one race, or both have an externalId
 */
export function mergeCrews(rows: EventRows, { keep, remove }: Pair): EventRows | Refusal {
  const find = (id: number) => rows.teams.find((team) => team.id === id) as Team;
  const [kept, removed] = [find(keep), find(remove)];
  if (kept.externalId !== null && removed.externalId !== null) {
    return conflict(
      `Both crews have an externalId, ${JSON.stringify(kept.externalId)} and ${JSON.stringify(removed.externalId)}: other software tells them apart.`,
    );
  }
  const common = raceOfBoth(rows, keep, remove);
  if (common) return common;
  const takesId = removed.externalId !== null;
  const merged: Team = {
    ...kept,
    externalId: kept.externalId ?? removed.externalId,
    adopted: kept.adopted || takesId,
  };
  const team = crewOfLane(merged);
  const lanes = [...rows.lanes].map(([raceId, ofRace]) => {
    if (!ofRace.some((lane) => lane.team?.id === remove)) return [raceId, ofRace] as const;
    const moved = ofRace.map((lane) => (lane.team?.id === remove ? { ...lane, team } : lane));
    return [raceId, moved] as const;
  });
  const teams = rows.teams.filter((team) => team.id !== remove);
  return {
    ...rows,
    teams: teams.map((team) => (team.id === keep ? merged : team)),
    lanes: new Map(lanes),
  };
}

/**
 * An empty change of the kept crew, for the history, if a merge changes neither this crew nor a lane. The history must say
 * into which crew the removed one was merged: their names are erased together (adopt, "Erasing a crew's name").
 */
export function emptyChangeOfKeptCrew(
  { teams, lanes }: EventRows,
  { keep, remove }: Pair,
): Change[] {
  const kept = teams.find(({ id }) => id === keep);
  const removed = teams.find(({ id }) => id === remove);
  const isDrawn = [...lanes.values()].some((ofRace) =>
    ofRace.some((lane) => lane.team?.id === remove),
  );
  if (!kept || isDrawn || removed?.externalId != null) return [];
  return [{ ...aTeam(keep, kept), before: {}, after: {} }];
}

function raceOfBoth({ races, lanes }: EventRows, keep: number, remove: number) {
  const race = races.find(({ id }) => {
    const crews = (lanes.get(id) ?? []).map(({ team }) => team?.id);
    return crews.includes(keep) && crews.includes(remove);
  });
  return race && conflict(`Both crews are in ${aRace(race.id, race).name}: they are two.`);
}

/** What a merge relies on: both crews, their lanes, and the lanes that they came into or left in the `later` entries. */
export function touchedByMerge(
  rows: EventRows,
  { keep, remove }: Pair,
  later: readonly LaterEntry[],
): Touched[] {
  const ids: unknown[] = [keep, remove];
  const now = [...rows.lanes].flatMap(([id, ofRace]) =>
    ofRace
      .filter(({ team }) => ids.includes(team?.id))
      .map(({ position }) => ({ subject: 'lane' as const, id, position })),
  );
  const since = touchedWhere(later, (change) => movesCrew(change, ids));
  const crews = [keep, remove].map((id) => ({ subject: 'team' as const, id }));
  return [...[...crews, ...now].map((thing) => ({ key: keyOf(thing) })), ...since];
}

/**
 * The ids of the two crews that an entry has merged, or made two again; else none. Nothing else removes a crew, or brings
 * it back, and gives its lanes to another one, or takes them from it.
 */
export function crewsOfMerge(changes: readonly Change[]): readonly unknown[] {
  const ids = new Set<unknown>(
    changes
      .filter(({ subject, before, after }) => subject === 'team' && (!before || !after))
      .map(({ id }) => id),
  );
  const lane = changes.find(
    ({ subject, before, after }) =>
      subject === 'lane' &&
      before?.teamId != null &&
      after?.teamId != null &&
      (ids.has(before.teamId) || ids.has(after.teamId)),
  );
  return lane ? [lane.before?.teamId, lane.after?.teamId] : [];
}
