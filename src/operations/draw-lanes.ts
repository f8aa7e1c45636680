/** The complete draw of one race, as a timing package pushes it (specification, "PUT entries"). */
import type { LaneWrite } from '../contract/race.ts';
import type { LaneTeam } from '../domain/lane.ts';
import { planDraw } from '../domain/plan-draw.ts';
import { findTeams } from '../storage/teams.ts';
import {
  loadLanes,
  type RaceName,
  type RaceWithLanes,
  raceNotFound,
  redraw,
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
    const { race, lanes } = stored;
    if (!race) return raceNotFound(name);
    return redraw({ race, lanes, schedule }, planDraw(lanes, payload, stored.crews));
  },
};
