/** Takes the lock of the folder, keeps it alive, and sees whether it is still there (formats.md §6.2, requirement 23). */
import { randomUUID } from 'node:crypto';
import { open, readFile, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { codeOf, replacePrivateFile } from './state-files.ts';

/**
 * One bridge for each folder: a file in it says which process works on it, and a heartbeat in the file that it still
 * lives (formats.md §6.2, requirement 23). Clocks of several computers differ, so a lock is stale when its heartbeat
 * has not moved for a while by our own clock.
 */

/** It begins with a point, so that no look at the folder takes it for a result. */
const LOCK_NAME = '.running-order-bridge.lock';
const STALE_MILLIS = 60_000;
/** A lock that is not whole is being written, or its writer was killed over it. */
const CUT_MILLIS = 2000;
const LOOK_MILLIS = 1000;
/** Two that take over the same lock at the same time see afterwards who was last. */
const SETTLE_MILLIS = 50;

/** Of the locks of this process. */
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
   * Takes the lock, waiting until one that nobody holds any more is stale.
   *
   * @returns nothing once it is held, or who holds it
   * @throws the error of the system where the folder cannot be written
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

  /** Says that this process lives. @returns whether the lock is still its own @throws as `take` */
  async beat(): Promise<boolean> {
    if (!(await this.isOurs())) return false;
    this.heartbeat++;
    await replacePrivateFile(this.path, this.content(), `.${this.id}.tmp`);
    return true;
  }

  /** Whether the lock is still ours; one that somebody has deleted is made again. @throws as `take` */
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

/** Of this computer, and its process is gone. */
function isDead(held: LockFile | 'damaged'): boolean {
  if (held === 'damaged' || held.host !== hostname()) return false;
  // Started again in a container, a program may get the number it had before.
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
