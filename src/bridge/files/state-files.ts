/**
 * What a bridge keeps on disk, in files that only its user may read: one folder for each watched folder, address and event,
 * and in it the ledger. What is said to be stored is stored, and a ledger that is damaged is put aside.
 */

import { createHash } from 'node:crypto';
import { mkdir, readFile, rename } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { replaceFile } from '../../replace-file.ts';
import { EMPTY_LEDGER, type Ledger, parseLedger } from '../ledger.ts';

const NAME = 'ledger.json';

export class LedgerFile {
  current: Ledger = EMPTY_LEDGER;
  private readonly folder: string;
  /** Writes follow each other, so that an older state never replaces a newer one. */
  private last: Promise<void> = Promise.resolve();

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** @returns the ledger, an empty one where there is none; `isDamaged` where it was put aside */
  static async open(folder: string): Promise<{ file: LedgerFile; isDamaged: boolean }> {
    await makePrivateFolder(folder);
    const file = new LedgerFile(folder);
    const path = join(folder, NAME);
    const text = await readFile(path, 'utf8').catch((error) => {
      if (codeOf(error) === 'ENOENT') return null;
      throw error;
    });
    if (text === null) return { file, isDamaged: false };
    const read = parseLedger(text);
    if (read) file.current = read;
    else await rename(path, join(folder, `${NAME}.damaged`));
    return { file, isDamaged: read === null };
  }

  /**
   * Stores what a change makes of the ledger.
   *
   * @returns whether it made something of it, and that is stored
   * @throws the error of the system; the ledger then stays as it was
   */
  change(step: (ledger: Ledger) => Ledger): Promise<boolean> {
    const done = this.last.then(async () => {
      const next = step(this.current);
      if (next === this.current) return false;
      await replacePrivateFile(join(this.folder, NAME), `${JSON.stringify(next)}\n`);
      this.current = next;
      return true;
    });
    this.last = done.then(
      () => {},
      () => {},
    );
    return done;
  }
}

/** Replaces a file in one step. @param temporaryName where two programs may write it at once */
export function replacePrivateFile(
  path: string,
  content: string,
  temporaryName?: string,
): Promise<void> {
  return replaceFile(path, content, { mode: 0o600, ...(temporaryName && { temporaryName }) });
}

/** Makes a folder that only its user may read. */
export async function makePrivateFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
}

/** The code of an error of the system, such as `ENOENT`. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}

interface BridgeIdentity {
  folder: string;
  url: string;
  eventId: number;
}

/** @param given what `--state` says */
export function stateFolderOf(identity: BridgeIdentity, given?: string): string {
  if (given !== undefined) return resolve(given);
  return join(userStateFolder(), 'running-order', stateFolderName(identity));
}

/** Its name within the folder of all of them. */
export function stateFolderName({ folder, url, eventId }: BridgeIdentity): string {
  const address = url.replace(/\/+$/, '').replace(/\/v1$/, '');
  const identity = JSON.stringify([resolve(folder), address, eventId]);
  return `bridge-${createHash('sha256').update(identity).digest('hex').slice(0, 16)}`;
}

/** Of programs of this user, by the customs of the system. */
function userStateFolder(): string {
  if (process.platform === 'win32') return join(homedir(), 'AppData', 'Local');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support');
  return join(homedir(), '.local', 'state');
}
