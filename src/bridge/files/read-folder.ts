/** One look at the timer's folder. Nothing in it is opened for writing, renamed or deleted (formats.md §6.2, 1 and 2). */
import { createHash } from 'node:crypto';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { RaceFiles, SeenFile } from './race-files.ts';
import { codeOf } from './state-files.ts';

const MAX_BYTES = 256 * 1024;
/** A share that does not answer must not stop everything else. */
const MAX_MILLIS = 10_000;

/**
 * Lists the folder and reads what may have changed.
 *
 * @returns what it has seen, or why the folder cannot be reached
 */
export async function lookAt(
  folder: string,
  files: RaceFiles,
  atMillis: number,
): Promise<SeenFile[] | string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve('it does not answer'), MAX_MILLIS);
  });
  try {
    return await Promise.race([look(folder, files, atMillis), late]);
  } catch (error) {
    return reasonOf(codeOf(error));
  } finally {
    clearTimeout(timer);
  }
}

async function look(folder: string, files: RaceFiles, atMillis: number): Promise<SeenFile[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile() && isCandidate(entry.name));
  const seen: SeenFile[] = [];
  for (const { name } of names) {
    const file = await readOne(join(folder, name), name, files, atMillis);
    if (file) seen.push(file);
  }
  return seen;
}

function isCandidate(name: string): boolean {
  return /\.lif$/i.test(name) && !/^[~.]/.test(name);
}

/** @returns nothing for a file that has gone in between, or is too large for a result */
async function readOne(
  path: string,
  name: string,
  files: RaceFiles,
  atMillis: number,
): Promise<SeenFile | null> {
  try {
    await using handle = await open(path, 'r');
    const { size, mtimeMs } = await handle.stat();
    if (size > MAX_BYTES) return null;
    if (!files.wants({ name, size, mtimeMs }, atMillis)) {
      return { name, size, mtimeMs, content: { kind: 'unread' } };
    }
    const bytes = await handle.readFile();
    const hash = createHash('sha256').update(bytes).digest('hex');
    return { name, size: bytes.length, mtimeMs, content: { kind: 'read', hash, bytes } };
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT') return null;
    return { name, size: 0, mtimeMs: 0, content: { kind: 'locked', reason: code } };
  }
}

function reasonOf(code: string): string {
  if (code === 'ENOENT') return 'it is not there';
  if (code === 'EACCES' || code === 'EPERM') return 'it may not be read';
  return code;
}
