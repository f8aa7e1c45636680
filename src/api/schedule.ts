/** The schedule itself: full read, create, publish, the delay of a day. */
import { scheduleEtag } from '../documents/schedule-documents.ts';
import { delayView } from '../domain/day/delay-view.ts';
import { summaryOf } from '../domain/event/schedule-summary.ts';
import { Read } from '../http/answers/read.ts';
import { scheduleNotFound } from '../operations/operation.ts';
import { createSchedule, publishSchedule, scheduleOf } from '../operations/pushes/schedule.ts';
import { setDelay } from '../operations/pushes/set-delay.ts';
import { type ApiRoute, read, write } from './route.ts';

export const API_SCHEDULE_ROUTES: readonly ApiRoute[] = [
  read('GET /events/{eventId}/schedule', async ({ documents }, { access }) => {
    const { revision, updatedAt, eventId } = access;
    if (eventId === null || revision === null || updatedAt === null) return scheduleNotFound();
    return new Read(scheduleEtag(revision, updatedAt), async () => {
      const document = await documents.get(eventId, revision);
      if (!document) throw new Error(`the schedule of event ${eventId} is gone`);
      return document;
    });
  }),
  // Idempotent: an existing schedule is answered as it is (specification, "Schedule status").
  write('POST /events/{eventId}/schedule', {
    operation: createSchedule,
    input: (settings) => settings,
    answer: (done) => summaryOf(scheduleOf(done)),
    status: ({ result: { isNew } }) => (isNew ? 201 : 200),
  }),
  write('POST /events/{eventId}/schedule/publish', {
    operation: publishSchedule,
    input: () => {},
    answer: (done) => summaryOf(scheduleOf(done)),
  }),
  write('PUT /events/{eventId}/schedule/delay', {
    operation: setDelay,
    input: (delay) => delay,
    answer: ({ result: day }) => delayView(day),
  }),
];
