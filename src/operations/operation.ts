/**
 * The frame of every operation on an event. An operation loads, decides, and says what changes and who
 * sees it. The frame runs it in one transaction and adds the lock, the check of the permission, the
 * revision, the history and the notifications, so that no operation can forget them.
 */
import type { Turn } from '../concurrency/turn-queue.ts';
import { MAX_LANES_OF_RACE } from '../contract/limits.ts';
import type { Change, OperationName } from '../domain/changes.ts';
import { LONGEST_SETTLING_MILLIS } from '../domain/due.ts';
import { growthOf, objectionToLanes, objectionToSize, SIZE_KINDS } from '../domain/event-size.ts';
import { Refusal } from '../domain/refusal.ts';
import {
  nextOnBoard,
  nextSchedule,
  type Schedule,
  type ScheduleState,
} from '../domain/schedule.ts';
import type { Settings } from '../settings.ts';
import type { Database, Queries, Write } from '../storage/database.ts';
import { countLanesOfRaces, measureEvent } from '../storage/event-size.ts';
import { Preview } from '../storage/group-commit.ts';
import { recordChanges } from '../storage/history.ts';
import { noteNews, type News as OpenNews } from '../storage/outbox.ts';
import { keepFirstPlan, markRaces } from '../storage/races.ts';
import { findSchedule, saveSchedule } from '../storage/schedules.ts';
import type { Actor } from './actor.ts';
import { publicEffect } from './public-effect.ts';

/** Where and when an operation takes place. */
export interface Moment {
  eventId: number;
  /** Epoch milliseconds. */
  now: number;
}

/** What an operation decides on. */
export interface Situation<Stored, OfSchedule = Schedule> extends Moment {
  schedule: OfSchedule;
  stored: Stored;
}

interface AnyOperation<Input, Stored> {
  /** As the history calls it. */
  name: OperationName;
  /** Reads all that the decision needs, in parallel where it can. */
  load(tx: Write, moment: Moment, input: Input): Promise<Stored>;
}

/** An operation on an event that has a schedule. */
export interface ScheduleOperation<Input, Stored, Result> extends AnyOperation<Input, Stored> {
  needs: 'schedule';
  /** Pure. */
  decide(situation: Situation<Stored>, input: Input): Decision<Result> | Refusal;
}

/** An operation on an event, with a schedule or without. */
export interface EventOperation<Input, Stored, Result> extends AnyOperation<Input, Stored> {
  needs: 'event';
  /** Pure. */
  decide(
    situation: Situation<Stored, Schedule | undefined>,
    input: Input,
  ): Decision<Result> | Refusal;
}

export type Operation<Input, Stored, Result> =
  | ScheduleOperation<Input, Stored, Result>
  | EventOperation<Input, Stored, Result>;

/** What is to be done. */
export interface Decision<Result> {
  result: Result;
  /** Before and after. Without any, nothing is written: no revision, no history, no notification. */
  changes: readonly Change[];
  shows: Shown;
  /** What changes of the schedule itself. */
  schedule?: Partial<ScheduleState>;
  /** Writes the rows. @param revision at which readers see the change */
  apply?(tx: Write, revision: number): Promise<void>;
  /** The entry of the history that it undoes. */
  undoOf?: number;
  /** What followers are notified of. */
  news?: readonly News[];
}

/**
 * What changes for a reader of the schedule: races, by their ids (an empty list: nothing); `marked`,
 * where `apply` itself writes the new revision into the races that it changes; or `everything`, where
 * all races change, or one is removed.
 */
export type Shown = readonly number[] | 'marked' | 'everything';

/** What followers are notified of, and what they saw of it before (`publicState`). */
export interface News extends Pick<OpenNews, 'kind' | 'subject' | 'stateBefore'> {
  /** Without settling: nothing that is still to come belongs to it. */
  isAtOnce?: true;
  /** Settling starts anew: a lane has come in, and others may follow. */
  settlesAnew?: boolean;
}

/** What the frame needs of the program. */
interface OperationContext {
  database: Database;
  settings: Pick<Settings, 'notifySettleSeconds'>;
}

/** By whom, on which event, and how. */
export interface Terms {
  actor: Actor;
  eventId: number;
  /** Its place in the queue of writes; left out where nobody else writes. */
  turn?: Turn;
  /** Without the time limit of a write. */
  isLong?: boolean;
  /** Rolled back at the end: the answer is that of the write, save the ids of new rows. */
  isPreview?: boolean;
}

/** One operation with its input. */
export interface Call<Input, Stored, Result> extends Terms {
  operation: Operation<Input, Stored, Result>;
  input: Input;
}

/**
 * Performs one operation in a transaction of its own.
 *
 * @param shape makes an answer of the result, while the database still works on the changes
 * @returns the answer; or why nothing was written
 */
export function perform<Input, Stored, Result, Answer>(
  context: OperationContext,
  call: Call<Input, Stored, Result>,
  shape: (result: Result) => Answer,
): Promise<Answer | Refusal> {
  return performTogether(context, call, async (performNext) => {
    const result = await performNext(call.operation, call.input);
    return result instanceof Refusal ? result : shape(result);
  });
}

