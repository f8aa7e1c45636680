/**
 * What the specification of the console says of a progression: which rules the lanes of a race can have, and whom they
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
  from: Source | null;
}

/** A race as it is shown; it counts where its results are official, or need not be. */
export interface ShownRace {
  scheduledAt: number;
  counts: boolean;
  lanes: ShownLane[];
}

type Races = Map<number, Omit<ShownRace, 'counts' | 'lanes'> & { rules: Source[] }>;

/** Which rules of a list cannot be, by their index. */
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

/** Whether crews of a race may come to another one, directly or over others. */
function reaches(from: number, to: number, races: Races, seen = new Set<number>()): boolean {
  if (seen.has(to)) return false;
  seen.add(to);
  const sources = races.get(to)?.rules.flatMap((rule) => rule.races) ?? [];
  return sources.some((id) => id === from || reaches(from, id, races, seen));
}

export function hasCircle(races: Races): boolean {
  return [...races.keys()].some((id) => reaches(id, id, races));
}

/** Two rules that one crew may fulfil at once. */
function isSameCrew(a: Source, b: Source): boolean {
  if (a.place !== b.place || !a.races.some((id) => b.races.includes(id))) return false;
  const isSameField =
    a.races.length === b.races.length && a.races.every((id) => b.races.includes(id));
  return !isSameField || a.fastest === b.fastest;
}

interface Named {
  crewId: number | null;
  problem: 'incomplete' | 'tie' | null;
}

const NOBODY: Named = { crewId: null, problem: null };
const TIE: Named = { crewId: null, problem: 'tie' };
const INCOMPLETE: Named = { crewId: null, problem: 'incomplete' };

/** What the rules of a race propose; `null` where it has none. */
export function proposalOf(lanes: ShownLane[], raceOf: (id: number) => ShownRace | undefined) {
  const ruled = lanes.filter(({ from }) => from !== null);
  if (ruled.length === 0) return null;
  const named = ruled.map((lane) => nameOf(lane, ruled, raceOf));
  const crews = named.flatMap(({ crewId }) => crewId ?? []);
  const isTwice = (id: number | null) => crews.filter((each) => each === id).length > 1;
  const sure = named.map((each) => (isTwice(each.crewId) ? TIE : each));
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
  };
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
    return share(lane, rivals, ranks[0] as Ranking, ({ place }) => place);
  }
  const first = rivals[0]?.from as Source;
  const groups = first.races.map((id) => ranking(raceOf(id) as ShownRace).get(from.place));
  if (groups.some((group) => group && group.place !== from.place)) return TIE;
  const pool = groups.flatMap((group) => group?.lanes ?? []);
  if (pool.length > 1 && pool.some((each) => totalOf(each) === null)) return TIE;
  return share(lane, rivals, byTime(pool), ({ fastest }) => fastest as number);
}

function isOver({ counts, lanes }: ShownRace): boolean {
  const drawn = lanes.filter(({ crewId }) => crewId !== null);
  return counts && drawn.length > 0 && drawn.every(({ status }) => status !== 'assigned');
}

/** By each place, who holds it; a dead heat holds as many as it has boats, save those that others are given. */
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

/** The lanes that want boats of one dead heat get all of them, in order, or none. */
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
  if (wanting.length < group.lanes.length) return TIE;
  return { crewId: group.lanes[wanting.indexOf(lane)]?.crewId ?? null, problem: null };
}
