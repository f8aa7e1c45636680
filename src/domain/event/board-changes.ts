/**
 * Whether a write changes what the public board of an event shows (board, "The board's revision is its own"). A hidden
 * result changes the schedule that its owner reads, and nothing that the public sees; a crew's club the other way round.
 */
import { isDeepStrictEqual } from 'node:util';
import type { BoardRace } from '../../contract/board.ts';
import { type DayDelay, ON_TIME } from '../day/race-day.ts';
import { NO_RESULT } from '../draw/lane.ts';
import type { Change, ChangeSubject } from '../history/changes.ts';
import { ruledRace, type Through, throughOf } from '../progression/who-is-through.ts';
import type { Race } from '../races/plan-races.ts';
import type { ChangedRace } from '../results/results-changed.ts';
import { boardRace } from './board-view.ts';
import { NO_LOOK } from './look.ts';
import type { ScheduleState } from './schedule.ts';

/** What the changes of a write are judged by. Only what `whatToJudge` asks for has to be there. */
export interface JudgedRows {
  /** By id. */
  races: ReadonlyMap<number, ChangedRace>;
  /** All races of the event, as they were before. */
  all: readonly Race[];
  /** By venue day, as they were before. */
  delays: ReadonlyMap<string, DayDelay>;
}

/** Facts of an event that its board, or the head of its pages, shows. */
export const FACTS_OF_BOARD = [
  ...['name', 'timezone', 'start', 'end', 'city', 'country', 'trial'],
  ...Object.keys(NO_LOOK),
];

/** What no board shows; anything else that a change names, it may show. */
const NEVER_SHOWN: Partial<Record<ChangeSubject, readonly string[]>> = {
  event: ['archived', 'announced', 'noindex'],
  schedule: ['crewGapMinutes', 'defaultResultMode', 'followersTold'],
  team: ['externalId', 'boatIndex', 'adopted'],
  race: ['externalId', 'firstPublishedAt', 'lastInAt', 'clockOffsetMillis'],
  lane: ['withdrawnReason'],
};

/** What it shows of some things, and not of others: how they stood before decides. */
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

/** Whether a board shows the change, however the thing stood before. */
export function isShownAnyway(change: Change): boolean {
  if (change.before === null || change.after === null) return true;
  const ofSome = SHOWN_OF_SOME[change.subject] ?? [];
  return shownOf(change).some((property) => !ofSome.includes(property));
}

/** Whether the page of an event that is announced shows the change: its facts and its notices, and nothing of its draft. */
export function isShownWhenAnnounced(change: Change): boolean {
  return ['event', 'notice'].includes(change.subject) && isShownAnyway(change);
}

/** What has to be known to judge changes of which none is shown anyway. */
export interface ToJudge {
  /** The ids of races, with their lanes. */
  races: ReadonlySet<number>;
  all: boolean;
  delays: boolean;
}

export function whatToJudge(changes: readonly Change[]): ToJudge {
  const inQuestion = changes.filter((change) => shownOf(change).length > 0);
  const isOf = (wanted: ChangeSubject) => inQuestion.some(({ subject }) => subject === wanted);
  return {
    races: new Set(inQuestion.flatMap((change) => (isOfRace(change) ? (change.id ?? []) : []))),
    all: isOf('schedule'),
    delays: isOf('delay'),
  };
}

/**
 * Whether a board shows changes of which it shows none anyway: whether a race reads otherwise on it, whatever of it was
 * written. Settings are judged without lanes, of which an event may have many.
 *
 * @param was the settings before the write
 */
export function showsChanges(
  changes: readonly Change[],
  rows: JudgedRows,
  was: ScheduleState,
  is: ScheduleState,
): boolean {
  const isShownOf = ({ subject, name, after }: Change): boolean => {
    // Only the end differs, and while the day is on time it ends nothing.
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

/** A race as the board shows it on a day that runs to time, and what it shows of it with other races. */
export interface Reading {
  race: BoardRace;
  /** Its rules show in the races that they name. */
  through: Through;
}

export function readingOf({ race, lanes }: ChangedRace['after'], settings: ScheduleState): Reading {
  const ruled = ruledRace(race, lanes);
  return {
    // When results changed, and the last boat came in, follows from the rest, and is not known yet.
    race: boardRace(
      { ...race, resultsAt: null, lastInAt: null },
      lanes,
      { ...settings, visibilityAt: null },
      ON_TIME,
    ),
    through: throughOf(ruled ? [ruled] : []),
  };
}
