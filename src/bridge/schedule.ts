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

/** The names of the crews that have withdrawn, by race number; a race without any is absent (console, "Withdrawn"). */
export type Withdrawn = ReadonlyMap<number, ReadonlySet<string>>;

/** One lane of a push of results. */
export type LaneResult = Pick<
  ScheduleLane,
  'position' | 'status' | 'finishTimeMillis' | 'finishPlace'
>;

/** The key of a race in the ledger: its `externalId`, or `#` and its number while it has none. */
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

/** The key of a crew in the ledger: its `externalId`, or its unique name if it was entered by hand; `null` for a free lane. */
export function crewKeyOf(lane: ScheduleLane): string | null {
  return lane.teamExternalId ?? lane.teamName;
}

/** Whether a lane has a crew that has not withdrawn. The lane of a withdrawn crew stays free. */
export function hasRowingCrew(
  lane: ScheduleLane,
  { raceNumber }: ScheduleRace,
  withdrawn: Withdrawn,
): boolean {
  const isGone = withdrawn.get(raceNumber)?.has(lane.teamName ?? '') === true;
  return crewKeyOf(lane) !== null && !isGone;
}
