/** The notices of an event. */
import type { Notice } from '../../domain/following/notice-rules.ts';
import type { Queries, Write } from '../engine/database.ts';
import { prepare } from '../engine/prepared.ts';

const COLUMNS = ['id', 'text', 'posted_at as postedAt', 'until'] as const;

const noticesQuery = prepare<{ eventId: number; now: number }, Notice>((db, p) =>
  db
    .selectFrom('notices')
    .where('event_id', '=', p.eventId)
    .where('until', '>', p.now)
    .orderBy('id', 'desc')
    .select(COLUMNS),
);

/** The notices of an event that have not expired, newest first. @param now epoch milliseconds */
export async function listNotices(db: Queries, eventId: number, now: number): Promise<Notice[]> {
  return noticesQuery.run(db, { eventId, now });
}

/** A notice of an event, also an expired one. */
export async function findNotice(
  db: Queries,
  eventId: number,
  id: number,
): Promise<Notice | undefined> {
  return db
    .selectFrom('notices')
    .where('event_id', '=', eventId)
    .where('id', '=', id)
    .select(COLUMNS)
    .executeTakeFirst();
}

export async function insertNotice(
  tx: Write,
  eventId: number,
  { id, text, postedAt, until }: Notice,
): Promise<void> {
  await tx
    .insertInto('notices')
    .values({ id, event_id: eventId, text, posted_at: postedAt, until })
    .execute();
}

/** Gives a notice another text, wherever it is shown. */
export async function setNoticeText(tx: Write, id: number, text: string): Promise<void> {
  await tx.updateTable('notices').set({ text }).where('id', '=', id).execute();
}

export async function deleteNotice(tx: Write, eventId: number, id: number): Promise<void> {
  await tx.deleteFrom('notices').where('event_id', '=', eventId).where('id', '=', id).execute();
}
