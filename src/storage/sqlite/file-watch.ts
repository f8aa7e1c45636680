/**
 * Looks at the database file a few times a second, which costs some microseconds each time: for what
 * other processes, the command line, have written, and for the moment to bring what was written from
 * the log into the file itself. Once nobody has written for a second, the file alone is complete, so
 * that whoever copies it without its log loses nothing.
 */
import type { SqliteConnection } from './connection.ts';

const LOOK_MILLIS = 250;
/** While writes come, the log is brought over by SQLite itself, every thousand pages. */
const IDLE_MILLIS = 1000;

export class FileWatch {
  private readonly writer: SqliteConnection;
  private readonly listeners = new Set<() => void>();
  private readonly timer: NodeJS.Timeout;
  private version: number | undefined;
  /** Since when nobody has written, or tried to empty the log. */
  private quietSince = performance.now();
  /** A process that was killed may have left a log behind. */
  private hasLog = true;

  constructor(writer: SqliteConnection) {
    this.writer = writer;
    this.version = writer.otherVersion();
    this.timer = setInterval(() => this.look(), LOOK_MILLIS);
    this.timer.unref();
  }

  /** @param listener told when other processes have written @returns how to stop listening */
  listen(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  close(): void {
    clearInterval(this.timer);
  }

  private look(): void {
    const { version, writer } = this;
    this.version = writer.otherVersion() ?? version;
    const haveOthersWritten = this.version !== version;
    if (haveOthersWritten || writer.committedAt > this.quietSince) {
      this.hasLog = true;
      this.quietSince = haveOthersWritten ? performance.now() : writer.committedAt;
    }
    if (this.hasLog && performance.now() - this.quietSince >= IDLE_MILLIS) {
      this.hasLog = !writer.emptyLog();
      this.quietSince = performance.now();
    }
    if (haveOthersWritten) for (const listener of this.listeners) listener();
  }
}
