/** The command line: finds the command, reads its options, runs it, and prints the outcome. */
import { parseArgs } from 'node:util';
import { type Command, CommandFailed, UsageError, type Values } from './commands/command.ts';
import { errorMessage } from './domain/refusal.ts';
import { plainText } from './domain/text/plain-line.ts';
import { readSettings, SettingRefused } from './settings.ts';
import { DatabaseRefused } from './storage/engine/dialect.ts';

const clubs = () => import('./commands/accounts/clubs.ts');
const events = () => import('./commands/office/events.ts');
const installation = () => import('./commands/accounts/installation.ts');
const keys = () => import('./commands/accounts/keys.ts');
const lists = () => import('./commands/office/lists.ts');
const maintenance = () => import('./commands/maintenance.ts');
const people = () => import('./commands/accounts/people.ts');
const racing = () => import('./commands/office/racing.ts');
const races = () => import('./commands/office/races.ts');
const schedule = () => import('./commands/office/schedule.ts');
const undo = () => import('./commands/office/undo.ts');
const teams = () => import('./commands/office/teams.ts');

/** The commands by name. Loading modules takes most of a command's time, so only the called command is loaded. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./commands/serve.ts')).serve,
  migrate: async () => (await maintenance()).migrate,
  demo: async () => (await import('./commands/demo/demo.ts')).demo,
  sandbox: async () => (await import('./commands/demo/sandbox.ts')).sandbox,
  'user add': async () => (await people()).userAdd,
  'user list': async () => (await lists()).userList,
  'user set': async () => (await people()).userSet,
  'user link': async () => (await people()).userLink,
  'user close': async () => (await people()).userClose,
  'user export': async () => (await people()).userExport,
  erase: async () => (await import('./commands/erase.ts')).erase,
  'installation set': async () => (await installation()).installationSet,
  'installation show': async () => (await installation()).installationShow,
  'club add': async () => (await clubs()).clubAdd,
  'club list': async () => (await lists()).clubList,
  'club invite': async () => (await people()).clubInvite,
  'member set': async () => (await clubs()).memberSet,
  'member remove': async () => (await clubs()).memberRemove,
  'event add': async () => (await events()).eventAdd,
  'event list': async () => (await lists()).eventList,
  'event edit': async () => (await events()).eventEdit,
  'event archive': async () => (await events()).eventArchive,
  'event announce': async () => (await events()).eventAnnounce,
  'event remove': async () => (await events()).eventRemove,
  'key mint': async () => (await keys()).keyMint,
  'key list': async () => (await lists()).keyList,
  'key revoke': async () => (await keys()).keyRevoke,
  'schedule create': async () => (await schedule()).scheduleCreate,
  'schedule settings': async () => (await schedule()).scheduleSettings,
  'schedule publish': async () => (await schedule()).schedulePublish,
  'schedule unpublish': async () => (await schedule()).scheduleUnpublish,
  'schedule delay': async () => (await schedule()).scheduleDelay,
  'team add': async () => (await teams()).teamAdd,
  'team list': async () => (await lists()).teamList,
  'team edit': async () => (await teams()).teamEdit,
  'team remove': async () => (await teams()).teamRemove,
  'team withdraw': async () => (await teams()).teamWithdraw,
  'race add': async () => (await races()).raceAdd,
  'race list': async () => (await lists()).raceList,
  'race edit': async () => (await races()).raceEdit,
  'race remove': async () => (await races()).raceRemove,
  'race cancel': async () => (await races()).raceCancel,
  'race postpone': async () => (await races()).racePostpone,
  'race plan': async () => (await races()).racePlan,
  'race start': async () => (await racing()).raceStart,
  'race close': async () => (await racing()).raceClose,
  'race kind': async () => (await racing()).raceKind,
  draw: async () => (await races()).draw,
  result: async () => (await races()).result,
  times: async () => (await racing()).times,
  history: async () => (await import('./commands/office/history.ts')).history,
  'history undo': async () => (await undo()).historyUndo,
  'history restore': async () => (await undo()).historyRestore,
  import: async () => (await import('./commands/office/import.ts')).importCommand,
  export: async () => (await import('./commands/office/export.ts')).exportCommand,
  move: async () => (await maintenance()).move,
  backup: async () => (await maintenance()).backup,
  retain: async () => (await import('./commands/retain.ts')).retainCommand,
  'bridge finishlynx': async () => (await import('./commands/bridge/bridge.ts')).bridgeFinishlynx,
};

/**
 * Runs one command.
 *
 * @param words the words after `running-order`
 * @returns the exit status: 0, 1 when the command failed, 2 for a wrong call, 3 when an import has questions
 */
