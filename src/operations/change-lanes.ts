/** What a draw and a push of results have in common: both change the lanes of one race. */
import { type Change, differing } from '../domain/changes.ts';
import type { Lane } from '../domain/lane.ts';
import type { Race } from '../domain/plan-races.ts';
import { raceView } from '../domain/race-view.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Schedule } from '../domain/schedule.ts';
import type { Queries } from '../storage/database.ts';
import { type LaneStep, listLanes } from '../storage/lanes.ts';
import { findRace } from '../storage/races.ts';

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

/** @param externalId of the race */
export async function loadLanes(
  tx: Queries,
  eventId: number,
  externalId: string,
): Promise<StoredLanes> {
  const [race, lanes] = await Promise.all([
    findRace(tx, eventId, externalId),
    listLanes(tx, eventId, externalId),
  ]);
  return { race, lanes };
}

/** What has to be written so that a race has other lanes, and whether an answer shows it. */
export function changeLanes(
  { lanes }: StoredLanes,
  { race, lanes: after, schedule }: RaceWithLanes,
): { steps: LaneStep[]; changes: Change[]; shows: number[] } {
  const { changed, changes } = differing(
    'lane',
    stepsBetween(lanes, after),
    ({ position }) => `race ${race.raceNumber}, position ${position}`,
  );
  const view = (shown: readonly Lane[]) =>
    JSON.stringify(raceView(race, shown, schedule.laneScheme));
  // A label spelt out that equals the default, say, is stored but shows nowhere.
  const isShown = changed.length > 0 && view(lanes) !== view(after);
  return {
    steps: changed.map(({ lanes }) => lanes),
    changes,
    shows: isShown ? [race.id] : [],
  };
}

export function raceNotFound(externalId: string): Refusal {
  return new Refusal('race_not_found', `No race has the externalId ${JSON.stringify(externalId)}.`);
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
    return { position, lanes, before: facts(lanes.before), after: facts(lanes.after) };
  });
}

function byPosition(lanes: readonly Lane[]): Map<number, Lane> {
  return new Map(lanes.map((lane) => [lane.position, lane]));
}

/** A lane in the words of the history. */
function facts(lane: Lane | null): object | null {
  if (!lane) return null;
  const { team, position: _, ...rest } = lane;
  return { ...rest, team: team?.name ?? null };
}
