/** Posts a notice and takes one back (console, "Day"). */
import { type Notice, type NoticeWish, newNotice } from '../../domain/following/notice-rules.ts';
import { Refusal } from '../../domain/refusal.ts';
import {
  noteResult,
  type Repeatable,
  takeIdempotencyKey,
} from '../../storage/accounts/idempotency.ts';
import type { Write } from '../../storage/engine/database.ts';
import { reserveIds } from '../../storage/engine/prepared.ts';
import { findNotice, listNotices } from '../../storage/event/notices.ts';
import { findEntry } from '../../storage/history/history.ts';
import { UNTOLD } from '../news.ts';
import { type EventOperation, type OperationOptions, performTogether } from '../operation.ts';
import type { OfficeRevision } from './office-operation.ts';

interface Stored {
  /** Those that stand on the board, or the one that is meant. */
  rows: { notices: readonly Notice[] };
}

export const postNotice: EventOperation<NoticeWish, Stored & { id: number }, Notice> = {
  name: 'post-notice',
  needs: 'event',
  load: async (tx, { eventId, now }) => {
    const [notices, ids] = await Promise.all([
      listNotices(tx, eventId, now),
      reserveIds(tx, 'notices', 1),
    ]);
    return { rows: { notices }, id: ids[0] as number };
  },
  plan: ({ now, schedule, stored: { rows, id } }, wish) => {
    const { notices } = rows;
    const made = newNotice(wish, { now, schedule, standing: notices.length });
    if (made instanceof Refusal) return made;
    const notice = { id, ...made };
    return {
      after: { notices: [notice, ...notices] },
      result: notice,
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

type Posted = OfficeRevision & { notice: Notice };

/** Posts a notice, once for an `Idempotency-Key`: a repeat is answered as the request before it. */
export function postNoticeOnce(
  context: Parameters<typeof performTogether>[0],
  terms: OperationOptions,
  { userId, wish, repeatable }: Posting,
): Promise<Posted | Refusal> {
  return performTogether(context, terms, async (performNext, tx) => {
    // A repeat performs no operation that would ask it.
    const objection = await terms.actor.objection(tx, terms.eventId);
    if (objection) return objection;
    const before = repeatable && (await takeIdempotencyKey(tx, userId, repeatable, Date.now()));
    if (before instanceof Refusal) return before;
    if (before !== undefined) return postedWith(tx, before);
    const posted = await performNext(postNotice, wish);
    if (posted instanceof Refusal) return posted;
    const { result: notice } = posted;
    const entry = await posted.entry();
    if (!entry) throw new Error('A notice that is posted is an entry of the history.');
    const { id: entryId, number: revision } = entry;
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
  const notice = { ...change.after, id: change.id } as Notice;
  return { revision: entry.number, entryId, notice };
}

/** What has not been sent of it is not sent. The result is its id. */
export const withdrawNotice: EventOperation<{ noticeId: number }, Stored, number> = {
  name: 'withdraw-notice',
  needs: 'event',
  load: async (tx, { eventId }, { noticeId }) => {
    const notice = await findNotice(tx, eventId, noticeId);
    return { rows: { notices: notice ? [notice] : [] } };
  },
  plan: ({ stored: { rows } }, { noticeId }) => {
    if (rows.notices.length === 0) return new Refusal('not_found', 'There is no such notice.');
    return { after: { notices: [] }, result: noticeId };
  },
};
