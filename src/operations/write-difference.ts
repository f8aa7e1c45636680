/** Writes what a plan has changed, and moves the revisions of the documents that show the change. */
import { NO_TIMES, RATING_PROPERTIES, RESULT_PROPERTIES } from '../domain/draw/lane.ts';
import type { Difference, LaneStep, Step } from '../domain/event/difference.ts';
import type { SomeRows } from '../domain/event/event-rows.ts';
import {
  isAlwaysShown,
  isOutsideSchedule,
  isShownWhenAnnounced,
  type RowsNeeded,
  renamedCrews,
  rowsToCompare,
  shownInSchedule,
  showsChanges,
} from '../domain/event/revisions.ts';
import {
  firstState,
  nextOnBoard,
  nextRows,
  nextSchedule,
  publicStatus,
  type Schedule,
  type ScheduleState,
} from '../domain/event/schedule.ts';
import type { Change } from '../domain/history/changes.ts';
import { racesWithOtherResults, showsOtherResults } from '../domain/results/public-results.ts';
import { hasRaced } from '../domain/results/standings.ts';
import type { Queries, Write } from '../storage/engine/database.ts';
import { notePublication, updateEvent } from '../storage/event/events.ts';
import {
  deleteLanes,
  insertLanes,
  listRacesOfTeams,
  updateLanes,
  updateResults,
} from '../storage/event/lanes.ts';
import { deleteNotice, insertNotice } from '../storage/event/notices.ts';
import { applyRaceSteps, keepFirstPlan, markRaces } from '../storage/event/races.ts';
import { deleteRaces, deleteTeams } from '../storage/event/removal.ts';
import {
  findSchedule,
  insertSchedule,
  saveSchedule,
  setDelay,
} from '../storage/event/schedules.ts';
import { applyTeamSteps } from '../storage/event/teams.ts';
import { copyCrewFollows } from '../storage/following/followers.ts';
import { loadComparedRows } from './load-rows.ts';
import { notifyWebhooks } from './notify-webhooks.ts';

/** A write that has been planned, with the rows before and after it. */
interface PlannedWrite {
  eventId: number;
  /** Epoch milliseconds. */
  now: number;
  was: SomeRows;
  is: SomeRows;
  difference: Difference;
  /** The schedule before the write. */
  schedule: Schedule | undefined;
}

/** @returns the schedule as it is now */
export async function writeDifference(
  tx: Write,
  write: PlannedWrite,
  { followersOf }: { followersOf?: { crewId: number; follow: number } },
): Promise<Schedule | undefined> {
  const { eventId, now, difference, schedule } = write;
  if (followersOf) await copyCrewFollows(tx, eventId, followersOf.crewId, followersOf.follow);
  if (!schedule) {
    const [created] = difference.schedule;
    if (created?.after) await insertSchedule(tx, { eventId, ...created.after, ...firstState(now) });
    await writeRows(tx, write, NO_REVISION);
    return created ? findSchedule(tx, eventId) : undefined;
  }
  const { next, shown, isSaved, results } = await scheduleAfter(tx, write, schedule);
  if (isSaved) await saveSchedule(tx, next);
  await notifyWebhooks(tx, write, { was: schedule, is: next });
  await writeRows(tx, write, next.rowRevision);
  if (shown.isAny && showsNewRaces(difference, schedule, next)) await keepFirstPlan(tx, eventId);
  const written = new Set(difference.races.flatMap(({ after }) => after?.id ?? []));
  const marked = [...shown.touched].filter((id) => !written.has(id));
  const raceIds = new Set(shown.isOfAll ? results : [...marked, ...results]);
  await markRaces(
    tx,
    { raceIds, results, cameIn: racesWithArrivals(difference) },
    { ...next, now },
  );
  return next;
}

/** The ids of the races in which a boat has come in, whose status before was `assigned` or `dns`. */
function racesWithArrivals({ lanes }: Difference): Set<number> {
  return new Set(
    lanes.flatMap(({ raceId, before, after }) =>
      before && after && !hasRaced([before]) && hasRaced([after]) ? raceId : [],
    ),
  );
}

/** The revision of rows in an event without a schedule, whose races nobody reads. */
const NO_REVISION = 0;

/** What no reader of the schedule sees moves neither its revision nor `updatedAt` (A10); the board's are decided apart. */
async function scheduleAfter(
  tx: Write,
  { eventId, now, difference, was, is }: PlannedWrite,
  schedule: Schedule,
) {
  const changed = changedSettings(difference.schedule);
  const announced = difference.facts[0]?.after?.announced ?? schedule.announced;
  const renamedIn = await listRacesOfTeams(tx, eventId, renamedCrews(difference));
  const shown = shownInSchedule(difference, { was, is }, renamedIn, schedule.laneScheme);
  const isTouched = shown.touched.size > 0;
  const kept = { ...(isTouched ? nextRows(schedule) : schedule), ...changed };
  const read = {
    ...(shown.isAny ? nextSchedule(schedule, now, changed, shown.isOfAll) : kept),
    announced,
  };
  const races = shown.isOfAll ? undefined : shown.races;
  const { changes } = difference;
  const effect = await publicEffect(tx, { changes, races, was, is }, schedule, read);
  const next = effect.isOnBoard ? nextOnBoard(schedule, read, now) : read;
  return {
    next,
    shown,
    isSaved: shown.isAny || isTouched || effect.isOnBoard || changed !== undefined,
    results: effect.results,
  };
}

