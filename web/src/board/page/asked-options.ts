/** Reads what the address of a page asks for, and notes what cannot be had, so that the page can name it. Pure. */

/** What is repeated on the page of what the address said. */
const MAX_REPEATED_LENGTH = 40;

/** A parameter that cannot be had, and as it was given: `layout=x`. */
export interface RefusedOption<Name extends string> {
  name: Name;
  given: string;
}

/**
 * @param query the address from its question mark on; an empty parameter counts as none
 * @returns `read`, whose `parse` answers `undefined` for what cannot be had; `refused` has all that could not
 */
export function askedOptions<Name extends string>(query: string) {
  const parameters = new URLSearchParams(query);
  const refused: RefusedOption<Name>[] = [];
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

/** One of some names, in any case. */
export function oneOf<Name extends string>(names: readonly Name[]) {
  return (text: string) => names.find((name) => name === text.toLowerCase());
}
