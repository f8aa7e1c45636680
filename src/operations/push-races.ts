/** The running order as a timing package pushes it (specification, "PUT races"). */
import type { RaceWrite } from '../contract/race.ts';
import { aRace, differing } from '../domain/changes.ts';
import type { Lane } from '../domain/lane.ts';
import { numberOf, planRaces, type Race, type RaceStep } from '../domain/plan-races.ts';
import { settledByMode } from '../domain/official-rules.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Schedule } from '../domain/schedule.ts';
import { countNew, withIds } from '../domain/upsert.ts';
import { listLanesChangedSince } from '../storage/lanes.ts';
import { reserveIds } from '../storage/prepared.ts';
import { applyRaceSteps, listRaces } from '../storage/races.ts';
import type { ScheduleOperation } from './operation.ts';

interface Stored {
  races: Race[];
  /** By race id. */
  lanes: ReadonlyMap<number, Lane[]>;
  /** One for each race that is new. */
  newIds: number[];
}

export interface PushedRaces extends Omit<Stored, 'newIds'> {
  schedule: Schedule;
  /** One per element, in the payload's order. */
  steps: readonly RaceStep[];
}

export const pushRaces: ScheduleOperation<readonly RaceWrite[], Stored, PushedRaces> = {
  name: 'push-races',
  needs: 'schedule',
  load: async (tx, { eventId }, payload) => {
    const [races, lanes] = await Promise.all([
      listRaces(tx, eventId),
      listLanesChangedSince(tx, eventId, 0),
    ]);
    const newIds = await reserveIds(tx, 'races', countNew(races, payload, numberOf));
    return { races, lanes, newIds };
  },
  decide: ({ stored, schedule, eventId }, payload) => {
    const planned = planRaces(stored.races, payload, schedule.defaultResultMode);
    if (planned instanceof Refusal) return planned;
    const steps = planned.map((step) => {
      const after = settledByMode(step.before, step.after);
      return after === step.after ? step : { ...step, after };
    });
    const { changed, changes } = differing(withIds(steps, stored.newIds), ({ id, after }) =>
      aRace(id, after),
    );
    return {
      result: { ...stored, schedule, steps },
      changes,
      shows: 'marked',
      apply: (tx, revision) => applyRaceSteps(tx, eventId, changed, revision),
    };
  },
};
