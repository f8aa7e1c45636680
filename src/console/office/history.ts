/** The history of an event: reading it, undoing one entry, and restoring a race as it was. */
import type { HistoryEntry } from '../../contract/console/history.ts';
import { formatInstant } from '../../contract/instant.ts';
import { HISTORY_PAGE_ENTRIES } from '../../contract/limits.ts';
import {
  type HistoryFilters,
  readHistoryFilters,
  shownChanges,
} from '../../domain/history/history-page.ts';
import { conflict, invalid, Refusal } from '../../domain/refusal.ts';
import { mayBeRemoved } from '../../domain/retention-rules.ts';
import { signedInPerson } from '../../operations/actor.ts';
import { performOffice } from '../../operations/office/office-operation.ts';
import { restoreRaceById, undo } from '../../operations/undo.ts';
import type { Queries } from '../../storage/engine/database.ts';
import {
  findEntry,
  findRemoved,
  type HistoryEntry as StoredEntry,
} from '../../storage/history/history.ts';
import { hasExisted, isOfEvent, listEntries } from '../../storage/history/history-pages.ts';
import { type ConsoleRoute, consoleTurn, notFound, route } from '../route.ts';
import { officeRoute, raceAnswer } from './office-route.ts';

export const HISTORY_ROUTES: readonly ConsoleRoute[] = [
  route(
    'GET /events/{eventId}/history',
    async ({ console: { database }, exchange, found: eventId }) => {
      const filters = readHistoryFilters(exchange.query);
      if (filters instanceof Refusal) return filters;
      // One more than is shown tells whether there is a next page.
      const listed = await listEntries(database.reads, eventId, filters, HISTORY_PAGE_ENTRIES + 1);
      const unknown =
        listed.length === 0 ? await unknownFilter(database.reads, eventId, filters) : undefined;
      if (unknown) return unknown;
      const entries = listed.slice(0, HISTORY_PAGE_ENTRIES);
      const next = listed.length > entries.length ? (entries.at(-1)?.id ?? null) : null;
      const { to } = await findRemoved(database.reads, eventId);
      return {
        entries: entries.map((entry) => entryView(entry, eventId, filters)),
        next,
        ...(to > 0 && { olderRemoved: true }),
      };
    },
  ),
  route(
    'POST /events/{eventId}/history/{entryId}/undo',
    async ({ console, session: { userId }, found: eventId, id }) => {
      const entryId = id('entryId');
      const entry = await findEntry(console.database.reads, entryId);
      const isElsewhere = entry !== undefined && entry.eventId !== eventId;
      const isRemoved =
        !entry && mayBeRemoved(entryId, await findRemoved(console.database.reads, eventId));
      if (isElsewhere || (!entry && !isRemoved))
        return notFound('entry in the history of the event');
      const terms = { actor: signedInPerson(userId), eventId, turn: consoleTurn() };
      const done = await performOffice(console, { ...terms, operation: undo, input: { entryId } });
      if (done instanceof Refusal) return done;
      if (done.entryId === null) return conflict('All is as it was before that entry already.');
      return { revision: done.revision, entryId: done.entryId };
    },
  ),
  officeRoute('POST /events/{eventId}/races/{raceId}/restore', {
    operation: restoreRaceById,
    input: (body, { raceId }) => ({ ...body, raceId }),
    answer: raceAnswer,
  }),
];

function entryView(
  { at, displayName, loginName, changes, ...entry }: StoredEntry,
  eventId: number,
  filters: HistoryFilters,
): HistoryEntry {
  return {
    id: entry.id,
    at: formatInstant(at),
    userId: entry.userId,
    displayName: displayName ?? loginName,
    keyPrefix: entry.keyPrefix,
    operation: entry.operation,
    changes: shownChanges(changes, eventId, filters),
    changeCount: changes.length,
    undoOf: entry.undoOf,
  };
}

/** 422 for filters that name nobody and nothing of the event; only needed where no entry was found. */
async function unknownFilter(
  db: Queries,
  eventId: number,
  { race, crew, person, key }: HistoryFilters,
): Promise<Refusal | undefined> {
  const hasEntry = async (filter: HistoryFilters) =>
    (await listEntries(db, eventId, filter, 1)).length > 0;
  const known = {
    race: race === undefined || (await hasExisted(db, eventId, 'races', race)),
    crew: crew === undefined || (await hasExisted(db, eventId, 'teams', crew)),
    person:
      person === undefined ||
      (await isOfEvent(db, eventId, { person })) ||
      (await hasEntry({ person })),
    key: key === undefined || (await isOfEvent(db, eventId, { key })) || (await hasEntry({ key })),
  };
  const violations = Object.entries(known)
    .filter(([, isKnown]) => !isKnown)
    .map(([field]) => ({ field, detail: 'names nothing of this event or its history' }));
  return violations.length > 0 ? invalid(violations) : undefined;
}
