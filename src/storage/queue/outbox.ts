/**
 * News of which followers are to be notified. A row is written in the transaction of the change, and stores only that
 * there are news about a race, a day or a notice; the content is looked up when it is sent (decision page 011).
 */
import { sql } from 'kysely';
import type { NewsKind } from '../../contract/following.ts';
import { LONGEST_SETTLING_MILLIS } from '../../domain/queue-rules.ts';
import type { Queries, Write } from '../engine/database.ts';
import { prepare } from '../engine/prepared.ts';

const NO_STATE = '';

/** What news are about. There is at most one row for each subject. */
export interface NewsSubject {
  eventId: number;
  kind: NewsKind;
  /**
   * The id of the race or notice; the venue day; race and crew (`12/345`); or, of a reminder, race and minutes (`12/20`),
   * followed by the crew if it is about an entry (`12/20/345`).
   */
  subject: string;
}

export interface News extends NewsSubject {
  /** When the news will have settled, in epoch milliseconds. */
  dueAt: number;
  /** What every follower saw before the first change (`publicState`); empty when followers differ. */
  stateBefore: string;
  /** The id of the last device that has got its delivery, in the order of ids; 0 before the fan-out. */
  doneUpTo: number;
}

/** News as they are noted. Times are epoch milliseconds. */
interface NotedNews extends Omit<News, 'doneUpTo'> {
  /** The latest time to which further changes may move `dueAt`. */
  latestAt: number;
  /** Whether the settling time starts again if the news are settling already. */
  settlesAnew: boolean;
}

/**
 * There is one row for each subject. Changes that come while it settles join it, and a result of one more lane postpones
 * it. A change during the fan-out restarts the fan-out, because the first devices were only notified of the older state.
 * From then on devices differ in what they saw, so `state_before` is emptied: no state can be skipped for all of them.
 */
const noteQuery = prepare<Omit<NotedNews, 'settlesAnew'> & { anew: number }, never>((db, p) =>
  db
    .insertInto('outbox')
    .values({
      event_id: p.eventId,
      kind: p.kind,
      subject: p.subject,
      due_at: p.dueAt,
      latest_at: p.latestAt,
      state_before: p.stateBefore,
      told_to: 0,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['event_id', 'kind', 'subject'])
        .doUpdateSet({
          due_at: sql`case when outbox.told_to > 0 or excluded.due_at < outbox.latest_at
            then excluded.due_at else outbox.latest_at end`,
          latest_at: sql`case when outbox.told_to > 0
            then excluded.latest_at else outbox.latest_at end`,
          state_before: sql`case when outbox.told_to > 0
            then ${sql.lit(NO_STATE)} else outbox.state_before end`,
          told_to: 0,
        })
        .where(sql<boolean>`outbox.told_to > 0 or cast(${p.anew} as integer) = 1`),
    ),
);

/** Notes that there are news. Followers are notified once they have settled. */
export async function noteNews(tx: Write, { settlesAnew, ...news }: NotedNews): Promise<void> {
  await noteQuery.run(tx, { ...news, anew: settlesAnew ? 1 : 0 });
}

/** The news that have settled, in the order of their due times. `now` is in epoch milliseconds. */
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

/** The subjects of an event's news of one kind that are settling or in their fan-out. */
export async function listWaiting(
  db: Queries,
  eventId: number,
  kind: NewsKind,
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('outbox')
    .where('event_id', '=', eventId)
    .where('kind', '=', kind)
    .select('subject')
    .execute();
  return new Set(rows.map(({ subject }) => subject));
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

/** Moves the due time of a row, unless it has changed since it was read; later changes get a full settling time again. */
export async function putOffNews(tx: Write, news: News, dueAt: number): Promise<void> {
  const set = { due_at: dueAt, latest_at: dueAt + LONGEST_SETTLING_MILLIS };
  await tx.updateTable('outbox').set(set).where(isUnchanged(news)).execute();
}

/** Deletes a row, unless it has changed since it was read. */
export async function closeNews(tx: Write, news: News): Promise<void> {
  await tx.deleteFrom('outbox').where(isUnchanged(news)).execute();
}

function isUnchanged({ eventId, kind, subject, dueAt, doneUpTo }: News) {
  return sql<boolean>`event_id = ${eventId} and kind = ${kind} and subject = ${subject}
    and due_at = ${dueAt} and told_to = ${doneUpTo}`;
}
