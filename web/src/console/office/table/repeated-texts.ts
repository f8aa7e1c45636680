/** Numbers and names that more than one row of a table has. */
import { computed, type ReadonlySignal } from '@preact/signals';

/** The texts that stand there more than once; empty ones do not count. */
export function repeatedTexts(texts: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  return new Set(texts.filter((text) => text !== '' && (seen.has(text) || !seen.add(text))));
}

/** A set that is the same object as long as it holds the same, so that no row is drawn again for nothing. */
export function steady(find: () => ReadonlySet<string>): ReadonlySignal<ReadonlySet<string>> {
  const text = computed(() => JSON.stringify([...find()]));
  return computed(() => new Set(JSON.parse(text.value) as string[]));
}
