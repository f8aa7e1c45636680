/** Writes what files say of an event: all of it in one entry of the history, which undoes all of it. */
import type { EventRows, SomeRows } from '../../domain/event/event-rows.ts';
import type { ImportDocument } from '../../contract/import.ts';
import { nextSlice } from '../../concurrency/slices.ts';
import { findEventFacts } from '../../storage/event/events.ts';
import { reserveIds } from '../../storage/engine/prepared.ts';
import { eventNotFound } from '../actor.ts';
import type { ScheduleOperation } from '../operation.ts';
import { isStillTrue, loadEvent, type LoadedPlan, type PlanAhead, planOn } from './load-plan.ts';
import { countNew, withNewIds } from './new-ids.ts';
import type { FilesToImport } from './plan-files.ts';

export interface ImportInput extends FilesToImport {
  /** The `preview` that somebody has seen; left out where nobody has looked at one. */
  seen?: string | undefined;
  /** The plan that was made before the write began; without one, or after a change, it is made within the write. */
  ahead?: PlanAhead;
}

/** Nothing but no rows where there is no such event. */
interface Stored {
  rows: SomeRows;
  loaded?: LoadedPlan;
  /** The event as it is to be. */
  after?: EventRows;
}

export interface Imported {
  document: ImportDocument;
  /** Whether nothing was in the way. */
  isDone: boolean;
  /** The event as it is now. */
  after: EventRows;
  loaded: LoadedPlan;
}

export const importReadings: ScheduleOperation<ImportInput, Stored, Imported> = {
  name: 'import',
  needs: 'schedule',
  load: async (tx, { eventId }, input) => {
    const facts = await findEventFacts(tx, eventId);
    if (!facts) return { rows: {} };
    const { ahead } = input;
    const loaded =
      ahead && (await isStillTrue(tx, eventId, ahead))
        ? ahead.loaded
        : await planOn(await loadEvent(tx, eventId), facts, input, { eventId, dryRun: false });
    const { races, teams } = loaded.after;
    const ids = {
      races: await reserveIds(tx, 'races', countNew(races)),
      teams: await reserveIds(tx, 'teams', countNew(teams)),
    };
    const after = withNewIds(loaded.after, ids);
    // What it changes is found in another turn: of a large event, both take long.
    await nextSlice();
    return { rows: loaded.rows, loaded, after };
  },
  plan: ({ stored: { rows, loaded, after } }, { seen }) => {
    if (!loaded || !after) return eventNotFound();
    const { document, isClear } = loaded;
    const changedMeanwhile = seen !== undefined && seen !== document.preview;
    const isDone = isClear && !changedMeanwhile;
    const result = { document: { ...document, changedMeanwhile }, isDone, after, loaded };
    return { after: isDone ? after : rows, result };
  },
};
