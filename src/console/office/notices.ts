/** Notices of the race office: posted, and taken back by one click. */
import { noticeView } from '../../domain/following/notice-rules.ts';
import { Refusal } from '../../domain/refusal.ts';
import { signedInPerson } from '../../operations/actor.ts';
import { postNoticeOnce, withdrawNotice } from '../../operations/office/notices.ts';
import { performOffice } from '../../operations/office/perform-office.ts';
import { readIdempotencyKey } from '../repeats.ts';
import { type ConsoleRoute, consoleTurn, route } from '../route.ts';

export const NOTICE_ROUTES: readonly ConsoleRoute[] = [
  route(
    'POST /events/{eventId}/notices',
    async ({ console, exchange, session: { userId }, found: eventId, read }) => {
      const form = await read();
      if (form instanceof Refusal) return form;
      const { value: wish, turn } = form;
      const repeatable = readIdempotencyKey(exchange, wish);
      if (repeatable instanceof Refusal) return repeatable;
      const terms = { actor: signedInPerson(userId), eventId, turn };
      const posted = await postNoticeOnce(console, terms, { userId, wish, repeatable });
      if (posted instanceof Refusal) return posted;
      return { ...posted, notice: noticeView(posted.notice) };
    },
  ),
  route(
    'DELETE /events/{eventId}/notices/{noticeId}',
    async ({ console, session: { userId }, found: eventId, id }) => {
      const terms = { actor: signedInPerson(userId), eventId, turn: consoleTurn() };
      const input = { noticeId: id('noticeId') };
      const done = await performOffice(console, { ...terms, operation: withdrawNotice, input });
      if (done instanceof Refusal) return done;
      return { revision: done.revision, entryId: done.entryId };
    },
  ),
];
