/**
 * A race and the days of an event as the race office sees them: with ids, and nothing hidden; and the other people who have the
 * race office open (console, "Live").
 */
import type {
  OfficeCrew,
  OfficeDay,
  OfficePart,
  OfficePeople,
  OfficeRace,
} from '../../contract/console/office.ts';
import { teamView } from '../crews/team.ts';
import { type DayDelay, delayOfRace, writtenDelay } from '../day/delay.ts';
import { type DaySpan, eventDays } from '../day/venue-day.ts';
import type { Lane } from '../draw/lane.ts';
import { proposalOf, resolveRules } from '../progression/resolve-rules.ts';
import { type Race, raceView } from '../races/race.ts';
import { racingOfLanes, racingOfRace } from '../races/racing.ts';
import { fieldOf, hasRaced } from '../results/standings.ts';
import { estimatedAt } from './board-view.ts';
import type { EventRows } from './event-rows.ts';
import type { ScheduleSettings } from './schedule.ts';

/**
 * A race by itself: its proposal (`draw`) is `null` here, because it depends on other races.
 *
 * @param lanes the race's lanes, by position
 * @param delay of the race's venue day
 */
export function officeRace(
  race: Race,
  lanes: readonly Lane[],
  { laneScheme, provisionalResults }: Pick<ScheduleSettings, 'laneScheme' | 'provisionalResults'>,
  delay: DayDelay,
): OfficeRace {
  const { lanes: views, ...view } = raceView(race, lanes, laneScheme);
  const racing = racingOfLanes(race, lanes, views, delay);
  const shownLanes = views.map(({ teamExternalId: _, teamName: __, ...lane }, index) => {
    const { position, positionLabel, ...result } = lane;
    const { team = null, from = null, withdrawn, withdrawnReason } = lanes[index] as Lane;
    const crewId = team?.id ?? null;
    const ofRacing = racing[index] as (typeof racing)[number];
    const ofCrew = { withdrawn, withdrawnReason, from };
    return { position, positionLabel, crewId, ...result, ...ofCrew, ...ofRacing };
  });
  return {
    id: race.id,
    ...view,
    printedNumber: race.printedNumber,
    estimatedAt: estimatedAt(race, hasRaced(lanes), delay),
    ...racingOfRace(race),
    ...fieldOf(shownLanes),
    state: race.state,
    reason: race.reason,
    official: provisionalResults ? race.official : null,
    lanes: shownLanes,
    draw: null,
  };
}

/**
 * Some races of an event as the race office sees them, in the order of `ids`. Of the other races, only those from which
 * crews go on to these are evaluated.
 *
 * @param ids of races; those that do not exist are left out
 */
export function officeRaces(
  { races, lanes, delays }: EventRows,
  ids: readonly number[],
  schedule: ScheduleSettings & { timezone: string | null },
): OfficeRace[] {
  const stored = new Map(races.map((race) => [race.id, race]));
  const views = new Map<number, OfficeRace>();
  const viewOf = (id: number): OfficeRace | undefined => {
    const race = stored.get(id);
    if (!race || views.has(id)) return views.get(id);
    const delay = delayOfRace(race.scheduledAt, delays, schedule.timezone);
    const view = officeRace(race, lanes.get(id) ?? [], schedule, delay);
    views.set(id, view);
    return view;
  };
  return ids.flatMap((id) => {
    const view = viewOf(id);
    return view ? { ...view, draw: proposalOf(resolveRules(view.lanes, viewOf)) } : [];
  });
}

/** Crews of an event as the race office sees them, in the order of `ids`. Ids of crews that do not exist are left out. */
export function crewsOf(rows: EventRows, ids: readonly number[]): OfficeCrew[] {
  const teams = new Map(rows.teams.map((team) => [team.id, team]));
  return ids.flatMap((id) => {
    const team = teams.get(id);
    return team ? { id, ...teamView(team) } : [];
  });
}

/**
 * The days of an event, and all others that have races or a delay, in order.
 *
 * @param raceDays venue days of the races, in any order, repeated or not
 * @param delays by venue day
 */
export function officeDays(
  span: DaySpan,
  raceDays: readonly string[],
  delays: ReadonlyMap<string, DayDelay>,
): OfficeDay[] {
  const days = new Set([...eventDays(span), ...raceDays, ...delays.keys()]);
  return [...days].sort().map((day) => ({ venueDay: day, ...writtenDelay(delays.get(day)) }));
}

/** Each page reports every 30 seconds which part of the race office it shows; after this long without a report it is gone. */
export const PLACE_MILLIS = 75_000;
/** A report that repeats the last one is stored again only after this. */
const REPEAT_MILLIS = 25_000;
/** How many other people are listed at most. */
const MAX_PEOPLE = 50;

interface Somebody {
  userId: number;
  name: string;
  part: OfficePart;
  raceId: number | null;
}

/** The other people in a race office, each once, where they were last. @param places the newest report first */
export function othersIn(places: readonly Somebody[], ownUserId: number): OfficePeople {
  const people = new Map<number, Somebody>();
  for (const { userId, name, part, raceId } of places) {
    if (userId === ownUserId || people.has(userId)) continue;
    people.set(userId, { userId, name, part, raceId });
  }
  // By id, so that the order does not change while people only repeat where they are.
  const sorted = [...people.values()].sort((a, b) => a.userId - b.userId);
  return { people: sorted.slice(0, MAX_PEOPLE) };
}

interface Place {
  eventId: number;
  part: OfficePart;
  raceId: number | null;
  /** Epoch milliseconds. */
  at: number;
}

/** Whether a person's place has to be stored: they have moved, or it was last stored long ago. */
export function isPlaceToSave(place: Place, before: Place | undefined): boolean {
  if (!before || Math.abs(place.at - before.at) >= REPEAT_MILLIS) return true;
  const { eventId, part, raceId } = place;
  return eventId !== before.eventId || part !== before.part || raceId !== before.raceId;
}
