/** The paths of the console, and which page each of them is. */
import type { OfficePart } from '../../../src/contract/console/office.ts';

export type ConsolePage =
  | { kind: 'home' | 'sign-in' | 'set-up' | 'invitation' | 'account' | 'new-event' }
  | { kind: 'people' | 'installation' }
  | { kind: 'key'; keyPrefix: string }
  | { kind: 'club'; clubId: number }
  /** Without `part`: the overview of the regatta. `raceId` only with the part `races`. */
  | { kind: 'event'; eventId: number; part?: Exclude<OfficePart, 'overview'>; raceId?: number }
  | { kind: 'unknown' };

const PLAIN: Record<string, ConsolePage> = {
  '': { kind: 'home' },
  'sign-in': { kind: 'sign-in' },
  'set-up': { kind: 'set-up' },
  invitation: { kind: 'invitation' },
  account: { kind: 'account' },
  'events/new': { kind: 'new-event' },
  people: { kind: 'people' },
  installation: { kind: 'installation' },
};

const PARTS: readonly string[] = [
  'programme',
  'crews',
  'races',
  'progression',
  'day',
  'publish',
  'history',
  'hand-outs',
] satisfies Exclude<OfficePart, 'overview'>[];

/**
 * The page at a path.
 *
 * @param basePath path of the service's public URL, with a slash at the end
 */
export function pageAt(path: string, basePath: string): ConsolePage {
  const [, rest] = /^console\/?(.*?)\/?$/.exec(path.slice(basePath.length)) ?? [];
  if (rest === undefined || !path.startsWith(basePath)) return { kind: 'unknown' };
  const plain = Object.hasOwn(PLAIN, rest) ? PLAIN[rest] : undefined;
  if (plain) return plain;
  const [, keyPrefix] = /^account\/keys\/(\w{1,20})$/.exec(rest) ?? [];
  if (keyPrefix !== undefined) return { kind: 'key', keyPrefix };
  const [, folder, id] = /^(clubs|events)\/([1-9]\d{0,14})$/.exec(rest) ?? [];
  if (folder === 'clubs') return { kind: 'club', clubId: Number(id) };
  if (folder === 'events') return { kind: 'event', eventId: Number(id) };
  return partAt(rest);
}

/** The page of a part of an event's race office. */
function partAt(path: string): ConsolePage {
  const matched = /^events\/([1-9]\d{0,14})\/([a-z-]+)(?:\/([1-9]\d{0,14}))?$/.exec(path);
  const [, eventId, part = '', raceId] = matched ?? [];
  const isKnown = PARTS.includes(part) && (raceId === undefined || part === 'races');
  if (eventId === undefined || !isKnown) return { kind: 'unknown' };
  return {
    kind: 'event',
    eventId: Number(eventId),
    part: part as Exclude<OfficePart, 'overview'>,
    ...(raceId !== undefined && { raceId: Number(raceId) }),
  };
}

/** The path of a part of a race office below `/console`, such as `events/7/races/12`. */
export function partPath(eventId: number, part: OfficePart, raceId?: number | null): string {
  const event = `events/${eventId}`;
  if (part === 'overview') return event;
  return raceId ? `${event}/${part}/${raceId}` : `${event}/${part}`;
}

/** The page below `/console` where files are imported into a regatta: a view of its programme. */
export function importPath(eventId: number): string {
  return `${partPath(eventId, 'programme')}?import`;
}

/** The page below `/console` where the software draws heats: a view of the progression. */
export function heatsPath(eventId: number): string {
  return `${partPath(eventId, 'progression')}?heats`;
}

/** The page below `/console` where a pattern is set up: a view of the progression. */
export function patternPath(eventId: number): string {
  return `${partPath(eventId, 'progression')}?pattern`;
}

/** Pages that nobody has to be signed in for. */
export function isOpen({ kind }: ConsolePage): boolean {
  return kind === 'sign-in' || kind === 'set-up' || kind === 'invitation';
}

/**
 * Where somebody goes after signing in: to the page of the console that they wanted, never to another site.
 *
 * @param wanted path of a page, as it stands in the address of the sign-in page
 * @returns a path below the base
 */
export function afterSignIn(wanted: string | null, basePath: string): string {
  const home = `${basePath}console`;
  if (wanted === null || !wanted.startsWith(home)) return home;
  const [path = ''] = wanted.split(/[?#]/);
  const page = pageAt(path, basePath);
  return page.kind === 'unknown' || page.kind === 'sign-in' || page.kind === 'set-up'
    ? home
    : wanted;
}
