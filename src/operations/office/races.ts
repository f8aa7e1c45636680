/**
 * Races of the race office: adds, changes and removes them in one push, all or nothing (console, "Rows"); cancels one,
 * postpones it, or takes that back (console, "State").
 */
import type { RaceState } from '../../contract/board.ts';
import type { RacesWrite } from '../../contract/console/office-writes.ts';
import { raceOf, withRace } from '../../domain/event/event-rows.ts';
import {
  presenceOf,
  sentOfRows,
  touchedNumbers,
  touchedOfRaces,
} from '../../domain/history/conflicts.ts';
import { planOfficeRaces } from '../../domain/races/office-races.ts';
import { findMissing, namedRows } from '../../domain/races/row-writes.ts';
import { invalid, Refusal } from '../../domain/refusal.ts';
import { officeOperation } from './office-operation.ts';

/** Adds, changes and removes races. The result is the ids of the races in the payload's order. */
export const editRaces = officeOperation<Omit<RacesWrite, 'seen'>, number[]>({
  name: 'edit-races',
  newRows: { table: 'races', count: ({ races }) => races.filter(({ id }) => id === null).length },
  named: ({ later }, { races }) => touchedNumbers(later, races),
  sent: ({ later, stored: { rows } }, { races, removed = [] }) => [
    ...sentOfRows(rows, 'race', races),
    ...touchedOfRaces(later, removed),
  ],
  plan: ({ schedule, later, stored: { rows, newIds } }, write) => {
    const { races, removed = [] } = write;
    const named = namedRows({ list: 'races', rows: races, removed });
    const missing = findMissing(named, { subject: 'race', rows: rows.races, later });
    if (missing) return missing;
    const { defaultResultMode } = schedule;
    const planned = planOfficeRaces(rows, write, { ids: newIds, defaultResultMode });
    if (planned instanceof Refusal) return planned;
    return {
      after: planned.rows,
      touched: touchedOfRaces(later, removed),
      result: planned.ids,
    };
  },
});

interface Input {
  raceId: number;
  state: RaceState;
  /** Left out when there is none. */
  reason?: string | null | undefined;
}

/** Cancels or postpones a race, or takes that back. The result is the race's id. */
export const setRaceState = officeOperation<Input, number>({
  name: 'set-race-state',
  named: (_, { raceId }) => [presenceOf(raceId)],
  plan: ({ stored: { rows } }, { raceId, state: wanted, reason = null }) => {
    if (wanted === 'planned' && reason !== null) {
      return invalid([{ field: 'reason', detail: 'is only for cancelled and postponed races' }]);
    }
    const race = raceOf(rows, raceId);
    if (race instanceof Refusal) return race;
    // Postponing a race that was under way also takes back its start (racing, "Started, on the course, over").
    const notStarted = wanted === 'postponed' ? { startedAt: null, closed: false } : undefined;
    const changed = { state: wanted, reason, ...notStarted };
    return { after: withRace(rows, race, changed), result: raceId };
  },
});
