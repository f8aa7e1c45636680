/** A race entered by hand, and changed by hand, whoever entered it. */
import { withRace } from '../../domain/event/event-rows.ts';
import { newRace, type RaceFields } from '../../domain/races/plan-races.ts';
import { repeatedValues } from '../../domain/races/row-writes.ts';
import { conflict, type Refusal } from '../../domain/refusal.ts';
import { reserveIds } from '../../storage/engine/prepared.ts';
import { loadRaces, type RaceRows, raceNotFound } from '../load-rows.ts';
import type { Plan, ScheduleOperation } from '../operation.ts';

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
    const { defaultResultMode: resultMode } = schedule;
    const race = { id, ...newRace({ raceNumber, scheduledAt, resultMode }), title };
    return unlessTaken({ ...rows, races: [...rows.races, race] }, raceNumber);
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
    return unlessTaken(withRace(rows, race, fields), wanted);
  },
};

/** @param raceNumber of the race that is added or changed */
function unlessTaken(after: RaceRows, raceNumber: number): Plan<RaceRows, void> | Refusal {
  const isTaken = repeatedValues(after.races.map((race) => race.raceNumber)).length > 0;
  return isTaken ? conflict(`Race number ${raceNumber} is taken.`) : { after, result: undefined };
}
