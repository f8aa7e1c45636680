/** Operations, as a person at a terminal carries them out. */
import { Refusal } from '../domain/refusal.ts';
import { commandLine } from '../operations/actor.ts';
import { type Call, perform } from '../operations/operation.ts';
import { personAtTerminal } from './author.ts';
import { CommandFailed, type Context, withDatabase } from './command.ts';

/**
 * Carries out an operation on an event for the command line.
 *
 * @throws CommandFailed saying why nothing was written
 */
export function carryOut<Input, Stored, Result>(
  context: Context,
  call: Omit<Call<Input, Stored, Result>, 'actor'>,
): Promise<Result> {
  return withDatabase(context, async (database) => {
    const service = { database, settings: context.settings };
    const actor = commandLine(personAtTerminal());
    const result = await perform(service, { ...call, actor }, (done) => done);
    if (!(result instanceof Refusal)) return result;
    throw new CommandFailed(
      result.code === 'schedule_not_found'
        ? `Event ${call.eventId} has no schedule yet: create it with POST /v1/events/${call.eventId}/schedule.`
        : (result.detail ?? result.code),
    );
  });
}
