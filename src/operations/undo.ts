/**
 * Undoes an entry of the history: a new change, with an entry of its own, that reverses what the entry
 * changed. It can be undone like any other; the entry itself is undone once only.
 */
import { crewsOfMerge } from '../domain/crews/merge-crews.ts';
import type { EventRows } from '../domain/event/event-rows.ts';
import { isErasure, saysNothing, withoutErasures } from '../domain/history/changes.ts';
import type { LaterEntry } from '../domain/history/conflicts.ts';
import { undo as undoChanges } from '../domain/history/take-back.ts';
import { conflict, Refusal } from '../domain/refusal.ts';
import { mayBeRemoved, type RemovedHistory, removedEntry } from '../domain/retention-rules.ts';
import {
  findEntry,
  findRemoved,
  findUndoOf,
  type HistoryEntry,
  listLaterEntries,
} from '../storage/history/history.ts';
import { loadWhole } from './load-rows.ts';
import type { EventOperation } from './operation.ts';

interface Input {
  entryId: number;
}

interface Stored {
  entry: HistoryEntry | undefined;
  /** The entry that has undone it already. */
  undoneBy: number | undefined;
  /** The entries since, oldest first. */
  later: LaterEntry[];
  removed: RemovedHistory;
  rows: EventRows;
}

export const undo: EventOperation<Input, Stored, void> = {
  name: 'undo',
  needs: 'event',
  load: async (tx, { eventId }, { entryId }) => {
    const [entry, undoneBy, removed, rows] = await Promise.all([
      findEntry(tx, entryId),
      findUndoOf(tx, entryId),
      findRemoved(tx, eventId),
      loadWhole(tx, eventId),
    ]);
    const found = { undoneBy, removed, rows };
    if (entry?.eventId !== eventId) return { ...found, entry: undefined, later: [] };
    const later = withoutErasures(await listLaterEntries(tx, eventId, entry.number));
    return { ...found, entry, later };
  },
  plan: ({ stored: { entry, undoneBy, later, removed, rows } }, { entryId }) => {
    if (!entry && mayBeRemoved(entryId, removed)) return conflict(removedEntry(entryId));
    if (!entry) return conflict(`The history of the event has no entry ${entryId}.`);
    if (undoneBy !== undefined) return conflict(`Entry ${undoneBy} has undone it already.`);
    if (isErasure(entry)) return conflict('A name that was erased is nowhere any more.');
    const after = undoChanges(rows, entry.changes, later);
    if (after instanceof Refusal) return after;
    const oneCrew = crewsOfMerge(entry.changes);
    const undone = { after, oneCrew, bringsBack: true, result: undefined, undoOf: entryId };
    return saysNothing(entry.changes) ? { ...undone, recorded: [] } : undone;
  },
};
