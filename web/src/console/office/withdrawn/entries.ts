/** Where a crew can withdraw, and where it has: what the race office offers. Pure. */
import type { Office, OfficeRace } from '../../../../../src/contract/console/office.ts';
import { numberShown } from '../../../../../src/domain/races/race-name.ts';

type Lane = Pick<OfficeRace['lanes'][number], 'crewId' | 'status' | 'withdrawn'>;

/** Whether the crew of a lane can withdraw: it has no result, and has not withdrawn yet. */
export function canWithdraw({ crewId, status, withdrawn }: Lane): boolean {
  return crewId !== null && status === 'assigned' && !withdrawn;
}

/** The printed numbers of races. */
export interface EntriesOfCrew {
  /** In which the crew can withdraw. */
  open: string[];
  /** In which it has. */
  withdrawn: string[];
}

const NONE: EntriesOfCrew = { open: [], withdrawn: [] };

/** What can be done with each crew that is drawn, by its id. */
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

/** @param crewId of a crew that may not be stored yet */
export function entriesOf(
  all: ReadonlyMap<number, EntriesOfCrew>,
  crewId: number | undefined,
): EntriesOfCrew {
  return (crewId === undefined ? undefined : all.get(crewId)) ?? NONE;
}
