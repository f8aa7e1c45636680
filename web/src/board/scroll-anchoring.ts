/**
 * Keeps what is being read in its place while something above it changes. The browser's own scroll
 * anchoring is not everywhere, and is switched off in the style sheet.
 */

const ANCHORS = '.race, .day > h2, .my-crews li';
/** Nearer to the top nothing is anchored, so that what is new up there can be seen. */
const TOP_PIXELS = 40;

/** To be called before a change: once it is drawn, the first anchor in view is where it was. */
export function keepScrollPosition(): void {
  if (scrollY < TOP_PIXELS) return;
  const anchor = firstInView();
  if (!anchor) return;
  const { element, top } = anchor;
  requestAnimationFrame(() => {
    if (!element.isConnected) return;
    const moved = element.getBoundingClientRect().top - top;
    if (Math.abs(moved) >= 1) scrollBy({ top: moved, behavior: 'instant' });
  });
}

function firstInView(): { element: Element; top: number } | undefined {
  // Below the bar that stays at the top.
  const from = document.querySelector('.moment')?.getBoundingClientRect().bottom ?? 0;
  for (const element of document.querySelectorAll(ANCHORS)) {
    const { top, bottom } = element.getBoundingClientRect();
    if (bottom > Math.max(from, 0) && bottom > top) return { element, top };
  }
  return undefined;
}
