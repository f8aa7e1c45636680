/**
 * Sends due deliveries to webhooks, apart from push messages: with connections, a queue and concurrency limits of its own,
 * so that a slow receiver delays neither other receivers nor push messages. Every process of an installation sends; they
 * share the work through the database. A delivery is signed by the rules of Standard Webhooks (version 1).
 */
import { createHmac } from 'node:crypto';
import type { Logger } from 'pino';
import { Batches, Poller } from '../concurrency/background-work.ts';
import { nextPollMillis } from '../domain/queue-rules.ts';
import { ATTEMPT_MILLIS, retryMillis } from '../domain/webhooks/delivery-rules.ts';
import { isWebhookAddress } from '../domain/webhooks/webhook-rules.ts';
import type { Database, Write } from '../storage/engine/database.ts';
import {
  type AttemptEnd,
  endAttempts,
  findNextWebhookDue,
  type Room,
  type TakenDelivery,
  takeWebhookDeliveries,
} from '../storage/queue/webhook-attempts.ts';
import { GuardedPost } from './push/guarded-post.ts';
import { parseRetryAfter } from './push/web-push.ts';

const MAX_UNDER_WAY = 50;
const MAX_UNDER_WAY_OF_ORIGIN = 2;
/** Within this time after a change, due deliveries are looked for. */
const LOOK_MILLIS = 250;
const BETWEEN_POLLS_MILLIS = 100;
const AFTER_FAILURE_MILLIS = 5000;
/** The wait after a failure by a bug in this program, which does not go away sooner. */
const AFTER_BUG_MILLIS = 60_000;
/** A receiver that is down is logged at most this often. */
const LOG_MILLIS = 60_000;
/** The most origins remembered as logged, because anybody who manages an event may invent origins. */
const MAX_LOGGED = 1000;
/** Receivers are told of writes that were accepted, even when the disk has no room for more. */
const FROM_RESERVE = { usesReserve: true };

/** How an attempt ended, as the metrics count it. */
export type WebhookEnd = WebhookOutcome['kind'] | 'given-up';

interface DelivererParts {
  publicUrl: string;
  database: Database;
  sender: WebhookSender;
  /** How long this process holds the deliveries that it takes: longer than an attempt takes. */
  leaseMillis: number;
  count(end: WebhookEnd, origin: string): void;
  log: Logger;
}

export class WebhookDeliverer {
  private readonly parts: DelivererParts;
  private readonly poller = new Poller(() => this.poll());
  /** The origin of each delivery that is being sent. */
  private readonly underWay = new Map<Promise<void>, string>();
  /** The ids of deliveries that are being sent, or whose outcome is not stored yet. */
  private readonly held = new Set<number>();
  private readonly ends: Batches<AttemptEnd>;
  private readonly loggedAt = new Map<string, number>();
  private readonly unsubscribe: () => void;
  private isStopping = false;

  constructor(parts: DelivererParts) {
    this.parts = parts;
    const { database, log } = parts;
    this.ends = new Batches({
      store: (ends) => this.store(ends),
      onStored: () => this.poller.in(1),
      onFailure: (err, deliveries) =>
        log.error({ err, deliveries }, 'outcomes of webhook deliveries cannot be stored'),
    });
    this.unsubscribe = database.changes.subscribe((eventIds) =>
      this.poller.in(eventIds === 'all' ? 0 : LOOK_MILLIS),
    );
    this.poller.in(0);
  }

  /** Looks for due deliveries at once. */
  wake(): void {
    this.poller.in(0);
  }

