/** Results of one race, as people write them: lanes by their labels, times as on a stopwatch. */
import type { LaneWord } from '../domain/lane-words.ts';
import { planResults } from '../domain/plan-results.ts';
import { Refusal } from '../domain/refusal.ts';
import { readResults } from '../domain/result-word.ts';
import { type RaceWithLanes, raceNotFound } from './change-lanes.ts';
import type { ScheduleOperation } from './operation.ts';
import { loadResults, rescore, type StoredResults } from './push-results.ts';

interface Input {
  raceNumber: number;
  words: readonly LaneWord[];
}

export const enterResults: ScheduleOperation<Input, StoredResults, RaceWithLanes> = {
  name: 'push-results',
  needs: 'schedule',
  load: (tx, moment, { raceNumber }) => loadResults(tx, moment, { raceNumber }),
  decide: (situation, { raceNumber, words }) => {
    const { stored, schedule } = situation;
    const { race, lanes } = stored;
    if (!race) return raceNotFound({ raceNumber });
    const results = readResults({ race, lanes, schedule }, words);
    if (results instanceof Refusal) return results;
    return rescore(situation, race, planResults(race.resultMode, lanes, results));
  },
};
