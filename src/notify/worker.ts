/**
 * Tells news to the devices that follow: passes on what has settled, takes what is due, sends it, and
 * notes what came of it. Every process of an installation has one. They share the work through the
 * database, and what one of them leaves behind when it dies comes due again for the others.
 */
import type { Logger } from 'pino';
import type { Settings } from '../settings.ts';
import type { Database } from '../storage/database.ts';
import {
  type Addressee,
  type Delivery,
  endDeliveries,
  findAddressees,
  findNextDue,
  putOffDeliveries,
  takeDeliveries,
} from '../storage/deliveries.ts';
import { forgetEndpoints, forgetOldFollows } from '../storage/followers.ts';
import { listDueNews, putOffNews } from '../storage/outbox.ts';
import { waitMillis } from './back-off.ts';
import { HOLD_MILLIS, MailRoom } from './mail-room.ts';
import { tellNews } from './tell.ts';
import { lookUpTelling, messageFor, type Telling } from './telling.ts';
import type { Outcome, PushSender } from './web-push.ts';

/** A message is tried, or put off, well within this time after it was taken. */
const LEASE_MILLIS = 40_000;
/** After the database could not be asked. */
const TROUBLE_MILLIS = 5000;
/** News that cannot be told for a mistake of ours must not hold up all others. */
const PUT_OFF_NEWS_MILLIS = 60_000;
const MAX_NEWS_AT_ONCE = 50;
/** What has been sent is noted together. */
const NOTE_MILLIS = 200;
const KEEP_HOUSE_MILLIS = 6 * 3_600_000;
/** How long messages under way may hold up a stop. */
const STOP_MILLIS = 3000;

/** What became of a message that was taken. */
type End =
  | { delivery: Delivery; end: 'done' }
  | { delivery: Delivery; end: 'gone'; endpoint: string }
  | { delivery: Delivery; end: 'later'; dueAt: number; attempts: number };

/** How an attempt ended, or that a message was given up because its time was over. */
export type PushEnd = Outcome['kind'] | 'expired';

export interface WorkerParts {
  settings: Settings;
  database: Database;
  sender: PushSender;
  /** Told of the end of each attempt. */
  count(end: PushEnd): void;
  log: Logger;
}

export class Worker {
  private readonly parts: WorkerParts;
  private readonly mailRoom = new MailRoom();
  private readonly underWay = new Set<Promise<void>>();
  private ends: End[] = [];
  private looking: Promise<void> | undefined;
  private noting: Promise<void> | undefined;
  private lookTimer: NodeJS.Timeout | undefined;
  private lookAt = Number.POSITIVE_INFINITY;
  private noteTimer: NodeJS.Timeout | undefined;
  private readonly houseTimer: NodeJS.Timeout;
  private readonly unsubscribe: () => void;
  private isStopping = false;

  constructor(parts: WorkerParts) {
    this.parts = parts;
    const settleMillis = parts.settings.notifySettleSeconds * 1000;
    // What has just become news is due once it has settled, and not before.
    this.unsubscribe = parts.database.changes.subscribe((eventIds) =>
      this.lookIn(eventIds === 'all' ? 0 : settleMillis + 1),
    );
    this.houseTimer = setInterval(() => void this.keepHouse(), KEEP_HOUSE_MILLIS);
    this.houseTimer.unref();
    this.lookIn(0);
    void this.keepHouse();
  }

