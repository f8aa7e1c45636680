/** How high the strip is that stays at the top: what the page jumps to, and what is being read, stands below it. */

/** In CSS pixels; 0 on a page without one. */
export function stripHeight(): number {
  return document.querySelector('.moment')?.getBoundingClientRect().height ?? 0;
}

/** Leaves room for the strip as it is now where the page jumps; to be called before a jump, and when it changes. */
export function makeRoomForStrip(): void {
  document.documentElement.style.setProperty('--strip-height', `${stripHeight()}px`);
}
