/**
 * Deliveries that this process has taken: sends each what there is to tell now, and notes together
 * what came of many.
 */
import type { Logger } from 'pino';
import type { Database, Write } from '../storage/database.ts';
import {
  type Addressee,
  type Delivery,
  endDeliveries,
  findAddressees,
  putOffDeliveries,
} from '../storage/deliveries.ts';
import { forgetEndpoints } from '../storage/followers.ts';
import { MAX_TRIES_NOWHERE, waitMillis } from './back-off.ts';
import { HOLD_MILLIS, MailRoom } from './mail-room.ts';
import { destinationOf } from './push-services.ts';
import { lookUpTelling, messageFor, type Telling } from './telling.ts';
import type { Outcome, PushSender } from './web-push.ts';

/** What has been sent is noted together. */
const NOTE_MILLIS = 100;
/** After the database could not be written. */
const TROUBLE_MILLIS = 5000;
/** What fails for a mistake of ours is rarely mended sooner. */
const MISTAKE_MILLIS = 60_000;
/** How long messages under way may hold up a stop. */
const STOP_MILLIS = 3000;
/** Ten thousand followers may have the same trouble with one push service. */
const LOG_MILLIS = 60_000;

/** How an attempt ended, or that a message was given up because its time was over. */
export type PushEnd = Outcome['kind'] | 'expired';

/** What is to be noted of a delivery. */
type End =
  | { delivery: Delivery; end: 'done' }
  | { delivery: Delivery; end: 'gone'; endpoint: string }
  | { delivery: Delivery; end: 'later'; dueAt: number; attempts: number };

export interface DispatchParts {
  publicUrl: string;
  database: Database;
  sender: PushSender;
  /** Told of the end of each attempt. */
  count(end: PushEnd): void;
  log: Logger;
}

export class Dispatch {
  private readonly parts: DispatchParts;
  private readonly onNoted: () => void;
  private readonly mailRoom = new MailRoom();
  private readonly underWay = new Set<Promise<void>>();
  private readonly loggedAt = new Map<string, number>();
  private ends: End[] = [];
  private noting: Promise<void> | undefined;
  private noteTimer: NodeJS.Timeout | undefined;
  private isStopping = false;

  /** @param onNoted called when what came of some deliveries has been noted, so there is room again */
  constructor(parts: DispatchParts, onNoted: () => void) {
    this.parts = parts;
    this.onNoted = onNoted;
  }

  /** How many more deliveries it takes. */
  get room(): number {
    return this.mailRoom.room;
  }

  /** Begins to send what is about one race or day, as it now is. */
  async send(deliveries: readonly Delivery[]): Promise<void> {
    const { database, publicUrl } = this.parts;
    const [first] = deliveries;
    if (!first) return;
    const ids = deliveries.map(({ deviceId }) => deviceId);
    const [telling, addressees] = await database.snapshot(async (tx) => [
      await lookUpTelling(tx, first, Date.now(), publicUrl),
      await findAddressees(tx, first.eventId, ids),
    ]);
    for (const delivery of deliveries) {
      const promise = this.deliver(delivery, telling, addressees.get(delivery.deviceId))
        .catch((error) => this.endOfMistake(delivery, error))
        .then((end) => {
          this.ends.push(end);
          this.noteIn(NOTE_MILLIS);
        })
        .finally(() => this.underWay.delete(promise));
      this.underWay.add(promise);
    }
  }

