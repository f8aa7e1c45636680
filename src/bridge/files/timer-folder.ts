/**
 * The timer's folder. A poll opens nothing for writing, renames nothing and deletes nothing. Several polls show which files
 * are still being written, and what the others hold (formats.md §6.2, requirements 1 to 6). A file is compared with its
 * earlier state, never with a clock: network shares and timing computers have their own.
 */
import { createHash } from 'node:crypto';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { singleFlightWithIdleTimeout } from '../../concurrency/single-flight.ts';
import { type Lif, type LifState, parseLif } from '../../exchange/finishlynx/files.ts';
import { codeOf } from './state-files.ts';

/** What a poll has found of one file. */
export interface SeenFile {
  name: string;
  size: number;
  mtimeMs: number;
  /** `unread`: it was not read, because it has not changed. `locked`: it could not be read; `reason` is the error code. */
  content: { kind: 'read'; hash: string; bytes: Uint8Array } | { kind: 'unread' } | Locked;
}

interface Locked {
  kind: 'locked';
  reason: string;
}

/** A file, and the content of it that applies now. */
export interface RaceFile {
  name: string;
  mtimeMs: number;
  /** The last complete content that stayed unchanged for `stableMillis`; `null` while there is none. */
  settled: { hash: string; lif: Lif; atMillis: number } | null;
  /** Why the present content does not apply (yet); `null` if it does. */
  trouble: string | null;
  /** Whether the file is taken to be still written: it has been unsettled for less than `unfinishedMillis`. */
  isChanging: boolean;
}

export interface FileTimes {
  /** How long a file must stay unchanged before its content applies. */
  stableMillis: number;
  /** After this time, an incomplete file is shown as `unfinished`. */
  unfinishedMillis: number;
}

export const USUAL_FILE_TIMES: FileTimes = { stableMillis: 500, unfinishedMillis: 30_000 };

/** How often a settled file is read again, in case it changed without a new size or modification time. */
const RECHECK_MILLIS = 30_000;
/** For this long after a file has settled, each poll reads it: modification times may be as coarse as 2 seconds. */
const FRESH_MILLIS = 5000;
/** The `trouble` of each new file until it has settled. */
export const BEING_WRITTEN = 'it is being written';
/** After so many polls without it, a file is gone; a file that is being replaced is missing for a moment. */
const MISSED_LOOKS = 2;

interface Entry {
  size: number;
  mtimeMs: number;
  hash: string;
  state: LifState | Locked;
  /** When this state of the file was first seen. */
  sinceMillis: number;
  readMillis: number;
  /** Since when the file has been incomplete or not settled; `null` while it is settled. */
  troubledMillis: number | null;
  settled: RaceFile['settled'];
  missedLooks: number;
}

export class RaceFiles {
  private readonly entries = new Map<string, Entry>();
  private readonly times: FileTimes;

  constructor(times: FileTimes = USUAL_FILE_TIMES) {
    this.times = times;
  }

  /** Whether a poll has to read a file. @param atMillis by a clock that only goes forward */
  wants({ name, size, mtimeMs }: Omit<SeenFile, 'content'>, atMillis: number): boolean {
    const entry = this.entries.get(name);
    if (!entry || entry.size !== size || entry.mtimeMs !== mtimeMs) return true;
    if (entry.settled?.hash !== entry.hash) return true;
    if (atMillis - entry.settled.atMillis < FRESH_MILLIS) return true;
    return atMillis - entry.readMillis >= RECHECK_MILLIS;
  }

  /** Takes in one poll of the whole folder. A file that is gone is forgotten; its results are not cleared. */
  update(files: readonly SeenFile[], atMillis: number): void {
    const names = new Set(files.map(({ name }) => name));
    for (const [name, entry] of this.entries) {
      if (!names.has(name) && ++entry.missedLooks >= MISSED_LOOKS) this.entries.delete(name);
    }
    for (const file of files) this.take(file, atMillis);
  }

  /** @param atMillis by the same clock */
  current(atMillis: number): RaceFile[] {
    return [...this.entries].map(([name, entry]) => ({
      name,
      mtimeMs: entry.mtimeMs,
      settled: entry.settled,
      ...this.judge(entry, atMillis),
    }));
  }

