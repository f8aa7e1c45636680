/** The words in which a divergence of model and service is reported. */

/** The text of a divergence, which `planted-bugs.ts` recognises by these words. */
export function differ(what: string, answered: string, expected: string): string {
  return `${what}: answered ${answered}\nexpected ${expected}`;
}

/** Shortens a long text for people to read. */
export function brief(text: string): string {
  const short = text.replace(/(x|e\u0301|\u{1F6A3}|"A",?)\1{20,}/gu, '$1…');
  return short.length > 1500 ? `${short.slice(0, 1500)}…` : short;
}
