/** Replaces files atomically: a crash or a power cut leaves the old or the new content, never a part. */
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Error codes on Windows while a program or a virus scanner holds the file; the rename is tried again. */
const HELD = ['EPERM', 'EACCES', 'EBUSY'];
const TRIES = 10;
const LONGEST_WAIT_MILLIS = 200;

interface ReplaceOptions {
  /** The name of the temporary file in the same folder; it must not match a pattern that another program reads. */
  temporaryName?: string;
  /** The mode of the file; by default `0o666`, restricted by the umask. */
  mode?: number;
}

/**
 * Writes the content to a temporary file in the same folder, flushes it to the disk, and renames it.
 *
 * @throws the error of the system; the old file is unchanged then, unless only opening the folder to flush it failed
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

/** Makes the rename survive a power cut. Where a folder cannot be flushed, the operating system is relied on. */
async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  // A folder without read permission cannot be opened. No error: the file has been replaced already.
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
}
