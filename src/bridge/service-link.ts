/** The bridge's way to the service: one request at a time, repeated for ever where that helps. */
import { RunningOrder, RunningOrderError, UnexpectedAnswer } from '../../sdk/src/index.ts';
import type { Board, BoardRace } from '../contract/board.ts';
import { errorMessage } from '../domain/refusal.ts';
import { type Identity, lynxRaceId } from '../exchange/finishlynx/numbers.ts';
import type { Delays } from './find-race.ts';
import { type Failure, kindOf, WritePace, waitMillis } from './pace.ts';
import type { LaneResult, Schedule, ScheduleRace, Withdrawn } from './schedule.ts';

const REQUEST_MILLIS = 10_000;
/** A cache before the board has its copy from before a change for 8 seconds at most (`PUBLIC_CACHE`). */
const CACHED_MILLIS = 10_000;

export interface LinkSettings {
  /** With or without `/v1`. */
  url: string;
  key: string;
  eventId: number;
  app: string;
  /** Whether the clubs of crews are asked for, too. */
  withClubs: boolean;
}

/** Why the service is not asked for a while. */
export interface Trouble {
  reason: string;
  /** It does not let the key in. */
  isRefused: boolean;
  /** Since when, and until when, by the bridge's clock. */
  sinceMillis: number;
  nextMillis: number;
}

/** How the service was when it was asked last. */
export interface Connection {
  /** Whether it answered, with whatever. */
  reachable: boolean;
  /** Whether it lets the key in; `null` until it has said so. */
  keyAccepted: boolean | null;
  /** Since when both are as they are; RFC 3339. */
  since: string;
  /** What is in the way; `null` where nothing is. */
  problem: string | null;
}

type Failed = { kind: 'later' } | { kind: 'refused'; reason: string };
type PostOutcome = { kind: 'sent'; race: ScheduleRace } | Failed;
type StartOutcome = { kind: 'sent' } | Failed;

export class ServiceLink {
  schedule: Schedule | null = null;
  /** What the board says of races that `/v1` has no word for, by race number. */
  closed: ReadonlyMap<number, string> = new Map();
  /** The names of the crews that have withdrawn from a race, as the board says, by race number. */
  withdrawn: Withdrawn = new Map();
  /** As the board says them. */
  delays: Delays = new Map();
  /** The `clubId` of each crew that has one, by its key. */
  clubs: ReadonlyMap<string, string> = new Map();
  trouble: Trouble | null = null;
  connection: Connection = {
    ...{ reachable: false, keyAccepted: null, since: new Date().toISOString() },
    problem: 'it has not been asked yet',
  };
  readMillis = Number.NEGATIVE_INFINITY;
  private failures = 0;
  private boardEtag = '';
  /** When another state of the schedule was first seen, and when the board was last read. */
  private movedMillis = 0;
  private boardMillis = Number.NEGATIVE_INFINITY;
  /** The state of the schedule for which `clubs` are known. */
  private clubsUpdatedAt = '';
  private readonly pace = new WritePace();
  private readonly settings: LinkSettings;
  private readonly now: () => number;
  private readonly event: ReturnType<RunningOrder['event']>;

  /** @throws InvalidArgument for an address or a key that cannot be one */
  constructor(settings: LinkSettings, now: () => number) {
    this.settings = settings;
    this.now = now;
    const { url: baseUrl, key, app, eventId } = settings;
    // How often and when it is asked again is decided here.
    this.event = new RunningOrder({
      baseUrl,
      key,
      app,
      retries: 0,
      timeoutMs: REQUEST_MILLIS,
    }).event(eventId);
  }

  /** Until the service may be asked again. */
  restMillis(): number {
    return Math.max(0, (this.trouble?.nextMillis ?? 0) - this.now());
  }

  /** Until the next write. */
  paceMillis(): number {
    return this.pace.waitMillis(this.now());
  }

  /**
   * Reads the schedule, and what goes with it. Nobody sees the one without the other: start lists would name crews that
   * have withdrawn.
   *
   * @returns whether there is an answer
   */
  async read(signal: AbortSignal): Promise<boolean> {
    try {
      const schedule = (await this.event.schedule({ signal })) as Schedule;
      const readMillis = this.now();
      this.recovered();
      const { updatedAt } = schedule;
      if (updatedAt !== this.schedule?.updatedAt) this.movedMillis = readMillis;
      const isBoardOld = this.boardMillis < this.movedMillis + CACHED_MILLIS;
      if (isBoardOld && (await this.readBoard(schedule, signal))) this.boardMillis = readMillis;
      const areClubsOld = updatedAt !== this.clubsUpdatedAt;
      if (areClubsOld && (await this.readClubs(signal))) this.clubsUpdatedAt = updatedAt;
      this.schedule = schedule;
      this.readMillis = readMillis;
      return true;
    } catch (error) {
      this.failed(error, signal);
      return false;
    }
  }

  /** Posts results of a race; one that was entered by hand gets an id first, as a push would give it one. */
  async post(
    race: ScheduleRace,
    identity: Identity,
    results: readonly LaneResult[],
    signal: AbortSignal,
  ): Promise<PostOutcome> {
    try {
      const externalId = race.externalId ?? (await this.adopt(race, identity, signal));
      this.pace.note(this.now());
      const answer = await this.event.race(externalId).putResults(results.map(writeOf), { signal });
      this.pace.learn(answer.rateLimit.limit);
      this.recovered();
      const posted = answer as ScheduleRace;
      this.replace(race.raceNumber, posted);
      return { kind: 'sent', race: posted };
    } catch (error) {
      return this.outcomeOf(error, signal);
    }
  }

