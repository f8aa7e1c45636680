/**
 * Builds the race office's document of an event, with ids and with nothing masked, and caches the documents in use as bytes:
 * fifty open race offices cost little more than one.
 */
import { mapInSlices } from '../concurrency/long-work.ts';
import type { Attention, Office, OfficeCrew, OfficeRace } from '../contract/console/office.ts';
import { formatInstant, formatInstantOrNull } from '../contract/instant.ts';
import { DAY_MILLIS } from '../contract/time-units.ts';
import { nameKey, similarNames } from '../domain/crews/similar-names.ts';
import { type DayDelay, estimatedStart } from '../domain/day/delay.ts';
import { endOfVenueDay, venueDay } from '../domain/day/venue-day.ts';
import {
  attentionOf,
  missingTimes,
  OVERDUE_MILLIS,
  type WatchedKey,
  type WatchedRace,
  type WatchedWebhook,
} from '../domain/event/attention.ts';
import { officeDays, officeRace } from '../domain/event/office-view.ts';
import { type Schedule, settingsOf } from '../domain/event/schedule.ts';
import { type Notice, noticeView } from '../domain/following/notice-rules.ts';
import { isSame } from '../domain/history/changes.ts';
import { toDraw } from '../domain/progression/apply-rules.ts';
import { differsFromRules, proposalOf, resolveRules } from '../domain/progression/resolve-rules.ts';
import { byRunningOrder } from '../domain/races/race.ts';
import { coursePhase, waitedForFrom } from '../domain/races/race-phase.ts';
import { fieldOf, isAwaited, isRowed } from '../domain/results/standings.ts';
import { Publication } from '../http/answers/answer.ts';
import { NO_STORE } from '../http/answers/cache-control.ts';
import { bytesOf, Representation } from '../http/answers/representation.ts';
import { listWatchedKeys } from '../storage/accounts/key-uses.ts';
import type { Database, Queries } from '../storage/engine/database.ts';
import { findConsoleEvent } from '../storage/event/console-events.ts';
import { listNotices } from '../storage/event/notices.ts';
import { findSchedule, listDelays } from '../storage/event/schedules.ts';
import { listTeams } from '../storage/event/teams.ts';
import { countFollowersOf } from '../storage/following/follower-counts.ts';
import { newestNumber } from '../storage/history/history.ts';
import { listGivenUp } from '../storage/queue/webhooks.ts';
import { DocumentCache, RestBetweenBuilds } from './document-cache.ts';
import {
  buildEstimatedFragments,
  type ChangedRaces,
  documentParts,
  type EstimatedFragment,
  loadChangedRaces,
} from './race-fragments.ts';

export interface OfficeDocument {
  eventId: number;
  /** How many entries the event's history has had: the number of the newest one. */
  revision: number;
  /** When it was read, in milliseconds of a monotonic clock. */
  readAt: number;
  representation: Representation;
  /** The representation with its header fields, ready to be sent. */
  publication: Publication;
  /** What the next build reuses, and the `rowRevision` of the schedule from which it was made. */
  built: { rowRevision: number; races: Map<number, EstimatedFragment<OfficeRace>>; twins: Twins };
}

/** What the document of an event is built from. */
interface LoadedOffice extends Pick<Office, 'revision' | 'event' | 'followers'> {
  readAt: number;
  /** Epoch milliseconds. */
  now: number;
  schedule: Schedule | undefined;
  /** By venue day. */
  delays: ReadonlyMap<string, DayDelay>;
  crews: OfficeCrew[];
  /** Those that have not ended. */
  notices: Notice[];
  keys: WatchedKey[];
  webhooks: WatchedWebhook[];
  changed: ChangedRaces;
}

const NO_RACES: ChangedRaces = { isBuiltUpon: false, races: [], lanes: new Map() };

/**
 * @param before the document that was built before, if any
 * @returns `undefined` when there is no such event
 */
async function loadOffice(
  db: Queries,
  eventId: number,
  before: OfficeDocument | undefined,
): Promise<LoadedOffice | undefined> {
  const [readAt, now] = [performance.now(), Date.now()];
  const event = await findConsoleEvent(db, eventId);
  if (!event) return undefined;
  const revision = await newestNumber(db, eventId);
  const schedule = await findSchedule(db, eventId);
  return {
    ...{ readAt, now, event, revision, schedule },
    delays: await listDelays(db, eventId),
    crews: await listTeams(db, eventId),
    notices: await listNotices(db, eventId, now),
    keys: schedule ? await findKeys(db, schedule, now) : [],
    webhooks: await listGivenUp(db, eventId),
    followers: await countFollowersOf(db, eventId),
    changed: schedule ? await loadChangedRaces(db, schedule, before?.built) : NO_RACES,
  };
}

