/**
 * Notifies the devices of followers: fans out news that have settled, and sends deliveries that are due. Webhooks have a
 * deliverer of their own, which the worker starts and stops (`webhooks.ts`).
 * Every process of an installation has a worker. They share the work through the database, and the work that one
 * of them leaves behind when it dies comes due again for the others.
 */
import type { Logger } from 'pino';
import { Poller } from '../concurrency/background-work.ts';
import { HOUR_MILLIS } from '../contract/time-units.ts';
import { LONGEST_NEWS_WAIT_MILLIS, nextPollMillis, steadyNow } from '../domain/queue-rules.ts';
import type { Settings } from '../settings.ts';
import { forgetOldLinks } from '../storage/accounts/links.ts';
import { forgetOldBrowsers, forgetOldFailures } from '../storage/accounts/password-sign-in.ts';
import { forgetEndedSessions } from '../storage/accounts/sessions.ts';
import type { Database, Write } from '../storage/engine/database.ts';
import { forgetOldFollows } from '../storage/following/followers.ts';
import { forgetOldReminders } from '../storage/following/reminders.ts';
import { mayWaitTooLong, shortenWaits } from '../storage/queue/clock-set-back.ts';
import {
  deleteOldNotifiedStates,
  findNextDue,
  takeDeliveries,
} from '../storage/queue/deliveries.ts';
import { listDueNews, putOffNews } from '../storage/queue/outbox.ts';
import { Deliverer, type PushEnd } from './deliver.ts';
import { fanOut } from './news/fan-out.ts';
import { withPushExpiry } from './news/look-up-news.ts';
import { noteDueReminders } from './news/reminders.ts';
import type { PushSender } from './push/web-push.ts';
import { WebhookDeliverer, type WebhookEnd, type WebhookSender } from './webhooks.ts';

/** A delivery is tried or put off within this time after it was taken; a webhook may take 35 seconds to answer. */
const LEASE_MILLIS = 40_000;
/** Taking deliveries is a transaction, so while many are due, this pause lets room for several of them build up. */
const BETWEEN_POLLS_MILLIS = 100;
/** Within this time after a change, news that do not settle are looked for, such as a notice. */
const LOOK_MILLIS = 250;
const AFTER_FAILURE_MILLIS = 5000;
/** How long a fan-out or a look for reminders that failed by a bug is put off, so that it does not hold up everything else. */
const PUT_OFF_MILLIS = LONGEST_NEWS_WAIT_MILLIS;
const MAX_NEWS_AT_ONCE = 50;
/** The interval of clean-ups: what is kept for a day, such as addresses of failed sign-ins, is deleted soon after that day. */
const CLEAN_UP_MILLIS = HOUR_MILLIS;
/** Each deletes rows that are kept for a time. Follows are deleted before, in parts, because there may be very many. */
const KEPT_FOR_A_TIME = [
  forgetOldReminders,
  deleteOldNotifiedStates,
  forgetOldFailures,
  forgetEndedSessions,
  forgetOldBrowsers,
  forgetOldLinks,
];
/** A clock drifts, or is adjusted in steps, by less than this. */
const CLOCK_STEP_MILLIS = 1000;
/** Devices are notified of writes that were accepted, even when the disk has no room for more. */
const FROM_RESERVE = { usesReserve: true };

interface WorkerParts {
  settings: Settings;
  database: Database;
  sender: PushSender;
  count(end: PushEnd): void;
  webhooks: { sender: WebhookSender; count(end: WebhookEnd, origin: string): void };
  log: Logger;
}

export class Worker {
  private readonly settings: Settings;
  private readonly database: Database;
  private readonly log: Logger;
  private readonly deliverer: Deliverer;
  private readonly unsubscribe: () => void;
  private readonly cleanUpTimer: NodeJS.Timeout;
  private cleaningUp: Promise<void>;
  private readonly webhooks: WebhookDeliverer;
  private readonly poller = new Poller(() => this.poll());
  private isStopping = false;
  /** When a reminder may be due, in epoch milliseconds; a change may bring it forward. */
  private remindersAt: number | undefined;
  private hasChanged = true;
  /** The machine's clock minus the monotonic one when last seen; `undefined` asks for a check of all rows. */
  private clockAheadMillis: number | undefined;
  private readonly startedAt = Date.now() - performance.now();

  constructor({ settings, database, sender, count, webhooks, log }: WorkerParts) {
    this.settings = settings;
    this.database = database;
    this.log = log;
    const { publicUrl } = settings;
    const parts = { publicUrl, database, leaseMillis: LEASE_MILLIS, log };
    this.deliverer = new Deliverer({ ...parts, sender, count }, () => this.poller.in(1));
    this.webhooks = new WebhookDeliverer({ ...parts, ...webhooks });
    const settleMillis = settings.notifySettleSeconds * 1000;
    // News are due once they have settled, a notice at once.
    const lookMillis = Math.min(LOOK_MILLIS, settleMillis + 1);
    this.unsubscribe = database.changes.subscribe((eventIds) => {
      // `all` comes from time to time: rows are checked again, in case the clock of another machine was set back.
      if (eventIds === 'all') this.clockAheadMillis = undefined;
      this.hasChanged = true;
      this.poller.in(eventIds === 'all' ? 0 : lookMillis);
    });
    this.cleaningUp = this.cleanUp();
    this.cleanUpTimer = setInterval(() => {
      this.cleaningUp = this.cleanUp();
    }, CLEAN_UP_MILLIS);
    this.cleanUpTimer.unref();
    this.poller.in(0);
  }

