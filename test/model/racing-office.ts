/**
 * What the race office alone does to a race between start and finish, and what it has not seen: the conflicts of a page
 * that was out of date (console, "Revisions" and "Conflicts, in full"; racing, "The office").
 */
import { DONE, derive, laneAt, type RacingRace, type Sent, type Verdict } from './racing-model.ts';

export interface StateWrite {
  state: RacingRace['state'];
  reason?: string | null;
}

/** The office cancels or postpones a race, or takes that back. Results stay. */
export function setState(race: RacingRace, { state, reason = null }: StateWrite): Verdict {
  const isWrong = reason !== null && (state === 'planned' || reason.length > 200);
  if (isWrong) return { status: 422, fields: ['reason'] };
  const before = structuredClone(race);
  Object.assign(race, { state, reason });
  if (state === 'postponed') Object.assign(race, { startedAt: null, closed: false });
  return { status: 200, written: derive(before, race) };
}

/** The office takes the crew of a lane out of the race, or puts it back. */
export function setWithdrawn(race: RacingRace, position: number, withdrawn: boolean): Verdict {
  const lane = laneAt(race, position);
  if (!lane || lane.crew === null || lane.status !== 'assigned') return { status: 409 };
  lane.withdrawn = withdrawn;
  return DONE;
}

/** What one entry of the history says of the race or of a lane. */
export interface Change {
  /** "race", or "lane 3". */
  key: string;
  /** The properties that were written; `null` where the lane is new or gone. */
  names: string[] | null;
}

/**
 * What leads from one state to another, as conflicts judge it: without the times that follow from others (racing, "Times
 * of day", 5).
 *
 * @param written the state before these were derived
 */
export function changesOf(before: RacingRace, after: RacingRace, written = after): Change[] {
  const { lanes: _, delayMinutes: __, ...was } = before;
  const ofRace = differing(was, after);
  const positions = new Set([before, after].flatMap(({ lanes }) => lanes.map((l) => l.position)));
  const ofLanes = [...positions].flatMap((position): Change[] => {
    const [old, lane] = [laneAt(before, position), laneAt(after, position)];
    const key = `lane ${position}`;
    if (!old || !lane) return [{ key, names: null }];
    const derived = differing(lane, laneAt(written, position) ?? lane);
    const names = differing(old, lane).filter(
      (name) =>
        !derived.includes(name) || !['status', 'finishTimeMillis', 'finishPlace'].includes(name),
    );
    return names.length > 0 ? [{ key, names }] : [];
  });
  return ofRace.length > 0 ? [{ key: 'race', names: ofRace }, ...ofLanes] : ofLanes;
}

function differing(was: object, is: object): string[] {
  return Object.keys(was).filter((name) => Reflect.get(was, name) !== Reflect.get(is, name));
}

/** What a page has seen of a write, and how it is answered. */
interface Stale {
  /** Before the write. */
  before: RacingRace;
  /** As it would be. */
  after: RacingRace;
  /** The entries of the history since the page was shown. */
  later: Change[][];
  verdict: Verdict;
}

/**
 * How a write is answered to a page that has not seen the last entries: a property that it sends or changes was changed
 * since, unless it is stored as it is sent; whose result it is counts, too. What is wrong by itself stays wrong, unless a
 * lane has gone since.
 *
 * @param relied on besides, by the kind of the write
 */
export function answerStale(
  { before, after, later, verdict }: Stale,
  relied: Change[] = [],
): Verdict {
  if (verdict.status === 409) return verdict;
  const { said = before, positions = [] } = verdict as Sent;
  const crews = positions.map((position) => ({ key: `lane ${position}`, names: ['crew'] }));
  const sent = [...changesOf(before, said), ...crews];
  if (verdict.status === 422) {
    const gone = crews.filter((_, at) => !laneAt(before, positions[at]));
    if (inTheWay(later, [...gone, ...relied]).length === 0) return verdict;
    return { status: 409, changed: inTheWay(later, [...gone, ...relied, ...sent]) };
  }
  const all = changesOf(before, after);
  if (all.length === 0) return verdict;
  const mine = changesOf(before, after, verdict.written);
  const changed = inTheWay(later, [...mine, ...sent, ...relied]);
  return changed.length > 0 ? { status: 409, changed } : verdict;
}

/** The keys of the changes that a write would overwrite, or relies on: one for each entry. */
function inTheWay(later: Change[][], wanted: Change[]): string[] {
  return later.flat().flatMap(({ key, names }) => {
    const isWanted = wanted.some(
      (each) =>
        each.key === key &&
        (!names || !each.names || each.names.some((one) => names.includes(one))),
    );
    return isWanted ? key : [];
  });
}
