/** What operations have in common that may change anything of an event, as undo and removal do. */
import type { Change } from '../domain/changes.ts';
import {
  changesBetween,
  type EventRows,
  type EventState,
  keyOf,
  rowsOf,
  stateOf,
} from '../domain/event-state.ts';
import { raceView } from '../domain/race-view.ts';
import type { Schedule, ScheduleSettings } from '../domain/schedule.ts';
import type { Queries, Write } from '../storage/database.ts';
import {
  deleteLanes,
  insertLanes,
  type LaneOfRace,
  listLanesChangedSince,
} from '../storage/lanes.ts';
import { applyRaceSteps, listRaces } from '../storage/races.ts';
import { deleteRaces, deleteTeams } from '../storage/removal.ts';
import { findSchedule, listDelays, setDelay } from '../storage/schedules.ts';
import { applyTeamSteps, listTeams } from '../storage/teams.ts';
import { newsBetween } from './news.ts';
import type { Decision, Situation } from './operation.ts';

/** Everything of an event that can be changed and undone. */
export async function loadState(tx: Queries, eventId: number): Promise<EventState> {
  const [schedule, races, teams, lanes, delays] = await Promise.all([
    findSchedule(tx, eventId),
    listRaces(tx, eventId),
    listTeams(tx, eventId),
    listLanesChangedSince(tx, eventId, 0),
    listDelays(tx, eventId),
  ]);
  const rows: EventRows = {
    settings: schedule && settingsOf(schedule),
    races: races.map(({ revision: _, ...race }) => race),
    teams,
    lanes,
    delays,
  };
  return stateOf(rows);
}

function settingsOf({ laneScheme, defaultResultMode, defaultResultVisibility }: ScheduleSettings) {
  return { laneScheme, defaultResultMode, defaultResultVisibility };
}

/**
 * The decision that brings an event from one state to another.
 *
 * @param before as it is stored
 * @param after obeys the rules that every write obeys
 */
export function changeState(
  { eventId, schedule, now }: Situation<unknown, Schedule | undefined>,
  before: EventState,
  after: EventState,
): Omit<Decision<void>, 'result'> {
  const changes = changesBetween(before, after);
  const [was, is] = [rowsOf(before), rowsOf(after)];
  return {
    changes,
    shows: isShown(changes, was, is) ? 'everything' : [],
    ...(is.settings && { schedule: is.settings }),
    apply: (tx, revision) => applyChanges(tx, { eventId, revision, was, is }, changes),
    news: schedule ? newsBetween({ schedule: { ...schedule, ...is.settings }, now }, was, is) : [],
  };
}

/** Whether a reader of the schedule sees the change: a label that equals the default shows nowhere. */
function isShown(changes: readonly Change[], was: EventRows, is: EventRows): boolean {
  return (
    changes.some(({ subject }) => subject === 'schedule' || subject === 'delay') ||
    racesShown(was) !== racesShown(is)
  );
}

function racesShown({ races, lanes, settings }: EventRows): string {
  const views = races
    .toSorted((a, b) => a.id - b.id)
    .map((race) => raceView(race, lanes.get(race.id) ?? [], settings?.laneScheme ?? null));
  return JSON.stringify(views);
}

interface Rows {
  eventId: number;
  revision: number;
  was: EventRows;
  is: EventRows;
}

/** Deletes before it inserts, so that numbers and names are free; lanes are deleted first and inserted last. */
async function applyChanges(
  tx: Write,
  { eventId, revision, was, is }: Rows,
  changes: readonly Change[],
): Promise<void> {
  const races = stepsBetween(was.races, is.races, idsOf(changes, 'race'));
  const teams = stepsBetween(was.teams, is.teams, idsOf(changes, 'team'));
  const changed = new Set(changes.map(keyOf));
  const lanesOf = (rows: EventRows) =>
    listLanesOf(rows).filter(({ raceId, position }) =>
      changed.has(keyOf({ subject: 'lane', id: raceId, position })),
    );
  await deleteLanes(tx, lanesOf(was));
  await deleteRaces(tx, eventId, races.leaving);
  await deleteTeams(tx, eventId, teams.leaving);
  await applyTeamSteps(tx, eventId, teams.steps);
  await applyRaceSteps(tx, eventId, races.steps, revision);
  await insertLanes(tx, lanesOf(is));
  for (const { subject, name: day } of changes) {
    if (subject === 'delay') await setDelay(tx, eventId, day, is.delays.get(day) ?? 0);
  }
}

function idsOf(changes: readonly Change[], subject: 'race' | 'team'): Set<number | undefined> {
  return new Set(changes.filter((change) => change.subject === subject).map(({ id }) => id));
}

/** Compares rows: the ids of those that are deleted, and before and after of those that change or are new. */
function stepsBetween<Row extends { id: number }>(
  was: readonly Row[],
  is: readonly Row[],
  changed: ReadonlySet<number | undefined>,
): { leaving: number[]; steps: { id: number; before: Row | null; after: Row }[] } {
  const before = new Map(was.map((row) => [row.id, row]));
  const after = new Map(is.map((row) => [row.id, row]));
  return {
    leaving: [...before.keys()].filter((id) => !after.has(id)),
    steps: is
      .filter(({ id }) => changed.has(id))
      .map((row) => ({ id: row.id, before: before.get(row.id) ?? null, after: row })),
  };
}

function listLanesOf({ lanes }: EventRows): LaneOfRace[] {
  return [...lanes].flatMap(([raceId, ofRace]) =>
    ofRace.map(({ team, ...lane }) => ({ ...lane, raceId, teamId: team?.id ?? null })),
  );
}
