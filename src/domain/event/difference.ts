/**
 * What a write changes: the only comparison of the stored event with the event that a plan returns. The rows to write,
 * the history, the revisions, the news and the conflicts all follow from it.
 */
import type { Team } from '../crews/team.ts';
import { type DayDelay, ON_TIME } from '../day/delay.ts';
import { crewOfLane, isOtherResult, type Lane } from '../draw/lane.ts';
import type { Notice } from '../following/notice-rules.ts';
import {
  aDay,
  aNotice,
  anEvent,
  aRace,
  aSchedule,
  aTeam,
  type Change,
  changeOf,
  changeOfLane,
  NAME_OF_TEAM,
  type Thing,
} from '../history/changes.ts';
import type { Race } from '../races/race.ts';
import {
  DERIVED_PROPERTIES,
  isTimedOtherwise,
  startByFirstBoat,
  withDerivedTimes,
} from '../results/derived-times.ts';
import type { EventRows, SomeRows } from './event-rows.ts';
import type { EventFacts } from './event-rules.ts';
import type { ScheduleState } from './schedule.ts';

/** A row that a write changes, adds (`before` is `null`) or removes (`after` is `null`). */
export interface Step<Row> {
  before: Row | null;
  after: Row | null;
  /** The change as the history records it. */
  change: Change;
}

export interface LaneStep extends Step<Lane> {
  raceId: number;
}

interface DelayStep extends Step<DayDelay> {
  /** YYYY-MM-DD */
  day: string;
  /** `ON_TIME` where the day has no delay any more. */
  after: DayDelay;
}

export interface Difference {
  facts: readonly Step<EventFacts>[];
  /** At most one. */
  schedule: readonly Step<ScheduleState>[];
  teams: readonly Step<Team>[];
  races: readonly Step<Race>[];
  lanes: readonly LaneStep[];
  delays: readonly DelayStep[];
  notices: readonly Step<Notice>[];
  /** All changes: first those of existing things, then new things; the change of a race comes before those of its lanes. */
  changes: readonly Change[];
}

/** What a plan declares about its changes. */
export interface HowWritten {
  /** The ids of two crews that are the same: after a merge or its undo, results are not other results. */
  oneCrew?: readonly unknown[];
  /** Whether the plan restores an earlier state: then the start of a boat that is restored does not start its race. */
  isRestoring?: boolean;
}

/**
 * Compares the rows of an event before and after a plan.
 *
 * @param was the stored rows
 * @param wanted the rows that the plan returns, of the same parts; they obey the rules of every write
 * @param how what the plan declares about its changes
 * @returns what differs, and the rows to be stored: lanes carry the present names of their crews, times that follow from
 *   times of day are derived, and "official" ends where the results, or the mode that ranks them, have changed (decision
 *   page 019)
 */
export function differenceBetween<Rows extends SomeRows>(
  was: Rows,
  wanted: Rows,
  { oneCrew = [], isRestoring = false }: HowWritten = {},
): { rows: Rows; difference: Difference } {
  const teams = rowSteps(was.teams, wanted.teams, aTeam);
  const named = withNamesOf(wanted, teams);
  const timed = withTimesOf(was, named, isRestoring);
  const lanes = laneSteps(was, timed, named);
  const rows = withProvisional(was, timed, { lanes, oneCrew });
  const parts = {
    facts: singleStep(listOf(was.facts), listOf(rows.facts), anEvent),
    schedule: singleStep(listOf(was.schedule), listOf(rows.schedule), () => aSchedule),
    teams,
    races: rowSteps(was.races, rows.races, aRace),
    lanes,
    delays: delaySteps(was.delays, rows.delays),
    notices: rowSteps(was.notices, rows.notices, aNotice),
  };
  return { rows, difference: { ...parts, changes: changesOf(parts, was, rows) } };
}

function rowSteps<Row extends { id: number }>(
  was: readonly Row[] = [],
  is: readonly Row[] = [],
  thingOf: (id: number, row: Row) => Thing,
): Step<Row>[] {
  if (was === is) return [];
  const idOf = ({ id }: Row) => id;
  return pairs(was, is, idOf).flatMap(([before, after]) => {
    const named = (after ?? before) as Row;
    const change = changeOf(thingOf(named.id, named), before, after);
    return change ? [{ before, after, change }] : [];
  });
}

