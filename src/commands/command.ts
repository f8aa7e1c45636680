/** What a command of the command line is made of. */
import type { TObject } from 'typebox';
import { readObject } from '../contract/read-body.ts';
import type { Settings } from '../settings.ts';
import { Database } from '../storage/database.ts';

/** What a command did: one document for programs, some lines for people. */
export interface Outcome {
  json: object;
  text: string;
}

export interface Context {
  settings: Settings;
  /** Tells a person how far long work has come; silent when nobody watches. */
  progress(message: string): void;
}

export interface Command {
  /** As typed, for instance `key mint`. */
  name: string;
  summary: string;
  /** Options with a value by their name, each with what stands for the value in the help. */
  options: Record<string, string>;
  /** Names of those that may be left out. */
  optional?: string[];
  /** Options without a value. */
  flags?: string[];
  /** `undefined` when the command has printed for itself and goes on running, as `serve` does. */
  run(values: Values, context: Context): Promise<Outcome | undefined>;
}

export type Values = Record<string, string | undefined>;

/** The command cannot be carried out; the message says what to do. Exit status 1. */
export class CommandFailed extends Error {}

/** Runs work on the database of the settings, and closes it again. */
export async function withDatabase<Result>(
  { settings }: Context,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const { database } = await Database.open(settings.databaseUrl);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Tells the operator, a line each, what the database's settings put at risk. */
export function printWarnings({ connections }: Database): void {
  for (const warning of connections.warnings) process.stderr.write(`Warning: ${warning}\n`);
}

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

/** An id as the commands print it. @throws CommandFailed when it is no such number */
export function readId(option: string, text: string | undefined): number {
  const id = /^[1-9]\d{0,15}$/.test(text ?? '') ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(id)) return id;
  throw new CommandFailed(`--${option} must be an id as the commands print it, not "${text}".`);
}
