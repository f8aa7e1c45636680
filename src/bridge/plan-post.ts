/**
 * What a file means for its race in the schedule: what is to be posted, or why the race waits for a person
 * (formats.md §6.2, requirements 8 to 12 and 16). Pure.
 */
import type { LaneRule } from '../exchange/finishlynx/lane-rule.ts';
import type { LifResults } from '../exchange/finishlynx/lif-results.ts';
import { readLanes } from './files/read-lanes.ts';
import type { LaneResult, ScheduleLane, ScheduleRace, Withdrawn } from './schedule.ts';

/** What the bridge knows of a race from before. */
export interface RaceMemory {
  laneRule: LaneRule | null;
  /** What the service has confirmed last; empty where it never has. */
  confirmed: readonly LaneResult[];
  /** What was posted since then without an answer: the service may have any of them. */
  attempts: readonly (readonly LaneResult[])[];
  /** The service came back with an older database, so that what it has is nobody's wish. */
  isRestored: boolean;
}

export const NO_MEMORY: RaceMemory = {
  laneRule: null,
  confirmed: [],
  attempts: [],
  isRestored: false,
};

interface PlanOptions {
  /** What a row without place and time means; `null`: no result yet. */
  emptyPlace: 'dns' | null;
  /** The file goes over what a person has entered. */
  timerWins: boolean;
  /** Post again what the service has confirmed already. */
  resend: boolean;
  /** By the number that the bridge gave a crew in its start lists. */
  crewKeys: ReadonlyMap<string, string>;
  /** Nobody waits for them. */
  withdrawn: Withdrawn;
}

export type Plan =
  | { kind: 'park'; reason: string }
  | {
      kind: 'post' | 'done';
      /** What is to be posted, lanes that are taken back included; nothing where it is done. */
      results: LaneResult[];
      /** What the file says, which is what the service is to have been told. */
      wish: LaneResult[];
      /** The labels of lanes with a crew that rows and without a result. */
      missing: string[];
      notes: string[];
    };

/** Plans one race. */
export function planPost(
  file: LifResults,
  race: ScheduleRace,
  memory: RaceMemory,
  options: PlanOptions,
): Plan {
  const read = readLanes(file, race, { ...options, laneRule: memory.laneRule });
  if ('reason' in read) return { kind: 'park', reason: read.reason };
  const { results: wish, missing, notes } = read;
  const done: Plan = { kind: 'done', results: [], wish, missing, notes };
  const isNews = !sameResults(wish, memory.confirmed, race);
  const isOpen = options.resend || memory.isRestored || memory.attempts.length > 0;
  if (!isNews && !isOpen) return done;
  const wanted = [...wish, ...takenBack(wish, race, memory)];
  const judged = wanted.map((want) => ({ want, verdict: judgeLane(want, race, memory) }));
  const conflict = judged.find(({ verdict }) => verdict === 'conflict');
  if (conflict && !options.timerWins) {
    return { kind: 'park', reason: conflictReason(conflict.want, race) };
  }
  const left = judged.filter(({ verdict }) => verdict !== 'stays' || options.resend);
  if (!options.resend && left.every(({ verdict }) => verdict === 'same')) return done;
  const results = left.map(({ want }) => want).sort((a, b) => a.position - b.position);
  return { ...done, kind: results.length > 0 ? 'post' : 'done', results };
}

/** Lanes that this bridge posted, and that the file no longer has. */
function takenBack(
  wish: readonly LaneResult[],
  race: ScheduleRace,
  { confirmed, attempts }: RaceMemory,
): LaneResult[] {
  const wished = new Set(wish.map(({ position }) => position));
  const posted = new Set([confirmed, ...attempts].flat().map(({ position }) => position));
  return race.lanes
    .filter(({ position }) => posted.has(position) && !wished.has(position))
    .map(({ position }) => nothingIn(position));
}

type Verdict = 'same' | 'ours' | 'stays' | 'conflict';

/** Whether what the service has in a lane may be replaced. */
function judgeLane(want: LaneResult, race: ScheduleRace, memory: RaceMemory): Verdict {
  const lane = race.lanes.find(({ position }) => position === want.position);
  if (!lane || same(want, lane, race)) return 'same';
  if (memory.isRestored) return 'ours';
  const inLane = (results: readonly LaneResult[]) =>
    results.find(({ position }) => position === want.position);
  const last = inLane(memory.confirmed) ?? nothingIn(want.position);
  const posted = [last, ...memory.attempts.flatMap((results) => inLane(results) ?? [])];
  if (posted.some((result) => same(result, lane, race))) return 'ours';
  // It was posted and is gone: somebody has taken it back, which stays until the timer says something else.
  if (lane.status === 'assigned' && sameWish(want, last, race)) return 'stays';
  return 'conflict';
}

function same(result: LaneResult, lane: ScheduleLane, { resultMode }: ScheduleRace): boolean {
  if (result.status !== lane.status || (lane.penaltyMillis ?? 0) !== 0) return false;
  return resultMode === 'timed'
    ? result.finishTimeMillis === lane.finishTimeMillis
    : result.finishPlace === lane.finishPlace;
}

function sameWish(a: LaneResult, b: LaneResult, { resultMode }: ScheduleRace): boolean {
  const key = resultMode === 'timed' ? 'finishTimeMillis' : 'finishPlace';
  return a.status === b.status && a[key] === b[key];
}

function sameResults(
  a: readonly LaneResult[],
  b: readonly LaneResult[],
  race: ScheduleRace,
): boolean {
  return (
    a.length === b.length &&
    a.every((one) => b.some((two) => two.position === one.position && sameWish(one, two, race)))
  );
}

function nothingIn(position: number): LaneResult {
  return { position, status: 'assigned', finishTimeMillis: null, finishPlace: null };
}

function conflictReason({ position }: LaneResult, { lanes }: ScheduleRace): string {
  const lane = lanes.find((one) => one.position === position);
  const what = lane?.status === 'assigned' ? 'was taken back' : 'has another result';
  return `lane ${lane?.positionLabel ?? position} ${what} in the service: --accept sends the file, or leave it as it is there`;
}
