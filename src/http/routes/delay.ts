/** PUT /schedule/delay: one venue day runs late, or early. */
import type { FastifyRequest } from 'fastify';
import { formatInstant } from '../../contract/instant.ts';
import { readObject } from '../../contract/read-body.ts';
import { type Delay, DelayWrite } from '../../contract/schedule.ts';
import { changeOf } from '../../domain/changes.ts';
import { estimatedStart, venueDay } from '../../domain/race-day.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Write } from '../../storage/database.ts';
import { recordChanges } from '../../storage/history.ts';
import { listRaces, listScoredRaceIds } from '../../storage/races.ts';
import { advanceSchedule, findDelay, type Schedule, setDelay } from '../../storage/schedules.ts';
import type { Service } from '../service.ts';
import { type Answer, ok, readPayload, writeSchedule } from '../writes.ts';

export async function putDelay(
  service: Service,
  request: FastifyRequest,
): Promise<Answer | Refusal> {
  const payload = await readPayload(request, (body) => readObject(DelayWrite, body));
  if (payload instanceof Refusal) return payload;
  const { venueDay: day, delayMinutes } = payload;
  return writeSchedule(service, request, async (tx, manager, schedule) => {
    const before = await findDelay(tx, schedule.eventId, day);
    const change = changeOf('delay', day, { delayMinutes: before }, { delayMinutes });
    if (change) {
      const now = Date.now();
      await setDelay(tx, schedule.eventId, day, delayMinutes);
      await advanceSchedule(tx, schedule, now);
      await recordChanges(tx, schedule.eventId, manager, now, 'set-delay', [change]);
    }
    return ok(await delayedDay(tx, schedule, day, delayMinutes));
  });
}

/** The races of a day that are still to come, with their new estimates (decision A7). */
async function delayedDay(
  tx: Write,
  { eventId, timezone }: Schedule,
  day: string,
  delayMinutes: number,
): Promise<Delay> {
  const scored = await listScoredRaceIds(tx, eventId);
  const races = (await listRaces(tx, eventId))
    .filter((race) => !scored.has(race.id) && venueDay(race.scheduledAt, timezone) === day)
    .map(({ externalId, raceNumber, scheduledAt }) => ({
      externalId,
      raceNumber,
      scheduledAt: formatInstant(scheduledAt),
      estimatedAt: formatInstant(estimatedStart(scheduledAt, delayMinutes)),
    }));
  return { eventId, venueDay: day, delayMinutes, races };
}
