/** What a draw and a push of results have in common: both change the lanes of one race. */
import { aLane, type Change, differing } from '../domain/changes.ts';
import { laneFacts } from '../domain/event-state.ts';
import type { Lane } from '../domain/lane.ts';
import { becomingProvisional, hasOtherResults } from '../domain/official-rules.ts';
import type { Race } from '../domain/plan-races.ts';
import { raceView } from '../domain/race-view.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Schedule } from '../domain/schedule.ts';
import type { Queries } from '../storage/database.ts';
import { type LaneStep, listLanes, listLanesOfRace, redrawLanes } from '../storage/lanes.ts';
import { findRace, findRaceBy, makeProvisional } from '../storage/races.ts';
import type { Decision } from './operation.ts';

/** One race, as it is stored. */
export interface StoredLanes {
  /** `undefined` when the schedule has no such race. */
  race: Race | undefined;
  /** By position. */
  lanes: Lane[];
}

/** One race, as it is afterwards. */
export interface RaceWithLanes {
  race: Race;
  lanes: Lane[];
  schedule: Schedule;
}

/** Which race: by the caller's id, or by its number. */
export type RaceName = { externalId: string } | { raceNumber: number };

export async function loadLanes(
  tx: Queries,
  eventId: number,
  name: RaceName,
): Promise<StoredLanes> {
  if ('externalId' in name) {
    const [race, lanes] = await Promise.all([
      findRace(tx, eventId, name.externalId),
      listLanes(tx, eventId, name.externalId),
    ]);
    return { race, lanes };
  }
  const race = await findRaceBy(tx, eventId, 'race_number', name.raceNumber);
  return { race, lanes: race ? await listLanesOfRace(tx, race.id) : [] };
}

/** The decision that gives a race other lanes. @param lanes of the new draw, or its refusal */
export function redraw(
  before: RaceWithLanes,
  lanes: Lane[] | Refusal,
): Decision<RaceWithLanes> | Refusal {
  if (lanes instanceof Refusal) return lanes;
  const result = { ...before, lanes };
  const { steps, becomesProvisional, ...decision } = changeLanes(before, result);
  const { id } = before.race;
  return {
    ...decision,
    result,
    apply: async (tx) => {
      await redrawLanes(tx, id, steps);
      if (becomesProvisional) await makeProvisional(tx, id);
    },
  };
}

/** Compares the lanes of a race before and after: the rows to write, and whether an answer shows the change. */
export function changeLanes(
  { lanes }: Pick<StoredLanes, 'lanes'>,
  { race, lanes: after, schedule }: RaceWithLanes,
): { steps: LaneStep[]; changes: Change[]; shows: number[]; becomesProvisional: boolean } {
  const { changed, changes } = differing(stepsBetween(lanes, after), ({ position }) =>
    aLane(race, position),
  );
  const view = (shown: readonly Lane[]) =>
    JSON.stringify(raceView(race, shown, schedule.laneScheme));
  // A label spelt out that equals the default, say, is stored but shows nowhere.
  const isShown = changed.length > 0 && view(lanes) !== view(after);
  const becomesProvisional = race.official && hasOtherResults(lanes, after);
  if (becomesProvisional) changes.push(becomingProvisional(race));
  return {
    steps: changed.map(({ lanes }) => lanes),
    changes,
    shows: isShown || becomesProvisional ? [race.id] : [],
    becomesProvisional,
  };
}

export function raceNotFound(name: RaceName): Refusal {
  const called =
    'externalId' in name
      ? `externalId ${JSON.stringify(name.externalId)}`
      : `number ${name.raceNumber}`;
  return new Refusal('race_not_found', `No race has the ${called}.`);
}

interface Step {
  position: number;
  lanes: LaneStep;
  before: object | null;
  after: object | null;
}

function stepsBetween(before: readonly Lane[], after: readonly Lane[]): Step[] {
  const [was, is] = [byPosition(before), byPosition(after)];
  return [...new Set([...was.keys(), ...is.keys()])].map((position) => {
    const lanes = { before: was.get(position) ?? null, after: is.get(position) ?? null };
    return { position, lanes, before: factsOf(lanes.before), after: factsOf(lanes.after) };
  });
}

function byPosition(lanes: readonly Lane[]): Map<number, Lane> {
  return new Map(lanes.map((lane) => [lane.position, lane]));
}

function factsOf(lane: Lane | null): object | null {
  return lane && laneFacts(lane);
}
