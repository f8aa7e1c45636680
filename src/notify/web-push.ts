/**
 * Sends push messages: encrypted for their device (RFC 8291), signed for its push service
 * (RFC 8292), over connections that are kept. What comes back is told as what is to be done next.
 */
import { hash } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import type { VapidKeys } from '../storage/vapid-keys.ts';
import { encrypt } from './encryption.ts';
import { Names, NO_SUCH_NAME } from './names.ts';
import { type Agents, httpPost, type PostAnswer } from './http-post.ts';
import { isPushEndpoint } from './push-services.ts';
import { VapidSigner } from './vapid.ts';

/** Where a device takes messages, and what they are encrypted with; base64url. */
export interface Subscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface Outgoing {
  /** The plaintext. */
  payload: string;
  /** How long the push service keeps the message for a device that is away. */
  ttlSeconds: number;
  urgency: 'normal' | 'high';
  /** A later message about the same replaces this one while it waits for its device. */
  topic: string;
}

/** What became of a message. */
export type Outcome =
  | { kind: 'delivered' }
  /** The subscription has ended: it is to be forgotten. */
  | { kind: 'gone' }
  /** It would be refused again, but the subscription may be fine. */
  | { kind: 'refused'; status?: number; detail: string }
  /** The name of its host does not exist, while others do. */
  | { kind: 'nowhere' }
  /** It may well get through another time. */
  | { kind: 'later'; retryAfterMillis?: number; reason: string; isSilent: boolean };

export interface SenderOptions {
  /** Of the installation. */
  keys: VapidKeys;
  /** By whom a push service can reach the sender: an address with `https:` or `mailto:`. */
  subject: string;
  /** Origins of further push services (`PUSH_ORIGINS`); they may be on private addresses. */
  origins: readonly string[];
  /** For one message. */
  timeoutMillis?: number;
  /** In place of the system's name servers, such as `127.0.0.1:53`. */
  nameServers?: readonly string[] | undefined;
}

/** The whole exchange with a push service takes no longer. */
export const SEND_TIMEOUT_MILLIS = 10_000;
/** More messages than this to one origin at once wait for each other, and their time runs. */
export const MAX_SOCKETS_PER_ORIGIN = 50;
const MAX_SOCKETS = 256;
/** Most servers keep an idle connection for a minute or longer. */
const IDLE_SOCKET_MILLIS = 30_000;

const MAX_RETRY_AFTER_MILLIS = 24 * 3_600_000;
const MAX_DETAIL_LENGTH = 200;
/** Parts of an address from this length on may be what makes it secret. */
const SECRET_LENGTH = 12;

export class PushSender {
  private readonly options: SenderOptions;
  private readonly agents: Agents;
  private readonly signer: VapidSigner;
  private readonly names: Names;

  constructor(options: SenderOptions) {
    this.options = options;
    this.signer = new VapidSigner(options.keys, options.subject);
    this.names = new Names(options.nameServers);
    const limits = {
      keepAlive: true,
      maxSockets: MAX_SOCKETS_PER_ORIGIN,
      maxTotalSockets: MAX_SOCKETS,
      timeout: IDLE_SOCKET_MILLIS,
    };
    this.agents = { http: new http.Agent(limits), https: new https.Agent(limits) };
  }

  /** Sends a message once. What it says of an outcome never holds the endpoint, which is secret. */
  async send(subscription: Subscription, outgoing: Outgoing): Promise<Outcome> {
    const { origins, timeoutMillis = SEND_TIMEOUT_MILLIS } = this.options;
    const { endpoint } = subscription;
    if (!isPushEndpoint(endpoint, origins)) {
      return { kind: 'refused', detail: 'its push service is not one that is trusted' };
    }
    const url = new URL(endpoint);
    const body = bodyOf(outgoing.payload, subscription);
    if (!body) return { kind: 'refused', detail: 'its keys are no good' };
    const posted = httpPost(url, {
      headers: { ...headersOf(outgoing, body), authorization: this.signer.header(url.origin) },
      body,
      agents: this.agents,
      timeoutMillis,
      lookup: origins.includes(url.origin) ? this.names.lookUpListed : this.names.lookUpPublic,
    });
    return posted.then((answer) => outcomeOfAnswer(answer, url), outcomeOfError);
  }

  /** Gives up the connections; messages under way fail. */
  close(): void {
    this.agents.http.destroy();
    this.agents.https.destroy();
    this.names.close();
  }
}

/**
 * How push services may reach whoever runs the installation: its public address. They take no
 * plain `http:`, which only an installation on a single machine has.
 */
export function subjectOf(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? publicUrl : 'mailto:running-order@localhost';
}

/** @returns `undefined` when the keys of the subscription cannot be used */
function bodyOf(payload: string, subscription: Subscription): Buffer | undefined {
  try {
    return encrypt(payload, subscription);
  } catch {
    return undefined;
  }
}

function headersOf(
  { ttlSeconds, urgency, topic }: Outgoing,
  body: Buffer,
): http.OutgoingHttpHeaders {
  return {
    ttl: Math.max(0, Math.round(ttlSeconds)),
    urgency,
    topic: topicHeader(topic),
    'content-type': 'application/octet-stream',
    'content-encoding': 'aes128gcm',
    'content-length': body.length,
  };
}

/** A topic as RFC 8030 wants it: 32 characters of base64url. */
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
 * The wait that an answer asks for, in milliseconds.
 *
 * @param text seconds or an HTTP date
 * @returns at most a day; `undefined` for what is neither
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

/** Errors say which host could not be reached, never the path. */
function reasonOf(error: Error & { code?: string }): string {
  return error.message || error.code || error.name;
}

/** The beginning of an answer for the log, in case it quotes the address it was asked at. */
function withoutSecrets(text: string, { pathname, search }: URL): string {
  const secrets = `${pathname}${search}`
    .split(/[/?&=]/)
    .filter(({ length }) => length >= SECRET_LENGTH);
  const told = secrets.reduce((rest, secret) => rest.replaceAll(secret, '…'), text);
  return told
    .replace(/[^\x20-\x7e…]+/g, ' ')
    .trim()
    .slice(0, MAX_DETAIL_LENGTH);
}
