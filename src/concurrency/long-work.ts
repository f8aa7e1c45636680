/**
 * Long work, so that nobody else waits for it: in slices, or in a thread of its own.
 *
 * Slices are done one at a time, and between two of them everybody else gets as much time, or until nobody wants any.
 * A slice in every turn of the event loop would not do: Node.js takes one new connection per turn, so a crowd that
 * comes at once would wait for seconds.
 */
import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';

/** How long the event loop may be kept in one go. */
export const SLICE_MILLIS = 3;
/** A turn in which nobody wanted anything takes a fraction of this. */
const QUIET_TURN_MILLIS = 0.1;

const waiting: (() => void)[] = [];
/** When the last slice ended and when the last turn did; of a monotonic clock. */
let sliceEndedAt = 0;
let turnEndedAt = 0;

/** Waits until long work may go on for another slice. */
export function nextSlice(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(endSlice);
  });
}

/**
 * What long work makes of each item of a list, in its order, in slices: what is short is done at once.
 *
 * @param work is not to wait for anything
 */
export async function mapInSlices<Item, Result>(
  items: Iterable<Item>,
  work: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  let startedAt = performance.now();
  for (const item of items) {
    results.push(work(item));
    if (performance.now() - startedAt < SLICE_MILLIS) continue;
    await nextSlice();
    startedAt = performance.now();
  }
  return results;
}

function endSlice(): void {
  sliceEndedAt = performance.now();
  turnEndedAt = sliceEndedAt;
  setImmediate(endTurn);
}

function endTurn(): void {
  const now = performance.now();
  const isQuiet = now - turnEndedAt < QUIET_TURN_MILLIS;
  turnEndedAt = now;
  if (!isQuiet && now - sliceEndedAt < SLICE_MILLIS) {
    setImmediate(endTurn);
    return;
  }
  const next = waiting.shift();
  // The slice is worked on before the next turn begins.
  if (waiting.length > 0) setImmediate(endSlice);
  next?.();
}

/**
 * Does work in a thread, where it would take longer than others are to wait: it answers with one message, and ends.
 *
 * @param from the file that asks, as `import.meta.url`
 * @param name of the thread's file beside it, without its ending: in the package both are JavaScript
 * @param job what the thread is given; it is copied
 * @throws what the thread has thrown
 */
export async function runInThread<Made>(from: string, name: string, job: unknown): Promise<Made> {
  const file = new URL(`${name}${extname(from)}`, from);
  // The arguments of the process may say what it runs itself.
  const thread = new Worker(file, { workerData: job, execArgv: [] });
  thread.unref();
  try {
    const [made] = await once(thread, 'message');
    return made;
  } finally {
    await thread.terminate();
  }
}
