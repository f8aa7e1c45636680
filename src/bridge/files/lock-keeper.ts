/** Takes the lock of the folder, renews its heartbeat, and checks that it is still held (formats.md §6.2, requirement 23). */
import { randomUUID } from 'node:crypto';
import { open, readFile, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { codeOf, replacePrivateFile } from './state-files.ts';

/**
 * Only one bridge may work on a folder: a lock file in it names the process, and a heartbeat in the lock file shows that the
 * process is alive (formats.md §6.2, requirement 23). The clocks of several computers differ, so a lock is stale when its
 * heartbeat has not changed for `STALE_MILLIS` by our own clock.
 */

/** The name begins with a dot, so that a poll of the folder does not take the file for a result. */
const LOCK_NAME = '.running-order-bridge.lock';
const STALE_MILLIS = 60_000;
/** How long to wait for an incomplete lock file: it is being written, or its writer was killed meanwhile. */
const CUT_MILLIS = 2000;
const LOOK_MILLIS = 1000;
/** After this time, of two processes that took over the same lock at once, only the later one still finds its id in it. */
const SETTLE_MILLIS = 50;

/** The ids of the locks of this process. */
const ownIds = new Set<string>();

interface LockFile {
  id: string;
  pid: number;
  host: string;
  heartbeat: number;
}

class FolderLock {
  private readonly path: string;
  private readonly id = randomUUID();
  private heartbeat = 0;

  constructor(folder: string) {
    this.path = join(folder, LOCK_NAME);
    ownIds.add(this.id);
  }

  /**
   * Takes the lock. A lock that may have been abandoned is waited for until it is stale.
   *
   * @returns `undefined` once the lock is held, or a sentence that says which process holds it
   * @throws the system error if the folder cannot be written, and an `AbortError`
   */
  async take(signal: AbortSignal): Promise<string | undefined> {
    const first = await this.read();
    let waitedMillis = 0;
    for (;;) {
      const held = await this.read();
      if (held === 'none') {
        if (await this.create()) return undefined;
      } else if (isDead(held) || waitedMillis >= (held === 'damaged' ? CUT_MILLIS : STALE_MILLIS)) {
        if (await this.takeOver()) return undefined;
      } else if (isAlive(held, first)) {
        const { pid, host } = held as LockFile;
        return `another bridge works on this folder: process ${pid} on ${host}`;
      }
      await delay(LOOK_MILLIS, undefined, { signal });
      waitedMillis += LOOK_MILLIS;
    }
  }

  /** Renews the heartbeat. @returns false if the lock is no longer ours @throws as `take` */
  async beat(): Promise<boolean> {
    if (!(await this.isOurs())) return false;
    this.heartbeat++;
    await replacePrivateFile(this.path, this.content(), `.${this.id}.tmp`);
    return true;
  }

  /** Whether the lock is still ours; a lock file that was deleted is created again. @throws as `take` */
  async isOurs(): Promise<boolean> {
    const held = await this.read();
    if (held === 'none') return this.create();
    return held !== 'damaged' && held.id === this.id;
  }

  async release(): Promise<void> {
    const held = await this.read().catch(() => 'none' as const);
    if (typeof held !== 'string' && held.id === this.id) await rm(this.path, { force: true });
  }

  private async create(): Promise<boolean> {
    try {
      const handle = await open(this.path, 'wx', 0o644);
      await handle.writeFile(this.content());
      await handle.close();
      return true;
    } catch (error) {
      if (codeOf(error) === 'EEXIST') return false;
      throw error;
    }
  }

  private async takeOver(): Promise<boolean> {
    await replacePrivateFile(this.path, this.content(), `.${this.id}.tmp`);
    await delay(SETTLE_MILLIS);
    const held = await this.read();
    return typeof held !== 'string' && held.id === this.id;
  }

  private content(): string {
    const { id, heartbeat } = this;
    const file: LockFile = { id, pid: process.pid, host: hostname(), heartbeat };
    return `${JSON.stringify(file)}\n`;
  }

  private async read(): Promise<LockFile | 'none' | 'damaged'> {
    try {
      const file = JSON.parse(await readFile(this.path, 'utf8'));
      return typeof file?.id === 'string' ? file : 'damaged';
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return 'none';
      // A process may have been killed before it had written the file.
      if (error instanceof SyntaxError) return 'damaged';
      throw error;
    }
  }
}

/** Whether the lock is of this computer and its process no longer runs. */
function isDead(held: LockFile | 'damaged'): boolean {
  if (held === 'damaged' || held.host !== hostname()) return false;
  // After a restart in a container, a process may get the same process id as before.
  if (held.pid === process.pid) return !ownIds.has(held.id);
  try {
    process.kill(held.pid, 0);
    return false;
  } catch (error) {
    return codeOf(error) === 'ESRCH';
  }
}

function isAlive(held: LockFile | 'damaged', first: LockFile | 'none' | 'damaged'): boolean {
  if (held === 'damaged') return false;
  return typeof first === 'string' || held.id !== first.id || held.heartbeat !== first.heartbeat;
}

const BEAT_MILLIS = 2000;
/** The error codes of a folder that is read-only. */
const READ_ONLY = ['EACCES', 'EPERM', 'EROFS'];

/** Why nothing may be posted. */
interface LockTrouble {
  reason: string;
  /** Whether another bridge works on the folder. */
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

  /** Takes the lock, or renews its heartbeat. @returns why nothing may be posted, or `null` */
  async hold(signal: AbortSignal): Promise<LockTrouble | null> {
    try {
      if (this.lock === null) return await this.take(signal);
      if (this.now() - this.beatMillis < BEAT_MILLIS) return null;
      this.beatMillis = this.now();
      return (await this.lock.beat()) ? null : TAKEN_OVER;
    } catch (error) {
      const code = codeOf(error);
      // The lock moves to the state folder: two bridges on one computer still exclude each other.
      this.isReadOnly ||= this.lock === null && READ_ONLY.includes(code);
      return { reason: `The lock in the folder cannot be written: ${code}`, isLost: false };
    }
  }

  /** Checks before a post that the lock is still ours. @returns why nothing may be posted, or `null` */
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
