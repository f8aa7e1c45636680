/** Operations that may touch anything of an event: they decide on all of it, as the history knows it. */
import { aSchedule, type Change, type Properties, type Thing } from '../domain/changes.ts';
import {
  changesBetween,
  type EventRows,
  type EventState,
  keyOf,
  stateOf,
} from '../domain/event-state.ts';
import type { LaneResult } from '../domain/lane.ts';
import type { Race, RaceFields } from '../domain/plan-races.ts';
import type { Team, TeamFields } from '../domain/plan-teams.ts';
import type { ScheduleSettings } from '../domain/schedule.ts';
import { listDelays } from '../storage/boards.ts';
import type { Queries, Write } from '../storage/database.ts';
import { deleteLanes, insertLanes, listLanesChangedSince } from '../storage/lanes.ts';
import { applyRaceSteps, listRaces } from '../storage/races.ts';
import { deleteRaces, deleteTeams } from '../storage/removal.ts';
import { findSchedule, setDelay } from '../storage/schedules.ts';
import { applyTeamSteps, listTeams } from '../storage/teams.ts';
import type { Decision } from './operation.ts';

/** Everything of an event that can be changed and taken back. */
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

/** What has to be done so that an event is in another state. */
export function changeState(
  eventId: number,
  before: EventState,
  after: EventState,
): Omit<Decision<void>, 'result'> {
  const changes = changesBetween(before, after);
  const settings = after.get(keyOf(aSchedule))?.properties as ScheduleSettings | undefined;
  return {
    changes,
    shows: isShown(changes, before) ? 'everything' : [],
    ...(settings && { schedule: settings }),
    apply: (tx, revision) => applyChanges(tx, { eventId, revision, before, after }, changes),
  };
}

/** A crew shows only where it is drawn; everything else shows in the schedule. */
function isShown(changes: readonly Change[], before: EventState): boolean {
  const drawn = new Set(
    [...before.values()]
      .filter(({ thing }) => thing.subject === 'lane')
      .map(({ properties }) => properties.teamId),
  );
  return changes.some(({ subject, id }) => subject !== 'team' || drawn.has(id));
}

interface States {
  eventId: number;
  revision: number;
  before: EventState;
  after: EventState;
}

/** Rows leave before others come, so that what is taken is free; lanes come last and go first. */
async function applyChanges(
  tx: Write,
  { eventId, revision, before, after }: States,
  changes: readonly Change[],
): Promise<void> {
  const of = (subject: Thing['subject']) => changes.filter((change) => change.subject === subject);
  const leaving = (subject: Thing['subject']) =>
    of(subject).filter((one) => !after.has(keyOf(one)));
  const staying = (subject: Thing['subject']) => of(subject).filter((one) => after.has(keyOf(one)));
  const was = (thing: Thing) => withId<Race & Team>(thing, before.get(keyOf(thing))?.properties);
  const is = (thing: Thing) => after.get(keyOf(thing))?.properties as unknown;

  const lanesBefore = of('lane').filter((lane) => before.has(keyOf(lane)));
  await deleteLanes(tx, lanesBefore.map(placeOf));
  await deleteRaces(tx, eventId, leaving('race').map(idOf));
  await deleteTeams(tx, eventId, leaving('team').map(idOf));
  const teams = staying('team').map((one) => ({
    id: idOf(one),
    before: was(one),
    after: is(one) as TeamFields,
  }));
  await applyTeamSteps(tx, eventId, teams);
  const races = staying('race').map((one) => ({
    id: idOf(one),
    before: was(one),
    after: is(one) as RaceFields,
  }));
  await applyRaceSteps(tx, eventId, races, revision);
  await insertLanes(
    tx,
    staying('lane').map((one) => ({ ...(is(one) as LaneFacts), ...placeOf(one) })),
  );
  for (const day of of('delay')) {
    const { delayMinutes = 0 } = (is(day) ?? {}) as { delayMinutes?: number };
    await setDelay(tx, eventId, day.name, delayMinutes);
  }
}

interface LaneFacts extends LaneResult {
  positionLabel: string | null;
  teamId: number | null;
}

function idOf({ id }: Thing): number {
  return id as number;
}

function placeOf({ id, position }: Thing) {
  return { raceId: id as number, position: position as number };
}

function withId<Row>({ id }: Thing, properties: Properties | undefined): Row | null {
  return properties ? ({ ...properties, id } as Row) : null;
}
