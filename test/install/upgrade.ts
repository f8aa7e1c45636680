/** An upgrade of an installation: it starts with the database of the first version, and then with one of a newer program. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeFirstVersion, PLACES, placesOf } from '../support/first-version.ts';
import { freePort } from '../support/server.ts';
import { environment, type Settings, start, stop } from './as-user.ts';

interface Installed {
  /** Where the service is started. */
  cwd: string;
  /** The command that starts it. */
  words: readonly string[];
  /** The database file, which is not there yet. */
  file: string;
  /** Where its back-ups are expected. */
  backups: string;
  settings: Settings;
}

/** Checks that a database of the first version is copied, migrated and served, and that a newer one is refused. */
export async function walkUpgrade(installed: Installed): Promise<void> {
  const { cwd, words, file, backups, settings } = installed;
  mkdirSync(dirname(file), { recursive: true });
  const key = makeFirstVersion(file);
  const service = await start(cwd, { ...settings, PORT: String(await freePort()) }, ...words);
  try {
    assert.deepEqual(await placesOf(service.url, key), PLACES);
  } finally {
    await stop(service);
  }
  const [copy = '', ...others] = readdirSync(backups).filter((name) => /before-upgrade/.test(name));
  assert.deepEqual(others, []);
  assert.equal(ask(join(backups, copy), 'select version from schema_version').version, 1);
  ask(file, 'update schema_version set version = version + 1 returning version');
  const [program = '', ...rest] = words;
  const refused = spawnSync(program, rest, {
    cwd,
    env: { ...environment, ...settings, LOG_LEVEL: 'silent' },
    encoding: 'utf8',
    timeout: 30_000,
  });
  assert.equal(refused.status, 1, refused.stderr);
  assert.match(
    refused.stderr,
    /^The database is at version \d+, this program knows up to \d+: .+\n$/m,
  );
}

function ask(file: string, statement: string): Record<string, unknown> {
  const database = new DatabaseSync(file);
  try {
    return database.prepare(statement).get() ?? {};
  } finally {
    database.close();
  }
}
