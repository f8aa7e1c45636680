/**
 * Polls the folder, reads the schedule and posts one race after the other; keeps the start lists in a loop of its own.
 * `judge.ts` decides what is to be posted; the ledger records what has been posted.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { BridgeSettings } from './bridge-settings.ts';
import { LockKeeper } from './files/lock-keeper.ts';
import { RaceMap } from './files/race-map.ts';
import { codeOf, type LedgerFile, type Requests } from './files/state-files.ts';
import { TimerFolder } from './files/timer-folder.ts';
import {
  DRY_RUN,
  describePost,
  describeResults,
  factsOf,
  judge,
  judgeAgain,
  type RaceRow,
} from './judge.ts';
import { withAttempt, withConfirmed, withoutAttempt, withRenamedRace, withSeen } from './ledger.ts';
import { StartPoster } from './post-starts.ts';
import { raceKeyOf, type ScheduleRace } from './schedule.ts';
import type { ServiceLink } from './service-link.ts';
import { noteOpened, StartListKeeper } from './start-lists/start-list-keeper.ts';

/** Receives the log lines and the state of the bridge, and decides nothing for it. */
export interface Watcher {
  /** Called for each event that a person may want to look up later. */
  log(line: string): void;
  /** Called after each poll of the folder; the next poll waits for it. */
  show(bridge: Bridge): void | Promise<void>;
}

interface Parts {
  link: ServiceLink;
  ledger: LedgerFile;
  requests: Requests;
  watcher: Watcher;
  /** A clock that only goes forward, in milliseconds. */
  now: () => number;
}

/** The highest age of the schedule for a post: results that a person has just entered must be in it. */
const FRESH_MILLIS = 500;
const SHUTDOWN_MILLIS = 3000;
const IDLE_MILLIS = 50;

export class Bridge {
  readonly settings: BridgeSettings;
  readonly parts: Parts;
  rows: readonly RaceRow[] = [];
  /** Why the folder or its lock cannot be read; `null` while both can. */
  folderTrouble: string | null = 'it has not been looked at yet';
  /** Since when the folder can be read, or cannot; RFC 3339. */
  folderSince = new Date().toISOString();
  /** The number of polls of the folder so far. */
  looks = 0;
  /** Why the ledger cannot be written; `null` while it can. No results are posted meanwhile. */
  ledgerTrouble: string | null = null;
  /** Writes the start lists; `null` if the settings ask for none. */
  readonly startLists: StartListKeeper | null;
  private readonly folder: TimerFolder;
  private readonly refused = new Map<string, string>();
  /** The signatures of the rows that a dry run has logged. */
  private readonly told = new Set<string>();
  private readonly lock: LockKeeper;
  private readonly starts: StartPoster;
  private readonly map: RaceMap;
  private readonly stopping = new AbortController();
  private readonly aborting = new AbortController();
  private failure: string | null = null;

  constructor(settings: BridgeSettings, parts: Parts) {
    this.settings = settings;
    this.parts = parts;
    this.folder = new TimerFolder(settings, parts.now);
    this.lock = new LockKeeper(settings, parts.now);
    const { link, ledger, watcher } = parts;
    const log = (line: string) => watcher.log(line);
    const store = (write: () => Promise<boolean>) => this.store(write);
    this.map = new RaceMap(settings.mapFile, log);
    this.starts = new StartPoster({ link, ledger, store, log });
    this.startLists =
      settings.startLists && new StartListKeeper(settings.startLists, { link, ledger, store, log });
  }

  /** Runs until `stop` is called. @returns the failure with which it was stopped, or `null` */
  async run(): Promise<string | null> {
    await Promise.all([this.watchFolder(), this.talkToService(), this.keepStartLists()]);
    await this.lock.release();
    return this.failure;
  }

  /** Stops the bridge: a request under way may finish, and is aborted after 3 seconds. */
  stop(failure: string | null = null): void {
    this.failure ??= failure;
    this.stopping.abort();
    setTimeout(() => this.aborting.abort(), SHUTDOWN_MILLIS).unref();
  }

  /** Judges all races anew. */
  judge(): readonly RaceRow[] {
    this.rows = judge(this.situation()).map((row) => this.withTold(row));
    return this.rows;
  }

  /** Judges one race anew, where others have not changed. */
  private judgeAgain(row: RaceRow): RaceRow {
    const again = this.withTold(judgeAgain(row, this.situation()));
    this.rows = this.rows.map((one) =>
      one.file === row.file && one.race === row.race ? again : one,
    );
    return again;
  }

