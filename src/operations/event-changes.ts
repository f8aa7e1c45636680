/** What operations have in common that may change anything of an event, as undo and removal do. */
import type { Change } from '../domain/changes.ts';
import {
  changesBetween,
  type EventRows,
  type EventState,
  keyOf,
  rowsOf,
  storedState,
} from '../domain/event-state.ts';
import { withProvisional } from '../domain/official-rules.ts';
import { isSameDelay, ON_TIME, shownDelay } from '../domain/race-day.ts';
import { raceView } from '../domain/race-view.ts';
import { type Schedule, settingsOf } from '../domain/schedule.ts';
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
import type { Decision, Shown, Situation } from './operation.ts';

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
    races: races.map(({ revision: _, resultsAt: __, ...race }) => race),
    teams,
    lanes,
    delays,
  };
  return storedState(rows);
}

/**
 * The decision that brings an event from one state to another.
 *
 * @param before as it is stored
 * @param wanted obeys the rules that every write obeys
 * @param oneCrew the ids of two crews that a merge makes one, or its undo two again
 */
export function changeState(
  { eventId, schedule, now }: Situation<unknown, Schedule | undefined>,
  before: EventState,
  wanted: EventState,
  oneCrew: readonly unknown[] = [],
): Omit<Decision<void>, 'result'> & { state: EventState } {
  const after = withProvisional(before, wanted, oneCrew);
  const changes = changesBetween(before, after);
  const [was, is] = [rowsOf(before), rowsOf(after)];
  const changesSettings = changes.some(({ subject }) => subject === 'schedule');
  return {
    state: after,
    changes,
    shows: shownBetween(changes, was, is),
    ...(is.settings && changesSettings && { schedule: is.settings }),
    apply: (tx, revision) => applyChanges(tx, { eventId, revision, was, is }, changes),
    news: schedule ? newsBetween({ schedule: { ...schedule, ...is.settings }, now }, was, is) : [],
  };
}

/** What a reader of the schedule or the board sees change: a label that equals the default shows nowhere. */
function shownBetween(changes: readonly Change[], was: EventRows, is: EventRows): Shown {
  const delayOf = ({ delays }: EventRows, day: string) => shownDelay(delays.get(day) ?? ON_TIME);
  const isOfAll = changes.some(
    ({ subject, name, before, after }) =>
      (subject === 'schedule' && showsOfAll(before, after)) ||
      (subject === 'delay' && !isSameDelay(delayOf(was, name), delayOf(is, name))) ||
      (subject === 'race' && after === null),
  );
  if (isOfAll) return 'everything';
  const changed = racesOf(changes, is);
  const before = viewsOf(was, changed);
  return [...viewsOf(is, changed)].flatMap(([id, view]) => (before.get(id) === view ? [] : id));
}

/** The ids of the races that changes are about: their own, and those in which a changed crew is drawn. */
function racesOf(changes: readonly Change[], { lanes }: EventRows): Set<number | undefined> {
  const teams = idsOf(changes, 'team');
  const withTeams = [...lanes].filter(([, ofRace]) =>
    ofRace.some(({ team }) => teams.has(team?.id)),
  );
  return new Set([
    ...idsOf(changes, 'race'),
    ...idsOf(changes, 'lane'),
    ...withTeams.map(([id]) => id),
  ]);
}

/** Whether readers see settings change: how close two races of a crew may be is for the race office alone (A10). */
function showsOfAll(before: Change['before'], after: Change['after']): boolean {
  if (before === null || after === null) return true;
  return Object.keys(after).some((property) => property !== 'crewGapMinutes');
}

/** All that documents show of some races, by their ids. */
function viewsOf(
  { races, lanes, settings }: EventRows,
  ids: ReadonlySet<number | undefined>,
): Map<number, string> {
  const wanted = races.filter(({ id }) => ids.has(id));
  return new Map(
    wanted.map((race) => {
      const { id, printedNumber, state, reason, official } = race;
      const ofRace = lanes.get(id) ?? [];
      const view = raceView(race, ofRace, settings?.laneScheme ?? null);
      const rules = ofRace.map(({ team, from, withdrawn }) => [team?.id, from, withdrawn]);
      return [id, JSON.stringify({ ...view, printedNumber, state, reason, official, rules })];
    }),
  );
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
  const withLanes = idsOf(changes, 'lane');
  const lanesOf = (rows: EventRows) =>
    listLanesOf(rows, withLanes).filter(({ raceId, position }) =>
      changed.has(keyOf({ subject: 'lane', id: raceId, position })),
    );
  await deleteLanes(tx, lanesOf(was));
  await deleteRaces(tx, eventId, races.leaving);
  await deleteTeams(tx, eventId, teams.leaving);
  await applyTeamSteps(tx, eventId, teams.steps);
  await applyRaceSteps(tx, eventId, races.steps, revision);
  await insertLanes(tx, lanesOf(is));
  for (const { subject, name: day } of changes) {
    if (subject === 'delay') await setDelay(tx, eventId, day, is.delays.get(day) ?? ON_TIME);
  }
}

/** The ids in changes of one kind; of lanes, those of their races. */
function idsOf(
  changes: readonly Change[],
  subject: 'race' | 'team' | 'lane',
): Set<number | undefined> {
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

function listLanesOf({ lanes }: EventRows, raceIds: ReadonlySet<number | undefined>): LaneOfRace[] {
  return [...lanes].flatMap(([raceId, ofRace]) =>
    raceIds.has(raceId)
      ? ofRace.map(({ team, ...lane }) => ({ ...lane, raceId, teamId: team?.id ?? null }))
      : [],
  );
}
