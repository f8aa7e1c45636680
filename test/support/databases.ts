/**
 * Databases for tests, of both kinds. `test/run.ts` runs every test that needs one on SQLite and on PostgreSQL, and sets the
 * variable TEST_ON to the kind; a single file run by hand is on SQLite.
 */
import { copyFileSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { Database } from '../../src/storage/engine/database.ts';
import { newFolder, removeFolder, stopAtEndOfFile } from './started.ts';

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** Whether the tests of this process are on PostgreSQL. */
export const isOnServer = process.env.TEST_ON === 'postgres';

/** A migrated, empty database of the kind that this process tests. */
export async function newDatabase(): Promise<TestDatabase> {
  if (isOnServer) return newServerDatabase();
  const made = await newFileDatabase();
  if (existsSync(templateFile())) copyFileSync(templateFile(), made.url.slice('sqlite:'.length));
  return made;
}

/** A database of the kind that this process tests, in which there is nothing yet. */
export function newBlankDatabase(): Promise<TestDatabase> {
  return isOnServer ? newServerDatabase('template0') : newFileDatabase();
}

/** Opens a database until the tests of the file are through. */
export async function openDatabase(url: string): Promise<Database> {
  const { database } = await Database.open(url);
  stopAtEndOfFile(() => database.close());
  return database;
}

/** A database file; it is made when it is opened. */
export async function newFileDatabase(): Promise<TestDatabase> {
  const folder = newFolder();
  return {
    url: `sqlite:${join(folder, 'test.db')}`,
    drop: async () => removeFolder(folder),
  };
}

/** @param template of the new database; an empty one unless told otherwise */
export async function newServerDatabase(template = TEMPLATE): Promise<TestDatabase> {
  const server = serverUrl();
  const name = `test_${process.pid}_${++count}_${Math.random().toString(36).slice(2, 8)}`;
  await onServer(server, `create database ${name} template ${template} ${COPY}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const drop = stopAtEndOfFile(() => onServer(server, `drop database ${name} with (force)`));
  return { url: url.href, drop };
}

let count = 0;

/** Runs one statement on a server. */
export async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** The server of this test run. @throws when the file was not started by `test/run.ts` */
export function serverUrl(): string {
  const url = process.env.TEST_DATABASE_URL;
  if (url) return url;
  throw new Error('no server: run the tests with npm test -- FILES, or set TEST_DATABASE_URL');
}

const TEMPLATE = 'running_order_test_template';
const templateFile = () => join(tmpdir(), 'template.db');

/** The clause with which the server copies files to clone a database, in less than half the time; PostgreSQL 15 and later. */
const COPY = process.env.TEST_COPY ?? '';

/** Makes the two databases that all others are cloned from, so that migrations run once. */
export async function makeTemplate(server: string): Promise<void> {
  await onServer(server, `drop database if exists ${TEMPLATE} with (force)`);
  await onServer(server, `create database ${TEMPLATE} template template0`);
  const url = new URL(server);
  url.pathname = `/${TEMPLATE}`;
  for (const template of [url.href, `sqlite:${templateFile()}`]) {
    const { database } = await Database.open(template);
    await database.close();
  }
}
