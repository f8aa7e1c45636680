/**
 * The rules of webhooks (around, "Webhooks"): which an event may have, and where they may lead; what is delivered to
 * one, how changes join, and when it is tried again.
 */
import { MAX_WEBHOOK_BODY_BYTES, MAX_WEBHOOKS } from '../../contract/limits.ts';
import { DAY_MILLIS, HOUR_MILLIS } from '../../contract/time-units.ts';
import { isPublicAddress } from '../public-address.ts';
import { conflict, invalid, type Refusal } from '../refusal.ts';
import type { NamedRace } from './webhook-news.ts';

/** Names that stand for the machine itself or its network, whatever a name server says of them (RFC 6761, 6762, 8375). */
const NAMES_WITHIN = /(^|\.)(localhost|local|internal|home\.arpa)$/;

/**
 * Whether deliveries may go to an address: `https:` on the public internet, without a user. Its name is looked up when a
 * connection is made; a number in any spelling is judged here, because nothing looks it up.
 *
 * @param origins to which they may go besides, also with `http:` and within the network (`WEBHOOK_ORIGINS`)
 */
export function isWebhookAddress(text: string, origins: readonly string[]): boolean {
  // What a parser leaves out or reads in another way makes two addresses of one.
  if (/[\s\p{Cc}\\#]/u.test(text) || !URL.canParse(text)) return false;
  // Also a user without a name.
  if (/^[^/]*\/*[^/?]*@/.test(text)) return false;
  const { protocol, origin, hostname } = new URL(text);
  // In no other spelling than the one that is listed.
  if (origins.includes(origin) && /^([^/]*\/\/[^/?]*)/.exec(text)?.[1] === origin) return true;
  if (protocol !== 'https:') return false;
  const name = hostname.replace(/^\[|\]$|\.$/g, '');
  const isNumber = hostname.startsWith('[') || /^[\d.]+$/.test(name);
  return isNumber ? isPublicAddress(name) : name !== '' && !NAMES_WITHIN.test(name);
}

/** What is said of an address that may not be. */
export const NOT_AN_ADDRESS =
  'must be an address with https: on the public internet, without a user and without #';

/** Why an event may not have one more webhook. */
export function objectionToMore(count: number): Refusal | undefined {
  if (count < MAX_WEBHOOKS) return undefined;
  return conflict(`The event has ${MAX_WEBHOOKS} webhooks already: remove one that is not used.`);
}

export function objectionToKinds(kinds: readonly string[]): Refusal | undefined {
  if (kinds.length > 0) return undefined;
  return invalid([{ field: 'kinds', detail: 'must have at least 1 item' }]);
}

/** What history, logs and metrics call a webhook by: its address may hold a secret. @param url an accepted one */
export function originOf(url: string): string {
  return new URL(url).origin;
}

/** How long changes join before the first attempt. */
export const JOIN_MILLIS = 2000;
/** For everything: looking up, connecting, sending and reading. */
export const ATTEMPT_MILLIS = 35_000;
const FIRST_WAIT_MILLIS = 5000;
const LONGEST_WAIT_MILLIS = HOUR_MILLIS;
/** By how much a wait varies, so that receivers that failed together are not tried together. */
const JITTER = 0.25;
/** After that a webhook that takes nothing is switched off. */
const GIVE_UP_MILLIS = 3 * DAY_MILLIS;

/**
 * The wait before the next attempt: it doubles from 5 seconds to an hour. What the receiver asks for (`Retry-After`) is
 * waited at least, up to an hour.
 *
 * @param attempts how often it has been tried, at least once
 * @param random from 0 to 1
 */
export function retryMillis(attempts: number, askedMillis: number, random: number): number {
  const doubled = Math.min(FIRST_WAIT_MILLIS * 2 ** (attempts - 1), LONGEST_WAIT_MILLIS);
  const varied = doubled * (1 - JITTER + 2 * JITTER * random);
  return Math.round(Math.max(varied, Math.min(askedMillis, LONGEST_WAIT_MILLIS)));
}

/** Whether a webhook that has taken nothing since a moment is given up. Both are epoch milliseconds. */
export function isGivenUp(failingSince: number, now: number): boolean {
  return now - failingSince >= GIVE_UP_MILLIS;
}

/** The races that a delivery is about: as many as can be told with their names, and the ids of the rest. */
export interface NotedRaces {
  named: readonly NamedRace[];
  others: readonly number[];
}

export const NO_RACES: NotedRaces = { named: [], others: [] };

/** No more fit into a body, however short their names are. */
const MAX_NAMED = 50;

/** The races of a delivery with those of a change that joins it. */
export function joinedRaces(noted: NotedRaces, races: readonly NamedRace[]): NotedRaces {
  const named = new Map(noted.named.map((race) => [race.id, race]));
  const others = new Set(noted.others);
  for (const race of races) {
    if (others.has(race.id)) continue;
    if (named.has(race.id) || named.size < MAX_NAMED) named.set(race.id, race);
    else others.add(race.id);
  }
  return { named: [...named.values()], others: [...others] };
}

/** What a delivery says, besides the addresses. */
interface Told {
  type: string;
  /** Of the last change that it stands for, in epoch milliseconds. */
  changedAt: number;
  eventId: number;
  /** Of the board. */
  revision: number;
  races: NotedRaces;
}

/** The body: ids and addresses, no results; as many races as fit. */
export function deliveryBody(told: Told, publicUrl: string): string {
  const { type, changedAt, eventId, revision, races } = told;
  const withRaces = (count: number) =>
    JSON.stringify({
      type,
      timestamp: new Date(changedAt).toISOString(),
      data: {
        eventId,
        revision,
        races: races.named.slice(0, count),
        more: races.named.length - count + races.others.length,
        board: `${publicUrl}/board/api/events/${eventId}`,
        schedule: `${publicUrl}/v1/events/${eventId}/schedule`,
      },
    });
  let count = races.named.length;
  let body = withRaces(count);
  while (count > 0 && Buffer.byteLength(body) > MAX_WEBHOOK_BODY_BYTES) body = withRaces(--count);
  return body;
}
