/** Builds the race office's document of an event: all of it with ids, unmasked. */
import type { Office, OfficeCrew, OfficeRace } from '../contract/console/office.ts';
import { formatInstant } from '../contract/instant.ts';
import type { Lane } from '../domain/lane.ts';
import { estimatedAt } from '../domain/board-view.ts';
import type { Race } from '../domain/plan-races.ts';
import { type DaySpan, officeDays, officeRace } from '../domain/office-view.ts';
import { venueDay } from '../domain/race-day.ts';
import type { Schedule } from '../domain/schedule.ts';
import { isScored } from '../domain/standings.ts';
import { Representation, tagOf } from '../http/representation.ts';
import { findConsoleEvent } from '../storage/console-events.ts';
import type { Queries } from '../storage/database.ts';
import { countFollowersOf } from '../storage/follower-counts.ts';
import { countEntries } from '../storage/history.ts';
import { findSchedule, listDelays } from '../storage/schedules.ts';
import { listTeams } from '../storage/teams.ts';
import { documentText, listFragments, type RaceFragment } from './race-fragments.ts';

export interface OfficeDocument {
  eventId: number;
  /** How many entries the history of the event has. */
  revision: number;
  /** When it was read, in milliseconds of a monotonic clock. */
  readAt: number;
  representation: Representation;
  /** Of the schedule, with the fragments of its races. */
  built: { revision: number; races: Map<number, OfficePart> };
}

interface OfficePart extends RaceFragment {
  race: OfficeRace;
  venueDay: string;
  isScored: boolean;
  delayMinutes: number;
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
    ? await listParts(db, schedule, before, delays)
    : new Map<number, OfficePart>();
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

async function listParts(
  db: Queries,
  schedule: Schedule,
  before: OfficeDocument | undefined,
  delays: ReadonlyMap<string, number>,
): Promise<Map<number, OfficePart>> {
  const parts = await listFragments(db, schedule, before?.built, (race, lanes) =>
    partOf(race, lanes, schedule, delays),
  );
  for (const [id, part] of parts) {
    const delayMinutes = delays.get(part.venueDay) ?? 0;
    if (part.delayMinutes !== delayMinutes) parts.set(id, delayed(part, delayMinutes));
  }
  return parts;
}

function partOf(
  race: Race,
  lanes: readonly Lane[],
  { timezone, laneScheme }: Schedule,
  delays: ReadonlyMap<string, number>,
): OfficePart {
  const { scheduledAt, raceNumber } = race;
  const day = venueDay(scheduledAt, timezone);
  const delayMinutes = delays.get(day) ?? 0;
  const view = officeRace(race, lanes, laneScheme, delayMinutes);
  return {
    race: view,
    scheduledAt,
    raceNumber,
    venueDay: day,
    delayMinutes,
    isScored: isScored(lanes),
    json: JSON.stringify(view),
  };
}

/** The same race on a day that runs late by so many minutes. */
function delayed(part: OfficePart, delayMinutes: number): OfficePart {
  const race = {
    ...part.race,
    estimatedAt: estimatedAt(part.scheduledAt, part.isScored, delayMinutes),
  };
  return { ...part, race, delayMinutes, json: JSON.stringify(race) };
}

function settingsOf({ laneScheme, defaultResultMode, defaultResultVisibility }: Schedule) {
  return { laneScheme, defaultResultMode, defaultResultVisibility };
}
