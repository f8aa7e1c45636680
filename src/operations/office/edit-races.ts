/** Adds, changes and removes races in the race office: one push, all or nothing (console, "Rows"). */
import type { RacesWrite } from '../../contract/console/office-writes.ts';
import { sentOf, touchedOfRaces, touchedWhere } from '../../domain/history/conflicts.ts';
import { planOfficeRaces } from '../../domain/races/plan-office-races.ts';
import { findMissing, namedRows } from '../../domain/races/row-writes.ts';
import { Refusal } from '../../domain/refusal.ts';
import { officeOperation } from './office-operation.ts';

/** The result is the ids of the races in the payload's order. */
export const editRaces = officeOperation<Omit<RacesWrite, 'seen'>, number[]>({
  name: 'edit-races',
  newRows: { table: 'races', count: ({ races }) => races.filter(({ id }) => id === null).length },
  named: ({ later }, { races }) => {
    const numbers = new Set<unknown>(races.map(({ raceNumber }) => raceNumber ?? null));
    return touchedWhere(
      later,
      ({ subject, after }) => subject === 'race' && numbers.has(after?.raceNumber),
      ['raceNumber'],
    );
  },
  sent: ({ later, stored: { rows } }, { races, removed = [] }) => [
    ...sentOf(
      rows,
      races.flatMap(({ id, ...values }) =>
        id === null ? [] : [[{ subject: 'race' as const, id }, values] as const],
      ),
    ),
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