  /** Begins nothing new, gives up what takes too long, and notes what came of it all. */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.mailRoom.close();
    const impatience = new Promise((resolve) => setTimeout(resolve, STOP_MILLIS).unref());
    await Promise.race([Promise.all(this.underWay), impatience]);
    this.parts.sender.close();
    await Promise.all(this.underWay);
    clearTimeout(this.noteTimer);
    await this.noting;
    await this.note();
  }

  private async deliver(
    delivery: Delivery,
    telling: Telling | undefined,
    addressee: Addressee | undefined,
  ): Promise<End> {
    if (delivery.expiresAt <= Date.now()) return this.expired(delivery);
    const message = telling && addressee && messageFor(telling, addressee);
    if (!telling || !message) return { delivery, end: 'done' };
    const destination = destinationOf(addressee.endpoint);
    const { service } = destination;
    const outcome = await this.mailRoom.post(destination, () =>
      this.parts.sender.send(addressee, {
        payload: JSON.stringify(message),
        ttlSeconds: Math.max(0, Math.ceil((delivery.expiresAt - Date.now()) / 1000)),
        urgency: telling.urgency,
        topic: message.tag,
      }),
    );
    if (!outcome) return this.untried(delivery);
    this.parts.count(outcome.kind);
    switch (outcome.kind) {
      case 'delivered':
        return { delivery: { ...delivery, isDelivered: true }, end: 'done' };
      case 'gone':
        return { delivery, end: 'gone', endpoint: addressee.endpoint };
      case 'nowhere':
        return delivery.attempts + 1 < MAX_TRIES_NOWHERE
          ? this.tryAgain(delivery)
          : { delivery, end: 'gone', endpoint: addressee.endpoint };
      case 'refused':
        this.logTrouble(service, { status: outcome.status, reason: outcome.detail });
        return { delivery, end: 'done' };
      case 'later':
        this.logTrouble(service, { reason: outcome.reason });
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

  /** Its host is down, or this process stops. */
  private untried(delivery: Delivery): End {
    const wait = this.isStopping ? 0 : HOLD_MILLIS * (0.5 + 0.5 * Math.random());
    return this.later(delivery, wait, delivery.attempts);
  }

  private expired(delivery: Delivery): End {
    this.parts.count('expired');
    return { delivery, end: 'done' };
  }

  /** A mistake of ours may concern one message only; it is tried again until its time is over. */
  private endOfMistake(delivery: Delivery, error: unknown): End {
    this.parts.log.error({ err: error, eventId: delivery.eventId }, 'a push message failed');
    return this.later(delivery, MISTAKE_MILLIS, delivery.attempts + 1);
  }

  /** Says once a minute what the trouble with a push service is. */
  private logTrouble(
    pushService: string,
    trouble: { status?: number | undefined; reason: string },
  ) {
    const now = performance.now();
    if (now - (this.loggedAt.get(pushService) ?? Number.NEGATIVE_INFINITY) < LOG_MILLIS) return;
    this.loggedAt.set(pushService, now);
    this.parts.log.warn({ pushService, ...trouble }, 'a push service did not take a message');
  }

  private noteIn(millis: number): void {
    if (this.isStopping) return;
    this.noteTimer ??= setTimeout(() => {
      this.noteTimer = undefined;
      this.noting = (this.noting ?? Promise.resolve()).then(() => this.note());
    }, millis);
  }

  /** Notes what came of deliveries. What cannot be noted comes due again when its lease ends. */
  private async note(): Promise<void> {
    const { database, log } = this.parts;
    const ends = this.ends;
    this.ends = [];
    if (ends.length === 0) return;
    const done = ends.flatMap((end) => (end.end === 'later' ? [] : end.delivery));
    const later = ends.filter((end) => end.end === 'later');
    const gone = ends.flatMap((end) => (end.end === 'gone' ? end.endpoint : []));
    try {
      const note = async (tx: Write) => {
        await endDeliveries(tx, done, Date.now());
        await putOffDeliveries(tx, later);
        await forgetEndpoints(tx, gone);
      };
      await database.write(note, { usesReserve: true });
    } catch (error) {
      log.error({ err: error, messages: ends.length }, 'what came of messages cannot be noted');
      this.ends.push(...ends);
      this.noteIn(TROUBLE_MILLIS);
      return;
    }
    this.onNoted();
  }
}
