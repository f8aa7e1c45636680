/** The races from which a crew can withdraw, and from which it has, for the buttons of the race office. Pure. */
import type { Office, OfficeRace } from '../../../../../src/contract/console/office.ts';
import { numberShown } from '../../../../../src/domain/races/race-name.ts';

type Lane = Pick<OfficeRace['lanes'][number], 'crewId' | 'status' | 'withdrawn'>;

/** Whether the crew of a lane can withdraw: it has no result, and has not withdrawn yet. */
export function canWithdraw({ crewId, status, withdrawn }: Lane): boolean {
  return crewId !== null && status === 'assigned' && !withdrawn;
}

/** Printed numbers of the races of a crew. */
export interface EntriesOfCrew {
  /** Races from which the crew can withdraw. */
  open: string[];
  /** Races from which it has withdrawn. */
  withdrawn: string[];
}

const NONE: EntriesOfCrew = { open: [], withdrawn: [] };

/** The entries of each crew that is drawn, by its id. */
export function entriesOfCrews({ races }: Pick<Office, 'races'>): Map<number, EntriesOfCrew> {
  const found = new Map<number, EntriesOfCrew>();
  for (const race of races) {
    for (const lane of race.lanes) {
      if (lane.crewId === null) continue;
      const entries = found.get(lane.crewId) ?? { open: [], withdrawn: [] };
      if (canWithdraw(lane)) entries.open.push(numberShown(race));
      if (lane.withdrawn) entries.withdrawn.push(numberShown(race));
      found.set(lane.crewId, entries);
    }
  }
  return found;
}

/** @param crewId `undefined` for a crew that is not stored yet */
export function entriesOf(
  all: ReadonlyMap<number, EntriesOfCrew>,
  crewId: number | undefined,
): EntriesOfCrew {
  return (crewId === undefined ? undefined : all.get(crewId)) ?? NONE;
}
