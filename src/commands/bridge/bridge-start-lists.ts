/** The options of the bridge that say which start lists it writes, where and how. */
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import type { StartListSettings } from '../../bridge/start-lists/start-list-keeper.ts';
import { isDate } from '../../contract/instant.ts';
import { CODE_PAGES, MAX_NAME_LENGTH } from '../../exchange/finishlynx/write-start-list.ts';
import { UsageError, type Values } from '../command.ts';

/** The options, each with the placeholder for its value in the help. */
export const START_LIST_VALUES = {
  'start-lists': 'DIR',
  'list-name': 'NAME',
  day: 'YYYY-MM-DD',
  'code-page': 'CODE',
  'crew-in': 'FIELD',
  'name-length': 'LETTERS',
};
export const START_LIST_OPTIONS = Object.keys(START_LIST_VALUES);
export const START_LIST_FLAGS = ['take-over', 'draft'];

const CREW_FIELDS = ['last', 'affiliation'] as const;
const USUAL_NAME = 'lynx';
/** A crew cannot be recognised by a name that is cut shorter; FinishLynx itself cuts at `MAX_NAME_LENGTH`. */
const MIN_NAME_LENGTH = 8;

/** @returns `null` where no start lists are wanted. @throws UsageError */
export function readStartListSettings(
  values: Values,
  { eventId, stateFolder }: { eventId: number; stateFolder: string },
): StartListSettings | null {
  const folder = values['start-lists'];
  if (folder === undefined) {
    const [lost] = [...START_LIST_OPTIONS, ...START_LIST_FLAGS].filter(
      (name) => values[name] !== undefined,
    );
    if (lost)
      throw new UsageError(`--${lost} is about start lists: name their folder with --start-lists.`);
    return null;
  }
  return {
    folder: resolve(folder),
    name: readName(values['list-name'] ?? USUAL_NAME),
    takeOver: values['take-over'] !== undefined,
    writer: createHash('sha256').update(stateFolder).digest('hex').slice(0, 8),
    eventId,
    includesDrafts: values.draft !== undefined,
    day: readDay(values.day),
    written: {
      codePage: oneOf('code-page', CODE_PAGES, values),
      crewIn: oneOf('crew-in', CREW_FIELDS, values),
      maxNameLength: readNameLength(values['name-length'] ?? String(MAX_NAME_LENGTH)),
    },
  };
}

/** The name of three files in one folder, so no path; Windows reserves some names for devices. */
function readName(name: string): string {
  const isReserved = /^(con|prn|aux|nul|com\d|lpt\d)$/i.test(name);
  if (!isReserved && /^[^\\/:*?"<>|.\s][^\\/:*?"<>|]{0,60}$/.test(name)) return name;
  throw new UsageError(
    `--list-name must be a file's name without what follows the point, such as ${USUAL_NAME}, not "${name}".`,
  );
}

function readDay(day: string | undefined): string | null {
  if (day === undefined || isDate(day)) return day ?? null;
  throw new UsageError(`--day must be a day such as 2026-06-13, not "${day}".`);
}

function readNameLength(letters: string): number {
  const length = /^\d{1,2}$/.test(letters) ? Number(letters) : 0;
  if (length >= MIN_NAME_LENGTH && length <= MAX_NAME_LENGTH) return length;
  throw new UsageError(
    `--name-length must be from ${MIN_NAME_LENGTH} to ${MAX_NAME_LENGTH}, not "${letters}".`,
  );
}

/** @returns the first of the words where the option is left out */
function oneOf<Word extends string>(
  option: string,
  words: readonly [Word, ...Word[]],
  values: Values,
): Word {
  const sent = values[option] ?? words[0];
  const word = words.find((one) => one === sent);
  if (word !== undefined) return word;
  throw new UsageError(`--${option} must be one of ${words.join(', ')}, not "${sent}".`);
}
