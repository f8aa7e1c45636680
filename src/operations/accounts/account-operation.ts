/**
 * The frame of all operations on people, clubs, links and keys: one transaction, and an entry in the history of
 * accounts for each change. These operations touch no event, so they have no revision.
 */
import type { Turn } from '../../concurrency/turn-queue.ts';
import type { AccountEntry, AccountOperationName } from '../../domain/accounts/account-entry.ts';
import type { Standing } from '../../domain/accounts/roles.ts';
import { Refusal } from '../../domain/refusal.ts';
import { recordAccountEntry } from '../../storage/accounts/account-history.ts';
import { findOpenPerson, findRole } from '../../storage/accounts/accounts.ts';
import type { Database, Queries, Write } from '../../storage/engine/database.ts';
import type { Author } from '../../storage/history/history.ts';

/** Who does something to accounts. */
export interface AccountActor {
  author: Author;
  /**
   * `person`: somebody who is signed in, and may do what their roles say. `anybody`: somebody who has proved
   * nothing yet. `command line`: may do everything.
   */
  kind: 'person' | 'anybody' | 'command line';
}

/** Somebody who is signed in. */
export function signedIn(userId: number): AccountActor {
  return { kind: 'person', author: { userId, keyPrefix: null } };
}

/** Anybody who may run commands on the database. */
export function atCommandLine(author: Author): AccountActor {
  return { kind: 'command line', author };
}

/** Somebody who signs in, sets up, or redeems a link. */
export const ANYBODY: AccountActor = { kind: 'anybody', author: { userId: null, keyPrefix: null } };

/** The transaction in which an operation is performed, when, and by whom. */
export interface AccountCall {
  tx: Write;
  /** Epoch milliseconds. */
  now: number;
  actor: AccountActor;
}

/** The result of an operation, and its entries in the history of accounts: none when nothing has changed. */
interface AccountOutcome<Result> {
  result: Result;
  entries: readonly AccountEntry[];
  /** The author of the entries, where the operation finds out who acts. */
  author?: Author;
  /** The ids of events whose pages show the change. */
  events?: readonly number[];
}

export interface AccountOperation<Input, Result> {
  /** As the history calls it. */
  name: AccountOperationName;
  perform(call: AccountCall, input: Input): Promise<AccountOutcome<Result> | Refusal>;
}

/**
 * Performs one operation in a transaction of its own.
 *
 * @returns the result; or why nothing was written
 */
export async function performAccount<Input, Result>(
  database: Database,
  operation: AccountOperation<Input, Result>,
  { actor, input, turn }: { actor: AccountActor; input: Input; turn?: Turn | undefined },
): Promise<Result | Refusal> {
  const work = (tx: Write) => outcomeIn(tx, operation, actor, input);
  const done = await database.write(work, { turn });
  if (done instanceof Refusal) return done;
  for (const eventId of done.events ?? []) database.changes.announce(eventId);
  return done.result;
}

/** The same within a shared transaction of `Database.write`. No event is announced, so only for operations without `events`. */
export async function performAccountIn<Input, Result>(
  tx: Write,
  operation: AccountOperation<Input, Result>,
  actor: AccountActor,
  input: Input,
): Promise<Result | Refusal> {
  const done = await outcomeIn(tx, operation, actor, input);
  return done instanceof Refusal ? done : done.result;
}

async function outcomeIn<Input, Result>(
  tx: Write,
  operation: AccountOperation<Input, Result>,
  actor: AccountActor,
  input: Input,
): Promise<AccountOutcome<Result> | Refusal> {
  const now = Date.now();
  if (actor.kind === 'person' && !(await findOpenPerson(tx, actor.author.userId ?? 0))) {
    return new Refusal('invalid_credentials', 'The account is closed.');
  }
  const done = await operation.perform({ tx, now, actor }, input);
  if (done instanceof Refusal) return done;
  const { entries, author = actor.author } = done;
  for (const entry of entries) {
    await recordAccountEntry(tx, { ...entry, author, now, operation: operation.name });
  }
  return done;
}

/** The role of an actor in a club, and whether they are an operator, as of this moment. */
export async function standingIn(
  db: Queries,
  { kind, author }: AccountActor,
  clubId: number,
): Promise<Standing> {
  if (kind === 'command line') return { isOperator: true, role: null };
  const { userId } = author;
  if (userId === null) return { isOperator: false, role: null };
  const [person, role] = await Promise.all([
    findOpenPerson(db, userId),
    findRole(db, userId, clubId),
  ]);
  return { isOperator: person?.isOperator ?? false, role };
}
