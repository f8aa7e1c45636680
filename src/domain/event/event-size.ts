/**
 * How large an event may be (decision R6; console, "Limits"): every document is built from the whole event, so what one
 * key can store is limited. An event that is already larger stays as it is, and may only shrink.
 */
import type { LaneSource } from '../../contract/board.ts';
import {
  MAX_CREWS_OF_EVENT,
  MAX_LANES_OF_EVENT,
  MAX_LANES_OF_RACE,
  MAX_RACES_OF_EVENT,
  MAX_SOURCES_OF_EVENT,
} from '../../contract/limits.ts';
import type { Change, Properties } from '../history/changes.ts';
import { conflict, invalid, type Refusal } from '../refusal.ts';
import type { EventRows } from './event-rows.ts';

/** How many rows of each kind an event has. */
export interface EventSize {
  races: number;
  crews: number;
  lanes: number;
  /** The races that the rules of lanes name, each counted as often as it is named. */
  sources: number;
}

/** By how much an event and each of its races grow. */
interface Growth {
  event: EventSize;
  /** How many lanes are added, by race id; races that get none are left out. */
  lanesOfRaces: ReadonlyMap<number, number>;
}

const MAX_OF_EVENT: EventSize = {
  races: MAX_RACES_OF_EVENT,
  crews: MAX_CREWS_OF_EVENT,
  lanes: MAX_LANES_OF_EVENT,
  sources: MAX_SOURCES_OF_EVENT,
};
export const SIZE_KINDS = Object.keys(MAX_OF_EVENT) as (keyof EventSize)[];

const KIND_OF_SUBJECT = { race: 'races', team: 'crews', lane: 'lanes' } as const;

/** How many rows changes add to an event, less those that they remove. */
export function growthOf(changes: readonly Change[]): Growth {
  const event: EventSize = { races: 0, crews: 0, lanes: 0, sources: 0 };
  const lanesOfRaces = new Map<number, number>();
  for (const { subject, id = 0, before, after } of changes) {
    if (subject !== 'race' && subject !== 'team' && subject !== 'lane') continue;
    const more = (after === null ? 0 : 1) - (before === null ? 0 : 1);
    event[KIND_OF_SUBJECT[subject]] += more;
    if (subject !== 'lane') continue;
    event.sources += sourcesIn(after) - sourcesIn(before);
    if (more !== 0) lanesOfRaces.set(id, (lanesOfRaces.get(id) ?? 0) + more);
  }
  for (const [id, more] of lanesOfRaces) if (more < 0) lanesOfRaces.delete(id);
  return { event, lanesOfRaces };
}

function sourcesIn(lane: Properties | null): number {
  return (lane?.from as LaneSource | null | undefined)?.races.length ?? 0;
}

/** The rows of an event that count towards its size. */
type SizedRows = Pick<EventRows, 'races' | 'teams' | 'lanes'>;

/** The size of an event all of whose rows are loaded. */
export function sizeOf({ races, teams, lanes }: SizedRows): EventSize {
  const all = [...lanes.values()].flat();
  return { races: races.length, crews: teams.length, lanes: all.length, sources: namedIn(lanes) };
}

/** By how much an event grows from some rows to others. */
export function growthBetween(before: SizedRows, after: SizedRows): Growth {
  const [was, is] = [sizeOf(before), sizeOf(after)];
  const more = SIZE_KINDS.map((kind) => [kind, is[kind] - was[kind]]);
  const held = lanesOfRacesIn(before);
  const grown = [...lanesOfRacesIn(after)]
    .map(([id, count]) => [id, count - (held.get(id) ?? 0)] as const)
    .filter(([, added]) => added > 0);
  return {
    event: Object.fromEntries(more) as Record<keyof EventSize, number>,
    lanesOfRaces: new Map(grown),
  };
}

/** How many lanes each race has, by its id. */
function lanesOfRacesIn({ lanes }: SizedRows): Map<number, number> {
  return new Map([...lanes].map(([id, ofRace]) => [id, ofRace.length]));
}

