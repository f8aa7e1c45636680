/** The folder of automatic back-ups: lists the back-ups in it, makes one, and removes the surplus. */
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MILLIS } from '../../contract/time-units.ts';
import {
  type Backup,
  backupName,
  readBackupName,
  surplusBackups,
} from '../../domain/backup-rules.ts';
import { errorMessage } from '../../domain/refusal.ts';
import { type Connections, DatabaseRefused } from './dialect.ts';

/** Where back-ups are written, and how many of each kind (daily, before an upgrade) are kept. */
export interface BackupFolder {
  folder: string;
  keep: number;
}

/** An `.unfinished` file is removed only after this time, because until then its copy may still be under way. */
const UNFINISHED_MILLIS = DAY_MILLIS;

/** The back-ups of this database in the folder, in no order. @throws Node's error when the folder cannot be read */
export function listBackups({ folder }: BackupFolder, connections: Connections): Backup[] {
  if (!existsSync(folder)) return [];
  const database = connections.copyName ?? '';
  return readdirSync(folder).flatMap((name) => readBackupName(database, name) ?? []);
}

/** The file names of the back-ups in the folder, newest first; empty if the service makes no back-ups. */
export function backupFiles(backups: BackupFolder | undefined, connections: Connections): string[] {
  if (!backups) return [];
  const listed = listBackups(backups, connections).sort((a, b) => b.at - a.at);
  return listed.map(({ name }) => name);
}

/**
 * Makes a back-up, checks it, and removes the surplus. Creates the folder if it is missing and its parent exists.
 *
 * @param at the time in the file's name, in epoch milliseconds
 * @param beforeUpgradeFrom the version of a database that is about to be migrated
 * @returns the path of the file
 * @throws DatabaseRefused with the reason why there is no back-up
 */
export async function makeBackup(
  { folder, keep }: BackupFolder,
  connections: Connections,
  at: number,
  beforeUpgradeFrom?: number,
): Promise<string> {
  try {
    if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    throw new DatabaseRefused(
      `The folder ${folder} of BACKUP_FOLDER cannot be made: ${errorMessage(error)}.`,
    );
  }
  const file = join(folder, backupName(connections.copyName ?? '', at, beforeUpgradeFrom));
  // Another process may have made one within the same second.
  if (!existsSync(file)) await connections.copyTo(file, () => {});
  tidy({ folder, keep }, connections, at);
  return file;
}

/** A back-up that cannot be removed is no reason to fail: the next one tries again. */
function tidy(backups: BackupFolder, connections: Connections, at: number): void {
  const { folder, keep } = backups;
  const remove = (name: string) => rmSync(join(folder, name), { force: true });
  try {
    const surplus = surplusBackups(listBackups(backups, connections), keep, at);
    for (const name of surplus) remove(name);
    for (const name of readdirSync(folder)) {
      const [, finished = ''] = /^(.+)\.unfinished$/.exec(name) ?? [];
      if (readBackupName(connections.copyName ?? '', finished) === undefined) continue;
      if (statSync(join(folder, name)).mtimeMs < at - UNFINISHED_MILLIS) remove(name);
    }
  } catch {}
}
