/** Which layout the screen has room for, by the limits of the style sheets. */
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
