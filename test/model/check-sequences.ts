/** Runs random sequences of operations on a model and on one service with each kind of database. */
import { randomInt } from 'node:crypto';
import type { TestContext } from 'node:test';
import fc from 'fast-check';
import { checkInTime } from '../support/check-in-time.ts';
import { newFileDatabase, newServerDatabase } from '../support/databases.ts';
import { startTestService } from '../support/service.ts';
import { openDesk } from './desk.ts';
import type { Seat, Tally } from './lockstep.ts';

const seed = Number(process.env.MODEL_SEED ?? randomInt(2 ** 31));
const shrinkingMillis = Number(process.env.MODEL_SHRINKING_SECONDS ?? 30) * 1000;

interface Terms<Sequence> {
  sequences: fc.Arbitrary<Sequence>;
  numRuns: number;
  /** How many sequences run at once, for sequences in which services mostly wait; 1 unless given. */
  atOnce?: number;
  /** Time for all sequences together, in milliseconds; undefined for a series that has to run completely. */
  maxMillis?: number | undefined;
  /** Fails at the first divergence, with what was sent so far. */
  run(sequence: Sequence, seats: Seat[], tally: Tally): Promise<void>;
}

/** Checks that services and model agree; fails with the smallest sequence that was found, and the seed that repeats it. */
export async function checkSequences<Sequence>(
  t: TestContext,
  { sequences, numRuns, atOnce = 1, maxMillis, run }: Terms<Sequence>,
): Promise<void> {
  const seats = await startServices();
  t.after(async () => {
    for (const { desk, service, drop } of seats) {
      await desk.close();
      await service.stop();
      await drop();
    }
  });
  const tally: Tally = new Map();
  let runs = 0;
  let shrinksUntil = Number.POSITIVE_INFINITY;
  // One property for each concurrent series, because a property runs one sequence after another.
  const newProperty = () =>
    fc.asyncProperty(fc.noBias(sequences), async (sequence) => {
      if (Date.now() >= shrinksUntil) return;
      if (shrinksUntil === Number.POSITIVE_INFINITY) runs++;
      try {
        await run(sequence, seats, tally);
      } catch (error) {
        shrinksUntil = Math.min(shrinksUntil, Date.now() + shrinkingMillis);
        throw error;
      }
    });
  const all = await Promise.all(
    Array.from({ length: atOnce }, (_, at) => {
      const terms = { seed: seed + at, numRuns: Math.ceil(numRuns / atOnce), maxMillis };
      return checkInTime(newProperty(), terms);
    }),
  );
  const operations = [...tally.values()].reduce((sum, times) => sum + times, 0);
  t.diagnostic(`seed ${seed}, ${runs} sequences, ${operations} operations`);
  const kinds = [...tally].map(([kind, times]) => `${kind} ×${times}`).sort();
  t.diagnostic(kinds.join(', '));
  const failed = all.find((details) => details.failed);
  if (failed) throw new Error(describeFailure(failed));
}

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

function describeFailure<Case>(details: fc.RunDetails<Case>): string {
  const { errorInstance, counterexamplePath, numShrinks, seed } = details;
  const reason = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  return `MODEL_SEED=${seed}, path ${counterexamplePath}, shrunk ${numShrinks} times:\n${reason}`;
}
