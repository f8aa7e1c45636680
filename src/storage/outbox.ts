/**
 * News that are to be told. A row is written in the transaction that makes the news, and says only
 * that there are some: what they are is looked up when they are told.
 */
import { sql } from 'kysely';
import type { NewsKind } from '../contract/board.ts';
import type { Queries, Write } from './database.ts';
import { prepare } from './prepared.ts';

/** What news are about. */
export interface NewsSubject {
  eventId: number;
  kind: NewsKind;
  /** The race's id, or the venue day. */
  subject: string;
}

export interface News extends NewsSubject {
  /** When they have settled, in epoch milliseconds. */
  dueAt: number;
  /** What every follower saw before the first change (`publicState`); empty when they differ. */
  stateBefore: string;
  /** The last device that has been given a delivery; 0 before the first one has. */
  toldTo: number;
}

/**
 * There is one open row for each subject: what comes while it settles joins it. Once its telling has
 * begun, it starts anew, because the first devices may have heard less. Then devices differ in what they
 * have heard, so no state is one to which it could go back unnoticed.
 */
const noteQuery = prepare<Omit<News, 'toldTo'>, never>((db, p) =>
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

/** Notes that there are news, to be told once they have settled. */
export async function noteNews(tx: Write, news: Omit<News, 'toldTo'>): Promise<void> {
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
      'told_to as toldTo',
    ])
    .execute();
}

/** Notes how far the telling has come. @returns whether the news are still those that were read */
export async function markTold(tx: Write, news: News, toldTo: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('outbox')
    .set({ told_to: toldTo })
    .where(isUnchanged(news))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Puts news off. */
export async function putOffNews(tx: Write, news: News, dueAt: number): Promise<void> {
  await tx.updateTable('outbox').set({ due_at: dueAt }).where(isUnchanged(news)).execute();
}

/** Closes news that have been told, unless others have joined them since they were read. */
export async function closeNews(tx: Write, news: News): Promise<void> {
  await tx.deleteFrom('outbox').where(isUnchanged(news)).execute();
}

function isUnchanged({ eventId, kind, subject, dueAt, toldTo }: News) {
  return sql<boolean>`event_id = ${eventId} and kind = ${kind} and subject = ${subject}
    and due_at = ${dueAt} and told_to = ${toldTo}`;
}
