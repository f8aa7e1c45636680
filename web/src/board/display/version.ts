/** Which version of the pages this is, and whether the service has another one. Pure. */

interface Versions {
  /** Of the page on the screen. */
  own: string | undefined;
  /** Of what the service answers now. */
  served: string | undefined;
  /** For which one the page was loaded anew already. */
  triedFor: string | undefined;
}

/** Once for each version: a page that is still the old one afterwards came from a cache, and stays. */
export function isNewVersion({ own, served, triedFor }: Versions): boolean {
  return own !== undefined && served !== undefined && served !== own && served !== triedFor;
}

/**
 * The version of a page of the service: the name of its script, which has the hash of all of them in it. A page in another
 * language than English has its words in front of it.
 */
export function versionOf(html: string): string | undefined {
  const scripts = html.matchAll(/<script\b[^>]*\bsrc="[^"]*?(assets\/[\w-]+\.js)"/g);
  return [...scripts].at(-1)?.[1];
}
