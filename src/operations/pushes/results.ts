/**
 * Results of one race (specification, "PUT results"): as a timing package pushes them, and as people type them; and what
 * happens from its start to its finish, as timing software writes it (racing, "Interface for timing software").
 */
import type { ResultWrite } from '../../contract/race.ts';
import type { TimingWrite } from '../../contract/timing.ts';
import type { Lane } from '../../domain/draw/lane.ts';
import type { LaneWord } from '../../domain/draw/lane-words.ts';
import { type EventRows, lanesOf, withLanes, withRace } from '../../domain/event/event-rows.ts';
import { dependsOnDelay } from '../../domain/following/news.ts';
import type { Race } from '../../domain/races/race.ts';
import { Refusal } from '../../domain/refusal.ts';
import { planRacing } from '../../domain/results/plan-racing.ts';
import { planResults } from '../../domain/results/plan-results.ts';
import { readResults } from '../../domain/results/result-word.ts';
import type { Queries } from '../../storage/engine/database.ts';
import { listDelays } from '../../storage/event/schedules.ts';
import { loadRace, type RaceName, type RaceRows, raceNotFound } from '../load-rows.ts';
import type { Plan, ScheduleOperation, WriteContext } from '../operation.ts';

interface Stored {
  /** One race; and the delays of the event, if they decide whether its results are news. */
  rows: RaceRows & Pick<EventRows, 'delays'>;
}

interface Input {
  race: RaceName;
  results: readonly ResultWrite[];
}

export const pushResults: ScheduleOperation<Input, Stored, void> = {
  name: 'push-results',
  needs: 'schedule',
  load: (tx, moment, { race }) => load(tx, moment, race),
  plan: ({ stored: { rows } }, { race: name, results }) => {
    const [race] = rows.races;
    if (!race) return raceNotFound(name);
    return rescored(rows, race, planResults(race.resultMode, lanesOf(rows, race.id), results));
  },
};

interface WordsInput {
  raceNumber: number;
  /** Lanes by their labels, times as on a stopwatch. */
  words: readonly LaneWord[];
}

export const enterResults: ScheduleOperation<WordsInput, Stored, void> = {
  name: 'push-results',
  needs: 'schedule',
  load: (tx, moment, { raceNumber }) => load(tx, moment, { raceNumber }),
  plan: ({ schedule, stored: { rows } }, { raceNumber, words }) => {
    const [race] = rows.races;
    if (!race) return raceNotFound({ raceNumber });
    const lanes = lanesOf(rows, race.id);
    const results = readResults({ race, lanes, schedule }, words);
    if (results instanceof Refusal) return results;
    return rescored(rows, race, planResults(race.resultMode, lanes, results));
  },
};

async function load(tx: Queries, { eventId, now }: WriteContext, name: RaceName): Promise<Stored> {
  const rows = await loadRace(tx, eventId, name);
  const [race] = rows.races;
  const asksDelays = race && dependsOnDelay(race.scheduledAt, now);
  return { rows: { ...rows, delays: asksDelays ? await listDelays(tx, eventId) : new Map() } };
}

/** @param lanes with the new results, or their refusal */
function rescored(
  rows: Stored['rows'],
  { id }: Race,
  lanes: Lane[] | Refusal,
): Plan<Stored['rows'], void> | Refusal {
  if (lanes instanceof Refusal) return lanes;
  return { after: withLanes(rows, id, lanes), result: undefined };
}

interface RacingInput {
  race: RaceName;
  racing: TimingWrite;
}

/** One race; the delays of the event, which decide when its entries are planned to start. */
export type TimingRows = RaceRows & Pick<EventRows, 'delays'>;

export const setRacing: ScheduleOperation<RacingInput, { rows: TimingRows }, void> = {
  name: 'set-racing',
  needs: 'schedule',
  load: async (tx, { eventId }, { race }) => {
    const [rows, delays] = await Promise.all([
      loadRace(tx, eventId, race),
      listDelays(tx, eventId),
    ]);
    return { rows: { ...rows, delays } };
  },
  plan: ({ schedule: { laneScheme }, stored: { rows } }, { race: name, racing }) => {
    const [race] = rows.races;
    if (!race) return raceNotFound(name);
    const planned = planRacing({ race, lanes: lanesOf(rows, race.id), laneScheme }, racing);
    if (planned instanceof Refusal) return planned;
    const after = withLanes(withRace(rows, race, planned.race), race.id, planned.lanes);
    return { after, result: undefined };
  },
};
