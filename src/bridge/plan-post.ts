/**
 * Turns the rows of a file into results by position, checks them against the draw, and decides which of them are posted, or
 * why the race waits for a person (formats.md §6.2, requirements 8 to 12 and 16). Pure.
 */
import type { LifLane, LifResults } from '../exchange/finishlynx/lif-results.ts';
import { type LaneRule, lanesByNumber } from '../exchange/finishlynx/numbers.ts';
import { MAX_NAME_LENGTH } from '../exchange/finishlynx/write-start-list.ts';
import {
  crewKeyOf,
  hasRowingCrew,
  type LaneResult,
  type ScheduleLane,
  type ScheduleRace,
  type Withdrawn,
} from './schedule.ts';

/** What the bridge remembers of a race. */
export interface RaceMemory {
  laneRule: LaneRule | null;
  /** The results that the service confirmed last; empty if it never has. */
  confirmed: readonly LaneResult[];
  /** The results posted since then without an answer: the service may have stored any of them. */
  attempts: readonly (readonly LaneResult[])[];
  /** The service has restored an older database, so results that are missing there were not cleared by a person. */
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
  /** The file overwrites what a person has entered. */
  timerWins: boolean;
  /** Post again what the service has confirmed already. */
  resend: boolean;
  /** The keys of crews, by the number that the bridge gave each in its start lists. */
  crewKeys: ReadonlyMap<string, string>;
  /** Crews whose results are not waited for. */
  withdrawn: Withdrawn;
}

export type Plan =
  | { kind: 'park'; reason: string }
  | {
      kind: 'post' | 'done';
      /** The results to post, including empty ones for lanes that are cleared; no results if `done`. */
      results: LaneResult[];
      /** The results of the file, all of which the service is to have in the end. */
      wish: LaneResult[];
      /** The labels of the lanes without a result whose crew has not withdrawn. */
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
  const planned = planResults([...wish, ...takenBack(wish, race, memory)], race, memory, options);
  return planned.kind === 'park' ? planned : { ...done, ...planned };
}

/** Selects the results to post from those wanted. Unless `timerWins`, nothing that a person has entered is overwritten. */
export function planResults(
  wanted: readonly LaneResult[],
  race: ScheduleRace,
  memory: RaceMemory,
  { timerWins, resend }: Pick<PlanOptions, 'timerWins' | 'resend'>,
): { kind: 'park'; reason: string } | { kind: 'post' | 'done'; results: LaneResult[] } {
  const judged = wanted.map((want) => ({ want, verdict: judgeLane(want, race, memory) }));
  const conflict = judged.find(({ verdict }) => verdict === 'conflict');
  if (conflict && !timerWins) return { kind: 'park', reason: conflictReason(conflict.want, race) };
  const left = judged.filter(({ verdict }) => verdict !== 'stays' || resend);
  if (!resend && left.every(({ verdict }) => verdict === 'same'))
    return { kind: 'done', results: [] };
  const results = left.map(({ want }) => want).sort((a, b) => a.position - b.position);
  return { kind: results.length > 0 ? 'post' : 'done', results };
}

/** Empty results for the lanes that this bridge posted and the file no longer has. */
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
  if (!lane) return 'stays';
  if (same(want, lane, race)) return 'same';
  if (memory.isRestored && lane.status === 'assigned') return 'ours';
  const inLane = (results: readonly LaneResult[]) =>
    results.find(({ position }) => position === want.position);
  const last = inLane(memory.confirmed) ?? nothingIn(want.position);
  const posted = [last, ...memory.attempts.flatMap((results) => inLane(results) ?? [])];
  if (posted.some((result) => same(result, lane, race))) return 'ours';
  // The posted result is gone: a person has cleared it, which stays so until the timer has another result.
  if (lane.status === 'assigned' && sameWish(want, last, race)) return 'stays';
  return 'conflict';
}

function same(result: LaneResult, lane: ScheduleLane, race: ScheduleRace): boolean {
  return sameWish(result, lane, race) && (lane.penaltyMillis ?? 0) === 0;
}

/** Whether two results of a lane are equal in status and in what ranks in this race: time or place. */
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

type ReadOptions = PlanOptions & Pick<RaceMemory, 'laneRule'>;
type ReadLanes = Pick<Extract<Plan, { wish: unknown }>, 'results' | 'missing' | 'notes'>;

