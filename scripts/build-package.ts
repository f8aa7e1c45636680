/**
 * Makes `dist`, which a package carries instead of the sources: Node.js runs TypeScript as it is, but not
 * inside `node_modules`. The folder is laid out like the checkout, so all paths within it stay the same. It also has
 * the list of third-party parts and their licences.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commitOfCheckout } from '../src/version.ts';
import { writeParts } from './parts.ts';

const ROOT = join(import.meta.dirname, '..');
const DIST = join(ROOT, 'dist');

// Portable folders and releases stay: they are made from `dist`, one after the other.
for (const name of globSync('*', { cwd: DIST, exclude: ['portable', 'release'] })) {
  rmSync(join(DIST, name), { recursive: true, force: true });
}
run('node_modules/vite/bin/vite.js', 'build', 'web', '--logLevel', 'warn');
run('node_modules/typescript/bin/tsc', '-p', 'tsconfig.package.json');
// The README of the regattas holds the licence of their data.
const read = globSync('regattas/*.{json,md}', { cwd: ROOT });
for (const path of ['web/dist', ...read]) {
  cpSync(join(ROOT, path), join(DIST, path), { recursive: true });
}
writeParts(ROOT, DIST);
noteCommit();

/** Notes the commit, under npm's name for it, in the copy of the manifest from which the program reads its version. */
function noteCommit(): void {
  const gitHead = commitOfCheckout(ROOT);
  if (gitHead === null) return;
  const path = join(DIST, 'package.json');
  const manifest = JSON.parse(readFileSync(path, 'utf8'));
  writeFileSync(path, `${JSON.stringify({ ...manifest, gitHead }, undefined, 2)}\n`);
}

/** Runs a program of a package. @throws when it fails, which ends this script */
function run(...words: string[]): void {
  execFileSync(process.execPath, words, { cwd: ROOT, stdio: 'inherit' });
}
