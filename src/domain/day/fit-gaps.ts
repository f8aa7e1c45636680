/** Gaps between races fitted into a span: in proportion, each at least so long, in whole minutes. */

/** Sums of fractions are compared with borders of whole minutes, so they are rounded to this part of one first. */
const PARTS_OF_MINUTE = 1_000_000;

/**
 * @param gaps as they are, none negative, in any unit; without any length they count as equal
 * @param span what they are to add up to, in whole minutes
 * @param shortest minutes of the shortest gap
 * @returns whole minutes; nothing where they do not fit
 */
export function fitGaps(
  gaps: readonly number[],
  span: number,
  shortest: number,
): number[] | undefined {
  if (span < 0 || gaps.length * shortest > span) return undefined;
  const exact = share(gaps.every((gap) => gap === 0) ? gaps.map(() => 1) : gaps, span, shortest);
  const ends = [0];
  let sum = 0;
  for (const gap of exact) {
    sum += gap;
    ends.push(Math.round(Math.round(sum * PARTS_OF_MINUTE) / PARTS_OF_MINUTE));
  }
  return exact.map((_, index) => (ends[index + 1] ?? 0) - (ends[index] ?? 0));
}

/** What is too short at its share gets the shortest, and the others share what remains. */
function share(gaps: readonly number[], span: number, shortest: number): number[] {
  const short = new Set<number>();
  for (;;) {
    const total = gaps.reduce((sum, gap, index) => (short.has(index) ? sum : sum + gap), 0);
    const left = span - short.size * shortest;
    const exact = gaps.map((gap, index) => {
      if (short.has(index) || total === 0) return shortest;
      return (gap / total) * left;
    });
    const tooShort = exact.flatMap((gap, index) =>
      gap < shortest && !short.has(index) ? index : [],
    );
    if (tooShort.length === 0) return exact;
    for (const index of tooShort) short.add(index);
  }
}
