/**
 * Sends the deliveries that this process has taken. Each message is composed from the data at the time of
 * sending; outcomes are stored in batches.
 */
import type { Logger } from 'pino';
import { Batches } from '../concurrency/background-work.ts';
import { LONGEST_DELIVERY_WAIT_MILLIS } from '../domain/queue-rules.ts';
import type { Database, Queries, Write } from '../storage/engine/database.ts';
import { type Addressee, findAddressees } from '../storage/following/audiences.ts';
import { forgetEndpoints } from '../storage/following/followers.ts';
import {
  type Delivery,
  endDeliveries,
  findNotifiedStates,
  listDevicesBeingNotified,
  putOffDeliveries,
} from '../storage/queue/deliveries.ts';
import { type CurrentNews, NOT_YET } from './news/current-news.ts';
import { lookUpNews, messageFor } from './news/look-up-news.ts';
import { PushServiceLimits, SKIP_MILLIS } from './push/push-service-limits.ts';
import { destinationOf } from './push/push-services.ts';
import type { Outcome, PushSender } from './push/web-push.ts';

/** The first and the longest wait before a message that was not delivered is tried again. */
const FIRST_MILLIS = 5000;
const LONGEST_MILLIS = 10 * 60_000;
/** The longest wait that is granted to a push service, which may ask for any, even for a year. */
const LONGEST_ASKED_MILLIS = LONGEST_DELIVERY_WAIT_MILLIS - LONGEST_MILLIS;

/** After so many tries a device is deleted: for some ten seconds name servers have answered that its host does not exist. */
const MAX_TRIES_NOWHERE = 3;

/**
 * The wait before the next try, in milliseconds: it doubles from 5 seconds to 10 minutes, up to half of it taken off at random,
 * so that devices that failed together are not tried together. A wait that the push service asked for is added, up to an hour.
 *
 * @param attempts how often the message has been tried, at least once
 * @param random from 0 to 1
 */
export function waitMillis(attempts: number, askedMillis: number, random: number): number {
  const doubled = Math.min(FIRST_MILLIS * 2 ** (attempts - 1), LONGEST_MILLIS);
  const asked = Math.min(askedMillis, LONGEST_ASKED_MILLIS);
  return Math.round(asked + doubled * (0.5 + 0.5 * random));
}

/** How long a delivery waits while another message about the same race is being sent to the device. */
const BEING_TOLD_MILLIS = 2000;
/** The wait after a failure by a bug in this program, which does not go away sooner. */
const AFTER_BUG_MILLIS = 60_000;
/** How long messages that are being sent may delay a stop. */
const STOP_MILLIS = 3000;
/** A push service is logged at most this often, because ten thousand devices may have the same problem with it. */
const LOG_MILLIS = 60_000;

/** How an attempt ended, or that a message was given up because it had expired. */
export type PushEnd = Outcome['kind'] | 'expired';

type End =
  | { delivery: Delivery; end: 'done' }
  | { delivery: Delivery; end: 'gone'; endpoint: string }
  | { delivery: Delivery; end: 'later'; dueAt: number; attempts: number };

/** What is looked up once for all deliveries about the same news, just before they are sent. */
interface Known {
  news: CurrentNews | undefined;
  addressees: ReadonlyMap<number, Addressee>;
  /** What devices were told before, by device and then by crew. */
  told: ReadonlyMap<number, ReadonlyMap<number, string>>;
  /** The devices to which another message that may say the same is being sent. */
  beingTold: ReadonlySet<number>;
}

interface DelivererParts {
  publicUrl: string;
  database: Database;
  sender: PushSender;
  /** How long this process holds the deliveries that it takes; after that they are due again. */
  leaseMillis: number;
  count(end: PushEnd): void;
  log: Logger;
}

export class Deliverer {
  private readonly parts: DelivererParts;
  private readonly limits = new PushServiceLimits();
  private readonly underWay = new Set<Promise<void>>();
  private readonly loggedAt = new Map<string, number>();
  private readonly ends: Batches<End>;
  private isStopping = false;

  /** @param onStored called after outcomes have been stored: there is room for more deliveries again */
  constructor(parts: DelivererParts, onStored: () => void) {
    this.parts = parts;
    this.ends = new Batches({
      store: (ends) => this.store(ends),
      onStored,
      onFailure: (err, messages) =>
        parts.log.error({ err, messages }, 'outcomes of messages cannot be stored'),
    });
  }

  get room(): number {
    return this.limits.room;
  }

  /** Starts to send deliveries, all of which are about the same news. */
  async deliver(deliveries: readonly Delivery[]): Promise<void> {
    const { database, publicUrl } = this.parts;
    const [first] = deliveries;
    if (!first) return;
    const ids = deliveries.map(({ deviceId }) => deviceId);
    const known = await database.snapshot(async (tx) => {
      const current = await lookUpNews(tx, first, Date.now(), publicUrl);
      const news = current === NOT_YET ? undefined : current;
      return {
        news,
        addressees: await findAddressees(tx, first.eventId, ids),
        told: news?.memory ? await findNotifiedStates(tx, news.memory, ids) : new Map(),
        beingTold: await this.findBeingTold(tx, first, news, ids),
      };
    });
    for (const delivery of deliveries) {
      const promise = this.deliverOne(delivery, known)
        .catch((error) => this.endOfBug(delivery, error))
        .then((end) => this.ends.add(end))
        .finally(() => this.underWay.delete(promise));
      this.underWay.add(promise);
    }
  }

