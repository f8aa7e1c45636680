/**
 * What is followed, as a part of an address: an app on the home screen of an iPhone begins with an empty storage of its own, so
 * the address at which it starts carries what is followed (decision page 021).
 */
import { type FollowSet, readFollowSet } from './follow-set.ts';

/** The server accepts up to this many characters, and only letters, digits and `_ - . ~ ,` (src/board/event-files.ts). */
const MAX_LENGTH = 1000;

/**
 * The text for the address, such as `event~clubs.U0FM~crews.1,2~races.9`; empty where nothing is followed. Ids of clubs are
 * base64url. What exceeds the length is left out, races first.
 */
export function carriedText(
  { wholeEvent, clubs, crews, races }: FollowSet,
  maxLength = MAX_LENGTH,
): string {
  let text = wholeEvent ? 'event' : '';
  const lists = Object.entries({ clubs: clubs.map(encoded), crews, races });
  for (const [kind, ids] of lists) {
    for (const [index, id] of ids.entries()) {
      const more = index > 0 ? `,${id}` : `${text && '~'}${kind}.${id}`;
      if (text.length + more.length > maxLength) return text;
      text += more;
    }
  }
  return text;
}

/** The reverse of `carriedText`; what is invalid or exceeds the limits is left out. */
export function readCarried(text: string): FollowSet {
  const parts = new Map(
    text.split('~').map((part) => {
      const [kind = '', list = ''] = part.split('.');
      return [kind, list.split(',')];
    }),
  );
  return readFollowSet({
    wholeEvent: parts.has('event'),
    crews: parts.get('crews')?.map(Number),
    races: parts.get('races')?.map(Number),
    clubs: parts.get('clubs')?.map(decoded),
  });
}

function encoded(club: string): string {
  const binary = String.fromCharCode(...new TextEncoder().encode(club));
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function decoded(text: string): string {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return '';
  }
}
