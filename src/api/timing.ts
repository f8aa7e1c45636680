/** `/timing/v1`: what is between start and finish of one race, read and written with the keys of `/v1`. */
import { raceTiming } from '../domain/races/timing-view.ts';
import { judgeRacing } from '../domain/results/plan-racing.ts';
import { Read } from '../http/answers/read.ts';
import { loadRace, oneRaceOf, raceNotFound } from '../operations/load-rows.ts';
import { type OperationOutcome, scheduleNotFound } from '../operations/operation.ts';
import { setRacing, type TimingRows } from '../operations/pushes/set-racing.ts';
import { findSchedule, listDelays } from '../storage/event/schedules.ts';
import { managerOf } from './admit.ts';
import { type ApiRoute, read, write } from './route.ts';

export const TIMING_API_ROUTES: readonly ApiRoute[] = [
  read('GET /events/{eventId}/races/{externalId}', async ({ database }, caller, params) => {
    const { eventId } = managerOf(caller);
    const name = { externalId: params.externalId ?? '' };
    const found = await database.snapshot(async (tx) => {
      const schedule = await findSchedule(tx, eventId);
      if (!schedule) return undefined;
      const rows = await loadRace(tx, eventId, name);
      return { schedule, rows, delays: await listDelays(tx, eventId) };
    });
    if (!found) return scheduleNotFound();
    if (found.rows.races.length === 0) return raceNotFound(name);
    const { race, lanes } = oneRaceOf(found.rows);
    return Read.of(raceTiming(race, lanes, found.schedule, found.delays));
  }),
  write('PATCH /events/{eventId}/races/{externalId}', {
    judgeObject: judgeRacing,
    operation: setRacing,
    input: (racing, { externalId = '' }) => ({ race: { externalId }, racing }),
    answer: timingAnswer,
  }),
];

function timingAnswer({ rows, schedule }: OperationOutcome<TimingRows, void>) {
  const { race, lanes } = oneRaceOf(rows);
  const settings = schedule ?? { laneScheme: null, timezone: null };
  return raceTiming(race, lanes, settings, rows.delays);
}
