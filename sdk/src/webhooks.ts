/** The message of a webhook, and the check that the service sent it (Standard Webhooks, version 1). */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { RunningOrderError } from './errors.ts';

/** The body of a delivery: what has changed, and where to read the new state. */
export interface WebhookMessage {
  type:
    | 'results.changed'
    | 'schedule.changed'
    | 'delay.changed'
    | 'race.state'
    | 'notice.posted'
    | 'schedule.published'
    | 'schedule.unpublished'
    | 'test';
  timestamp: string;
  data: {
    eventId: number;
    /** The revision of the board. */
    revision: number;
    races: { id: number; externalId: string | null; raceNumber: number }[];
    /** How many more races are concerned than `races` lists. */
    more: number;
    /** The addresses at which to read the board, and the schedule. */
    board: string;
    schedule: string;
  };
}

/** A delivery that cannot be trusted; `message` says why. */
export class InvalidWebhook extends RunningOrderError {
  override get isRetryable(): boolean {
    return false;
  }
}

/** The header fields of a delivery: `Headers` as of `fetch`, or an object as of Node.js. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** How far `webhook-timestamp` may be from this clock: for clocks that differ, and the time a delivery takes. */
const TOLERANCE_SECONDS = 5 * 60;

/**
 * Checks that the service sent a delivery, and returns its message.
 *
 * @param body the text or bytes as received: parsing it and writing it again would break the signature
 * @param secret `whsec_…`, as it was shown when the webhook was made
 * @throws InvalidWebhook when it lacks a header, is not signed with the secret, or is more than five minutes old or ahead
 */
export function verifyWebhook(
  headers: WebhookHeaders,
  body: string | Uint8Array,
  secret: string,
): WebhookMessage {
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature');
  const key = Buffer.from(secret.trim().replace(/^whsec_/, ''), 'base64');
  if (key.length === 0) throw new InvalidWebhook('The secret is none: it begins with whsec_.');
  const seconds = /^\d{1,15}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  // Negated, so that it is also true of `NaN`.
  if (!(Math.abs(Date.now() / 1000 - seconds) <= TOLERANCE_SECONDS)) {
    throw new InvalidWebhook('The delivery is more than five minutes old or ahead.');
  }
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
  const isSigned = signatures.split(' ').some((signature) => {
    const [version, text = ''] = signature.split(',');
    const given = Buffer.from(text, 'base64');
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!isSigned) throw new InvalidWebhook('The delivery is not signed with the secret.');
  return JSON.parse(Buffer.from(body).toString()) as WebhookMessage;
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value =
    typeof headers.get === 'function'
      ? headers.get(name)
      : Object.entries(headers).find(([other]) => other.toLowerCase() === name)?.[1];
  if (typeof value === 'string' && value !== '') return value;
  throw new InvalidWebhook(`The delivery has no ${name}.`);
}
