/** Operations performed by the person at a terminal. */
import { Refusal } from '../domain/refusal.ts';
import { commandLine } from '../operations/actor.ts';
import { type Call, type PerformNext, performTogether } from '../operations/operation.ts';
import type { Database, Write } from '../storage/database.ts';
import { listHistory } from '../storage/history.ts';
import { personAtTerminal } from './author.ts';
import { CommandFailed, type Context, withDatabase } from './command.ts';

type CallByPerson<Input, Stored, Result> = Omit<Call<Input, Stored, Result>, 'actor'>;

/**
 * Performs an operation on an event.
 *
 * @throws CommandFailed saying why nothing was written
 */
export function perform<Input, Stored, Result>(
  context: Context,
  call: CallByPerson<Input, Stored, Result>,
): Promise<Result> {
  return withDatabase(context, (database) => performOn(database, context, call));
}

/** The same on a database that is open. */
export async function performOn<Input, Stored, Result>(
  database: Database,
  context: Context,
  call: CallByPerson<Input, Stored, Result>,
): Promise<Result> {
  return (await performRecorded(database, context, call)).result;
}

/** The same, with the entry that it left in the history: nothing where nothing has changed. */
export async function performRecorded<Input, Stored, Result>(
  database: Database,
  { settings }: Context,
  { operation, input, ...terms }: CallByPerson<Input, Stored, Result>,
): Promise<{ result: Result; entryId: number | null }> {
  const { eventId } = terms;
  const actor = commandLine(personAtTerminal());
  const work = async (performNext: PerformNext, tx: Write) => {
    // The event is locked, so what is newest afterwards and was not before is what was done here.
    const newest = async () => (await listHistory(tx, eventId, { limit: 1 }))[0]?.id ?? null;
    const before = await newest();
    const result = await performNext(operation, input);
    if (result instanceof Refusal) return result;
    const entryId = await newest();
    return { result, entryId: entryId === before ? null : entryId };
  };
  const done = await performTogether({ database, settings }, { ...terms, actor }, work);
  if (done instanceof Refusal) throw refused(done, eventId);
  return done;
}

/** What a refusal says to a person at a terminal, and what to do about it. */
export function refused({ code, detail = code }: Refusal, eventId: number): CommandFailed {
  const reason = detail.endsWith('.') ? detail : `${detail}.`;
  if (code === 'schedule_not_found') {
    return new CommandFailed(
      `Event ${eventId} has no schedule yet; make one: running-order schedule create --event ${eventId}`,
    );
  }
  if (code === 'event_not_found') {
    return new CommandFailed(`${reason} See running-order event list.`);
  }
  if (code === 'race_not_found') {
    return new CommandFailed(`${reason} See running-order race list --event ${eventId}.`);
  }
  return new CommandFailed(reason);
}
