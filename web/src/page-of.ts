/** Which page a path names. */

export type Page =
  | { kind: 'regattas' }
  | { kind: 'board' | 'display' | 'print'; eventId: number }
  | { kind: 'unknown' };

/**
 * The page that a path names.
 *
 * @param path of the page's URL
 * @param basePath path of the service's public URL, with a slash at the end
 */
export function pageOf(path: string, basePath: string): Page {
  const rest = path.startsWith(basePath) ? path.slice(basePath.length) : path.replace(/^\//, '');
  if (rest === '') return { kind: 'regattas' };
  const [, id, name] = /^events\/(\d{1,15})(?:\/(display|print))?\/?$/.exec(rest) ?? [];
  if (!id) return { kind: 'unknown' };
  return { kind: (name as 'display' | 'print' | undefined) ?? 'board', eventId: Number(id) };
}
