/**
 * Checks the database file four times a second, at some microseconds each: whether another process, such as a
 * command, has written, and whether it is time to move the write-ahead log into the file. Once nobody has
 * written for a second, the file is complete without its log, so a copy of it alone loses nothing.
 */
import type { SqliteConnection } from './connection.ts';

const CHECK_MILLIS = 250;
/** While there are writes, SQLite itself moves the log into the file, every thousand pages. */
const IDLE_MILLIS = 1000;

export class FileWatch {
  private readonly writer: SqliteConnection;
  private readonly listeners = new Set<() => void>();
  private readonly timer: NodeJS.Timeout;
  private version: number | undefined;
  /** Since when nobody has written or tried to empty the log, in monotonic milliseconds. */
  private quietSince = performance.now();
  /** A process that was killed may have left a log behind. */
  private hasLog = true;

  constructor(writer: SqliteConnection) {
    this.writer = writer;
    this.version = writer.otherVersion();
    this.timer = setInterval(() => this.check(), CHECK_MILLIS);
    this.timer.unref();
  }

  /** @param listener called when other processes have written @returns a function that stops listening */
  listen(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  close(): void {
    clearInterval(this.timer);
  }

  private check(): void {
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
