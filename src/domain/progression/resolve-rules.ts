/**
 * Which crews the rules of a race's lanes select, by the results of the races that they name (console, "Progression").
 * What a person has to decide is never decided here: a dead heat of which not all go on, times that are missing, a crew
 * that two lanes would take.
 */
import type { LaneSource } from '../../contract/board.ts';
import type { DrawProposal, OfficeLane, OfficeRace } from '../../contract/console/office.ts';
import { isRowed, isUnplaced, totalMillis } from '../results/standings.ts';

/** A race that crews come from, as the race office sees it. */
export type SourceRace = Pick<OfficeRace, 'id' | 'official' | 'lanes'>;

type FindSource = (raceId: number) => SourceRace | undefined;

type RuledLane = Pick<OfficeLane, 'position' | 'crewId' | 'from'>;

/** What one rule selects. */
interface Outcome {
  /** `null` if no crew holds the place, or there is a problem. */
  crewId: number | null;
  problem: DrawProposal['problem'];
  /** The crews of a tie, or of a dead heat that goes on as a whole; else empty. */
  among: readonly number[];
}

/** By position, only of lanes with a rule; in the order of the lanes. */
type ByLane = ReadonlyMap<number, Outcome>;

interface Outcomes {
  /** By the results that are complete, and official if the event requires that. */
  now: ByLane;
  /** By the results whether official or not, so that a correction shows before somebody has made it official. */
  byResults: ByLane;
}

/** What the rules of a race's lanes select. @param lanes by position */
export function resolveRules(lanes: readonly RuledLane[], findSource: FindSource): Outcomes {
  const now = resolveLanes(lanes, findSource);
  const isOpen = [...now.values()].some(({ problem }) => problem === 'incomplete');
  const byResults = isOpen ? resolveLanes(lanes, signed(findSource)) : now;
  return { now, byResults };
}

/** The source races, as if their results did not have to be made official. */
function signed(findSource: FindSource): FindSource {
  return (raceId) => {
    const source = findSource(raceId);
    return source && { ...source, official: null };
  };
}

function resolveLanes(lanes: readonly RuledLane[], findSource: FindSource): ByLane {
  const slots = lanes.flatMap(({ position, from }) => (from ? { position, from } : []));
  const found = new Map<number, Outcome>();
  for (const field of Map.groupBy(slots, fieldOf).values()) {
    for (const [position, outcome] of resolveField(field, findSource)) found.set(position, outcome);
  }
  const outcomes = slots.map(({ position }) => [position, found.get(position) ?? NOBODY] as const);
  return new Map(withoutTwins(outcomes));
}

/** @returns `null` where no lane has a rule */
export function proposalOf({ now }: Outcomes): DrawProposal | null {
  if (now.size === 0) return null;
  const problems = new Set(Array.from(now.values(), ({ problem }) => problem));
  const problem = problems.has('incomplete') ? 'incomplete' : problems.has('tie') ? 'tie' : null;
  const lanes = Array.from(now, ([position, { crewId }]) => ({ position, crewId }));
  return {
    ready: problem === null,
    lanes,
    problem,
    deadHeats: deadHeatsOf(now),
    ties: tiesOf(now),
  };
}

/** Dead heats that go on as a whole: the crews, and the lanes; only the order of their lanes says who gets which. */
function deadHeatsOf(now: ByLane): DrawProposal['deadHeats'] {
  const shared = Array.from(now, ([position, outcome]) => ({ position, ...outcome })).filter(
    ({ crewId, among }) => crewId !== null && among.length > 0,
  );
  const groups = Map.groupBy(shared, ({ among }) => among.join());
  return [...groups.values()]
    .filter(({ length }) => length > 1)
    .map((ofGroup) => ({
      positions: ofGroup.map(({ position }) => position),
      crewIds: ofGroup.flatMap(({ crewId }) => crewId ?? []),
    }));
}

