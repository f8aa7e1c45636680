/**
 * Keeps what is being read in its place while something above it changes. Not every browser has scroll anchoring of its own, so
 * the style sheet switches it off.
 */

/** The rows that can be anchors: not those of the hidden view, and no headings, which stay below the strip. */
const ANCHORS = ':is(.race, .earlier):not(.away *)';
/** Nearer to the top nothing is anchored, so that what is new up there can be seen. */
const TOP_PIXELS = 40;

/** To be called before a change: once it is drawn, the first anchor in view is where it was. */
export function keepScrollPosition(): void {
  if (scrollY < TOP_PIXELS) return;
  const anchor = firstInView();
  if (!anchor) return;
  keepInPlace(anchor.element, anchor.top);
}

/**
 * To be called before a change: once it is drawn, the element is where it was; where the strip has become higher or lower, the
 * element keeps its distance to it.
 */
export function keepInPlace(element: Element, top = element.getBoundingClientRect().top): void {
  const height = stripHeight();
  requestAnimationFrame(() => {
    if (!element.isConnected) return;
    const grown = stripHeight() - height;
    const moved = element.getBoundingClientRect().top - top - grown;
    if (Math.abs(moved) >= 1) scrollBy({ top: moved, behavior: 'instant' });
  });
}

function firstInView(): { element: Element; top: number } | undefined {
  // Below the strip, which stays at the top.
  const from = document.querySelector('.moment')?.getBoundingClientRect().bottom ?? 0;
  for (const element of document.querySelectorAll(ANCHORS)) {
    const { top, bottom } = element.getBoundingClientRect();
    if (bottom > Math.max(from, 0) && bottom > top) return { element, top };
  }
  return undefined;
}

/**
 * The height of the strip that stays at the top, in CSS pixels; 0 on a page without one. What the page jumps to, and what is
 * being read, has to be below it.
 */
function stripHeight(): number {
  return document.querySelector('.moment')?.getBoundingClientRect().height ?? 0;
}

/** Tells the style sheet the present height of the strip, so that jumps end below it; to be called before jumps and changes. */
export function makeRoomForStrip(): void {
  document.documentElement.style.setProperty('--strip-height', `${stripHeight()}px`);
}
