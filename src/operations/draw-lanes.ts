/** The complete draw of one race (specification, "PUT entries"). */
import type { LaneWrite } from '../contract/race.ts';
import type { LaneTeam } from '../domain/lane.ts';
import { planDraw } from '../domain/plan-draw.ts';
import { Refusal } from '../domain/refusal.ts';
import { redrawLanes } from '../storage/lanes.ts';
import { findTeams } from '../storage/teams.ts';
import {
  changeLanes,
  loadLanes,
  type RaceName,
  type RaceWithLanes,
  raceNotFound,
  type StoredLanes,
} from './change-lanes.ts';
import type { ScheduleOperation } from './operation.ts';

interface Input {
  race: RaceName;
  lanes: readonly LaneWrite[];
}

interface Stored extends StoredLanes {
  /** The crews that the draw names, by externalId. */
  crews: Map<string, LaneTeam>;
}

export const drawLanes: ScheduleOperation<Input, Stored, RaceWithLanes> = {
  name: 'draw-lanes',
  needs: 'schedule',
  load: async (tx, { eventId }, { race, lanes }) => {
    const named = lanes.flatMap(({ teamExternalId }) => teamExternalId ?? []);
    const [stored, crews] = await Promise.all([
      loadLanes(tx, eventId, race),
      findTeams(tx, eventId, named),
    ]);
    return { ...stored, crews };
  },
  decide: ({ stored, schedule }, { race: name, lanes: payload }) => {
    const { race } = stored;
    if (!race) return raceNotFound(name);
    const lanes = planDraw(stored.lanes, payload, stored.crews);
    if (lanes instanceof Refusal) return lanes;
    const result = { race, lanes, schedule };
    const { steps, ...decision } = changeLanes(stored, result);
    return { ...decision, result, apply: (tx) => redrawLanes(tx, race.id, steps) };
  },
};
