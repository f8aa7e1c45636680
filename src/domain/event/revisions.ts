/**
 * What readers see of a write: this decides whether it moves the revision of the schedule (decision A10) or that of the
 * board (board, "The board's revision is its own"), and which parts of documents are built anew. A hidden result
 * changes the schedule that its owner reads, but not the board; a crew's club changes the board, but not the schedule.
 */
import { isDeepStrictEqual } from 'node:util';
import type { BoardRace } from '../../contract/board.ts';
import { type DayDelay, isSameDelay, ON_TIME, shownDelay } from '../day/delay.ts';
import { type Lane, NO_RESULT } from '../draw/lane.ts';
import type { Change, ChangeSubject } from '../history/changes.ts';
import { ruledRace, type Through, throughOf } from '../progression/who-is-through.ts';
import { type Race, raceView } from '../races/race.ts';
import type { ChangedRace } from '../results/public-results.ts';
import { boardRace } from './board-view.ts';
import { type Difference, isCalledOtherwise, type LaneStep } from './difference.ts';
import type { SomeRows } from './event-rows.ts';
import { NO_LOOK } from './look.ts';
import type { ScheduleState } from './schedule.ts';

interface ShownInSchedule {
  /** Whether readers of the schedule see any change. */
  isAny: boolean;
  /** Whether all races look different to them, or one was removed. */
  isOfAll: boolean;
  /** The ids of the races that look different to them. */
  races: ReadonlySet<number>;
  /** The ids of the races that may look different in any document: their fragments are made anew. */
  touched: ReadonlySet<number>;
}

/** Facts of the event that every answer about its schedule shows; the zone decides the day of every race. */
const FACTS = ['name', 'timezone'];
/** Settings that only the race office sees. */
const OFFICE_SETTINGS = ['crewGapMinutes', 'followersTold'];

/** The ids of the crews that readers of a draw see under another name or `externalId` after the write. */
export function renamedCrews({ teams }: Difference): number[] {
  return teams.flatMap(({ before, after }) =>
    before && after && isCalledOtherwise(before, after) ? after.id : [],
  );
}

/**
 * What of a schedule looks different to its readers (`/v1`) after a write.
 *
 * @param withRenamed the ids of the races in which renamed crews are drawn
 * @param laneScheme that of the schedule before the write
 */
export function shownInSchedule(
  difference: Difference,
  { was, is }: { was: SomeRows; is: SomeRows },
  withRenamed: ReadonlySet<number>,
  laneScheme: readonly string[] | null,
): ShownInSchedule {
  const { facts, schedule, races, delays, notices } = difference;
  const settings = propertiesOf(schedule).filter((property) => !OFFICE_SETTINGS.includes(property));
  const isOfAll =
    propertiesOf(facts).some((property) => FACTS.includes(property)) ||
    settings.some((property) => property !== 'status') ||
    races.some(({ after }) => after === null);
  const isDelayShown = delays.some(
    ({ before, after }) => before && !isSameDelay(shownDelay(before), shownDelay(after)),
  );
  const changed = new Set([
    ...races.flatMap(({ after, change }) => (after && isInSchedule(change) ? after.id : [])),
    ...withRenamed,
    ...racesWithShownLanes(difference, { was, is }, laneScheme),
  ]);
  const touched = new Set([
    ...changed,
    ...races.flatMap(({ after }) => after?.id ?? []),
    ...difference.lanes.map(({ raceId }) => raceId),
  ]);
  const isAny =
    isOfAll || isDelayShown || settings.length > 0 || notices.length > 0 || changed.size > 0;
  return { isAny, isOfAll, races: changed, touched };
}

/** The properties of races and lanes that `/v1` does not show and the board does (racing, "Document of the board"). */
const OUTSIDE_SCHEDULE: Partial<Record<ChangeSubject, readonly string[]>> = {
  race: ['kind', 'startIntervalSeconds', 'startedAt', 'closed', 'clockOffsetMillis'],
  lane: ['category', 'plannedStartMillis', 'startedAt', 'finishedAt'],
};

/** Properties that `/v1` shows only through the places that follow from them. */
const RANKED_BY: readonly (keyof Lane)[] = ['allowanceMillis', 'outOfCompetition'];

