/** The rate windows that processes share count as the window of a single process does (L18, A11). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { PoolClient } from 'pg';
import { slotOf } from '../../../src/api/admit.ts';
import { SlidingWindow } from '../../../src/http/limits/rate-limits.ts';
import { ServerPool, Servers } from '../../../src/storage/postgres/pool.ts';
import { SharedWindows } from '../../../src/storage/postgres/shared-windows.ts';
import { among, record } from '../../domain/properties.ts';
import { newServerDatabase } from '../../support/databases.ts';
import { raw } from '../../support/raw.ts';
import { stopAtEndOfFile } from '../../support/started.ts';

const MINUTE = 60_000;

/** Two processes, as far as the server can tell. */
const processes: { client: PoolClient; windows: SharedWindows }[] = [];
const clock = { last: 0, now: async () => clock.last, follow: () => {} };

const made = await newServerDatabase();
await raw(made.url, "insert into users (display_name, created_at) values ('A', 1)");
await raw(
  made.url,
  `insert into api_keys (user_id, label, key_hash, key_prefix, created_at, revoked_at) values
     (1, '', 'key 0', 'p0', 1, null), (1, '', 'key 1', 'p1', 1, null), (1, '', 'dead', 'p2', 1, 2)`,
);
const pool = new ServerPool('admission', new Servers(made.url), {
  connections: 3,
  access: 'read write',
  answerMillis: 5000,
});
for (let n = 0; n < 2; n++) {
  processes.push({ client: await pool.connect(), windows: new SharedWindows(pool, clock) });
}
stopAtEndOfFile(async () => {
  for (const { client } of processes) client.release();
  await pool.close();
});

/** Requests that arrive together, `pause` milliseconds after the batch before. */
interface Batch {
  pause: number;
  process: number;
  /** The number of the key and the kind of each. */
  asked: [key: number, kind: string][];
}

const histories = record<{ limit: number; batches: Batch[] }>({
  limit: among(1, 2, 3, 7, 16),
  batches: fc.array(
    record<Batch>({
      // Pauses that pile requests up, empty the window, and hit its edge.
      pause: fc.oneof(
        { weight: 8, arbitrary: fc.nat({ max: 9_000 }) },
        { weight: 3, arbitrary: among(0, 0, 1) },
        { weight: 1, arbitrary: among(20_000, 59_999, 60_000, 60_001, 200_000) },
      ),
      process: among(0, 1),
      asked: fc.oneof(
        { weight: 3, arbitrary: among<[number, string][]>([[0, 'reads']]) },
        {
          weight: 2,
          arbitrary: fc.array(fc.tuple(among(0, 0, 1), among('reads', 'reads', 'writes')), {
            minLength: 1,
            maxLength: 12,
          }),
        },
        {
          weight: 1,
          arbitrary: fc.nat({ max: 30 }).map((n) => Array(n + 1).fill([0, 'reads'])),
        },
      ),
    }),
    { minLength: 1, maxLength: 40, size: 'max' },
  ),
});

let run = 0;

test('L18, A11: whatever comes together and whenever, it agrees with the window in memory', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async ({ limit, batches }) => {
      run++;
      const models = new Map<string, SlidingWindow>();
      clock.last += 10 * MINUTE;
      for (const { pause, process, asked } of batches) {
        clock.last += pause;
        // Windows of their own for each run: kinds that no other run has.
        const requests = asked.map(([key, kind]) => ({
          keyHash: `key ${key}`,
          kind: `${kind} of run ${run}`,
          limit,
        }));
        const { client, windows } = processes[process] as (typeof processes)[0];
        const slots = await windows.take(client, requests);
        for (const [index, { keyHash, kind }] of requests.entries()) {
          const id = `${keyHash} ${kind}`;
          const model = models.get(id) ?? new SlidingWindow(limit);
          models.set(id, model);
          const slot = slots[index];
          assert.ok(slot);
          assert.deepEqual(slotOf(slot, limit), model.take(clock.last), `request ${index}`);
        }
      }
    }),
    { seed: 20260613, numRuns: Number(globalThis.process.env.PROPERTY_RUNS ?? 120) },
  );
});

test('a key that is not live is counted nowhere and holds up nobody', async () => {
  clock.last += 10 * MINUTE;
  const [{ client, windows }] = processes as [(typeof processes)[0]];
  const request = (keyHash: string) => ({ keyHash, kind: 'mixed', limit: 2 });
  const slots = await windows.take(client, ['dead', 'key 0', 'unknown', 'key 0'].map(request));
  assert.deepEqual(slots, [
    undefined,
    { count: 1, resetMillis: MINUTE },
    undefined,
    { count: 2, resetMillis: MINUTE },
  ]);
  assert.deepEqual(await raw(made.url, "select total from rate_windows where kind = 'mixed'"), [
    { total: 2 },
  ]);
});

test('a process whose clock is behind counts at the moment of the one that is ahead', async () => {
  clock.last += 10 * MINUTE;
  const [ahead, behind] = processes as [(typeof processes)[0], (typeof processes)[0]];
  const request = { keyHash: 'key 0', kind: 'skewed', limit: 3 };
  await ahead.windows.take(ahead.client, [request]);
  clock.last -= 30_000;
  const [late] = await behind.windows.take(behind.client, [request]);
  assert.deepEqual(late, { count: 2, resetMillis: MINUTE });
  clock.last += 30_000;
});
