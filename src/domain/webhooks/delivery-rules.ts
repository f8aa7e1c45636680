/** What is delivered to a webhook, how changes are joined, and when a delivery is tried again (around, "Webhooks"). */
import { MAX_WEBHOOK_BODY_BYTES } from '../../contract/limits.ts';
import { DAY_MILLIS, HOUR_MILLIS } from '../../contract/time-units.ts';
import type { DeliveryReason } from '../../contract/webhooks.ts';
import type { NamedRace } from './webhook-news.ts';

/** How long changes are joined into one delivery before its first attempt. */
export const JOIN_MILLIS = 2000;
/** The time limit of one attempt: name look-up, connection, sending and reading together. */
export const ATTEMPT_MILLIS = 35_000;
const FIRST_WAIT_MILLIS = 5000;
const LONGEST_WAIT_MILLIS = HOUR_MILLIS;
/** By which share a wait varies up and down, so that receivers that failed together are not tried again together. */
const JITTER = 0.25;
/** A webhook that has accepted nothing for this long is switched off. */
const GIVE_UP_MILLIS = 3 * DAY_MILLIS;

/**
 * The wait before the next attempt, in milliseconds: it doubles from 5 seconds to an hour, and is at least what the receiver
 * asks for (`Retry-After`), up to an hour.
 *
 * @param attempts how many attempts there were, at least 1
 * @param random from 0 to 1
 */
export function retryMillis(attempts: number, askedMillis: number, random: number): number {
  const doubled = Math.min(FIRST_WAIT_MILLIS * 2 ** (attempts - 1), LONGEST_WAIT_MILLIS);
  const varied = doubled * (1 - JITTER + 2 * JITTER * random);
  return Math.round(Math.max(varied, Math.min(askedMillis, LONGEST_WAIT_MILLIS)));
}

/** Whether a webhook is given up that has accepted nothing since `failingSince`. Both are epoch milliseconds. */
export function isGivenUp(failingSince: number, now: number): boolean {
  return now - failingSince >= GIVE_UP_MILLIS;
}

/** The stored texts of failed attempts: those of this service, and those of the system, which contain error codes. */
const REASONS: readonly [RegExp, DeliveryReason][] = [
  [/^its address is not allowed/, 'address-not-allowed'],
  [/^answered with a redirect/, 'redirect'],
  [/^answered 410/, 'gone'],
  [/^answered \d/, 'refused'],
  [/^the webhook was switched off/, 'switched-off'],
  [/^no name can be looked up/, 'name-servers'],
  [/^its name leads to an address that is not public/, 'name-not-public'],
  [/^its name |ENOTFOUND/, 'unknown-name'],
  [/^timed out|ETIMEDOUT|ETIMEOUT/, 'timed-out'],
  [/^the connection was closed|socket hang up|ECONNRESET|EPIPE/, 'closed'],
  [/ECONNREFUSED|EHOSTUNREACH|ENETUNREACH/, 'unreachable'],
  [/certificate|\b(SSL|TLS)\b|EPROTO/i, 'certificate'],
];

export function reasonOf(error: string | null): DeliveryReason | null {
  return REASONS.find(([pattern]) => error !== null && pattern.test(error))?.[1] ?? null;
}

/** The races that a delivery is about: those that its body may name, and the ids of the rest. */
export interface NotedRaces {
  named: readonly NamedRace[];
  others: readonly number[];
}

export const NO_RACES: NotedRaces = { named: [], others: [] };

/** More races than this do not fit into a body, however short their names are. */
const MAX_NAMED = 50;

/** The races of a delivery together with those of another change that is joined to it. */
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
interface DeliveryContents {
  type: string;
  /** When the last change was made that it is about, in epoch milliseconds. */
  changedAt: number;
  eventId: number;
  /** Of the board. */
  revision: number;
  races: NotedRaces;
}

/** The body: ids and addresses, no results; as many races as fit. */
export function deliveryBody(told: DeliveryContents, publicUrl: string): string {
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
