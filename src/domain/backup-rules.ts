/** Automatic back-ups: how their files are named, when one is due, and which of them are kept. */
import { DAY_MILLIS } from '../contract/time-units.ts';

/** A back-up file that exists, as read from its name. */
export interface Backup {
  name: string;
  /** When it was made, to the second; epoch milliseconds. */
  at: number;
  /** Of a back-up made before an upgrade: the version of the database before it was migrated; `undefined`: a daily back-up. */
  beforeUpgradeFrom: number | undefined;
}

/** How many back-ups of each kind (daily, before an upgrade) are kept where `BACKUP_KEEP` is not set. */
export const USUAL_BACKUPS_KEPT = 7;

/** The wait after a back-up that failed: the disk may be back soon, and retries must not fill the log. */
export const RETRY_MILLIS = 15 * 60_000;

/**
 * The name of a new file. It begins with the name of the database, so that databases may share a folder, and has
 * no character that a file system refuses.
 *
 * @param database the name of its file without the ending
 * @param at epoch milliseconds
 * @param beforeUpgradeFrom the version of a database that is about to be migrated; left out for a daily back-up
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
 * Whether the daily back-up is due: none was made in the last 24 hours. One dated in the future does not count (the
 * clock has been set back since), nor does one made before an upgrade, because an older program wrote its contents.
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
 * The names of the back-ups to delete: all daily ones but the newest, and all made before an upgrade but the newest. Those
 * dated in the future (the clock has been set back since) count as the oldest, so that the one just made is kept.
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
