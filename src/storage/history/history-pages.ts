/**
 * Searches the history of an event for the race office, in slices (`historySlices`). The subject of an entry is searched
 * in the JSON text of its changes: no text that people have entered can look like a property `"id":12` after its subject,
 * because quotation marks within JSON strings are escaped.
 */
import { type ExpressionBuilder, sql } from 'kysely';
import { nextSlice, SLICE_MILLIS } from '../../concurrency/long-work.ts';
import type { Change } from '../../domain/history/changes.ts';
import {
  type HistoryFilters,
  type LanePeriod,
  lanePeriodsOf,
  lanePeriodsWithin,
} from '../../domain/history/history-page.ts';
import type { Queries } from '../engine/database.ts';
import { findsAny } from '../engine/rows.ts';
import type { Tables } from '../migrations/tables.ts';
import { entries, entryOf, type HistoryEntry } from './history.ts';

/** The entries that match all filters, newest first. @param limit the maximum number of entries */
export async function listEntries(
  db: Queries,
  eventId: number,
  filters: HistoryFilters,
  limit: number,
): Promise<HistoryEntry[]> {
  const { crew, before } = filters;
  const periods = crew === undefined ? [] : await listLanePeriods(db, eventId, crew, before);
  const found: HistoryEntry[] = [];
  for await (const slice of historySlices(db, eventId, before)) {
    const query = searchSlice(db, slice, { eventId, filters, periods });
    const rows = await query.limit(limit - found.length).execute();
    found.push(...rows.map(entryOf));
    if (found.length === limit) break;
  }
  return found;
}

interface Sought {
  eventId: number;
  filters: HistoryFilters;
  /** When the crew of the filter was in which lane; empty without such a filter. */
  periods: readonly LanePeriod[];
}

function searchSlice(db: Queries, slice: HistorySlice, { eventId, filters, periods }: Sought) {
  const { race, crew, person, key, operation } = filters;
  let query = entries(db)
    .where('history.event_id', '=', eventId)
    .where('history.id', '>=', slice.from)
    .where('history.id', '<', slice.before);
  if (person !== undefined) query = query.where('history.user_id', '=', person);
  if (key !== undefined) query = query.where('history.key_prefix', '=', key);
  if (operation !== undefined) query = query.where('history.operation', '=', operation);
  if (race !== undefined) query = query.where((eb) => mentions(eb, raceTexts(race)));
  if (crew !== undefined) {
    const during = lanePeriodsWithin(periods, slice);
    query = query.where((eb) =>
      eb.or([mentions(eb, crewTexts(crew)), ...during.map((period) => isDuring(eb, period))]),
    );
  }
  return query;
}

/** Whether an event has a race or crew with this id, or has had one. */
export async function hasExisted(
  db: Queries,
  eventId: number,
  table: 'races' | 'teams',
  id: number,
): Promise<boolean> {
  const rows = db.selectFrom(table).where('event_id', '=', eventId).where('id', '=', id);
  if (await findsAny(rows.select('id'))) return true;
  const filter = table === 'races' ? { race: id } : { crew: id };
  return (await listEntries(db, eventId, filter, 1)).length > 0;
}

/** Whether a person, or the owner of a key, is in the club of an event or has created the event. */
export function isOfEvent(
  db: Queries,
  eventId: number,
  who: { person: number } | { key: string },
): Promise<boolean> {
  const users =
    'person' in who
      ? db.selectFrom('users').where('id', '=', who.person).select('id')
      : db.selectFrom('api_keys').where('key_prefix', '=', who.key).select('user_id as id');
  return findsAny(
    db
      .selectFrom('events as e')
      .leftJoin('memberships as m', 'm.club_id', 'e.club_id')
      .where('e.id', '=', eventId)
      .where((eb) => eb.or([eb('m.user_id', 'in', users), eb('e.creator_id', 'in', users)]))
      .select('e.id')
      .limit(1),
  );
}

type History = ExpressionBuilder<Tables, 'history'>;

/** The texts that changes of a race or of its lanes contain. */
function raceTexts(id: number): string[] {
  return [`"subject":"race","id":${id},`, `"subject":"lane","id":${id},`];
}

/** The texts that changes of a crew contain, and changes that put it into a lane or take it out of one. */
function crewTexts(id: number): string[] {
  return [`"subject":"team","id":${id},`, `"teamId":${id},`, `"teamId":${id}}`];
}

