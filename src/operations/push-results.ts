/** Results of one race (specification, "PUT results"). */
import type { ResultWrite } from '../contract/race.ts';
import { dependsOnDelay, isNear, resultNews } from '../domain/news.ts';
import { planResults } from '../domain/plan-results.ts';
import { venueDay } from '../domain/race-day.ts';
import { Refusal } from '../domain/refusal.ts';
import { listDelays } from '../storage/boards.ts';
import { updateResults } from '../storage/lanes.ts';
import {
  changeLanes,
  loadLanes,
  type RaceName,
  type RaceWithLanes,
  raceNotFound,
  type StoredLanes,
} from './change-lanes.ts';
import type { ScheduleOperation, Situation } from './operation.ts';

interface Input {
  race: RaceName;
  results: readonly ResultWrite[];
}

interface Stored extends StoredLanes {
  /** In minutes, by venue day; empty where they decide nothing. */
  delays: ReadonlyMap<string, number>;
}

export const pushResults: ScheduleOperation<Input, Stored, RaceWithLanes> = {
  name: 'push-results',
  needs: 'schedule',
  load: async (tx, { eventId, now }, { race }) => {
    const stored = await loadLanes(tx, eventId, race);
    const asksDelays = stored.race && dependsOnDelay(stored.race.scheduledAt, now);
    return { ...stored, delays: asksDelays ? await listDelays(tx, eventId) : new Map() };
  },
  decide: (situation, { race: name, results }) => {
    const { stored, schedule } = situation;
    const { race } = stored;
    if (!race) return raceNotFound(name);
    const lanes = planResults(race.resultMode, stored.lanes, results);
    if (lanes instanceof Refusal) return lanes;
    const result = { race, lanes, schedule };
    const { steps, ...decision } = changeLanes(stored, result);
    const changed = steps.flatMap(({ after }) => after ?? []);
    return {
      ...decision,
      result,
      apply: (tx) => updateResults(tx, race.id, changed),
      news: newsOf(situation, result),
    };
  },
};

/** What followers are to be told of the results (decisions L19, L20). */
function newsOf({ stored, schedule, now }: Situation<Stored>, { race, lanes }: RaceWithLanes) {
  const stateBefore = resultNews(schedule, race, stored.lanes, lanes);
  const delayMinutes = stored.delays.get(venueDay(race.scheduledAt, schedule.timezone)) ?? 0;
  if (stateBefore === undefined || !isNear(race.scheduledAt, delayMinutes, now)) return undefined;
  return { kind: 'results-posted', subject: String(race.id), stateBefore } as const;
}
