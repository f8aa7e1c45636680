/** The folder of automatic back-ups: what is in it, a new one, and the removal of those that are too many. */
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

/** Where back-ups go, and how many of each kind stay there. */
export interface BackupFolder {
  folder: string;
  keep: number;
}

/** What an interrupted copy may leave behind is removed after this time; until then it may be under way. */
const UNFINISHED_MILLIS = DAY_MILLIS;

/** The back-ups of a database that are there. @throws Node's error when the folder cannot be read */
export function listBackups({ folder }: BackupFolder, connections: Connections): Backup[] {
  if (!existsSync(folder)) return [];
  const database = connections.copyName ?? '';
  return readdirSync(folder).flatMap((name) => readBackupName(database, name) ?? []);
}

/** The names of the back-ups that are there, newest first; none where none are made by the service. */
export function backupFiles(backups: BackupFolder | undefined, connections: Connections): string[] {
  if (!backups) return [];
  const listed = listBackups(backups, connections).sort((a, b) => b.at - a.at);
  return listed.map(({ name }) => name);
}

/**
 * Makes a back-up, checks it, and removes those that are too many. The folder is made where only itself is missing.
 *
 * @param at epoch milliseconds
 * @param beforeUpgradeFrom the version of a database that is about to be migrated
 * @returns the file
 * @throws DatabaseRefused saying why there is no back-up
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
  // Somebody else may have made one in this second.
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