/** Only the settings and status that differ: `scheduleAfter` moves the other properties, such as revisions. */
function changedSettings([step]: readonly Step<ScheduleState>[]):
  | Partial<ScheduleState>
  | undefined {
  return step?.change.after ?? undefined;
}

/** Whether the public sees races for the first time. */
function showsNewRaces({ races }: Difference, was: Schedule, is: Schedule): boolean {
  if (is.status !== 'published') return false;
  return was.status !== 'published' || races.some(({ before }) => before === null);
}

/** Deletes before it inserts, so that numbers and names are free; lanes are deleted first and inserted last. */
async function writeRows(
  tx: Write,
  { eventId, now, difference }: PlannedWrite,
  revision: number,
): Promise<void> {
  const { facts, schedule, teams, races, lanes, delays, notices } = difference;
  const rescored = lanes.filter((step) => isOnly(OF_RESULT, step));
  const retimed = lanes.filter((step) => !isOnly(OF_RESULT, step) && isOnly(OF_RACING, step));
  const redrawn = lanes.filter((step) => !isOnly(OF_RACING, step));
  await deleteLanes(
    tx,
    redrawn.flatMap(({ raceId, before }) => (before ? { raceId, position: before.position } : [])),
  );
  await deleteRaces(tx, eventId, leaving(races));
  await deleteTeams(tx, eventId, leaving(teams));
  await applyTeamSteps(tx, eventId, staying(teams));
  await applyRaceSteps(tx, eventId, staying(races), revision);
  const written = (steps: readonly LaneStep[]) =>
    steps.flatMap(({ raceId, after }) => (after ? { ...after, raceId } : []));
  await updateResults(tx, written(rescored));
  await updateLanes(tx, written(retimed));
  await insertLanes(
    tx,
    redrawn.flatMap(({ raceId, after }) => {
      if (!after) return [];
      const { team, ...lane } = after;
      return { ...lane, raceId, teamId: team?.id ?? null };
    }),
  );
  for (const { day, after } of delays) await setDelay(tx, eventId, day, after);
  for (const { before, after } of notices) {
    if (before) await deleteNotice(tx, eventId, before.id);
    if (after) await insertNotice(tx, eventId, after);
  }
  for (const { after } of facts) if (after) await updateEvent(tx, eventId, after);
  if (schedule.some(({ after }) => after?.status === 'published')) {
    await notePublication(tx, eventId, now);
  }
}

/** The properties of a result, and of a withdrawal, which a result may end. */
const OF_RESULT: readonly string[] = [...RESULT_PROPERTIES, 'withdrawn', 'withdrawnReason', 'team'];

/** The same, and the properties by which a crew is ranked, and its times of day. */
const OF_RACING = [...OF_RESULT, ...RATING_PROPERTIES, ...Object.keys(NO_TIMES)];

/** Whether a lane changes only in some properties, and keeps crew, label and rule: one update writes all such lanes. */
function isOnly(properties: readonly string[], { change: { before, after } }: LaneStep): boolean {
  if (before === null || after === null) return false;
  return Object.keys(after).every((property) => properties.includes(property));
}

function leaving<Row extends { id: number }>(steps: readonly Step<Row>[]): number[] {
  return steps.flatMap(({ before, after }) => (before && !after ? before.id : []));
}

function staying<Row extends { id: number }>(
  steps: readonly Step<Row>[],
): (Step<Row> & { id: number; after: Row })[] {
  return steps.flatMap(({ before, after, change }) =>
    after ? { id: after.id, before, after, change } : [],
  );
}

interface WriteToJudge {
  changes: readonly Change[];
  /** The ids of the races whose view changes for a reader of the schedule; left out where they are not known. */
  races: ReadonlySet<number> | undefined;
  /** The rows that the write has loaded, as they were and as they are to be. */
  was: SomeRows;
  is: SomeRows;
}

interface PublicEffect {
  /** Whether the board changes. */
  isOnBoard: boolean;
  /** The ids of the races whose results count as changed (`resultsAt`). */
  results: ReadonlySet<number>;
}

/** What a write changes for the public. Called before the rows are written, because it reads the stored ones. */
async function publicEffect(
  tx: Queries,
  { changes, races, ...rows }: WriteToJudge,
  was: Schedule,
  is: Schedule,
): Promise<PublicEffect> {
  const results = racesWithOtherResults(changes, was, is);
  const sees = publicStatus(is);
  if (sees !== publicStatus(was)) return { isOnBoard: sees !== undefined, results };
  if (sees !== 'published') {
    return { isOnBoard: sees === 'announced' && changes.some(isShownWhenAnnounced), results };
  }
  // A race that is the same for readers of the schedule is the same for the public, except for what only the board shows.
  const seen = changes.filter((change) => {
    const { subject, id = 0 } = change;
    if (subject !== 'race' && subject !== 'lane') return true;
    return (races?.has(id) ?? true) || isOutsideSchedule(change);
  });
  let isOnBoard = seen.some(isAlwaysShown);
  const asked = isOnBoard ? NOTHING : rowsToCompare(seen);
  const judged = await loadComparedRows(tx, rows, was.eventId, {
    ...asked,
    races: new Set([...asked.races, ...results]),
  });
  for (const [id, race] of judged.races) {
    if (!results.has(id)) continue;
    const isSeen = showsOtherResults(race, was);
    if (isSeen === false) results.delete(id);
    isOnBoard ||= isSeen === true;
  }
  return { isOnBoard: isOnBoard || showsChanges(seen, judged, was, is), results };
}

const NOTHING: RowsNeeded = { races: new Set(), all: false, delays: false };
