/**
 * News about reminders of races: their subjects in the queues, and how they are looked up; and the races, and the entries of
 * head races, of which followers may be reminded soon, read in a few queries.
 */
import type { BoardLane, BoardRace } from '../../contract/board.ts';
import { MINUTE_MILLIS } from '../../contract/time-units.ts';
import { type DayDelay, delayOfRace, estimatedStart } from '../../domain/day/delay.ts';
import { NEWS_WINDOW_MILLIS } from '../../domain/day/venue-day.ts';
import {
  type GivenReminder,
  isReminderTrue,
  type ReminderRace,
  startsToLookAt,
} from '../../domain/following/reminder-rules.ts';
import { plannedStarts, raceStart } from '../../domain/races/racing.ts';
import { effectiveVisibility } from '../../domain/results/public-results.ts';
import { hasRaced, isEntered, isScored } from '../../domain/results/standings.ts';
import type { Queries } from '../../storage/engine/database.ts';
import {
  type EntryToCome,
  type HeadRaceToCome,
  listCrewsBetween,
  listEntries,
  listHeadRacesBetween,
  listRacesBetween,
  type RaceToCome,
} from '../../storage/event/races-between.ts';
import { listDelays } from '../../storage/event/schedules.ts';
import {
  findRemindedStart,
  listReminders,
  type RemindedEvent,
  type Reminder,
} from '../../storage/following/reminders.ts';
import type { NewsSubject } from '../../storage/queue/outbox.ts';
import { composeReminder } from '../messages/day-messages.ts';
import { audienceOf } from './audience.ts';
import { composeOnce, type LookUp, raceNow } from './current-news.ts';

/** A race, or an entry of a head race. */
export interface RaceAhead extends ReminderRace {
  id: number;
  /** The id of the crew whose entry this is; 0 for the race itself. */
  ofCrew: number;
  /** The crews whose followers are reminded, in ascending order; without an entry, followers of the race are as well. */
  crewIds: readonly number[];
}

export interface RacesAhead {
  races: RaceAhead[];
  /** The reminder of a race or entry that was given `minutes` before its start, if any. */
  given(race: Pick<RaceAhead, 'id' | 'ofCrew'>, minutes: number): GivenReminder | undefined;
}

/** Whom a reminder is for, as an argument of `audienceOf`. */
export function reminderAudience({
  id,
  ofCrew,
  crewIds,
}: Pick<RaceAhead, 'id' | 'ofCrew' | 'crewIds'>) {
  return { raceIds: ofCrew === 0 ? [id] : [], crewIds, isOfEvent: false };
}

/**
 * @param maxMinutes the longest time before a race for which anybody wants a reminder
 * @param now epoch milliseconds
 */
export async function listRacesAhead(
  db: Queries,
  { eventId, timezone, defaultResultVisibility }: RemindedEvent,
  maxMinutes: number,
  now: number,
): Promise<RacesAhead> {
  const starts = startsToLookAt(maxMinutes, now);
  const delays = await listDelays(db, eventId);
  const minutes = Array.from(delays.values(), ({ delayMinutes }) => delayMinutes);
  const bounds = [0, ...minutes].map((each) => each * MINUTE_MILLIS);
  const span = { from: starts.from - Math.max(...bounds), to: starts.to - Math.min(...bounds) };
  // The boats of a head race start over hours, and the race may have started before its planned time.
  const around = { from: span.from - NEWS_WINDOW_MILLIS, to: span.to + NEWS_WINDOW_MILLIS };
  const races = await listRacesBetween(db, eventId, span);
  const headRaces = await listHeadRacesBetween(db, eventId, around);
  if (races.length === 0 && headRaces.length === 0) return { races: [], given: () => undefined };
  const crews = races.length === 0 ? new Map() : await listCrewsBetween(db, eventId, span);
  const delayOf = ({ scheduledAt }: RaceToCome) => delayOfRace(scheduledAt, delays, timezone);
  const isHidden = (race: RaceToCome) =>
    effectiveVisibility(race, { defaultResultVisibility }) === 'hidden';
  const ahead = races.map((race) =>
    raceAhead(race, { delay: delayOf(race), isHidden: isHidden(race) }, crews.get(race.id) ?? []),
  );
  for (const race of headRaces) {
    const delay = delayOf(race);
    if (lastStart(race, delay) < starts.from) continue;
    const visibility = effectiveVisibility(race, { defaultResultVisibility });
    ahead.push(raceAhead(race, { delay, isHidden: isHidden(race) }, []));
    const entries = await listEntries(db, race.id);
    for (const entry of entriesAhead(race, entries, { delay, visibility })) {
      if (entry.startAt >= starts.from && entry.startAt <= starts.to) ahead.push(entry);
    }
  }
  const given = await listReminders(db, eventId);
  return {
    races: ahead,
    given: ({ id, ofCrew }, minutes) => given({ raceId: id, ofCrew, minutes }),
  };
}

