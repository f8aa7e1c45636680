/**
 * Runs the same random operations on one race of the service and on a reference model of racing, which was written from its
 * contract by somebody who had not read the service: the two must never disagree. `RACING_SEQUENCES` says how many sequences;
 * the other variables are those of `lockstep.series.test.ts`.
 */
import { test } from 'node:test';
import { checkSequences } from './check-sequences.ts';
import { racingSequences } from './racing-commands.ts';
import { runRacing } from './racing-lockstep.ts';

const wanted = process.env.RACING_SEQUENCES;

/** While one sequence waits for a board, which is not rebuilt at once, others go on. */
const AT_ONCE = 4;

/** Without `RACING_SEQUENCES`, no more sequences begin after this time. */
const MAX_MILLIS = 15_000;

test('the service never disagrees with the model of racing', { timeout: 1_200_000 }, async (t) => {
  await checkSequences(t, {
    sequences: racingSequences,
    numRuns: Number(wanted ?? 60),
    atOnce: AT_ONCE,
    maxMillis: wanted === undefined ? MAX_MILLIS : undefined,
    run: runRacing,
  });
});
