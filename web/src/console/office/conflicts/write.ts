/**
 * Every write of the race office, and how it is taken back. To write:
 *
 *     const sent = draft.take();
 *     const outcome = await writeOffice('PUT /events/{eventId}/races', {
 *       params: { eventId },
 *       seen: sent.seen,                    // the revision that the values were typed over, kept with the draft
 *       body: (decided) => bodyOf(sent, decided), // without `seen`; undefined when nothing is left to send
 *       mine: { valuesOf: (subject) => … },       // what it would store, shown beside what others have stored
 *     });
 *     if (outcome.kind !== 'refused') draft.settle(sent);
 *     else show(outcome.problem);           // beside the fields; what was typed stays
 *
 * Where others have changed the same, the person chooses in a dialogue; what was chosen is sent with the newer
 * revision. "Saved. Undo" is offered by this function, for ten seconds.
 * Forms and confirmations take the outcome by `asReply`.
 */
import { signal } from '@preact/signals';
import type { LaterChange } from '../../../../../src/contract/console/history.ts';
import type { Written } from '../../../../../src/contract/console/office-writes.ts';
import type { OfficeKey, RowOf } from '../../../../../src/contract/console/routes.ts';
import type { AnswerOf, ParamOf, SentBodyOf } from '../../../../../src/contract/route-table.ts';
import { dateLanguage } from '../../../shared/page/language.ts';
import { words as shared } from '../../../shared/words/board.ts';
import { call, type PartsOf, type Reply } from '../../api.ts';
import { announce } from '../../documents/announcements.ts';
import { noteOwnWrite, office, reloadOffice } from '../../documents/office.ts';
import { ownProblem, type Problem, problemText } from '../../problems.ts';
import { consoleWords } from '../../words/console.ts';
import { frameWords } from '../../words/office-frame.ts';
import { type ChangeContext, obstaclesText, refusalText } from './change-words.ts';
import {
  type Chosen,
  type Conflict,
  conflictsOf,
  type Decisions,
  decisionsOf,
  type Mine,
} from './conflicts.ts';

/** The facts of the event are written in the same way, although `seen` is optional for other clients. */
type WriteKey = OfficeKey | 'PATCH /events/{eventId}';

/** What a write sends, without `seen`. */
export type WriteBody<Key extends WriteKey> = Omit<SentBodyOf<RowOf<Key>>, 'seen'>;

export interface OfficeWrite<Key extends WriteKey> {
  params: Readonly<Record<ParamOf<Key> | 'eventId', number>>;
  /** The revision that the page showed when the person began to type. */
  seen: number;
  /** @returns the body without `seen`; `undefined` when nothing is left to send */
  body: (decided: Decisions) => WriteBody<Key> | undefined;
  mine: Mine;
  /** The announcement once it is stored; "Saved." by default. */
  said?: string;
  /** Opens no dialog: where others have written the same, the write is refused. For lists that are kept while boats come in. */
  isQuiet?: boolean;
}

export type Outcome<Body> =
  | { kind: 'done'; body: Body }
  /** All of it was given up; nothing was sent. */
  | { kind: 'given-up' }
  /** Nothing was written; the draft stays. */
  | { kind: 'refused'; problem: Problem };

/** A choice that a write waits for. */
export interface Choice {
  conflicts: readonly Conflict[];
  /** @param chosen one for each conflict; `undefined`: the person goes on typing */
  answer(chosen: readonly Chosen[] | undefined): void;
}

/** The choice on the screen, if there is one. */
export const choice = signal<Choice | undefined>(undefined);

/** What the answers to all writes have; `entryId` is left out where the write cannot be undone. */
type Answered = Pick<Written, 'revision'> & Partial<Written>;

/** A write of any route. */
interface AnyWrite extends Omit<OfficeWrite<WriteKey>, 'params' | 'body'> {
  key: WriteKey;
  params: { readonly eventId: number };
  body: (decided: Decisions) => object | undefined;
}

/** Sends a write, and asks the person where others have written the same. Never throws. */
export async function writeOffice<Key extends WriteKey>(
  key: Key,
  write: OfficeWrite<NoInfer<Key>>,
): Promise<Outcome<AnswerOf<RowOf<Key>>>> {
  const outcome = await writeAsking<AnswerOf<RowOf<Key>> & Answered>({ key, ...write });
  return outcome.kind === 'refused' && !write.isQuiet
    ? { ...outcome, problem: saidProblem(outcome.problem) }
    : outcome;
}

async function writeAsking<Body extends Answered>(write: AnyWrite): Promise<Outcome<Body>> {
  const { eventId } = write.params;
  let { seen } = write;
  const decided: Chosen[] = [];
  for (;;) {
    const content = write.body(decisionsOf(decided));
    if (content === undefined) return { kind: 'given-up' };
    const reply = await sendWrite<Body>(write, { ...content, seen });
    if (!reply.problem) {
      await tellDone(eventId, reply.body, write.said);
      return { kind: 'done', body: reply.body };
    }
    const { problem } = reply;
    if (!isOvertaken(problem)) return { kind: 'refused', problem };
    if (write.isQuiet) {
      await reloadOffice();
      return { kind: 'refused', problem };
    }
    const latest = await askAgain<Body>(write, { ...content, seen });
    if (latest.problem) return { kind: 'refused', problem: latest.problem };
    if ('body' in latest) {
      await tellDone(eventId, latest.body, write.said);
      return { kind: 'done', body: latest.body };
    }
    const conflicts = conflictsOf(latest.changed, write.mine);
    const chosen = conflicts.length === 0 ? [] : await ask(conflicts);
    if (!chosen) return { kind: 'refused', problem: ownProblem('cancelled') };
    decided.push(...chosen);
    seen = latest.revision;
  }
}

