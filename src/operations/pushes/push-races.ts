/** The running order as a timing package pushes it (specification, "PUT races"). */
import type { UpsertOutcome } from '../../contract/fields.ts';
import type { RaceWrite } from '../../contract/race.ts';
import { upserted } from '../../domain/event/event-rows.ts';
import { countNew, withIds } from '../../domain/event/upsert.ts';
import { numberOf, planRaces } from '../../domain/races/plan-races.ts';
import { Refusal } from '../../domain/refusal.ts';
import { reserveIds } from '../../storage/engine/prepared.ts';
import { loadRaces, type RaceRows } from '../load-rows.ts';
import type { ScheduleOperation } from '../operation.ts';

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
