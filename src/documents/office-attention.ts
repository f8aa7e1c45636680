/** Finds out what needs attention in the race office of an event, as it is built. */
import type { Attention, OfficeRace } from '../contract/console/office.ts';
import { attentionOf, type WatchedRace } from '../domain/attention.ts';
import { endOfVenueDay, estimatedStart, venueDay } from '../domain/race-day.ts';
import type { Schedule } from '../domain/schedule.ts';
import { similarNames } from '../domain/similar-names.ts';
import type { Queries } from '../storage/database.ts';
import { listWatchedKeys } from '../storage/watched-keys.ts';
import type { EstimatedFragment } from './race-fragments.ts';

/** Who was refused looks at once, and what was mended is forgotten soon. */
const REFUSED_LATELY_MILLIS = 15 * 60_000;
const DAY_MILLIS = 24 * 3_600_000;
/** A list of crews with more was pasted twice: the first of them say so. */
const MAX_PAIRS = 500;

/** Who goes by a name that is probably another one's. */
export interface Twins {
  /** The names that were compared. */
  names: string;
  pairs: readonly (readonly [number, number])[];
}

/** What the document has found out of the event already. */
interface Found {
  races: ReadonlyMap<number, EstimatedFragment<OfficeRace>>;
  /** The ids of the races in which other crews are drawn than their rules name. */
  differing: ReadonlySet<number>;
  twins: Twins;
}

/** @param now epoch milliseconds */
export async function findAttention(
  db: Queries,
  { eventId, timezone, crewGapMinutes }: Schedule,
  { races, differing, twins }: Found,
  now: number,
): Promise<Attention[]> {
  const keys = await listWatchedKeys(db, eventId, {
    pushedSince: startOfDay(now, timezone),
    refusedSince: now - REFUSED_LATELY_MILLIS,
  });
  const watched = Array.from(races.values(), (fragment) => watchedRace(fragment, differing));
  return attentionOf({ races: watched, keys, crewGapMinutes, twins: twins.pairs }, now);
}

/**
 * Pairs of crews that are probably one. Comparing the names of a regatta takes longer than the rest of its document,
 * so it is done when they have changed.
 */
export function findTwins(
  crews: readonly { id: number; name: string }[],
  before: Twins | undefined,
): Twins {
  const names = crews.map(({ id, name }) => `${id} ${name}`).join('\n');
  if (before?.names === names) return before;
  const pairs: [number, number][] = [];
  for (const group of similarNames(crews)) {
    for (const [index, { id }] of group.entries()) {
      const room = MAX_PAIRS - pairs.length;
      if (room <= 0) return { names, pairs };
      const others = group.slice(index + 1, index + 1 + room);
      for (const other of others) pairs.push([id, other.id]);
    }
  }
  return { names, pairs };
}

/** When the venue day of a moment began. */
function startOfDay(now: number, timezone: string | null): number {
  const before = Date.parse(venueDay(now, timezone)) - DAY_MILLIS;
  return endOfVenueDay(new Date(before).toISOString().slice(0, 10), timezone);
}

function watchedRace(
  { race, scheduledAt, delayMinutes, state, isScored }: EstimatedFragment<OfficeRace>,
  differing: ReadonlySet<number>,
): WatchedRace {
  return {
    id: race.id,
    raceNumber: race.raceNumber,
    scheduledAt,
    estimatedAt: estimatedStart(scheduledAt, delayMinutes),
    state,
    isScored,
    crewIds: race.lanes.flatMap(({ crewId }) => crewId ?? []),
    differsFromRules: differing.has(race.id),
  };
}
