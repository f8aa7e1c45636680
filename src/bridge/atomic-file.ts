/** Files that are whole or as they were before, whatever happens while they are written. */
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** On Windows a file that a program or a virus scanner holds cannot be replaced for a moment. */
const HELD = ['EPERM', 'EACCES', 'EBUSY'];
const TRIES = 10;
const LONGEST_WAIT_MILLIS = 200;

/**
 * Writes a file beside it, flushes it to the disk and renames it. @throws the error of the system; the old file is left
 *
 * @param temporaryName of the file beside it; it must not look like one that another program reads
 */
export async function replaceFile(
  path: string,
  content: string | Uint8Array,
  temporaryName: string,
): Promise<void> {
  const folder = dirname(path);
  const temporary = join(folder, temporaryName);
  try {
    const handle = await open(temporary, 'w', 0o600);
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

/** Makes a folder that only its user may read. */
export async function makePrivateFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
}

/** The code of an error of the system, such as `ENOENT`. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}

async function renameOver(from: string, to: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await rename(from, to);
    } catch (error) {
      if (attempt >= TRIES || !HELD.includes(codeOf(error))) throw error;
      await delay(Math.min(5 * 2 ** attempt, LONGEST_WAIT_MILLIS));
    }
  }
}

/** So that the rename survives a power cut; where folders cannot be flushed, the system sees to it. */
async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync().catch(() => {});
  await handle.close();
}
