/** Reads the options in the address of a page, and notes the invalid ones, so that the page can name them. Pure. */

/** How many letters of an invalid option the page repeats. */
const MAX_REPEATED_LENGTH = 40;

/** An invalid parameter, and its text as given: `layout=x`. */
export interface InvalidOption<Name extends string> {
  name: Name;
  given: string;
}

/**
 * @param query the address from its question mark on; an empty parameter counts as none
 * @returns `read`, whose `parse` answers `undefined` for an invalid value; `refused` lists the invalid ones so far
 */
export function parseQueryOptions<Name extends string>(query: string) {
  const parameters = new URLSearchParams(query);
  const refused: InvalidOption<Name>[] = [];
  const read = <Value>(name: Name, parse: (text: string) => Value | undefined) => {
    const text = parameters.get(name)?.trim() ?? '';
    if (text === '') return undefined;
    const value = parse(text);
    if (value === undefined)
      refused.push({ name, given: `${name}=${text.slice(0, MAX_REPEATED_LENGTH)}` });
    return value;
  };
  return { read, refused };
}

/** Returns a parser that accepts one of some names, which are in lower case; the text may be in any case. */
export function oneOf<Name extends string>(names: readonly Name[]) {
  return (text: string) => names.find((name) => name === text.toLowerCase());
}
