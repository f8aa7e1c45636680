/** The effect of a change to a regatta, in as few lines as possible. Pure. */
import type { EventPreview } from '../../../../../src/contract/console/events.ts';
import type { OfficeRace } from '../../../../../src/contract/console/office.ts';
import { numberShown } from '../../../../../src/domain/races/race-name.ts';

interface Effect {
  moved: { from: string; to: string; numbers: string[] }[];
  outside: { day: string; numbers: string[] }[];
  delays: EventPreview['delays'];
  /** Whether there is no effect that a person has to know. */
  isEmpty: boolean;
}

type Numbered = Pick<OfficeRace, 'id' | 'raceNumber' | 'printedNumber'>;

/** Groups races that move alike into one line, with their printed numbers; only delays whose number of races changes. */
export function effectOf(
  { moved, outside, delays }: EventPreview,
  races: readonly Numbered[] = [],
): Effect {
  const shown = new Map(races.map((race) => [race.id, numberShown(race)]));
  const effect = {
    moved: grouped(moved, shown, ({ from, to }) => ({ from, to })),
    outside: grouped(outside, shown, ({ day }) => ({ day })),
    delays: delays.filter(
      ({ raceCountBefore, raceCountAfter }) => raceCountBefore !== raceCountAfter,
    ),
  };
  const isEmpty = Object.values(effect).every((lines) => lines.length === 0);
  return { ...effect, isEmpty };
}

/** Numbers as a short text, each once: `1–4, 7`; one by one where any is no whole number. */
export function rangesOf(shown: readonly string[]): string {
  const once = [...new Set(shown)];
  if (!once.every((number) => /^\d+$/.test(number))) return once.join(', ');
  const ranges: [first: number, last: number][] = [];
  for (const number of once.map(Number).sort((a, b) => a - b)) {
    const range = ranges.at(-1);
    if (range && number === range[1] + 1) range[1] = number;
    else ranges.push([number, number]);
  }
  return ranges
    .map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`))
    .join(', ');
}

function grouped<Item extends { raceId: number; raceNumber: number }, Key extends object>(
  items: readonly Item[],
  shown: ReadonlyMap<number, string>,
  keyOf: (item: Item) => Key,
): (Key & { numbers: string[] })[] {
  const groups = new Map<string, Key & { numbers: string[] }>();
  for (const item of items) {
    const key = keyOf(item);
    const text = JSON.stringify(key);
    const group = groups.get(text) ?? { ...key, numbers: [] };
    group.numbers.push(shown.get(item.raceId) ?? String(item.raceNumber));
    groups.set(text, group);
  }
  return [...groups.values()];
}
