/** How a bridge works. */
import type { FileTimes } from './files/timer-folder.ts';
import type { JudgeOptions } from './judge.ts';
import type { StartListSettings } from './start-lists/start-list-keeper.ts';

/** How often the folder is looked at, unless a person says otherwise. */
export const USUAL_POLL_SECONDS = '1';
/** How often the schedule is read. */
export const SCHEDULE_MILLIS = 5000;

export interface BridgeSettings {
  folder: string;
  /** Where the ledger is; the lock, too, where the folder may not be written. */
  stateFolder: string;
  mapFile: string | null;
  judging: JudgeOptions;
  /** `null` where the bridge writes no start lists. */
  startLists: StartListSettings | null;
  fileTimes: FileTimes;
  pollMillis: number;
  scheduleMillis: number;
  isDryRun: boolean;
}
