/**
 * The frame of the race office's operations: their plans read the whole event, because its pages show the whole event. The
 * outcome of each says at which revision the event is afterwards.
 */
import type { EventRows } from '../../domain/event/event-rows.ts';
import type { Schedule } from '../../domain/event/schedule.ts';
import type { OperationName } from '../../domain/history/changes.ts';
import { Refusal } from '../../domain/refusal.ts';
import { reserveIds } from '../../storage/engine/prepared.ts';
import { newestNumber } from '../../storage/history/history.ts';
import { loadWhole } from '../load-rows.ts';
import {
  type LoadedRows,
  type OperationCall,
  type OperationContext,
  type OperationOutcome,
  performTogether,
  type ScheduleOperation,
} from '../operation.ts';
import { createSchedule } from '../pushes/schedule.ts';

interface Stored {
  rows: EventRows;
  /** Ids for the rows that the write may add, one each. */
  newIds: readonly number[];
}

interface OfficeOperation<Input, Result>
  extends Omit<ScheduleOperation<Input, Stored, Result>, 'needs' | 'load'> {
  name: OperationName;
  /** The table of new rows, and how many of them need an id. */
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

/** The position of the event's history after a write. */
export interface OfficeRevision {
  /** How many entries the history has ever had, removed ones included. */
  revision: number;
  /** The history entry of this write; `null` when nothing has changed. */
  entryId: number | null;
}

/** The outcome of a write, with the revision of the event afterwards, and its schedule, which exists by then. */
export type OfficeOutcome<Stored extends LoadedRows, Result> = OfficeRevision &
  Pick<OperationOutcome<Stored['rows'], Result>, 'result' | 'rows'> & { schedule: Schedule };

/**
 * Performs one operation. An event made at the command line gets its schedule with the first write (console,
 * "Details").
 *
 * @param call with `isPreview`, nothing is written
 */
export function performOffice<Input, Stored extends LoadedRows, Result>(
  context: OperationContext,
  { operation, input, seen, ...terms }: OperationCall<Input, Stored, Result>,
): Promise<OfficeOutcome<Stored, Result> | Refusal> {
  return performTogether(context, terms, async (performNext, tx, drop) => {
    const shown = await newestNumber(tx, terms.eventId);
    const created = await performNext(createSchedule, {});
    if (created instanceof Refusal) return created;
    // The history entry of the new schedule is not a change by somebody else, which the page would have missed.
    const begun = await created.entry();
    const done = await performNext(operation, input, begun && seen === shown ? begun.number : seen);
    if (done instanceof Refusal) return done;
    const { result, rows, hasChanged, schedule = created.schedule } = done;
    if (!schedule) throw new Error('The schedule is there: it was created before the operation.');
    // A page continues from the revision of the answer, and a write that is rolled back has none.
    const written = terms.isPreview ? null : await done.entry();
    // A write that changes nothing writes no schedule, either.
    if (begun && !hasChanged) drop();
    return {
      result,
      rows,
      schedule,
      revision: written?.number ?? shown,
      entryId: written?.id ?? null,
    };
  });
}
