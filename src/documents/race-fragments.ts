/**
 * The part of a document that is a list of races. Every race carries the revision of its last change, so only
 * races that have changed are read and serialised again; the others are taken from the document before.
 */
import type { RaceState } from '../contract/board.ts';
import type { Lane } from '../domain/lane.ts';
import { estimatedAt } from '../domain/board-view.ts';
import { venueDay } from '../domain/race-day.ts';
import { byRunningOrder, type Placed } from '../domain/running-order.ts';
import type { Schedule } from '../domain/schedule.ts';
import { isScored } from '../domain/standings.ts';
import type { Queries } from '../storage/database.ts';
import { listLanesChangedSince } from '../storage/lanes.ts';
import { listRacesChangedSince, type StoredRace } from '../storage/races.ts';

/** One race of a document. */
export interface RaceFragment extends Placed {
  json: string;
}

/**
 * The fragments of an event's races, by id.
 *
 * @param schedule as it is now
 * @param before the document that was built before, if any; it is built upon, unless all races have changed
 *   since or one was removed
 * @param fragmentOf makes the fragment of a race, its lanes by position
 */
export async function listFragments<Fragment extends RaceFragment>(
  db: Queries,
  { eventId, revision, baseRevision }: Schedule,
  before: { revision: number; races: ReadonlyMap<number, Fragment> } | undefined,
  fragmentOf: (race: StoredRace, lanes: readonly Lane[]) => Fragment,
): Promise<Map<number, Fragment>> {
  const isUsable = before && before.revision <= revision && before.revision >= baseRevision;
  const since = isUsable ? before.revision : 0;
  const fragments = new Map(isUsable ? before.races : undefined);
  const changed = await listRacesChangedSince(db, eventId, since);
  const lanes = await listLanesChangedSince(db, eventId, since);
  for (const race of changed) fragments.set(race.id, fragmentOf(race, lanes.get(race.id) ?? []));
  return fragments;
}

/** What is shown of a race that says when it is expected. */
interface Estimated {
  /** RFC 3339. */
  estimatedAt: string;
  lanes: Parameters<typeof isScored>[0];
}

/** One race of a document, with the day whose delay moves it. */
export interface EstimatedFragment<View extends Estimated> extends RaceFragment {
  race: View;
  state: RaceState;
  venueDay: string;
  isScored: boolean;
  delayMinutes: number;
}

interface Built<View extends Estimated> {
  /** Minutes by venue day. */
  delays: ReadonlyMap<string, number>;
  /** The document that was built before, if any. */
  before: { revision: number; races: ReadonlyMap<number, EstimatedFragment<View>> } | undefined;
}

/**
 * The same for documents whose races say when they are expected: a day whose delay has changed moves its races.
 *
 * @param viewOf what is shown of a race on a day that runs late by so many minutes
 */
export async function listEstimatedFragments<View extends Estimated>(
  db: Queries,
  schedule: Schedule,
  { delays, before }: Built<View>,
  viewOf: (race: StoredRace, lanes: readonly Lane[], delayMinutes: number) => View,
): Promise<Map<number, EstimatedFragment<View>>> {
  const fragments = await listFragments(db, schedule, before, (race, lanes) => {
    const { scheduledAt, raceNumber, state } = race;
    const day = venueDay(scheduledAt, schedule.timezone);
    const delayMinutes = delays.get(day) ?? 0;
    const view = viewOf(race, lanes, delayMinutes);
    return {
      race: view,
      state,
      scheduledAt,
      raceNumber,
      venueDay: day,
      delayMinutes,
      isScored: isScored(view.lanes),
      json: JSON.stringify(view),
    };
  });
  for (const [id, fragment] of fragments) {
    const delayMinutes = delays.get(fragment.venueDay) ?? 0;
    if (fragment.delayMinutes !== delayMinutes) fragments.set(id, delayed(fragment, delayMinutes));
  }
  return fragments;
}

/** The same race on a day that runs late by so many minutes. */
function delayed<View extends Estimated>(
  fragment: EstimatedFragment<View>,
  delayMinutes: number,
): EstimatedFragment<View> {
  const { race: old, isScored } = fragment;
  const race = { ...old, estimatedAt: estimatedAt(fragment, isScored, delayMinutes) };
  return { ...fragment, race, delayMinutes, json: JSON.stringify(race) };
}

/** The text of a document: its own properties, then its races in running order. */
export function documentText(head: object, fragments: Iterable<RaceFragment>): string {
  const races = [...fragments].sort(byRunningOrder).map(({ json }) => json);
  return `${JSON.stringify(head).slice(0, -1)},"races":[${races.join(',')}]}`;
}
