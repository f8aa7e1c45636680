/** The walks of the documents work as they are printed: pasted or typed in order, each command in a process of its own. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { codeBlocks, ROOT, read, section } from './support/documents.ts';
import { freePort } from './support/server.ts';

const canRunShell =
  process.platform !== 'win32' && spawnSync('curl', ['--version']).error === undefined;

test('the walk of the API guide works when pasted in order', {
  skip: canRunShell ? false : 'needs a POSIX shell and curl',
  timeout: 120_000,
}, async () => {
  const walk = section(read('docs/api.md'), 'A push in five minutes');
  const [serve, ...blocks] = codeBlocks(walk, 'sh');
  assert.equal(serve, 'npx running-order serve\n');
  await withService(async (address, environment, hints) => {
    assert.ok(hints.length >= 5, 'serve hints at the first steps');
    for (const hint of hints) assert.ok(walk.includes(hint), `the walk has: ${hint}`);
    const outputs = runInShell(blocks, 'http://127.0.0.1:8080', address, environment);

    const shown = codeBlocks(walk, 'json').map((text) => JSON.parse(text));
    assert.equal(shown.length, 1);
    const results = blocks.findIndex((block) => block.includes('/results'));
    assert.deepEqual(JSON.parse(outputs[results] ?? ''), shown[0]);

    const schedule = JSON.parse(outputs.at(-2) ?? '');
    assert.equal(schedule.status, 'published');
    assert.equal(schedule.timezone, 'Europe/Berlin');
    assert.deepEqual(
      schedule.races.map((race: { externalId: string }) => race.externalId),
      ['race-1', 'race-2'],
    );
    assert.deepEqual(schedule.races[0], shown[0]);
    assert.match(outputs.at(-1) ?? '', /push-results {2}by Race office/);
  });
});

test('the regatta without programming works when typed in order', {
  skip: canRunShell ? false : 'needs a POSIX shell and curl',
  timeout: 240_000,
}, async () => {
  const walk = section(read('docs/commands.md'), 'A regatta without programming');
  const [serve, ...blocks] = codeBlocks(walk, 'sh');
  assert.equal(serve, 'npx running-order serve\n');
  await withService(async (address, environment) => {
    const outputs = runInShell(blocks, 'http://127.0.0.1:8080', address, environment);
    const [shown = ''] = codeBlocks(walk, 'text');
    const scored = outputs.find((output) => output.includes('dnf')) ?? '';
    assert.ok(scored.endsWith(shown), scored);
    assert.match(outputs.at(-2) ?? '', /"finished" → "dsq"[\s\S]*Entry 12 is undone/);
    assert.match(outputs.at(-1) ?? '', /^2 {2}2026-06-13 09:45 {2}Women 4x, Final/m);
    const board = await (await fetch(`${address}/board/api/events/1`)).text();
    assert.match(board, /"crewName":"Saline","status":"finished","finishTimeMillis":402700/);
  });
});

/** Starts `serve` on an empty database and a free port, and stops it afterwards. */
async function withService(
  work: (address: string, environment: NodeJS.ProcessEnv, hints: string[]) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'running-order-'));
  const port = await freePort();
  const environment = {
    ...process.env,
    DATABASE_URL: `sqlite:${join(folder, 'walk.db')}`,
    PORT: String(port),
    HOST: '',
    PUBLIC_URL: '',
    LOG_LEVEL: 'silent',
  };
  const child = spawn(process.execPath, ['bin/running-order.js', 'serve'], {
    cwd: ROOT,
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  let said = '';
  child.stderr.on('data', (bytes) => {
    said += String(bytes);
  });
  try {
    const address = `http://127.0.0.1:${port}`;
    while (!said.includes(`listens on ${address}`)) {
      assert.equal(child.exitCode, null, said);
      await delay(20);
    }
    // The walks call the program with npx, and then it prints its hints with npx, too.
    const hints = [...said.matchAll(/^ {2}node bin\/running-order\.js (.+)$/gm)].map(
      ([, words]) => `npx running-order ${words}`,
    );
    await work(address, environment, hints);
  } finally {
    child.kill();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs blocks in one shell, with one address in place of another. @returns what each printed */
function runInShell(
  blocks: readonly string[],
  from: string,
  to: string,
  environment: NodeJS.ProcessEnv,
): string[] {
  const border = '=== end of block ===';
  const script = blocks.map((block) => `${block}\nprintf '%s' '${border}'\n`).join('');
  const done = spawnSync('sh', ['-e', '-c', script.replaceAll(from, to)], {
    cwd: ROOT,
    env: environment,
    encoding: 'utf8',
  });
  assert.equal(done.status, 0, done.stderr);
  return done.stdout.split(border).slice(0, -1);
}