/** Refuses rows that make an event larger than it may be, for the same reasons for which their write would be refused. */
export function objectionToRows(before: SizedRows, after: SizedRows): Refusal | undefined {
  const { event, lanesOfRaces } = growthBetween(before, after);
  return (
    objectionToSize(sizeOf(before), event) ?? objectionToLanes(lanesOfRacesIn(before), lanesOfRaces)
  );
}

/**
 * Refuses that an event grows by `more` beyond its limits.
 *
 * @param now the present size, at least of the kinds that grow
 * @returns a conflict that names the limit and the present number; for too many sources, 422 on `rules`
 */
export function objectionToSize(now: Partial<EventSize>, more: EventSize): Refusal | undefined {
  for (const kind of SIZE_KINDS) {
    const [held = 0, most] = [now[kind], MAX_OF_EVENT[kind]];
    if (more[kind] <= 0 || held + more[kind] <= most) continue;
    const [limit, would, has] = [most, held + more[kind], held].map(written);
    if (kind === 'sources') return tooManySources('rules', held + more[kind], held);
    return conflict(
      `An event holds at most ${limit} ${kind}. This one has ${has}, and would have ${would}.`,
    );
  }
  return undefined;
}

/**
 * Refuses races that grow beyond their limit of lanes: a conflict.
 *
 * @param now how many lanes each race that grows has, by its id
 */
export function objectionToLanes(
  now: ReadonlyMap<number, number>,
  more: Growth['lanesOfRaces'],
): Refusal | undefined {
  for (const [id, added] of more) {
    const held = now.get(id) ?? 0;
    if (held + added <= MAX_LANES_OF_RACE) continue;
    const [limit, would, has] = [MAX_LANES_OF_RACE, held + added, held].map(written);
    return conflict(
      `A race has at most ${limit} lanes. One of this write has ${has}, and would have ${would}.`,
    );
  }
  return undefined;
}

/** The rules of a race as they are sent. */
interface SentRules {
  raceId: number;
  rules: readonly Pick<LaneSource, 'races'>[];
  /** The prefix of `rules` in the names of fields. */
  at?: string;
}

/**
 * Refuses rules with which all rules of the event would name too many races: 422 on the rule that exceeds the limit.
 *
 * @param lanes of the event as it is, by race id
 * @param sent all rules that these races are to have
 */
export function objectionToSources(
  lanes: EventRows['lanes'],
  sent: readonly SentRules[],
): Refusal | undefined {
  const ruled = new Set(sent.map(({ raceId }) => raceId));
  const others = new Map([...lanes].filter(([id]) => !ruled.has(id)));
  const held = namedIn(lanes);
  const all = sent.flatMap(({ rules }) => rules).reduce((sum, rule) => sum + rule.races.length, 0);
  const would = namedIn(others) + all;
  if (would <= held || would <= MAX_SOURCES_OF_EVENT) return undefined;
  let named = namedIn(others);
  for (const { rules, at = '' } of sent) {
    for (const [index, { races }] of rules.entries()) {
      named += races.length;
      if (named > MAX_SOURCES_OF_EVENT) {
        return tooManySources(`${at}rules[${index}].races`, would, held);
      }
    }
  }
  // In an event that was too large already, the rules of the other races alone exceed the limit.
  return tooManySources(`${sent[0]?.at ?? ''}rules`, would, held);
}

/** How many races the rules of some lanes name, each counted as often as it is named. */
function namedIn(lanes: EventRows['lanes']): number {
  let count = 0;
  for (const ofRace of lanes.values()) {
    for (const { from } of ofRace) count += from?.races.length ?? 0;
  }
  return count;
}

function tooManySources(field: string, would: number, has: number): Refusal {
  const [limit, all, now] = [MAX_SOURCES_OF_EVENT, would, has].map(written);
  const detail = `would make all rules of the event name ${all} races, where they may name ${limit}; now they name ${now}`;
  return invalid([{ field, detail }]);
}

function written(count: number): string {
  return count.toLocaleString('en');
}
