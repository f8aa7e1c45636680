/**
 * Long work in slices, so that nobody else waits for it.
 *
 * Slices are done one at a time, and between two of them everybody else gets as much time, or until nobody wants any.
 * A slice in every turn of the event loop would not do: Node.js takes one new connection per turn, so a crowd that
 * comes at once would wait for seconds.
 */

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