  private situation() {
    const { link, ledger, requests, now } = this.parts;
    const atMillis = now();
    return {
      files: this.folder.files.current(atMillis),
      schedule: link.schedule,
      ledger: ledger.current,
      mapping: this.map.races,
      ...{ closed: link.closed, withdrawn: link.withdrawn, delays: link.delays },
      accepted: requests.keys('accept', link.schedule),
      resend: requests.keys('resend', link.schedule),
      refused: this.refused,
      atMillis,
      options: this.settings.judging,
    };
  }

  private withTold(judged: RaceRow): RaceRow {
    const row = this.starts.isDone(judged) ? { ...judged, startedAt: null } : judged;
    if (row.state !== 'sending' || !this.told.has(row.signature)) return row;
    return { ...row, state: 'waiting', reason: DRY_RUN, post: null };
  }

  private async watchFolder(): Promise<void> {
    const { now, watcher } = this.parts;
    while (!this.isStopping()) {
      const startedMillis = now();
      await this.look();
      this.judge();
      if (!this.settings.isDryRun) {
        await noteOpened(this.rows, this.parts, (write) => this.store(write));
      }
      await watcher.show(this);
      await this.pause(this.settings.pollMillis - (now() - startedMillis));
    }
  }

  private async look(): Promise<void> {
    const { now, requests, watcher } = this.parts;
    const { folder } = this.settings;
    const seen = await this.folder.look();
    const trouble = typeof seen === 'string' ? seen : null;
    if (trouble !== this.folderTrouble) {
      watcher.log(trouble ? `The folder cannot be read: ${trouble}.` : `Looking at ${folder}.`);
    }
    this.noteFolder(trouble);
    this.looks++;
    // Read before the files are taken in: a map that was saved before a file must apply to this file.
    await this.map.read();
    if (typeof seen !== 'string') {
      this.folder.files.update(seen, now());
      const trouble = this.settings.isDryRun ? null : await this.lock.hold(this.stopping.signal);
      if (trouble?.isLost) this.stop(trouble.reason);
      else if (trouble && !this.isStopping()) watcher.log(`${trouble.reason}.`);
    }
    await requests.read();
  }

  private async talkToService(): Promise<void> {
    const { link, now } = this.parts;
    while (!this.isStopping()) {
      const restMillis = link.restMillis();
      if (restMillis > 0) await this.pause(Math.min(restMillis, IDLE_MILLIS));
      else if (now() - link.readMillis >= this.settings.scheduleMillis) await this.readSchedule();
      else if (!(await this.postNext())) await this.pause(IDLE_MILLIS);
    }
  }

  /** A separate loop, so that a slow folder of start lists never delays results. Only the bridge with the lock writes them. */
  private async keepStartLists(): Promise<void> {
    const { startLists, settings, parts } = this;
    while (startLists && !this.isStopping()) {
      const mayWrite = this.lock.isHeld || settings.isDryRun;
      if (mayWrite && startLists.isDue(parts.link)) await startLists.keep(settings.isDryRun);
      await this.pause(IDLE_MILLIS);
    }
  }

  private async readSchedule(): Promise<boolean> {
    const { link, ledger, watcher } = this.parts;
    const before = link.trouble?.reason;
    const isRead = await link.read(this.aborting.signal);
    const after = link.trouble?.reason;
    if (after && after !== before) watcher.log(`The service cannot be asked: ${after}.`);
    if (!after && before) watcher.log('The service answers again.');
    if (!isRead || !link.schedule) return false;
    const { updatedAt } = link.schedule;
    if (!this.settings.isDryRun) {
      await this.store(() => ledger.change((one) => withSeen(one, updatedAt)));
    }
    this.judge();
    await this.confirmKnown();
    return true;
  }

  /** Records in the ledger what the service has already: the ledger was lost, or the answer to a post. */
  private async confirmKnown(): Promise<void> {
    if (this.settings.isDryRun) return;
    const { ledger, requests } = this.parts;
    for (const row of this.rows) {
      const { race: key, post } = row;
      if (!row.isConfirmable || key === null || !post) continue;
      const entry = ledger.current.races[key];
      const isKnown =
        entry?.sentAt != null &&
        entry.attempts.length === 0 &&
        !entry.isRestored &&
        (row.hash === null || row.hash === entry.hash) &&
        JSON.stringify(entry.confirmed) === JSON.stringify(post.plan.wish);
      if (!isKnown) await this.confirm(row, post.race, entry?.sentAt ?? new Date().toISOString());
      await requests.done(key);
    }
  }

