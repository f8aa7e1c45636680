/** The effect of a change to a regatta, in as few lines as say it. */
import type { EventPreview } from '../../../../../src/contract/console/events.ts';

interface Effect {
  moved: { from: string; to: string; raceNumbers: number[] }[];
  outside: { day: string; raceNumbers: number[] }[];
  delays: EventPreview['delays'];
  /** Nothing that somebody has to know. */
  isEmpty: boolean;
}

/** Races that move alike in one line; only delays of which the races change. */
export function effectOf({ moved, outside, delays }: EventPreview): Effect {
  const effect = {
    moved: grouped(moved, ({ from, to }) => ({ from, to })),
    outside: grouped(outside, ({ day }) => ({ day })),
    delays: delays.filter(
      ({ raceCountBefore, raceCountAfter }) => raceCountBefore !== raceCountAfter,
    ),
  };
  const isEmpty = Object.values(effect).every((lines) => lines.length === 0);
  return { ...effect, isEmpty };
}

/** Numbers in as little text as names them all: `1–4, 7`. */
export function rangesOf(numbers: readonly number[]): string {
  const ranges: [first: number, last: number][] = [];
  for (const number of [...numbers].sort((a, b) => a - b)) {
    const range = ranges.at(-1);
    if (range && number === range[1] + 1) range[1] = number;
    else ranges.push([number, number]);
  }
  return ranges
    .map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`))
    .join(', ');
}

function grouped<Item extends { raceNumber: number }, Key extends object>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): (Key & { raceNumbers: number[] })[] {
  const groups = new Map<string, Key & { raceNumbers: number[] }>();
  for (const item of items) {
    const key = keyOf(item);
    const text = JSON.stringify(key);
    const group = groups.get(text) ?? { ...key, raceNumbers: [] };
    group.raceNumbers.push(item.raceNumber);
    groups.set(text, group);
  }
  return [...groups.values()];
}
