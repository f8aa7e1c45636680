/**
 * Undoes an entry of the history: a new change, with an entry of its own, that reverses what the entry
 * changed. It can be undone like any other; the entry itself is undone once only.
 */
import type { EventState } from '../domain/event-state.ts';
import { conflict, Refusal } from '../domain/refusal.ts';
import { undo as undoChanges } from '../domain/take-back.ts';
import { findEntry, findUndoOf, type HistoryEntry } from '../storage/history.ts';
import { changeState, loadState } from './event-changes.ts';
import type { EventOperation } from './operation.ts';

interface Input {
  entryId: number;
}

interface Stored {
  entry: HistoryEntry | undefined;
  /** The entry that has undone it already. */
  undoneBy: number | undefined;
  state: EventState;
}

export const undo: EventOperation<Input, Stored, void> = {
  name: 'undo',
  needs: 'event',
  load: async (tx, { eventId }, { entryId }) => {
    const [entry, undoneBy, state] = await Promise.all([
      findEntry(tx, entryId),
      findUndoOf(tx, entryId),
      loadState(tx, eventId),
    ]);
    return { entry: entry?.eventId === eventId ? entry : undefined, undoneBy, state };
  },
  decide: (situation, { entryId }) => {
    const { entry, undoneBy, state } = situation.stored;
    if (!entry) return conflict(`The history of the event has no entry ${entryId}.`);
    if (undoneBy !== undefined) return conflict(`Entry ${undoneBy} has undone it already.`);
    const after = undoChanges(state, entry.changes);
    if (after instanceof Refusal) return after;
    return { ...changeState(situation, state, after), result: undefined, undoOf: entryId };
  },
};
