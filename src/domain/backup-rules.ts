/** Automatic back-ups: how their files are called, when one is due, and which of them stay. */
import { DAY_MILLIS } from '../contract/time-units.ts';

/** A back-up that is there, as the name of its file tells. */
export interface Backup {
  name: string;
  /** When it was made, to the second; epoch milliseconds. */
  at: number;
  /** The version of a database that was about to be migrated; `undefined` for the back-up of a day. */
  beforeUpgradeFrom: number | undefined;
}

/** So many of each kind stay where `BACKUP_KEEP` does not say. */
export const USUAL_BACKUPS_KEPT = 7;

/** After a failure; a disk may be back soon, and the log is not to be filled. */
export const RETRY_MILLIS = 15 * 60_000;

/**
 * The name of a new file. It begins with the name of the database, so that databases may share a folder, and has
 * no character that a file system refuses.
 *
 * @param database the name of its file without the ending
 * @param at epoch milliseconds
 * @param beforeUpgradeFrom the version of a database that is about to be migrated
 */
export function backupName(database: string, at: number, beforeUpgradeFrom?: number): string {
  const instant = new Date(at).toISOString().replace(/[-:]|\.\d+/g, '');
  const suffix = beforeUpgradeFrom === undefined ? '' : `${UPGRADE}${beforeUpgradeFrom}`;
  return `${database}-${instant}${suffix}.db`;
}

const UPGRADE = '-before-upgrade-from-';
const AFTER_DATABASE =
  /^-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z(?:-before-upgrade-from-(\d+))?\.db$/;

/** Reads a name that `backupName` has given. @returns `undefined` for any other file, which is left alone */
export function readBackupName(database: string, name: string): Backup | undefined {
  if (!name.startsWith(database)) return undefined;
  const found = AFTER_DATABASE.exec(name.slice(database.length));
  if (!found) return undefined;
  const [, year, month, day, hour, minute, second, version] = found;
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(at)) return undefined;
  return { name, at, beforeUpgradeFrom: version === undefined ? undefined : Number(version) };
}

/**
 * Whether the back-up of a day is due: none was made in the last 24 hours. One from the future, as is left by a
 * clock that was set back, does not count. Nor does one before an upgrade, which an older program wrote.
 *
 * @param now epoch milliseconds
 */
export function isBackupDue(backups: readonly Backup[], now: number): boolean {
  return !backups.some(
    ({ at, beforeUpgradeFrom }) =>
      beforeUpgradeFrom === undefined && at <= now && at > now - DAY_MILLIS,
  );
}

/**
 * The back-ups to be removed: of those of days, and of those before upgrades, all but the newest. Those from
 * the future, as are left by a clock that was set back, count as older than all others: the one just made stays.
 *
 * @param keep how many of each kind stay, at least 1
 * @param now epoch milliseconds
 */
export function surplusBackups(backups: readonly Backup[], keep: number, now: number): string[] {
  const isAhead = ({ at }: Backup) => Number(at > now);
  const newestFirst = backups.toSorted((a, b) => isAhead(a) - isAhead(b) || b.at - a.at);
  const ofDays = newestFirst.filter(({ beforeUpgradeFrom }) => beforeUpgradeFrom === undefined);
  const ofUpgrades = newestFirst.filter(({ beforeUpgradeFrom }) => beforeUpgradeFrom !== undefined);
  return [...ofDays.slice(keep), ...ofUpgrades.slice(keep)].map(({ name }) => name);
}
