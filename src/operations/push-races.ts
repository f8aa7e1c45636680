/** The running order as a timing package pushes it (specification, "PUT races"). */
import type { RaceWrite } from '../contract/race.ts';
import { differing } from '../domain/changes.ts';
import type { Lane } from '../domain/lane.ts';
import { planRaces, type Race, type RaceStep } from '../domain/plan-races.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Schedule } from '../domain/schedule.ts';
import { listLanesChangedSince } from '../storage/lanes.ts';
import { applyRaceSteps, listRaces } from '../storage/races.ts';
import type { ScheduleOperation } from './operation.ts';

interface Stored {
  races: Race[];
  /** By race id. */
  lanes: ReadonlyMap<number, Lane[]>;
}

export interface PushedRaces extends Stored {
  schedule: Schedule;
  /** One per element, in the payload's order. */
  steps: readonly RaceStep[];
}

export const pushRaces: ScheduleOperation<readonly RaceWrite[], Stored, PushedRaces> = {
  name: 'push-races',
  needs: 'schedule',
  load: async (tx, { eventId }) => {
    const [races, lanes] = await Promise.all([
      listRaces(tx, eventId),
      listLanesChangedSince(tx, eventId, 0),
    ]);
    return { races, lanes };
  },
  decide: ({ stored, schedule, eventId }, payload) => {
    const steps = planRaces(stored.races, payload, schedule.defaultResultMode);
    if (steps instanceof Refusal) return steps;
    const { changed, changes } = differing('race', steps, ({ after }) => nameOf(after));
    return {
      result: { ...stored, schedule, steps },
      changes,
      shows: 'marked',
      apply: (tx, revision) => applyRaceSteps(tx, eventId, changed, revision),
    };
  },
};

function nameOf({ raceNumber }: { raceNumber: number }): string {
  return `race ${raceNumber}`;
}