/** The lanes for which nobody is chosen, and the crews from which a person chooses. */
function tiesOf(now: ByLane): DrawProposal['ties'] {
  const tied = [...now].filter(([, { problem, among }]) => problem === 'tie' && among.length > 0);
  return [...Map.groupBy(tied, ([, { among }]) => among.join()).values()].map((ofTie) => ({
    positions: ofTie.map(([position]) => position),
    crewIds: [...(ofTie[0]?.[1].among ?? [])],
  }));
}

/**
 * Whether the drawn crews are others than the rules select by the results, for instance after a correction. Any crew of a
 * tie agrees with the rules, because a person decides it; so does any crew that shares the place in a dead heat.
 */
export function differsFromRules(lanes: readonly RuledLane[], { byResults }: Outcomes): boolean {
  const drawn = lanes.filter(({ position }) => byResults.has(position));
  if (drawn.every(({ crewId }) => crewId === null)) return false;
  return drawn.some(({ position, crewId }) => {
    const outcome = byResults.get(position) ?? NOBODY;
    if (outcome.problem === 'incomplete') return false;
    if (crewId !== null && outcome.among.includes(crewId)) return false;
    return outcome.problem === null ? crewId !== outcome.crewId : crewId !== null;
  });
}

interface Slot {
  position: number;
  from: LaneSource;
}

/** A boat that holds a place, alone or with others. */
interface Holder {
  crewId: number | null;
  /** Penalty and allowance included; `null` if no time was taken. */
  totalMillis: number | null;
}

/** One boat, or several with equal results. They hold as many places as there are boats, from `place` on. */
interface DeadHeat {
  place: number;
  holders: readonly Holder[];
}

const NOBODY: Outcome = { crewId: null, problem: null, among: [] };
const INCOMPLETE: Outcome = { crewId: null, problem: 'incomplete', among: [] };

/** A key that is equal for rules that choose from the same boats. */
function fieldOf({ from: { races, place, fastest, category = null } }: Slot): string {
  const of = fastest === null ? [races[0]] : [...races.toSorted((a, b) => a - b), place];
  return JSON.stringify([fastest === null, of, category]);
}

function resolveField(slots: readonly Slot[], findSource: FindSource): [number, Outcome][] {
  const [{ from }] = slots as [Slot];
  const sources = from.races.map(findSource);
  const complete = sources
    .filter((source) => source !== undefined)
    .filter(isComplete)
    .map((source) => withinCategory(source, from.category ?? null));
  const all = (outcome: Outcome) =>
    slots.map(({ position }): [number, Outcome] => [position, outcome]);
  if (complete.length < sources.length) return all(INCOMPLETE);
  if (from.fastest === null) {
    const nobody = complete.some(hasUnplaced) ? INCOMPLETE : NOBODY;
    return assign(slots, complete.flatMap(rankingOf), ({ place }) => place, nobody);
  }
  const pool = complete.map((source) => groupAt(rankingOf(source), from.place));
  const isUnknown = complete.some((source, index) => !pool[index] && hasUnplaced(source));
  if (isUnknown) return all(INCOMPLETE);
  const holders = pool.flatMap((group) => group?.holders ?? []);
  const isUncertain =
    // A dead heat for a better place: one of its boats holds this place, and nothing says which.
    pool.some((group) => group && group.place !== from.place) ||
    (holders.length > 1 && holders.some(({ totalMillis }) => totalMillis === null));
  if (isUncertain) return all(tieOf(holders));
  return assign(slots, rankedByTime(holders), ({ fastest }) => fastest ?? 0, NOBODY);
}

/** Whether each boat that rows has its result, and somebody has made it official where that is needed. */
function isComplete({ official, lanes }: SourceRace): boolean {
  return isRowed(lanes) && official !== false;
}

