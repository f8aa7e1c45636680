/** Posts a notice and takes one back (console, "Day"). */
import { aNotice } from '../../domain/changes.ts';
import { newNotice, type Notice, type NoticeWish } from '../../domain/notice-rules.ts';
import { Refusal } from '../../domain/refusal.ts';
import { findEntry, findNewestEntry } from '../../storage/history.ts';
import { noteResult, type Repeatable, takeIdempotencyKey } from '../../storage/idempotency.ts';
import { deleteNotice, findNotice, insertNotice, listNotices } from '../../storage/notices.ts';
import { reserveIds } from '../../storage/prepared.ts';
import type { Write } from '../../storage/database.ts';
import { type EventOperation, performTogether, type Terms } from '../operation.ts';
import type { Written } from './perform-office.ts';

interface Stored {
  /** How many stand on the board. */
  standing: number;
  /** Of the new one. */
  id: number;
}

/** Nobody has seen anything of a new notice. */
const UNTOLD = '';

export const postNotice: EventOperation<NoticeWish, Stored, Notice> = {
  name: 'post-notice',
  needs: 'event',
  load: async (tx, { eventId, now }) => {
    const [standing, ids] = await Promise.all([
      listNotices(tx, eventId, now),
      reserveIds(tx, 'notices', 1),
    ]);
    return { standing: standing.length, id: ids[0] as number };
  },
  decide: ({ eventId, now, schedule, stored: { standing, id } }, wish) => {
    const made = newNotice(wish, { now, schedule, standing });
    if (made instanceof Refusal) return made;
    const notice = { id, ...made };
    return {
      result: notice,
      changes: [{ ...aNotice(id, notice), before: null, after: made }],
      shows: 'marked',
      apply: (tx) => insertNotice(tx, eventId, notice),
      news: [{ kind: 'notice-posted', subject: String(id), stateBefore: UNTOLD, isAtOnce: true }],
    };
  },
};

interface Posting {
  /** Who posts it. */
  userId: number;
  wish: NoticeWish;
  /** Left out where a repeat of the request may post another one. */
  repeatable: Repeatable | undefined;
}

type Posted = Written & { notice: Notice };

/** Posts a notice, once for an `Idempotency-Key`: a repeat is answered as the request before it. */
export function postNoticeOnce(
  context: Parameters<typeof performTogether>[0],
  terms: Terms,
  { userId, wish, repeatable }: Posting,
): Promise<Posted | Refusal> {
  return performTogether(context, terms, async (performNext, tx) => {
    // A repeat performs no operation that would ask it.
    const objection = await terms.actor.objection(tx, terms.eventId);
    if (objection) return objection;
    const before = repeatable && (await takeIdempotencyKey(tx, userId, repeatable, Date.now()));
    if (before instanceof Refusal) return before;
    if (before !== undefined) return postedWith(tx, before);
    const notice = await performNext(postNotice, wish);
    if (notice instanceof Refusal) return notice;
    const { id: entryId, number: revision } = await findNewestEntry(tx, terms.eventId);
    if (repeatable) await noteResult(tx, userId, repeatable.key, entryId);
    return { revision, entryId, notice };
  });
}

/** What was posted before, also where it has been taken back. @param entryId of the history */
async function postedWith(tx: Write, entryId: number): Promise<Posted | Refusal> {
  const entry = await findEntry(tx, entryId);
  const [change] = entry?.changes ?? [];
  if (!entry || !change?.after) {
    return new Refusal('not_found', 'There is no such notice any more.');
  }
  const notice = { ...change.after, id: change.id } as unknown as Notice;
  return { revision: entry.number, entryId, notice };
}

/** What has not been sent of it is not sent. The result is its id. */
export const withdrawNotice: EventOperation<{ noticeId: number }, Notice | undefined, number> = {
  name: 'withdraw-notice',
  needs: 'event',
  load: (tx, { eventId }, { noticeId }) => findNotice(tx, eventId, noticeId),
  decide: ({ eventId, stored: notice }) => {
    if (!notice) return new Refusal('not_found', 'There is no such notice.');
    const { id, ...facts } = notice;
    return {
      result: id,
      changes: [{ ...aNotice(id, notice), before: facts, after: null }],
      shows: 'marked',
      apply: (tx) => deleteNotice(tx, eventId, id),
    };
  },
};
