/** Keeps what is being read where it is on the screen while something above it changes. */

/** Marks the elements that can be held on to. */
const HELD = '.race, .day > h2, .my-crews li';

/**
 * To be called before a change: after the page has been drawn anew, and before that is seen, the
 * first element that was in view stands where it stood. At the top of the page nothing is held.
 * The browser's own scroll anchoring is not everywhere, and is switched off in the style sheet.
 */
export function keepPlace(): void {
  if (typeof document === 'undefined' || scrollY < 40) return;
  const held = firstInView();
  if (!held) return;
  const { element, top } = held;
  requestAnimationFrame(() => {
    if (!element.isConnected) return;
    const moved = element.getBoundingClientRect().top - top;
    if (Math.abs(moved) >= 1) scrollBy({ top: moved, behavior: 'instant' });
  });
}

function firstInView(): { element: Element; top: number } | undefined {
  // Below the bar that stays at the top.
  const from = document.querySelector('.moment')?.getBoundingClientRect().bottom ?? 0;
  for (const element of document.querySelectorAll(HELD)) {
    const { top, bottom } = element.getBoundingClientRect();
    if (bottom > Math.max(from, 0) && bottom > top) return { element, top };
  }
  return undefined;
}
