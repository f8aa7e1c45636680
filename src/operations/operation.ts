/**
 * The frame of every operation on an event. An operation loads the rows that it needs, and its plan, a pure function,
 * says how they are to be. The frame runs it in one transaction: it locks the event, checks the permission, compares the
 * rows once, and from the difference come what is written, the conflicts with what a page had seen, the revisions, the
 * history and the notifications, so that no operation can forget them or decide them differently.
 */
import type { Turn } from '../concurrency/turn-queue.ts';
import { MAX_LANES_OF_RACE } from '../contract/limits.ts';
import type { ProblemCode } from '../contract/problem.ts';
import { differenceBetween, type HowWritten } from '../domain/event/difference.ts';
import type { SomeRows } from '../domain/event/event-rows.ts';
import {
  growthOf,
  objectionToLanes,
  objectionToSize,
  SIZE_KINDS,
} from '../domain/event/event-size.ts';
import type { Schedule } from '../domain/event/schedule.ts';
import type { Change, OperationName } from '../domain/history/changes.ts';
import {
  type LaterEntry,
  laterChanges,
  type Touched,
  together,
} from '../domain/history/conflicts.ts';
import { LONGEST_SETTLING_MILLIS } from '../domain/queue-rules.ts';
import { conflict, invalid, outOfDate, Refusal } from '../domain/refusal.ts';
import { objectionToTimes } from '../domain/results/derived-times.ts';
import type { Settings } from '../settings.ts';
import type { Database, Queries, Write } from '../storage/engine/database.ts';
import { Preview } from '../storage/engine/group-commit.ts';
import { countLanesOfRaces, measureEvent } from '../storage/event/event-size.ts';
import { findSchedule } from '../storage/event/schedules.ts';
import {
  findNewestEntry,
  findRemoved,
  type HistoryPosition,
  listLaterEntries,
  newestNumber,
  recordChanges,
} from '../storage/history/history.ts';
import { noteNews } from '../storage/queue/outbox.ts';
import type { Actor } from './actor.ts';
import { type News, newsOf } from './news.ts';
import { writeDifference } from './write-difference.ts';

/** Where and when an operation takes place. */
export interface WriteContext {
  eventId: number;
  /** Epoch milliseconds. */
  now: number;
}

/** What has been written since a page showed the event. */
interface LaterHistory {
  /** How many entries the history has ever had, removed ones included; 0 when the write comes from no page. */
  revision: number;
  /** The entries since, oldest first. */
  later: readonly LaterEntry[];
  /** Whether some of them were removed (retention). */
  isForgotten: boolean;
}

/** What an operation loads: rows of the event, and what else its plan depends on. */
export interface LoadedRows {
  rows: SomeRows;
}

/** The input of a plan besides the payload. */
interface PlanContext<Stored, OfSchedule = Schedule> extends WriteContext, LaterHistory {
  schedule: OfSchedule;
  stored: Stored;
}

/** How the event is to be, and what belongs to the write. */
export interface Plan<Rows extends SomeRows, Result> extends HowWritten {
  /** The loaded rows as they are to be, the same objects where nothing changes. They obey the rules of every write. */
  after: Rows;
  result: Result;
  /** What must not have changed since a page showed the event, besides what the plan changes. */
  touched?: readonly Touched[];
  /** From now on, followers of the crew `crewId` also follow the crew `follow`. */
  followersOf?: { crewId: number; follow: number };
  /** What followers are notified of; left out, `newsOf` derives it from the difference. */
  news?: readonly News[];
  /** The history entry that the plan undoes. */
  undoOf?: number;
  /** What the history entry says before the changes: how they were found, or what they are about. */
  foundBy?: readonly Change[];
  /** What the history keeps in place of the changes; with it, an entry is written even if no row changes. */
  recorded?: readonly Change[];
}

interface AnyOperation<Input, Stored extends LoadedRows> {
  /** As the history calls it. */
  name: OperationName;
  /** Reads all that the plan needs, in parallel where it can. */
  load(tx: Write, moment: WriteContext, input: Input): Promise<Stored>;
}

