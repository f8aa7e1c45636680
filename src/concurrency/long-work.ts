/**
 * Long work in slices, so that it does not hold up the event loop.
 *
 * Slices run one at a time. Between two of them, other work gets as much time as a slice, or less if none is left. A slice
 * in every turn of the event loop would not do: Node.js accepts one new connection per turn, so clients that connect all at
 * once would wait for seconds.
 */

/** How long a slice may block the event loop. */
export const SLICE_MILLIS = 3;
/** A turn of the event loop without other work takes a fraction of this. */
const QUIET_TURN_MILLIS = 0.1;

const waiting: (() => void)[] = [];
/** When the last slice and the last turn of the event loop ended, by a monotonic clock. */
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
 * Maps each item of a list, in order and in slices. Work that fits into one slice is done at once.
 *
 * @param work must be synchronous and short for each item
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
