/** The paths of the public pages, for page and service worker. */

/** What is open on a board: one race, by `raceNumber` or by its printed number, or the races of one crew, by its id. */
export type Opened = { race: number | string } | { crew: number };

/** How many letters a printed number has at most, such as `16A`, which is also the address of its race. */
const MAX_PRINTED_LENGTH = 10;

/** The other forms in which an event is shown. */
type Form = 'display' | 'announcer' | 'print' | 'embed' | 'overlay';

export type Page =
  | { kind: 'regattas' }
  | { kind: 'board'; eventId: number; open?: Opened }
  | { kind: Form; eventId: number }
  | { kind: 'unknown' };

/**
 * The page at a path.
 *
 * @param basePath path of the service's public URL, with a slash at the end
 */
export function pageAt(path: string, basePath: string): Page {
  const rest = path.startsWith(basePath) ? path.slice(basePath.length) : path.replace(/^\//, '');
  if (rest === '' || rest.startsWith('years/')) return { kind: 'regattas' };
  const [, id, name, race, crew] =
    /^events\/(\d{1,15})(?:\/(display|announcer|print|embed|overlay)|\/races\/([^/]+)|\/crews\/(\d{1,15}))?\/?$/.exec(
      rest,
    ) ?? [];
  if (!id) return { kind: 'unknown' };
  const eventId = Number(id);
  if (name) return { kind: name as Form, eventId };
  if (crew) return { kind: 'board', eventId, open: { crew: Number(crew) } };
  if (!race) return { kind: 'board', eventId };
  try {
    const open = { race: decodeURIComponent(race) };
    if (open.race.length <= MAX_PRINTED_LENGTH) return { kind: 'board', eventId, open };
  } catch {
    // The percent-encoding is invalid.
  }
  return { kind: 'unknown' };
}

/** Whether the service worker's cached template, with a cached document, can stand in for the page at a path. */
export function showsCached(path: string, basePath: string): boolean {
  const { kind } = pageAt(path, basePath);
  // Of the lists of regattas, only that of the start page is cached.
  if (kind === 'regattas') return path === basePath;
  return kind !== 'unknown' && kind !== 'embed' && kind !== 'overlay';
}

/** The path of a board below the public URL, or of what is open on it. */
export function boardPath(eventId: number, open?: Opened): string {
  if (!open) return `events/${eventId}`;
  return `events/${eventId}/${'race' in open ? `races/${encodeURIComponent(open.race)}` : `crews/${open.crew}`}`;
}

/** Whether two paths are of the same board, whatever is open on it; a window of one can show the other. */
export function isSameBoard(a: string, b: string, basePath: string): boolean {
  const [pageA, pageB] = [pageAt(a, basePath), pageAt(b, basePath)];
  return pageA.kind === 'board' && pageB.kind === 'board' && pageA.eventId === pageB.eventId;
}