  /** Posts the results of the next race, or else a start. @returns false if nothing can be posted now */
  private async postNext(): Promise<boolean> {
    const { link, now } = this.parts;
    const canPost = this.folderTrouble === null && (this.lock.isHeld || this.settings.isDryRun);
    const waiting = this.rows.find(({ state, post }) => state === 'sending' && post !== null);
    if (!canPost || link.paceMillis() > 0) return false;
    if (!waiting) return this.postStart();
    // The schedule must be newer than the file: results entered and lanes drawn before it came must be known.
    const isFresh =
      now() - link.readMillis <= FRESH_MILLIS && link.readMillis >= waiting.settledMillis;
    if (!isFresh && !(await this.readSchedule())) return true;
    // Schedule and file may have changed meanwhile.
    const row = this.judgeAgain(waiting);
    if (row.state === 'sending' && row.post !== null) await this.post(row);
    return true;
  }

  /** @returns whether there was a start to be posted */
  private async postStart(): Promise<boolean> {
    const row = this.rows.find(({ startedAt, post }) => startedAt !== null && post !== null);
    if (!row) return false;
    const { isDryRun } = this.settings;
    if (!isDryRun && !(await this.isAllowed())) return true;
    await this.starts.post(row, isDryRun, this.aborting.signal);
    this.judgeAgain(row);
    return true;
  }

  private async post(row: RaceRow): Promise<void> {
    const { link, ledger, requests, watcher } = this.parts;
    const { race: key, post } = row;
    if (!post || key === null) return;
    const what = describePost(row);
    if (this.settings.isDryRun) {
      this.told.add(row.signature);
      watcher.log(`Would post ${what} ${describeResults(row)}`);
      this.judgeAgain(row);
      return;
    }
    if (!(await this.isAllowed())) return;
    const { results } = post.plan;
    const isNoted = await this.store(() =>
      ledger.change((one) => withAttempt(one, key, factsOf(row, post.race), results)),
    );
    if (!isNoted) return this.pause(IDLE_MILLIS * 20);
    const outcome = await link.post(post.race, row, results, this.aborting.signal);
    if (outcome.kind === 'sent') {
      await this.confirm(row, outcome.race, new Date().toISOString());
      await requests.done(key);
      watcher.log(`Posted ${what}`);
    } else if (outcome.kind === 'refused') {
      this.refused.set(row.signature, `the service refused it: ${outcome.reason}`);
      await this.store(() => ledger.change((one) => withoutAttempt(one, key)));
      await this.readSchedule();
    } else watcher.log(`Could not post ${what} ${link.trouble?.reason ?? ''}`);
    this.judgeAgain(row);
  }

  private async confirm(row: RaceRow, race: ScheduleRace, sentAt: string): Promise<void> {
    const { race: key, post, missing } = row;
    if (!post || key === null) return;
    const newKey = raceKeyOf(race);
    const facts = { ...factsOf(row, race), confirmed: post.plan.wish, missing, sentAt };
    await this.store(() =>
      this.parts.ledger.change((one) => {
        const renamed = newKey === key ? one : withRenamedRace(one, key, newKey);
        return withConfirmed(renamed, newKey, facts);
      }),
    );
  }

  /** Whether this is still the only bridge of the folder. */
  private async isAllowed(): Promise<boolean> {
    const trouble = await this.lock.check();
    if (trouble?.isLost) this.stop(trouble.reason);
    else if (trouble) this.noteFolder(trouble.reason);
    return trouble === null;
  }

  private noteFolder(trouble: string | null): void {
    const isOther = (trouble === null) !== (this.folderTrouble === null);
    if (isOther) this.folderSince = new Date().toISOString();
    this.folderTrouble = trouble;
  }

  /** @returns whether the ledger could be written */
  private async store(write: () => Promise<boolean>): Promise<boolean> {
    try {
      // Only a write shows that the ledger can be written; an unchanged ledger is not written.
      if (await write()) this.ledgerTrouble = null;
    } catch (error) {
      const reason = codeOf(error);
      if (this.ledgerTrouble !== reason) {
        this.parts.watcher.log(
          `The ledger cannot be written (${reason}); nothing is posted until it can.`,
        );
      }
      this.ledgerTrouble = reason;
    }
    return this.ledgerTrouble === null;
  }

  private isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  private async pause(millis: number): Promise<void> {
    await delay(Math.max(0, millis), undefined, { signal: this.stopping.signal }).catch(() => {});
  }
}
