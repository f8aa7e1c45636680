/** Writes what files say of an event: all of it in one entry of the history, which undoes all of it. */
import type { EventRows } from '../../domain/event-state.ts';
import { stateOf } from '../../domain/event-state.ts';
import type { ImportDocument } from '../../contract/import.ts';
import { type EventFacts, findEventFacts } from '../../storage/events.ts';
import { reserveIds } from '../../storage/prepared.ts';
import { eventNotFound } from '../actor.ts';
import { changeState } from '../event-changes.ts';
import type { ScheduleOperation } from '../operation.ts';
import { documentOf } from './import-document.ts';
import { type FilesToImport, type LoadedPlan, loadPlan } from './load-plan.ts';
import { countNew, withNewIds } from './new-ids.ts';

export interface ImportInput extends FilesToImport {
  /** The `preview` that somebody has seen; left out where nobody has looked at one. */
  seen?: string | undefined;
}

interface Stored {
  facts: EventFacts | undefined;
  loaded: LoadedPlan | undefined;
  /** The event as it is to be. */
  after: EventRows | undefined;
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
    if (!facts) return { facts, loaded: undefined, after: undefined };
    const loaded = await loadPlan(tx, eventId, facts, input);
    const { races, teams } = loaded.plan.after;
    const ids = {
      races: await reserveIds(tx, 'races', countNew(races)),
      teams: await reserveIds(tx, 'teams', countNew(teams)),
    };
    return { facts, loaded, after: withNewIds(loaded.plan.after, ids) };
  },
  decide: (situation, { files, seen }) => {
    const { facts, loaded, after } = situation.stored;
    if (!facts || !loaded || !after) return eventNotFound();
    const { state, plan, timeZone } = loaded;
    const head = headOf(situation.eventId, files, false);
    const document = documentOf(head, plan, timeZone);
    const changedMeanwhile = seen !== undefined && seen !== document.preview;
    const { questions, wrong } = plan.findings;
    const isDone = questions.length === 0 && wrong.length === 0 && !changedMeanwhile;
    const result = { document: { ...document, changedMeanwhile }, isDone, after, loaded };
    if (!isDone) return { result, changes: [], shows: [] };
    return { ...changeState(situation, state, stateOf(after)), result };
  },
};

/** The head of the document: where files differ, what the first of them is. */
export function headOf(eventId: number, files: FilesToImport['files'], dryRun: boolean) {
  const [first] = files;
  return {
    eventId,
    format: first?.read.format ?? null,
    layout: first?.read.layout ?? null,
    dryRun,
  };
}
