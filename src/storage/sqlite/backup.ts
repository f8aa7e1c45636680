/** Copies of the embedded database, made while it is in use. */
import { existsSync, renameSync, rmSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { DatabaseRefused, reasonOf } from '../dialect.ts';
import { providePrivateFile } from './private-file.ts';

/** Writes a consistent copy to a new file and checks it. @throws DatabaseRefused */
export async function copySqlite(
  path: string,
  file: string,
  progress: (message: string) => void,
): Promise<void> {
  if (file === '') throw new DatabaseRefused('Name a new file with --to.');
  if (existsSync(file)) throw new DatabaseRefused(`${file} exists already; name a new file.`);
  // An interrupted copy must not have the name of a complete one.
  const unfinished = `${file}.unfinished`;
  try {
    rmSync(unfinished, { force: true });
    providePrivateFile(unfinished);
    progress(`copying ${path}`);
    await copyAndCheck(path, unfinished);
    renameSync(unfinished, file);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw new DatabaseRefused(`Cannot copy the database to ${file}: ${reasonOf(error)}.`);
  }
}

/** In one step: a commit between two steps starts the copy again, so on a busy day it would never end. */
const ALL_PAGES = 0x7fffffff;

async function copyAndCheck(path: string, file: string): Promise<void> {
  const source = new DatabaseSync(path, { readOnly: true });
  try {
    await backup(source, file, { rate: ALL_PAGES });
  } finally {
    source.close();
  }
  // Not read-only, so that closing it leaves no log files beside the copy.
  const copy = new DatabaseSync(file);
  try {
    const check = copy.prepare('pragma integrity_check').get();
    if (check?.integrity_check !== 'ok') throw new Error('the copy is damaged; check the disk');
  } finally {
    copy.close();
  }
}
