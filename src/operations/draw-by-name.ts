/** The complete draw of one race, as people say it: lanes by their labels, crews by their names. */
import type { LaneTeam } from '../domain/lane.ts';
import type { LaneWord } from '../domain/lane-words.ts';
import { planLanes } from '../domain/plan-draw.ts';
import { readDraw } from '../domain/read-draw.ts';
import { Refusal } from '../domain/refusal.ts';
import { listTeams } from '../storage/teams.ts';
import {
  loadLanes,
  type RaceWithLanes,
  raceNotFound,
  redraw,
  type StoredLanes,
} from './change-lanes.ts';
import type { ScheduleOperation } from './operation.ts';

interface Input {
  raceNumber: number;
  words: readonly LaneWord[];
}

interface Stored extends StoredLanes {
  crews: LaneTeam[];
}

export const drawByName: ScheduleOperation<Input, Stored, RaceWithLanes> = {
  name: 'draw-lanes',
  needs: 'schedule',
  load: async (tx, { eventId }, { raceNumber }) => {
    const [stored, crews] = await Promise.all([
      loadLanes(tx, eventId, { raceNumber }),
      listTeams(tx, eventId),
    ]);
    return { ...stored, crews };
  },
  decide: ({ stored, schedule }, { raceNumber, words }) => {
    const { race, lanes, crews } = stored;
    if (!race) return raceNotFound({ raceNumber });
    const before = { race, lanes, schedule };
    const drawn = readDraw(before, words, crews);
    return redraw(before, drawn instanceof Refusal ? drawn : planLanes(lanes, drawn));
  },
};