/** Builds the document in slices. @param before the document that was built before, if any; it is not changed */
async function buildOffice(
  loaded: LoadedOffice,
  before: OfficeDocument | undefined,
): Promise<OfficeDocument> {
  const { readAt, now, event, revision, schedule, delays, crews, changed } = loaded;
  const races = schedule
    ? await buildEstimatedFragments(
        changed,
        before?.built.races,
        { timezone: schedule.timezone, delays },
        (race, lanes, late) => officeRace(race, lanes, schedule, late),
      )
    : new Map<number, EstimatedFragment<OfficeRace>>();
  const differing = await proposeDraws(races);
  const twins = await findTwins(crews, before?.built.twins);
  const days = Array.from(races.values(), (part) => part.venueDay);
  const { keys, webhooks } = loaded;
  const head: Omit<Office, 'races'> = {
    revision,
    event,
    status: schedule?.status ?? null,
    settings: schedule ? settingsOf(schedule) : null,
    days: officeDays(event, days, delays),
    crews,
    notices: loaded.notices.map(noticeView),
    attention: schedule
      ? await findAttention(schedule, { races, differing, twins, keys, webhooks }, now)
      : [],
    followers: loaded.followers,
    updatedAt: schedule ? formatInstant(schedule.updatedAt) : null,
  };
  const ordered = [...races.values()].sort(byRunningOrder);
  const { bytes, etag: tag } = await bytesOf(documentParts(head, ordered));
  // The revision, and a digest, because some things change without a revision, such as the number of followers.
  const etag = `W/"${revision}-${tag.replace(/^W\/"|"$/g, '')}"`;
  const ready = before?.representation.etag === etag ? readyOf(before) : published(etag, bytes);
  return {
    eventId: event.id,
    revision,
    readAt,
    ...ready,
    built: { rowRevision: schedule?.rowRevision ?? 0, races, twins },
  };
}

type Ready = Pick<OfficeDocument, 'representation' | 'publication'>;

function readyOf({ representation, publication }: Ready): Ready {
  return { representation, publication };
}

function published(etag: string, bytes: Buffer): Ready {
  const representation = new Representation(etag, bytes, 'low');
  const fields = ['cache-control', NO_STORE];
  return {
    representation,
    publication: new Publication(representation, 'application/json', fields),
  };
}

/**
 * Sets the proposal (`draw`) of each race, which may have changed with the results of other races.
 *
 * @returns the ids of the races in which other crews are drawn than their rules name
 */
async function proposeDraws(
  races: Map<number, EstimatedFragment<OfficeRace>>,
): Promise<Set<number>> {
  const differing = new Set<number>();
  await mapInSlices(races, ([id, fragment]) => {
    const { race } = fragment;
    const outcomes = resolveRules(race.lanes, (source) => races.get(source)?.race);
    if (differsFromRules(race.lanes, outcomes)) differing.add(id);
    const draw = proposalOf(outcomes);
    if (isSame(race.draw, draw)) return;
    const proposed = { ...race, draw };
    races.set(id, { ...fragment, race: proposed, json: JSON.stringify(proposed) });
  });
  return differing;
}

/** How long a refused request is shown: its sender looks at once, and a fault that was repaired should soon disappear. */
const REFUSED_LATELY_MILLIS = 15 * 60_000;
/** A list of crews with more pairs was pasted twice, and so many pairs are enough to show that. */
const MAX_PAIRS = 500;

/** Crews that are probably one, because their names are similar. */
interface Twins {
  /** The `nameKey` of each name that was compared, by name. */
  keys: ReadonlyMap<string, string>;
  pairs: readonly (readonly [number, number])[];
}

/** What the build has found out about the event so far. */
interface Found {
  races: ReadonlyMap<number, EstimatedFragment<OfficeRace>>;
  /** The ids of the races in which other crews are drawn than their rules name. */
  differing: ReadonlySet<number>;
  twins: Twins;
  keys: readonly WatchedKey[];
  webhooks: readonly WatchedWebhook[];
}

/** The keys that have pushed today, or were refused lately. @param now epoch milliseconds */
function findKeys(
  db: Queries,
  { eventId, timezone }: Schedule,
  now: number,
): Promise<WatchedKey[]> {
  return listWatchedKeys(db, eventId, {
    pushedSince: startOfDay(now, timezone),
    refusedSince: now - REFUSED_LATELY_MILLIS,
  });
}