  private judge(entry: Entry, atMillis: number): Pick<RaceFile, 'trouble' | 'isChanging'> {
    if (entry.settled?.hash === entry.hash) return { trouble: null, isChanging: false };
    const { state } = entry;
    if ('unreadable' in state) return { trouble: state.unreadable, isChanging: false };
    const reason =
      'unfinished' in state
        ? state.unfinished
        : 'reason' in state
          ? `another program holds it (${state.reason})`
          : BEING_WRITTEN;
    const isLong = atMillis - (entry.troubledMillis ?? atMillis) >= this.times.unfinishedMillis;
    return { trouble: reason, isChanging: !isLong };
  }

  private take(file: SeenFile, atMillis: number): void {
    const before = this.entries.get(file.name);
    if (before) before.missedLooks = 0;
    const { content, size, mtimeMs } = file;
    if (content.kind === 'unread') return;
    const hash = content.kind === 'read' ? content.hash : (before?.hash ?? '');
    const isSame =
      before !== undefined &&
      before.size === size &&
      before.mtimeMs === mtimeMs &&
      before.hash === hash &&
      'reason' in before.state === (content.kind === 'locked');
    const state =
      content.kind === 'locked' ? content : isSame ? before.state : parseLif(content.bytes);
    const entry: Entry = {
      size,
      mtimeMs,
      hash,
      state,
      sinceMillis: isSame ? before.sinceMillis : atMillis,
      readMillis: atMillis,
      troubledMillis: before?.troubledMillis ?? atMillis,
      settled: before?.settled ?? null,
      missedLooks: 0,
    };
    if ('lif' in state) this.settle(entry, state.lif, atMillis);
    this.entries.set(file.name, entry);
  }

  private settle(entry: Entry, lif: Lif, atMillis: number): void {
    if (entry.settled?.hash === entry.hash) {
      // It was touched, or another program held it for a while: its content has not changed.
      entry.troubledMillis = null;
      return;
    }
    if (atMillis - entry.sinceMillis < this.times.stableMillis) return;
    entry.settled = { hash: entry.hash, lif, atMillis };
    entry.troubledMillis = null;
  }
}

const MAX_BYTES = 256 * 1024;
/** The time limit per file: a share that does not answer must not stop everything else, but a slow one may take this long. */
const MAX_SILENT_MILLIS = 10_000;

/** The folder, and what its files hold. */
export class TimerFolder {
  readonly files: RaceFiles;
  private readonly read: () => Promise<SeenFile[] | undefined>;

  /** @param now a clock that only goes forward */
  constructor({ folder, fileTimes }: { folder: string; fileTimes: FileTimes }, now: () => number) {
    this.files = new RaceFiles(fileTimes);
    this.read = singleFlightWithIdleTimeout(
      (getsOn) => readFolder(folder, this.files, now(), getsOn),
      MAX_SILENT_MILLIS,
    );
  }

  /**
   * Lists the folder and reads files that may have changed. A poll that timed out goes on, and the next call waits for it.
   *
   * @returns the files found, or why the folder cannot be read
   */
  async look(): Promise<SeenFile[] | string> {
    try {
      return (await this.read()) ?? 'it does not answer';
    } catch (error) {
      return reasonOf(codeOf(error));
    }
  }
}

async function readFolder(
  folder: string,
  files: RaceFiles,
  atMillis: number,
  getsOn: () => void,
): Promise<SeenFile[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile() && isCandidate(entry.name));
  const seen: SeenFile[] = [];
  for (const { name } of names) {
    getsOn();
    const file = await readOne(join(folder, name), name, files, atMillis);
    if (file) seen.push(file);
  }
  return seen;
}

function isCandidate(name: string): boolean {
  return /\.lif$/i.test(name) && !/^[~.]/.test(name);
}

/** @returns `null` for a file that was deleted meanwhile, or is too large for a result */
async function readOne(
  path: string,
  name: string,
  files: RaceFiles,
  atMillis: number,
): Promise<SeenFile | null> {
  try {
    await using handle = await open(path, 'r');
    const { size, mtimeMs } = await handle.stat();
    if (size > MAX_BYTES) return null;
    if (!files.wants({ name, size, mtimeMs }, atMillis)) {
      return { name, size, mtimeMs, content: { kind: 'unread' } };
    }
    const bytes = await handle.readFile();
    const hash = createHash('sha256').update(bytes).digest('hex');
    return { name, size: bytes.length, mtimeMs, content: { kind: 'read', hash, bytes } };
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT') return null;
    return { name, size: 0, mtimeMs: 0, content: { kind: 'locked', reason: code } };
  }
}

function reasonOf(code: string): string {
  if (code === 'ENOENT') return 'it is not there';
  if (code === 'EACCES' || code === 'EPERM') return 'it may not be read';
  return code;
}
