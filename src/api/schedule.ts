/** The schedule itself: full read, create, publish. */
import { readObject } from '../contract/read-body.ts';
import { ScheduleCreate } from '../contract/schedule.ts';
import { scheduleEtag } from '../documents/schedule-documents.ts';
import { summaryOf } from '../domain/schedule-summary.ts';
import { Read } from '../http/read.ts';
import { scheduleNotFound } from '../operations/operation.ts';
import { createSchedule, publishSchedule, scheduleOf } from '../operations/schedule.ts';
import { jsonBody, noBody, ok, read, write } from './route.ts';

const PATH = '/v1/events/:eventId/schedule';

export const getSchedule = read(PATH, async ({ documents }, { access }) => {
  const { revision, updatedAt, eventId } = access;
  if (eventId === null || revision === null || updatedAt === null) return scheduleNotFound();
  return new Read(scheduleEtag(revision, updatedAt), async () => {
    const document = await documents.get(eventId, revision);
    if (!document) throw new Error(`the schedule of event ${eventId} is gone`);
    return document;
  });
});

/** Idempotent: an existing schedule is answered as it is (specification, "Schedule status"). */
export const postSchedule = write({
  method: 'POST',
  path: PATH,
  body: jsonBody((json) => readObject(ScheduleCreate, json), {}),
  operation: createSchedule,
  input: (settings) => settings,
  answer: (done) => ok(summaryOf(scheduleOf(done)), done.result.isNew ? 201 : 200),
});

export const postPublish = write({
  method: 'POST',
  path: `${PATH}/publish`,
  body: noBody,
  operation: publishSchedule,
  input: () => {},
  answer: (done) => ok(summaryOf(scheduleOf(done))),
});