  /** Takes no more deliveries, cancels those that are being sent, and stores all outcomes. */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.unsubscribe();
    await this.poller.stop();
    this.parts.sender.close();
    await Promise.all(this.underWay.keys());
    await this.ends.stop();
  }

  private async poll(): Promise<void> {
    const { database, log } = this.parts;
    try {
      const dueAt = await this.nextDue();
      if (dueAt === undefined || this.isStopping) return;
      if (dueAt <= Date.now()) await this.takeDue();
      const nextDue = await this.nextDue();
      // Without room, the next poll comes when outcomes have been stored.
      if (nextDue === undefined) return;
      this.poller.in(Math.max(BETWEEN_POLLS_MILLIS, nextPollMillis(nextDue, Date.now())));
    } catch (error) {
      if (!database.connections.troubleOf(error)) {
        log.error({ err: error }, 'webhook deliveries cannot be taken');
      }
      this.poller.in(AFTER_FAILURE_MILLIS);
    }
  }

  /** When the next delivery is due, in epoch milliseconds; `undefined` when there is none, or no room for one. */
  private async nextDue(): Promise<number | undefined> {
    const { total, full } = this.room();
    return total > 0 ? findNextWebhookDue(this.parts.database.reads, { full }) : undefined;
  }

  private room(): Room {
    const counts = new Map<string, number>();
    for (const origin of this.underWay.values()) {
      counts.set(origin, (counts.get(origin) ?? 0) + 1);
    }
    const ofOrigin = (origin: string) => MAX_UNDER_WAY_OF_ORIGIN - (counts.get(origin) ?? 0);
    return {
      total: MAX_UNDER_WAY - this.underWay.size,
      ofOrigin,
      held: this.held,
      full: [...counts.keys()].filter((origin) => ofOrigin(origin) <= 0),
    };
  }

  private async takeDue(): Promise<void> {
    const { database, leaseMillis, publicUrl } = this.parts;
    const room = this.room();
    const take = (tx: Write) =>
      takeWebhookDeliveries(tx, { now: Date.now(), room, leaseMillis, publicUrl });
    for (const delivery of await database.write(take, FROM_RESERVE)) this.start(delivery);
  }

  private start(delivery: TakenDelivery): void {
    this.held.add(delivery.id);
    const promise = this.attempt(delivery)
      .catch((error): AttemptEnd => {
        this.parts.log.error({ err: error, origin: delivery.origin }, 'a webhook delivery failed');
        const nextAt = Date.now() + AFTER_BUG_MILLIS;
        return { delivery, end: 'untried', status: null, millis: 0, error: null, nextAt };
      })
      .then((end) => this.ends.add(end))
      .finally(() => this.underWay.delete(promise));
    this.underWay.set(promise, delivery.origin);
  }

  private async attempt(delivery: TakenDelivery): Promise<AttemptEnd> {
    const { sender, count } = this.parts;
    const { origin } = delivery;
    const beganAt = performance.now();
    const outcome = await sender.send(delivery);
    const { kind, status, error, retryAfterMillis } = outcome;
    const ended = { delivery, status, error, millis: Math.round(performance.now() - beganAt) };
    // This process closed the connection, so the delivery may have arrived. It is sent again; receivers know it by its id.
    if (this.isStopping && status === null) return { ...ended, end: 'untried', nextAt: Date.now() };
    count(kind, origin);
    if (kind === 'delivered') return { ...ended, end: 'done', nextAt: null };
    this.warn(origin, outcome);
    if (kind === 'gone') return { ...ended, end: 'gone', nextAt: null };
    const wait = retryMillis(delivery.attempts + 1, retryAfterMillis, Math.random());
    return { ...ended, end: 'later', nextAt: Date.now() + wait };
  }

  private async store(ends: readonly AttemptEnd[]): Promise<void> {
    const { database, log, count } = this.parts;
    const write = (tx: Write) => endAttempts(tx, ends, Date.now());
    const givenUp = await database.write(write, FROM_RESERVE);
    for (const { delivery } of ends) this.held.delete(delivery.id);
    for (const origin of givenUp) {
      count('given-up', origin);
      log.warn({ origin }, 'a webhook was switched off: its receiver takes nothing any more');
    }
  }

  private warn(origin: string, { status, error }: WebhookOutcome): void {
    const now = performance.now();
    if (now - (this.loggedAt.get(origin) ?? Number.NEGATIVE_INFINITY) < LOG_MILLIS) return;
    if (this.loggedAt.size >= MAX_LOGGED) this.loggedAt.clear();
    this.loggedAt.set(origin, now);
    this.parts.log.warn({ origin, status, reason: error }, 'a webhook took no delivery');
  }
}

interface Outgoing {
  url: string;
  secret: string;
  messageId: string;
  body: string;
}

/** The outcome of an attempt. Its texts contain no more of the URL than the host. */
interface WebhookOutcome {
  kind: 'delivered' | 'gone' | 'later';
  /** `null`: there was no answer. */
  status: number | null;
  error: string | null;
  retryAfterMillis: number;
}

interface SenderOptions {
  /** Origins besides those of the public internet (`WEBHOOK_ORIGINS`). */
  origins: readonly string[];
  timeoutMillis?: number;
  nameServers?: readonly string[] | undefined;
}

export class WebhookSender {
  private readonly origins: readonly string[];
  private readonly poster: GuardedPost;

  constructor({ timeoutMillis = ATTEMPT_MILLIS, ...guard }: SenderOptions) {
    this.origins = guard.origins;
    this.poster = new GuardedPost({ ...guard, timeoutMillis });
  }

  async send({ url, secret, messageId, body }: Outgoing): Promise<WebhookOutcome> {
    // The operator may have taken the origin off the list since the webhook was added.
    if (!isWebhookAddress(url, this.origins)) return failed(null, 'its address is not allowed');
    const bytes = Buffer.from(body);
    const timestamp = String(Math.floor(Date.now() / 1000));
    const headers = {
      'content-type': 'application/json',
      'content-length': bytes.length,
      'user-agent': 'Running-Order-Webhooks',
      'webhook-id': messageId,
      'webhook-timestamp': timestamp,
      'webhook-signature': webhookSignature(secret, `${messageId}.${timestamp}.${body}`),
    };
    try {
      const { status, retryAfter } = await this.poster.post(new URL(url), headers, bytes);
      if (status >= 200 && status < 300) return { ...DELIVERED, status };
      if (status === 410) return { ...failed(status, ANSWERS[410]), kind: 'gone' };
      const redirect = status >= 300 && status < 400 ? ANSWERS.redirect : undefined;
      const asked = parseRetryAfter(retryAfter, Date.now()) ?? 0;
      return { ...failed(status, redirect ?? `answered ${status}`), retryAfterMillis: asked };
    } catch (error) {
      const { message, code, name } = error as Error & { code?: string };
      return failed(null, message || code || name);
    }
  }

  /** Closes all connections; what is being sent fails. */
  close(): void {
    this.poster.close();
  }
}

const ANSWERS = {
  410: 'answered 410: it wants nothing any more',
  redirect: 'answered with a redirect, which is not followed',
};
const DELIVERED = { kind: 'delivered', error: null, retryAfterMillis: 0 } as const;

function failed(status: number | null, error: string): WebhookOutcome {
  return { kind: 'later', status, error, retryAfterMillis: 0 };
}

/** @param secret `whsec_` and base64 */
function webhookSignature(secret: string, signed: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}
