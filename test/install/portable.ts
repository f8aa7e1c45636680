/** Packs portable folders for several systems, checks them, and runs one with nothing but what is in it. */
import assert from 'node:assert/strict';
import { cpSync, globSync, lstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { freePort } from '../support/server.ts';
import { run, start, stop } from './as-user.ts';
import { keepsData } from './kept-data.ts';
import { walkUpgrade } from './upgrade.ts';

const ROOT = join(import.meta.dirname, '..', '..');
/** The runtime in a folder has some 120 MB. */
const MOST_MEGABYTES = 200;

/** Packs the folders. @returns where they are */
export function packPortable(...platforms: string[]): string[] {
  const words = platforms.flatMap((platform) => ['--platform', platform]);
  run(ROOT, 'npm', 'run', 'pack:portable', '--', ...words);
  const name = `running-order-${manifest.version}`;
  return platforms.map((platform) => join(ROOT, 'dist', 'portable', `${name}-${platform}`));
}

/** Packs the folders of the bridge. @returns where they are */
export function packBridge(...platforms: string[]): string[] {
  const words = platforms.flatMap((platform) => ['--platform', platform]);
  run(ROOT, 'npm', 'run', 'pack:portable', '--', '--bridge', ...words);
  const name = `running-order-bridge-${manifest.version}`;
  return platforms.map((platform) => join(ROOT, 'dist', 'portable', `${name}-${platform}`));
}

/** Runs the start script with no variable but the port: no PATH, no home, no browser. */
const ALONE = ['/bin/sh', '-c', 'exec /usr/bin/env -i "PORT=$PORT" "$0"'];

/** @param packed for the system of this machine, or with an emulator in it @param elsewhere a folder that is not there yet */
export async function usePortable(packed: string, elsewhere: string): Promise<void> {
  cpSync(packed, elsewhere, { recursive: true });
  const words = [...ALONE, join(elsewhere, 'start')];
  const command = join(elsewhere, 'running-order');
  await keepsData({
    command: async (...rest) => run('/', '/usr/bin/env', '-i', command, ...rest),
    start: async () => start('/', { PORT: String(await freePort()) }, ...words),
    stop,
  });
  const data = join(elsewhere, 'data');
  const onDemo = ['/usr/bin/env', '-i', 'DATABASE_URL=sqlite:data/demo.db'] as const;
  run('/', ...onDemo, command, 'demo', '--json');
  run(
    '/',
    ...onDemo,
    command,
    'export',
    '--event',
    '1',
    '--to',
    'xlsx',
    '--out',
    'data/regatta.xlsx',
  );
  const workbook = readFileSync(join(data, 'regatta.xlsx'));
  assert.equal(workbook.toString('latin1', 0, 2), 'PK', 'threads find their files');
  assert.deepEqual(globSync('running-order.db', { cwd: data }), ['running-order.db']);
  assert.match(run('/', join(elsewhere, 'service'), 'print'), /ExecStart="/);
}

/** An upgrade: the folder of the newer program gets the data of the older one. */
export async function upgradePortable(packed: string, elsewhere: string): Promise<void> {
  cpSync(packed, elsewhere, { recursive: true });
  await walkUpgrade({
    cwd: '/',
    words: [...ALONE, join(elsewhere, 'start')],
    file: join(elsewhere, 'data', 'running-order.db'),
    backups: join(elsewhere, 'data', 'backups'),
    settings: {},
  });
}

/** Checks a folder for Windows without running it: its files, and that they are for Windows. */
export function checkForWindows(windows: string, linux: string): void {
  const program = (folder: string) => filesIn(join(folder, 'program'));
  assert.deepEqual(program(windows), program(linux), 'the program is the same');
  const own = filesIn(windows).filter((path) => !path.startsWith('program'));
  assert.deepEqual(own, [
    ...['LICENSE', 'READ-ME.txt', 'data/settings.env', 'licences.txt', 'running-order.cmd'],
    ...['runtime/LICENSE', 'runtime/node.exe', 'sbom.cdx.json', 'service.cmd', 'start.cmd'],
  ]);
  assert.equal(machineOf(join(windows, 'runtime', 'node.exe')), 0x8664, 'a program for x64');
  const script = readFileSync(join(windows, 'start.cmd'), 'utf8');
  assert.ok(script.split('\n').every((line) => line === '' || line.endsWith('\r')));
}

/** Checks what holds for each folder: its files, its size, its list of parts and its licences. */
export function checkFolder(folder: string, platform: string): void {
  const files = filesIn(folder);
  const bytes = files.map((path) => lstatSync(join(folder, path)));
  assert.ok(
    bytes.every((stat) => stat.isFile()),
    'links are lost on a stick',
  );
  const megabytes = bytes.reduce((sum, { size }) => sum + size, 0) / 1e6;
  assert.ok(megabytes < MOST_MEGABYTES, `${megabytes} MB`);
  const native = files.filter((path) => /\.(node|so|dll)$/.test(path));
  assert.deepEqual(native, [], 'only the runtime is made for one system');
  const { components } = JSON.parse(readFileSync(join(folder, 'sbom.cdx.json'), 'utf8'));
  const names = components.map(({ name }: { name: string }) => name);
  assert.ok(names.includes(`node-${platform}`) && names.includes('pino'));
  const licences = readFileSync(join(folder, 'licences.txt'), 'utf8');
  assert.ok(licences.includes('Node.js is licensed for use as follows'), 'that of the runtime');
}

function filesIn(folder: string): string[] {
  return globSync('**', { cwd: folder, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

/** The kind of processor in the head of a program for Windows. */
function machineOf(file: string): number {
  const head = Buffer.alloc(1024);
  readSync(openSync(file, 'r'), head);
  assert.equal(head.toString('latin1', 0, 2), 'MZ');
  const at = head.readUInt32LE(0x3c);
  assert.equal(head.toString('latin1', at, at + 4), 'PE\0\0');
  return head.readUInt16LE(at + 4);
}
