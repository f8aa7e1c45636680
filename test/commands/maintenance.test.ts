/** `migrate` and `demo`: the database as a whole. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startTestService } from '../support/service.ts';

const PROGRAM = fileURLToPath(new URL('../../bin/running-order.js', import.meta.url));

let folder: string;

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'running-order-maintenance-'));
});
after(() => rmSync(folder, { recursive: true, force: true }));

async function run(words: string[], environment: Record<string, string>, seconds = 20) {
  const child = spawn(process.execPath, [PROGRAM, ...words], {
    cwd: folder,
    env: { ...process.env, ...environment },
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), seconds * 1000);
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => {
    output.stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output.stderr += chunk;
  });
  const [status, signal] = await once(child, 'close');
  clearTimeout(timer);
  return { status: status ?? signal, ...output };
}

/** Runs a command with `--json`, which must print one document and nothing else. */
// biome-ignore lint/suspicious/noExplicitAny: documents of every shape.
async function json(words: string[], environment: Record<string, string>): Promise<any> {
  const { status, stdout, stderr } = await run([...words, '--json'], environment);
  assert.deepEqual([status, stderr], [0, '']);
  assert.match(stdout, /^[^\n]+\n$/);
  return JSON.parse(stdout);
}

test('migrate: says from where to where; the second time there is nothing to do', async () => {
  const environment = { DATABASE_URL: `sqlite:${join(folder, 'deep', 'down', 'new.db')}` };
  const first = await json(['migrate'], environment);
  assert.deepEqual(Object.keys(first), ['from', 'to']);
  assert.equal(first.from, 0);
  assert.ok(first.to >= 1);
  assert.deepEqual(await json(['migrate'], environment), { from: first.to, to: first.to });
});

test('demo: loads a real regatta into an empty database while the service runs, and no second time', async () => {
  const service = await startTestService();
  try {
    const environment = { DATABASE_URL: service.databaseUrl, PUBLIC_URL: service.url };
    const document = await json(['demo'], environment);
    assert.deepEqual(Object.keys(document).sort(), ['eventId', 'key', 'userId']);
    const { key, eventId, userId } = document;
    const me = await service.send('GET', '/v1/me', { key });
    assert.equal(me.json.userId, userId);
    const path = `/v1/events/${eventId}/schedule`;
    const schedule = await service.send('GET', path, { key });
    assert.equal(schedule.json.races.length, 26);
    const again = await run(['demo', '--json'], environment);
    assert.deepEqual([again.status, again.stdout], [1, '']);
    assert.match(again.stderr, /^[^\n]*empty[^\n]*\n$/);
    assert.equal((await service.send('GET', path, { key })).text, schedule.text);
    assert.equal((await service.send('GET', '/v1/events', { key })).json.events.length, 1);
  } finally {
    await service.stop();
  }
});

test('demo: prints a key and calls that work when they are tried', async () => {
  const service = await startTestService();
  try {
    const environment = { DATABASE_URL: service.databaseUrl, PUBLIC_URL: service.url };
    const { status, stdout, stderr } = await run(['demo'], environment);
    assert.deepEqual([status, stderr], [0, '']);
    assert.match(stdout, /\bro_[0-9A-Za-z]{36}\b/);
    const calls = stdout.split('\n').filter((line) => line.trim().startsWith('curl '));
    assert.ok(calls.length >= 2, stdout);
    for (const call of calls) {
      const method = /-X (\w+)/.exec(call)?.[1] ?? 'GET';
      const body = /-d '([^']*)'/.exec(call)?.[1];
      const key = /Bearer (\w+)/.exec(call)?.[1] ?? '';
      const [url] = /http:\S+/.exec(call) ?? [];
      const reply = await service.send(method, String(url).slice(service.url.length), {
        key,
        body,
      });
      assert.equal(reply.status, 200, `${call}\n${reply.text}`);
    }
  } finally {
    await service.stop();
  }
});
