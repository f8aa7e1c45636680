/**
 * The part of a document that is a list of races. Every race carries the revision of its last change, so only
 * races that have changed are read and serialised again; the others are taken from the document before.
 */
import { mapInSlices } from '../concurrency/long-work.ts';
import type { RaceState } from '../contract/board.ts';
import { formatInstant } from '../contract/instant.ts';
import { type DayDelay, isSameDelay, ON_TIME } from '../domain/day/delay.ts';
import { venueDay } from '../domain/day/venue-day.ts';
import type { Lane } from '../domain/draw/lane.ts';
import { estimatedAt } from '../domain/event/board-view.ts';
import type { Schedule } from '../domain/event/schedule.ts';
import type { Placed } from '../domain/races/race.ts';
import { raceStart } from '../domain/races/racing.ts';
import { hasRaced } from '../domain/results/standings.ts';
import { textParts } from '../http/answers/representation.ts';
import type { Queries } from '../storage/engine/database.ts';
import { listLanesChangedSince } from '../storage/event/lanes.ts';
import { listRacesChangedSince, type StoredRace } from '../storage/event/races.ts';

/** One race of a document. */
export interface RaceFragment extends Placed {
  json: string;
}

/** The rows of which the fragments of an event's races are made. */
export interface ChangedRaces {
  /** Whether fragments of the document before are reused: not where all races have changed since, or one was removed. */
  isBuiltUpon: boolean;
  /** Those that have changed since. */
  races: readonly StoredRace[];
  /** By race id, those of one race by position. */
  lanes: ReadonlyMap<number, readonly Lane[]>;
}

/**
 * Reads what has changed of an event's races.
 *
 * @param schedule as it is now
 * @param before the document that was built before, if any
 */
export async function loadChangedRaces(
  db: Queries,
  { eventId, rowRevision, baseRevision }: Schedule,
  before: { rowRevision: number } | undefined,
): Promise<ChangedRaces> {
  const isBuiltUpon =
    before && before.rowRevision <= rowRevision && before.rowRevision >= baseRevision;
  const since = isBuiltUpon ? before.rowRevision : 0;
  const races = await listRacesChangedSince(db, eventId, since);
  const lanes = await listLanesChangedSince(db, eventId, since);
  return { isBuiltUpon: isBuiltUpon === true, races, lanes };
}

/**
 * The fragments of an event's races, by id; they are made in slices.
 *
 * @param before those of the document that was built before, if any
 * @param fragmentOf makes the fragment of a race, its lanes by position
 */
export async function buildFragments<Fragment extends RaceFragment>(
  { isBuiltUpon, races, lanes }: ChangedRaces,
  before: ReadonlyMap<number, Fragment> | undefined,
  fragmentOf: (race: StoredRace, lanes: readonly Lane[]) => Fragment,
): Promise<Map<number, Fragment>> {
  const fragments = new Map(isBuiltUpon ? before : undefined);
  await mapInSlices(races, (race) => {
    fragments.set(race.id, fragmentOf(race, lanes.get(race.id) ?? []));
  });
  return fragments;
}

/** The view of a race that shows its estimated start. */
interface Estimated {
  /** RFC 3339, as is the planned start of an entry. */
  estimatedAt: string;
  lanes: (Parameters<typeof hasRaced>[0][number] & { startsAt: string | null })[];
}

/** One race of a document, with its venue day and the delay of that day. */
export interface EstimatedFragment<View extends Estimated> extends RaceFragment {
  race: View;
  state: RaceState;
  /** Epoch milliseconds. */
  startedAt: number | null;
  lastInAt: number | null;
  venueDay: string;
  hasRaced: boolean;
  delay: DayDelay;
}

interface Days {
  timezone: string | null;
  /** By venue day. */
  delays: ReadonlyMap<string, DayDelay>;
}

/**
 * The same for documents whose races show their estimated start: where the delay of a day has changed, its races move.
 *
 * @param viewOf makes the view of a race with the delay of its day
 */
export async function buildEstimatedFragments<View extends Estimated>(
  changed: ChangedRaces,
  before: ReadonlyMap<number, EstimatedFragment<View>> | undefined,
  { timezone, delays }: Days,
  viewOf: (race: StoredRace, lanes: readonly Lane[], delay: DayDelay) => View,
): Promise<Map<number, EstimatedFragment<View>>> {
  const fragments = await buildFragments(changed, before, (race, lanes) => {
    const { scheduledAt, raceNumber, state, startedAt, lastInAt } = race;
    const day = venueDay(scheduledAt, timezone);
    const delay = delays.get(day) ?? ON_TIME;
    const view = viewOf(race, lanes, delay);
    return {
      race: view,
      state,
      startedAt,
      lastInAt,
      scheduledAt,
      raceNumber,
      venueDay: day,
      delay,
      hasRaced: hasRaced(view.lanes),
      json: JSON.stringify(view),
    };
  });
  await mapInSlices(fragments, ([id, fragment]) => {
    const delay = delays.get(fragment.venueDay) ?? ON_TIME;
    if (!isSameDelay(fragment.delay, delay)) fragments.set(id, delayed(fragment, delay));
  });
  return fragments;
}

/** The fragment of a race whose day has another delay now. */
function delayed<View extends Estimated>(
  fragment: EstimatedFragment<View>,
  delay: DayDelay,
): EstimatedFragment<View> {
  const { race: old, hasRaced: isRaced } = fragment;
  const shiftMillis = raceStart(fragment, delay) - raceStart(fragment, fragment.delay);
  const moved = (at: string | null) => at && formatInstant(Date.parse(at) + shiftMillis);
  const race = {
    ...old,
    estimatedAt: estimatedAt(fragment, isRaced, delay),
    lanes: old.lanes.map((lane) => ({ ...lane, startsAt: moved(lane.startsAt) })),
  };
  return { ...fragment, race, delay, json: JSON.stringify(race) };
}

/** The text of a document in parts: its own properties, then its races in running order. */
export function documentParts(head: object, races: readonly RaceFragment[]): Iterable<string> {
  return textParts(head, 'races', races, ({ json }) => json);
}