function isOvertaken({ changed }: Problem): boolean {
  return changed !== undefined && changed.length > 0;
}

/**
 * Sends the write again after the newest document is loaded, so that the conflicts are those up to a known revision: the person
 * decides about all of them, and nothing in between goes unseen. The refusal itself does not name its revision.
 */
async function askAgain<Body extends Answered>(
  write: AnyWrite,
  body: object,
): Promise<
  | { problem: Problem }
  | { problem?: undefined; body: Body }
  | { problem?: undefined; revision: number; changed: readonly LaterChange[] }
> {
  const revision = await reloadOffice();
  if (revision === undefined) return { problem: ownProblem('offline') };
  const reply = await sendWrite<Body>(write, body);
  if (!reply.problem) return { body: reply.body };
  const { changed } = reply.problem;
  if (!changed || changed.length === 0) return { problem: reply.problem };
  return { revision, changed };
}

function sendWrite<Body extends Answered>(
  { key, params }: AnyWrite,
  body: object,
): Promise<Reply<Body>> {
  // `writeOffice` checks by its types that the body belongs to the route.
  return noteOwnWrite(call(key, { params, body } as PartsOf<WriteKey>) as Promise<Reply<Body>>);
}

/** Announces a write, once it is on the screen: only then may its draft go. */
async function tellDone(eventId: number, { entryId }: Answered, said?: string): Promise<void> {
  await reloadOffice();
  const text = said ?? consoleWords.value.saved;
  if (entryId === null || entryId === undefined) announce(text);
  else offerUndo(eventId, entryId, text);
}

function ask(conflicts: readonly Conflict[]): Promise<readonly Chosen[] | undefined> {
  return new Promise((resolve) => {
    choice.value = {
      conflicts,
      answer: (chosen) => {
        choice.value = undefined;
        resolve(chosen);
      },
    };
  });
}

/** Why a write was refused, if it was. */
export async function refusalOf(write: Promise<Outcome<unknown>>): Promise<Problem | undefined> {
  return (await asReply(write)).problem;
}

/** @returns a reply; `body` is `undefined` where nothing was sent, because the person took what others had stored */
export async function asReply<Body>(
  write: Promise<Outcome<Body>>,
): Promise<Reply<Body | undefined>> {
  const outcome = await write;
  if (outcome.kind === 'refused') return { problem: outcome.problem };
  return { body: outcome.kind === 'done' ? outcome.body : undefined };
}

/** A refusal by the page itself, shown beside a field; nothing was sent. */
export function refusedHere(field: string, detail: string): { problem: Problem } {
  return { problem: ownProblem('validation_failed', [{ field, detail }]) };
}

/**
 * A write of which no part can be given up: where the person takes anything that others have stored, nothing is sent.
 *
 * @param valuesOf what it would store of a thing; `undefined` where it only relies on it
 * @param said what it does, in words, where its values do not show it
 */
export function allOrNothing<Body extends object>(
  body: Body,
  valuesOf: Mine['valuesOf'],
  said?: string,
): { body: (decided: Decisions) => Body | undefined; mine: Mine } {
  const mine = { valuesOf, ...(said !== undefined && { said }) };
  return { body: ({ givesUp }) => (givesUp ? undefined : body), mine };
}

/** Why an undo was refused, while the dialog shows it. */
export const undoRefusal = signal<{ text: string; changed: readonly LaterChange[] } | undefined>(
  undefined,
);

/** Announces that something was done, and offers to undo it. @param entryId its entry of the history */
function offerUndo(eventId: number, entryId: number, said: string): void {
  announce(said, {
    label: frameWords.peek().undo,
    run: () => void undoEntry(eventId, entryId),
  });
}

/** Undoes an entry of the history, and announces it; else shows why it was refused. @returns whether it was undone */
export async function undoEntry(eventId: number, entryId: number): Promise<boolean> {
  const { problem } = await noteOwnWrite(
    call('POST /events/{eventId}/history/{entryId}/undo', { params: { eventId, entryId } }),
  );
  if (problem) {
    undoRefusal.value = {
      text: undoProblemText(problem),
      changed: problem.changed ?? [],
    };
    return false;
  }
  // Load the document first, because what the person does next is done over it.
  await reloadOffice();
  announce(frameWords.peek().undone);
  return true;
}

/** A refusal of a write with the obstacles that the service names, in the reader's language. */
function saidProblem(problem: Problem): Problem {
  const context = contextNow();
  const { obstacles = [] } = problem;
  if (!context || obstacles.length === 0) return problem;
  return { ...problem, detail: obstaclesText(obstacles, context) };
}

/** Why an undo was refused. */
function undoProblemText(problem: Problem): string {
  const context = contextNow();
  return (context && refusalText(problem, context)) ?? problemText(problem, consoleWords.peek());
}

function contextNow(): ChangeContext | undefined {
  const { document } = office.peek();
  const { decimalMark } = shared.peek();
  return (
    document && { words: frameWords.peek(), document, decimalMark, dateLanguage: dateLanguage() }
  );
}
