/** The schedule itself: full read, create, publish. */
import type { FastifyRequest } from 'fastify';
import { readObject } from '../../contract/read-body.ts';
import { ScheduleCreate } from '../../contract/schedule.ts';
import { Refusal } from '../../domain/refusal.ts';
import { recordChanges } from '../../storage/history.ts';
import {
  advanceSchedule,
  findSchedule,
  insertSchedule,
  type Schedule,
  type ScheduleSettings,
} from '../../storage/schedules.ts';
import { callerOf } from '../authenticate.ts';
import { Read } from '../representation.ts';
import { scheduleEtag } from '../schedule-documents.ts';
import { summaryOf } from '../schedule-summary.ts';
import type { Service } from '../service.ts';
import {
  type Answer,
  nothingElse,
  ok,
  readPayload,
  scheduleNotFound,
  writeEvent,
  writeSchedule,
} from '../writes.ts';

export async function getSchedule(
  service: Service,
  request: FastifyRequest,
): Promise<Read | Refusal> {
  const { revision, updatedAt, eventId } = callerOf(request).access;
  if (eventId === null || revision === null || updatedAt === null) return scheduleNotFound();
  return new Read(scheduleEtag(revision, updatedAt), async () => {
    const document = await service.documents.get(eventId, revision);
    if (!document) throw new Error(`the schedule of event ${eventId} is gone`);
    return document;
  });
}

/** Idempotent: an existing schedule is answered as it is (specification, "Schedule status"). */
export async function createSchedule(
  service: Service,
  request: FastifyRequest,
): Promise<Answer | Refusal> {
  const payload = await readPayload(request, (body) => readObject(ScheduleCreate, body), {});
  if (payload instanceof Refusal) return payload;
  const settings: ScheduleSettings = {
    laneScheme: payload.laneScheme ?? null,
    defaultResultMode: payload.defaultResultMode ?? 'timed',
    defaultResultVisibility: payload.defaultResultVisibility ?? 'full',
  };
  return writeEvent(service, request, nothingElse, async (tx, { manager, schedule: existing }) => {
    if (existing) return ok(summaryOf(existing));
    const now = Date.now();
    await insertSchedule(tx, manager.eventId, settings, now);
    const after = { status: 'draft', ...settings };
    await recordChanges(tx, manager.eventId, manager, now, 'create-schedule', [
      { subject: 'schedule', name: 'schedule', before: null, after },
    ]);
    const created = (await findSchedule(tx, manager.eventId)) as Schedule;
    return ok(summaryOf(created), 201);
  });
}

export async function publishSchedule(
  service: Service,
  request: FastifyRequest,
): Promise<Answer | Refusal> {
  return writeSchedule(service, request, nothingElse, async (tx, { manager, schedule }) => {
    if (schedule.status === 'published') return ok(summaryOf(schedule));
    const now = Date.now();
    const published = await advanceSchedule(tx, schedule, now, 'published');
    const [before, after] = [{ status: schedule.status }, { status: published.status }];
    await recordChanges(tx, manager.eventId, manager, now, 'publish-schedule', [
      { subject: 'schedule', name: 'schedule', before, after },
    ]);
    return ok(summaryOf(published));
  });
}