/** What an operation that may conflict with changes by others declares besides its plan. Pure. */
interface Conflicts<Context, Input> {
  /**
   * What a refusal of the plan depends on besides the payload: where that has changed since the page showed it, the
   * answer says so in place of the refusal.
   */
  named?(context: Context, input: Input): readonly Touched[];
  /**
   * What the payload would write if the plan did not refuse it. What others have changed of this is reported with the refusal;
   * else it would be overwritten unseen once the payload is corrected and sent with the newer `seen`.
   */
  sent?(context: Context, input: Input): readonly Touched[];
}

/** An operation on an event that has a schedule. */
export interface ScheduleOperation<Input, Stored extends LoadedRows, Result>
  extends AnyOperation<Input, Stored>,
    Conflicts<PlanContext<Stored>, Input> {
  needs: 'schedule';
  /** Pure. */
  plan(context: PlanContext<Stored>, input: Input): Plan<Stored['rows'], Result> | Refusal;
}

/** An operation on an event, with a schedule or without. */
export interface EventOperation<Input, Stored extends LoadedRows, Result>
  extends AnyOperation<Input, Stored>,
    Conflicts<PlanContext<Stored, Schedule | undefined>, Input> {
  needs: 'event';
  /** Pure. */
  plan(
    context: PlanContext<Stored, Schedule | undefined>,
    input: Input,
  ): Plan<Stored['rows'], Result> | Refusal;
}

export type Operation<Input, Stored extends LoadedRows, Result> =
  | ScheduleOperation<Input, Stored, Result>
  | EventOperation<Input, Stored, Result>;

/** What an operation has done. */
export interface OperationOutcome<Rows extends SomeRows, Result> {
  result: Result;
  /** The rows as they are now. */
  rows: Rows;
  /** The schedule as it is now; `undefined` when there is none. */
  schedule: Schedule | undefined;
  /** Whether it has changed anything. */
  hasChanged: boolean;
  /** Reads its history entry, and has to be called before the next operation; `null` when nothing has changed. */
  entry(): Promise<HistoryPosition | null>;
}

/** What the frame needs of the program. */
export interface OperationContext {
  database: Database;
  settings: Pick<Settings, 'notifySettleSeconds'>;
}

/** Who performs operations, on which event, and how. */
export interface OperationOptions {
  actor: Actor;
  eventId: number;
  /** Its place in the queue of writes; left out when it need not queue. */
  turn?: Turn;
  /** Without the time limit of a write. */
  isLong?: boolean;
  /** The write is rolled back at the end. Its answer is the same as of a real write, except for the ids of new rows. */
  isPreview?: boolean;
}

/** One operation with its input. */
export interface OperationCall<Input, Stored extends LoadedRows, Result> extends OperationOptions {
  operation: Operation<Input, Stored, Result>;
  input: Input;
  /** The revision of the race office that a page showed; left out when the write comes from no page: nothing conflicts then. */
  seen?: number | undefined;
}

/**
 * Performs one operation in a transaction of its own.
 *
 * @param shape makes the answer from the outcome, while the database still works on the changes
 * @returns the answer; or why nothing was written
 */
export function perform<Input, Stored extends LoadedRows, Result, Answer>(
  context: OperationContext,
  call: OperationCall<Input, Stored, Result>,
  shape: (done: OperationOutcome<Stored['rows'], Result>) => Answer,
): Promise<Answer | Refusal> {
  return performTogether(context, call, async (performNext) => {
    const done = await performNext(call.operation, call.input, call.seen);
    return done instanceof Refusal ? done : shape(done);
  });
}

/**
 * Performs the next operation of a transaction, on what those before it have written.
 *
 * @param seen as in `OperationCall`
 */
export type PerformNext = <Input, Stored extends LoadedRows, Result>(
  operation: Operation<Input, Stored, Result>,
  input: Input,
  seen?: number,
) => Promise<OperationOutcome<Stored['rows'], Result> | Refusal>;

