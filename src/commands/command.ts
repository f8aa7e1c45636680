/** The parts of a command, and whom the history names for it: the user of the operating system. */
import { userInfo } from 'node:os';
import { readRowId } from '../domain/event/event-address.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Settings } from '../settings.ts';
import type { Database, Write } from '../storage/engine/database.ts';
import type { Author } from '../storage/history/history.ts';

/** What a command did: one document for programs, some lines for people. */
export interface Outcome {
  json: object;
  /** Nothing is printed where it is empty. */
  text: string;
  /** If the command has a result and has failed all the same: its exit status, and a line that says what to do. */
  failure?: { status: number; line: string };
}

export interface Context {
  settings: Settings;
  /** Shows the progress of long work on a terminal; silent where there is none. */
  progress(message: string): void;
}

export interface Command {
  /** As typed, for instance `key mint`. */
  name: string;
  summary: string;
  /** Options with a value by their name, each with the placeholder for the value in the help. */
  options: Record<string, string>;
  /** Names of those that may be left out. */
  optional?: string[];
  /** Options without a value. */
  flags?: string[];
  /** What the help shows for the words after the options; left out where a command takes none. */
  words?: string;
  /** What `--json` prints for a wrong call; nothing where a command has no such document. */
  usageErrorDocument?(reason: string): object;
  /**
   * @param words after the options
   * @returns nothing when the command has printed for itself and goes on running, as `serve` does
   */
  run(values: Values, context: Context, words?: readonly string[]): Promise<Outcome | undefined>;
}

export type Values = Record<string, string | undefined>;

/** The command failed; the message says what to do. Exit status 1. */
export class CommandFailed extends Error {}

/** The call itself is wrong; the message says what is right. Exit status 2. */
export class UsageError extends Error {
  /** The command whose usage is printed after the message. */
  readonly command: Command | undefined;

  constructor(message: string, command?: Command) {
    super(message);
    this.command = command;
  }
}

/** Runs work on the database of the settings, and closes it again. */
export async function withDatabase<Result>(
  { settings }: Context,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  // Loaded here, because every command loads this file, and a wrong call needs no database.
  const { Database } = await import('../storage/engine/database.ts');
  const { database } = await Database.open(settings.databaseUrl, {
    backups: settings.backups,
  });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/**
 * Writes what is about people, clubs or keys, in one transaction.
 *
 * @param hint what to do where it is refused
 * @throws CommandFailed saying why nothing was written
 */
export function write<Result>(
  context: Context,
  work: (tx: Write) => Promise<Result | Refusal>,
  hint = '',
): Promise<Result> {
  return withDatabase(context, async (database) => {
    const done = await database.write(work);
    if (done instanceof Refusal) throw new CommandFailed(`${done.detail} ${hint}`.trim());
    return done;
  });
}

/** Warns the operator, a line each, of what the database's settings put at risk. */
export function printWarnings({ connections }: Database): void {
  for (const warning of connections.warnings) process.stderr.write(`Warning: ${warning}\n`);
}

/** An id as the commands print it. @throws CommandFailed when it is no such number */
export function readId(option: string, text: string | undefined): number {
  const id = readRowId(text ?? '');
  if (id !== undefined) return id;
  throw new CommandFailed(`--${option} must be an id as the commands print it, not "${text}".`);
}

/** The person at this terminal. */
export function personAtTerminal(): Author {
  return { userId: null, keyPrefix: null, loginName: loginName(userInfo, process.getuid?.()) };
}

/**
 * @param lookUp asks the system; it throws where the user has no entry, as in many containers
 * @param userId the system's number of the user, where it has one
 */
export function loginName(lookUp: () => { username: string }, userId: number | undefined): string {
  try {
    const { username } = lookUp();
    if (username !== '') return username;
  } catch {
    // The number of the user is used instead.
  }
  return userId === undefined ? 'unknown' : `user ${userId}`;
}
