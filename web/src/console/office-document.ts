/** The parts of the office document that are shown (console, "Office document"). */
import type { BoardRace } from '../../../src/contract/board.ts';

export interface OfficeLane {
  position: number;
  positionLabel: string;
  crewId: number | null;
  status: 'assigned' | 'finished' | 'dns' | 'dnf' | 'dsq';
  finishTimeMillis: number | null;
  finishPlace: number | null;
  penaltyMillis: number | null;
}

export interface OfficeRace {
  id: number;
  raceNumber: number;
  printedNumber?: string | null;
  title: string | null;
  scheduledAt: string;
  estimatedAt: string;
  distanceMeters: number | null;
  boatClass: string | null;
  round: string | null;
  divisionLabel: string | null;
  state?: 'planned' | 'cancelled' | 'postponed';
  lanes: OfficeLane[];
}

export interface OfficeDocument {
  revision: number;
  days: { day: string; delayMinutes: number }[];
  crews: { id: number; name: string }[];
  /** In running order. */
  races: OfficeRace[];
  updatedAt: string;
}

/** Its races in the form in which the pages show races, with the names of their crews. */
export function boardRaces({ races, crews }: OfficeDocument): BoardRace[] {
  const names = new Map(crews.map(({ id, name }) => [id, name]));
  return races.map((race) => ({
    ...race,
    notes: null,
    resultMode: 'timed',
    results: 'full',
    lanes: race.lanes.map((lane) => ({
      ...lane,
      crewName: lane.crewId === null ? null : (names.get(lane.crewId) ?? null),
    })),
  }));
}
