/** The ledger on disk. What is said to be stored is stored, and a file that is damaged is put aside. */
import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { EMPTY_LEDGER, type Ledger, parseLedger } from '../ledger.ts';
import { codeOf, makePrivateFolder, replacePrivateFile } from './private-files.ts';

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
