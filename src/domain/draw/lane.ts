/** A lane of a race, as stored. */
import type { LaneSource } from '../../contract/board.ts';
import type { EntryStatus } from '../../contract/fields.ts';
import {
  MAX_POSITION_LABEL_LENGTH,
  MAX_RACE_LABEL_LENGTH,
  MAX_REASON_LENGTH,
} from '../../contract/limits.ts';
import type { Lane as LaneAnswer, LaneWrite } from '../../contract/race.ts';

/** The crew of a lane, as far as an answer shows it. */
export interface LaneTeam {
  id: number;
  externalId: string | null;
  name: string;
}

/**
 * What was timed or judged in a lane. Both a time and a hand-given place may be stored; which of
 * them counts depends on the race's result mode (decision L12).
 */
export interface LaneResult {
  status: EntryStatus;
  finishTimeMillis: number | null;
  finishPlace: number | null;
  penaltyMillis: number | null;
}

/**
 * Whether the crew of a lane has withdrawn (console, "Withdrawn"). It keeps its lane, and is neither entered nor awaited.
 * Only a lane that has a crew and is `assigned` can be withdrawn.
 */
export interface Withdrawal {
  withdrawn: boolean;
  withdrawnReason: string | null;
}

/** How the crew of a lane is ranked; it goes with the crew (racing, "Categories, allowance, out of competition"). */
export interface Rating {
  category: string | null;
  /** A handicap that is taken off its time. */
  allowanceMillis: number | null;
  /** Whether it is timed without a place, and the places of others are as if it had not rowed. */
  outOfCompetition: boolean;
}

/** When a boat started and finished, as epoch milliseconds; it stays with the lane, as results do (racing, "Times of day"). */
export interface TimesOfDay {
  /** Its given planned start, in milliseconds after the planned start of its race. */
  plannedStartMillis: number | null;
  startedAt: number | null;
  finishedAt: number | null;
}

export interface Lane extends LaneResult, Withdrawal, Rating, TimesOfDay {
  position: number;
  /** The label given with the draw; `null` means the lane scheme's (decision L23). */
  positionLabel: string | null;
  team: LaneTeam | null;
  /** Where the crew comes from (console, "Progression"). */
  from: LaneSource | null;
}

/** The result of a lane that has none. */
export const NO_RESULT: LaneResult = {
  status: 'assigned',
  finishTimeMillis: null,
  finishPlace: null,
  penaltyMillis: null,
};

export const RESULT_PROPERTIES = Object.keys(NO_RESULT) as (keyof LaneResult)[];

/** Whether two results are the same, as they are stored. */
export function isSameResult(a: LaneResult, b: LaneResult): boolean {
  return RESULT_PROPERTIES.every((property) => a[property] === b[property]);
}

export const NOT_WITHDRAWN: Withdrawal = { withdrawn: false, withdrawnReason: null };

export const NOT_RATED: Rating = { category: null, allowanceMillis: null, outOfCompetition: false };

export const RATING_PROPERTIES = Object.keys(NOT_RATED) as (keyof Rating)[];

export const NO_TIMES: TimesOfDay = { plannedStartMillis: null, startedAt: null, finishedAt: null };

/**
 * Whether a change of a lane changes the results of its race: the lane has a result, before or after, and the result, the
 * rating by which it is ranked, or the crew is another one.
 *
 * @param before `null` if the lane is new; `after` is `null` if it is gone
 * @param oneCrew the ids of two crews that count as one, because the write merges them or undoes that
 */
export function isOtherResult(
  before: Lane | null,
  after: Lane | null,
  oneCrew: readonly unknown[],
): boolean {
  const [was, is] = [before ?? NOT_ROWED, after ?? NOT_ROWED];
  if (was.status === NO_RESULT.status && is.status === NO_RESULT.status) return false;
  if (!isSameResult(was, is)) return true;
  if (RATING_PROPERTIES.some((property) => was[property] !== is[property])) return true;
  const crews = [before?.team?.id, after?.team?.id];
  return crews[0] !== crews[1] && !crews.every((id) => oneCrew.includes(id));
}

const NOT_ROWED = { ...NO_RESULT, ...NOT_RATED };

/** The properties of a lane that are missing in history entries of earlier versions, with their values. */
export const LANE_DEFAULTS = { from: null, ...NOT_WITHDRAWN, ...NOT_RATED, ...NO_TIMES };

/** A lane without crew, rule and result. */
export function emptyLane(position: number): Lane {
  return {
    position,
    positionLabel: null,
    team: null,
    from: null,
    ...NO_RESULT,
    ...NOT_WITHDRAWN,
    ...NOT_RATED,
    ...NO_TIMES,
  };
}

/** The part of a lane that a draw sets. */
export type DrawnLane = Pick<Lane, 'position' | 'positionLabel' | 'team'>;

/** A lane as an element of a draw sets it. @param team the crew that the element names */
export function drawnLane(sent: LaneWrite, team: LaneTeam | null): DrawnLane {
  const { position, positionLabel = null } = sent;
  return { position, positionLabel, team };
}

/** A lane as answers show it. @param result with its derived place @param label as the race labels it */
export function laneView(lane: Lane, result: LaneResult, label: string): LaneAnswer {
  const { status, finishTimeMillis, finishPlace, penaltyMillis } = result;
  return {
    position: lane.position,
    positionLabel: label,
    teamExternalId: lane.team?.externalId ?? null,
    teamName: lane.team?.name ?? null,
    ...{ status, finishTimeMillis, finishPlace, penaltyMillis },
  };
}

/** By property: the length that a free text, in which a name may occur, may have; `null`: no free text. */
export const LANE_TEXTS = {
  positionLabel: MAX_POSITION_LABEL_LENGTH,
  withdrawnReason: MAX_REASON_LENGTH,
  position: null,
  // A copy of the crew's names: it follows the crew.
  team: null,
  from: null,
  status: null,
  finishTimeMillis: null,
  finishPlace: null,
  penaltyMillis: null,
  withdrawn: null,
  category: MAX_RACE_LABEL_LENGTH,
  allowanceMillis: null,
  outOfCompetition: null,
  plannedStartMillis: null,
  startedAt: null,
  finishedAt: null,
} as const satisfies Record<keyof Lane, number | null>;

/** The part of a crew that a lane holds. */
export function crewOfLane({ id, externalId, name }: LaneTeam): LaneTeam {
  return { id, externalId, name };
}

/** A lane with another result. A status other than `assigned` takes a withdrawal back. */
export function withResult(lane: Lane, result: LaneResult): Lane {
  const rows = result.status === NO_RESULT.status ? undefined : NOT_WITHDRAWN;
  return { ...lane, ...result, ...timesBeside(lane, result), ...rows };
}

/**
 * The times of day that a written result clears (racing, "Times of day", 3): the finish if the finish time is another one,
 * which is not that of the clock at the finish; both if the boat did not start or has no result. `undefined`: none.
 */
function timesBeside(lane: Lane, result: LaneResult): Partial<TimesOfDay> | undefined {
  const { startedAt, finishedAt } = lane;
  if (startedAt === null && finishedAt === null) return undefined;
  const { status, finishTimeMillis } = result;
  if (status === 'assigned' || status === 'dns') return { startedAt: null, finishedAt: null };
  if (finishTimeMillis === null) return status === 'finished' ? { finishedAt: null } : undefined;
  return finishTimeMillis === lane.finishTimeMillis ? undefined : { finishedAt: null };
}
