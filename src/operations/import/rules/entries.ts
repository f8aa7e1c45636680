/**
 * Enters what files say of the entries of a race besides results: how they are ranked, when they are to start, and when they
 * started and finished (racing.md, "The office"). A start that all entries share becomes the start of the race.
 */
import { MAX_ALLOWANCE_MILLIS, MAX_RACE_LABEL_LENGTH } from '../../../contract/limits.ts';
import { HOUR_MILLIS } from '../../../contract/time-units.ts';
import { delayOfRace } from '../../../domain/day/delay.ts';
import { type Lane, NO_RESULT, type Rating } from '../../../domain/draw/lane.ts';
import type { Race } from '../../../domain/races/race.ts';
import { numberShown } from '../../../domain/races/race-name.ts';
import { raceKind, raceStart } from '../../../domain/races/racing.ts';
import { elapsedMillis, isPossibleTime } from '../../../domain/results/derived-times.ts';
import { isRoundedFrom } from '../../../domain/results/finish-time.ts';
import type { ReadLane, ReadRace } from '../../../exchange/reading/reading.ts';
import type { Draft, ImportContext } from '../context.ts';
import type { PlacedLane } from './place-lanes.ts';
import type { Moments } from './starts.ts';

/** A lane of a file with its instants, in epoch milliseconds. */
interface TimedLane extends PlacedLane {
  startedAt?: number;
  finishedAt?: number;
}

interface TimedLanes {
  lanes: TimedLane[];
  /** When all of them started, in a race whose boats start together. */
  sharedStart?: number;
}

/** Longer than any boat takes from its start to its finish. */
const TOO_LONG_MILLIS = 6 * HOUR_MILLIS;

/**
 * The lanes of a file with their times of day, and results that agree with these. When the file also has a time that
 * contradicts the times of day, that time stays, the finish is left out, and a note says so.
 */
export function timeLanes(
  draft: Draft,
  context: ImportContext,
  moments: Moments,
  { race, read, lanes }: { race: Race; read: ReadRace; lanes: readonly PlacedLane[] },
): TimedLanes {
  if (lanes.every(({ read: { startedAt, finishedAt } }) => !startedAt && !finishedAt))
    return { lanes: [...lanes] };
  const zone = context.event.timeZone;
  const delay = delayOfRace(race.scheduledAt, draft.before.delays, zone);
  const base = raceStart(race, delay);
  const starts = lanes.map(({ read: { startedAt } }) => startedAt && moments.near(startedAt, base));
  const [first, ...others] = [...new Set(starts.filter((start) => start !== undefined))];
  const isTogether =
    !read.hasOwnStarts && raceKind(race) === 'lanes' && first !== undefined && others.length === 0;
  const stored = new Map(draft.lanesOf(race.id).map((lane) => [lane.position, lane]));
  const timing = isTogether ? { ...race, startedAt: first } : race;
  return {
    ...(isTogether && { sharedStart: first }),
    lanes: lanes.map((lane, index) => {
      const { read, position } = lane;
      const start = starts[index];
      const own = start ?? stored.get(position)?.startedAt ?? null;
      const from = own ?? (raceKind(race) === 'lanes' ? timing.startedAt : null);
      const { finishedAt: finish } = read;
      const finishedAt =
        finish && (from === null ? moments.near(finish, base) : moments.after(finish, from));
      const timed = { ...lane, ...(start !== undefined && { startedAt: start }) };
      if (finishedAt === undefined) return timed;
      const elapsed = elapsedMillis(timing, { startedAt: own, finishedAt });
      if (elapsed !== null && read.result?.status === 'dns') return lane;
      const result = judged(read, elapsed, race.clockOffsetMillis);
      if (typeof result === 'object') return { ...timed, read: { ...read, ...result }, finishedAt };
      const text = `${calledIn(draft, race, lane)} ${result}`;
      if (read.result === null || read.result.isFromClocks)
        context.findings.reject(read.row, 'finish', text);
      else context.findings.note(read.row, `${text}: its time stays, and the finish is left out`);
      return timed;
    }),
  };
}

/** @returns the result with the time by the clocks; or a sentence why the times of day cannot be right */
function judged(
  { result }: ReadLane,
  elapsed: number | null,
  offset: number,
): Pick<ReadLane, 'result'> | string {
  if (elapsed === null || result === null) return { result };
  if (!isPossibleTime(elapsed) || elapsed > TOO_LONG_MILLIS)
    return 'finished before it started, by the times of day';
  const { finishMillis, isFromClocks } = result;
  // Other programs know nothing of our clock offset; our own export does.
  const isSame =
    isFromClocks ||
    finishMillis === null ||
    [elapsed, elapsed - offset].some((exact) =>
      isRoundedFrom(exact, finishMillis, unitOf(finishMillis)),
    );
  if (isSame) return { result: { ...result, finishMillis: elapsed } };
  return 'has another time than what lies between its start and its finish';
}

/** The unit of a time's last decimal, in milliseconds: at most 100, because no program rounds to whole seconds. */
function unitOf(millis: number): number {
  return [100, 10].find((each) => millis % each === 0) ?? 1;
}

/** What has been done with the results of the same lanes. */
export interface EnteredResults {
  /** Positions whose results stay as they are stored. */
  kept: ReadonlySet<number>;
  /** By position: the milliseconds that were added so that the places stay as they are. */
  addedMillis: ReadonlyMap<number, number>;
}

