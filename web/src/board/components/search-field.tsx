/** The field of a search: of the board, and of the list of regattas. */
import type { Signal } from '@preact/signals';
import { words } from '../../shared/language.ts';

export function SearchField({ label, query }: { label: string; query: Signal<string> }) {
  return (
    <input
      type="search"
      aria-label={label}
      placeholder={words.value.findShort}
      autocomplete="off"
      enterkeyhint="search"
      value={query.value}
      onInput={(event) => {
        query.value = event.currentTarget.value;
      }}
    />
  );
}
