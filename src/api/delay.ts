/** PUT /schedule/delay: one venue day runs late, or early. */
import { formatInstant } from '../contract/instant.ts';
import { readObject } from '../contract/read-body.ts';
import { type Delay, DelayWrite } from '../contract/schedule.ts';
import { estimatedStart } from '../domain/race-day.ts';
import { type DelayedDay, setDelay } from '../operations/set-delay.ts';
import { jsonBody, ok, write } from './route.ts';

export const putDelay = write({
  method: 'PUT',
  path: '/v1/events/:eventId/schedule/delay',
  body: jsonBody((json) => readObject(DelayWrite, json)),
  operation: setDelay,
  input: (payload) => payload,
  answer: (day) => ok(delayView(day)),
});

/** The races of a day that are still to come, with their new estimates (decision A7). */
function delayView({ eventId, venueDay, delayMinutes, unscored }: DelayedDay): Delay {
  const races = unscored.map(({ externalId, raceNumber, scheduledAt }) => ({
    externalId,
    raceNumber,
    scheduledAt: formatInstant(scheduledAt),
    estimatedAt: formatInstant(estimatedStart(scheduledAt, delayMinutes)),
  }));
  return { eventId, venueDay, delayMinutes, races };
}
