/** Reads options by the schemas of the API, so that both have the same limits. */
import type { Static, TObject, TSchema } from 'typebox';
import Type from 'typebox';
import { name } from '../contract/fields.ts';
import { RaceWrite } from '../contract/race.ts';
import { readObject } from '../contract/reading/read-body.ts';
import { ROLES } from '../domain/accounts/roles.ts';
import { type Command, CommandFailed, UsageError, type Values } from './command.ts';

/** The name of a person, a club or an event. */
export const Name = name();

/** The placeholder for a role in the help. */
export const ROLE_VALUE = ROLES.join('|');

/**
 * Reads the options that a schema names.
 *
 * @throws CommandFailed naming the first option that is wrong
 */
export function readOptions<Schema extends TObject>(
  schema: Schema,
  values: Values,
): Static<Schema> {
  // A command may have other options besides.
  const sent = Object.fromEntries(
    Object.entries(values).flatMap(([name, text]) =>
      text !== undefined && Object.hasOwn(schema.properties, name)
        ? [[name, asSent(schema.properties[name] as TSchema, text)]]
        : [],
    ),
  );
  const reading = readObject(schema, sent);
  if ('value' in reading) return reading.value;
  const [first] = reading.violations;
  throw new CommandFailed(`--${first?.field} ${first?.detail}.`);
}

/** Reads one option that every call has. @throws as `readOptions` */
export function readOption<Schema extends TSchema>(
  name: string,
  schema: Schema,
  values: Values,
): Static<Schema> {
  const read: Record<string, unknown> = readOptions(Type.Object({ [name]: schema }), values);
  return read[name] as Static<Schema>;
}

/** Reads the number of a race. @throws as `readOptions` */
export function readRaceNumber(option: 'number' | 'race', values: Values): number {
  return readOption(option, RaceWrite.properties.raceNumber, values);
}

/** Options that change one property each, with the placeholder for the value in the help. */
type PropertyOptions = Readonly<Record<string, readonly [property: string, value: string]>>;

/** The options as a command lists them. */
export function listed(options: PropertyOptions): Record<string, string> {
  return Object.fromEntries(Object.entries(options).map(([name, [, value]]) => [name, value]));
}

/**
 * Reads options that change properties. Those that are left out stay, an empty one clears.
 *
 * @param schemas of the properties, as in the API
 * @returns by the names of the properties
 */
export function readChanges<Fields>(
  schemas: Record<string, TSchema>,
  options: PropertyOptions,
  values: Values,
): Partial<Fields> {
  const names = Object.entries(options);
  const optional = names.map(([option, [property]]) => [
    option,
    Type.Optional(schemas[property] as TSchema),
  ]);
  const read: Record<string, unknown> = readOptions(
    Type.Object(Object.fromEntries(optional)),
    values,
  );
  return Object.fromEntries(
    names.flatMap(([option, [property]]) => (option in read ? [[property, read[option]]] : [])),
  ) as Partial<Fields>;
}

/** @throws CommandFailed when it is neither */
export function readYesOrNo(option: string, word: string): boolean {
  if (word === 'yes' || word === 'no') return word === 'yes';
  throw new CommandFailed(`--${option} must be yes or no.`);
}

/** @throws UsageError when no option changes anything */
export function requireChange(fields: object, command: Command): void {
  if (Object.keys(fields).length === 0) throw new UsageError('Say what is to change.', command);
}

/** The JSON value that an option's text stands for: a number, a list, null, or the text. */
function asSent(schema: TSchema, text: string): unknown {
  const { type } = schema as { type?: string | string[] };
  const types = [type].flat();
  if (text === '' && types.includes('null')) return null;
  if (types.includes('integer') && /^-?\d+$/.test(text)) return Number(text);
  if (types.includes('array')) return text.split(',').map((item) => item.trim());
  return text;
}
