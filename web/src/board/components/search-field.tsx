/** The search field of the board and of the list of regattas. The key `/` puts the focus on it. */
import type { Signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { words } from '../../shared/words/board.ts';

export function SearchField({ label, query }: { label: string; query: Signal<string> }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isPlain = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey;
      const isTyping = (event.target as Element).matches('input, select, textarea, dialog *');
      if (!isPlain || isTyping) return;
      event.preventDefault();
      field.current?.focus();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return (
    <input
      ref={field}
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
