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
  NAME_OF_TEAM,
  type Properties,
  type Thing,
} from './changes.ts';
import { type Lane, type LaneTeam, NOT_WITHDRAWN } from './lane.ts';
import { NOT_SAID, type Race, type RaceFields } from './plan-races.ts';
import type { Team, TeamFields } from './plan-teams.ts';
import { type DayDelay, isSameDelay, ON_TIME } from './race-day.ts';
import type { ScheduleSettings } from './schedule.ts';

/** What is stored of an event, as far as it can be taken back. */
export interface EventRows {
  /** `undefined` when the event has no schedule. */
  settings: ScheduleSettings | undefined;
  races: readonly Race[];
  teams: readonly Team[];
  /** By race id; those of one race by position. */
  lanes: ReadonlyMap<number, readonly Lane[]>;
  /** By venue day; a day that runs on time is not there. */
  delays: ReadonlyMap<string, DayDelay>;
}

/** By key (`keyOf`); what is not there has no entry. */
export type EventState = ReadonlyMap<string, Item>;

export interface Item {
  thing: Thing;
  /** Those of the row, without its id; of a lane `laneFacts`, of a day its `DayDelay`. */
  properties: Properties;
}

/** What identifies a thing: its id, or its name where it has none. */
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

/**
 * The state of some rows; `rowsOf` is the inverse. A row that two states share has the same item in both, so that what
 * a write leaves alone is compared at a glance.
 */
export function stateOf({ settings, races, teams, lanes, delays }: EventRows): EventState {
  const state = new Map<string, Item>();
  const add = ({ key, item }: Keyed) => state.set(key, item);
  if (settings) add(keyed(aSchedule, settings));
  for (const team of teams) {
    add(kept(team, team.id, '', ({ id, ...fields }) => keyed(aTeam(id, fields), fields)));
  }
  for (const race of races) {
    add(kept(race, race.id, '', ({ id, ...fields }) => keyed(aRace(id, fields), fields)));
    const { id, raceNumber } = race;
    for (const lane of lanes.get(id) ?? []) {
      add(kept(lane, id, raceNumber, () => keyed(aLane(race, lane.position), laneFacts(lane))));
    }
  }
  for (const [day, delay] of delays) add(keyed(aDay(day), delay));
  return state;
}

interface Keyed {
  key: string;
  item: Item;
}

function keyed(thing: Thing, properties: object): Keyed {
  return { key: keyOf(thing), item: { thing, properties: { ...properties } } };
}

const itemsOfRows = new WeakMap<object, Keyed & { calledBy: number | string }>();
const rowsOfItems = new WeakMap<Item, object>();

/**
 * The item of a row, made once.
 *
 * @param id of the row; of a lane, that of its race
 * @param calledBy what of another row the thing is called by: of a lane, the number of its race
 */
function kept<Row extends object>(
  row: Row,
  id: number,
  calledBy: number | string,
  make: (row: Row) => Keyed,
): Keyed {
  const known = itemsOfRows.get(row);
  if (known?.calledBy === calledBy && known.item.thing.id === id) return known;
  const made = make(row);
  itemsOfRows.set(row, { ...made, calledBy });
  rowsOfItems.set(made.item, row);
  return made;
}

/** A write asks for the rows of the same state several times, and making them goes over the whole event. */
const rowsOfStates = new WeakMap<EventState, EventRows>();

/** The state of an event as it is stored: its lanes call crews by the names that these have. */
export function storedState(rows: EventRows): EventState {
  const state = stateOf(rows);
  rowsOfStates.set(state, rows);
  return state;
}

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
  return {
    settings: state.get(keyOf(aSchedule))?.properties as ScheduleSettings | undefined,
    races: of('race').map((item) => raceOf(item)),
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
/** Entries of earlier versions say nothing of rules, and nothing of withdrawn crews. */
const NOT_SAID_OF_LANE = { from: null, ...NOT_WITHDRAWN };

function teamOfLane({ id, externalId, name }: Team): LaneTeam {
  return { id, externalId, name };
}

/** The row that the item was made of, or one with its properties. */
function rowOf<Fields>(item: Item): Fields & { id: number } {
  const { thing, properties } = item;
  const known = rowsOfItems.get(item) as (Fields & { id: number }) | undefined;
  return known ?? { ...(properties as Fields), id: thing.id as number };
}

function raceOf(item: Item): Race {
  return (rowsOfItems.get(item) as Race | undefined) ?? { ...NOT_SAID, ...rowOf<RaceFields>(item) };
}

/** @param teams by id, as they are called in this state */
function laneOf(item: Item, teams: ReadonlyMap<number, Team>): Lane {
  const { thing, properties } = item;
  const { teamId, ...facts } = { ...NOT_SAID_OF_LANE, ...properties } as unknown as LaneFacts;
  const team = teams.get(teamId ?? NO_ID);
  const known = rowsOfItems.get(item) as Lane | undefined;
  const isCalledSo =
    known?.team?.name === team?.name && known?.team?.externalId === team?.externalId;
  if (known && isCalledSo) return known;
  const position = thing.position as number;
  return { ...facts, position, team: team ? teamOfLane(team) : null };
}

/** A lane in the words of the history. */
export function laneFacts({ team, position: _, ...rest }: Lane): Properties {
  return { ...rest, [NAME_OF_TEAM]: team?.name ?? null, teamId: team?.id ?? null };
}

/** What leads from one state to another: a change for each thing that differs. */
export function changesBetween(before: EventState, after: EventState): Change[] {
  const changes: Change[] = [];
  const compare = ({ thing }: Item) => {
    const change = changeOf(thing, propertiesOf(before, thing), propertiesOf(after, thing));
    if (change && !isRenamingOnly(change)) changes.push(change);
  };
  for (const [key, item] of before) {
    const next = after.get(key);
    if (next !== item) compare(next ?? item);
  }
  for (const [key, item] of after) if (!before.has(key)) compare(item);
  return changes;
}

/** A lane has not changed when only its crew was renamed: that is a change of the crew. */
function isRenamingOnly({ before, after }: Change): boolean {
  return before !== null && after !== null && Object.keys(after).join() === NAME_OF_TEAM;
}

/** The properties of a thing; `null` when it is not there. A day without delay runs on time. */
export function propertiesOf(state: EventState, thing: Thing): Properties | null {
  const absent = thing.subject === 'delay' ? { ...ON_TIME } : null;
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
