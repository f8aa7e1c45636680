/** Reads what is entered on the command line as if it had come over the wire. */
import type { TObject } from 'typebox';
import { readObject } from '../contract/read-body.ts';
import { CommandFailed } from './command.ts';

/**
 * Reads option values by the rules of the wire, so that what is entered by hand obeys the same
 * limits. @throws CommandFailed naming the first option that is wrong
 */
export function readOptions<Result>(schema: TObject, values: object): Result {
  // A command may have other options, which no wire schema knows.
  const sent = Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => value !== undefined && Object.hasOwn(schema.properties, name),
    ),
  );
  const reading = readObject(schema, sent);
  if ('value' in reading) return reading.value as Result;
  const [first] = reading.violations;
  throw new CommandFailed(`--${first?.field} ${first?.detail}.`);
}