/** @returns the results by position, or why the file cannot be used as it is */
function readLanes(
  { lanes, wrong, notes }: LifResults,
  race: ScheduleRace,
  options: ReadOptions,
): ReadLanes | { reason: string } {
  const [first] = wrong;
  if (first) return { reason: `line ${first.row}: ${first.reason}` };
  const numbers = lanes.flatMap((row) => (row.lane === null ? [] : [Number(row.lane)]));
  const byNumber = lanesByNumber(race.lanes, { writtenRule: options.laneRule, numbers });
  const results: LaneResult[] = [];
  for (const row of lanes) {
    const read = readRow(row, byNumber.get(Number(row.lane ?? Number.NaN)), race, options);
    if (typeof read === 'string') return { reason: read };
    if (read) results.push(read);
  }
  const withPlaces = race.resultMode === 'timed' ? results : ranked(results);
  const scored = new Set(results.map(({ position }) => position));
  const missing = race.lanes
    .filter((lane) => hasRowingCrew(lane, race, options.withdrawn) && !scored.has(lane.position))
    .map(({ positionLabel }) => positionLabel);
  return { results: withPlaces, missing, notes: notes.map(({ text }) => text) };
}

/** @returns a result; `null` for a row without one; or why the race has to wait */
function readRow(
  row: LifLane,
  lane: ScheduleLane | undefined,
  race: ScheduleRace,
  options: ReadOptions,
): LaneResult | null | string {
  const { outcome } = row;
  const where = row.lane === null ? `line ${row.row}` : `lane ${row.lane}`;
  const isAwaited = lane !== undefined && hasRowingCrew(lane, race, options.withdrawn);
  if (outcome.kind === 'none' && (options.emptyPlace === null || !isAwaited)) return null;
  if (outcome.kind === 'unknown') return `${where} has "${outcome.word}", which nobody knows`;
  if (outcome.kind === 'falseStart') return `${where} has FS: a disqualification or a restart?`;
  if (outcome.kind === 'advanced') return `${where} has ADV, advanced without racing`;
  if (row.lane === null) return `line ${row.row} has a result but no lane`;
  if (!lane) return `there is no lane ${row.lane} in this race`;
  const other = otherCrew(row, lane, race, options.crewKeys);
  if (other) return other;
  const { position } = lane;
  if (outcome.kind === 'none') {
    return { position, status: 'dns', finishTimeMillis: null, finishPlace: null };
  }
  const { status, finishMillis, place } = outcome.result;
  if (race.resultMode === 'timed') {
    if (status === 'finished' && finishMillis === null)
      return `${where} has a place without a time`;
    return { position, status, finishTimeMillis: finishMillis, finishPlace: null };
  }
  return {
    position,
    status,
    // Not posted; `ranked` derives places from it where the file gives none.
    finishTimeMillis: place === null && status === 'finished' ? finishMillis : null,
    finishPlace: status === 'finished' ? place : null,
  };
}

/** In a race of places, derives the places that the file does not give from its times. */
function ranked(results: readonly LaneResult[]): LaneResult[] {
  const times = results.flatMap(({ finishTimeMillis }) => finishTimeMillis ?? []);
  return results.map((result) => {
    const { finishTimeMillis: millis } = result;
    if (millis === null) return result;
    const finishPlace = 1 + times.filter((time) => time < millis).length;
    return { ...result, finishTimeMillis: null, finishPlace };
  });
}

/** Why a row is of another crew than the one drawn in its lane: the draw changed, or lanes were swapped at the line. */
function otherCrew(
  { id, lane: number, names }: LifLane,
  lane: ScheduleLane,
  race: ScheduleRace,
  crewKeys: ReadonlyMap<string, string>,
): string | null {
  const drawn = crewKeyOf(lane);
  const known = id === null ? undefined : crewKeys.get(id);
  if (known !== undefined) {
    if (known === drawn) return null;
    return `lane ${number} has crew ${id} of the start list, but ${lane.teamName ?? 'nobody'} is drawn there`;
  }
  const isNamed = (one: ScheduleLane) =>
    names.some((name) => one.teamName !== null && shortName(one.teamName) === shortName(name));
  if (isNamed(lane)) return null;
  const [elsewhere, second] = race.lanes.filter(isNamed);
  if (!elsewhere || second) return null;
  return `lane ${number} has ${elsewhere.teamName}, which is drawn in lane ${elsewhere.positionLabel}`;
}

function shortName(name: string): string {
  return name.normalize('NFC').slice(0, MAX_NAME_LENGTH).trim().toLowerCase();
}