/**
 * Performs several operations on one event in one transaction: all of them, or none when one is
 * refused, even if `work` ignores the refusal. Each operation that changes something has a revision and an
 * entry of the history.
 *
 * @param work performs the operations; it may be run again from its beginning. After it calls `drop`, nothing is written
 * @returns what `work` returns; or why nothing was written
 */
export async function performTogether<Result>(
  { database, settings }: OperationContext,
  { actor, eventId, turn, isLong = false, isPreview = false }: OperationOptions,
  work: (performNext: PerformNext, tx: Write, drop: () => void) => Promise<Result | Refusal>,
): Promise<Result | Refusal> {
  const settleMillis = settings.notifySettleSeconds * 1000;
  const write = async (tx: Write) => {
    const refusals: Refusal[] = [];
    let isDropped = isPreview;
    const result = await work(
      async (operation, input, seen) => {
        const [refusal] = refusals;
        if (refusal) return refusal;
        const call = { operation, actor, eventId, input, seen };
        const done = await performIn(tx, call, settleMillis);
        if (done instanceof Refusal) refusals.push(done);
        return done;
      },
      tx,
      () => {
        isDropped = true;
      },
    );
    const outcome = refusals[0] ?? result;
    return isDropped ? new Preview(outcome) : outcome;
  };
  const done = await database.writeEvent(eventId, write, { turn, isLong, isAlone: isPreview });
  return done instanceof Preview ? done.result : done;
}

/** @param settleMillis how long news settles before followers are notified of it */
async function performIn<Input, Stored extends LoadedRows, Result>(
  tx: Write,
  { operation, actor, eventId, input, seen }: OperationCall<Input, Stored, Result>,
  settleMillis: number,
): Promise<OperationOutcome<Stored['rows'], Result> | Refusal> {
  const moment = { eventId, now: Date.now() };
  const [objection, schedule, since, stored] = await Promise.all([
    actor.objection(tx, eventId),
    findSchedule(tx, eventId),
    seen === undefined ? NOTHING_SINCE : loadSince(tx, eventId, seen),
    operation.load(tx, moment, input),
  ]);
  if (objection) return objection;
  const planned = planOf(operation, { ...moment, ...since, schedule, stored }, input, seen);
  if (planned instanceof Refusal) return planned;
  const was: Stored['rows'] = stored.rows;
  const { rows, difference } = differenceBetween(was, planned.after, planned);
  const { changes } = difference;
  const { result, recorded = changes } = planned;
  if (changes.length === 0 && recorded === changes) {
    return { result, rows, schedule, hasChanged: false, entry: async () => null };
  }
  const objectionToWrite =
    objectionToTimes(rows, difference.lanes) ??
    overwritten(since, changes, planned) ??
    (await refuseGrowth(tx, eventId, changes));
  if (objectionToWrite) return objectionToWrite;
  const next = await writeDifference(
    tx,
    { was, is: rows, difference, schedule, ...moment },
    planned,
  );
  const { author } = actor;
  const { undoOf = null, foundBy = [] } = planned;
  const record = {
    ...moment,
    ...{ author, operation: operation.name, undoOf },
    changes: [...foundBy, ...recorded],
  };
  await recordChanges(tx, record);
  const news = planned.news ?? newsOf({ schedule: next, now: moment.now }, difference, was, rows);
  const latestAt = moment.now + LONGEST_SETTLING_MILLIS;
  for (const { isAtOnce, settlesAnew = false, ...each } of news) {
    const dueAt = moment.now + (isAtOnce ? 0 : settleMillis);
    await noteNews(tx, { ...each, eventId, dueAt, latestAt, settlesAnew });
  }
  // Nobody else writes to the event before the commit, so the newest entry is this one.
  const entry = () => findNewestEntry(tx, eventId);
  return { result, rows, schedule: next, hasChanged: true, entry };
}

const NOTHING_SINCE: LaterHistory = { revision: 0, later: [], isForgotten: false };

/** @param seen the revision that the page showed */
async function loadSince(tx: Queries, eventId: number, seen: number): Promise<LaterHistory> {
  const [revision, later, removed] = await Promise.all([
    newestNumber(tx, eventId),
    listLaterEntries(tx, eventId, seen),
    findRemoved(tx, eventId),
  ]);
  return { revision, later, isForgotten: seen < removed.to };
}

