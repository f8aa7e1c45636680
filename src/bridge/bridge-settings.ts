/** How a bridge works. */
import type { FileTimes } from './files/timer-folder.ts';
import type { JudgeOptions } from './judge.ts';
import type { StartListSettings } from './start-lists/start-list-keeper.ts';

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
