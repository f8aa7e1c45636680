/** Results of one race (specification, "PUT results"). */
import type { ResultWrite } from '../contract/race.ts';
import type { Lane } from '../domain/lane.ts';
import { dependsOnDelay } from '../domain/news.ts';
import type { Race } from '../domain/plan-races.ts';
import type { DayDelay } from '../domain/race-day.ts';
import { planResults } from '../domain/plan-results.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Queries } from '../storage/database.ts';
import { updateResults } from '../storage/lanes.ts';
import { makeProvisional } from '../storage/races.ts';
import { listDelays } from '../storage/schedules.ts';
import {
  changeLanes,
  loadLanes,
  type RaceName,
  type RaceWithLanes,
  raceNotFound,
  type StoredLanes,
} from './change-lanes.ts';
import { newsOfResults } from './news.ts';
import type { Decision, Moment, ScheduleOperation, Situation } from './operation.ts';

interface Input {
  race: RaceName;
  results: readonly ResultWrite[];
}

/** The lanes of a race, with what decides whether their results are news. */
export interface StoredResults extends StoredLanes {
  /** In minutes, by venue day; empty where they decide nothing. */
  delays: ReadonlyMap<string, DayDelay>;
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

/** The decision that gives a race other results. @param lanes with the new results, or their refusal */
export function rescore(
  situation: Situation<StoredResults>,
  race: Race,
  lanes: Lane[] | Refusal,
): Decision<RaceWithLanes> | Refusal {
  if (lanes instanceof Refusal) return lanes;
  const { stored, schedule } = situation;
  const { delays, lanes: before } = stored;
  const result = { race, lanes, schedule };
  const { steps, becomesProvisional, ...decision } = changeLanes({ lanes: before }, result);
  const changed = steps.flatMap(({ after }) => after ?? []);
  return {
    ...decision,
    result,
    apply: async (tx) => {
      await updateResults(tx, race.id, changed);
      if (becomesProvisional) await makeProvisional(tx, race.id);
    },
    news: newsOfResults(situation, { race, delays, before, after: lanes }),
  };
}
