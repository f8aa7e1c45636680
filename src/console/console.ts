/** The dependencies and limits that all routes of the console share. */
import type { Logger } from 'pino';
import { OfficeDocuments } from '../documents/build-office.ts';
import { Refusal, TooOften } from '../domain/refusal.ts';
import type { Exchange } from '../http/exchange.ts';
import {
  AddressLimits,
  addLimitHeaders,
  RateLimits,
  requestKind,
} from '../http/limits/rate-limits.ts';
import { Mailer } from '../mail/mailer.ts';
import { type Picture, readDefaultLogo, type Settings } from '../settings.ts';
import { FailurePurge } from '../storage/accounts/password-sign-in.ts';
import { type FindSession, prepareSessionLookUp } from '../storage/accounts/sessions.ts';
import type { Database } from '../storage/engine/database.ts';
import { type FindWatched, prepareWatchedLookUp } from '../storage/event/office-watchers.ts';
import { OfficeStreams } from './office/streams.ts';
import { type Cookies, cookiesOf } from './sign-in/cookies.ts';
import { Passwords } from './sign-in/passwords.ts';

/** A person has several tabs and laptops, so twice what a key has: 20 reads and 4 writes a second. */
const PERSON_FACTOR = 2;

class PersonLimits {
  private readonly limits: { reads: number; writes: number };
  private readonly windows: RateLimits;

  /** Each process counts for itself. */
  constructor({ readsPerMinute, writesPerMinute }: Settings) {
    const [reads, writes] = [readsPerMinute * PERSON_FACTOR, writesPerMinute * PERSON_FACTOR];
    this.limits = { reads, writes };
    this.windows = new RateLimits(this.limits);
  }

  /** Counts a request of a person. @returns a refusal where it is over the limit */
  take(userId: number, { request, headers }: Exchange): Refusal | undefined {
    const kind = requestKind(request.method);
    const slot = this.windows.take(userId, kind);
    if (slot.isAllowed) return undefined;
    const limit = this.limits[kind];
    addLimitHeaders(headers, limit, slot);
    return new Refusal('rate_limited', `A person has ${limit} ${kind} in 60 seconds.`);
  }
}

/** How often from one address, which a whole club house may share. */
const LINKS_PER_MINUTE = { 'asked for': 10, opened: 30 };
/** How many requests for a mail are under way; more are dropped: people who get no mail ask again. */
const MAX_LINK_REQUESTS = 100;

/**
 * Limits how often links are asked for and opened from one address. People who have forgotten their password ask for a sign-in
 * link by mail. The answer comes before anything is looked up, so it tells nobody which addresses have an account,
 * neither by its words nor by its time.
 */
class LinkRequests {
  private readonly limits = {
    'asked for': new AddressLimits(LINKS_PER_MINUTE['asked for']),
    opened: new AddressLimits(LINKS_PER_MINUTE.opened),
  };
  private readonly underWay = new Set<Promise<void>>();

  /**
   * Counts a request.
   *
   * @param what is done with a link
   * @param exchange whose answer says when to try again
   */
  objection(
    what: keyof typeof LINKS_PER_MINUTE,
    exchange: Exchange,
    trustedProxies: number,
  ): Refusal | undefined {
    return this.limits[what].objection(
      exchange,
      trustedProxies,
      (limit) => `Links may be ${what} ${limit} times in 60 seconds from one address.`,
    );
  }

  /** Starts the work, for which the answer does not wait; does nothing where too much is under way. */
  begin(work: () => Promise<void>): void {
    if (this.underWay.size >= MAX_LINK_REQUESTS) return;
    const done = work().finally(() => this.underWay.delete(done));
    this.underWay.add(done);
  }

  /** Resolves once nothing is under way. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.underWay);
  }
}

/** How often from one address, which a whole club house may share; one sign-in takes two, a challenge and its answer. */
const PASSKEY_USES_PER_MINUTE = 60;

export class Console {
  readonly settings: Settings;
  readonly database: Database;
  readonly log: Logger;
  readonly cookies: Cookies;
  readonly findSession: FindSession;
  readonly passwords = new Passwords();
  /** `undefined` where no mail is sent. */
  readonly mailer: Mailer | undefined;
  readonly linkRequests = new LinkRequests();
  /** Counts, by address, the requests for a challenge and the answers to one. */
  readonly passkeyUses = new AddressLimits(PASSKEY_USES_PER_MINUTE);
  readonly findWatched: FindWatched;
  readonly officeDocuments: OfficeDocuments;
  readonly officeStreams: OfficeStreams;
  /** The logo of events that have none of their own; `undefined` where the installation has none. */
  readonly logo: Picture | undefined;
  readonly failurePurge = new FailurePurge();
  readonly imports = new ImportPlaces();
  readonly personLimits: PersonLimits;

  constructor(settings: Settings, database: Database, log: Logger) {
    this.settings = settings;
    this.database = database;
    this.log = log;
    this.logo = readDefaultLogo(settings.logoFile);
    this.cookies = cookiesOf(settings.publicUrl);
    this.findSession = prepareSessionLookUp(database);
    this.findWatched = prepareWatchedLookUp(database);
    this.officeDocuments = new OfficeDocuments(database);
    this.officeStreams = new OfficeStreams(database, this.officeDocuments, log);
    this.personLimits = new PersonLimits(settings);
    this.mailer = settings.mail && new Mailer(settings.mail, log);
  }

  /** Ends all streams, so that the service can stop. */
  closeStreams(): void {
    this.officeStreams.close();
  }

  /** Gives up the mails that wait, and ends the threads. */
  async close(): Promise<void> {
    await this.mailer?.close();
    await this.linkRequests.settled();
    await this.passwords.close();
  }
}

const RETRY_MILLIS = 2000;

/** One import of each person is read at a time, so that nobody keeps others waiting. */
class ImportPlaces {
  private readonly people = new Set<number>();

  /** Runs the import of a person. @returns `TooOften` while another import of the same person is under way */
  async hold<Result>(userId: number, work: () => Promise<Result>): Promise<Result | TooOften> {
    if (this.people.has(userId)) {
      return new TooOften('Another import of yours is still being read.', RETRY_MILLIS);
    }
    this.people.add(userId);
    try {
      return await work();
    } finally {
      this.people.delete(userId);
    }
  }
}
