/** The day of the race office: the delay of a venue day, and planned starts moved together. */
import { formatInstant } from '../../contract/instant.ts';
import { writtenDelay } from '../../domain/day/delay-view.ts';
import { judgeDelay, type WantedDelay } from '../../domain/day/office-delay.ts';
import { venueDay } from '../../domain/day/race-day.ts';
import { judgeRetime } from '../../domain/day/retime.ts';
import { estimatedAt } from '../../domain/event/board-view.ts';
import type { EventRows } from '../../domain/event/event-rows.ts';
import type { Schedule } from '../../domain/event/schedule.ts';
import { byRunningOrder } from '../../domain/races/running-order.ts';
import { hasBegun } from '../../domain/results/standings.ts';
import { retime, setOfficeDelay } from '../../operations/office/day.ts';
import type { ConsoleRoute } from '../route.ts';
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
];

/** Decision A7, with ids and the end: the races of the day that have not started yet, in running order. */
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
