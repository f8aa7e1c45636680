/** A race entered by hand, without an externalId, so that a timing package can adopt it later. */
import { aRace } from '../domain/changes.ts';
import { newRace, type Race } from '../domain/plan-races.ts';
import { conflict } from '../domain/refusal.ts';
import { reserveIds } from '../storage/prepared.ts';
import { applyRaceSteps, listRaces } from '../storage/races.ts';
import type { ScheduleOperation } from './operation.ts';

interface Input {
  raceNumber: number;
  title: string | null;
  /** Epoch milliseconds. */
  scheduledAt: number;
}

interface Stored {
  races: Race[];
  /** Of the new race. */
  id: number;
}

export const addRace: ScheduleOperation<Input, Stored, void> = {
  name: 'add-race',
  needs: 'schedule',
  load: async (tx, { eventId }) => {
    const [races, ids] = await Promise.all([listRaces(tx, eventId), reserveIds(tx, 'races', 1)]);
    return { races, id: ids[0] as number };
  },
  decide: ({ stored: { races, id }, schedule, eventId }, { raceNumber, title, scheduledAt }) => {
    if (races.some((race) => race.raceNumber === raceNumber)) {
      return conflict(`Race number ${raceNumber} is taken.`);
    }
    const { defaultResultMode: resultMode } = schedule;
    const after = { ...newRace({ raceNumber, scheduledAt, resultMode }), title };
    return {
      result: undefined,
      changes: [{ ...aRace(id, after), before: null, after }],
      shows: 'marked',
      apply: (tx, revision) => applyRaceSteps(tx, eventId, [{ id, before: null, after }], revision),
    };
  },
};
