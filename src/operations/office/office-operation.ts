/** What the race office does to an event: its plans read the whole of it, because its pages show the whole of it. */
import type { EventRows } from '../../domain/event/event-rows.ts';
import type { OperationName } from '../../domain/history/changes.ts';
import { reserveIds } from '../../storage/engine/prepared.ts';
import { loadWhole } from '../load-rows.ts';
import type { ScheduleOperation } from '../operation.ts';

interface Stored {
  rows: EventRows;
  /** For rows that the write may add, one each. */
  newIds: readonly number[];
}

interface OfficeOperation<Input, Result>
  extends Omit<ScheduleOperation<Input, Stored, Result>, 'needs' | 'load'> {
  name: OperationName;
  /** For how many new rows ids are needed. */
  newRows?: { table: 'races' | 'teams'; count(input: Input): number };
}

export function officeOperation<Input, Result>({
  newRows,
  ...operation
}: OfficeOperation<Input, Result>): ScheduleOperation<Input, Stored, Result> {
  return {
    ...operation,
    needs: 'schedule',
    load: async (tx, { eventId }, input) => {
      const [rows, newIds] = await Promise.all([
        loadWhole(tx, eventId),
        newRows ? reserveIds(tx, newRows.table, newRows.count(input)) : [],
      ]);
      return { rows, newIds };
    },
  };
}
