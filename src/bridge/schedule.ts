/** The schedule as the bridge knows it: what it needs of the answers of `/v1`. */
import type { Lane, Race } from '../contract/race.ts';
import type { Schedule as ScheduleAnswer } from '../contract/schedule.ts';

export type ScheduleLane = Lane;

export interface ScheduleRace
  extends Omit<Race, 'resultVisibility' | 'laneScheme' | 'notes' | 'lanes'> {
  lanes: readonly ScheduleLane[];
}

export interface Schedule extends Pick<ScheduleAnswer, 'status' | 'timezone' | 'updatedAt'> {
  races: readonly ScheduleRace[];
}

/** The names of the crews that have withdrawn from a race (console, "Withdrawn"), by race number; others have none. */
export type Withdrawn = ReadonlyMap<number, ReadonlySet<string>>;

/** One lane of a push of results. */
export type LaneResult = Pick<
  ScheduleLane,
  'position' | 'status' | 'finishTimeMillis' | 'finishPlace'
>;

/** By which the ledger knows a race that may not have an id yet. */
export function raceKeyOf(race: Pick<ScheduleRace, 'externalId' | 'raceNumber'>): string {
  return race.externalId ?? `#${race.raceNumber}`;
}

/** The race that a person names: by its `externalId`, else by its number. */
export function raceNamed(races: readonly ScheduleRace[], name: string): ScheduleRace | undefined {
  return (
    races.find(({ externalId }) => externalId === name) ??
    races.find(({ raceNumber }) => String(raceNumber) === name)
  );
}

/** By which the ledger knows a crew; entered by hand, it has no id but a name of its own. */
export function crewKeyOf(lane: ScheduleLane): string | null {
  return lane.teamExternalId ?? lane.teamName;
}

/** Whether a lane of a race has a crew that rows. The lane of whoever has withdrawn stays free. */
export function hasRowingCrew(
  lane: ScheduleLane,
  { raceNumber }: ScheduleRace,
  withdrawn: Withdrawn,
): boolean {
  const isGone = withdrawn.get(raceNumber)?.has(lane.teamName ?? '') === true;
  return crewKeyOf(lane) !== null && !isGone;
}