/** Whether the changes contain one of the texts. @param eb of a query on the history, whatever it joins */
function mentions(eb: unknown, texts: readonly string[]) {
  const entry = eb as History;
  return entry.or(texts.map((text) => entry('history.changes', 'like', `%${text}%`)));
}

/**
 * Changes of a lane while the crew was drawn in it. The ids are compared first, because a crew may have been in hundreds
 * of lanes, and searching every text for each of them would take seconds.
 */
function isDuring(eb: unknown, { raceId, position, from, to }: LanePeriod) {
  const entry = eb as History;
  return entry.and([
    entry('history.id', '>=', from),
    ...(to === null ? [] : [entry('history.id', '<=', to)]),
    mentions(entry, [`"subject":"lane","id":${raceId},"position":${position},`]),
  ]);
}

async function listLanePeriods(
  db: Queries,
  eventId: number,
  crewId: number,
  before: number | undefined,
): Promise<LanePeriod[]> {
  const naming: { id: number; changes: Change[] }[] = [];
  for await (const { from, before: end } of historySlices(db, eventId, before)) {
    const rows = await db
      .selectFrom('history')
      .where('event_id', '=', eventId)
      .where('id', '>=', from)
      .where('id', '<', end)
      .where((eb) => mentions(eb, crewTexts(crewId)))
      .orderBy('id', 'desc')
      .select(['id', 'changes'])
      .execute();
    for (const { id, changes } of rows) {
      const lanes = (JSON.parse(changes) as Change[]).filter(({ subject }) => subject === 'lane');
      naming.push({ id, changes: lanes });
    }
  }
  return lanePeriodsOf(naming.reverse(), crewId);
}

/**
 * A slice of neighbouring entries: those with ids from `from` up to, but not including, `before`. A search of thousands of
 * entries in slices blocks the process only for some milliseconds at a time: with SQLite, a statement runs in the event
 * loop.
 */
export interface HistorySlice {
  from: number;
  before: number;
}

/** The maximum number of entries of a slice: querying their sizes takes less than a millisecond. */
export const SLICE_ENTRIES = 250;
/** The maximum size of the changes of a slice, unless one entry alone is larger; searching them takes some 2 ms. */
export const SLICE_BYTES = 256 * 1024;

/**
 * The slices of an event's history, newest first. Between slices, other work of the process gets as much time as the
 * caller's work on them.
 *
 * @param before only entries with a lower id; left out: all entries
 */
export async function* historySlices(
  db: Queries,
  eventId: number,
  before = Number.MAX_SAFE_INTEGER,
): AsyncGenerator<HistorySlice, void> {
  let startedAt = performance.now();
  for (let end = before; ; ) {
    const sizes = await listSizes(db, eventId, end);
    for (const slice of slicesOf(sizes, end)) {
      yield slice;
      end = slice.from;
      if (performance.now() - startedAt < SLICE_MILLIS) continue;
      await nextSlice();
      startedAt = performance.now();
    }
    if (sizes.length < SLICE_ENTRIES) return;
  }
}

/** An entry, and the size of its changes. */
interface EntrySize {
  id: number;
  bytes: number;
}

/**
 * Divides entries into slices of at most `SLICE_BYTES`; an entry that is larger has a slice of its own.
 *
 * @param sizes newest first
 * @param before an id above those of all entries
 */
export function slicesOf(sizes: readonly EntrySize[], before: number): HistorySlice[] {
  const slices: HistorySlice[] = [];
  let room = 0;
  for (const { id, bytes } of sizes) {
    const last = slices.at(-1);
    if (last && bytes <= room) {
      last.from = id;
      room -= bytes;
    } else {
      slices.push({ from: id, before: last?.from ?? before });
      room = SLICE_BYTES - bytes;
    }
  }
  return slices;
}

function listSizes(db: Queries, eventId: number, before: number): Promise<EntrySize[]> {
  return db
    .selectFrom('history')
    .where('event_id', '=', eventId)
    .where('id', '<', before)
    .orderBy('id', 'desc')
    .limit(SLICE_ENTRIES)
    .select(['id', sql<number>`octet_length(changes)`.as('bytes')])
    .execute();
}
