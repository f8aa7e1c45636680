/**
 * Makes a portable folder: a runtime, the program and a start script, for a machine on which nothing is installed.
 *
 *     npm run pack:portable -- --platform linux-x64 [--platform win-x64] [--platform linux-arm64] [--bridge]
 *
 * With `--bridge` it holds only the bridge between a timing computer and the service.
 *
 * It needs the registry: runtime and parts come from there as the lock file names them, also those of another
 * platform than that of this machine. The folders are left in `dist/portable`.
 */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import manifest from '../package.json' with { type: 'json' };
import { filesOfBridge } from './files-of-bridge.ts';
import { PLATFORMS, type Platform, partsOf, writeParts } from './parts.ts';

const ROOT = join(import.meta.dirname, '..');
const DIST = join(ROOT, 'dist');
const FILES = join(ROOT, 'packaging', 'portable');
/** Files of a package that only programmers read, so they are left out. */
const NOT_RUN = /^(?!licen[cs]e).*\.(map|md|ts|mts|cts)$/i;

const { platforms, isBridge } = readCall();
execFileSync(process.execPath, [join(ROOT, 'scripts', 'build-package.ts')], { stdio: 'inherit' });
for (const platform of platforms) {
  const folder = pack(platform);
  process.stdout.write(`${folder}\n`);
}

function readCall(): { platforms: Platform[]; isBridge: boolean } {
  const { values } = parseArgs({
    options: { platform: { type: 'string', multiple: true }, bridge: { type: 'boolean' } },
  });
  const asked = values.platform ?? [];
  if (asked.length > 0 && asked.every((each) => Object.hasOwn(PLATFORMS, each))) {
    return { platforms: asked as Platform[], isBridge: values.bridge === true };
  }
  process.stderr.write(`Name a --platform: ${Object.keys(PLATFORMS).join(', ')}.\n`);
  process.exit(2);
}

/** @returns the folder */
function pack(platform: Platform): string {
  const name = `running-order-${isBridge ? 'bridge-' : ''}${manifest.version}-${platform}`;
  const folder = join(DIST, 'portable', name);
  rmSync(folder, { recursive: true, force: true });
  const installed = install(platform);
  try {
    const runtime = join(installed, `node_modules/node-${platform}`);
    takeRuntime(runtime, folder, platform);
    if (isBridge) takeBridge(folder, platform);
    else takeService(installed, folder, platform);
    const parts = [...(isBridge ? [] : partsOf(ROOT)), runtimePart(runtime, folder)];
    writeParts(ROOT, folder, parts);
    cpSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
  } finally {
    rmSync(installed, { recursive: true, force: true });
  }
  return folder;
}

/** Installs what the service needs at run time on a platform, checked by the hashes of the lock file. @returns the folder */
function install(platform: Platform): string {
  const folder = mkdtempSync(join(tmpdir(), 'running-order-portable-'));
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) {
    cpSync(join(ROOT, file), join(folder, file));
  }
  const { os, cpu } = PLATFORMS[platform];
  const words = ['ci', '--omit=dev', '--workspaces=false', '--ignore-scripts', '--no-bin-links'];
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', [...words, ...quiet, `--os=${os}`, `--cpu=${cpu}`, '--libc=glibc'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  return folder;
}

function takeRuntime(runtime: string, folder: string, platform: Platform): void {
  const file = platform.startsWith('win') ? 'node.exe' : 'node';
  cpSync(join(runtime, 'bin', file), join(folder, 'runtime', file));
  chmodSync(join(folder, 'runtime', file), 0o755);
  cpSync(licenceOfRuntime(runtime), join(folder, 'runtime', 'LICENSE'));
}

/** The package for Windows has no text of the licence; those for Linux have, of the same version. */
function licenceOfRuntime(runtime: string): string {
  const others = Object.keys(PLATFORMS).map((name) => join(ROOT, 'node_modules', `node-${name}`));
  const file = [runtime, ...others].map((each) => join(each, 'LICENSE')).find(existsSync);
  if (file) return file;
  throw new Error('the licence of Node.js is in its packages for Linux only: pack on Linux');
}

/** @param folder that has the runtime now, with its licence */
function runtimePart(runtime: string, folder: string) {
  const { name, version, license } = JSON.parse(
    readFileSync(join(runtime, 'package.json'), 'utf8'),
  );
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  const { integrity } = lock.packages[`node_modules/${name}`];
  return { name, version, licence: license, integrity, path: join(folder, 'runtime') };
}

/** The bridge needs no package but the runtime, and no pages. */
function takeBridge(folder: string, platform: Platform): void {
  const program = join(folder, 'program');
  cpSync(join(ROOT, 'package.json'), join(program, 'package.json'));
  for (const path of filesOfBridge(DIST)) {
    cpSync(path, join(program, 'dist', relative(DIST, path)));
  }
  const files = join(FILES, 'bridge');
  const start = platform.startsWith('win') ? 'bridge.cmd' : 'bridge';
  for (const name of ['READ-ME.txt', 'bridge.txt', start]) takeStartFile(name, folder, files);
  mkdirSync(join(folder, 'state'), { mode: 0o700 });
}

function takeService(installed: string, folder: string, platform: Platform): void {
  takeProgram(installed, folder);
  for (const file of startFiles(platform)) takeStartFile(file, folder);
  mkdirSync(join(folder, 'data'), { mode: 0o700 });
  takeStartFile('settings.env', join(folder, 'data'));
}

function takeProgram(installed: string, folder: string): void {
  const program = join(folder, 'program');
  for (const path of ['package.json', 'bin']) {
    cpSync(join(ROOT, path), join(program, path), { recursive: true });
  }
  // The bill of materials and the licences are at the top of the folder, with those of the runtime.
  const others = ['portable', 'release', 'sbom.cdx.json', 'licences.txt'];
  for (const path of globSync('*', { cwd: DIST, exclude: others })) {
    cpSync(join(DIST, path), join(program, 'dist', path), { recursive: true });
  }
  cpSync(join(FILES, 'service.ts'), join(program, 'service.ts'));
  const files = globSync('node_modules/**', { cwd: installed, withFileTypes: true });
  for (const file of files) {
    const path = join(file.parentPath, file.name).slice(installed.length + 1);
    const isRuntime = /^node_modules.node-(linux|win)-/.test(path);
    if (!file.isFile() || isRuntime || NOT_RUN.test(file.name)) continue;
    cpSync(join(installed, path), join(program, path));
  }
}

function startFiles(platform: Platform): string[] {
  const ending = platform.startsWith('win') ? '.cmd' : '';
  return ['READ-ME.txt', ...['start', 'running-order', 'service'].map((name) => name + ending)];
}

/** Files for Windows get its line ends (CRLF), on which its shell relies. */
function takeStartFile(name: string, folder: string, from = FILES): void {
  const text = readFileSync(join(from, name), 'utf8');
  const isForWindows = /\.(cmd|txt|env)$/.test(name);
  const path = join(folder, name);
  writeFileSync(path, isForWindows ? text.replaceAll('\n', '\r\n') : text);
  chmodSync(path, /\./.test(name) ? 0o644 : 0o755);
}
