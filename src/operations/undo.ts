/**
 * Undoes a history entry: a new change, with an entry of its own, reverses what the entry changed. The new entry can be undone
 * like any other; the old one is undone only once. Also restores a race as it was at a moment: its properties, lanes and
 * results, even if the race was removed since.
 */
import { crewsOfMerge } from '../domain/crews/office-crews.ts';
import { type EventRows, noSuchRace } from '../domain/event/event-rows.ts';
import { type Change, isErasure, saysNothing, withoutErasures } from '../domain/history/changes.ts';
import type { LaterEntry } from '../domain/history/conflicts.ts';
import {
  RACE_DID_NOT_EXIST,
  rewindRace,
  undo as undoChanges,
} from '../domain/history/undo-rules.ts';
import { conflict, invalid, Refusal } from '../domain/refusal.ts';
import { mayBeRemoved, type RemovedHistory, removedEntry } from '../domain/retention-rules.ts';
import type { Queries } from '../storage/engine/database.ts';
import {
  findEntry,
  findRemoved,
  findUndoOf,
  type HistoryEntry,
  listHistory,
  listLaterEntries,
} from '../storage/history/history.ts';
import { hasExisted } from '../storage/history/history-pages.ts';
import { loadWhole, raceNotFound } from './load-rows.ts';
import type { EventOperation, ScheduleOperation } from './operation.ts';

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
    const undone = { after, oneCrew, isRestoring: true, result: undefined, undoOf: entryId };
    return saysNothing(entry.changes) ? { ...undone, recorded: [] } : undone;
  },
};

interface SinceThen {
  rows: EventRows;
  /** All changes since the moment, newest first. */
  since: Change[];
  /** Whether some of them were removed (retention). */
  isForgotten: boolean;
}

interface ByNumber {
  /** The number that the race has, or had when it was removed. */
  raceNumber: number;
  /** Epoch milliseconds. */
  at: number;
}

export const restoreRace: ScheduleOperation<ByNumber, SinceThen, void> = {
  name: 'restore-race',
  needs: 'schedule',
  load: (tx, { eventId }, { at }) => loadSince(tx, eventId, at),
  plan: ({ stored: { rows, since, isForgotten } }, { raceNumber }) => {
    if (isForgotten) return FORGOTTEN;
    const raceId = findRaceId(rows, since, raceNumber);
    if (raceId === undefined) return raceNotFound({ raceNumber });
    const after = rewindRace(rows, since, raceId);
    return after instanceof Refusal ? after : { after, isRestoring: true, result: undefined };
  },
};

interface ById {
  raceId: number;
  /** Epoch milliseconds. */
  at: number;
}

/** Restores a race by its id, as the race office does (console, "History"). The result is the race's id. */
export const restoreRaceById: ScheduleOperation<ById, SinceThen & { isKnown: boolean }, number> = {
  name: 'restore-race',
  needs: 'schedule',
  load: async (tx, { eventId }, { raceId, at }) => {
    const loaded = await loadSince(tx, eventId, at);
    // Asks `hasExisted`, because searching the whole history for the race would keep other writes waiting.
    const isKnown =
      loaded.since.some(({ subject, id }) => subject === 'race' && id === raceId) ||
      (await hasExisted(tx, eventId, 'races', raceId));
    return { ...loaded, isKnown };
  },
  plan: ({ now, stored: { rows, since, isKnown, isForgotten } }, { raceId, at }) => {
    if (!isKnown) return noSuchRace(raceId);
    if (at > now) return wrongMoment('is still to come');
    if (isForgotten) return FORGOTTEN;
    const after = rewindRace(rows, since, raceId);
    if (after === RACE_DID_NOT_EXIST)
      return wrongMoment('is a moment at which the race was not there');
    return after instanceof Refusal ? after : { after, isRestoring: true, result: raceId };
  },
};

async function loadSince(tx: Queries, eventId: number, at: number): Promise<SinceThen> {
  const [rows, entries, removed] = await Promise.all([
    loadWhole(tx, eventId),
    listHistory(tx, eventId, { since: at }),
    findRemoved(tx, eventId),
  ]);
  const reached = entries.at(-1)?.id ?? null;
  return {
    rows,
    since: withoutErasures(entries).flatMap(({ changes }) => changes.toReversed()),
    // All entries that are left are later than the moment, so removed ones may have been later, too.
    isForgotten: removed.to > 0 && reached === removed.oldestId,
  };
}

const FORGOTTEN = conflict(
  'The history of that moment was removed, as it is of archived events after a time: the race cannot be brought back to it.',
);

/** The id of the race that has the number now, else of the removed race that had it last. */
function findRaceId(
  { races }: EventRows,
  since: readonly Change[],
  raceNumber: number,
): number | undefined {
  const present = races.find((race) => race.raceNumber === raceNumber);
  const removed = since.find(
    ({ subject, before, after }) =>
      subject === 'race' && after === null && before?.raceNumber === raceNumber,
  );
  return (present ?? removed)?.id;
}

function wrongMoment(detail: string): Refusal {
  return invalid([{ field: 'at', detail }]);
}
