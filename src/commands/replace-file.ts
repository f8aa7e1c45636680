/** Files that other programs read are replaced in one step: they see the old file or the new one, whole. */
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** What Windows says while a reader or a virus scanner holds the file. */
const HELD = ['EPERM', 'EACCES', 'EBUSY'];
const ATTEMPTS = 10;
const WAIT_MILLIS = 100;

/** @throws Node's error where the file cannot be written; the old file stays then */
export async function replaceFile(path: string, bytes: Uint8Array): Promise<void> {
  const unfinished = join(dirname(path), `.${basename(path)}.${process.pid}.unfinished`);
  try {
    const file = openSync(unfinished, 'w');
    try {
      writeSync(file, bytes);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    await renameOver(unfinished, path);
  } finally {
    rmSync(unfinished, { force: true });
  }
}

async function renameOver(from: string, to: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      renameSync(from, to);
      return;
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (attempt === ATTEMPTS || !HELD.includes(code)) throw error;
      await delay(WAIT_MILLIS);
    }
  }
}
