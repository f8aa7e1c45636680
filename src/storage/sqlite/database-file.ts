/**
 * The file of the embedded database: its size, the free space of its disk, and its mode. Only the user of the service may
 * read it, because it contains drafts and the keys that sign push messages. SQLite gives its log files the same mode.
 */
import { closeSync, existsSync, openSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { Disk, Sizes } from '../engine/dialect.ts';
import { RESERVE_BYTES } from '../engine/write-health.ts';
import type { Tables } from '../migrations/tables.ts';

/** Measuring the free space costs some microseconds, and every write needs it, so it is cached. */
const CACHE_MILLIS = 2000;

export class DatabaseDisk implements Disk {
  reserveBytes = RESERVE_BYTES;
  private readonly folder: string;
  private cached: number | undefined;
  private askedAt = Number.NEGATIVE_INFINITY;

  /** @param path of the database file */
  constructor(path: string) {
    this.folder = dirname(path);
  }

  freeBytes(): number | undefined {
    if (performance.now() - this.askedAt < CACHE_MILLIS) return this.cached;
    this.askedAt = performance.now();
    try {
      const { bavail, bsize } = statfsSync(this.folder);
      this.cached = bavail * bsize;
    } catch {
      // Some file systems do not report free space; then SQLite fails when the disk is full.
      this.cached = undefined;
    }
    return this.cached;
  }
}

/** Size of a history row without the text of its changes: other columns, key and index. */
const ROW_BYTES = 80;
/** How many rows one query adds up, which blocks the event loop for some milliseconds. */
const ROWS_TOGETHER = 5000;

/**
 * Measures the file with its log. A row of the history changes only when a name is erased, by some bytes, so each row is
 * read only once. Rows that were deleted since are counted until the next start.
 */
export class SqliteSizes {
  private readonly path: string;
  private newestId = 0;
  private historyBytes = 0;

  /** @param path of the database file */
  constructor(path: string) {
    this.path = path;
  }

  async measure(db: Kysely<Tables>): Promise<Sizes> {
    while (await this.addRows(db)) await new Promise((resolve) => setImmediate(resolve));
    const { path, historyBytes } = this;
    return { databaseBytes: fileSize(path) + fileSize(`${path}-wal`), historyBytes };
  }

  /** Adds up the next rows of the history. @returns whether there may be more */
  private async addRows(db: Kysely<Tables>): Promise<boolean> {
    const { rows } = await sql<{ n: number; id: number; bytes: number }>`
      select count(*) as n, max(id) as id, total(octet_length(changes)) as bytes
      from (select id, changes from history where id > ${this.newestId} order by id limit ${ROWS_TOGETHER})
    `.execute(db);
    const [{ n, id, bytes }] = rows as [{ n: number; id: number; bytes: number }];
    if (n > 0) this.newestId = id;
    this.historyBytes += bytes + n * ROW_BYTES;
    return n === ROWS_TOGETHER;
  }
}

/** The size of a file in bytes; 0 if it does not exist. */
export function fileSize(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

export const PRIVATE_FOLDER_MODE = 0o700;
const PRIVATE_FILE_MODE = 0o600;

/** Creates an empty file, readable for its owner only, if there is none; an existing file keeps its mode. */
export function providePrivateFile(path: string): void {
  if (!existsSync(path)) closeSync(openSync(path, 'a', PRIVATE_FILE_MODE));
}