/** Whether `/v1` may show a change. */
function isInSchedule({ subject, before, after }: Change): boolean {
  if (before === null || after === null) return true;
  const outside = OUTSIDE_SCHEDULE[subject] ?? [];
  return Object.keys(after).some((property) => !outside.includes(property));
}

/** Whether a change has a property that the board may show although `/v1` does not. */
export function isOutsideSchedule({ subject, after }: Change): boolean {
  if (after === null) return false;
  const isOutside = (property: string) => property in after;
  return OUTSIDE_SCHEDULE[subject]?.some(isOutside) || RANKED_BY.some(isOutside);
}

function propertiesOf(steps: readonly { change: { after: object | null } }[]): string[] {
  return steps.flatMap(({ change }) => Object.keys(change.after ?? {}));
}

/** The properties of a lane that always show, whatever the rest of its race is. */
const SHOWN_ANYWAY: readonly string[] = [
  'teamId',
  'status',
  'penaltyMillis',
  'from',
  'withdrawn',
] satisfies (keyof Lane | 'teamId')[];

/**
 * The ids of the races whose changed lanes look different to readers. A label that equals the default, or a time in a
 * race with places only, is stored but not shown; only after such changes are the views of the race compared.
 */
function racesWithShownLanes(
  { lanes }: Difference,
  { was, is }: { was: SomeRows; is: SomeRows },
  laneScheme: readonly string[] | null,
): Set<number> {
  const races = new Map(is.races?.map((race) => [race.id, race]));
  const shown = new Set(
    lanes.flatMap((step) => (isLaneShownAnyway(step, races.get(step.raceId)) ? step.raceId : [])),
  );
  const inQuestion = new Set(
    lanes.flatMap(({ raceId, change }) =>
      isInSchedule(change) && !shown.has(raceId) ? raceId : [],
    ),
  );
  if (inQuestion.size === 0) return shown;
  const reads = (rows: SomeRows, race: Race) =>
    JSON.stringify(raceView(race, rows.lanes?.get(race.id) ?? [], laneScheme));
  for (const raceId of inQuestion) {
    const race = races.get(raceId);
    if (race && reads(was, race) !== reads(is, race)) shown.add(raceId);
  }
  return shown;
}

function isLaneShownAnyway(
  { change: { before, after } }: LaneStep,
  race: Race | undefined,
): boolean {
  if (before === null || after === null) return true;
  if (race?.resultMode === 'timed' && 'finishTimeMillis' in after) return true;
  return Object.keys(after).some((property) => SHOWN_ANYWAY.includes(property));
}

/** The rows by which the changes of a write are judged. Only those that `rowsToCompare` asks for must be loaded. */
export interface ComparedRows {
  /** By id. */
  races: ReadonlyMap<number, ChangedRace>;
  /** All races of the event, as they were before the write. */
  all: readonly Race[];
  /** By venue day, as they were before the write. */
  delays: ReadonlyMap<string, DayDelay>;
}

/** Facts of an event that its board, or the head of its pages, shows. */
export const FACTS_OF_BOARD = [
  ...['name', 'timezone', 'start', 'end', 'city', 'country', 'trial'],
  ...Object.keys(NO_LOOK),
];

/** The properties that no board shows; the board may show every other property of a change. */
const NEVER_SHOWN: Partial<Record<ChangeSubject, readonly string[]>> = {
  event: ['archived', 'announced', 'noindex'],
  schedule: ['crewGapMinutes', 'defaultResultMode', 'followersTold'],
  team: ['externalId', 'boatIndex', 'adopted'],
  race: ['externalId', 'firstPublishedAt', 'lastInAt', 'clockOffsetMillis'],
  lane: ['withdrawnReason'],
};

/** The properties that a board shows only in some cases: the state before the write decides. */
const SHOWN_OF_SOME: Partial<Record<ChangeSubject, readonly string[]>> = {
  schedule: ['defaultResultVisibility', 'provisionalResults', 'laneScheme'],
  race: ['resultVisibility', 'official', 'printedNumber', 'laneScheme', 'kind'],
  lane: [
    ...Object.keys(NO_RESULT),
    ...['positionLabel', 'from'],
    ...['allowanceMillis', 'plannedStartMillis', 'startedAt', 'finishedAt'],
  ],
  delay: ['until'],
};

