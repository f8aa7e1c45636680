/**
 * The stored rows of an event, as plans read and change them. A plan returns the same objects for rows that it does not
 * change, so that `differenceBetween` finds the changed rows by identity.
 */
import type { Team } from '../crews/team.ts';
import { type DayDelay, isSameDelay, ON_TIME } from '../day/delay.ts';
import type { Lane } from '../draw/lane.ts';
import type { Notice } from '../following/notice-rules.ts';
import type { Race } from '../races/race.ts';
import { Refusal } from '../refusal.ts';
import type { EventFacts } from './event-rules.ts';
import type { ScheduleState } from './schedule.ts';

/** Everything of an event that can be changed and undone. */
export interface EventRows {
  /** `undefined` when the event has no schedule. */
  schedule: ScheduleState | undefined;
  races: readonly Race[];
  teams: readonly Team[];
  /** By race id; those of one race by position. */
  lanes: ReadonlyMap<number, readonly Lane[]>;
  /** By venue day; a day that is on time has no entry, unless it keeps the end of an earlier delay. */
  delays: ReadonlyMap<string, DayDelay>;
}

/** With the facts and notices of the event, which can be changed but not undone. */
interface AllRows extends EventRows {
  facts: EventFacts;
  notices: readonly Notice[];
}

/** The parts of an event that a plan has asked for; parts that are left out are not changed. */
export type SomeRows = Partial<AllRows>;

/** The race with an id. @returns 404 where the event has none */
export function raceOf({ races }: Pick<EventRows, 'races'>, raceId: number): Race | Refusal {
  return races.find(({ id }) => id === raceId) ?? noSuchRace(raceId);
}

export function noSuchRace(raceId: number): Refusal {
  return new Refusal('race_not_found', `No race of this event has the id ${raceId}.`);
}

/** The lanes of a race, by position. */
export function lanesOf({ lanes }: Pick<EventRows, 'lanes'>, raceId: number): readonly Lane[] {
  return lanes.get(raceId) ?? [];
}

/** The rows with other lanes for one race. */
export function withLanes<Rows extends Pick<EventRows, 'lanes'>>(
  rows: Rows,
  raceId: number,
  lanes: readonly Lane[],
): Rows {
  return { ...rows, lanes: new Map(rows.lanes).set(raceId, lanes) };
}

/** The rows with other properties for one race. @param race the object in `rows.races` itself */
export function withRace<Rows extends Pick<EventRows, 'races'>>(
  rows: Rows,
  race: Race,
  changed: Partial<Race>,
): Rows {
  const next = { ...race, ...changed };
  return { ...rows, races: rows.races.map((each) => (each === race ? next : each)) };
}

/** The rows with another delay for one venue day; a delay of zero without an end clears it. */
export function withDelay<Rows extends Pick<EventRows, 'delays'>>(
  rows: Rows,
  day: string,
  delay: DayDelay,
): Rows {
  const delays = new Map(rows.delays);
  if (isSameDelay(delay, ON_TIME)) delays.delete(day);
  else delays.set(day, delay);
  return { ...rows, delays };
}

/** The rows in which `changed` replaces those with the same ids; new rows come last. */
export function upserted<Row extends { id: number }>(
  rows: readonly Row[],
  changed: readonly Row[],
): readonly Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const row of changed) byId.set(row.id, row);
  return [...byId.values()];
}
