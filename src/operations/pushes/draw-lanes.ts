/** The complete draw of one race (specification, "PUT entries"): as a timing package pushes it, and as people type it. */
import type { LaneWrite } from '../../contract/race.ts';
import type { Lane, LaneTeam } from '../../domain/draw/lane.ts';
import { type LaneWord, readDraw } from '../../domain/draw/lane-words.ts';
import { planDraw, planLanes } from '../../domain/draw/plan-draw.ts';
import { lanesOf, withLanes } from '../../domain/event/event-rows.ts';
import type { Schedule } from '../../domain/event/schedule.ts';
import type { Race } from '../../domain/races/race.ts';
import { Refusal } from '../../domain/refusal.ts';
import { findTeams, listTeams } from '../../storage/event/teams.ts';
import { loadRace, type RaceName, type RaceRows, raceNotFound } from '../load-rows.ts';
import { newsOfDraw } from '../news.ts';
import type { Plan, ScheduleOperation } from '../operation.ts';

interface Input {
  race: RaceName;
  lanes: readonly LaneWrite[];
}

interface Stored<Crews> {
  rows: RaceRows;
  crews: Crews;
}

/** Draws by `externalId`. The stored crews are those that the draw names, by that id. */
export const drawLanes: ScheduleOperation<Input, Stored<Map<string, LaneTeam>>, void> = {
  name: 'draw-lanes',
  needs: 'schedule',
  load: async (tx, { eventId }, { race, lanes }) => {
    const named = lanes.flatMap(({ teamExternalId }) => teamExternalId ?? []);
    const [rows, crews] = await Promise.all([
      loadRace(tx, eventId, race),
      findTeams(tx, eventId, named),
    ]);
    return { rows, crews };
  },
  plan: (context, { race: name, lanes: payload }) => {
    const { rows, crews } = context.stored;
    const [race] = rows.races;
    if (!race) return raceNotFound(name);
    return redrawn(context, race, planDraw(lanesOf(rows, race.id), payload, crews));
  },
};

interface WordsInput {
  raceNumber: number;
  /** Lanes by their labels, crews by their names. */
  words: readonly LaneWord[];
}

/** Draws by names. The stored crews are all of the event. */
export const drawByName: ScheduleOperation<WordsInput, Stored<LaneTeam[]>, void> = {
  name: 'draw-lanes',
  needs: 'schedule',
  load: async (tx, { eventId }, { raceNumber }) => {
    const [rows, crews] = await Promise.all([
      loadRace(tx, eventId, { raceNumber }),
      listTeams(tx, eventId),
    ]);
    return { rows, crews };
  },
  plan: (context, { raceNumber, words }) => {
    const { schedule, stored } = context;
    const { rows, crews } = stored;
    const [race] = rows.races;
    if (!race) return raceNotFound({ raceNumber });
    const lanes = lanesOf(rows, race.id);
    const drawn = readDraw({ race, lanes, schedule }, words, crews);
    return redrawn(context, race, drawn instanceof Refusal ? drawn : planLanes(lanes, drawn));
  },
};

/** @param lanes of the new draw, or its refusal */
function redrawn(
  context: { schedule: Schedule; now: number; stored: { rows: RaceRows } },
  race: Race,
  lanes: Lane[] | Refusal,
): Plan<RaceRows, void> | Refusal {
  if (lanes instanceof Refusal) return lanes;
  const { rows } = context.stored;
  const before = { race, lanes: lanesOf(rows, race.id) };
  // Only the draw is news: followers are not notified of results that go with their lanes.
  const news = newsOfDraw(context, { before, after: { race, lanes } });
  return { after: withLanes(rows, race.id, lanes), result: undefined, news };
}
