/**
 * An event as a set of things with properties, the form in which the history records changes. In this form, recorded
 * changes can be compared with the stored event, and undone. Every other write compares rows (`differenceBetween`).
 */
import type { Team, TeamFields } from '../crews/team.ts';
import { type DayDelay, isSameDelay, ON_TIME } from '../day/delay.ts';
import { crewOfLane, LANE_DEFAULTS, type Lane, NOT_RATED } from '../draw/lane.ts';
import type { EventRows } from '../event/event-rows.ts';
import { DEFAULT_SETTINGS, type ScheduleState } from '../event/schedule.ts';
import { RACE_DEFAULTS, type Race, type RaceFields } from '../races/race.ts';
import {
  aDay,
  aLane,
  aRace,
  aSchedule,
  aTeam,
  type ChangeSubject,
  laneFacts,
  type Properties,
  type Thing,
} from './changes.ts';

/** The things of an event by key (`keyOf`); a thing that does not exist has no entry. */
export type EventState = ReadonlyMap<string, Item>;

export interface Item {
  thing: Thing;
  /** The properties of the row, without its id; of a lane its `laneFacts`, of a day its `DayDelay`. */
  properties: Properties;
  /** The row that the item was made from; left out once properties have been taken back to earlier values. */
  row?: object;
}

/** What identifies a thing: its id, with the position for a lane; or its name where it has no id. */
export interface Identity {
  subject: ChangeSubject;
  id?: number | undefined;
  position?: number | undefined;
  name?: string;
}

/** A key that stays the same when the thing is renamed. */
export function keyOf({ subject, id, position, name }: Identity): string {
  return subject === 'delay' ? `delay ${name}` : [subject, id, position].join(' ');
}

/** The state of some rows. `rowsOf` is the inverse, and returns the same row objects for things that have not changed. */
export function stateOf({ schedule, races, teams, lanes, delays }: EventRows): EventState {
  const state = new Map<string, Item>();
  const add = (thing: Thing, properties: object, row: object) => {
    state.set(keyOf(thing), { thing, properties: { ...properties }, row });
  };
  if (schedule) add(aSchedule, schedule, schedule);
  for (const team of teams) {
    const { id, ...fields } = team;
    add(aTeam(id, fields), fields, team);
  }
  for (const race of races) {
    const { id, ...fields } = race;
    add(aRace(id, fields), fields, race);
    for (const lane of lanes.get(id) ?? []) add(aLane(race, lane.position), laneFacts(lane), lane);
  }
  for (const [day, delay] of delays) add(aDay(day), delay, delay);
  return state;
}

/**
 * The rows of a state.
 *
 * @param state one that has the race and the crew of every lane
 */
export function rowsOf(state: EventState): EventRows {
  const items = new Map<ChangeSubject, Item[]>();
  for (const item of state.values()) {
    const ofSubject = items.get(item.thing.subject);
    if (ofSubject) ofSubject.push(item);
    else items.set(item.thing.subject, [item]);
  }
  const of = (subject: ChangeSubject) => items.get(subject) ?? [];
  const teams = of('team').map(rowOf<TeamFields>);
  const teamsById = new Map(teams.map((team) => [team.id, team]));
  const lanes = new Map<number, Lane[]>();
  for (const item of of('lane')) {
    const raceId = item.thing.id as number;
    const lane = laneOf(item, teamsById);
    const ofRace = lanes.get(raceId);
    if (ofRace) ofRace.push(lane);
    else lanes.set(raceId, [lane]);
  }
  for (const ofRace of lanes.values()) ofRace.sort((a, b) => a.position - b.position);
  const [schedule] = of('schedule');
  return {
    schedule: schedule && scheduleOf(schedule),
    races: of('race').map(raceOf),
    teams,
    lanes,
    delays: new Map(
      of('delay')
        .map(({ thing, properties }): [string, DayDelay] => [
          thing.name,
          { ...ON_TIME, ...properties },
        ])
        .filter(([, delay]) => !isSameDelay(delay, ON_TIME)),
    ),
  };
}

type LaneFacts = Omit<Lane, 'team' | 'position'> & { teamId: number | null };

const NO_ID = 0;

/** The row that the item was made from, or a new one with its properties. */
function rowOf<Fields>({ thing, properties, row }: Item): Fields & { id: number } {
  const known = row as (Fields & { id: number }) | undefined;
  return known ?? { ...(properties as Fields), id: thing.id as number };
}

function scheduleOf({ properties, row }: Item): ScheduleState {
  const known = row as ScheduleState | undefined;
  return known ?? { status: 'draft', ...DEFAULT_SETTINGS, ...properties };
}

function raceOf(item: Item): Race {
  return (item.row as Race | undefined) ?? { ...RACE_DEFAULTS, ...rowOf<RaceFields>(item) };
}

/** @param teams the crews of this state, by id */
function laneOf({ thing, properties, row }: Item, teams: ReadonlyMap<number, Team>): Lane {
  const { teamId, ...facts } = { ...LANE_DEFAULTS, ...properties } as LaneFacts;
  const team = teams.get(teamId ?? NO_ID);
  const known = row as Lane | undefined;
  const isCalledSo =
    known?.team?.name === team?.name && known?.team?.externalId === team?.externalId;
  if (known && isCalledSo) return known;
  const position = thing.position as number;
  if (!team) return { ...facts, ...NOT_RATED, position, team: null };
  return { ...facts, position, team: crewOfLane(team) };
}

/** The properties of a thing; `null` when it does not exist. A day without an entry has the delay `ON_TIME`. */
export function propertiesOf(state: EventState, thing: Thing): Properties | null {
  const absent = thing.subject === 'delay' ? { ...ON_TIME } : null;
  return state.get(keyOf(thing))?.properties ?? absent;
}
