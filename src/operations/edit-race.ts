/** Changes properties of a race by hand, whoever entered it; properties left out stay. */
import { aRace, differing } from '../domain/changes.ts';
import { settledByMode } from '../domain/official-rules.ts';
import type { Race, RaceFields } from '../domain/plan-races.ts';
import { conflict } from '../domain/refusal.ts';
import { applyRaceSteps, listRaces } from '../storage/races.ts';
import { raceNotFound } from './change-lanes.ts';
import type { ScheduleOperation } from './operation.ts';

interface Input {
  /** Before the change. */
  raceNumber: number;
  fields: Partial<Omit<RaceFields, 'externalId'>>;
}

export const editRace: ScheduleOperation<Input, Race[], void> = {
  name: 'edit-race',
  needs: 'schedule',
  load: (tx, { eventId }) => listRaces(tx, eventId),
  decide: ({ stored: races, eventId }, { raceNumber, fields }) => {
    const before = races.find((race) => race.raceNumber === raceNumber);
    if (!before) return raceNotFound({ raceNumber });
    const { id, ...stored } = before;
    const after = settledByMode(stored, { ...stored, ...fields });
    if (races.some((race) => race.id !== id && race.raceNumber === after.raceNumber)) {
      return conflict(`Race number ${after.raceNumber} is taken.`);
    }
    const { changed, changes } = differing([{ id, before, after }], () => aRace(id, after));
    return {
      result: undefined,
      changes,
      shows: 'marked',
      apply: (tx, revision) => applyRaceSteps(tx, eventId, changed, revision),
    };
  },
};
