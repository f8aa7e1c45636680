/** Sets the delay of a venue day in the race office, by minutes or by the start of a race (console, "Day"). */
import { type Touched, touchedOfRaces } from '../../domain/history/conflicts.ts';
import { type EventRows, withDelay } from '../../domain/event/event-rows.ts';
import { keyOf } from '../../domain/history/event-state.ts';
import {
  type DayWish,
  type DelayWish,
  delayForStart,
  type WantedDelay,
  withEnd,
} from '../../domain/day/office-delay.ts';
import type { Race } from '../../domain/races/plan-races.ts';
import { ON_TIME } from '../../domain/day/race-day.ts';
import { invalid, Refusal } from '../../domain/refusal.ts';
import { officeOperation } from './office-operation.ts';

/** The result is the day, and how it runs now. The input has passed `judgeDelay`. */
export const setOfficeDelay = officeOperation<DelayWish, WantedDelay>({
  name: 'set-delay',
  named: ({ later }, { raceId }) => (raceId === undefined ? [] : touchedOfRaces(later, [raceId])),
  plan: ({ schedule: { timezone }, stored: { rows } }, input) => {
    const wanted = wantedDelay(rows, timezone, input);
    if (wanted instanceof Refusal) return wanted;
    const { day, ...delay } = wanted;
    return { after: withDelay(rows, day, delay), touched: touchedBy(input), result: wanted };
  },
});

function wantedDelay(
  { races, lanes, delays }: EventRows,
  timezone: string | null,
  { venueDay: day, delayMinutes, raceId, startsAt, until }: DelayWish,
): WantedDelay | Refusal {
  const ended = (wish: DayWish, race?: Race) =>
    withEnd(wish, { sent: until, stored: delays.get(wish.day) ?? ON_TIME }, race, timezone);
  if (day !== undefined && delayMinutes !== undefined) return ended({ day, delayMinutes });
  const race = races.find(({ id }) => id === raceId);
  if (!race) return invalid([{ field: 'raceId', detail: 'names no race of this event' }]);
  const wish = delayForStart(race, lanes.get(race.id) ?? [], startsAt ?? '', timezone);
  return wish instanceof Refusal ? wish : ended(wish, race);
}

/** The delay is computed from the planned start that the page showed. */
function touchedBy({ raceId }: DelayWish): Touched[] {
  if (raceId === undefined) return [];
  return [{ key: keyOf({ subject: 'race', id: raceId }), properties: ['scheduledAt'] }];
}