/** The pairs of rows with the same key that differ: first the existing rows in their order, then the new ones. */
function pairs<Row>(
  was: readonly Row[],
  is: readonly Row[],
  keyOf: (row: Row) => number,
): [before: Row | null, after: Row | null][] {
  const after = new Map(is.map((row) => [keyOf(row), row]));
  const differing: [Row | null, Row | null][] = [];
  for (const row of was) {
    const next = after.get(keyOf(row)) ?? null;
    if (next !== row) differing.push([row, next]);
    after.delete(keyOf(row));
  }
  for (const row of after.values()) differing.push([null, row]);
  return differing;
}

function listOf<Value>(value: Value | undefined): Value[] {
  return value === undefined ? [] : [value];
}

/** Compares a part of which an event has at most one. */
function singleStep<Value extends object>(
  [was]: readonly Value[],
  [is]: readonly Value[],
  thingOf: (value: Value) => Thing,
): Step<Value>[] {
  const named = is ?? was;
  if (was === is || !named) return [];
  const [before, after] = [was ?? null, is ?? null];
  const change = changeOf(thingOf(named), before, after);
  return change ? [{ before, after, change }] : [];
}

/** A lane keeps a copy of the name and externalId of its crew. */
function withNamesOf<Rows extends SomeRows>(rows: Rows, teams: readonly Step<Team>[]): Rows {
  const renamed = new Map<number | undefined, Team>();
  for (const { before, after } of teams) {
    if (before && after && isCalledOtherwise(before, after)) renamed.set(after.id, after);
  }
  if (renamed.size === 0 || !rows.lanes) return rows;
  const lanes = [...rows.lanes].map(([raceId, ofRace]) => {
    if (!ofRace.some(({ team }) => renamed.has(team?.id))) return [raceId, ofRace] as const;
    const named = ofRace.map((lane) => {
      const team = renamed.get(lane.team?.id);
      return team ? { ...lane, team: crewOfLane(team) } : lane;
    });
    return [raceId, named] as const;
  });
  return { ...rows, lanes: new Map(lanes) };
}

/** Whether readers of a draw see a crew under another name or `externalId`. */
export function isCalledOtherwise(
  before: Pick<Team, 'name' | 'externalId'>,
  after: Pick<Team, 'name' | 'externalId'>,
): boolean {
  return before.name !== after.name || before.externalId !== after.externalId;
}

/** The rows with the times that follow from times of day, in races that the write changes or whose lanes it changes. */
function withTimesOf<Rows extends SomeRows>(was: Rows, is: Rows, isRestoring: boolean): Rows {
  if (!is.races || !is.lanes || (is.races === was.races && is.lanes === was.lanes)) return is;
  const racesBefore = new Map(was.races?.map((race) => [race.id, race]));
  let lanes: Map<number, readonly Lane[]> | undefined;
  let races: Map<number, Race> | undefined;
  for (const race of is.races) {
    const before = racesBefore.get(race.id);
    const lanesBefore = was.lanes?.get(race.id) ?? NO_LANES;
    const lanesAfter = is.lanes.get(race.id) ?? NO_LANES;
    const isTimed = lanesBefore !== lanesAfter || (before && isTimedOtherwise(before, race));
    if (!isTimed) continue;
    const startedAt = isRestoring
      ? race.startedAt
      : startByFirstBoat(race, lanesBefore, lanesAfter);
    const started = startedAt === race.startedAt ? race : { ...race, startedAt };
    if (started !== race) {
      races ??= new Map();
      races.set(race.id, started);
    }
    const stored = before && { race: before, lanes: lanesBefore };
    const derived = withDerivedTimes(stored, { race: started, lanes: lanesAfter });
    if (derived === lanesAfter) continue;
    lanes ??= new Map(is.lanes);
    lanes.set(race.id, derived);
  }
  return {
    ...is,
    ...(races && { races: is.races.map((race) => races.get(race.id) ?? race) }),
    ...(lanes && { lanes }),
  };
}

const NO_LANES: readonly Lane[] = [];

/** @param written the lanes as the plan returned them; all other differences are derived */
function laneSteps(was: SomeRows, is: SomeRows, written: SomeRows): LaneStep[] {
  const { lanes: before = NO_DRAWS } = was;
  const { lanes: after = NO_DRAWS } = is;
  if (before === after) return [];
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    (raceId) => before.get(raceId) !== after.get(raceId),
  );
  if (changed.length === 0) return [];
  const races = new Map([...(was.races ?? []), ...(is.races ?? [])].map((race) => [race.id, race]));
  return changed.flatMap((raceId) => {
    const race = races.get(raceId);
    if (!race) throw new Error('A plan that changes lanes has their race.');
    const steps = stepsOfRace(race, before.get(raceId) ?? [], after.get(raceId) ?? []);
    const planned = written.lanes?.get(raceId);
    return planned === after.get(raceId) ? steps : steps.map((step) => withDerived(step, planned));
  });
}

