/**
 * An event as a set of things with properties, the form in which the history records changes. So a recorded
 * change can be compared with the state, and taken back.
 */
import {
  aDay,
  aLane,
  aRace,
  aSchedule,
  aTeam,
  type Change,
  type ChangeSubject,
  changeOf,
  type Properties,
  type Thing,
} from './changes.ts';
import type { Lane, LaneTeam } from './lane.ts';
import { NOT_SAID, type Race, type RaceFields } from './plan-races.ts';
import type { Team, TeamFields } from './plan-teams.ts';
import type { ScheduleSettings } from './schedule.ts';

/** What is stored of an event, as far as it can be taken back. */
export interface EventRows {
  /** `undefined` when the event has no schedule. */
  settings: ScheduleSettings | undefined;
  races: readonly Race[];
  teams: readonly Team[];
  /** By race id; those of one race by position. */
  lanes: ReadonlyMap<number, readonly Lane[]>;
  /** In minutes, by venue day. */
  delays: ReadonlyMap<string, number>;
}

/** By key (`keyOf`); what is not there has no entry. */
export type EventState = ReadonlyMap<string, Item>;

export interface Item {
  thing: Thing;
  /** Those of the row, without its id; of a lane `laneFacts`, of a day `delayMinutes`. */
  properties: Properties;
}

/** What identifies a thing: its id, or its name where it has none. */
interface Identity {
  subject: ChangeSubject;
  id?: number | undefined;
  position?: number | undefined;
  name?: string;
}

/** A key that stays the same when the thing is renamed. */
export function keyOf({ subject, id, position, name }: Identity): string {
  return subject === 'delay' ? `delay ${name}` : [subject, id, position].join(' ');
}

/** The crew of a lane is identified by `teamId`; its name is for readers of the history. */
export const NAME_OF_TEAM = 'team';

/** The state of some rows; `rowsOf` is the inverse. */
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

/** A write asks for the rows of the same state several times, and making them goes over the whole event. */
const rowsOfStates = new WeakMap<EventState, EventRows>();

/**
 * The rows of a state.
 *
 * @param state in which the race and the crew of every lane are there
 */
export function rowsOf(state: EventState): EventRows {
  const rows = rowsOfStates.get(state) ?? makeRows(state);
  rowsOfStates.set(state, rows);
  return rows;
}

function makeRows(state: EventState): EventRows {
  const of = (subject: ChangeSubject) =>
    [...state.values()].filter(({ thing }) => thing.subject === subject);
  const teams = of('team').map(withId<TeamFields>);
  const teamsById = new Map(teams.map((team) => [team.id, team]));
  const lanes = new Map<number, Lane[]>();
  for (const { thing, properties } of of('lane')) {
    const { teamId, ...facts } = { ...NO_RULE, ...properties } as unknown as LaneFacts;
    const team = teamsById.get(teamId ?? NO_ID);
    const [raceId, position] = [thing.id as number, thing.position as number];
    const lane = { ...facts, position, team: team ? teamOfLane(team) : null };
    lanes.set(raceId, [...(lanes.get(raceId) ?? []), lane]);
  }
  for (const ofRace of lanes.values()) ofRace.sort((a, b) => a.position - b.position);
  return {
    settings: state.get(keyOf(aSchedule))?.properties as ScheduleSettings | undefined,
    races: of('race').map((item) => ({ ...NOT_SAID, ...withId<RaceFields>(item) })),
    teams,
    lanes,
    delays: new Map(
      of('delay').map(({ thing, properties }) => [thing.name, Number(properties.delayMinutes)]),
    ),
  };
}

type LaneFacts = Omit<Lane, 'team' | 'position'> & { teamId: number | null };

const NO_ID = 0;
/** Entries of earlier versions say nothing of rules. */
const NO_RULE = { from: null };

function teamOfLane({ id, externalId, name }: Team): LaneTeam {
  return { id, externalId, name };
}

function withId<Fields>({ thing, properties }: Item): Fields & { id: number } {
  return { ...(properties as Fields), id: thing.id as number };
}

/** A lane in the words of the history. */
export function laneFacts({ team, position: _, ...rest }: Lane): Properties {
  return { ...rest, [NAME_OF_TEAM]: team?.name ?? null, teamId: team?.id ?? null };
}

/** What leads from one state to another: a change for each thing that differs. */
export function changesBetween(before: EventState, after: EventState): Change[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const thing = (after.get(key) ?? before.get(key))?.thing as Thing;
    const change = changeOf(thing, propertiesOf(before, thing), propertiesOf(after, thing));
    return change && !isRenamingOnly(change) ? change : [];
  });
}

/** A lane has not changed when only its crew was renamed: that is a change of the crew. */
function isRenamingOnly({ before, after }: Change): boolean {
  return before !== null && after !== null && Object.keys(after).join() === NAME_OF_TEAM;
}

/** The properties of a thing; `null` when it is not there. A day without delay runs on time. */
export function propertiesOf(state: EventState, thing: Thing): Properties | null {
  const absent = thing.subject === 'delay' ? { delayMinutes: 0 } : null;
  return state.get(keyOf(thing))?.properties ?? absent;
}

/** The state in which one thing has other properties. @param item of the state */
export function withProperties(state: EventState, item: Item, properties: Properties): EventState {
  const changed = { ...item, properties: { ...item.properties, ...properties } };
  return new Map(state).set(keyOf(item.thing), changed);
}

/** The lanes of a race, by position. */
export function lanesOfRace(state: EventState, raceId: number): Item[] {
  return [...state.values()]
    .filter(({ thing: { subject, id } }) => subject === 'lane' && id === raceId)
    .sort((a, b) => (a.thing.position ?? 0) - (b.thing.position ?? 0));
}