/** The properties of a change that a board may show. */
function shownOf({ subject, after }: Change): string[] {
  const never = NEVER_SHOWN[subject] ?? [];
  return Object.keys(after ?? {}).filter((property) => !never.includes(property));
}

/** Whether a board shows the change, whatever the state before the write. */
export function isAlwaysShown(change: Change): boolean {
  if (change.before === null || change.after === null) return true;
  const ofSome = SHOWN_OF_SOME[change.subject] ?? [];
  return shownOf(change).some((property) => !ofSome.includes(property));
}

/** Whether the page of an announced event shows the change: it shows the event's facts and notices, nothing of its draft. */
export function isShownWhenAnnounced(change: Change): boolean {
  return ['event', 'notice'].includes(change.subject) && isAlwaysShown(change);
}

/** The rows that must be loaded to judge changes for which `isAlwaysShown` is false. */
export interface RowsNeeded {
  /** The ids of races to load with their lanes. */
  races: ReadonlySet<number>;
  all: boolean;
  delays: boolean;
}

/** The rows of an event that must be loaded to judge these changes. */
export function rowsToCompare(changes: readonly Change[]): RowsNeeded {
  const inQuestion = changes.filter((change) => shownOf(change).length > 0);
  const isOf = (wanted: ChangeSubject) => inQuestion.some(({ subject }) => subject === wanted);
  return {
    races: new Set(inQuestion.flatMap((change) => (isOfRace(change) ? (change.id ?? []) : []))),
    all: isOf('schedule'),
    delays: isOf('delay'),
  };
}

/**
 * Whether a board shows any of the changes for which `isAlwaysShown` is false: whether a race looks different on the
 * board. Changed settings are judged without lanes, because an event may have many.
 *
 * @param was the settings before the write
 */
export function showsChanges(
  changes: readonly Change[],
  rows: ComparedRows,
  was: ScheduleState,
  is: ScheduleState,
): boolean {
  const isShownOf = ({ subject, name, after }: Change): boolean => {
    // Only the end of the delay differs, which has no effect while the day is on time.
    if (subject === 'delay') return (rows.delays.get(name) ?? ON_TIME).delayMinutes !== 0;
    return subject === 'schedule' && showsSettings(Object.keys(after ?? {}), rows.all);
  };
  if (changes.some((change) => shownOf(change).length > 0 && isShownOf(change))) return true;
  const changed = new Set(changes.filter(isOfRace).map(({ id }) => id));
  return [...rows.races].some(([id, race]) => changed.has(id) && readsOtherwise(race, was, is));
}

function isOfRace({ subject }: Change): boolean {
  return subject === 'race' || subject === 'lane';
}

function showsSettings(properties: readonly string[], races: readonly Race[]): boolean {
  const follows: Record<string, (race: Race) => boolean> = {
    provisionalResults: () => true,
    laneScheme: ({ laneScheme }) => laneScheme === null,
    defaultResultVisibility: ({ resultVisibility }) => resultVisibility === null,
  };
  return properties.some((property) => races.some((race) => follows[property]?.(race)));
}

function readsOtherwise(
  { before, after }: ChangedRace,
  was: ScheduleState,
  is: ScheduleState,
): boolean {
  return !isDeepStrictEqual(readingOf(before, was), readingOf(after, is));
}

/** A race as the board shows it on a day that is on time, and what other races show of it. */
export interface Reading {
  race: BoardRace;
  /** What its rules show at the races that they name. */
  through: Through;
}

/** A race as the board shows it with these settings. */
export function readingOf({ race, lanes }: ChangedRace['after'], settings: ScheduleState): Reading {
  const ruled = ruledRace(race, lanes);
  return {
    // `resultsAt` and `lastInAt` follow from the other properties, and are set only when the write is stored.
    race: boardRace(
      { ...race, resultsAt: null, lastInAt: null },
      lanes,
      { ...settings, visibilityAt: null },
      ON_TIME,
    ),
    through: throughOf(ruled ? [ruled] : []),
  };
}
