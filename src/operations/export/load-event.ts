/** Reads all of an event at one moment. */
import type { WholeEvent } from '../../exchange/whole-event.ts';
import { scheduleStateOf } from '../../domain/schedule.ts';
import type { Database } from '../../storage/database.ts';
import { findEventFacts } from '../../storage/events.ts';
import { listLanesChangedSince } from '../../storage/lanes.ts';
import { listNotices } from '../../storage/notices.ts';
import { listRaces } from '../../storage/races.ts';
import { findSchedule, listDelays } from '../../storage/schedules.ts';
import { listTeams } from '../../storage/teams.ts';

/** @param now epoch milliseconds @returns `undefined` when there is no such event */
export function loadEvent(
  database: Database,
  eventId: number,
  now: number,
): Promise<WholeEvent | undefined> {
  return database.snapshot(async (tx) => {
    const facts = await findEventFacts(tx, eventId);
    if (!facts) return undefined;
    const schedule = await findSchedule(tx, eventId);
    const races = await listRaces(tx, eventId);
    const { name, start: startDate, end: endDate, timezone, city, country: countryCode } = facts;
    return {
      id: eventId,
      ...{ name, startDate, endDate, timezone, city, countryCode },
      schedule: schedule && scheduleStateOf(schedule),
      races: races.map(({ revision: _, resultsAt: __, ...race }) => race),
      teams: await listTeams(tx, eventId),
      lanes: await listLanesChangedSince(tx, eventId, 0),
      delays: await listDelays(tx, eventId),
      notices: await listNotices(tx, eventId, now),
    };
  });
}
