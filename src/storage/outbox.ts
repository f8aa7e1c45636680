/**
 * News of which followers are to be notified. A row is written in the transaction of the change, and says
 * only that there are news about a race or a day; what to say is looked up later (decision page 011).
 */
import { sql } from 'kysely';
import type { NewsKind } from '../contract/board.ts';
import type { Queries, Write } from './database.ts';
import { prepare } from './prepared.ts';

/** What the news are about. */
export interface NewsSubject {
  eventId: number;
  kind: NewsKind;
  /** The race's id, or the venue day. */
  subject: string;
}

export interface News extends NewsSubject {
  /** When they have settled, in epoch milliseconds. */
  dueAt: number;
  /** What every follower saw before the first change (`publicState`); empty when followers differ. */
  stateBefore: string;
  /** The last device that has its delivery, in order of their ids; 0 before the fan-out. */
  doneUpTo: number;
}

/**
 * There is one row for each subject: changes that come while it settles join it. A change during the
 * fan-out starts that again, because the first devices have only been notified of what was before. From
 * then on devices differ in what they saw, so there is no state of which none needs to be notified.
 */
const noteQuery = prepare<Omit<News, 'doneUpTo'>, never>((db, p) =>
  db
    .insertInto('outbox')
    .values({
      event_id: p.eventId,
      kind: p.kind,
      subject: p.subject,
      due_at: p.dueAt,
      state_before: p.stateBefore,
      told_to: 0,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['event_id', 'kind', 'subject'])
        .doUpdateSet((eb) => ({
          due_at: eb.ref('excluded.due_at'),
          state_before: NO_STATE,
          told_to: 0,
        }))
        .where('outbox.told_to', '>', 0),
    ),
);

const NO_STATE = '';

/** Notes that there are news, of which followers are notified once they have settled. */
export async function noteNews(tx: Write, news: Omit<News, 'doneUpTo'>): Promise<void> {
  await noteQuery.run(tx, news);
}

/** The news that have settled, oldest first. */
export async function listDueNews(db: Queries, now: number, limit: number): Promise<News[]> {
  return await db
    .selectFrom('outbox')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(limit)
    .select([
      'event_id as eventId',
      'kind',
      'subject',
      'due_at as dueAt',
      'state_before as stateBefore',
      'told_to as doneUpTo',
    ])
    .execute();
}

/** Stores how far the fan-out has come. @returns false when the row has changed since it was read */
export async function saveProgress(tx: Write, news: News, doneUpTo: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('outbox')
    .set({ told_to: doneUpTo })
    .where(isUnchanged(news))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Moves the due time of a row that has not changed since it was read. */
export async function putOffNews(tx: Write, news: News, dueAt: number): Promise<void> {
  await tx.updateTable('outbox').set({ due_at: dueAt }).where(isUnchanged(news)).execute();
}

/** Deletes a row, unless it has changed since it was read. */
export async function closeNews(tx: Write, news: News): Promise<void> {
  await tx.deleteFrom('outbox').where(isUnchanged(news)).execute();
}

function isUnchanged({ eventId, kind, subject, dueAt, doneUpTo }: News) {
  return sql<boolean>`event_id = ${eventId} and kind = ${kind} and subject = ${subject}
    and due_at = ${dueAt} and told_to = ${doneUpTo}`;
}
