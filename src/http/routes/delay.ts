/** PUT /schedule/delay: one venue day runs late, or early. */
import type { FastifyRequest } from 'fastify';
import { formatInstant } from '../../contract/instant.ts';
import { readObject } from '../../contract/read-body.ts';
import { type Delay, DelayWrite } from '../../contract/schedule.ts';
import { changeOf } from '../../domain/changes.ts';
import type { Race } from '../../domain/plan-races.ts';
import { estimatedStart, venueDay } from '../../domain/race-day.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Write } from '../../storage/database.ts';
import { recordChanges } from '../../storage/history.ts';
import { listRaces, listScoredRaceIds } from '../../storage/races.ts';
import { advanceSchedule, findDelay, type Schedule, setDelay } from '../../storage/schedules.ts';
import { noteDelay } from '../news.ts';
import type { Service } from '../service.ts';
import { type Answer, ok, readPayload, writeSchedule } from '../writes.ts';

export async function putDelay(
  service: Service,
  request: FastifyRequest,
): Promise<Answer | Refusal> {
  const payload = await readPayload(request, (body) => readObject(DelayWrite, body));
  if (payload instanceof Refusal) return payload;
  const { venueDay: day, delayMinutes } = payload;
  const load = (tx: Write, eventId: number) =>
    Promise.all([
      findDelay(tx, eventId, day),
      listRaces(tx, eventId),
      listScoredRaceIds(tx, eventId),
    ]);
  return writeSchedule(service, request, load, async (tx, { manager, schedule, stored }) => {
    const [before, races, scored] = stored;
    const unscored = races.filter(
      (race) => !scored.has(race.id) && venueDay(race.scheduledAt, schedule.timezone) === day,
    );
    const change = changeOf('delay', day, { delayMinutes: before }, { delayMinutes });
    if (change) {
      const now = Date.now();
      await setDelay(tx, schedule.eventId, day, delayMinutes);
      await advanceSchedule(tx, schedule, now);
      await recordChanges(tx, schedule.eventId, manager, now, 'set-delay', [change]);
      const delay = { venueDay: day, before, after: delayMinutes };
      await noteDelay(tx, service.settings, schedule, unscored, delay, now);
    }
    return ok(delayedDay(schedule, unscored, day, delayMinutes));
  });
}

/** The races of a day that are still to come, with their new estimates (decision A7). */
function delayedDay(
  { eventId }: Schedule,
  unscored: readonly Race[],
  day: string,
  delayMinutes: number,
): Delay {
  const races = unscored.map(({ externalId, raceNumber, scheduledAt }) => ({
    externalId,
    raceNumber,
    scheduledAt: formatInstant(scheduledAt),
    estimatedAt: formatInstant(estimatedStart(scheduledAt, delayMinutes)),
  }));
  return { eventId, venueDay: day, delayMinutes, races };
}
