/**
 * An event as its history speaks of it: every thing that can be changed, with its properties. What the
 * history says can be laid over such a state, so a change can be taken back.
 */
import {
  aDay,
  aLane,
  aRace,
  aSchedule,
  aTeam,
  type Change,
  changeOf,
  type Properties,
  type Thing,
} from './changes.ts';
import type { Lane } from './lane.ts';
import type { Race } from './plan-races.ts';
import type { Team } from './plan-teams.ts';
import type { ScheduleSettings } from './schedule.ts';

/** What is stored of an event, as far as it can be taken back. */
export interface EventRows {
  /** `undefined` when the event has no schedule. */
  settings: ScheduleSettings | undefined;
  races: readonly Race[];
  teams: readonly Team[];
  /** By race id. */
  lanes: ReadonlyMap<number, readonly Lane[]>;
  /** In minutes, by venue day. */
  delays: ReadonlyMap<string, number>;
}

/** By key (`keyOf`); what is not there has no entry. */
export type EventState = ReadonlyMap<string, Item>;

export interface Item {
  thing: Thing;
  properties: Properties;
}

/** Tells things apart, whatever they are called at the moment. */
export function keyOf({ subject, id, position, name }: Thing): string {
  return subject === 'delay' ? `delay ${name}` : [subject, id, position].join(' ');
}

/** Whose name a lane holds is said by its crew's number; the name itself only helps who reads. */
export const NAME_OF_TEAM = 'team';

export function stateOf({ settings, races, teams, lanes, delays }: EventRows): EventState {
  const items: Item[] = [];
  const add = (thing: Thing, properties: object) =>
    items.push({ thing, properties: { ...properties } });
  if (settings) add(aSchedule, settings);
  for (const { id, ...fields } of teams) add(aTeam(id, fields), fields);
  for (const race of races) {
    const { id, ...fields } = race;
    add(aRace(id, fields), fields);
    for (const lane of lanes.get(id) ?? []) add(aLane(race, lane.position), laneFacts(lane));
  }
  for (const [day, delayMinutes] of delays) add(aDay(day), { delayMinutes });
  return new Map(items.map((item) => [keyOf(item.thing), item]));
}

/** A lane in the words of the history. */
export function laneFacts({ team, position: _, ...rest }: Lane): Properties {
  return { ...rest, [NAME_OF_TEAM]: team?.name ?? null, teamId: team?.id ?? null };
}

/** What leads from one state to another: a change for each thing that differs. */
export function changesBetween(before: EventState, after: EventState): Change[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const thing = (after.get(key) ?? before.get(key))?.thing as Thing;
    return changeOf(thing, propertiesOf(before, thing), propertiesOf(after, thing)) ?? [];
  });
}

/** The properties of a thing; `null` when it is not there. A day without delay runs on time. */
export function propertiesOf(state: EventState, thing: Thing): Properties | null {
  const absent = thing.subject === 'delay' ? { delayMinutes: 0 } : null;
  return state.get(keyOf(thing))?.properties ?? absent;
}
