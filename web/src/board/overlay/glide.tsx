/** Movements of the overlay: a card that comes glides in, one that goes glides out, rows that change places glide there. */
import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useLayoutEffect, useReducer, useRef } from 'preact/hooks';

/** Out and in again take less than 400 ms together; the style sheet says the same. */
const OUT_MILLIS = 150;
const ROW_MILLIS = 300;

/** Whoever wants no movement gets none. */
const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

interface GlideProps<Shown> {
  /** What is to stand; nothing where nothing is. */
  shown: Shown | undefined;
  /** Another key takes the place of the one before. */
  keyOf(shown: Shown): string;
  /** Called anew for what leaves, for elements that are used twice keep each other in memory. */
  draw(shown: Shown): ComponentChildren;
}

export function Glide<Shown>({ shown, keyOf, draw }: GlideProps<Shown>) {
  const kept = useRef(shown);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const key = shown && keyOf(shown);
  const isLeaving = kept.current !== undefined && keyOf(kept.current) !== key && !isStill();
  if (!isLeaving) kept.current = shown;
  useEffect(() => {
    if (!isLeaving) return;
    const timer = setTimeout(() => {
      kept.current = undefined;
      redraw(undefined);
    }, OUT_MILLIS);
    return () => clearTimeout(timer);
  }, [isLeaving]);
  const standing = kept.current;
  return standing === undefined ? null : (
    <div key={keyOf(standing)} class={isLeaving ? 'glide leaves' : 'glide'}>
      {draw(standing)}
    </div>
  );
}

/** Rows have `data-row`, which tells them apart. */
export function useGlidingRows(list: RefObject<HTMLElement | null>): void {
  const places = useRef(new Map<string, readonly [left: number, top: number]>());
  useLayoutEffect(() => {
    const before = places.current;
    places.current = new Map();
    for (const row of list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? []) {
      const { offsetLeft: left, offsetTop: top } = row;
      const name = row.dataset.row ?? '';
      places.current.set(name, [left, top]);
      const [oldLeft, oldTop] = before.get(name) ?? [left, top];
      if ((oldLeft === left && oldTop === top) || isStill()) continue;
      const from = { transform: `translate(${oldLeft - left}px, ${oldTop - top}px)` };
      row.animate([from, { transform: 'none' }], { duration: ROW_MILLIS, easing: 'ease-out' });
    }
  });
}
