/**
 * The colour of an event on the pages (adopt, "One look per event"): any tone is taken, and shaded until it can be read as
 * text on everything that pages have behind text, and text can be read on it (WCAG 2.2, 1.4.3). Pure.
 */
import type { Shades } from '../../contract/look.ts';

/** Of text and what is behind it. */
export const ENOUGH_CONTRAST = 4.5;

/** What stands behind text: the colours of `base.css` and `display.css`, which a test compares with these. */
export const LIGHT_BACKS = ['#ffffff', '#f1f4f7', '#fff1b8', '#fdeceb'];
export const DARK_BACKS = ['#0a1118', '#141f2a', '#3d3310', '#3b1512', '#060c12', '#16222e'];

const WHITE = '#ffffff';
const BLACK = '#000000';

/** @param accent `#rrggbb` */
export function shadesOf(accent: string): Shades {
  return {
    light: shaded(accent, BLACK, [...LIGHT_BACKS, WHITE]),
    dark: shaded(accent, WHITE, [...DARK_BACKS, BLACK]),
  };
}

/** How far two colours are apart for the eye, 1 to 21 (WCAG 2.2, "contrast ratio"). @param a and `b`: `#rrggbb` */
export function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

/** In so many steps from a colour to white or black. */
const STEPS = 128;

/** The colour with as little of white or black as makes it readable on all of `backs`; at the most, that is left of it. */
function shaded(accent: string, towards: string, backs: readonly string[]): string {
  // The more of the other colour, the more contrast: the first step that is enough is found by halves.
  let [tooLittle, enough] = [-1, STEPS];
  while (enough - tooLittle > 1) {
    const step = Math.floor((tooLittle + enough) / 2);
    const tone = mixed(accent, towards, step / STEPS);
    const isEnough = backs.every((back) => contrast(tone, back) >= ENOUGH_CONTRAST);
    if (isEnough) enough = step;
    else tooLittle = step;
  }
  return mixed(accent, towards, enough / STEPS);
}

function mixed(a: string, b: string, share: number): string {
  const other = channels(b);
  const parts = channels(a).map((channel, index) =>
    Math.round(channel + ((other[index] ?? 0) - channel) * share)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${parts.join('')}`;
}

/** From 0 to 1 (WCAG 2.2, "relative luminance"). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Red, green and blue, 0 to 255. */
function channels(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}