  /** Takes no more deliveries, and stores the outcomes of the messages that are being sent. */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.unsubscribe();
    clearInterval(this.cleanUpTimer);
    await this.poller.stop();
    await Promise.all([this.deliverer.stop(), this.webhooks.stop()]);
    await this.cleaningUp;
  }

  private async poll(): Promise<void> {
    try {
      await this.checkClock();
      await this.noteReminders();
      await this.fanOutDueNews();
      let nextDue = await this.nextDue();
      if (nextDue !== undefined && nextDue <= Date.now()) {
        await this.takeDueDeliveries();
        nextDue = await this.nextDue();
      }
      // Without room, the next poll comes when outcomes have been stored.
      if (nextDue === undefined || this.deliverer.room === 0) return;
      this.poller.in(Math.max(BETWEEN_POLLS_MILLIS, nextPollMillis(nextDue, Date.now())));
    } catch (error) {
      this.log.error({ err: error }, 'no notifications are sent while the database cannot be read');
      this.poller.in(AFTER_FAILURE_MILLIS);
    }
  }

  /** When the clock may have been set back, rows that would wait far too long are made due. */
  private async checkClock(): Promise<void> {
    const { database } = this;
    const before = this.clockAheadMillis;
    const ahead = Date.now() - performance.now();
    if (before !== undefined && ahead > before - CLOCK_STEP_MILLIS) return;
    if (await mayWaitTooLong(database.reads, Date.now())) {
      await database.write((tx) => shortenWaits(tx, Date.now(), LEASE_MILLIS));
      this.webhooks.wake();
    }
    this.clockAheadMillis = ahead;
  }

  /** When the next news, delivery or reminder is due, in epoch milliseconds; `undefined` when none is. */
  private async nextDue(): Promise<number | undefined> {
    const times = [await findNextDue(this.database.reads), this.remindersAt];
    const next = Math.min(...times.map((at) => at ?? Number.POSITIVE_INFINITY));
    return Number.isFinite(next) ? next : undefined;
  }

  /** Looks for reminders when one is due, and after every change, because it may have moved one. */
  private async noteReminders(): Promise<void> {
    const now = Date.now();
    if (!this.hasChanged && (this.remindersAt ?? Number.POSITIVE_INFINITY) > now) return;
    this.hasChanged = false;
    try {
      this.remindersAt = await noteDueReminders(this.database, now);
    } catch (error) {
      this.hasChanged = true;
      if (this.database.connections.troubleOf(error)) throw error;
      this.log.error({ err: error }, 'followers could not be reminded of races');
      this.remindersAt = now + PUT_OFF_MILLIS;
    }
  }

  private async fanOutDueNews(): Promise<void> {
    const { database, settings, log } = this;
    for (const news of await listDueNews(database.reads, Date.now(), MAX_NEWS_AT_ONCE)) {
      if (this.isStopping) return;
      try {
        await fanOut(database, news, settings.publicUrl, Date.now);
      } catch (error) {
        if (database.connections.troubleOf(error)) throw error;
        log.error(
          { err: error, eventId: news.eventId },
          'followers of an event could not be notified',
        );
        const dueAt = Date.now() + PUT_OFF_MILLIS;
        await database.write((tx) => putOffNews(tx, news, dueAt), FROM_RESERVE);
      }
    }
  }

  private async takeDueDeliveries(): Promise<void> {
    const { database, deliverer } = this;
    const { room } = deliverer;
    if (room === 0 || this.isStopping) return;
    const take = (tx: Write) => takeDeliveries(tx, Date.now(), room, LEASE_MILLIS);
    const taken = await database.write(take, FROM_RESERVE);
    const sent = taken.map((each) => withPushExpiry(each, each.takenAt));
    const subjects = Map.groupBy(sent, (each) => `${each.eventId} ${each.kind} ${each.subject}`);
    for (const deliveries of subjects.values()) await deliverer.deliver(deliveries);
  }

  private async cleanUp(): Promise<void> {
    const { database, log } = this;
    const now = Math.floor(steadyNow(Date.now(), this.startedAt, performance.now()));
    try {
      const forgetSome = (tx: Write) => forgetOldFollows(tx, now);
      while ((await database.write(forgetSome, FROM_RESERVE)) > 0) {
        if (this.isStopping) return;
      }
      for (const forget of KEPT_FOR_A_TIME) {
        await database.write((tx) => forget(tx, now), FROM_RESERVE);
      }
    } catch (error) {
      log.error({ err: error }, 'what is kept for a time cannot be deleted');
    }
  }
}
