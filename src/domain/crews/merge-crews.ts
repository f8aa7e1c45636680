/** The decision behind POST /events/{id}/crews/merge: two crews that are one (console, "Crews" and "Rows"). */
import { crewOfLane } from '../draw/lane.ts';
import type { EventRows } from '../event/event-rows.ts';
import { aRace, type Change } from '../history/changes.ts';
import { type LaterEntry, movesCrew, type Touched, touchedWhere } from '../history/conflicts.ts';
import { keyOf } from '../history/event-state.ts';
import { conflict, type Refusal } from '../refusal.ts';
import type { Team } from './plan-teams.ts';

interface Pair {
  /** The ids of two crews. */
  keep: number;
  remove: number;
}

/**
 * The event in which one crew has the lanes of another one as well, its externalId where it has none, and the other
 * one is gone. A crew that was entered by hand and takes over an externalId counts as adopted.
 *
 * @param rows in which both crews are there
 * @returns the event as it is to be; or a conflict where both are in one race, or both have an externalId
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

function raceOfBoth({ races, lanes }: EventRows, keep: number, remove: number) {
  const race = races.find(({ id }) => {
    const crews = (lanes.get(id) ?? []).map(({ team }) => team?.id);
    return crews.includes(keep) && crews.includes(remove);
  });
  return race && conflict(`Both crews are in ${aRace(race.id, race).name}: they are two.`);
}

/** What a merge relies on: both crews, the lanes that they are in, and those that they came into or left since. */
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
 * The ids of two crews that an entry has made one, or two again: nothing else takes a crew away, or brings it back,
 * and gives its lanes to another one.
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
