/**
 * Devices of followers: which endpoints are one device, how many places there are, where room is made for one more,
 * and by which numbers the clubs that they follow are named.
 *
 * Nobody knows who a device belongs to, so places are shared out by network: no visitor can take all of them, and a
 * newcomer takes the place of a device that no message has ever reached.
 */
import { hash } from 'node:crypto';

/**
 * Of one installation. A place is for a device and ten things that it follows, so there are at most
 * 200,000 devices and 2,000,000 rows of `follows`; with the longest endpoints they fill 1.9 GB.
 */
export const MAX_PLACES = 200_000;
/** Most devices follow a handful of crews; 400 of them at once takes 41 places. */
export const FOLLOWS_PER_PLACE = 10;
/** Of one device, in all regattas. No real device follows more. */
export const MAX_FOLLOWS_OF_DEVICE = 1000;
/**
 * New places of one network (IPv4 /24, IPv6 /48) in 24 hours. Behind one address of a campus or a mobile
 * carrier 3,000 phones may come in ten minutes; three times as many leave room for its other addresses.
 */
export const NETWORK_PLACES_PER_DAY = 10_000;
/** All places of one network: a quarter, so that no single one can take them all in any time. */
export const NETWORK_PLACES = 50_000;

/** How many places are taken. */
export interface Taken {
  inAll: number;
  /** By devices that came from the network of the device that asks. */
  ofNetwork: number;
  /** By those of them that came in the last 24 hours. */
  ofNetworkToday: number;
}

/** The places that a device takes. @param followCount how many things it follows */
export function placesOf(followCount: number): number {
  return Math.max(1, Math.ceil(followCount / FOLLOWS_PER_PLACE));
}

/**
 * Where room is to be made, at the expense of devices that no message has ever reached, oldest first:
 * nowhere while there is enough; in the network of the newcomer when it has used up its share; otherwise
 * in the network that has most of them.
 *
 * @param wanted places
 */
export function roomFor(wanted: number, taken: Taken): 'free' | 'own network' | 'any network' {
  const { inAll, ofNetwork, ofNetworkToday } = taken;
  if (ofNetworkToday + wanted > NETWORK_PLACES_PER_DAY) return 'own network';
  if (ofNetwork + wanted > NETWORK_PLACES) return 'own network';
  return inAll + wanted > MAX_PLACES ? 'any network' : 'free';
}

/**
 * Whether a newcomer is refused: there is no room, although all devices that no message has ever reached were
 * removed. A network that has only used up its daily share is not full, because its devices may be a large crowd.
 * Nor is it full when other processes have let in a few devices too many, as long as a newcomer takes places that
 * were freed.
 *
 * @param taken before room was made
 * @param freed places, in all and in the network of the newcomer
 */
export function isFull(
  wanted: number,
  taken: Taken,
  freed: Pick<Taken, 'inAll' | 'ofNetwork'>,
): boolean {
  const exceeds = (which: 'inAll' | 'ofNetwork', limit: number) =>
    freed[which] < wanted && taken[which] - freed[which] + wanted > limit;
  return exceeds('ofNetwork', NETWORK_PLACES) || exceeds('inAll', MAX_PLACES);
}

/**
 * An endpoint that is hard to guess holds at least 120 random bits (RFC 8030, section 8.3): 20 characters of
 * base64url. Where a segment of the path is as long, the path names the subscription and the query is ignored.
 */
const SECRET_LENGTH = 20;

/**
 * The identity of a push endpoint: equal for all ways to write it. A push service reads `%54` as `T`, `//` as `/`, and
 * ignores a query that it does not know, so one subscription can be written in any number of ways. Messages still go
 * to the endpoint as it was given.
 *
 * @param endpoint any text; one that is no address is its own identity
 * @returns 43 characters
 */
export function endpointIdentity(endpoint: string): string {
  return hash('sha256', JSON.stringify(partsOf(endpoint)), 'base64url');
}

function partsOf(endpoint: string): string[] {
  if (!URL.canParse(endpoint)) return [endpoint];
  const { protocol, host, pathname, searchParams } = new URL(endpoint);
  const segments = decoded(pathname)
    .split('/')
    .filter((segment) => segment !== '');
  const name = [protocol, host, ...segments];
  if (segments.some(({ length }) => length >= SECRET_LENGTH)) return name;
  // The push service of Windows: /w/?token=…
  const token = searchParams.get('token');
  if (token !== null) return [...name, '?', token];
  searchParams.sort();
  return [...name, '?', ...[...searchParams].flat()];
}

/** Without `decodeURIComponent`, which throws at what is no UTF-8. */
function decoded(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_, hex) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** Of 5,000 clubs of an event, two have the same number once in twenty million events. */
const NUMBER_BYTES = 6;

/**
 * The number by which `follows` names a club, the same in every event (decision page 020). Clubs have no rows of their
 * own: a crew carries the text of its club, and so does who follows it.
 *
 * @param club a crew's `clubId`, letter for letter
 * @returns an integer below 2^48, which JSON and both databases hold exactly
 */
export function clubNumber(club: string): number {
  return hash('sha256', club, 'buffer').readUIntBE(0, NUMBER_BYTES);
}
