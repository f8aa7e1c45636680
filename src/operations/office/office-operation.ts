/**
 * The frame of what the race office does to an event. A plan is a pure function from the event as it is to the
 * event as it is to be; the frame finds out whether something that the plan touches has changed since the page
 * showed it, and what there is to write. History, revision and notifications are those of every operation.
 */
import type { LaterChange } from '../../contract/console/history.ts';
import type { ProblemCode } from '../../contract/problem.ts';
import type { OperationName } from '../../domain/changes.ts';
import { type LaterEntry, laterChanges, type Touched, together } from '../../domain/conflicts.ts';
import type { EventState } from '../../domain/event-state.ts';
import { invalid, overtaken, Refusal } from '../../domain/refusal.ts';
import type { Queries, Write } from '../../storage/database.ts';
import { listLaterEntries, newestNumber } from '../../storage/history.ts';
import { reserveIds } from '../../storage/prepared.ts';
import { changeState, loadState } from '../event-changes.ts';
import type { News, ScheduleOperation, Situation } from '../operation.ts';

/** What every write of the race office says. */
export interface Seen {
  /** The revision that the page showed. */
  seen: number;
}

/** What has been written since the page showed the event. */
export interface Since {
  /** How many entries the history has. */
  revision: number;
  /** The entries since `seen`, oldest first. */
  later: LaterEntry[];
}

interface Stored extends Since {
  state: EventState;
  /** For rows that the write may add, one each. */
  newIds: readonly number[];
}

/** The event as it is now, and what a plan needs besides. */
type OfficeSituation = Situation<Stored>;

export interface Plan<Result> {
  /** The event as it is to be; it obeys the rules of every write. */
  after: EventState;
  /** What must not have changed since the page showed it, besides what the plan changes. */
  touched?: readonly Touched[];
  /** The ids of two crews that are one from now on. */
  oneCrew?: readonly number[];
  /** What followers are notified of; left out: of other results, states and delays. */
  news?: readonly News[];
  /** Writes what is no part of the state, before the rest is written. */
  writeFirst?(tx: Write): Promise<void>;
  result: Result;
}

interface OfficeOperation<Input extends Seen, Result> {
  /** As the history calls it. */
  name: OperationName;
  /** For how many new rows ids are needed. */
  newRows?: { table: 'races' | 'teams'; count(input: Input): number };
  /**
   * What a refusal of the plan depends on besides the payload: where that has changed since the page showed it, the
   * answer says so in place of the refusal.
   */
  named?(office: OfficeSituation, input: Input): Touched[];
  /**
   * What the payload says that could be written, were it not for the refusal. What others have changed of it is said
   * with the refusal, or it would be overwritten unseen once the payload is mended and sent with the newer `seen`.
   */
  sent?(office: OfficeSituation, input: Input): Touched[];
  /** Pure. */
  plan(office: OfficeSituation, input: Input): Plan<Result> | Refusal;
}

/** Of what a path names. */
const MISSING: readonly string[] = ['race_not_found', 'not_found'] satisfies ProblemCode[];

/** What a write has done. */
export interface Done<Result> {
  result: Result;
  /** The event as it is now. */
  state: EventState;
}

/** Makes an operation of a plan. Its refusals: 422 where `seen` is from the future, 409 with what has changed. */
export function officeOperation<Input extends Seen, Result>({
  name,
  newRows,
  named,
  sent,
  plan,
}: OfficeOperation<Input, Result>): ScheduleOperation<Input, Stored, Done<Result>> {
  return {
    name,
    needs: 'schedule',
    load: async (tx, { eventId }, input) => {
      const [stored, newIds] = await Promise.all([
        loadOffice(tx, eventId, input),
        newRows ? reserveIds(tx, newRows.table, newRows.count(input)) : [],
      ]);
      return { ...stored, newIds };
    },
    decide: (situation, input) => {
      const { state, later, revision } = situation.stored;
      const planned = plan(situation, input);
      // What the path names and is not there is said before anything of the body.
      const isMissing = planned instanceof Refusal && MISSING.includes(planned.code);
      if (input.seen > revision && !isMissing) return seenFromTheFuture(revision);
      if (planned instanceof Refusal) {
        const changed = (touched: Touched[] = []) => laterChanges(later, [], touched);
        return refusedMeanwhile(planned, {
          reasons: together(planned.changed ?? [], changed(named?.(situation, input))),
          others: changed(sent?.(situation, input)),
        });
      }
      const { after, touched, oneCrew, news, writeFirst, result } = planned;
      const decision = changeState(situation, state, after, oneCrew);
      // Nothing is overwritten by what is stored already, as when a lost answer makes a page send it twice.
      const changed =
        decision.changes.length > 0 ? laterChanges(later, decision.changes, touched) : [];
      if (changed.length > 0) return changedMeanwhile(changed);
      return {
        ...decision,
        apply: async (tx, revision) => {
          await writeFirst?.(tx);
          await decision.apply?.(tx, revision);
        },
        news: news ?? decision.news ?? [],
        result: { result, state: decision.state },
      };
    },
  };
}

/** What every write of the race office reads. */
export async function loadOffice(
  tx: Queries,
  eventId: number,
  { seen }: Seen,
): Promise<Omit<Stored, 'newIds'>> {
  const [state, since] = await Promise.all([loadState(tx, eventId), loadSince(tx, eventId, seen)]);
  return { state, ...since };
}

/** @param seen the revision that the page showed */
export async function loadSince(tx: Queries, eventId: number, seen: number): Promise<Since> {
  const [revision, later] = await Promise.all([
    newestNumber(tx, eventId),
    listLaterEntries(tx, eventId, seen),
  ]);
  return { revision, later };
}

export function seenFromTheFuture(revision: number): Refusal {
  const detail = `must be at most ${revision}, the revision of the race office now`;
  return invalid([{ field: 'seen', detail }]);
}

interface Meanwhile {
  /** What the refusal may come from. */
  reasons: readonly LaterChange[];
  /** What else of the payload others have changed. */
  others: readonly LaterChange[];
}

/** What a refusal becomes once others have changed what it comes from; a conflict also says what else they have. */
function refusedMeanwhile(refusal: Refusal, { reasons, others }: Meanwhile): Refusal {
  if (reasons.length === 0 && (refusal.code !== 'conflict' || others.length === 0)) return refusal;
  const detail = refusal.detail ?? '';
  return overtaken(
    refusal.changed
      ? detail
      : `Something has changed since you saw it: \`changed\` lists what. ${detail}`.trim(),
    together(reasons, others),
  );
}

/** @param changed at least one */
export function changedMeanwhile(changed: readonly LaterChange[]): Refusal {
  return overtaken(
    'Something has changed since you saw it: `changed` lists what, by whom and when. Send it again with the newer `seen` to write all the same.',
    changed,
  );
}
