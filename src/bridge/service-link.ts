/** The bridge's connection to the service: one request at a time, repeated for ever where a retry can help. */
import { RunningOrder, RunningOrderError, UnexpectedAnswer } from '../../sdk/src/index.ts';
import type { Board, BoardRace } from '../contract/board.ts';
import { errorMessage } from '../domain/refusal.ts';
import { type Identity, lynxRaceId } from '../exchange/finishlynx/numbers.ts';
import type { Delays } from './find-race.ts';
import { type Failure, kindOf, WritePace, waitMillis } from './pace.ts';
import type { LaneResult, Schedule, ScheduleRace, Withdrawn } from './schedule.ts';

const REQUEST_MILLIS = 10_000;
/** A cache in front of the board may serve its old copy for up to 8 seconds after a change (`PUBLIC_CACHE`). */
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

/** Why no request is sent to the service for a while. */
export interface Trouble {
  reason: string;
  /** Whether the service rejects the key. */
  isRefused: boolean;
  /** Since when, and until when, by the bridge's clock. */
  sinceMillis: number;
  nextMillis: number;
}

/** The state of the connection after the last request. */
export interface Connection {
  /** Whether the service answered, even with an error. */
  reachable: boolean;
  /** Whether the service accepts the key; `null` until an answer has shown it. */
  keyAccepted: boolean | null;
  /** When `reachable` or `keyAccepted` last changed; RFC 3339. */
  since: string;
  /** Why the last request failed; `null` if it did not. */
  problem: string | null;
}

type Failed = { kind: 'later' } | { kind: 'refused'; reason: string };
type PostOutcome = { kind: 'sent'; race: ScheduleRace } | Failed;
type StartOutcome = { kind: 'sent' } | Failed;

export class ServiceLink {
  schedule: Schedule | null = null;
  /** The races that are cancelled or official, by race number, from the board: `/v1` has no word for these states. */
  closed: ReadonlyMap<number, string> = new Map();
  /** The names of the crews that have withdrawn from a race, as the board says, by race number. */
  withdrawn: Withdrawn = new Map();
  /** The delays of the days, from the board. */
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
  /** When a changed schedule was first read, and when the board was last read. */
  private movedMillis = 0;
  private boardMillis = Number.NEGATIVE_INFINITY;
  /** The `updatedAt` of the schedule for which `clubs` were read. */
  private clubsUpdatedAt = '';
  private readonly pace = new WritePace();
  private readonly settings: LinkSettings;
  private readonly now: () => number;
  private readonly event: ReturnType<RunningOrder['event']>;

  /** @throws InvalidArgument for an invalid address or key */
  constructor(settings: LinkSettings, now: () => number) {
    this.settings = settings;
    this.now = now;
    const { url: baseUrl, key, app, eventId } = settings;
    // The client does not retry: this class decides how often and when a request is repeated.
    this.event = new RunningOrder({
      baseUrl,
      key,
      app,
      retries: 0,
      timeoutMs: REQUEST_MILLIS,
    }).event(eventId);
  }

  /** Milliseconds until the next request may be sent; 0 if at once. */
  restMillis(): number {
    return Math.max(0, (this.trouble?.nextMillis ?? 0) - this.now());
  }

  /** Milliseconds until the next write may be sent; 0 if at once. */
  paceMillis(): number {
    return this.pace.waitMillis(this.now());
  }

  /**
   * Reads the schedule, the board and the clubs. The schedule is set after the others: with a schedule alone, start lists
   * would name crews that have withdrawn.
   *
   * @returns whether the schedule could be read
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

  /** Posts results of a race. A race that was entered by hand is adopted first, by a push that gives it an `externalId`. */
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

  /** Posts when a race was started. @param startedAt RFC 3339 */
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

  /** The outcome of a write that has failed. */
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
    // Without `scheduledAt`, this push can only adopt the race with this number, never create one.
    await this.event.putRaces([{ externalId, raceNumber: race.raceNumber }], { signal });
    return externalId;
  }

  /**
   * Reads delays, and cancelled and official races and withdrawn crews, which only the board has. The board has no drafts.
   *
   * @returns whether the board could be read; true for a draft
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
      // The values of the last read still apply.
      return false;
    }
  }

  /** @returns whether the clubs could be read; true if they are not wanted */
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
    // The reason is used within sentences that have a full stop of their own.
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
  // Another server answered, such as a network that asks for a sign-in: this says nothing about the race or the key.
  if (error instanceof UnexpectedAnswer) return { status: null, retryAfterMillis };
  return { status: error.status ?? null, retryAfterMillis };
}
