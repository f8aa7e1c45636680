/**
 * What the specification of the console says of a progression: which rules the lanes of a race can have, and which crews they
 * name. Ids are those of the model.
 */
import type { Status } from './payload-rules.ts';

/** Where the crew of a lane comes from. */
export interface Source {
  races: number[];
  place: number;
  fastest: number | null;
}

export interface Rule extends Source {
  position: number;
}

/** A lane of a race as it is shown. */
export interface ShownLane {
  position: number;
  crewId: number | null;
  status: Status;
  finishTimeMillis: number | null;
  finishPlace: number | null;
  penaltyMillis: number | null;
  withdrawn: boolean;
  from: Source | null;
}

/** A race as it is shown; `counts` when its results are official, or need not be. */
export interface ShownRace {
  scheduledAt: number;
  counts: boolean;
  lanes: ShownLane[];
}

type Races = Map<number, Omit<ShownRace, 'counts' | 'lanes'> & { rules: Source[] }>;

/** The indexes of the rules in a list that are not allowed. */
export function wrongRules(raceId: number, rules: Rule[], races: Races): number[] {
  return rules.flatMap((rule, index) => {
    const before = rules.slice(0, index);
    const isWrong =
      rule.races.length === 0 ||
      new Set(rule.races).size < rule.races.length ||
      (rule.races.length === 1) !== (rule.fastest === null) ||
      rule.races.some((id) => id === raceId || isLater(id, raceId, races)) ||
      rule.races.some((id) => reaches(raceId, id, races)) ||
      before.some((other) => other.position === rule.position || isSameCrew(rule, other));
    return isWrong ? [index] : [];
  });
}

function isLater(source: number, target: number, races: Races): boolean {
  const [from, to] = [races.get(source), races.get(target)];
  return !from || !to || from.scheduledAt > to.scheduledAt;
}

/** Whether crews of a race may come to another one, directly or through other races. */
function reaches(from: number, to: number, races: Races, seen = new Set<number>()): boolean {
  if (seen.has(to)) return false;
  seen.add(to);
  const sources = races.get(to)?.rules.flatMap((rule) => rule.races) ?? [];
  return sources.some((id) => id === from || reaches(from, id, races, seen));
}

export function hasCircle(races: Races): boolean {
  return [...races.keys()].some((id) => reaches(id, id, races));
}

/** Whether two rules could name the same crew. */
function isSameCrew(a: Source, b: Source): boolean {
  if (a.place !== b.place || !a.races.some((id) => b.races.includes(id))) return false;
  const isSameField =
    a.races.length === b.races.length && a.races.every((id) => b.races.includes(id));
  return !isSameField || a.fastest === b.fastest;
}

interface Named {
  crewId: number | null;
  problem: 'incomplete' | 'tie' | null;
  /** The crews that share the place, this one among them. */
  shared: number[];
}

const NOBODY: Named = { crewId: null, problem: null, shared: [] };
const INCOMPLETE: Named = { crewId: null, problem: 'incomplete', shared: [] };

/** @param crews from whom a person has to choose */
function tieOf(crews: (number | null)[]): Named {
  return { crewId: null, problem: 'tie', shared: crews.flatMap((id) => id ?? []) };
}

/** What the rules of a race propose; `null` where it has none. */
export function proposalOf(lanes: ShownLane[], raceOf: (id: number) => ShownRace | undefined) {
  const ruled = lanes.filter(({ from }) => from !== null);
  if (ruled.length === 0) return null;
  const named = ruled.map((lane) => nameOf(lane, ruled, raceOf));
  const crews = named.flatMap(({ crewId }) => crewId ?? []);
  const isTwice = (id: number | null) => crews.filter((each) => each === id).length > 1;
  const sure = named.map((each) => (isTwice(each.crewId) ? tieOf([each.crewId]) : each));
  const problems = sure.map(({ problem }) => problem);
  const problem = problems.includes('incomplete')
    ? 'incomplete'
    : problems.includes('tie')
      ? 'tie'
      : null;
  return {
    ready: problem === null,
    lanes: sure.map(({ crewId }, index) => ({ position: ruled[index]?.position, crewId })),
    problem,
    deadHeats: deadHeatsOf(sure, ruled),
    ties: tiesOf(sure, ruled),
  };
}

function deadHeatsOf(sure: Named[], ruled: ShownLane[]): object[] {
  const texts = sure.map(({ crewId, shared }) => (crewId === null ? '' : shared.join()));
  const heats = [...new Set(texts.filter((text) => text !== ''))].map((text) => {
    const at = texts.flatMap((each, index) => (each === text ? [index] : []));
    return {
      positions: at.map((index) => ruled[index]?.position),
      crewIds: at.map((index) => sure[index]?.crewId),
    };
  });
  return heats.filter(({ positions }) => positions.length > 1);
}