  /** Says when a race was started. @param startedAt RFC 3339 */
  async start(externalId: string, startedAt: string, signal: AbortSignal): Promise<StartOutcome> {
    try {
      this.pace.note(this.now());
      const answer = await this.event.race(externalId).updateTiming({ startedAt }, { signal });
      this.pace.learn(answer.rateLimit.limit);
      this.recovered();
      return { kind: 'sent' };
    } catch (error) {
      return this.outcomeOf(error, signal);
    }
  }

  /** What becomes of a write that has failed. */
  private outcomeOf(error: unknown, signal: AbortSignal): Failed {
    const failure = failureOf(error);
    if (signal.aborted || !failure || kindOf(failure) !== 'park') {
      this.failed(error, signal);
      return { kind: 'later' };
    }
    this.recovered();
    return { kind: 'refused', reason: errorMessage(error) };
  }

  private async adopt(race: ScheduleRace, { event, round, heat }: Identity, signal: AbortSignal) {
    const externalId = lynxRaceId(event, round, heat);
    this.pace.note(this.now());
    // Without a start it can only adopt the race that has this number, never make one.
    await this.event.putRaces([{ externalId, raceNumber: race.raceNumber }], { signal });
    return externalId;
  }

  /**
   * Cancelled and official races, and crews that have withdrawn, are known to the public side alone, which has no drafts.
   *
   * @returns whether it has answered
   */
  private async readBoard({ status }: Schedule, signal: AbortSignal): Promise<boolean> {
    if (status !== 'published') return true;
    const { url, eventId } = this.settings;
    const address = `${url.replace(/\/+$/, '').replace(/\/v1$/, '')}/board/api/events/${eventId}`;
    try {
      const headers = { 'if-none-match': this.boardEtag };
      const timeout = AbortSignal.any([signal, AbortSignal.timeout(REQUEST_MILLIS)]);
      const response = await fetch(address, { headers, signal: timeout });
      const text = await response.text();
      if (response.status !== 200) return response.status === 304;
      const { races, days } = JSON.parse(text) as Board;
      this.boardEtag = response.headers.get('etag') ?? '';
      this.closed = new Map(races.flatMap(closedOf));
      this.withdrawn = new Map(races.flatMap(withdrawnOf));
      this.delays = new Map(
        days.map(({ day, delayMinutes, until }) => [
          day,
          { delayMinutes, until: until === null ? null : Date.parse(until) },
        ]),
      );
      return true;
    } catch {
      // What was known before still holds.
      return false;
    }
  }

  /** @returns whether the service has answered */
  private async readClubs(signal: AbortSignal): Promise<boolean> {
    if (!this.settings.withClubs) return true;
    try {
      const { teams } = await this.event.teams({ signal });
      this.clubs = new Map(
        teams.flatMap(({ externalId, name, clubId }) =>
          clubId ? [[externalId ?? name, clubId] as const] : [],
        ),
      );
      return true;
    } catch {
      return false;
    }
  }

  private replace(raceNumber: number, race: ScheduleRace): void {
    if (!this.schedule) return;
    const races = this.schedule.races.map((one) => (one.raceNumber === raceNumber ? race : one));
    this.schedule = { ...this.schedule, races };
  }

  private recovered(): void {
    this.trouble = null;
    this.failures = 0;
    this.note({ reachable: true, keyAccepted: true, problem: null });
  }

  private note(now: Omit<Connection, 'since'>): void {
    const { reachable, keyAccepted, since } = this.connection;
    const isAsBefore = reachable === now.reachable && keyAccepted === now.keyAccepted;
    this.connection = { ...now, since: isAsBefore ? since : new Date().toISOString() };
  }

  private failed(error: unknown, signal: AbortSignal): void {
    if (signal.aborted) return;
    const failure = failureOf(error) ?? { status: null, retryAfterMillis: null };
    this.failures++;
    const isRefused = kindOf(failure) === 'refused';
    // A part of sentences that end by themselves.
    const message = errorMessage(error).replace(/\.$/, '');
    this.trouble = {
      reason: isRefused ? `the service refuses the key: ${message}` : message,
      isRefused,
      sinceMillis: this.trouble?.sinceMillis ?? this.now(),
      nextMillis: this.now() + waitMillis(failure, this.failures, Math.random()),
    };
    this.note({
      reachable: failure.status !== null,
      keyAccepted: isRefused ? false : this.connection.keyAccepted,
      problem: this.trouble.reason,
    });
  }
}

function closedOf({ raceNumber, state, official }: BoardRace): [number, string][] {
  if (state === 'cancelled') return [[raceNumber, 'cancelled']];
  return official === true ? [[raceNumber, 'official']] : [];
}

function withdrawnOf({ raceNumber, lanes }: BoardRace): [number, Set<string>][] {
  const names = lanes.flatMap(({ crewName, withdrawn }) => (withdrawn && crewName) || []);
  return names.length > 0 ? [[raceNumber, new Set(names)]] : [];
}

function writeOf({ position, status, finishTimeMillis, finishPlace }: LaneResult) {
  return {
    position,
    status,
    ...(finishTimeMillis !== null && { finishTimeMillis }),
    ...(finishPlace !== null && { finishPlace }),
  };
}

function failureOf(error: unknown): Failure | null {
  if (!(error instanceof RunningOrderError)) return null;
  const retryAfterMillis = error.retryAfterMs ?? null;
  // Somebody else answered, such as a network that asks for a sign-in: that says nothing of the race or the key.
  if (error instanceof UnexpectedAnswer) return { status: null, retryAfterMillis };
  return { status: error.status ?? null, retryAfterMillis };
}
