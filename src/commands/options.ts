/** Reads what is entered on the command line as if it had come over the wire. */
import Type, { type TObject, type TSchema } from 'typebox';
import { readObject } from '../contract/read-body.ts';
import { CommandFailed, type Values } from './command.ts';

/**
 * Reads option values by the rules of the wire, so that what is entered by hand obeys the same
 * limits. @throws CommandFailed naming the first option that is wrong
 */
export function readOptions<Result>(schema: TObject, values: Values): Result {
  // A command may have other options, which no wire schema knows.
  const sent = Object.fromEntries(
    Object.entries(values).flatMap(([name, text]) =>
      text !== undefined && Object.hasOwn(schema.properties, name)
        ? [[name, asSent(schema.properties[name] as TSchema, text)]]
        : [],
    ),
  );
  const reading = readObject(schema, sent);
  if ('value' in reading) return reading.value as Result;
  const [first] = reading.violations;
  throw new CommandFailed(`--${first?.field} ${first?.detail}.`);
}

/**
 * Reads options that change properties. Those that are left out stay, an empty one clears.
 *
 * @param properties of the wire, by name
 * @param names of properties, by the names of the options that stand for them
 * @returns by the names of the properties
 */
export function readChanges<Fields>(
  properties: Record<string, TSchema>,
  names: Readonly<Record<string, string>>,
  values: Values,
): Partial<Fields> {
  const options = Object.entries(names);
  const schema = Type.Object(
    Object.fromEntries(
      options.map(([option, name]) => [option, Type.Optional(properties[name] as TSchema)]),
    ),
  );
  const read = readOptions<Record<string, unknown>>(schema, values);
  return Object.fromEntries(
    options.flatMap(([option, name]) => (option in read ? [[name, read[option]]] : [])),
  ) as Partial<Fields>;
}

/** A text as the wire would carry it: a number, a list, nothing, or the text. */
function asSent(schema: TSchema, text: string): unknown {
  const { type } = schema as { type?: string | string[] };
  const types = [type].flat();
  if (text === '' && types.includes('null')) return null;
  if (types.includes('integer') && /^-?\d+$/.test(text)) return Number(text);
  if (types.includes('array')) return text.split(',').map((item) => item.trim());
  return text;
}
