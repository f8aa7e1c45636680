/** Operations performed by the person at a terminal. */
import { Refusal } from '../domain/refusal.ts';
import { commandLine } from '../operations/actor.ts';
import {
  type LoadedRows,
  type OperationCall,
  type OperationOutcome,
  type PerformNext,
  performTogether,
} from '../operations/operation.ts';
import type { Database } from '../storage/engine/database.ts';
import { CommandFailed, type Context, personAtTerminal, withDatabase } from './command.ts';

type CallByPerson<Input, Stored extends LoadedRows, Result> = Omit<
  OperationCall<Input, Stored, Result>,
  'actor'
>;

type DoneByPerson<Stored extends LoadedRows, Result> = OperationOutcome<Stored['rows'], Result> & {
  /** The id of the new entry of the history; `null` where nothing has changed. */
  entryId: number | null;
};

/**
 * Performs an operation on an event.
 *
 * @throws CommandFailed saying why nothing was written
 */
export function perform<Input, Stored extends LoadedRows, Result>(
  context: Context,
  call: CallByPerson<Input, Stored, Result>,
): Promise<DoneByPerson<Stored, Result>> {
  return withDatabase(context, (database) => performOn(database, context, call));
}

/** The same on a database that is open. */
export async function performOn<Input, Stored extends LoadedRows, Result>(
  database: Database,
  { settings }: Context,
  { operation, input, seen, ...terms }: CallByPerson<Input, Stored, Result>,
): Promise<DoneByPerson<Stored, Result>> {
  const actor = commandLine(personAtTerminal());
  const work = async (performNext: PerformNext) => {
    const performed = await performNext(operation, input, seen);
    if (performed instanceof Refusal) return performed;
    return { ...performed, entryId: (await performed.entry())?.id ?? null };
  };
  const done = await performTogether({ database, settings }, { ...terms, actor }, work);
  if (done instanceof Refusal) throw refused(done, terms.eventId);
  return done;
}

/** The error that tells a person at a terminal why the operation was refused, and what to do about it. */
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
