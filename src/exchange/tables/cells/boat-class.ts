/** The class of a boat inside other words. */

const BOAT_CLASS = /(?:^|[^\d])((?:[1248]|16)x?[+*-]|[1248]x|(?:OC|DB|[KC])\d{1,2})(?![\d\p{L}])/iu;

/** `8+` in "Womens Varsity 8+" and in "WV8+"; '' where a text has none. */
export function boatClassIn(text: string): string {
  return BOAT_CLASS.exec(text.slice(0, 200))?.[1] ?? '';
}
