/**
 * Whether the database accepts writes, judged by the outcome of the last writes and, on SQLite, by the free space
 * of the disk. Writes stop before the disk is full, because work that was accepted earlier still has to be finished,
 * and the machine needs space, too.
 */
import { type Connections, type Disk, type Trouble, Unavailable } from './dialect.ts';

/**
 * Space that stays free on the disk. The log beside the file grows by some 10 MB on a busy day and is copied into the file,
 * the largest push with its history takes about as much, and the free space is only checked every two seconds.
 */
export const RESERVE_BYTES = 64 * 1024 * 1024;

/** After a failure, successes are ignored for so long: on a full disk a small write may still succeed. */
const DOUBT_MILLIS = 10_000;

/** Troubles that also affect the next writes. After any other trouble the next write may succeed. */
const LASTING: readonly (Trouble | undefined)[] = ['full', 'unwritable', 'unconfirmed'];

export class WriteHealth {
  private readonly connections: Pick<Connections, 'disk' | 'troubleOf'>;
  private readonly clock: () => number;
  private last: { trouble: Trouble; at: number } | undefined;

  /** @param clock monotonic milliseconds */
  constructor(
    connections: Pick<Connections, 'disk' | 'troubleOf'>,
    clock = () => performance.now(),
  ) {
    this.connections = connections;
    this.clock = clock;
  }

  /** Why the database accepts no writes at the moment; `undefined` when it does. */
  trouble(): Trouble | undefined {
    return isShort(this.connections.disk) ? 'full' : this.last?.trouble;
  }

  /** @throws Unavailable when too little of the disk is free for a write that may grow the database */
  requireSpace(): void {
    const { disk } = this.connections;
    if (!disk || !isShort(disk)) return;
    throw new Unavailable(
      'full',
      `The disk of the database has ${mebibytes(disk.freeBytes())} MiB free, and ${mebibytes(disk.reserveBytes)} MiB are kept in reserve: make room on it.`,
    );
  }

  /** Notes the outcome of a write. @param error left out after a success */
  note(error?: unknown): void {
    const trouble = error === undefined ? undefined : this.connections.troubleOf(error);
    const at = this.clock();
    if (trouble !== undefined && LASTING.includes(trouble)) this.last = { trouble, at };
    else if (error === undefined && this.last && at - this.last.at > DOUBT_MILLIS) {
      this.last = undefined;
    }
  }
}

function isShort(disk: Disk | undefined): boolean {
  const freeBytes = disk?.freeBytes();
  return disk !== undefined && freeBytes !== undefined && freeBytes < disk.reserveBytes;
}

function mebibytes(bytes = 0): number {
  return Math.floor(bytes / 1024 / 1024);
}
