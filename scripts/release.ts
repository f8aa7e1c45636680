/**
 * Makes what a release consists of, from a commit, in `dist/release/VERSION`.
 *
 *     npm run release
 *
 * `ready` says whether the checkout can be released; `npm run check` runs between it and `make`. Two runs of one commit
 * give the same bytes: times are that of the commit, and names are in order. It needs the registry, and Linux with tar.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { type Zippable, zipSync } from 'fflate';
import manifest from '../package.json' with { type: 'json' };
import { PLATFORMS } from './parts.ts';

const ROOT = join(import.meta.dirname, '..');
const DIST = join(ROOT, 'dist');
const EXECUTABLE = 0o755;
const ORDINARY = 0o644;
const MODE_BITS = 16;
/** The code by which a zip marks files with Unix modes. */
const MADE_ON_UNIX = 3;

// The times in a zip have no zone.
process.env.TZ = 'UTC';

const [step] = process.argv.slice(2);
if (step !== 'ready' && step !== 'make') {
  process.stderr.write('Say ready or make; npm run release does both.\n');
  process.exit(2);
}
const troubles = troublesOf();
if (troubles.length > 0) {
  process.stderr.write(`${troubles.join('\n')}\n`);
  process.exit(1);
}
if (step === 'make') process.stdout.write(`${make()}\n`);

/** Why this checkout cannot be released, one sentence for each reason. */
function troublesOf(): string[] {
  const { version } = manifest;
  const changed = git('status', '--porcelain');
  return [
    ...(changed === '' ? [] : [`There are changes that are not committed:\n${changed}`]),
    ...(notesOf(version) === undefined
      ? [`CHANGELOG.md has no section "## [${version}] - YYYY-MM-DD": write what is new for users.`]
      : []),
  ];
}

/** The section of the changelog, without its heading. */
function notesOf(version: string): string | undefined {
  const sections = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8').split(/^## /m);
  const heading = new RegExp(`^\\[${version.replaceAll('.', '\\.')}\\] - \\d{4}-\\d\\d-\\d\\d\\n`);
  return sections
    .find((section) => heading.test(section))
    ?.replace(heading, '')
    .trim();
}

/** @returns the folder */
function make(): string {
  const { version } = manifest;
  const folder = join(DIST, 'release', version);
  const madeAt = new Date(Number(git('log', '-1', '--format=%ct')) * 1000);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const platforms = Object.keys(PLATFORMS).flatMap((name) => ['--platform', name]);
  node('scripts/pack-portable.ts', ...platforms);
  node('scripts/pack-portable.ts', '--bridge', ...platforms);
  for (const path of globSync(`portable/running-order-*${version}-*`, { cwd: DIST }).sort()) {
    archive(join(DIST, path), folder, madeAt);
  }
  // Last, because the folders above are made from the same files.
  for (const words of [[], ['--workspace=sdk']]) {
    npm('pack', `--pack-destination=${folder}`, '--loglevel=error', ...words);
  }
  for (const name of ['sbom.cdx.json', 'licences.txt'])
    cpSync(join(DIST, name), join(folder, name));
  cpSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
  writeFileSync(join(folder, 'NOTES.md'), `# Running Order ${version}\n\n${notesOf(version)}\n`);
  writeFileSync(join(folder, 'SHA256SUMS'), sumsOf(folder));
  return folder;
}

/** Makes a zip for Windows, else a tar.gz, neither of which says when or by whom it was made. */
function archive(path: string, folder: string, madeAt: Date): void {
  const name = basename(path);
  if (name.endsWith('-win-x64')) {
    writeFileSync(join(folder, `${name}.zip`), zipOf(path, madeAt));
    return;
  }
  const same = [
    '--sort=name',
    `--mtime=@${madeAt.getTime() / 1000}`,
    '--format=gnu',
    '--mode=u+w,go-w',
  ];
  const nobody = ['--owner=0', '--group=0', '--numeric-owner'];
  const tar = join(folder, `${name}.tar`);
  run('tar', '-C', join(path, '..'), ...same, ...nobody, '-cf', tar, name);
  run('gzip', '-n', '-9', tar);
}

/** @param path of the folder that becomes the only one at the top of the zip */
function zipOf(path: string, madeAt: Date): Uint8Array {
  const files = globSync('**', { cwd: path, withFileTypes: true })
    .map((file) => join(file.parentPath, file.name))
    .sort();
  const entries: Zippable = {};
  for (const file of files) {
    const stat = statSync(file);
    const name = `${basename(path)}${file.slice(path.length)}${stat.isDirectory() ? '/' : ''}`;
    const mode = stat.isDirectory() || stat.mode & 0o100 ? EXECUTABLE : ORDINARY;
    const options = { mtime: madeAt, os: MADE_ON_UNIX, attrs: (mode << MODE_BITS) >>> 0 };
    entries[name] = [stat.isDirectory() ? new Uint8Array() : readFileSync(file), options];
  }
  return zipSync(entries);
}

/** The checksums of all other files, as `sha256sum --check` reads them. */
function sumsOf(folder: string): string {
  const names = globSync('*', { cwd: folder }).filter((name) => name !== 'SHA256SUMS');
  return names
    .sort()
    .map((name) => {
      const sum = createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex');
      return `${sum}  ${name}\n`;
    })
    .join('');
}

function node(...words: string[]): void {
  run(process.execPath, ...words);
}

function npm(...words: string[]): void {
  run('npm', ...words);
}

function run(program: string, ...words: string[]): void {
  execFileSync(program, words, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
}

function git(...words: string[]): string {
  return execFileSync('git', words, { cwd: ROOT, encoding: 'utf8' }).trim();
}
