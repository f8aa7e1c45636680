/** What webhooks receive, and the proof that it comes from the service (Standard Webhooks, version 1). */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { RunningOrderError } from './errors.ts';

/** What has changed, and where to look. */
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
    /** Of the board. */
    revision: number;
    races: { id: number; externalId: string | null; raceNumber: number }[];
    /** How many races there are besides. */
    more: number;
    /** Where to read the board, and the schedule. */
    board: string;
    schedule: string;
  };
}

/** A delivery that nobody should believe; the message says why. */
export class InvalidWebhook extends RunningOrderError {}

/** As a server has them: of `fetch`, or of Node.js. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** How far the clocks may run apart, and how old what is sent may be. */
const TOLERANCE_SECONDS = 5 * 60;

/**
 * Says whether a delivery comes from the service, and what it tells.
 *
 * @param body as it came, before it is parsed
 * @param secret `whsec_…`, as it was shown when the webhook was made
 * @throws InvalidWebhook when it is not signed with the secret, or more than five minutes old or ahead
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
  // Also true of what is no number.
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
