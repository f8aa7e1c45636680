/** What the test of threads has done in one. */
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
