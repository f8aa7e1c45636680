/**
 * Devices of followers: which endpoints are the same device, how many places there are, at whose expense a place is
 * freed, and by which numbers `follows` names clubs.
 *
 * The owner of a device is unknown, so places are shared out by network: no visitor can take all of them, and a new
 * device takes the place of one that no message has ever reached.
 */
import { hash } from 'node:crypto';

/**
 * The places of one installation. A place is for a device and ten things that it follows, so there are at most 200,000
 * devices and 2,000,000 rows of `follows`, which take up to 1.9 GB with the longest endpoints.
 */
export const MAX_PLACES = 200_000;
/** Most devices follow a handful of crews; one that follows 400 takes 40 places. */
export const FOLLOWS_PER_PLACE = 10;
/** The limit for one device, in all regattas together; no real device follows more. */
export const MAX_FOLLOWS_OF_DEVICE = 1000;
/**
 * New places of one network (IPv4 /24, IPv6 /48) in 24 hours. From one address of a campus or a mobile carrier, 3,000
 * phones may come in ten minutes; three times as many leave room for the other addresses of the network.
 */
export const NETWORK_PLACES_PER_DAY = 10_000;
/** All places of one network: a quarter of the installation's, so that no network can ever take all of them. */
export const NETWORK_PLACES = 50_000;

/** How many places are taken. */
export interface Taken {
  inAll: number;
  /** By devices that came from the network of the new device. */
  ofNetwork: number;
  /** By those of this network that came in the last 24 hours. */
  ofNetworkToday: number;
}

/** The places that a device takes. @param followCount how many things it follows */
export function placesOf(followCount: number): number {
  return Math.max(1, Math.ceil(followCount / FOLLOWS_PER_PLACE));
}

/**
 * Where places are to be freed, by removing devices that no message has ever reached, oldest first: nowhere while
 * there is room; in the network of the new device when it has used up its share; otherwise in the network that has most
 * of these devices.
 *
 * @param wanted how many places the new device needs
 */
export function roomFor(wanted: number, taken: Taken): 'free' | 'own network' | 'any network' {
  const { inAll, ofNetwork, ofNetworkToday } = taken;
  if (ofNetworkToday + wanted > NETWORK_PLACES_PER_DAY) return 'own network';
  if (ofNetwork + wanted > NETWORK_PLACES) return 'own network';
  return inAll + wanted > MAX_PLACES ? 'any network' : 'free';
}

/**
 * Whether a new device is refused: there is no room, although devices that no message has ever reached were removed.
 * A network that has only used up its daily share is not full, because its devices may be a large crowd. Nor is it
 * full when other processes have let in a few devices too many, as long as the new device takes places that were
 * freed.
 *
 * @param taken before places were freed
 * @param freed how many places were freed, in all and in the network of the new device
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
 * base64url. If a segment of the path is at least as long, the path names the subscription and the query is ignored.
 */
const SECRET_LENGTH = 20;

/**
 * The identity of a push endpoint, equal for all ways to write it. A push service reads `%54` as `T`, `//` as `/`, and
 * ignores a query that it does not know, so one subscription can be written in any number of ways. Messages still go
 * to the endpoint as it was given.
 *
 * @param endpoint any text; the identity of one that is no URL is made from the whole text
 * @returns 43 characters of base64url
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

/** Decodes percent-escapes. `decodeURIComponent` would throw where the bytes are not UTF-8. */
function decoded(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_, hex) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** With 6 bytes, two of 5,000 clubs of an event have the same number once in twenty million events. */
const NUMBER_BYTES = 6;

/**
 * The number by which `follows` names a club, the same in every event (decision page 020). Clubs of crews have no rows of
 * their own: a crew has only the text `clubId`, and so has a request to follow its club.
 *
 * @param club a crew's `clubId`, letter for letter
 * @returns an integer below 2^48, which JSON and both databases hold exactly
 */
export function clubNumber(club: string): number {
  return hash('sha256', club, 'buffer').readUIntBE(0, NUMBER_BYTES);
}
