/**
 * Writes stop while the disk of the database still has some space, and reads go on. The first tests change the reserve instead
 * of filling the disk; the last one has a small disk of its own, where the system allows mounting one.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { noteKeyUses } from '../../../src/storage/accounts/key-uses.ts';
import type { Disk } from '../../../src/storage/engine/dialect.ts';
import { readMetrics } from '../../support/metrics.ts';
import { endWithin, failedLine, run, serve } from '../../support/program.ts';
import { fileOf, raw } from '../../support/raw.ts';
import { anyProblem } from '../../support/raw-http.ts';
import { type Reply, startTestService } from '../../support/service.ts';

const MIB = 1024 * 1024;

const service = await startTestService();
const event = await service.provision();
await event.send('POST', '/schedule', {});

function assertRefused(reply: Reply): void {
  assert.equal(reply.status, 503, reply.text);
  assert.equal(anyProblem(reply).code, 'internal_error');
  assert.match(anyProblem(reply).detail ?? '', /disk has too little free space; nothing was writ/);
  assert.match(reply.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
}

async function withReserve(reserveBytes: number, work: () => Promise<void>): Promise<void> {
  const disk = service.database.connections.disk as Disk;
  const usual = disk.reserveBytes;
  disk.reserveBytes = reserveBytes;
  try {
    await work();
  } finally {
    disk.reserveBytes = usual;
  }
}

test('sizes: the file with its log, the history in it, and what is free on its disk', async () => {
  for (let n = 0; n < 5; n++) {
    const crews = Array.from({ length: 300 }, (_, i) => ({
      externalId: `c${i}`,
      name: `Crew ${i} of push ${n}`,
    }));
    assert.equal((await event.send('PUT', '/teams', crews)).status, 200);
  }
  const { databaseUrl, url } = service;
  const metrics = await readMetrics(url);
  const [{ bytes } = { bytes: 0 }] = await raw(
    databaseUrl,
    "select sum(pgsize) as bytes from dbstat where name like '%history%'",
  );
  const history = metrics.get('running_order_history_size_bytes');
  const share = history / Number(bytes);
  assert.ok(share > 0.8 && share < 1.1, `${history} told, ${bytes} in the file`);
  assert.ok(metrics.get('running_order_database_size_bytes') > history);
  const { bavail, bsize } = statfsSync(fileOf(databaseUrl));
  const free = metrics.get('running_order_database_free_bytes');
  // Other programs use the disk, too.
  assert.ok(Math.abs(free - bavail * bsize) < 2048 * MIB, `${free} of ${bavail * bsize} are free`);
  assert.equal(metrics.get('running_order_database_writable'), 1);
});

test('less is free than the reserve: writes are refused, everything else goes on', async () => {
  await withReserve(Number.MAX_SAFE_INTEGER, async () => {
    assertRefused(await event.send('PUT', '/teams', [{ externalId: 'x', name: 'X' }]));
    assertRefused(await event.send('POST', '/schedule/publish'));
    assert.equal((await event.send('GET', '/schedule')).status, 200);
    assert.equal((await event.send('GET', '/teams')).status, 200);
    assert.equal((await service.send('GET', '/board/api/events')).status, 200);
    const ready = await service.send('GET', '/readyz');
    assert.deepEqual([ready.status, ready.json.status], [200, 'ready']);
    assert.match(ready.json.warning, /cannot be written.*too little free space/);
    assert.equal((await readMetrics(service.url)).get('running_order_database_writable'), 0);
    // Writes that finish earlier ones may use the reserve: when keys were used, and messages under way.
    const [{ id } = { id: 0 }] = await raw(service.databaseUrl, 'select id from api_keys');
    const uses = { lastUsedAt: 42, requests: [] };
    await noteKeyUses(service.database, new Map([[Number(id), uses]]));
    assert.deepEqual(await raw(service.databaseUrl, 'select last_used_at from api_keys'), [
      { last_used_at: 42 },
    ]);
  });
  assert.equal((await event.send('POST', '/schedule/publish')).status, 200);
  assert.deepEqual((await service.send('GET', '/readyz')).json, { status: 'ready' });
  assert.equal((await readMetrics(service.url)).get('running_order_database_writable'), 1);
});

test('a small disk that fills up, under the service and the command line', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'running-order-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=90m', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    rmSync(folder, { recursive: true });
    return t.skip('no disk can be mounted here');
  }
  try {
    await fillUp(folder);
  } finally {
    execFileSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true });
  }
});

async function fillUp(folder: string): Promise<void> {
  const environment = { DATABASE_URL: `sqlite:${join(folder, 'small.db')}` };
  const setup = await startTestService(environment);
  const { key, eventId, send } = await setup.provision();
  assert.equal((await send('POST', '/schedule')).status, 201);
  await setup.stop();
  const fill = (bytes: number) => writeFileSync(join(folder, 'other'), Buffer.alloc(bytes));

  fill(40 * MIB);
  // The service starts on a disk that is short of space, and notices when that changes.
  const running = await serve(environment);
  const ask = async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const url = `${running.url}/v1/events/${eventId}${path}`;
    const reply = await fetch(url, { method, headers, body: body ? JSON.stringify(body) : null });
    return { status: reply.status, text: await reply.text() };
  };
  const push = () => ask('PUT', '/teams', [{ externalId: 'a', name: 'A' }]);
  const becomes = async (status: number) => {
    for (const deadline = Date.now() + 60_000; ; await delay(100)) {
      const reply = await push();
      if (reply.status === status) return reply;
      assert.ok(Date.now() < deadline, reply.text);
    }
  };
  assert.match((await becomes(503)).text, /too little free space/);
  const refused = failedLine(await run(['club', 'add', '--name', 'Club'], environment));
  assert.match(refused, /\b\d+ MiB free, and 64 MiB are kept in reserve: make room/);
  assert.equal((await run(['history', '--event', String(eventId)], environment)).status, 0);

  // Another program uses up the reserve, too.
  assert.throws(() => fill(200 * MIB), /ENOSPC/);
  assert.equal((await ask('GET', '/schedule')).status, 200);
  assert.equal((await push()).status, 503);

  fill(0);
  await becomes(200);
  running.child.kill('SIGTERM');
  assert.equal(await endWithin(15, running), 0, running.output.stderr);
}
