/** Finds out what needs attention in the race office of an event, as it is built. */
import { mapInSlices } from '../concurrency/slices.ts';
import type { Attention, OfficeRace } from '../contract/console/office.ts';
import { attentionOf, type WatchedKey, type WatchedRace } from '../domain/event/attention.ts';
import { endOfVenueDay, estimatedStart, venueDay } from '../domain/day/race-day.ts';
import type { Schedule } from '../domain/event/schedule.ts';
import { nameKey, similarNames } from '../domain/crews/similar-names.ts';
import { fieldOf, isAwaited, isRowed } from '../domain/results/standings.ts';
import { toDraw } from '../domain/progression/to-draw.ts';
import type { Queries } from '../storage/engine/database.ts';
import { listWatchedKeys } from '../storage/accounts/watched-keys.ts';
import type { EstimatedFragment } from './race-fragments.ts';

/** Who was refused looks at once, and what was mended is forgotten soon. */
const REFUSED_LATELY_MILLIS = 15 * 60_000;
const DAY_MILLIS = 24 * 3_600_000;
/** A list of crews with more was pasted twice: the first of them say so. */
const MAX_PAIRS = 500;

/** Who goes by a name that is probably another one's. */
export interface Twins {
  /** What tells the names apart that were compared (`nameKey`). */
  keys: ReadonlyMap<string, string>;
  pairs: readonly (readonly [number, number])[];
}

/** What the document has found out of the event already. */
interface Found {
  races: ReadonlyMap<number, EstimatedFragment<OfficeRace>>;
  /** The ids of the races in which other crews are drawn than their rules name. */
  differing: ReadonlySet<number>;
  twins: Twins;
  keys: readonly WatchedKey[];
}

/** The keys that have pushed today, or were refused lately. @param now epoch milliseconds */
export function findKeys(
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
export function findAttention(
  { crewGapMinutes }: Schedule,
  { races, differing, twins, keys }: Found,
  now: number,
): Attention[] {
  const watched = Array.from(races.values(), (fragment) => watchedRace(fragment, differing));
  return attentionOf({ races: watched, keys, crewGapMinutes, twins: twins.pairs }, now);
}

/**
 * Pairs of crews that are probably one. Taking the names of a regatta apart takes longer than the rest of its document,
 * so it is done in slices, and once for each name.
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

/** When the venue day of a moment began. */
function startOfDay(now: number, timezone: string | null): number {
  const before = Date.parse(venueDay(now, timezone)) - DAY_MILLIS;
  return endOfVenueDay(new Date(before).toISOString().slice(0, 10), timezone);
}

function watchedRace(
  { race, scheduledAt, delay, state, hasRaced }: EstimatedFragment<OfficeRace>,
  differing: ReadonlySet<number>,
): WatchedRace {
  return {
    id: race.id,
    raceNumber: race.raceNumber,
    scheduledAt,
    estimatedAt: estimatedStart(scheduledAt, delay),
    state,
    hasRaced,
    isRowed: isRowed(race.lanes),
    ...fieldOf(race.lanes),
    isDrawn: race.lanes.some(({ crewId }) => crewId !== null),
    crewIds: race.lanes.filter(isAwaited).flatMap(({ crewId }) => crewId ?? []),
    differsFromRules: differing.has(race.id),
    toDraw: toDraw(race),
  };
}
