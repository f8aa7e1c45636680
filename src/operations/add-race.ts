/** A race entered by hand, without an externalId, so that a timing package can adopt it later. */
import type { Race } from '../domain/plan-races.ts';
import { conflict } from '../domain/refusal.ts';
import { applyRaceSteps, listRaces } from '../storage/races.ts';
import type { ScheduleOperation } from './operation.ts';

interface Input {
  raceNumber: number;
  title: string | null;
  /** Epoch milliseconds. */
  scheduledAt: number;
}

export const addRace: ScheduleOperation<Input, Race[], void> = {
  name: 'add-race',
  needs: 'schedule',
  load: (tx, { eventId }) => listRaces(tx, eventId),
  decide: ({ stored, schedule, eventId }, { raceNumber, title, scheduledAt }) => {
    if (stored.some((race) => race.raceNumber === raceNumber)) {
      return conflict(`Race number ${raceNumber} is taken.`);
    }
    const after = {
      externalId: null,
      raceNumber,
      title,
      scheduledAt,
      distanceMeters: null,
      boatClass: null,
      round: null,
      divisionLabel: null,
      resultMode: schedule.defaultResultMode,
      resultVisibility: null,
      laneScheme: null,
      notes: null,
    };
    const step = { outcome: 'inserted', before: null, after } as const;
    return {
      result: undefined,
      changes: [{ subject: 'race', name: `race ${raceNumber}`, before: null, after }],
      shows: 'marked',
      apply: (tx, revision) => applyRaceSteps(tx, eventId, [step], revision),
    };
  },
};
