/** Notices of the race office: posted, and taken back by one click. */
import { NoticeWrite } from '../../contract/console/office-writes.ts';
import { noticeView } from '../../domain/notice-rules.ts';
import { Refusal } from '../../domain/refusal.ts';
import { signedInPerson } from '../../operations/actor.ts';
import { postNoticeOnce, withdrawNotice } from '../../operations/office/notices.ts';
import { performOffice } from '../../operations/office/perform-office.ts';
import { findManagedEvent } from '../events.ts';
import { readIdempotencyKey } from '../repeats.ts';
import { consoleTurn, idOf, json, readForm, signedIn } from '../route.ts';

/** POST /events/{id}/notices */
export const postNotice = signedIn({
  method: 'POST',
  path: '/events/:eventId/notices',
  find: findManagedEvent,
  handle: async ({ console, exchange, session: { userId } }, eventId) => {
    const form = await readForm(exchange, NoticeWrite);
    if (form instanceof Refusal) return form;
    const { value: wish, turn } = form;
    const repeatable = readIdempotencyKey(exchange, wish);
    if (repeatable instanceof Refusal) return repeatable;
    const terms = { actor: signedInPerson(userId), eventId, turn };
    const posted = await postNoticeOnce(console, terms, { userId, wish, repeatable });
    if (posted instanceof Refusal) return posted;
    return json({ ...posted, notice: noticeView(posted.notice) }, 201);
  },
});

/** DELETE /events/{id}/notices/{noticeId} */
export const deleteNotice = signedIn({
  method: 'DELETE',
  path: '/events/:eventId/notices/:noticeId',
  find: findManagedEvent,
  handle: async ({ console, exchange, session: { userId } }, eventId) => {
    const terms = { actor: signedInPerson(userId), eventId, turn: consoleTurn() };
    const input = { noticeId: idOf(exchange, 'noticeId') };
    const done = await performOffice(console, { ...terms, operation: withdrawNotice, input });
    if (done instanceof Refusal) return done;
    return json({ revision: done.revision, entryId: done.entryId });
  },
});
