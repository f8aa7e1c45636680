/**
 * Retention: removes archived events, and the histories of archived events, after their time. An event is written to the
 * folder for archived events first. All is done in slices, between which others write: what was removed when it stops
 * stays removed, and the next run goes on.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { nextSlice } from '../concurrency/slices.ts';
import {
  archiveFileName,
  type Due,
  dueBefore,
  dueOf,
  type Retained,
  type Retention,
} from '../domain/retention-rules.ts';
import type { Database, Write } from '../storage/engine/database.ts';
import { reasonOf } from '../storage/engine/dialect.ts';
import { type ArchivedEvent, findEventFacts, listArchivedEvents } from '../storage/event/events.ts';
import { deleteEvent, deleteSomeFollows } from '../storage/event/removal.ts';
import { countEntries, newestNumber, removeOldestEntries } from '../storage/history/history.ts';
import { archiveEvent, objectionToFolder } from './export/archive-event.ts';

/** Rows of events that are read in one go. */
const PAGE_EVENTS = 500;
/** What is removed in one transaction: more would delay other writes. */
const MAX_ENTRIES = 100;
const MAX_FOLLOWS = 1000;
/** It makes room, so it may use the reserve of the disk, and nobody waits for it. */
const TERMS = { usesReserve: true, isLong: true };

interface Terms {
  database: Database;
  retention: Retention;
}

/**
 * Does what is due now. Whoever stops reading stops it.
 *
 * @param isDryRun only says what would be done
 * @returns what was done, event by event, and which stay that should have gone; nothing about the others
 * @throws where the database is out of reach or takes no writes
 */
export async function* retain(terms: Terms, isDryRun = false): AsyncGenerator<Retained, void> {
  const { database, retention } = terms;
  const objection = await objectionToFolder(retention);
  for await (const { event, due } of dueEvents(terms)) {
    const { id, name, lastDay } = event;
    const facts = { id, name, lastDay };
    if (due.event) {
      const file = join(retention.archiveFolder ?? '', archiveFileName(id, lastDay));
      const reason = objection ?? (isDryRun ? undefined : await removeEvent(terms, event, file));
      if (reason === GONE) continue;
      if (reason === undefined) {
        yield { ...facts, kind: 'event', file };
        continue;
      }
      yield { ...facts, kind: 'stayed', reason };
    }
    if (!due.history) continue;
    const entries = isDryRun
      ? await countEntries(database.reads, id)
      : await removeHistory(terms, event);
    if (entries > 0) yield { ...facts, kind: 'history', entries };
  }
}

async function* dueEvents({
  database,
  retention,
}: Terms): AsyncGenerator<{ event: ArchivedEvent; due: Due }, void> {
  const now = Date.now();
  const before = dueBefore(retention, now);
  if (before === undefined) return;
  for (let after = 0; ; ) {
    const page = { before, after, limit: PAGE_EVENTS };
    const events = await listArchivedEvents(database.reads, page);
    for (const event of events) {
      const due = dueOf({ ...event, isArchived: true }, retention, now);
      if (!due.event && !due.history) continue;
      yield { event, due };
      await nextSlice();
    }
    const last = events.at(-1);
    if (!last || events.length < PAGE_EVENTS) return;
    after = last.id;
  }
}

/** Somebody else has removed the event. */
const GONE = Symbol('gone');

/** @returns nothing once the event is in its file and removed; or in a sentence why it stays */
async function removeEvent(
  terms: Terms,
  event: ArchivedEvent,
  file: string,
): Promise<string | typeof GONE | undefined> {
  const { database } = terms;
  const { id } = event;
  const revision = await newestNumber(database.reads, id);
  let archived: { isNew: boolean } | undefined;
  try {
    archived = await archiveEvent(database, id, file);
  } catch (error) {
    if (database.connections.troubleOf(error)) throw error;
    return `${file} cannot be written: ${reasonOf(error)}.`;
  }
  // What the file says is what goes: every change of an event has a number.
  const whileSame = <Result>(work: (tx: Write) => Promise<Result>) =>
    database.writeEvent(
      id,
      async (tx) => {
        const isSame = (await newestNumber(tx, id)) === revision;
        return isSame && (await isStillDue('event', tx, terms, event)) ? work(tx) : undefined;
      },
      TERMS,
    );
  for (const removeSome of [
    (tx: Write) => removeOldestEntries(tx, id, MAX_ENTRIES),
    (tx: Write) => deleteSomeFollows(tx, id, MAX_FOLLOWS),
  ]) {
    while (await whileSame(removeSome)) await nextSlice();
  }
  const isRemoved = await whileSame(async (tx) => {
    await deleteEvent(tx, id);
    return true;
  });
  if (isRemoved) return undefined;
  if (!(await findEventFacts(database.reads, id))) return GONE;
  if (archived?.isNew) await rm(file, { force: true });
  return 'It was changed while it was written to its file; the next run looks again.';
}

/** @returns how many entries were removed */
async function removeHistory(terms: Terms, event: ArchivedEvent): Promise<number> {
  const removeSome = async (tx: Write) =>
    (await isStillDue('history', tx, terms, event))
      ? removeOldestEntries(tx, event.id, MAX_ENTRIES)
      : 0;
  for (let removed = 0; ; await nextSlice()) {
    const some = await terms.database.writeEvent(event.id, removeSome, TERMS);
    removed += some;
    if (some === 0) return removed;
  }
}

/** Whether an event is as it was listed, now that it is locked: it may be in use again. */
async function isStillDue(
  what: keyof Due,
  tx: Write,
  { retention }: Terms,
  { id, lastDay }: ArchivedEvent,
): Promise<boolean> {
  const facts = await findEventFacts(tx, id);
  if (!facts || facts.end !== lastDay) return false;
  const { timezone, archived: isArchived } = facts;
  return dueOf({ lastDay, timezone, isArchived }, retention, Date.now())[what];
}