function tiesOf(sure: Named[], ruled: ShownLane[]): object[] {
  const open = sure.map(({ problem, shared }) => (problem === 'tie' ? shared.join() : ''));
  return [...new Set(open.filter((text) => text !== ''))].map((text) => ({
    positions: ruled.flatMap(({ position }, index) => (open[index] === text ? [position] : [])),
    crewIds: text.split(',').map(Number),
  }));
}

function nameOf(
  lane: ShownLane,
  ruled: ShownLane[],
  raceOf: (id: number) => ShownRace | undefined,
): Named {
  const from = lane.from as Source;
  const races = from.races.map(raceOf);
  if (races.some((race) => !race || !isOver(race))) return INCOMPLETE;
  const ranks = races.map((race) => ranking(race as ShownRace));
  const isFast = from.fastest !== null;
  const rivals = ruled.filter((other) => {
    const theirs = other.from as Source;
    const isOfKind =
      (theirs.fastest !== null) === isFast && (!isFast || theirs.place === from.place);
    const ours = from.races.toSorted((a, b) => a - b).join();
    return isOfKind && theirs.races.toSorted((a, b) => a - b).join() === ours;
  });
  if (!isFast) {
    const named = share(lane, rivals, ranks[0] as Ranking, ({ place }) => place);
    return named === NOBODY && races.some((race) => isUnranked(race as ShownRace))
      ? INCOMPLETE
      : named;
  }
  const first = rivals[0]?.from as Source;
  const groups = first.races.map((id) => ranking(raceOf(id) as ShownRace).get(from.place));
  const isOpen = first.races.some(
    (id, index) => groups[index] === undefined && isUnranked(raceOf(id) as ShownRace),
  );
  if (isOpen) return INCOMPLETE;
  const pool = groups.flatMap((group) => group?.lanes ?? []);
  const isUncertain =
    groups.some((group) => group && group.place !== from.place) ||
    (pool.length > 1 && pool.some((each) => totalOf(each) === null));
  if (isUncertain) return tieOf(pool.map(({ crewId }) => crewId));
  return share(lane, rivals, byTime(pool), ({ fastest }) => fastest as number);
}

function isOver({ counts, lanes }: ShownRace): boolean {
  const isHeld = lanes.some(({ crewId, status }) => crewId !== null || status !== 'assigned');
  const waited = lanes.filter(
    ({ crewId, status, withdrawn }) => crewId !== null && !withdrawn && status === 'assigned',
  );
  return counts && isHeld && waited.length === 0;
}

/** Whether a boat has finished whose place is not known. */
function isUnranked({ lanes }: ShownRace): boolean {
  return lanes.some(({ status, finishPlace }) => status === 'finished' && finishPlace === null);
}

/** By place, the lanes that hold it. A dead heat holds as many places as it has boats, except those of other boats. */
type Ranking = Map<number, { place: number; lanes: ShownLane[] }>;

function ranking({ lanes }: ShownRace): Ranking {
  const placed = lanes.filter((lane) => lane.status === 'finished' && lane.finishPlace !== null);
  return rankingBy(placed, (lane) => lane.finishPlace as number);
}

function byTime(pool: ShownLane[]): Ranking {
  const faster = (lane: ShownLane) =>
    pool.filter((other) => (totalOf(other) ?? 0) < (totalOf(lane) ?? 0)).length;
  return rankingBy(pool, (lane) => 1 + faster(lane));
}

function rankingBy(lanes: ShownLane[], placeOf: (lane: ShownLane) => number): Ranking {
  const held: Ranking = new Map();
  const places = [...new Set(lanes.map(placeOf))].sort((a, b) => a - b);
  for (const place of places) {
    const group = { place, lanes: lanes.filter((lane) => placeOf(lane) === place) };
    group.lanes.forEach((_, index) => {
      held.set(place + index, group);
    });
  }
  return held;
}

function totalOf({ finishTimeMillis, penaltyMillis }: ShownLane): number | null {
  return finishTimeMillis === null ? null : finishTimeMillis + (penaltyMillis ?? 0);
}

/** The lanes whose rules name boats of one dead heat get all of these, in order, or none if there are too few lanes. */
function share(
  lane: ShownLane,
  rivals: ShownLane[],
  held: Ranking,
  rankOf: (from: Source) => number,
): Named {
  const rank = (each: ShownLane) => rankOf(each.from as Source);
  const group = held.get(rank(lane));
  if (!group) return NOBODY;
  const wanting = rivals
    .filter((rival) => held.get(rank(rival)) === group)
    .sort((a, b) => rank(a) - rank(b) || a.position - b.position);
  const crews = group.lanes.flatMap((each) => each.crewId ?? []);
  if (wanting.length < group.lanes.length) return tieOf(crews);
  const crewId = group.lanes[wanting.indexOf(lane)]?.crewId ?? null;
  return { crewId, problem: null, shared: group.lanes.length > 1 ? crews : [] };
}
