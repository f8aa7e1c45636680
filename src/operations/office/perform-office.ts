/** Performs an operation of the race office, and says at which revision it stands then. */
import { Refusal } from '../../domain/refusal.ts';
import type { Schedule } from '../../domain/schedule.ts';
import type { Write } from '../../storage/database.ts';
import { findNewestEntry } from '../../storage/history.ts';
import { findSchedule } from '../../storage/schedules.ts';
import { type Operation, performTogether, type Terms } from '../operation.ts';
import { createSchedule } from '../schedule.ts';

/** Where a write has left the event. */
export interface Written {
  /** How many entries the history has. */
  revision: number;
  /** The entry of this write; `null` where it has changed nothing. */
  entryId: number | null;
}

/** What an answer needs to know of an event besides. */
export interface Present {
  /** As it is now. */
  schedule: Schedule;
}

/**
 * Performs one operation. An event from the command line gets its schedule with the first write (console,
 * "Details").
 *
 * @param terms with `isPreview`, nothing is written
 */
export function performOffice<Input extends object, Stored, Result>(
  context: Parameters<typeof performTogether>[0],
  terms: Terms,
  operation: Operation<Input, Stored, Result>,
  input: Input,
): Promise<(Written & Present & { result: Result }) | Refusal> {
  return performTogether(context, terms, async (performNext, tx, drop) => {
    const { eventId, isPreview } = terms;
    const shown = await findNewestEntry(tx, eventId);
    const isNew = !(await findSchedule(tx, eventId));
    if (isNew) {
      const created = await performNext(createSchedule, {});
      if (created instanceof Refusal) return created;
    }
    const before = isNew ? await findNewestEntry(tx, eventId) : shown;
    // The schedule that came first is no change by somebody else.
    const knows = isNew && 'seen' in input && input.seen === shown.number;
    const wish = knows ? { ...input, seen: before.number } : input;
    const result = await performNext(operation, wish);
    if (result instanceof Refusal) return result;
    const newest = await findNewestEntry(tx, eventId);
    const hasWritten = newest.id !== before.id;
    const present = await presentOf(tx, eventId);
    // A page goes on from the revision of the answer, and what is rolled back has none.
    const unwritten = { ...present, revision: shown.number, entryId: null, result };
    if (isPreview) return unwritten;
    // A write that changes nothing writes no schedule, either.
    if (isNew && !hasWritten) {
      drop();
      return unwritten;
    }
    return {
      ...present,
      revision: newest.number,
      entryId: hasWritten ? newest.id : null,
      result,
    };
  });
}

async function presentOf(tx: Write, eventId: number): Promise<Present> {
  const schedule = await findSchedule(tx, eventId);
  if (!schedule) throw new Error('The schedule is there: it was created before the operation.');
  return { schedule };
}
