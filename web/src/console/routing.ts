/** The paths of the console, and which page each of them is. */

export type ConsolePage =
  | { kind: 'home' | 'sign-in' | 'set-up' | 'invitation' | 'account' | 'new-event' | 'people' }
  | { kind: 'key'; keyPrefix: string }
  | { kind: 'club'; clubId: number }
  | { kind: 'event'; eventId: number }
  | { kind: 'unknown' };

const PLAIN: Record<string, ConsolePage> = {
  '': { kind: 'home' },
  'sign-in': { kind: 'sign-in' },
  'set-up': { kind: 'set-up' },
  invitation: { kind: 'invitation' },
  account: { kind: 'account' },
  'events/new': { kind: 'new-event' },
  people: { kind: 'people' },
};

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
  return { kind: 'unknown' };
}

/** Pages that nobody has to be signed in for. */
export function isOpen({ kind }: ConsolePage): boolean {
  return kind === 'sign-in' || kind === 'set-up' || kind === 'invitation';
}

/**
 * Where somebody goes after signing in: to the page of the console that they wanted, never to an address of
 * somebody else.
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
