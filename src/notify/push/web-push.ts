/**
 * Sends push messages: encrypted for their device (RFC 8291), signed for its push service (RFC 8292), over
 * keep-alive connections. The answer becomes an `Outcome`, which says what to do next.
 */
import { hash } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import { DAY_MILLIS } from '../../contract/time-units.ts';
import type { VapidKeys } from '../../storage/accounts/installation.ts';
import { GuardedPost, type PostAnswer } from './guarded-post.ts';
import { NO_SUCH_NAME } from './host-lookup.ts';
import { type DeviceKeys, encrypt, VapidSigner } from './push-crypto.ts';
import { isPushEndpoint } from './push-services.ts';

interface Subscription extends DeviceKeys {
  endpoint: string;
}

export interface Outgoing {
  /** The plaintext. */
  payload: string;
  /** How long the push service keeps the message for a device that is away. */
  ttlSeconds: number;
  urgency: 'normal' | 'high';
  /** While a message waits for its device, a later one with the same topic replaces it. */
  topic: string;
}

export type Outcome =
  | { kind: 'delivered' }
  /** The subscription has ended, so the device is to be deleted. */
  | { kind: 'gone' }
  /** The same message would be refused again, but the subscription may be fine. */
  | { kind: 'refused'; status?: number; detail: string }
  /** The host name of the endpoint does not exist, although other names are found. */
  | { kind: 'nowhere' }
  /** Another try may succeed; `isSilent` when there was no answer. */
  | { kind: 'later'; retryAfterMillis?: number; reason: string; isSilent: boolean };

interface SenderOptions {
  keys: VapidKeys;
  /** As `VapidSigner` takes it. */
  subject: string;
  /** Origins of further push services (`PUSH_ORIGINS`); they may be on private addresses. */
  origins: readonly string[];
  timeoutMillis?: number;
  nameServers?: readonly string[] | undefined;
}

const SEND_TIMEOUT_MILLIS = 10_000;

const MAX_RETRY_AFTER_MILLIS = DAY_MILLIS;
const MAX_DETAIL_LENGTH = 200;
/** Parts of an address from this length on may be what makes it secret. */
const SECRET_LENGTH = 12;

export class PushSender {
  private readonly options: SenderOptions;
  private readonly signer: VapidSigner;
  private readonly poster: GuardedPost;

  constructor(options: SenderOptions) {
    this.options = options;
    this.signer = new VapidSigner(options.keys, options.subject);
    this.poster = new GuardedPost({ timeoutMillis: SEND_TIMEOUT_MILLIS, ...options });
  }

  /** Sends a message once. The outcome never contains the endpoint, which is secret. */
  async send(subscription: Subscription, outgoing: Outgoing): Promise<Outcome> {
    const { origins } = this.options;
    const { endpoint } = subscription;
    if (!isPushEndpoint(endpoint, origins)) {
      return { kind: 'refused', detail: 'its push service is not one that is trusted' };
    }
    const url = new URL(endpoint);
    const body = bodyOf(outgoing.payload, subscription);
    if (!body) return { kind: 'refused', detail: 'its keys are no good' };
    const authorization = this.signer.header(url.origin);
    const headers = { ...headersOf(outgoing, body), authorization };
    return this.poster
      .post(url, headers, body)
      .then((answer) => outcomeOfAnswer(answer, url), outcomeOfError);
  }

  /** Closes all connections; messages that are being sent fail. */
  close(): void {
    this.poster.close();
  }
}

/**
 * The contact of the operator for push services: the public address of the installation. They do not accept
 * plain `http:`, which only an installation on a single machine has.
 */
export function subjectOf(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? publicUrl : 'mailto:running-order@localhost';
}

function bodyOf(payload: string, subscription: Subscription): Buffer | undefined {
  try {
    return encrypt(payload, subscription);
  } catch {
    return undefined;
  }
}

function headersOf({ ttlSeconds, urgency, topic }: Outgoing, body: Buffer): OutgoingHttpHeaders {
  return {
    ttl: Math.max(0, Math.round(ttlSeconds)),
    urgency,
    topic: topicHeader(topic),
    'content-type': 'application/octet-stream',
    'content-encoding': 'aes128gcm',
    'content-length': body.length,
  };
}

/** A topic has at most 32 characters of base64url (RFC 8030, section 5.4). */
function topicHeader(topic: string): string {
  return hash('sha256', topic, 'base64url').slice(0, 32);
}

function outcomeOfAnswer({ status, retryAfter, text }: PostAnswer, url: URL): Outcome {
  if (status >= 200 && status < 300) return { kind: 'delivered' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  if (status === 408 || status === 429 || status >= 500) {
    const retryAfterMillis = parseRetryAfter(retryAfter, Date.now());
    return {
      kind: 'later',
      ...(retryAfterMillis !== undefined && { retryAfterMillis }),
      reason: `the push service answered ${status}`,
      isSilent: false,
    };
  }
  return { kind: 'refused', status, detail: withoutSecrets(text, url) };
}

/**
 * @param text seconds or an HTTP date
 * @returns milliseconds, at most a day; `undefined` for what is neither
 */
export function parseRetryAfter(text: string | undefined, now: number): number | undefined {
  const wanted = /^\d+$/.test(text ?? '')
    ? Number(text) * 1000
    : /^[A-Z][a-z]{2,8}, /.test(text ?? '')
      ? Date.parse(text ?? '') - now
      : Number.NaN;
  return Number.isNaN(wanted) ? undefined : Math.min(Math.max(wanted, 0), MAX_RETRY_AFTER_MILLIS);
}

function outcomeOfError(error: Error & { code?: string }): Outcome {
  return error.code === NO_SUCH_NAME
    ? { kind: 'nowhere' }
    : { kind: 'later', reason: reasonOf(error), isSilent: true };
}

/** The messages of these errors name the host, never the path. */
function reasonOf(error: Error & { code?: string }): string {
  return error.message || error.code || error.name;
}

/** The beginning of an answer for the log, without the address of the request, which it may quote. */
function withoutSecrets(text: string, { pathname, search }: URL): string {
  const secrets = `${pathname}${search}`
    .split(/[/?&=]/)
    .filter(({ length }) => length >= SECRET_LENGTH);
  const safe = secrets.reduce((rest, secret) => rest.replaceAll(secret, '…'), text);
  return safe
    .replace(/[^\x20-\x7e…]+/g, ' ')
    .trim()
    .slice(0, MAX_DETAIL_LENGTH);
}
