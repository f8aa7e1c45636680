/**
 * Tells news to the devices that follow: passes on what has settled, and takes deliveries that are
 * due. Every process of an installation has a worker. They share the work through the database, and
 * what one of them leaves behind when it dies comes due again for the others.
 */
import type { Logger } from 'pino';
import { LONGEST_NEWS_WAIT_MILLIS, lookAgainMillis, steadyNow } from '../domain/due.ts';
import type { Settings } from '../settings.ts';
import type { Database, Write } from '../storage/database.ts';
import { findNextDue, takeDeliveries } from '../storage/deliveries.ts';
import { forgetOldFollows } from '../storage/followers.ts';
import { listDueNews, putOffNews } from '../storage/outbox.ts';
import { mayBeOutOfReach, putRight } from '../storage/put-right.ts';
import { Dispatch, type PushEnd } from './dispatch.ts';
import { tellNews } from './tell.ts';
import { sentAt } from './telling.ts';
import type { PushSender } from './web-push.ts';

/** A message is tried, or put off, well within this time after it was taken. */
const LEASE_MILLIS = 40_000;
/** A look is a transaction, so while much is due, it takes what has found room meanwhile. */
const BETWEEN_LOOKS_MILLIS = 100;
/** After the database could not be asked. */
const TROUBLE_MILLIS = 5000;
/** News that cannot be told for a mistake of ours must not hold up all others. */
const PUT_OFF_MILLIS = LONGEST_NEWS_WAIT_MILLIS;
const MAX_NEWS_AT_ONCE = 50;
const KEEP_HOUSE_MILLIS = 6 * 3_600_000;
/** By less than this a clock drifts, or is put right bit by bit. */
const CLOCK_STEP_MILLIS = 1000;
/** What was accepted is told, also when the disk has no room for more. */
const FROM_RESERVE = { usesReserve: true };

export interface WorkerParts {
  settings: Settings;
  database: Database;
  sender: PushSender;
  /** Told of the end of each attempt. */
  count(end: PushEnd): void;
  log: Logger;
}

export class Worker {
  private readonly settings: Settings;
  private readonly database: Database;
  private readonly log: Logger;
  private readonly dispatch: Dispatch;
  private readonly unsubscribe: () => void;
  private readonly houseTimer: NodeJS.Timeout;
  private keepingHouse: Promise<void>;
  private looking: Promise<void> | undefined;
  private lookTimer: NodeJS.Timeout | undefined;
  private lookAt = Number.POSITIVE_INFINITY;
  private isStopping = false;
  /** How far the clock of the machine was ahead of the monotonic one; `undefined`: look for lost rows. */
  private clockAheadMillis: number | undefined;
  private readonly startedAt = Date.now() - performance.now();

  constructor({ settings, database, sender, count, log }: WorkerParts) {
    this.settings = settings;
    this.database = database;
    this.log = log;
    const { publicUrl } = settings;
    this.dispatch = new Dispatch({ publicUrl, database, sender, count, log }, () => this.lookIn(1));
    const settleMillis = settings.notifySettleSeconds * 1000;
    // What has just become news is due once it has settled, and not before.
    this.unsubscribe = database.changes.subscribe((eventIds) => {
      // From time to time, in case it was another machine's clock that was set.
      if (eventIds === 'all') this.clockAheadMillis = undefined;
      this.lookIn(eventIds === 'all' ? 0 : settleMillis + 1);
    });
    this.keepingHouse = this.keepHouse();
    this.houseTimer = setInterval(() => {
      this.keepingHouse = this.keepHouse();
    }, KEEP_HOUSE_MILLIS);
    this.houseTimer.unref();
    this.lookIn(0);
  }

  /** Takes nothing new, and notes what came of the messages under way. */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.unsubscribe();
    clearInterval(this.houseTimer);
    clearTimeout(this.lookTimer);
    await this.looking;
    await this.dispatch.stop();
    await this.keepingHouse;
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
    try {
      await this.putClockRight();
      await this.tellDueNews();
      await this.takeDue();
      const nextDue = await findNextDue(this.database.reads);
      // When there is no room, the next look comes as soon as there is some.
      if (nextDue === undefined || this.dispatch.room === 0) return;
      this.lookIn(Math.max(BETWEEN_LOOKS_MILLIS, lookAgainMillis(nextDue, Date.now())));
    } catch (error) {
      this.log.error({ err: error }, 'news cannot be told while the database cannot be asked');
      this.lookIn(TROUBLE_MILLIS);
    }
  }

  /** When the clock may have been set back, what that has put out of reach is made due. */
  private async putClockRight(): Promise<void> {
    const { database } = this;
    const before = this.clockAheadMillis;
    const ahead = Date.now() - performance.now();
    if (before !== undefined && ahead > before - CLOCK_STEP_MILLIS) return;
    if (await mayBeOutOfReach(database.reads, Date.now())) {
      await database.write((tx) => putRight(tx, Date.now(), LEASE_MILLIS));
    }
    this.clockAheadMillis = ahead;
  }

  private async tellDueNews(): Promise<void> {
    const { database, settings, log } = this;
    for (const news of await listDueNews(database.reads, Date.now(), MAX_NEWS_AT_ONCE)) {
      if (this.isStopping) return;
      try {
        await tellNews(database, news, settings.publicUrl, Date.now);
      } catch (error) {
        if (database.connections.isUnavailable(error)) throw error;
        log.error({ err: error, eventId: news.eventId }, 'news could not be told');
        const dueAt = Date.now() + PUT_OFF_MILLIS;
        await database.write((tx) => putOffNews(tx, news, dueAt), FROM_RESERVE);
      }
    }
  }

  private async takeDue(): Promise<void> {
    const { database, dispatch } = this;
    const { room } = dispatch;
    if (room === 0 || this.isStopping) return;
    const nextDue = await findNextDue(database.reads);
    if (nextDue === undefined || nextDue > Date.now()) return;
    const take = (tx: Write) => takeDeliveries(tx, Date.now(), room, LEASE_MILLIS);
    const taken = await database.write(take, FROM_RESERVE);
    const sent = taken.map((each) => sentAt(each, each.takenAt));
    const subjects = Map.groupBy(sent, (each) => `${each.eventId} ${each.kind} ${each.subject}`);
    for (const deliveries of subjects.values()) await dispatch.send(deliveries);
  }

  private async keepHouse(): Promise<void> {
    const { database, log } = this;
    const now = steadyNow(Date.now(), this.startedAt, performance.now());
    try {
      const forget = (tx: Write) => forgetOldFollows(tx, now);
      while ((await database.write(forget, FROM_RESERVE)) > 0) {
        if (this.isStopping) return;
      }
    } catch (error) {
      log.error({ err: error }, 'old follows cannot be forgotten');
    }
  }
}
