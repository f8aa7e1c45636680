/** Takes the lock of the folder, keeps it alive, and sees whether it is still there (formats.md §6.2, requirement 23). */
import { codeOf } from './private-files.ts';
import { FolderLock } from './folder-lock.ts';

const BEAT_MILLIS = 2000;
/** A folder that may only be read. */
const READ_ONLY = ['EACCES', 'EPERM', 'EROFS'];

/** Why nothing may be posted. */
interface LockTrouble {
  reason: string;
  /** Another bridge works on the folder. */
  isLost: boolean;
}

export class LockKeeper {
  private readonly folders: { folder: string; stateFolder: string };
  private readonly now: () => number;
  private lock: FolderLock | null = null;
  private isReadOnly = false;
  private beatMillis = 0;

  /** @param now a clock that only goes forward */
  constructor(folders: { folder: string; stateFolder: string }, now: () => number) {
    this.folders = folders;
    this.now = now;
  }

  get isHeld(): boolean {
    return this.lock !== null;
  }

  /** Takes the lock, or says that this process lives. */
  async hold(signal: AbortSignal): Promise<LockTrouble | null> {
    try {
      if (this.lock === null) return await this.take(signal);
      if (this.now() - this.beatMillis < BEAT_MILLIS) return null;
      this.beatMillis = this.now();
      return (await this.lock.beat()) ? null : TAKEN_OVER;
    } catch (error) {
      const code = codeOf(error);
      // Two bridges on one computer still keep each other out.
      this.isReadOnly ||= this.lock === null && READ_ONLY.includes(code);
      return { reason: `The lock in the folder cannot be written: ${code}`, isLost: false };
    }
  }

  /** Before a post. */
  async check(): Promise<LockTrouble | null> {
    if (this.lock === null) return null;
    try {
      return (await this.lock.isOurs()) ? null : TAKEN_OVER;
    } catch (error) {
      return { reason: codeOf(error), isLost: false };
    }
  }

  async release(): Promise<void> {
    await this.lock?.release().catch(() => {});
  }

  private async take(signal: AbortSignal): Promise<LockTrouble | null> {
    const { folder, stateFolder } = this.folders;
    const lock = new FolderLock(this.isReadOnly ? stateFolder : folder);
    const holder = await lock.take(signal);
    if (!holder) this.lock = lock;
    const reason = `${holder}. Stop it first, or give each its own folder.`;
    return holder ? { reason, isLost: true } : null;
  }
}

const TAKEN_OVER: LockTrouble = {
  reason: 'Another bridge has taken over this folder.',
  isLost: true,
};
