/**
 * The service and a reference model, which was written from the specification by somebody who had
 * not read the service, are led through the same random operations and must never disagree.
 * `MODEL_SEQUENCES` says how many sequences, `MODEL_SEED` repeats a run, `MODEL_SHRINKING_SECONDS`
 * says how long smaller sequences are looked for after a failure.
 */
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { newFileDatabase, newServerDatabase } from '../support/databases.ts';
import { startTestService } from '../support/service.ts';
import { type Sequence, sequences } from './commands.ts';
import { openDesk } from './desk.ts';
import { runSequence, type Seat, type Tally } from './lockstep.ts';

const numRuns = Number(process.env.MODEL_SEQUENCES ?? 40);
const seed = Number(process.env.MODEL_SEED ?? randomInt(2 ** 31));

const shrinkingMillis = Number(process.env.MODEL_SHRINKING_SECONDS ?? 30) * 1000;

/** One service on each kind of database: they are compared with the model, and so with each other. */
async function startServices(): Promise<(Seat & { drop(): Promise<void> })[]> {
  const databases = { SQLite: newFileDatabase, PostgreSQL: newServerDatabase };
  return Promise.all(
    Object.entries(databases).map(async ([name, create]) => {
      const { url, drop } = await create();
      const service = await startTestService({ DATABASE_URL: url });
      return { name, service, desk: openDesk(url), drop };
    }),
  );
}

// A minute on a quiet machine; what takes long on a busy one is no failure.
test('the service never disagrees with the reference model', { timeout: 600_000 }, async (t) => {
  const seats = await startServices();
  t.after(async () => {
    for (const { desk, service, drop } of seats) {
      await desk.close();
      await service.stop();
      await drop();
    }
  });
  const tally: Tally = new Map();
  let shrinksUntil = Number.POSITIVE_INFINITY;
  const property = fc.asyncProperty(fc.noBias(sequences), async (sequence) => {
    if (Date.now() >= shrinksUntil) return;
    try {
      await runSequence(sequence, seats, tally);
    } catch (error) {
      shrinksUntil = Math.min(shrinksUntil, Date.now() + shrinkingMillis);
      throw error;
    }
  });
  const details = await fc.check(property, { seed, numRuns });
  const operations = [...tally.values()].reduce((sum, times) => sum + times, 0);
  t.diagnostic(`seed ${seed}, ${details.numRuns} sequences, ${operations} operations`);
  const kinds = [...tally].map(([kind, times]) => `${kind} ×${times}`).sort();
  t.diagnostic(kinds.join(', '));
  if (details.failed) throw new Error(describeFailure(details));
});

function describeFailure(details: fc.RunDetails<[Sequence]>): string {
  const { errorInstance, counterexamplePath, numShrinks } = details;
  const reason = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  return `MODEL_SEED=${seed}, path ${counterexamplePath}, shrunk ${numShrinks} times:\n${reason}`;
}
