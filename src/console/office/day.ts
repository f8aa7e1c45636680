/** The day of the race office: the delay of a venue day, planned starts moved together, and notices. */
import { formatInstant } from '../../contract/instant.ts';
import { judgeDelay, type WantedDelay, writtenDelay } from '../../domain/day/delay.ts';
import { judgeRetime } from '../../domain/day/retime.ts';
import { venueDay } from '../../domain/day/venue-day.ts';
import { estimatedAt } from '../../domain/event/board-view.ts';
import type { EventRows } from '../../domain/event/event-rows.ts';
import type { Schedule } from '../../domain/event/schedule.ts';
import { noticeView } from '../../domain/following/notice-rules.ts';
import { byRunningOrder } from '../../domain/races/race.ts';
import { Refusal } from '../../domain/refusal.ts';
import { hasBegun } from '../../domain/results/standings.ts';
import { signedInPerson } from '../../operations/actor.ts';
import {
  postNoticeOnce,
  retime,
  setOfficeDelay,
  withdrawNotice,
} from '../../operations/office/day.ts';
import { performOffice } from '../../operations/office/office-operation.ts';
import { readIdempotencyKey } from '../repeats.ts';
import { type ConsoleRoute, consoleTurn, route } from '../route.ts';
import { officeRoute } from './office-route.ts';

export const DAY_ROUTES: readonly ConsoleRoute[] = [
  officeRoute('PUT /events/{eventId}/delay', {
    judge: judgeDelay,
    operation: setOfficeDelay,
    input: (body) => body,
    answer: ({ rows, result, schedule }) => delayAnswer(rows, result, schedule),
  }),
  officeRoute('POST /events/{eventId}/retime', {
    judge: judgeRetime,
    operation: retime,
    input: (body) => body,
    answer: ({ result: moved }) => ({
      races: moved.map(({ id, raceNumber, before, after }) => {
        return { id, raceNumber, before: formatInstant(before), after: formatInstant(after) };
      }),
    }),
  }),
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

/** The answer of decision A7, with ids and the delay's end: the races of the day not started yet, in running order. */
function delayAnswer(
  { races, lanes }: EventRows,
  { day, ...delay }: WantedDelay,
  { eventId, timezone }: Schedule,
) {
  const left = races
    .filter((race) => {
      const isOfDay = venueDay(race.scheduledAt, timezone) === day;
      return isOfDay && !hasBegun(race, lanes.get(race.id) ?? []);
    })
    .sort(byRunningOrder);
  return {
    eventId,
    venueDay: day,
    ...writtenDelay(delay),
    races: left.map((race) => ({
      id: race.id,
      externalId: race.externalId,
      raceNumber: race.raceNumber,
      scheduledAt: formatInstant(race.scheduledAt),
      estimatedAt: estimatedAt(race, false, delay),
    })),
  };
}
