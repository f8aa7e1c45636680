/**
 * Whether the database takes writes, as far as this process knows: from what came of its last ones,
 * and from the free space of the disk where that is this machine's. Writes stop before the disk is
 * full: what was accepted still has to be finished, and the machine around needs room, too.
 */
import { type Connections, type Disk, type Trouble, Unavailable } from './dialect.ts';

/**
 * After a failure, a success counts for nothing for so long: with a full disk a small write still
 * gets through between others that do not.
 */
const DOUBT_MILLIS = 10_000;

/** These concern every write to come; in others the next attempt may well succeed. */
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

  /** Why the database takes no writes at the moment, if it takes none. */
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

  /** Notes what came of a write. @param error none when it was made */
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
