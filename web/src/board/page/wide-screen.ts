/** What a screen has room for, as the style sheets give it. */
import { type Signal, signal } from '@preact/signals';

/** Two columns, see `columns.css`; phones have the strip. */
export const isWide = matching('(min-width: 70rem)');

function matching(query: string): Signal<boolean> {
  const list = matchMedia(query);
  const isMatching = signal(list.matches);
  list.addEventListener('change', () => {
    isMatching.value = list.matches;
  });
  return isMatching;
}
