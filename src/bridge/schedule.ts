/** The schedule as the bridge knows it: what it needs of the answers of `/v1`. */
import type { EntryStatus, ResultMode } from '../contract/fields.ts';

export interface ScheduleLane {
  position: number;
  positionLabel: string;
  teamExternalId: string | null;
  teamName: string | null;
  status: EntryStatus;
  finishTimeMillis: number | null;
  finishPlace: number | null;
  penaltyMillis: number | null;
}

export interface ScheduleRace {
  externalId: string | null;
  raceNumber: number;
  title: string | null;
  scheduledAt: string;
  distanceMeters: number | null;
  boatClass: string | null;
  round: string | null;
  divisionLabel: string | null;
  resultMode: ResultMode;
  lanes: readonly ScheduleLane[];
}

export interface Schedule {
  status: 'draft' | 'published';
  timezone: string | null;
  updatedAt: string;
  races: readonly ScheduleRace[];
}

/** The names of the crews that have withdrawn from a race (console, "Withdrawn"), by race number; others have none. */
export type Withdrawn = ReadonlyMap<number, ReadonlySet<string>>;

/** One lane of a push of results. */
export interface LaneResult {
  position: number;
  status: EntryStatus;
  finishTimeMillis: number | null;
  finishPlace: number | null;
}

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
