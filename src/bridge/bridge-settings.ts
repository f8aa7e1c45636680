/** The settings of a bridge. */
import type { FileTimes } from './files/timer-folder.ts';
import type { JudgeOptions } from './judge.ts';
import type { StartListSettings } from './start-lists/start-list-keeper.ts';

export interface BridgeSettings {
  folder: string;
  /** The folder of the ledger, and of the lock file if `folder` is read-only. */
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
