/** What is wrong with rows: in words, what the service has refused of a push, and what more than one row has. */
import { computed, type ReadonlySignal } from '@preact/signals';
import type { Problem } from '../../problems.ts';

/** By key of the row. */
export type RowErrors = ReadonlyMap<string, Readonly<Record<string, string>>>;

/**
 * Finds the rows that a refusal speaks of, as in `races[3].title`.
 *
 * @param keys of the rows, in the order in which they were sent
 * @param first property that an error of the row as a whole stands beside
 * @param names properties that stand in another cell
 */
export function errorsByRow(
  { errors }: Problem,
  keys: readonly string[],
  first: string,
  names: Readonly<Record<string, string>> = {},
): RowErrors {
  const found = new Map<string, Record<string, string>>();
  for (const { field, detail } of errors) {
    const [, index, property = first] = /^\w+\[(\d+)\](?:\.(\w+))?/.exec(field) ?? [];
    const key = keys[Number(index)];
    if (index === undefined || key === undefined || field.startsWith('removed')) continue;
    found.set(key, { ...found.get(key), [names[property] ?? property]: detail });
  }
  return found;
}

/** What is wrong with a text, in words. @param fault `limit`: how much would be right */
export function faultText(
  { code, limit }: { code: string; limit?: number },
  words: { faults: Readonly<Record<string, string>>; atMost: (limit: number) => string },
): string {
  const text = words.faults[code] ?? code;
  return limit === undefined ? text : `${text} ${words.atMost(limit)}`;
}

/** Numbers and names that more than one row of a table has; empty ones do not count. */
export function repeatedTexts(texts: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  return new Set(texts.filter((text) => text !== '' && (seen.has(text) || !seen.add(text))));
}

/** A set that is the same object as long as it holds the same, so that no row is drawn again for nothing. */
export function steady(find: () => ReadonlySet<string>): ReadonlySignal<ReadonlySet<string>> {
  const text = computed(() => JSON.stringify([...find()]));
  return computed(() => new Set(JSON.parse(text.value) as string[]));
}
