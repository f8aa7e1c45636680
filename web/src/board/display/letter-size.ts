/** How large letters are, so that a text fills its box and none of it is cut. Pure. */

/** Height of a line, in letter sizes; the style sheet says the same. */
const LINE_HEIGHT = 1.15;
/** Nothing smaller is tried: a box that is too small even for this is none. */
const MIN_PIXELS = 6;
const STEP_PIXELS = 1;

export interface LetterSize {
  pixels: number;
  /** Whether words have to be broken anywhere. */
  breaksWords: boolean;
}

interface LetterBox {
  /** Height of the box. */
  heightPixels: number;
  /** How many lines there are at least. */
  lines: number;
  /** Rather than be smaller, letters may break words. */
  floorPixels: number;
}

/** The largest size at which everything fits. @param fits tries a size */
export function letterSize(
  { heightPixels, lines, floorPixels }: LetterBox,
  fits: (size: LetterSize) => boolean,
): LetterSize {
  const ofLine = Math.floor(heightPixels / (Math.max(1, lines) * LINE_HEIGHT));
  const most = Math.max(MIN_PIXELS, ofLine);
  const floor = Math.max(MIN_PIXELS, Math.min(most, Math.floor(floorPixels)));
  const whole = largest(floor, most, (pixels) => fits({ pixels, breaksWords: false }));
  if (whole !== undefined) return { pixels: whole, breaksWords: false };
  const broken = largest(MIN_PIXELS, floor, (pixels) => fits({ pixels, breaksWords: true }));
  return { pixels: broken ?? MIN_PIXELS, breaksWords: true };
}

/** The largest number that fits, where all smaller ones do; nothing where none does. */
function largest(
  least: number,
  most: number,
  fits: (pixels: number) => boolean,
): number | undefined {
  if (!fits(least)) return undefined;
  let [low, high] = [least, most];
  while (high - low >= STEP_PIXELS) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - STEP_PIXELS;
  }
  return low;
}