export async function main(words: string[]): Promise<number> {
  try {
    if (words.includes('--help') || words[0] === 'help') {
      process.stdout.write(await help(words));
      return 0;
    }
    if (words[0] === '--version') {
      print(await version(words.includes('--json')));
      return 0;
    }
    if (words.length === 0) {
      throw new UsageError('Say which command: running-order --help lists them.');
    }
    const command = await findCommand(words);
    const { values, rest } = readValues(command, words);
    const isTerminal = process.stdout.isTTY === true;
    const { host, port } = values;
    const settings = readSettings(process.env, { host, port }, { isTerminal });
    const progress = progressLine();
    const outcome = await command
      .run(values, { settings, progress: progress.show }, rest)
      .finally(progress.clear);
    if (outcome)
      print(values.json === undefined ? plainText(outcome.text) : JSON.stringify(outcome.json));
    if (!outcome?.failure) return 0;
    complain(outcome.failure.line);
    return outcome.failure.status;
  } catch (error) {
    return report(error, words);
  }
}

function readValues(command: Command, words: string[]): { values: Values; rest: string[] } {
  const takesValue = (name: string) => [name, { type: 'string' as const }];
  const takesNone = (name: string) => [name, { type: 'boolean' as const }];
  const options = Object.fromEntries([
    ...Object.keys(command.options).map(takesValue),
    ...[...(command.flags ?? []), 'json'].map(takesNone),
  ]);
  const args = words.slice(command.name.split(' ').length);
  const values: Values = {};
  let rest: string[];
  try {
    const parsed = parseArgs({
      // An option's value may begin with a dash; parseArgs alone would take it for an option.
      args: joinValues(args, command),
      options,
      allowPositionals: command.words !== undefined,
      strict: true,
    });
    for (const [name, value] of Object.entries(parsed.values)) values[name] = String(value);
    rest = parsed.positionals;
  } catch (error) {
    const reason = errorMessage(error).split('. ')[0];
    throw new UsageError(`${reason}.`, command);
  }
  for (const name of Object.keys(command.options)) {
    if (values[name] === undefined && !command.optional?.includes(name)) {
      throw new UsageError(`--${name} is missing.`, command);
    }
  }
  return { values, rest };
}

function findCommand(words: string[]): Promise<Command> {
  // Two words come first, because `history undo` is not a call of `history`.
  for (const name of [words.slice(0, 2).join(' '), words[0] ?? '']) {
    const load = Object.hasOwn(COMMANDS, name) && COMMANDS[name];
    if (load) return load();
  }
  throw new UsageError(
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
  const typed = words.filter((word) => word !== 'help' && !word.startsWith('-')).join(' ');
  const named = listed.filter(([name]) => `${name} `.startsWith(`${typed} `));
  const wanted = named.length > 0 ? named : listed;
  const commands = await Promise.all(wanted.map(([, load]) => load()));
  const lines = commands.map((command) => `  ${usage(command)}\n      ${command.summary}`);
  const ends = [
    'Every command takes --json; --version says which program this is.',
    'Settings come from the environment; docs/settings.md lists them.',
  ];
  return `${lines.join('\n')}\n\n${ends.join(' ')}\n`;
}

async function version(isJson: boolean): Promise<string> {
  const build = (await import('./version.ts')).thisBuild();
  const commit = build.commit ? ` (commit ${build.commit.slice(0, COMMIT_DIGITS)})` : '';
  return isJson ? JSON.stringify(build) : `running-order ${build.version}${commit}`;
}

/** The length of the abbreviated commit that `--version` prints. */
const COMMIT_DIGITS = 12;

function usage(command: Command): string {
  const options = Object.entries(command.options).map(([name, value]) => {
    const option = `--${name} ${value}`;
    return command.optional?.includes(name) ? `[${option}]` : option;
  });
  const flags = (command.flags ?? []).map((name) => `[--${name}]`);
  const words = command.words === undefined ? [] : [command.words];
  return ['running-order', command.name, ...options, ...flags, ...words].join(' ');
}

/** Shows progress in one line of the terminal, which is overwritten; does nothing if stderr is not a terminal. */
function progressLine() {
  const { stderr } = process;
  let isShown = false;
  return {
    show: (message: string) => {
      if (!stderr.isTTY) return;
      isShown = true;
      stderr.write(`\r\x1b[K${message}`);
    },
    /** To be called before anything else is written. */
    clear: () => {
      if (isShown) stderr.write('\r\x1b[K');
    },
  };
}

function print(text: string): void {
  if (text !== '') process.stdout.write(`${text}\n`);
}

function complain(message: string): void {
  process.stderr.write(`${plainText(message).replaceAll('\n', ' ')}\n`);
}

/** Prints one line that says what to do, with `--json` also the command's document of the error. @returns the exit status */
function report(error: unknown, words: readonly string[]): number {
  if (error instanceof UsageError) {
    const document = error.command?.usageErrorDocument?.(error.message);
    if (document && words.includes('--json')) print(JSON.stringify(document));
    complain(error.command ? `${error.message} Usage: ${usage(error.command)}` : error.message);
    return 2;
  }
  const isExpected =
    error instanceof CommandFailed ||
    error instanceof DatabaseRefused ||
    error instanceof SettingRefused;
  const message = errorMessage(error);
  complain(isExpected ? message : `Running Order failed: ${message}`);
  return 1;
}
