/**
 * A race and the days of an event as the race office sees them: with ids, and nothing hidden; and who is told that somebody else
 * is there (console, "Live").
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
 * A race as far as it shows by itself: what its rules say (`draw`) depends on other races.
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
 * Some races of an event as the race office sees them, in the order of their ids. Of the others, only those whose
 * crews go on to them are looked at.
 *
 * @param ids of races; those that are not there are left out
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

/** Crews of an event as the race office sees them, in the order of their ids. @param ids of crews that are there */
export function crewsOf(rows: EventRows, ids: readonly number[]): OfficeCrew[] {
  const teams = new Map(rows.teams.map((team) => [team.id, team]));
  return ids.flatMap((id) => {
    const team = teams.get(id);
    return team ? { id, ...teamView(team) } : [];
  });
}

/**
 * The days of an event, and those on which something is rowed or delayed, in order.
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

/** A page says every 30 seconds where it is; one that has been silent for twice that and more is gone. */
export const PLACE_MILLIS = 75_000;
/** A page that says again where it is, as all do every 30 seconds, is written again after this. */
const REPEAT_MILLIS = 25_000;
/** Whoever sees so many names needs no more. */
const MAX_PEOPLE = 50;

interface Somebody {
  userId: number;
  name: string;
  part: OfficePart;
  raceId: number | null;
}

/** The others in an office, each once: where they were last. @param places those who said it last first */
export function othersIn(places: readonly Somebody[], ownUserId: number): OfficePeople {
  const people = new Map<number, Somebody>();
  for (const { userId, name, part, raceId } of places) {
    if (userId === ownUserId || people.has(userId)) continue;
    people.set(userId, { userId, name, part, raceId });
  }
  // In an order that stays the same while people only repeat where they are.
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

/** Whether the place of somebody has to be stored: they have moved, or it was stored long ago. */
export function isPlaceToSave(place: Place, before: Place | undefined): boolean {
  if (!before || Math.abs(place.at - before.at) >= REPEAT_MILLIS) return true;
  const { eventId, part, raceId } = place;
  return eventId !== before.eventId || part !== before.part || raceId !== before.raceId;
}
