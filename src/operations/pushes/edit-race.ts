/** A race entered by hand, and changed by hand, whoever entered it. */
import { withRace } from '../../domain/event/event-rows.ts';
import { newRace, type RaceFields } from '../../domain/races/plan-races.ts';
import { conflict } from '../../domain/refusal.ts';
import { reserveIds } from '../../storage/engine/prepared.ts';
import { loadRaces, type RaceRows, raceNotFound } from '../load-rows.ts';
import type { ScheduleOperation } from '../operation.ts';

interface Stored {
  rows: RaceRows;
}

interface Addition {
  raceNumber: number;
  title: string | null;
  /** Epoch milliseconds. */
  scheduledAt: number;
}

/** Without an externalId, so that a timing package can adopt it later. */
export const addRace: ScheduleOperation<Addition, Stored & { id: number }, void> = {
  name: 'add-race',
  needs: 'schedule',
  load: async (tx, { eventId }) => {
    const [rows, ids] = await Promise.all([loadRaces(tx, eventId), reserveIds(tx, 'races', 1)]);
    return { rows, id: ids[0] as number };
  },
  plan: ({ schedule, stored: { rows, id } }, { raceNumber, title, scheduledAt }) => {
    if (rows.races.some((race) => race.raceNumber === raceNumber)) {
      return conflict(`Race number ${raceNumber} is taken.`);
    }
    const { defaultResultMode: resultMode } = schedule;
    const race = { id, ...newRace({ raceNumber, scheduledAt, resultMode }), title };
    return { after: { ...rows, races: [...rows.races, race] }, result: undefined };
  },
};

interface Edit {
  /** Before the change. */
  raceNumber: number;
  /** Those that are left out stay. */
  fields: Partial<Omit<RaceFields, 'externalId'>>;
}

export const editRace: ScheduleOperation<Edit, Stored, void> = {
  name: 'edit-race',
  needs: 'schedule',
  load: async (tx, { eventId }) => ({ rows: await loadRaces(tx, eventId) }),
  plan: ({ stored: { rows } }, { raceNumber, fields }) => {
    const race = rows.races.find((each) => each.raceNumber === raceNumber);
    if (!race) return raceNotFound({ raceNumber });
    const { raceNumber: wanted = raceNumber } = fields;
    if (rows.races.some((each) => each !== race && each.raceNumber === wanted)) {
      return conflict(`Race number ${wanted} is taken.`);
    }
    return { after: withRace(rows, race, fields), result: undefined };
  },
};