/** The codes of refusals because something that the path names does not exist. */
const MISSING: readonly string[] = ['race_not_found', 'not_found'] satisfies ProblemCode[];

/** The plan of an operation; its refusal says what others have changed since the page showed the event. */
function planOf<Input, Stored extends LoadedRows, Result>(
  operation: Operation<Input, Stored, Result>,
  { schedule, ...context }: PlanContext<Stored, Schedule | undefined>,
  input: Input,
  seen: number | undefined,
): Plan<Stored['rows'], Result> | Refusal {
  if (operation.needs === 'event') {
    return judged(operation, { ...context, schedule }, input, seen);
  }
  if (!schedule) return scheduleNotFound();
  return judged(operation, { ...context, schedule }, input, seen);
}

interface Planning<Context, Input, Planned> extends Conflicts<Context, Input> {
  plan(context: Context, input: Input): Planned | Refusal;
}

function judged<Context extends LaterHistory, Input, Planned>(
  operation: Planning<Context, Input, Planned>,
  context: Context,
  input: Input,
  seen: number | undefined,
): Planned | Refusal {
  const planned = operation.plan(context, input);
  if (seen === undefined) return planned;
  const { revision, later, isForgotten } = context;
  // That something in the path does not exist is reported before any problem of the body.
  const isMissing = planned instanceof Refusal && MISSING.includes(planned.code);
  if (seen > revision && !isMissing) return seenFromTheFuture(revision);
  if (isForgotten && !isMissing) return conflict(FORGOTTEN_SINCE);
  if (!(planned instanceof Refusal)) return planned;
  const changed = (touched: readonly Touched[] = []) => laterChanges(later, [], touched);
  const reasons = together(planned.changed ?? [], changed(operation.named?.(context, input)));
  const others = changed(operation.sent?.(context, input));
  if (reasons.length === 0 && (planned.code !== 'conflict' || others.length === 0)) return planned;
  const detail = planned.detail ?? '';
  return outOfDate(
    planned.changed
      ? detail
      : `Something has changed since you saw it: \`changed\` lists what. ${detail}`.trim(),
    together(reasons, others),
  );
}

const FORGOTTEN_SINCE =
  'What has changed since you saw it is no longer known, because the history of archived events is removed after a time. Look at the event again.';

function seenFromTheFuture(revision: number): Refusal {
  const detail = `must be at most ${revision}, the revision of the race office now`;
  return invalid([{ field: 'seen', detail }]);
}

/** Refuses to overwrite changes by others. What is stored already as it is sent, as after a lost answer, is no change. */
function overwritten(
  { later }: LaterHistory,
  changes: readonly Change[],
  { touched }: { touched?: readonly Touched[] },
): Refusal | undefined {
  const changed = laterChanges(later, changes, touched);
  if (changed.length === 0) return undefined;
  return outOfDate(
    'Something has changed since you saw it: `changed` lists what, by whom and when. Send it again with the newer `seen` to write all the same.',
    changed,
  );
}

/** Refuses what would make an event larger than it may be (decision R6); only what grows is counted. */
async function refuseGrowth(
  tx: Queries,
  eventId: number,
  changes: readonly Change[],
): Promise<Refusal | undefined> {
  const { event: more, lanesOfRaces } = growthOf(changes);
  const growing = SIZE_KINDS.filter((kind) => more[kind] > 0);
  const now = await measureEvent(tx, eventId, growing);
  const objection = objectionToSize(now, more);
  if (objection || lanesOfRaces.size === 0) return objection;
  // If the whole event has no more lanes than one race may have, no race has too many.
  if (now.lanes !== undefined && now.lanes + more.lanes <= MAX_LANES_OF_RACE) return undefined;
  return objectionToLanes(await countLanesOfRaces(tx, lanesOfRaces.keys()), lanesOfRaces);
}

export function scheduleNotFound(): Refusal {
  return new Refusal('schedule_not_found', 'Create it with POST /v1/events/{eventId}/schedule.');
}
