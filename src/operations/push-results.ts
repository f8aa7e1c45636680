/** Results of one race (specification, "PUT results"). */
import type { ResultWrite } from '../contract/race.ts';
import type { Lane } from '../domain/lane.ts';
import { dependsOnDelay, isNear, resultNews } from '../domain/news.ts';
import type { Race } from '../domain/plan-races.ts';
import { planResults } from '../domain/plan-results.ts';
import { venueDay } from '../domain/race-day.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Queries } from '../storage/database.ts';
import { updateResults } from '../storage/lanes.ts';
import { listDelays } from '../storage/schedules.ts';
import {
  changeLanes,
  loadLanes,
  type RaceName,
  type RaceWithLanes,
  raceNotFound,
  type StoredLanes,
} from './change-lanes.ts';
import type { Decision, Moment, ScheduleOperation, Situation } from './operation.ts';

interface Input {
  race: RaceName;
  results: readonly ResultWrite[];
}

/** The lanes of a race, with what decides whether their results are news. */
export interface StoredResults extends StoredLanes {
  /** In minutes, by venue day; empty where they decide nothing. */
  delays: ReadonlyMap<string, number>;
}

export const pushResults: ScheduleOperation<Input, StoredResults, RaceWithLanes> = {
  name: 'push-results',
  needs: 'schedule',
  load: (tx, moment, { race }) => loadResults(tx, moment, race),
  decide: (situation, { race: name, results }) => {
    const { race, lanes } = situation.stored;
    if (!race) return raceNotFound(name);
    return rescore(situation, race, planResults(race.resultMode, lanes, results));
  },
};

export async function loadResults(
  tx: Queries,
  { eventId, now }: Moment,
  race: RaceName,
): Promise<StoredResults> {
  const stored = await loadLanes(tx, eventId, race);
  const asksDelays = stored.race && dependsOnDelay(stored.race.scheduledAt, now);
  return { ...stored, delays: asksDelays ? await listDelays(tx, eventId) : new Map() };
}

/** What is to be done so that the lanes of a race have other results, if these are not refused. */
export function rescore(
  situation: Situation<StoredResults>,
  race: Race,
  lanes: Lane[] | Refusal,
): Decision<RaceWithLanes> | Refusal {
  if (lanes instanceof Refusal) return lanes;
  const { stored, schedule } = situation;
  const result = { race, lanes, schedule };
  const { steps, ...decision } = changeLanes(stored, result);
  const changed = steps.flatMap(({ after }) => after ?? []);
  return {
    ...decision,
    result,
    apply: (tx) => updateResults(tx, race.id, changed),
    news: newsOf(situation, result),
  };
}

/** What followers are to be told of the results (decisions L19, L20). */
function newsOf(
  { stored, schedule, now }: Situation<StoredResults>,
  { race, lanes }: RaceWithLanes,
) {
  const stateBefore = resultNews(schedule, race, stored.lanes, lanes);
  const delayMinutes = stored.delays.get(venueDay(race.scheduledAt, schedule.timezone)) ?? 0;
  if (stateBefore === undefined || !isNear(race.scheduledAt, delayMinutes, now)) return undefined;
  return { kind: 'results-posted', subject: String(race.id), stateBefore } as const;
}