function raceAhead(
  race: RaceToCome,
  { delay, isHidden }: { delay: DayDelay; isHidden: boolean },
  crewIds: readonly number[],
): RaceAhead {
  const { id, scheduledAt, state, startedAt, isClosed } = race;
  const hasRaced = race.hasRaced === 1 && !isHidden;
  const hasStarted = hasRaced || startedAt !== null || isClosed === 1;
  const startAt = estimatedStart(scheduledAt, delay);
  return { id, ofCrew: 0, startAt, state, hasStarted, crewIds };
}

function lastStart(race: HeadRaceToCome, delay: DayDelay): number {
  const slots = (race.startIntervalSeconds ?? 0) * 1000 * Math.max(race.drawn - 1, 0);
  return raceStart(race, delay) + Math.max(slots, race.maxStartMillis ?? 0);
}

interface HeadView {
  delay: DayDelay;
  visibility: ReturnType<typeof effectiveVisibility>;
}

/** The entries of a head race that have not withdrawn, as the public sees them. @param lanes by position */
function entriesAhead(
  race: HeadRaceToCome,
  lanes: readonly EntryToCome[],
  { delay, visibility }: HeadView,
): RaceAhead[] {
  const { id, state, isClosed } = race;
  const rows = lanes.map((lane) => ({ ...lane, team: lane.crewId }));
  const starts = plannedStarts(race, rows, delay);
  return lanes.flatMap(({ crewId, isWithdrawn, status, startedAt }, index) => {
    const startAt = starts[index] ?? null;
    if (crewId === null || startAt === null || isWithdrawn === 1) return [];
    const isIn = visibility !== 'hidden' && status !== 'assigned';
    const isOff = visibility === 'full' && startedAt !== null;
    const hasStarted = isIn || isOff || isClosed === 1;
    return [{ id, ofCrew: crewId, startAt, state, hasStarted, crewIds: [crewId] }];
  });
}

/** The news about a reminder; its subject is `12/20`, or `12/20/345` of an entry: race, minutes, crew. */
export function newsOf({ eventId, raceId, minutes, ofCrew }: Reminder): NewsSubject {
  const ofRace = `${raceId}/${minutes}`;
  return { eventId, kind: 'race-soon', subject: ofCrew === 0 ? ofRace : `${ofRace}/${ofCrew}` };
}

/**
 * That a race starts soon, for followers of the race, a crew in it or its club; until its start. In a head race, followers of
 * crews are reminded of each entry by its own start.
 */
export const reminderOfRace: LookUp = async (db, schedule, subject, { boardUrl, now }) => {
  const { eventId } = schedule;
  const [raceId = 0, minutes = 0, ofCrew = 0] = subject.split('/').map(Number);
  const remindedFor = await findRemindedStart(db, { eventId, raceId, minutes, ofCrew });
  const race = await raceNow(db, schedule, raceId);
  if (!race || remindedFor === undefined) return undefined;
  const { view } = race;
  const entries = view.kind === 'head' || ofCrew === 0 ? view.lanes.filter(isEntered) : [];
  const entry = entries.find(({ crewId }) => crewId === ofCrew);
  if (ofCrew !== 0 && !entry) return undefined;
  const startAt = Date.parse(entry?.startsAt ?? view.estimatedAt);
  const known = { startAt, state: view.state, hasStarted: hasStarted(view, entry) };
  if (!isReminderTrue(known, remindedFor, now)) return undefined;
  const ofRace = view.kind === 'head' ? [] : entries;
  const crewIds = (entry ? [entry] : ofRace).flatMap(({ crewId }) => crewId ?? []);
  const about = reminderAudience({ id: raceId, ofCrew, crewIds });
  return {
    audience: { ...(await audienceOf(db, eventId, about)), remindMinutes: minutes },
    expiresAt: startAt,
    urgency: 'high',
    state: subject,
    compose: composeOnce((language, followedCrewIds) =>
      composeReminder(view, schedule, { language, followedCrewIds, boardUrl, now }, entry),
    ),
  };
};

/** Whether a race, or an entry of a head race, has started, so that nobody is to be reminded of it any more. */
function hasStarted(
  { closed, startedAt, lanes }: BoardRace,
  entry: BoardLane | undefined,
): boolean {
  if (entry) return closed || isScored([entry]) || entry.startedAt !== null;
  return closed || startedAt !== null || hasRaced(lanes);
}
