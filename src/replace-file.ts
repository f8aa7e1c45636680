/** Files that are whole, or as they were before, whatever happens while they are written. */
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** On Windows a file that a program or a virus scanner holds cannot be replaced for a moment. */
const HELD = ['EPERM', 'EACCES', 'EBUSY'];
const TRIES = 10;
const LONGEST_WAIT_MILLIS = 200;

interface ReplaceOptions {
  /** Of the file beside it that is renamed; it must not look like one that another program reads. */
  temporaryName?: string;
  /** Who may read it; everybody whom the system lets, by default. */
  mode?: number;
}

/**
 * Writes a file beside it, flushes it to the disk and renames it.
 *
 * @throws the error of the system; the old file is left then
 */
export async function replaceFile(
  path: string,
  content: string | Uint8Array,
  { temporaryName = `.${basename(path)}.tmp`, mode = 0o666 }: ReplaceOptions = {},
): Promise<void> {
  const folder = dirname(path);
  const temporary = join(folder, temporaryName);
  try {
    const handle = await open(temporary, 'w', mode);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await renameOver(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
  await flushFolder(folder);
}

async function renameOver(from: string, to: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await rename(from, to);
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (attempt >= TRIES || !HELD.includes(code)) throw error;
      await delay(Math.min(5 * 2 ** attempt, LONGEST_WAIT_MILLIS));
    }
  }
}

/** So that the rename survives a power cut; where folders cannot be flushed, the system sees to it. */
async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  // A folder that may only be written cannot be opened, and the file is in its place already.
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
}