/** Performs the next operation of a transaction, on what those before it have written. */
export type PerformNext = <Input, Stored, Result>(
  operation: Operation<Input, Stored, Result>,
  input: Input,
) => Promise<Result | Refusal>;

/**
 * Performs several operations on one event in one transaction: all of them, or none when one is
 * refused, whether `work` looks at the refusal or not. Each that changes something has a revision and an
 * entry of the history.
 *
 * @param work performs them; it may be run again from its beginning; after `drop`, nothing is written
 * @returns what `work` returns; or why nothing was written
 */
export async function performTogether<Result>(
  { database, settings }: OperationContext,
  { actor, eventId, turn, isLong = false, isPreview = false }: Terms,
  work: (performNext: PerformNext, tx: Write, drop: () => void) => Promise<Result | Refusal>,
): Promise<Result | Refusal> {
  const settleMillis = settings.notifySettleSeconds * 1000;
  const write = async (tx: Write) => {
    const refusals: Refusal[] = [];
    let isDropped = isPreview;
    const result = await work(
      async (operation, input) => {
        const [refusal] = refusals;
        if (refusal) return refusal;
        const done = await performIn(tx, { operation, actor, eventId, input }, settleMillis);
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
async function performIn<Input, Stored, Result>(
  tx: Write,
  { operation, actor, eventId, input }: Call<Input, Stored, Result>,
  settleMillis: number,
): Promise<Result | Refusal> {
  const moment = { eventId, now: Date.now() };
  const [objection, schedule, stored] = await Promise.all([
    actor.objection(tx, eventId),
    findSchedule(tx, eventId),
    operation.load(tx, moment, input),
  ]);
  if (objection) return objection;
  const decision = decide(operation, { ...moment, schedule, stored }, input);
  if (decision instanceof Refusal) return decision;
  const { changes, news = [], result, undoOf = null } = decision;
  if (changes.length === 0) return result;
  const tooLarge = await refuseGrowth(tx, eventId, changes);
  if (tooLarge) return tooLarge;
  await writeDecision(tx, decision, schedule, moment);
  const { author } = actor;
  await recordChanges(tx, { ...moment, author, operation: operation.name, changes, undoOf });
  const latestAt = moment.now + LONGEST_SETTLING_MILLIS;
  for (const { isAtOnce, settlesAnew = false, ...each } of news) {
    const dueAt = moment.now + (isAtOnce ? 0 : settleMillis);
    await noteNews(tx, { ...each, eventId, dueAt, latestAt, settlesAnew });
  }
  return result;
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
  // Where all of an event has no more, no race has.
  if (now.lanes !== undefined && now.lanes + more.lanes <= MAX_LANES_OF_RACE) return undefined;
  return objectionToLanes(await countLanesOfRaces(tx, lanesOfRaces.keys()), lanesOfRaces);
}

function decide<Input, Stored, Result>(
  operation: Operation<Input, Stored, Result>,
  situation: Situation<Stored, Schedule | undefined>,
  input: Input,
): Decision<Result> | Refusal {
  if (operation.needs === 'event') return operation.decide(situation, input);
  const { schedule } = situation;
  if (!schedule) return scheduleNotFound();
  return operation.decide({ ...situation, schedule }, input);
}

async function writeDecision(
  tx: Write,
  { changes, shows, schedule: changed, apply }: Decision<unknown>,
  schedule: Schedule | undefined,
  { now }: Moment,
): Promise<void> {
  if (!schedule) return apply?.(tx, 0);
  // What no reader of the schedule sees moves neither its revision nor its updatedAt (A10); the board judges for itself.
  const isShown = shows.length > 0;
  const read = isShown
    ? nextSchedule(schedule, now, changed, shows === 'everything')
    : { ...schedule, ...changed };
  const races = typeof shows === 'string' ? undefined : new Set(shows);
  const { isOnBoard, results } = await publicEffect(tx, { changes, races }, schedule, read);
  const next = isOnBoard ? nextOnBoard(schedule, read, now) : read;
  if (isShown || isOnBoard || changed) await saveSchedule(tx, next);
  await apply?.(tx, next.revision);
  if (!isShown) return;
  if (showsNewRaces(changes, schedule, next)) await keepFirstPlan(tx, next.eventId);
  await markRaces(tx, { raceIds: races ?? results, results }, next);
}

/** Whether the public sees races for the first time. */
function showsNewRaces(changes: readonly Change[], was: Schedule, is: Schedule): boolean {
  if (is.status !== 'published') return false;
  const isNew = ({ subject, before }: Change) => subject === 'race' && before === null;
  return was.status !== 'published' || changes.some(isNew);
}

/** For operations that need to load nothing else. */
export async function loadNothing(_tx: Queries): Promise<void> {}

export function scheduleNotFound(): Refusal {
  return new Refusal('schedule_not_found', 'Create it with POST /v1/events/{eventId}/schedule.');
}
