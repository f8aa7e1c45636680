/** The paths of the public pages, for page and service worker. */

export type Page =
  | { kind: 'regattas' }
  | { kind: 'board' | 'display' | 'print'; eventId: number }
  | { kind: 'unknown' };

/**
 * The page at a path.
 *
 * @param basePath path of the service's public URL, with a slash at the end
 */
export function pageAt(path: string, basePath: string): Page {
  const rest = path.startsWith(basePath) ? path.slice(basePath.length) : path.replace(/^\//, '');
  if (rest === '') return { kind: 'regattas' };
  const [, id, name] = /^events\/(\d{1,15})(?:\/(display|print))?\/?$/.exec(rest) ?? [];
  if (!id) return { kind: 'unknown' };
  return { kind: (name as 'display' | 'print' | undefined) ?? 'board', eventId: Number(id) };
}