  /** Starts no more sends, cancels those that take too long, and stores all outcomes. */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.limits.close();
    const timeout = new Promise((resolve) => setTimeout(resolve, STOP_MILLIS).unref());
    await Promise.race([Promise.all(this.underWay), timeout]);
    this.parts.sender.close();
    await Promise.all(this.underWay);
    await this.ends.stop();
  }

  /**
   * The devices whose delivery waits, because a message that may say the same is being sent to them: that a crew is in, before
   * the end of its race; results, before a draw that they may mention.
   */
  private async findBeingTold(
    tx: Queries,
    { kind, eventId, subject }: Delivery,
    news: CurrentNews | undefined,
    deviceIds: readonly number[],
  ): Promise<ReadonlySet<number>> {
    const { leaseMillis } = this.parts;
    const times = { now: Date.now(), leaseMillis };
    if (kind === 'race-over') {
      const about = { eventId, kinds: ['crew-in'] as const, subjects: [`${Number(subject)}/%`] };
      return listDevicesBeingNotified(tx, about, deviceIds, times);
    }
    const subjects = (news?.afterResultsOf ?? []).map(String);
    const about = { eventId, kinds: ['results-posted', 'race-over'] as const, subjects };
    return listDevicesBeingNotified(tx, about, deviceIds, times);
  }

  private async deliverOne(
    delivery: Delivery,
    { news, addressees, told: toldBefore, beingTold }: Known,
  ): Promise<End> {
    const { deviceId } = delivery;
    const addressee = addressees.get(deviceId);
    if (delivery.expiresAt <= Date.now()) return this.expired(delivery);
    if (beingTold.has(deviceId)) return this.later(delivery, BEING_TOLD_MILLIS, delivery.attempts);
    const said = news && addressee && messageFor(news, addressee, toldBefore.get(deviceId));
    if (!news || !said) return { delivery, end: 'done' };
    const { message, told } = said;
    const { endpoint } = addressee;
    const destination = destinationOf(endpoint);
    const outcome = await this.limits.send(destination, () =>
      this.parts.sender.send(addressee, {
        payload: JSON.stringify(message),
        // `expiresAt` may be earlier now than at the fan-out, for example when a race starts earlier.
        ttlSeconds: secondsUntil(Math.min(delivery.expiresAt, news.expiresAt)),
        urgency: news.urgency,
        topic: message.tag,
      }),
    );
    if (!outcome) return this.untried(delivery);
    this.parts.count(outcome.kind);
    switch (outcome.kind) {
      case 'delivered':
        return { delivery: { ...delivery, isDelivered: true, told }, end: 'done' };
      case 'gone':
        return { delivery, end: 'gone', endpoint };
      case 'nowhere':
        return delivery.attempts + 1 < MAX_TRIES_NOWHERE
          ? this.tryAgain(delivery)
          : { delivery, end: 'gone', endpoint };
      case 'refused':
        this.warn(destination.service, { status: outcome.status, reason: outcome.detail });
        return { delivery, end: 'done' };
      case 'later':
        this.warn(destination.service, { reason: outcome.reason });
        return this.tryAgain(delivery, outcome.retryAfterMillis);
    }
  }

  private tryAgain(delivery: Delivery, askedMillis = 0): End {
    const attempts = delivery.attempts + 1;
    return this.later(delivery, waitMillis(attempts, askedMillis, Math.random()), attempts);
  }

  private later(delivery: Delivery, waitMillis: number, attempts: number): End {
    const dueAt = Date.now() + waitMillis;
    return dueAt < delivery.expiresAt
      ? { delivery, end: 'later', dueAt, attempts }
      : this.expired(delivery);
  }

  /** Puts off a message that was not tried, because its host is skipped or this process stops. */
  private untried(delivery: Delivery): End {
    const wait = this.isStopping ? 0 : SKIP_MILLIS * (0.5 + 0.5 * Math.random());
    return this.later(delivery, wait, delivery.attempts);
  }

  private expired(delivery: Delivery): End {
    this.parts.count('expired');
    return { delivery, end: 'done' };
  }

  /** A bug may affect one message only, so the message is tried again until it expires. */
  private endOfBug(delivery: Delivery, error: unknown): End {
    this.parts.log.error({ err: error, eventId: delivery.eventId }, 'a push message failed');
    return this.later(delivery, AFTER_BUG_MILLIS, delivery.attempts + 1);
  }

  private warn(pushService: string, problem: { status?: number | undefined; reason: string }) {
    const now = performance.now();
    if (now - (this.loggedAt.get(pushService) ?? Number.NEGATIVE_INFINITY) < LOG_MILLIS) return;
    this.loggedAt.set(pushService, now);
    this.parts.log.warn({ pushService, ...problem }, 'a push service did not accept a message');
  }

  /** Deliveries whose outcome cannot be stored come due again when their lease ends. */
  private async store(ends: readonly End[]): Promise<void> {
    const done = ends.flatMap((end) => (end.end === 'later' ? [] : end.delivery));
    const later = ends.filter((end) => end.end === 'later');
    const gone = ends.flatMap((end) => (end.end === 'gone' ? end.endpoint : []));
    const write = async (tx: Write) => {
      await endDeliveries(tx, done, Date.now());
      await putOffDeliveries(tx, later);
      await forgetEndpoints(tx, gone);
    };
    await this.parts.database.write(write, { usesReserve: true });
  }
}

function secondsUntil(at: number): number {
  return Math.max(0, Math.ceil((at - Date.now()) / 1000));
}
