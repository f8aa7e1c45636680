/**
 * A box whose letters are as large as it allows: they fill its height, wrap at words, and none is cut. A title is no larger
 * than the rows beside it. A box of one line may have its text cut instead, once that is as small as it gets.
 */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { type LetterSize, letterSize } from './sizes.ts';

/** What can just be read from 20 m, as a share of the smaller side of the screen. */
const READABLE_SHARE = 1 / 20;
/** How small a line gets before it is cut, as a share of its largest letters. */
const CUT_SHARE = 0.6;

interface FitProps {
  class: string;
  /** How many lines there are at least. */
  lines: number;
  /** Rather than be smaller, letters may break words; a share of the smaller side of the screen. */
  floorShare?: number;
  /** Whether it is one line, which the style sheet cuts at its end. */
  isCut?: boolean;
  children: ComponentChildren;
}

export function Fit({
  class: name,
  lines,
  floorShare = READABLE_SHARE,
  isCut = false,
  children,
}: FitProps) {
  const ref = useRef<HTMLDivElement>(null);
  // Whatever was drawn anew may be longer or shorter.
  useLayoutEffect(() => fit(ref.current, { lines, floorShare, isCut }));
  useLayoutEffect(() => {
    const box = ref.current;
    if (!box) return;
    const observer = new ResizeObserver(() => fit(box, { lines, floorShare, isCut }));
    observer.observe(box);
    return () => observer.disconnect();
  }, [lines, floorShare, isCut]);
  return (
    <div ref={ref} class={`fit ${name}`}>
      {children}
    </div>
  );
}

function fit(
  box: HTMLElement | null,
  { lines, floorShare, isCut }: Required<Pick<FitProps, 'lines' | 'floorShare' | 'isCut'>>,
): void {
  if (!box || box.clientHeight === 0) return;
  const apply = ({ pixels, breaksWords }: LetterSize) => {
    box.style.fontSize = `${pixels}px`;
    box.classList.toggle('breaks', breaksWords);
  };
  const heightPixels = box.clientHeight;
  const floorPixels = isCut
    ? heightPixels * CUT_SHARE
    : Math.min(innerWidth, innerHeight) * floorShare;
  const size = letterSize({ heightPixels, lines, floorPixels, isCut }, (tried) => {
    apply(tried);
    return box.scrollHeight <= heightPixels && box.scrollWidth <= box.clientWidth;
  });
  apply(size);
  box.dataset.pixels = String(size.pixels);
  capTitle(box.parentElement);
}

/** Whichever of the two was drawn last: the title has the size of the rows where its own is larger. */
function capTitle(view: HTMLElement | null): void {
  const title = view?.querySelector<HTMLElement>(':scope > .fit.heading');
  const rows = view?.querySelector<HTMLElement>(':scope > .fit.rows');
  const [own, most] = [title, rows].map((box) => Number(box?.dataset.pixels));
  if (title && own && most) title.style.fontSize = `${Math.min(own, most)}px`;
}
