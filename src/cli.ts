/** The command line: finds the command, reads its options, prints what it did. */
import { parseArgs } from 'node:util';
import { type Command, CommandFailed, type Values } from './commands/command.ts';
import { readSettings, SettingRefused } from './settings.ts';
import { DatabaseRefused } from './storage/dialect.ts';

const byHand = () => import('./commands/by-hand.ts');
const keyList = () => import('./commands/key-list.ts');
const maintenance = () => import('./commands/maintenance.ts');
const provision = () => import('./commands/provision.ts');

/** The commands by name. Loading modules is most of what a command takes, so only the one called is loaded. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./commands/serve.ts')).serve,
  migrate: async () => (await maintenance()).migrate,
  demo: async () => (await import('./commands/demo.ts')).demo,
  'user add': async () => (await provision()).userAdd,
  'club add': async () => (await provision()).clubAdd,
  'member set': async () => (await provision()).memberSet,
  'member remove': async () => (await provision()).memberRemove,
  'event add': async () => (await provision()).eventAdd,
  'key mint': async () => (await import('./commands/keys.ts')).keyMint,
  'key list': async () => (await keyList()).keyList,
  'key revoke': async () => (await keyList()).keyRevoke,
  'team add': async () => (await byHand()).teamAdd,
  'race add': async () => (await byHand()).raceAdd,
  'schedule unpublish': async () => (await byHand()).scheduleUnpublish,
  history: async () => (await import('./commands/history.ts')).history,
  move: async () => (await maintenance()).move,
  backup: async () => (await maintenance()).backup,
};

/** The call itself is wrong; exit status 2. */
class WrongCall extends Error {}

/**
 * Runs one command.
 *
 * @param words the words after `running-order`
 * @returns the exit status: 0, 1 when the command failed, 2 for a wrong call
 */
export async function main(words: string[]): Promise<number> {
  try {
    if (words.includes('--help') || words[0] === 'help') {
      process.stdout.write(await help(words));
      return 0;
    }
    if (words.length === 0) {
      throw new WrongCall('Say which command: running-order --help lists them.');
    }
    const command = await findCommand(words);
    const values = readValues(command, words);
    const settings = readSettings(process.env, { host: values.host, port: values.port });
    const progress = progressLine();
    const outcome = await command
      .run(values, { settings, progress: progress.show })
      .finally(progress.clear);
    if (outcome) {
      process.stdout.write(
        `${values.json === undefined ? outcome.text : JSON.stringify(outcome.json)}\n`,
      );
    }
    return 0;
  } catch (error) {
    return report(error);
  }
}

function readValues(command: Command, words: string[]): Values {
  const takesValue = (name: string) => [name, { type: 'string' as const }];
  const takesNone = (name: string) => [name, { type: 'boolean' as const }];
  const options = Object.fromEntries([
    ...Object.keys(command.options).map(takesValue),
    ...[...(command.flags ?? []), 'json'].map(takesNone),
  ]);
  const args = words.slice(command.name.split(' ').length);
  const values: Values = {};
  try {
    // An option's value may begin with a dash; parseArgs alone would take it for an option.
    const parsed = parseArgs({ args: joinValues(args, command), options, strict: true });
    for (const [name, value] of Object.entries(parsed.values)) values[name] = String(value);
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('. ')[0] : String(error);
    throw new WrongCall(`${reason}. Usage: ${usage(command)}`);
  }
  for (const name of Object.keys(command.options)) {
    if (values[name] === undefined && !command.optional?.includes(name)) {
      throw new WrongCall(`--${name} is missing. Usage: ${usage(command)}`);
    }
  }
  return values;
}

function findCommand(words: string[]): Promise<Command> {
  for (const [name, load] of Object.entries(COMMANDS)) {
    if (words.slice(0, name.split(' ').length).join(' ') === name) return load();
  }
  throw new WrongCall(
    `There is no command "${words.slice(0, 2).join(' ')}": running-order --help lists them.`,
  );
}

function joinValues(args: string[], command: Command): string[] {
  const joined: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const word = args[i] as string;
    const value = args[i + 1];
    if (word.startsWith('--') && command.options[word.slice(2)] && value !== undefined) {
      joined.push(`${word}=${value}`);
      i++;
    } else joined.push(word);
  }
  return joined;
}

async function help(words: string[]): Promise<string> {
  const listed = Object.entries(COMMANDS);
  const named = listed.filter(([name]) => words.join(' ').startsWith(name));
  const wanted = named.length > 0 ? named : listed;
  const commands = await Promise.all(wanted.map(([, load]) => load()));
  const lines = commands.map((command) => `  ${usage(command)}\n      ${command.summary}`);
  return `${lines.join('\n')}\n\nEvery command takes --json. Settings come from the environment; the README lists them.\n`;
}

function usage(command: Command): string {
  const options = Object.entries(command.options).map(([name, value]) => {
    const option = `--${name} ${value}`;
    return command.optional?.includes(name) ? `[${option}]` : option;
  });
  const flags = (command.flags ?? []).map((name) => `[--${name}]`);
  return ['running-order', command.name, ...options, ...flags].join(' ');
}

/** One line on the terminal that is written over; nothing where nobody watches. */
function progressLine() {
  const { stderr } = process;
  let isShown = false;
  return {
    show: (message: string) => {
      if (!stderr.isTTY) return;
      isShown = true;
      stderr.write(`\r\x1b[K${message}`);
    },
    /** Before anything else is written. */
    clear: () => {
      if (isShown) stderr.write('\r\x1b[K');
    },
  };
}

/** Prints one line that says what to do. @returns the exit status */
function report(error: unknown): number {
  const line = (message: string) => process.stderr.write(`${message.replaceAll('\n', ' ')}\n`);
  if (error instanceof WrongCall) {
    line(error.message);
    return 2;
  }
  const isExpected =
    error instanceof CommandFailed ||
    error instanceof DatabaseRefused ||
    error instanceof SettingRefused;
  const message = error instanceof Error ? error.message : String(error);
  line(isExpected ? message : `Running Order failed: ${message}`);
  return 1;
}
