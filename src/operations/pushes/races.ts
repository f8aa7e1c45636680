/**
 * The running order as a timing package pushes it (specification, "PUT races"); and races added by hand, and changes by
 * hand of any race.
 */
import type { UpsertOutcome } from '../../contract/fields.ts';
import type { RaceWrite } from '../../contract/race.ts';
import { upserted, withRace } from '../../domain/event/event-rows.ts';
import { countNew, withIds } from '../../domain/event/upsert.ts';
import { newRace, numberOf, planRaces, type RaceFields } from '../../domain/races/race.ts';
import { repeatedValues } from '../../domain/races/row-writes.ts';
import { conflict, Refusal } from '../../domain/refusal.ts';
import { reserveIds } from '../../storage/engine/prepared.ts';
import { loadRaces, type RaceRows, raceNotFound } from '../load-rows.ts';
import type { Plan, ScheduleOperation } from '../operation.ts';

interface Stored {
  rows: RaceRows;
  /** One for each race that is new. */
  newIds: number[];
}

/** The result says what became of each race that was pushed, by its id. */
export const pushRaces: ScheduleOperation<
  readonly RaceWrite[],
  Stored,
  ReadonlyMap<number, UpsertOutcome>
> = {
  name: 'push-races',
  needs: 'schedule',
  load: async (tx, { eventId }, payload) => {
    const rows = await loadRaces(tx, eventId);
    const newIds = await reserveIds(tx, 'races', countNew(rows.races, payload, numberOf));
    return { rows, newIds };
  },
  plan: ({ schedule, stored: { rows, newIds } }, payload) => {
    const planned = planRaces(rows.races, payload, schedule.defaultResultMode);
    if (planned instanceof Refusal) return planned;
    const steps = withIds(planned, newIds);
    const pushed = steps.map(({ id, after }) => Object.assign(after, { id }));
    return {
      after: { ...rows, races: upserted(rows.races, pushed) },
      result: new Map(steps.map(({ id, outcome }) => [id, outcome])),
    };
  },
};

interface OneRace {
  rows: RaceRows;
}

interface Addition {
  raceNumber: number;
  title: string | null;
  /** Epoch milliseconds. */
  scheduledAt: number;
}

/** Adds a race without an externalId, so that a timing package can adopt it later. */
export const addRace: ScheduleOperation<Addition, OneRace & { id: number }, void> = {
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
  /** The number before the change. */
  raceNumber: number;
  /** Those that are left out stay. */
  fields: Partial<Omit<RaceFields, 'externalId'>>;
}

export const editRace: ScheduleOperation<Edit, OneRace, void> = {
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