/** Writes what a file says of the entries, once their results are entered. */
export function enterEntries(
  draft: Draft,
  context: ImportContext,
  moments: Moments,
  { race, timed, entered }: { race: Race; timed: TimedLanes; entered: EnteredResults },
): void {
  const before = draft.lanesOf(race.id);
  const byPosition = new Map(timed.lanes.map((lane) => [lane.position, lane]));
  const isShared = setStart(draft, race, { timed, entered, byPosition });
  const after = before.map((lane): Lane => {
    const read = byPosition.get(lane.position);
    if (!read) return lane;
    const rating = lane.team ? ratingOf(read.read, context) : undefined;
    const planned = read.read.plannedStart;
    const plannedAt = planned && moments.near(planned, race.scheduledAt);
    const times = mayTime(lane, read, entered)
      ? timesOf(lane, read, { isShared, addedMillis: entered.addedMillis })
      : undefined;
    const next = {
      ...lane,
      ...rating,
      ...(plannedAt !== undefined && { plannedStartMillis: plannedAt - race.scheduledAt }),
      ...times,
    };
    if (rating || plannedAt !== undefined) draft.nameLane('lanes', race.id, lane.position);
    if (times) draft.nameLane('results', race.id, lane.position);
    return next;
  });
  draft.lanes.set(race.id, after);
}

/** Whether the file may time a lane. A `dns` has one clock at most, in our own export; a result not in the file stays. */
function mayTime(
  { position, status }: Lane,
  { read }: TimedLane,
  { kept }: EnteredResults,
): boolean {
  if (kept.has(position)) return false;
  if (status === 'dns') return read.result?.status === 'dns';
  return read.result !== null || status === NO_RESULT.status;
}

function timesOf(
  lane: Lane,
  { startedAt, finishedAt, position }: TimedLane,
  { isShared, addedMillis }: { isShared: boolean; addedMillis: ReadonlyMap<number, number> },
): Partial<Lane> | undefined {
  const isOwn = startedAt !== undefined && (!isShared || lane.startedAt !== null);
  if (!isOwn && finishedAt === undefined) return undefined;
  return {
    ...(isOwn && { startedAt }),
    ...(finishedAt !== undefined && { finishedAt: finishedAt + (addedMillis.get(position) ?? 0) }),
  };
}

/** @returns whether the race now has the start of the file; it does not if that would change times of boats not in the file */
function setStart(
  draft: Draft,
  race: Race,
  {
    timed: { sharedStart },
    entered,
    byPosition,
  }: { timed: TimedLanes; entered: EnteredResults; byPosition: ReadonlyMap<number, TimedLane> },
): boolean {
  if (sharedStart === undefined) return false;
  if (sharedStart === race.startedAt) return true;
  const isDisturbed = draft
    .lanesOf(race.id)
    .some(
      ({ position, startedAt, finishedAt }) =>
        finishedAt !== null &&
        startedAt === null &&
        (entered.kept.has(position) || !byPosition.has(position)),
    );
  if (isDisturbed) return false;
  draft.races.set(race.id, { ...(draft.races.get(race.id) ?? race), startedAt: sharedStart });
  draft.named.races.add(race.id);
  return true;
}

/** How a file ranks an entry; what the file does not give stays. `undefined` when it gives nothing, or something wrong. */
function ratingOf(
  { category, allowanceMillis, outOfCompetition, row }: ReadLane,
  { findings }: ImportContext,
): Partial<Rating> | undefined {
  const text = category?.normalize('NFC').trim();
  if (text !== undefined && Array.from(text).length > MAX_RACE_LABEL_LENGTH) {
    const reason = `category must have at most ${MAX_RACE_LABEL_LENGTH} characters`;
    findings.reject(row, 'category', reason);
    return undefined;
  }
  if (Math.abs(allowanceMillis ?? 0) > MAX_ALLOWANCE_MILLIS) {
    findings.reject(row, 'handicap', 'allowanceMillis must be an hour at most');
    return undefined;
  }
  if (!text && allowanceMillis === undefined && outOfCompetition === undefined) return undefined;
  return {
    ...(text && { category: text }),
    ...(allowanceMillis !== undefined && { allowanceMillis }),
    ...(outOfCompetition !== undefined && { outOfCompetition }),
  };
}

function calledIn(draft: Draft, race: Race, { position, read }: PlacedLane): string {
  const { team } = draft.lanesOf(race.id).find((lane) => lane.position === position) ?? {};
  const crew = team?.name ?? read.crew?.name;
  const called = crew === undefined ? `position ${position}` : JSON.stringify(crew);
  return `race ${numberShown(race)}: ${called}`;
}

/** What a file says of how its race is rowed, as properties of the race; properties that it does not give are left out. */
export function racingOf(
  read: ReadRace,
  moments: Moments,
  { stored, scheduledAt }: { stored: Race | null; scheduledAt: number },
): Partial<Race> {
  const { kind, startIntervalSeconds, startedAt, closed, clockOffsetMillis } = read;
  const start = startedAt && moments.near(startedAt, scheduledAt);
  // A kind that the race has anyway is not stored, unless the entries have starts of their own.
  const isSaid = kind && (read.hasOwnStarts || !stored || raceKind(stored) !== kind);
  return {
    ...(isSaid && { kind }),
    ...(startIntervalSeconds !== undefined && { startIntervalSeconds }),
    ...(start !== undefined && { startedAt: start }),
    ...(closed !== undefined && { closed }),
    ...(clockOffsetMillis !== undefined && { clockOffsetMillis }),
  };
}
