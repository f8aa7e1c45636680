/**
 * The part of a document that is a list of races. Every race carries the revision of its last change, so only
 * races that have changed are read and serialised again; the others are taken from the document before.
 */
import type { Lane } from '../domain/lane.ts';
import { byRunningOrder, type Placed } from '../domain/running-order.ts';
import type { Schedule } from '../domain/schedule.ts';
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

/** The text of a document: its own properties, then its races in running order. */
export function documentText(head: object, fragments: Iterable<RaceFragment>): string {
  const races = [...fragments].sort(byRunningOrder).map(({ json }) => json);
  return `${JSON.stringify(head).slice(0, -1)},"races":[${races.join(',')}]}`;
}
