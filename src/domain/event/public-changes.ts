/** What is different for crews since they last saw an event (console, "Publish"). */
import { isDeepStrictEqual } from 'node:util';
import type { BoardLane, BoardRace } from '../../contract/board.ts';
import type { PublicChange } from '../../contract/console/events.ts';
import { type DayDelay, ON_TIME, shownDelay, writtenDelay } from '../day/delay.ts';
import { NO_RESULT } from '../draw/lane.ts';
import type { Change, Properties } from '../history/changes.ts';
import { rowsOf, stateOf } from '../history/event-state.ts';
import { takenBack } from '../history/undo-rules.ts';
import { byRunningOrder, type Placed } from '../races/race.ts';
import { boardRace } from './board-view.ts';
import type { EventRows } from './event-rows.ts';
import { FACTS_OF_BOARD } from './revisions.ts';
import { DEFAULT_SETTINGS } from './schedule.ts';

/** An event as crews see it when it is published: races and crews by id, delays by venue day. */
interface PublicSide {
  races: Map<number, { race: BoardRace; place: Placed }>;
  crews: Map<number, string>;
  delays: ReadonlyMap<string, DayDelay>;
}

/**
 * @param now the event as it is stored
 * @param later all changes of the event since crews last saw it, newest first
 * @returns facts of the event, days, crews, then races in running order
 */
export function publicChanges(now: EventRows, later: readonly Change[]): PublicChange[] {
  // Early versions recorded changes without ids; these are older than any state that is compared.
  const known = later.filter(({ subject, id }) => id !== undefined || HAVE_NO_ID.has(subject));
  const then = rowsOf(takenBack(stateOf(now), known));
  const [before, after] = [publicSide(then), publicSide(now)];
  return [
    ...factsChanged(later),
    ...daysChanged(before, after),
    ...crewsChanged(before, after),
    ...racesChanged(before, after),
  ];
}

const HAVE_NO_ID: ReadonlySet<string> = new Set(['schedule', 'delay', 'event']);

function publicSide({ races, lanes, teams, delays, schedule }: EventRows): PublicSide {
  const settings = schedule ?? DEFAULT_SETTINGS;
  return {
    races: new Map(
      races.map((race) => [
        race.id,
        // Delays are compared day by day, so races are compared without one.
        { race: boardRace(race, lanes.get(race.id) ?? [], settings, ON_TIME), place: race },
      ]),
    ),
    crews: new Map(teams.map(({ id, name }) => [id, name])),
    delays,
  };
}

function factsChanged(later: readonly Change[]): PublicChange[] {
  const ofEvent = later.filter(({ subject }) => subject === 'event');
  const name = ofEvent[0]?.name ?? '';
  const before: Properties = Object.assign({}, ...ofEvent.map((change) => change.before));
  const newestLast = ofEvent.toReversed().map((change) => change.after);
  const after: Properties = Object.assign({}, ...newestLast);
  return changed({ subject: 'event', name }, differences(before, after, FACTS_OF_BOARD));
}

function daysChanged({ delays: before }: PublicSide, { delays: after }: PublicSide) {
  return [...new Set([...before.keys(), ...after.keys()])].sort().flatMap((day) => {
    const shown = (delay = ON_TIME) => writtenDelay(shownDelay(delay));
    const [was, is] = [shown(before.get(day)), shown(after.get(day))];
    const properties = differences(was, is, ['delayMinutes', 'until']);
    return changed({ subject: 'day', name: day }, properties);
  });
}

function crewsChanged({ crews: before }: PublicSide, { crews: after }: PublicSide) {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((id): PublicChange[] => {
    const [was, is] = [before.get(id), after.get(id)];
    const crew = { subject: 'crew' as const, id, name: is ?? was ?? '' };
    if (was === undefined) return [{ ...crew, kind: 'added', properties: [] }];
    if (is === undefined) return [{ ...crew, kind: 'removed', properties: [] }];
    return changed(crew, differences({ name: was }, { name: is }, ['name']));
  });
}

function racesChanged({ races: before }: PublicSide, { races: after }: PublicSide) {
  const all = new Map([...before, ...after]);
  const ordered = [...all].sort(([, a], [, b]) => byRunningOrder(a.place, b.place));
  return ordered.flatMap(([id, { race: shown }]): PublicChange[] => {
    const [was, is] = [before.get(id)?.race, after.get(id)?.race];
    const race = { subject: 'race' as const, id, name: shown.number };
    if (!was) return [{ ...race, kind: 'added', properties: [] }];
    if (!is) return [{ ...race, kind: 'removed', properties: [] }];
    return changed(race, [...differences(was, is, OF_RACE), ...lanesChanged(was, is)]);
  });
}

/** The properties of a race that are compared. Delays are compared by day, and lanes one by one. */
const OF_RACE = [
  'number',
  'title',
  'scheduledAt',
  'distanceMeters',
  'boatClass',
  'round',
  'divisionLabel',
  'notes',
  'resultMode',
  'results',
  'state',
  'reason',
  'official',
];

type Difference = PublicChange['properties'][number];

function lanesChanged(was: BoardRace, is: BoardRace): Difference[] {
  const positions = new Set([...was.lanes, ...is.lanes].map(({ position }) => position));
  return [...positions]
    .sort((a, b) => a - b)
    .flatMap((position) => {
      const [before, after] = [was, is].map(({ lanes }) => laneAt(lanes, position));
      return differences(before ?? {}, after ?? {}, OF_LANE).flatMap((difference) => {
        if (difference.property !== 'crewId') return { ...difference, position };
        // The crew id decides, because a new name of the same crew is a change of the crew; the difference shows the names.
        return {
          property: 'crewName',
          position,
          before: before?.crewName ?? null,
          after: after?.crewName ?? null,
        };
      });
    });
}

const NO_LANE = {
  ...{ positionLabel: null, crewId: null, crewName: null, withdrawn: false, from: null },
  ...NO_RESULT,
};
const OF_LANE = ['positionLabel', 'crewId', 'withdrawn', 'from', ...Object.keys(NO_RESULT)];

function laneAt(
  lanes: readonly BoardLane[],
  at: number,
): Omit<typeof NO_LANE, 'crewName'> & {
  crewName: string | null;
} {
  return (lanes.find(({ position }) => position === at) ?? NO_LANE) as typeof NO_LANE;
}

function differences(before: object, after: object, properties: readonly string[]): Difference[] {
  const [was, is] = [before as Properties, after as Properties];
  return properties
    .filter((property) => !isDeepStrictEqual(was[property], is[property]))
    .map((property) => ({ property, before: was[property] ?? null, after: is[property] ?? null }));
}

function changed(
  thing: Pick<PublicChange, 'subject' | 'id' | 'name'>,
  properties: Difference[],
): PublicChange[] {
  return properties.length > 0 ? [{ ...thing, kind: 'changed', properties }] : [];
}
