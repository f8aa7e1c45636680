/** The functions that `run-in-thread.test.ts` runs in a thread. */
export const doubled = ({ value }: { value: number }) => Promise.resolve({ value: value * 2 });

export function failing(): never {
  throw new RangeError('too far');
}

export function endless(): never {
  for (;;);
}

export function ending(): never {
  process.exit();
}
