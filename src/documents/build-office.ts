/** Builds the race office's document of an event: all of it with ids, unmasked. */
import type { Office, OfficeCrew, OfficeRace } from '../contract/console/office.ts';
import { formatInstant } from '../contract/instant.ts';
import { type DaySpan, officeDays, officeRace } from '../domain/office-view.ts';
import type { Schedule } from '../domain/schedule.ts';
import { Representation, tagOf } from '../http/representation.ts';
import { findConsoleEvent } from '../storage/console-events.ts';
import type { Queries } from '../storage/database.ts';
import { countFollowersOf } from '../storage/follower-counts.ts';
import { countEntries } from '../storage/history.ts';
import { findSchedule, listDelays } from '../storage/schedules.ts';
import { listTeams } from '../storage/teams.ts';
import { documentText, type EstimatedFragment, listEstimatedFragments } from './race-fragments.ts';

export interface OfficeDocument {
  eventId: number;
  /** How many entries the history of the event has. */
  revision: number;
  /** When it was read, in milliseconds of a monotonic clock. */
  readAt: number;
  representation: Representation;
  /** Of the schedule, with the fragments of its races. */
  built: { revision: number; races: Map<number, EstimatedFragment<OfficeRace>> };
}

/**
 * @param before what was built before, if anything; it is left as it is
 * @returns `undefined` when there is no such event
 */
export async function buildOffice(
  db: Queries,
  eventId: number,
  before: OfficeDocument | undefined,
): Promise<OfficeDocument | undefined> {
  const readAt = performance.now();
  const event = await findConsoleEvent(db, eventId);
  if (!event) return undefined;
  const revision = await countEntries(db, eventId);
  const schedule = await findSchedule(db, eventId);
  const delays = await listDelays(db, eventId);
  const races = schedule
    ? await listEstimatedFragments(
        db,
        schedule,
        { delays, before: before?.built },
        (race, lanes, late) => officeRace(race, lanes, schedule.laneScheme, late),
      )
    : new Map<number, EstimatedFragment<OfficeRace>>();
  const crews: OfficeCrew[] = await listTeams(db, eventId);
  const days = Array.from(races.values(), (part) => part.venueDay);
  const head: Omit<Office, 'races'> = {
    revision,
    event,
    status: schedule?.status ?? null,
    settings: schedule ? settingsOf(schedule) : null,
    days: officeDays(event satisfies DaySpan, days, delays),
    crews,
    followers: await countFollowersOf(db, eventId),
    updatedAt: schedule ? formatInstant(schedule.updatedAt) : null,
  };
  const text = documentText(head, races.values());
  // The revision, and what else may have changed, such as how many follow.
  const etag = `W/"${revision}-${tagOf(text).replace(/^W\/"|"$/g, '')}"`;
  const isSame = before?.representation.etag === etag;
  return {
    eventId,
    revision,
    readAt,
    representation: isSame
      ? before.representation
      : new Representation(etag, Buffer.from(text), 'low'),
    built: { revision: schedule?.revision ?? 0, races },
  };
}

function settingsOf({ laneScheme, defaultResultMode, defaultResultVisibility }: Schedule) {
  return { laneScheme, defaultResultMode, defaultResultVisibility };
}