  /** Takes nothing new, and notes what became of the messages under way. */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.mailRoom.close();
    this.unsubscribe();
    clearInterval(this.houseTimer);
    clearTimeout(this.lookTimer);
    await this.looking;
    const impatience = new Promise((resolve) => setTimeout(resolve, STOP_MILLIS).unref());
    await Promise.race([Promise.all(this.underWay), impatience]);
    this.parts.sender.close();
    await Promise.all(this.underWay);
    clearTimeout(this.noteTimer);
    await this.noting;
    await this.note();
  }

  /** Looks at the queue in some milliseconds, unless it will sooner. */
  private lookIn(millis: number): void {
    const at = performance.now() + millis;
    if (this.isStopping || at >= this.lookAt) return;
    this.lookAt = at;
    clearTimeout(this.lookTimer);
    this.lookTimer = setTimeout(() => {
      this.lookAt = Number.POSITIVE_INFINITY;
      this.looking = (this.looking ?? Promise.resolve()).then(() => this.look());
    }, millis);
  }

  private async look(): Promise<void> {
    const { database, log } = this.parts;
    try {
      await this.tellDueNews();
      await this.takeDue();
      const nextDue = await findNextDue(database.reads);
      // When the room is full, the next look comes as soon as there is some.
      const isFull = this.mailRoom.room === 0;
      if (nextDue !== undefined && !isFull) this.lookIn(Math.max(1, nextDue - Date.now()));
    } catch (error) {
      log.error({ err: error }, 'news cannot be told while the database cannot be asked');
      this.lookIn(TROUBLE_MILLIS);
    }
  }

  private async tellDueNews(): Promise<void> {
    const { database, settings, log } = this.parts;
    for (const news of await listDueNews(database.reads, Date.now(), MAX_NEWS_AT_ONCE)) {
      if (this.isStopping) return;
      try {
        await tellNews(database, news, settings.publicUrl, Date.now);
      } catch (error) {
        if (database.connections.isUnavailable(error)) throw error;
        log.error({ err: error, eventId: news.eventId }, 'news could not be told');
        const dueAt = Date.now() + PUT_OFF_NEWS_MILLIS;
        await database.write((tx) => putOffNews(tx, news, dueAt));
      }
    }
  }

  private async takeDue(): Promise<void> {
    const { database } = this.parts;
    const { room } = this.mailRoom;
    if (room === 0 || this.isStopping) return;
    const nextDue = await findNextDue(database.reads);
    if (nextDue === undefined || nextDue > Date.now()) return;
    const taken = await database.write((tx) => takeDeliveries(tx, Date.now(), room, LEASE_MILLIS));
    for (const deliveries of Map.groupBy(
      taken,
      (d) => `${d.eventId} ${d.kind} ${d.subject}`,
    ).values()) {
      await this.send(deliveries);
    }
  }

  /** Begins to send what is about one race or day, as it now is. */
  private async send(deliveries: readonly Delivery[]): Promise<void> {
    const { database, settings } = this.parts;
    const [first] = deliveries;
    if (!first) return;
    const ids = deliveries.map(({ deviceId }) => deviceId);
    const [telling, addressees] = await database.snapshot(async (tx) => [
      await lookUpTelling(tx, first, Date.now(), settings.publicUrl),
      await findAddressees(tx, first.eventId, ids),
    ]);
    for (const delivery of deliveries) {
      const promise = this.deliver(delivery, telling, addressees.get(delivery.deviceId))
        .then((end) => {
          this.ends.push(end);
          this.noteIn(NOTE_MILLIS);
        })
        .finally(() => this.underWay.delete(promise));
      this.underWay.add(promise);
    }
  }

  private async deliver(
    delivery: Delivery,
    telling: Telling | undefined,
    addressee: Addressee | undefined,
  ): Promise<End> {
    const { sender, log } = this.parts;
    const message = telling && addressee && messageFor(telling, addressee);
    if (!telling || !message) return { delivery, end: 'done' };
    if (delivery.expiresAt <= Date.now()) {
      this.parts.count('expired');
      return { delivery, end: 'done' };
    }
    const { origin } = new URL(addressee.endpoint);
    const outcome = await this.mailRoom.post(origin, () =>
      sender.send(addressee, {
        payload: JSON.stringify(message),
        ttlSeconds: Math.max(0, Math.ceil((delivery.expiresAt - Date.now()) / 1000)),
        urgency: telling.urgency,
        topic: message.tag,
      }),
    );
    if (outcome) this.parts.count(outcome.kind);
    if (outcome?.kind === 'refused') {
      log.warn({ origin, status: outcome.status, detail: outcome.detail }, 'a push was refused');
    }
    return this.endOf(delivery, addressee.endpoint, outcome);
  }

  /** What is to be done after an attempt, or when there was none. */
  private endOf(delivery: Delivery, endpoint: string, outcome: Outcome | undefined): End {
    switch (outcome?.kind) {
      case 'delivered':
      case 'refused':
        return { delivery, end: 'done' };
      case 'gone':
        return { delivery, end: 'gone', endpoint };
      default: {
        const attempts = delivery.attempts + (outcome ? 1 : 0);
        const wait = outcome
          ? waitMillis(attempts, outcome.retryAfterMillis ?? 0, Math.random())
          : this.waitUntriedMillis();
        const dueAt = Date.now() + wait;
        if (dueAt < delivery.expiresAt) return { delivery, end: 'later', dueAt, attempts };
        this.parts.count('expired');
        return { delivery, end: 'done' };
      }
    }
  }

  /** A message was not tried because its push service is down, or because this process stops. */
  private waitUntriedMillis(): number {
    return this.isStopping ? 0 : HOLD_MILLIS * (0.5 + 0.5 * Math.random());
  }

  private noteIn(millis: number): void {
    if (this.isStopping) return;
    this.noteTimer ??= setTimeout(() => {
      this.noteTimer = undefined;
      this.noting = (this.noting ?? Promise.resolve()).then(() => this.note());
    }, millis);
  }

  /** Notes what became of messages. What cannot be noted comes due again when its lease ends. */
  private async note(): Promise<void> {
    const { database, log } = this.parts;
    const ends = this.ends;
    this.ends = [];
    if (ends.length === 0) return;
    const done = ends.flatMap((end) => (end.end === 'later' ? [] : end.delivery));
    const later = ends.filter((end) => end.end === 'later');
    const gone = ends.flatMap((end) => (end.end === 'gone' ? end.endpoint : []));
    try {
      await database.write(async (tx) => {
        await endDeliveries(tx, done, Date.now());
        await putOffDeliveries(tx, later);
        await forgetEndpoints(tx, gone);
      });
    } catch (error) {
      log.error({ err: error, messages: ends.length }, 'what became of messages cannot be noted');
      this.ends.push(...ends);
      this.noteIn(TROUBLE_MILLIS);
      return;
    }
    this.lookIn(1);
  }

  private async keepHouse(): Promise<void> {
    const { database, log } = this.parts;
    try {
      while ((await database.write((tx) => forgetOldFollows(tx, Date.now()))) > 0) {
        if (this.isStopping) return;
      }
    } catch (error) {
      log.error({ err: error }, 'old follows cannot be forgotten');
    }
  }
}
