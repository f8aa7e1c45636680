/** A thread that makes one copy of a database file and checks it, which would hold up a service for a second. */
import { backup, DatabaseSync } from 'node:sqlite';
import { workerData } from 'node:worker_threads';
import type { CopyJob } from './backup.ts';

/** In one step: a commit between two steps starts the copy again, so on a busy day it would never end. */
const ALL_PAGES = 0x7fffffff;

const { path, file } = workerData as CopyJob;
const rows = await copy(path, file);
check(file, rows);

/** @returns the numbers of rows by table, of the moment that was copied */
async function copy(from: string, to: string): Promise<string> {
  const source = new DatabaseSync(from, { readOnly: true });
  try {
    // The copy continues this transaction, so it holds the rows that are counted here, whoever writes meanwhile.
    source.exec('begin');
    const counted = countRows(source);
    await backup(source, to, { rate: ALL_PAGES });
    return counted;
  } finally {
    source.close();
  }
}

/** Opens the copy as a restored database is opened. @throws when it is not what was copied */
function check(copied: string, expectedRows: string): void {
  // Not read-only, so that closing it leaves no log files beside the copy.
  const database = new DatabaseSync(copied);
  try {
    const found = database.prepare('pragma integrity_check').get();
    if (found?.integrity_check !== 'ok') throw new Error('the copy is damaged; check the disk');
    if (countRows(database) !== expectedRows) throw new Error('rows are missing in the copy');
  } finally {
    database.close();
  }
}

function countRows(database: DatabaseSync): string {
  const tables = database
    .prepare("select name from sqlite_schema where type = 'table' order by name")
    .all();
  if (tables.length === 0) throw new Error('there is nothing in the database yet');
  const count = (name: unknown) =>
    database.prepare(`select count(*) as n from "${name}"`).get()?.n ?? 0;
  return JSON.stringify(tables.map(({ name }) => [name, count(name)]));
}
