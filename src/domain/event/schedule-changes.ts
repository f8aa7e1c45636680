/**
 * What a reader of a schedule sees of a write (decision A10). It decides whether the revision of the schedule moves,
 * and which parts of its documents are built anew; what the public sees is judged in `board-changes.ts`.
 */
import { isSameDelay, shownDelay } from '../day/race-day.ts';
import type { Lane } from '../draw/lane.ts';
import type { Change, ChangeSubject } from '../history/changes.ts';
import type { Race } from '../races/plan-races.ts';
import { raceView } from '../races/race-view.ts';
import { type Difference, isCalledOtherwise, type LaneStep } from './difference.ts';
import type { SomeRows } from './event-rows.ts';

interface ShownInSchedule {
  /** Whether it shows anything. */
  isAny: boolean;
  /** Whether all races read otherwise, or one is gone. */
  isOfAll: boolean;
  /** The ids of the races that read otherwise. */
  races: ReadonlySet<number>;
  /** Those of which any document may read otherwise: its fragments of these are made anew. */
  touched: ReadonlySet<number>;
}

/** Facts of the event that every answer about its schedule shows; the zone decides the day of every race. */
const FACTS = ['name', 'timezone'];
/** What only the race office sees. */
const OFFICE_SETTINGS = ['crewGapMinutes', 'followersTold'];

/** The ids of the crews that readers of a draw see under another name or externalId. */
export function renamedCrews({ teams }: Difference): number[] {
  return teams.flatMap(({ before, after }) =>
    before && after && isCalledOtherwise(before, after) ? after.id : [],
  );
}

/**
 * @param withRenamed the ids of the races in which renamed crews are drawn
 * @param laneScheme of the schedule, as it is before the write
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

/** What of races and lanes `/v1` does not show, and the board does (racing, "Document of the board"). */
const OUTSIDE_SCHEDULE: Partial<Record<ChangeSubject, readonly string[]>> = {
  race: ['kind', 'startIntervalSeconds', 'startedAt', 'closed', 'clockOffsetMillis'],
  lane: ['category', 'plannedStartMillis', 'startedAt', 'finishedAt'],
};

/** What `/v1` shows by the places that follow from it alone. */
const RANKED_BY: readonly (keyof Lane)[] = ['allowanceMillis', 'outOfCompetition'];

/** Whether `/v1` may show a change. */
function isInSchedule({ subject, before, after }: Change): boolean {
  if (before === null || after === null) return true;
  const outside = OUTSIDE_SCHEDULE[subject] ?? [];
  return Object.keys(after).some((property) => !outside.includes(property));
}

/** Whether a change says anything that the board may show although `/v1` does not. */
export function isOutsideSchedule({ subject, after }: Change): boolean {
  if (after === null) return false;
  const isOutside = (property: string) => property in after;
  return OUTSIDE_SCHEDULE[subject]?.some(isOutside) || RANKED_BY.some(isOutside);
}

function propertiesOf(steps: readonly { change: { after: object | null } }[]): string[] {
  return steps.flatMap(({ change }) => Object.keys(change.after ?? {}));
}

/** What of a lane shows, whatever the rest of its race is. */
const SHOWN_ANYWAY: readonly string[] = [
  'teamId',
  'status',
  'penaltyMillis',
  'from',
  'withdrawn',
] satisfies (keyof Lane | 'teamId')[];

/**
 * The ids of the races whose changed lanes read otherwise. A label that equals the default, or a time in a race of
 * places, is stored and shows nowhere; only for these the race is compared as it reads.
 */
function racesWithShownLanes(
  { lanes }: Difference,
  { was, is }: { was: SomeRows; is: SomeRows },
  laneScheme: readonly string[] | null,
): Set<number> {
  const races = new Map(is.races?.map((race) => [race.id, race]));
  const shown = new Set(
    lanes.flatMap((step) => (isShownAnyway(step, races.get(step.raceId)) ? step.raceId : [])),
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

function isShownAnyway({ change: { before, after } }: LaneStep, race: Race | undefined): boolean {
  if (before === null || after === null) return true;
  if (race?.resultMode === 'timed' && 'finishTimeMillis' in after) return true;
  return Object.keys(after).some((property) => SHOWN_ANYWAY.includes(property));
}
