/**
 * Writes the three files of a start list into their folder: each is complete at any time, and a file that another program
 * wrote is not lost (formats.md §6.2, requirement 18).
 */
import { constants } from 'node:fs';
import { copyFile, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isOwnStartList } from '../../exchange/finishlynx/write-start-list.ts';
import { replaceFile } from '../../replace-file.ts';
import { codeOf } from '../files/state-files.ts';
import { type KeptNumbers, parseKeptNumbers } from '../ledger.ts';

export interface StartListPlace {
  folder: string;
  /** The name of the files without their extension: `lynx`. */
  name: string;
  /** Files of other programs are replaced, too, and kept as `.bak`. */
  takeOver: boolean;
  /** Identifies this bridge, so that two that write to one folder do not write to one temporary file. */
  writer: string;
}

/** Why the files could not be written. */
export interface WriteTrouble {
  reason: string;
  /** Whether a person has to act: waiting alone does not help. */
  isRefused: boolean;
}

interface Planned {
  path: string;
  bytes: Uint8Array;
  /** Whether another program wrote the file that is there. */
  isForeign: boolean;
}

/** `evt`, which has the entries, is written last, so that the files it refers to are there. */
const ORDER = ['ppl', 'sch', 'evt'] as const;

/** Reads the numbers kept beside the files, which survive a lost ledger; `null` without any. @throws the system error */
export async function readKeptNumbers(place: StartListPlace): Promise<KeptNumbers | null> {
  const bytes = await contentOf(keptPath(place));
  return bytes && parseKeptNumbers(Buffer.from(bytes).toString('utf8'));
}

/** @returns the files that have to change, in the order of writing; or why none can be written */
export async function planStartListFiles(
  place: StartListPlace,
  contents: Record<(typeof ORDER)[number], Uint8Array>,
  kept: KeptNumbers,
): Promise<Planned[] | WriteTrouble> {
  const { folder, name, takeOver } = place;
  try {
    const bytes = Buffer.from(`${JSON.stringify(kept)}\n`);
    const files = [await compare(keptPath(place), bytes, () => true)];
    for (const kind of ORDER) {
      files.push(await compare(join(folder, `${name}.${kind}`), contents[kind], isOwnStartList));
    }
    const [foreign] = files.filter((file) => file?.isForeign);
    if (foreign && !takeOver) {
      const reason = `${basename(foreign.path)} was not written by Running Order: --take-over replaces it and keeps it as .bak`;
      return { reason, isRefused: true };
    }
    return files.filter((file) => file !== null);
  } catch (error) {
    return troubleOf(error, folder);
  }
}

/** Writes the planned files. @returns why one could not be written, or `null`; it and those after it are then unchanged */
export async function writeStartListFiles(
  { folder, writer }: StartListPlace,
  files: readonly Planned[],
): Promise<WriteTrouble | null> {
  try {
    for (const file of files) {
      const isKept = !file.isForeign || (await keep(file.path));
      if (!isKept) {
        const reason = `${basename(file.path)}.bak is there already: move it away first`;
        return { reason, isRefused: true };
      }
      const temporaryName = `.${basename(file.path)}.${writer}.tmp`;
      await replaceFile(file.path, file.bytes, { temporaryName });
    }
    return null;
  } catch (error) {
    return troubleOf(error, folder);
  }
}

async function contentOf(path: string): Promise<Uint8Array | null> {
  return readFile(path).catch((error) => {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  });
}

/** @returns `null` where the file is as it should be */
async function compare(
  path: string,
  bytes: Uint8Array,
  isOurs: (before: Uint8Array) => boolean,
): Promise<Planned | null> {
  const before = await contentOf(path);
  if (before !== null && isSame(bytes, before)) return null;
  // An empty file has nothing to lose.
  const isForeign = before !== null && before.length > 0 && !isOurs(before);
  return { path, bytes, isForeign };
}

function keptPath({ folder, name }: StartListPlace): string {
  return join(folder, `.running-order-${name}.json`);
}

/** Copies the file of another program to `.bak`. @returns false if there is a different `.bak` already */
async function keep(path: string): Promise<boolean> {
  const kept = `${path}.bak`;
  try {
    await copyFile(path, kept, constants.COPYFILE_EXCL);
    return true;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    // The copy may have been made just before the bridge was killed.
    return isSame(await readFile(kept), await readFile(path));
  }
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}

export function troubleOf(error: unknown, folder: string): WriteTrouble {
  const code = codeOf(error);
  if (code === 'ENOTDIR') return { reason: `${folder} is no folder`, isRefused: true };
  const what = code === 'ENOENT' ? 'it is not there' : code;
  return { reason: `${folder} cannot be written: ${what}`, isRefused: false };
}
