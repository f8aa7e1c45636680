/** Makes the results of a race official, or provisional again (console, "Official"). */
import { NO_RESULT } from '../../domain/draw/lane.ts';
import { lanesOf, raceOf, withRace } from '../../domain/event/event-rows.ts';
import { aSchedule } from '../../domain/history/changes.ts';
import { presenceOf, touchedResults } from '../../domain/history/conflicts.ts';
import { keyOf } from '../../domain/history/event-state.ts';
import { conflict, Refusal } from '../../domain/refusal.ts';
import { officeOperation } from './office-operation.ts';

interface Input {
  raceId: number;
  official: boolean;
}

/** The result is the race's id. */
export const setOfficial = officeOperation<Input, number>({
  name: 'set-official',
  named: ({ later }, { raceId }) => [
    presenceOf(raceId),
    ...touchedResults(later, raceId),
    { key: keyOf(aSchedule), properties: ['provisionalResults'] },
  ],
  plan: ({ schedule, later, stored: { rows } }, { raceId, official }) => {
    const race = raceOf(rows, raceId);
    if (race instanceof Refusal) return race;
    if (!schedule.provisionalResults) {
      return conflict('The event does not use provisional results: see its settings.');
    }
    if (lanesOf(rows, raceId).every(({ status }) => status === NO_RESULT.status)) {
      return conflict('The race has no results yet.');
    }
    // The results that somebody signs are those that the page showed.
    const touched = touchedResults(later, raceId);
    return { after: withRace(rows, race, { official }), touched, result: raceId };
  },
});
