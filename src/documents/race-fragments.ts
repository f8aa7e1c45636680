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

/** A document that another one of the same event is built upon. */
export interface BaseDocument<Fragment> {
  revision: number;
  /** By id. */
  races: ReadonlyMap<number, Fragment>;
}

/**
 * The document before, unless all races have changed since or one was removed.
 *
 * @param schedule as it is now
 */
export function usableBase<Base extends { revision: number }>(
  { revision, baseRevision }: Pick<Schedule, 'revision' | 'baseRevision'>,
  before: Base | undefined,
): Base | undefined {
  const isUsable = before && before.revision <= revision && before.revision >= baseRevision;
  return isUsable ? before : undefined;
}

/**
 * The fragments of an event's races, by id.
 *
 * @param base those of races that have not changed since are taken from it
 * @param fragmentOf makes those of the others
 */
export async function listFragments<Fragment extends RaceFragment>(
  db: Queries,
  eventId: number,
  base: BaseDocument<Fragment> | undefined,
  fragmentOf: (race: StoredRace, lanes: readonly Lane[]) => Fragment,
): Promise<Map<number, Fragment>> {
  const since = base?.revision ?? 0;
  const changed = await listRacesChangedSince(db, eventId, since);
  const lanes = await listLanesChangedSince(db, eventId, since);
  const fragments = new Map(base?.races);
  for (const race of changed) fragments.set(race.id, fragmentOf(race, lanes.get(race.id) ?? []));
  return fragments;
}

/** The text of a document: its own properties, then its races in running order. */
export function documentText(head: object, fragments: Iterable<RaceFragment>): string {
  const races = [...fragments].sort(byRunningOrder).map(({ json }) => json);
  return `${JSON.stringify(head).slice(0, -1)},"races":[${races.join(',')}]}`;
}
