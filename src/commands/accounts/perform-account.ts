/** Operations on people, clubs, links and keys, performed by the person at a terminal. */
import {
  type AccountActor,
  type AccountOperation,
  atCommandLine,
  performAccountIn,
} from '../../operations/accounts/account-operation.ts';
import type { Write } from '../../storage/engine/database.ts';
import { type Context, personAtTerminal, write } from '../command.ts';

interface AccountRequest<Input> {
  input: Input;
  /** Looks up what the call names, in the same transaction. */
  check?(tx: Write): Promise<unknown>;
  /** What to do where it is refused. */
  hint?: string;
}

/**
 * Performs an operation, recorded with the operating system's user.
 *
 * @throws CommandFailed saying why nothing was written
 */
export function performAccountHere<Input, Result>(
  context: Context,
  operation: AccountOperation<Input, Result>,
  { input, check, hint }: AccountRequest<Input>,
): Promise<Result> {
  const work = async (tx: Write) => {
    await check?.(tx);
    return performAccountIn(tx, operation, accountActorHere(), input);
  };
  return write(context, work, hint);
}

/** The person at this terminal, who may do everything. */
export function accountActorHere(): AccountActor {
  return atCommandLine(personAtTerminal());
}