/** A race as a rule reads it: if the rule names a category, only the boats of that category, with their places in it. */
function withinCategory(source: SourceRace, category: string | null): SourceRace {
  if (category === null) return source;
  const lanes = source.lanes
    .filter((lane) => lane.category === category)
    .map((lane) => ({ ...lane, finishPlace: lane.categoryPlace }));
  return { ...source, lanes };
}

/** Whether boats have finished in an unknown place: they may hold any place that no other boat holds. */
function hasUnplaced({ lanes }: SourceRace): boolean {
  return lanes.some(isUnplaced);
}

/** The places of a race, best first; a boat that did not finish holds none. */
function rankingOf({ lanes }: SourceRace): DeadHeat[] {
  const placed = lanes.filter(
    ({ status, finishPlace }) => status === 'finished' && finishPlace !== null,
  );
  return Array.from(
    Map.groupBy(placed, ({ finishPlace }) => finishPlace as number),
    ([place, holders]) => ({
      place,
      holders: holders.map((lane) => ({ crewId: lane.crewId, totalMillis: totalMillis(lane) })),
    }),
  ).sort((a, b) => a.place - b.place);
}

function rankedByTime(holders: readonly Holder[]): DeadHeat[] {
  const time = ({ totalMillis }: Holder) => totalMillis ?? 0;
  const times = holders.map(time);
  return Array.from(Map.groupBy(holders, time), ([millis, equal]) => ({
    place: 1 + times.filter((other) => other < millis).length,
    holders: equal,
  })).sort((a, b) => a.place - b.place);
}

/** The boats that hold a place: one alone, a dead heat for it, or a dead heat for a better place that takes up this one. */
function groupAt(ranking: readonly DeadHeat[], place: number): DeadHeat | undefined {
  const covers = (group: DeadHeat) =>
    group.place <= place && place < group.place + group.holders.length;
  return ranking.find((group) => group.place === place) ?? ranking.findLast(covers);
}

/**
 * Gives each slot its boat. The boats of a dead heat that goes on as a whole take its slots in the order of their lanes, and
 * the outcome names them (`among`); of one that does not, no boat is chosen.
 *
 * @param nobody the outcome of a place that no boat is known to hold
 */
function assign(
  slots: readonly Slot[],
  ranking: readonly DeadHeat[],
  placeOf: (from: LaneSource) => number,
  nobody: Outcome,
): [number, Outcome][] {
  const groups = Map.groupBy(slots, ({ from }) => groupAt(ranking, placeOf(from)));
  return Array.from(groups).flatMap(([group, ofGroup]) => {
    const ordered = ofGroup.toSorted(
      (a, b) => placeOf(a.from) - placeOf(b.from) || a.position - b.position,
    );
    return ordered.map(({ position }, index): [number, Outcome] => {
      if (!group) return [position, nobody];
      if (ordered.length < group.holders.length) return [position, tieOf(group.holders)];
      const { crewId = null } = group.holders[index] ?? {};
      const among = group.holders.length > 1 ? crewsOf(group.holders) : [];
      return [position, { crewId, problem: null, among }];
    });
  });
}

function tieOf(holders: readonly Holder[]): Outcome {
  return { crewId: null, problem: 'tie', among: crewsOf(holders) };
}

function crewsOf(holders: readonly Holder[]): number[] {
  return holders.flatMap(({ crewId }) => crewId ?? []);
}

/** Makes a tie of outcomes that give the same crew to several lanes: a person decides which lane gets it. */
function withoutTwins(
  outcomes: readonly (readonly [number, Outcome])[],
): (readonly [number, Outcome])[] {
  const crews = outcomes.flatMap(([, { crewId }]) => crewId ?? []);
  return outcomes.map(([position, outcome]) => {
    const { crewId } = outcome;
    const isTwice = crewId !== null && crews.indexOf(crewId) !== crews.lastIndexOf(crewId);
    return [position, isTwice ? { crewId: null, problem: 'tie', among: [crewId] } : outcome];
  });
}
