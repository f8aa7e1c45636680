/**
 * Retention: removes archived events, and the histories of archived events, after their time. An event is written to the
 * folder for archived events first, into a file that stays. Everything is removed in slices, so that other writes get in
 * between. If a run stops, what it has removed stays removed, and the next run goes on.
 */

import { randomUUID } from 'node:crypto';
import { readFile, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { nextSlice } from '../concurrency/long-work.ts';
import { errorMessage } from '../domain/refusal.ts';
import {
  archiveFileName,
  type Due,
  dueBefore,
  dueOf,
  type Retained,
  type Retention,
} from '../domain/retention-rules.ts';
import { replaceFile } from '../replace-file.ts';
import type { Database, Write } from '../storage/engine/database.ts';
import { type ArchivedEvent, findEventFacts, listArchivedEvents } from '../storage/event/events.ts';
import { deleteEvent } from '../storage/event/removal.ts';
import { deleteFollowsOf } from '../storage/following/followers.ts';
import { countEntries, newestNumber, removeOldestEntries } from '../storage/history/history.ts';
import { exportInThread } from './export/export-in-thread.ts';
import { loadEvent } from './export/load-event.ts';

/** The rows of events that one query reads. */
const PAGE_EVENTS = 500;
/** The most that one transaction removes, because more would delay other writes. */
const MAX_ENTRIES = 100;
const MAX_FOLLOWS = 1000;
/** Removal frees space, so it may use the reserve of the disk; and it may take long, because nobody waits for it. */
const TERMS = { usesReserve: true, isLong: true };

interface Terms {
  database: Database;
  retention: Retention;
}

/**
 * Does what is due now. It stops when the caller stops reading.
 *
 * @param isDryRun only says what would be done
 * @returns what was done, event by event, and which events stay that were to be removed; nothing about the others
 * @throws when the database is out of reach or takes no writes
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

/** @returns `undefined` once the event is in its file and removed; `GONE`; or a sentence why it stays */
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
    return `${file} cannot be written: ${errorMessage(error)}.`;
  }
  // Only the state that is in the file is removed: every change of an event raises its revision.
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
    (tx: Write) => deleteFollowsOf(tx, [id], MAX_FOLLOWS),
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

/** Whether an event is still due, checked under its lock, because it may be in use again. */
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

/** Why no event can be written to the folder for archived events; `undefined` when it can be tried. */
export async function objectionToFolder({
  eventsDays,
  archiveFolder,
}: Retention): Promise<string | undefined> {
  if (eventsDays === undefined) return undefined;
  if (archiveFolder === undefined) return 'ARCHIVE_FOLDER is not set.';
  const found = await stat(archiveFolder).catch(() => undefined);
  if (found?.isDirectory()) return undefined;
  return `There is no folder ${archiveFolder}, which ARCHIVE_FOLDER names.`;
}

/**
 * Writes the file of a whole event, on the disk before this resolves. A file that says the same is left as it is.
 *
 * @returns whether the file is new; `undefined` when there is no such event
 * @throws when it cannot be written, or another file has its name, which stays
 */
async function archiveEvent(
  database: Database,
  eventId: number,
  file: string,
): Promise<{ isNew: boolean } | undefined> {
  const now = Date.now();
  const event = await loadEvent(database, eventId, now);
  if (!event) return undefined;
  const { bytes } = await exportInThread({ event, format: 'json', options: { now } });
  const there = await readFile(file, 'utf8').catch(nothingThere);
  if (there === undefined) {
    // Another process, which may share the folder, may write the same file now.
    const temporaryName = `.${basename(file)}.${randomUUID()}.tmp`;
    await replaceFile(file, bytes, { temporaryName, mode: 0o600 });
    return { isNew: true };
  }
  if (withoutTime(there) === withoutTime(Buffer.from(bytes).toString())) return { isNew: false };
  throw new Error('another file of this name is there; move it away');
}

function nothingThere(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

/** The text of an event file without when it was written. */
function withoutTime(text: string): string {
  return text.replace(/^ {2}"exportedAt": .*\n/m, '');
}