/** @param now epoch milliseconds */
async function findAttention(
  { crewGapMinutes }: Schedule,
  { races, differing, twins, ...watchers }: Found,
  now: number,
): Promise<Attention[]> {
  const watched = await mapInSlices(races.values(), (fragment) =>
    watchedRace(fragment, differing, now),
  );
  return attentionOf({ races: watched, ...watchers, crewGapMinutes, twins: twins.pairs }, now);
}

/**
 * Pairs of crews that are probably one. Computing the keys of all names takes longer than the rest of the document, so it
 * is done in slices, and once for each name.
 */
export async function findTwins(
  crews: readonly { id: number; name: string }[],
  before: Twins | undefined,
): Promise<Twins> {
  const keys = new Map(
    await mapInSlices(crews, ({ name }) => [name, before?.keys.get(name) ?? nameKey(name)]),
  );
  const pairs: [number, number][] = [];
  for (const group of similarNames(crews, (name) => keys.get(name) ?? name)) {
    for (const [index, { id }] of group.entries()) {
      const room = MAX_PAIRS - pairs.length;
      if (room <= 0) return { keys, pairs };
      const others = group.slice(index + 1, index + 1 + room);
      for (const other of others) pairs.push([id, other.id]);
    }
  }
  return { keys, pairs };
}

/** When the venue day of a moment began. Both are epoch milliseconds. */
function startOfDay(now: number, timezone: string | null): number {
  const before = Date.parse(venueDay(now, timezone)) - DAY_MILLIS;
  return endOfVenueDay(new Date(before).toISOString().slice(0, 10), timezone);
}

function watchedRace(
  fragment: EstimatedFragment<OfficeRace>,
  differing: ReadonlySet<number>,
  now: number,
): WatchedRace {
  const { race, scheduledAt, startedAt, delay, venueDay: day, state, hasRaced } = fragment;
  const estimatedAt = startedAt ?? estimatedStart(scheduledAt, delay);
  const lastInAt = formatInstantOrNull(fragment.lastInAt);
  const onCourse = { ...race, kind: race.effectiveKind, lastInAt };
  const isUnderWay = startedAt !== null || (race.effectiveKind === 'head' && hasRaced);
  return {
    id: race.id,
    raceNumber: race.raceNumber,
    scheduledAt,
    estimatedAt,
    ...{ startedAt, delay, venueDay: day, state, closed: race.closed },
    // A race that is on the course becomes due later than one that nobody has started.
    dueAt: isUnderWay ? waitedForFrom(onCourse) : estimatedAt + OVERDUE_MILLIS,
    hasRaced,
    isRowed: isRowed(race.lanes),
    ...fieldOf(race.lanes),
    isDrawn: race.lanes.some(({ crewId }) => crewId !== null),
    crewIds: race.lanes.filter(isAwaited).flatMap(({ crewId }) => crewId ?? []),
    differsFromRules: differing.has(race.id),
    toDraw: toDraw(race),
    ...missingTimes(race, coursePhase(onCourse, now) === 'over'),
  };
}

const MAX_BYTES = 64 * 1024 * 1024;
/** A document's parts and its compressed forms take about so many times its own bytes. */
const BYTES_FACTOR = 4;
/** The greatest age of what changes without an entry of the history, such as followers and what needs attention. */
const FRESH_MILLIS = 10_000;

export class OfficeDocuments {
  private readonly cache: DocumentCache<OfficeDocument>;

  constructor(database: Database) {
    const rests = new RestBetweenBuilds();
    this.cache = new DocumentCache({
      losses: () => database.connections.losses(),
      build: async (eventId, before) => {
        const loaded = await database.snapshot((tx) => loadOffice(tx, eventId, before));
        return loaded && buildOffice(loaded, before);
      },
      bytesFactor: BYTES_FACTOR,
      maxBytes: MAX_BYTES,
      whenDue: (build, builtAt) => rests.whenDue(build, builtAt),
    });
  }

  /**
   * The document of an event at a revision or later.
   *
   * @returns `undefined` when there is no such event
   */
  async get(eventId: number, revision: number): Promise<OfficeDocument | undefined> {
    const document = this.cache.atHand(eventId);
    const isFresh = document && performance.now() - document.readAt < FRESH_MILLIS;
    if (isFresh && document.revision >= revision) return document;
    return this.cache.get(eventId, revision);
  }

  /** The same, but never the document that is kept: what needs attention depends on the time. */
  renew(eventId: number, revision: number): Promise<OfficeDocument | undefined> {
    return this.cache.get(eventId, revision);
  }
}
