/**
 * Runs the same random operations on the service and on a reference model, which was written from the specification by
 * somebody who had not read the service: the two must never disagree. `MODEL_SEQUENCES` says how many sequences, `MODEL_SEED`
 * repeats a run, `MODEL_SHRINKING_SECONDS` says how long smaller sequences are looked for after a failure.
 */
import { test } from 'node:test';
import { checkSequences } from './check-sequences.ts';
import { sequences } from './commands.ts';
import { runSequence } from './lockstep.ts';

const numRuns = Number(process.env.MODEL_SEQUENCES ?? 40);

// Takes a minute on a quiet machine; to be slow on a busy one is no failure.
test('the service never disagrees with the reference model', { timeout: 1_200_000 }, async (t) => {
  await checkSequences(t, { sequences, numRuns, run: runSequence });
});
