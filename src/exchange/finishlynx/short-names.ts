/** Names as short as FinishLynx keeps them, and still different (formats.md §1.4). Pure. */

/** FinishLynx cuts names there. */
export const MAX_NAME_LENGTH = 31;

/** What tells the boats of a club apart: "A", "II", "12", "(B)". */
const SUFFIX = / \(?(?:[A-Z]|[IVX]{1,4}|\d{1,3})\)?$/u;

/**
 * @param names different ones, in an order that stays
 * @returns by name; names that fit stay as they are, others keep what tells boats of a club apart
 */
export function shortNames(names: readonly string[], maxLength: number): Map<string, string> {
  const short = new Map<string, string>();
  const taken = new Set<string>();
  const fits = (name: string) => name.length <= maxLength;
  // The ones that fit come first, so that none of them has to give way.
  for (const name of [...names.filter(fits), ...names.filter((name) => !fits(name))]) {
    const own = SUFFIX.exec(name)?.[0] ?? '';
    let given = fits(name) ? name : cut(name, own, maxLength);
    for (let number = 2; taken.has(given); number++) given = cut(name, ` ${number}`, maxLength);
    taken.add(given);
    short.set(name, given);
  }
  return short;
}

/** By UTF-16 units, of which no letter is cut in two. */
export function cut(name: string, suffix: string, maxLength: number): string {
  const head = name.slice(0, Math.max(0, maxLength - suffix.length));
  return `${head.replace(/[\ud800-\udbff]$/, '').trimEnd()}${suffix}`.trim();
}
