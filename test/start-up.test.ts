/** Commands start quickly: each loads only what it needs, and compiled code is cached. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { newFileDatabase } from './support/databases.ts';
import { json, PROGRAM, run } from './support/program.ts';
import { newFolder } from './support/started.ts';

const DAYS = ['--start', '2026-06-13', '--end', '2026-06-14'];

const made = await newFileDatabase();
const folder = newFolder();
const environment = { DATABASE_URL: made.url };
await json(['user', 'add', '--name', 'Maja'], environment);
await json(['club', 'add', '--name', 'Club'], environment);
await json(['event', 'add', ...words('--club 1 --creator 1 --name R'), ...DAYS], environment);

function words(text: string): string[] {
  return text.split(' ');
}

/** The modules that hold commands, as the table of commands names them. */
const COMMAND_MODULES = Array.from(
  readFileSync(new URL('../src/cli.ts', import.meta.url), 'utf8').matchAll(
    /import\('\.\/(commands\/[\w/-]+\.ts)'\)/g,
  ),
  ([, path]) => `src/${path}`,
);

/** The packages that a command loads, and the project's own files. */
async function loadedBy(command: readonly string[]) {
  const file = join(folder, `${command.join('-')}.txt`);
  const { status, stderr } = await run(command, {
    DATABASE_URL: made.url,
    NODE_OPTIONS: `--import=${new URL('./support/record-modules.ts', import.meta.url)}`,
    RECORDED_MODULES: file,
  });
  assert.equal(status, 0, stderr);
  const urls = readFileSync(file, 'utf8').trim().split('\n');
  const packages = urls.flatMap(
    (url) => /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1] ?? [],
  );
  const own = urls.flatMap((url) => /\/(src\/.+)$/.exec(url)?.[1] ?? []);
  return { packages: [...new Set(packages)].sort(), own };
}

for (const [command, packages] of [
  ['key list --user 1', ['kysely']],
  ['history --event 1', ['kysely']],
  ['user list', ['kysely']],
  ['team list --event 1', ['kysely']],
  ['migrate', ['kysely']],
  ['team add --event 1 --name Adler', ['kysely', 'typebox']],
  ['schedule create --event 1', ['kysely', 'typebox']],
  ['race add --event 1 --number 1 --at 2026-06-13T09:10:00Z', ['kysely', 'typebox']],
  ['draw --event 1 --race 1 1=Adler', ['kysely', 'typebox']],
  ['result --event 1 --race 1 1=dns', ['kysely', 'typebox']],
  ['member set --club 1 --user 1 --role admin', ['kysely', 'typebox']],
  ['key mint --user 1 --label Timing', ['kysely', 'typebox']],
] as const) {
  test(`start: ${command} on SQLite loads no package but ${packages.join(' and ')}`, async () => {
    const loaded = await loadedBy(words(command));
    assert.deepEqual(loaded.packages, packages);
    const others = /^src\/(http|board|notify|app|main|storage\/postgres)\b/;
    assert.deepEqual(
      loaded.own.filter((path) => others.test(path)),
      [],
    );
    const ofCommands = loaded.own.filter((path) => COMMAND_MODULES.includes(path));
    assert.equal(ofCommands.length, 1, ofCommands.join(' '));
    assert.ok(loaded.own.includes('src/cli.ts'));
  });
}

test('start: a command takes a few times as long as Node.js alone', () => {
  // CPU time, because on a busy machine a start has to wait.
  const tell =
    'data:text/javascript,process.on("exit",()=>console.error(JSON.stringify(process.cpuUsage())))';
  const millisOf = (...args: string[]) => {
    const env = { ...process.env, DATABASE_URL: made.url };
    const { status, stderr } = spawnSync(process.execPath, ['--import', tell, ...args], { env });
    assert.equal(status, 0, String(stderr));
    const { user, system } = JSON.parse(String(stderr));
    return (user + system) / 1000;
  };
  const rounds = Array.from({ length: 9 }, () => [
    millisOf('--eval', '0'),
    millisOf(PROGRAM, ...words('key list --user 1')),
  ]);
  const [bare = 0, command = 0] = [0, 1].map((at) =>
    Math.min(...rounds.map((r) => r[at] as number)),
  );
  // Usually about 9 times as long; 18 times if a command loads everything.
  assert.ok(command < bare * 13, `${command} ms, and Node.js alone takes ${bare} ms`);
});

test('start: what was compiled is kept beside the program, and without room for it all goes on', async () => {
  const copy = join(folder, 'copy');
  const root = dirname(dirname(PROGRAM));
  for (const part of ['bin', 'src', 'package.json'])
    cpSync(join(root, part), join(copy, part), { recursive: true });
  mkdirSync(join(copy, 'node_modules'));
  for (const name of ['kysely', 'typebox']) {
    symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name));
  }
  const list = () => {
    const args = [join(copy, 'bin/running-order.js'), ...words('key list --user 1 --json')];
    // Without the compile cache of the tests.
    const { NODE_COMPILE_CACHE: _, ...others } = process.env;
    const env = { ...others, DATABASE_URL: made.url };
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
    assert.deepEqual([status, stderr], [0, '']);
    assert.ok(JSON.parse(stdout).keys);
  };
  list();
  const cache = join(copy, 'node_modules/.cache/running-order');
  assert.ok(existsSync(cache));
  rmSync(cache, { recursive: true });
  // No folder can be made where a file is.
  cpSync(join(copy, 'package.json'), cache);
  list();
});
