/** What a write changes for the public: whether the board reads otherwise, and of which races it sees other results. */
import {
  type Before,
  isShownAnyway,
  showsChanges,
  type ToJudge,
  whatToJudge,
} from '../domain/event/board-changes.ts';
import type { Change } from '../domain/history/changes.ts';
import { racesWithOtherResults, racesWithSameResults } from '../domain/results/results-changed.ts';
import type { SomeRows } from '../domain/event/event-rows.ts';
import type { Schedule } from '../domain/event/schedule.ts';
import type { Queries } from '../storage/engine/database.ts';
import { listLanesOfRaces } from '../storage/event/lanes.ts';
import { listRaces, listRacesById } from '../storage/event/races.ts';
import { listDelays } from '../storage/event/schedules.ts';

interface WriteToJudge {
  changes: readonly Change[];
  /** The ids of the races whose view changes for a reader of the schedule; left out where they are not known. */
  races: ReadonlySet<number> | undefined;
  /** The rows that the write has loaded, as they were. */
  was: SomeRows;
}

interface PublicEffect {
  isOnBoard: boolean;
  /** The ids of the races whose results count as changed (`resultsAt`). */
  results: ReadonlySet<number>;
}

/** Asked before the write, because what it judges by is what is stored. */
export async function publicEffect(
  tx: Queries,
  { changes, races, was: rows }: WriteToJudge,
  was: Schedule,
  is: Schedule,
): Promise<PublicEffect> {
  const results = racesWithOtherResults(changes, was, is);
  if (is.status !== 'published' || was.status !== 'published') {
    return { isOnBoard: is.status === 'published', results };
  }
  // Of a race whose view is the same for its owner, the public sees nothing new either.
  const seen = changes.filter(
    ({ subject, id = 0 }) => (subject !== 'race' && subject !== 'lane') || (races?.has(id) ?? true),
  );
  const isAnyway = seen.some(isShownAnyway);
  const asked = isAnyway ? NOTHING : whatToJudge(seen);
  const known = await load(tx, rows, was.eventId, {
    ...asked,
    races: new Set([...asked.races, ...results]),
  });
  for (const id of racesWithSameResults(results, changes, known.races, was)) results.delete(id);
  return { isOnBoard: isAnyway || showsChanges(seen, known, was, is), results };
}

const NOTHING: ToJudge = { races: new Set(), all: false, delays: false };

/** Of what the write has not loaded itself, reads what is asked for. */
async function load(tx: Queries, rows: SomeRows, eventId: number, asked: ToJudge): Promise<Before> {
  const [races, lanes, all, delays] = await Promise.all([
    rows.races?.filter(({ id }) => asked.races.has(id)) ?? listRacesById(tx, eventId, asked.races),
    rows.lanes ?? listLanesOfRaces(tx, eventId, asked.races),
    asked.all ? (rows.races ?? listRaces(tx, eventId)) : [],
    asked.delays ? (rows.delays ?? listDelays(tx, eventId)) : new Map(),
  ]);
  return {
    races: new Map(races.map((race) => [race.id, { race, lanes: lanes.get(race.id) ?? [] }])),
    all,
    delays,
  };
}
