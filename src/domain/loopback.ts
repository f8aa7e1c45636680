/** Addresses by which a machine reaches only itself. Pure; the pages read it, too. */

const LOOPBACK = /^(localhost|127(\.\d+){1,3}|\[?::1\]?)$/i;

/** @param host as in a setting or in a URL: `127.0.0.1`, `localhost`, `::1`, `[::1]` */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}
