/**
 * An event as the race office knows it, for the reference model: rows with ids of their own, and properties that `/v1` does
 * not have. Written from the specification of the console; it shares nothing with the service.
 */
import { type Crew, NO_RESULT, type Schedule } from './model-state.ts';
import { hasCircle, type Source } from './office-progression.ts';
import type { RaceSettings, Status } from './payload-rules.ts';

export interface OfficeRace extends RaceSettings {
  externalId: string | null;
  raceNumber: number;
  printedNumber: string | null;
  state: 'planned' | 'cancelled' | 'postponed';
  reason: string | null;
  official: boolean;
}

export interface OfficeLane {
  positionLabel: string | null;
  crewId: number | null;
  status: Status;
  finishTimeMillis: number | null;
  finishPlace: number | null;
  penaltyMillis: number | null;
  from: Source | null;
  withdrawn: boolean;
  withdrawnReason: string | null;
}

export interface OfficeSchedule extends Schedule {
  provisionalResults: boolean;
  crewGapMinutes: number;
}

export interface OfficeState {
  schedule: OfficeSchedule | null;
  crews: Map<number, Crew>;
  races: Map<number, OfficeRace>;
  /** By race, then by position. */
  lanes: Map<number, Map<number, OfficeLane>>;
  /** Minutes by venue day; a day without a delay is not in it. */
  delays: Map<string, number>;
}

export type Properties = Record<string, unknown>;

/** Keys are "schedule", "crew 2", "race 3", "lane 3 1" and "delay 2026-06-13". */
export type Facts = Map<string, Properties>;

/** The properties of a row that changed; `null` on the side on which the row does not exist. */
export interface Change {
  key: string;
  before: Properties | null;
  after: Properties | null;
}

/** A day without a delay. No operation of the model sets an end of a delay. */
export const ON_TIME: Properties = { delayMinutes: 0, until: null };

export function factsOf({ schedule, crews, races, lanes, delays }: OfficeState): Facts {
  const facts: Facts = new Map();
  if (schedule) facts.set('schedule', { ...schedule });
  for (const [id, crew] of crews) facts.set(`crew ${id}`, { ...crew });
  for (const [id, race] of races) facts.set(`race ${id}`, { ...race });
  for (const [id, ofRace] of lanes) {
    for (const [position, lane] of ofRace) facts.set(`lane ${id} ${position}`, { ...lane });
  }
  for (const [day, delayMinutes] of delays) facts.set(`delay ${day}`, { ...ON_TIME, delayMinutes });
  return facts;
}

export function stateOf(facts: Facts): OfficeState {
  const state: OfficeState = {
    schedule: null,
    crews: new Map(),
    races: new Map(),
    lanes: new Map(),
    delays: new Map(),
  };
  for (const [key, properties] of facts) {
    const [what, name = '', position] = key.split(' ');
    const id = Number(name);
    const copy: unknown = { ...properties };
    if (what === 'schedule') state.schedule = copy as OfficeSchedule;
    if (what === 'crew') state.crews.set(id, copy as Crew);
    if (what === 'race') state.races.set(id, copy as OfficeRace);
    if (what === 'delay') state.delays.set(name, Number(properties.delayMinutes));
    if (what !== 'lane') continue;
    const ofRace = state.lanes.get(id) ?? new Map();
    state.lanes.set(id, ofRace.set(Number(position), copy as OfficeLane));
  }
  return state;
}

/** The changes from one state to another, by property. A day without a delay is compared as `ON_TIME`. */
export function diff(before: Facts, after: Facts): Change[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key): Change | Change[] => {
    const absent: Properties | null = key.startsWith('delay ') ? ON_TIME : null;
    const [was, is] = [before.get(key) ?? absent, after.get(key) ?? absent];
    if (!was || !is) return was || is ? { key, before: was, after: is } : [];
    const names = Object.keys(is).filter((name) => !isSame(was[name], is[name]));
    if (names.length === 0) return [];
    const only = (of: Properties) => Object.fromEntries(names.map((name) => [name, of[name]]));
    return { key, before: only(was), after: only(is) };
  });
}

export function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** A row on whose properties a write relies; on all of them without `names`. */
export interface Reliance {
  key: string;
  names?: string[];
}

/** The later changes that conflict with a write's own changes, or with what it relies on (console, "Revisions"). */
export function inTheWay(later: Change[], mine: Change[], relied: Reliance[]): Change[] {
  const wanted = [
    ...mine.map(({ key, before, after }) => ({
      key,
      names: before && after && Object.keys(after),
    })),
    ...relied.map(({ key, names = null }) => ({ key, names })),
  ];
  return later.filter(({ key, before, after }) =>
    wanted.some((want) => {
      if (want.key !== key) return false;
      if (!want.names || !before || !after) return true;
      return want.names.some((name) => name in after);
    }),
  );
}

/**
 * Official results are provisional again once they, or the mode that ranks them, have changed (console, "Programme").
 *
 * @param oneCrew two crews that a merge makes one
 */
export function settle(
  before: OfficeState,
  after: OfficeState,
  oneCrew: readonly unknown[] = [],
): void {
  for (const [id, race] of after.races) {
    const was = before.races.get(id);
    if (!race.official || !was?.official) continue;
    const results = [before, after].map((state) => JSON.stringify(resultsOf(state, id, oneCrew)));
    if (results[0] !== results[1] || was.resultMode !== race.resultMode) race.official = false;
  }
}

function resultsOf({ lanes }: OfficeState, raceId: number, oneCrew: readonly unknown[]): unknown[] {
  return [...(lanes.get(raceId) ?? [])]
    .filter(([, { status }]) => status !== 'assigned')
    .sort(([a], [b]) => a - b)
    .map(([position, { positionLabel: _, from: __, crewId, ...lane }]) => {
      return [position, lane, oneCrew.includes(crewId) ? oneCrew[0] : crewId];
    });
}

/** Whether a state obeys the rules that every write obeys: undo and restore may not break them. */
export function isSound({ crews, races, lanes }: OfficeState): boolean {
  const sources = racesWithRules({ races, lanes });
  const all = [...races.values()];
  const isOnce = (values: unknown[]) => {
    const given = values.filter((value) => value !== null);
    return new Set(given).size === given.length;
  };
  return (
    !hasCircle(sources) &&
    [...sources.values()].every(({ rules }) =>
      rules.every((rule) => rule.races.every((id) => races.has(id))),
    ) &&
    isOnce(all.map(({ raceNumber }) => raceNumber)) &&
    isOnce(all.map(({ externalId }) => externalId)) &&
    isOnce([...crews.values()].map(({ name }) => name)) &&
    isOnce([...crews.values()].map(({ externalId }) => externalId)) &&
    all.every(({ state, reason }) => state !== 'planned' || reason === null) &&
    [...lanes].every(([raceId, ofRace]) => {
      const fields = [...ofRace.values()];
      return (
        races.has(raceId) &&
        isOnce(fields.map(({ crewId }) => crewId)) &&
        fields.every(({ crewId }) => crewId === null || crews.has(crewId)) &&
        fields.every(
          (lane) => lane.status !== 'assigned' || isSame({ ...lane, ...NO_RESULT }, lane),
        )
      );
    })
  );
}

/** The races with the rules of their lanes. */
export function racesWithRules({ races, lanes }: Pick<OfficeState, 'races' | 'lanes'>) {
  return new Map(
    [...races].map(([id, { scheduledAt }]) => {
      const ofRace = [...(lanes.get(id)?.values() ?? [])];
      return [id, { scheduledAt, rules: ofRace.flatMap(({ from }) => from ?? []) }];
    }),
  );
}
