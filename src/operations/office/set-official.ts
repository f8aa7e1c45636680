/** Makes the results of a race official, or provisional again (console, "Official"). */
import { aSchedule } from '../../domain/changes.ts';
import { presenceOf, touchedResults } from '../../domain/conflicts.ts';
import { keyOf, lanesOfRace, withProperties } from '../../domain/event-state.ts';
import { NO_RESULT } from '../../domain/lane.ts';
import { conflict, Refusal } from '../../domain/refusal.ts';
import { findRaceItem } from './find-race.ts';
import { officeOperation, type Seen } from './office-operation.ts';

interface Input extends Seen {
  raceId: number;
  official: boolean;
}

/** The result is the race's id. */
export const setOfficial = officeOperation<Input, number>({
  name: 'set-official',
  named: ({ stored: { later } }, { raceId }) => [
    presenceOf(raceId),
    ...touchedResults(later, raceId),
    { key: keyOf(aSchedule), properties: ['provisionalResults'] },
  ],
  plan: ({ schedule, stored: { state, later } }, { raceId, official }) => {
    const race = findRaceItem(state, raceId);
    if (race instanceof Refusal) return race;
    if (!schedule.provisionalResults) {
      return conflict('The event does not use provisional results: see its settings.');
    }
    const lanes = lanesOfRace(state, raceId);
    if (lanes.every(({ properties }) => properties.status === NO_RESULT.status)) {
      return conflict('The race has no results yet.');
    }
    // The results that somebody signs are those that the page showed.
    const touched = touchedResults(later, raceId);
    return { after: withProperties(state, race, { official }), touched, result: raceId };
  },
});