const NO_DRAWS: EventRows['lanes'] = new Map();

function stepsOfRace(race: Race, was: readonly Lane[], is: readonly Lane[]): LaneStep[] {
  const positionOf = ({ position }: Lane) => position;
  return pairs(was, is, positionOf).flatMap(([before, after]) => {
    const change = changeOfLane(race, before, after);
    if (!change || isRenamingOnly(change)) return [];
    return [{ raceId: race.id, before, after, change }];
  });
}

/** The step with the names of the properties that the plan has not written itself (`derived`). */
function withDerived(step: LaneStep, planned: readonly Lane[] = []): LaneStep {
  const { change, after } = step;
  const lane = planned.find(({ position }) => position === after?.position);
  if (!lane || !after || change.before === null || lane === after) return step;
  const derived = DERIVED_PROPERTIES.filter((property) => lane[property] !== after[property]);
  return derived.length === 0 ? step : { ...step, change: { ...change, derived } };
}

/** Whether only the crew of a lane was renamed: that is a change of the crew, not of the lane. */
function isRenamingOnly({ before, after }: Change): boolean {
  return before !== null && after !== null && Object.keys(after).join() === NAME_OF_TEAM;
}

function delaySteps(
  was: EventRows['delays'] = NO_DELAYS,
  is: EventRows['delays'] = NO_DELAYS,
): DelayStep[] {
  if (was === is) return [];
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((day) => {
    const [before, after] = [was.get(day) ?? ON_TIME, is.get(day) ?? ON_TIME];
    const change = changeOf(aDay(day), before, after);
    return change ? [{ day, before, after, change }] : [];
  });
}

const NO_DELAYS: EventRows['delays'] = new Map();

/**
 * The rows without "official" at races that were official before and in the plan, but whose results, or the mode that
 * ranks them, have changed.
 */
function withProvisional<Rows extends SomeRows>(
  was: Rows,
  is: Rows,
  { lanes, oneCrew }: { lanes: readonly LaneStep[]; oneCrew: readonly unknown[] },
): Rows {
  if (!was.races || !is.races?.some(({ official }) => official)) return is;
  const others = new Set(
    lanes.flatMap(({ raceId, before, after }) =>
      isOtherResult(before, after, oneCrew) ? raceId : [],
    ),
  );
  if (others.size === 0 && was.races === is.races) return is;
  const before = new Map(was.races.map((race) => [race.id, race]));
  let isChanged = false;
  const races = is.races.map((race) => {
    const stored = before.get(race.id);
    if (!race.official || !stored?.official) return race;
    if (stored.resultMode === race.resultMode && !others.has(race.id)) return race;
    isChanged = true;
    return { ...race, official: false };
  });
  return isChanged ? { ...is, races } : is;
}

type Parts = Omit<Difference, 'changes'>;

function changesOf(parts: Parts, was: SomeRows, is: SomeRows): Change[] {
  const { facts, schedule, teams, delays, notices } = parts;
  const changed: Change[] = [];
  const added: Change[] = [];
  for (const steps of [facts, schedule, teams, racesWithLanes(parts, was, is), notices]) {
    for (const { change } of steps) (change.before === null ? added : changed).push(change);
  }
  for (const { day, change } of delays) (was.delays?.has(day) ? changed : added).push(change);
  return [...changed, ...added];
}

/** The steps of races in the order of the rows, each before those of its lanes. */
function racesWithLanes({ races, lanes }: Parts, was: SomeRows, is: SomeRows): Step<unknown>[] {
  if (lanes.length === 0) return [...races];
  const ofRaces = new Map<number, Step<unknown>[]>();
  for (const step of [...races, ...lanes]) {
    const { id = 0 } = step.change;
    const ofRace = ofRaces.get(id);
    if (ofRace) ofRace.push(step);
    else ofRaces.set(id, [step]);
  }
  if (ofRaces.size < 2) return [...ofRaces.values()].flat();
  const ids = new Set([...(was.races ?? []), ...(is.races ?? [])].map(({ id }) => id));
  return [...ids].flatMap((id) => ofRaces.get(id) ?? []);
}
