/** The bridge in its portable folder, without the service: its settings are in `bridge.txt`, its state in `state`. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, stateFolderName } from './bridge/files/state-files.ts';
import { main } from './cli.ts';
import { START_LIST_OPTIONS } from './commands/bridge/bridge-start-lists.ts';
import { readId } from './commands/command.ts';
import { errorMessage } from './domain/refusal.ts';

const FILE = 'bridge.txt';
/** The settings that are required, each with an example. */
const NEEDED = {
  folder: 'C:\\Lynx\\Results',
  url: 'https://regatta.example',
  event: '1',
} as const;
const OPTIONAL = ['key-file', 'map', 'every', 'empty-place', ...START_LIST_OPTIONS];

if (import.meta.main) process.exitCode = await start(process.argv.slice(2));

/** Runs the bridge. @param words the arguments of the call @returns the exit status */
async function start(words: string[]): Promise<number> {
  if (words.includes('--help')) return main(['bridge', 'finishlynx', '--help']);
  if (words[0] === '--version') return main(words);
  try {
    const settings = bridgeWords(await readSettingsFile());
    return await main(['bridge', 'finishlynx', ...settings, ...words]);
  } catch (error) {
    process.stderr.write(`${errorMessage(error)}\n`);
    return 1;
  }
}

async function readSettingsFile(): Promise<string> {
  try {
    return await readFile(FILE, 'utf8');
  } catch (error) {
    throw new Error(
      `${FILE} cannot be read (${codeOf(error)}): it belongs into the folder of the bridge.`,
      { cause: error },
    );
  }
}

/**
 * Turns the text of the settings file into options of the bridge.
 *
 * @param text lines such as `folder = C:\Lynx\Results`; a line that begins with `#` is a comment
 * @throws Error with one line for each setting that is missing or unknown
 */
export function bridgeWords(text: string): string[] {
  const values: Record<string, string> = { 'key-file': 'key.txt' };
  const wrong: string[] = [];
  const names = [...Object.keys(NEEDED), ...OPTIONAL];
  for (const [index, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    if (/^\s*(#|$)/.test(line)) continue;
    const [, name = '', value = ''] = /^\s*([\w-]+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    // Windows puts quotation marks around a path that is copied.
    if (names.includes(name)) values[name] = value.replace(/^"(.*)"$/, '$1');
    else wrong.push(`${FILE}, line ${index + 1}: write NAME = VALUE; names: ${names.join(', ')}.`);
  }
  for (const [name, example] of Object.entries(NEEDED)) {
    if (!values[name])
      wrong.push(`${FILE} does not say the ${name}: write a line like ${name} = ${example}`);
  }
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
  const { folder = '', url = '', event } = values;
  const state = join('state', stateFolderName({ folder, url, eventId: readId('event', event) }));
  return Object.entries({ ...values, state }).flatMap(([name, value]) =>
    value === '' ? [] : [`--${name}`, value],
  );
}
