/**
 * What only the race office does to a race between start and finish, and the conflicts of a page that was out of date
 * (console, "Revisions" and "Conflicts, in full"; racing, "The office").
 */
import { DONE, derive, laneAt, type RacingRace, type Sent, type Verdict } from './racing-model.ts';

export interface StateWrite {
  state: RacingRace['state'];
  reason?: string | null;
}

/** The office cancels or postpones a race, or plans it again. Results stay. */
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

/** What an entry of the history changed of the race or of a lane. */
export interface Change {
  /** "race", or "lane 3". */
  key: string;
  /** The properties that were written; `null` where the lane is new or gone. */
  names: string[] | null;
}

/**
 * The changes from one state to another that count in conflicts: without the times that are derived from others (racing,
 * "Times of day", 5).
 *
 * @param written the state before these times were derived
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

/** A write of a page that is out of date; `verdict` is the answer if it were not. */
interface Stale {
  /** Before the write. */
  before: RacingRace;
  /** The race as the write would make it. */
  after: RacingRace;
  /** The entries of the history since the page was shown. */
  later: Change[][];
  verdict: Verdict;
}

/**
 * The answer to a write whose page has not seen the last entries: a conflict when a property that the write sends or changes
 * was changed since, unless it is stored as it is sent, or when another crew is in its lane since. What is wrong in itself
 * stays wrong, unless a lane has gone since.
 *
 * @param relied the further properties that a write of this kind relies on
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
