/**
 * The list of boats as they start or finish, each with the time of a key press: which lines are on this device only, and what
 * of them can be sent. Pure; `arrival-list.ts` keeps and sends it. A boat whose bow nobody has read stays here as "?" until it
 * is named (racing, "The office").
 */
import type { OfficeLane, OfficeRace } from '../../../../../../src/contract/console/office.ts';
import { formatInstant } from '../../../../../../src/contract/instant.ts';
import { type NearMoment, readTypedTime } from '../../../../../../src/domain/day/typed-times.ts';
import type { RacingEntry } from './entry-texts.ts';

/** The end of the course at which the list is kept. */
export type CourseEnd = 'start' | 'finish';

/** One line of a list that is not stored yet. */
export interface Arrival {
  /** Key of the row in the draft. */
  key: string;
  /** Epoch milliseconds. */
  at: number;
  /** What was typed for the bow; empty while nobody knows. */
  bow: string;
  /** The position of the lane that loses this time, which is stored for it: another boat came then. */
  frees?: number;
  /** Whether this time replaces another one that is stored for its boat. */
  replaces?: boolean;
}

/** Whether a line can be sent, and if not, why. */
type ArrivalState =
  /** It is sent as soon as there is a connection. */
  | { kind: 'ready'; position: number }
  | { kind: 'unnamed' }
  /** There is no such boat in the race. */
  | { kind: 'unknown' }
  /** The boat has a time already: in a line before it, or stored. */
  | { kind: 'twice'; position: number; at: number };

export type JudgedArrival = Arrival & { state: ArrivalState };

type ListedRace = Pick<OfficeRace, 'lanes'>;

/** The stored time of a boat at an end of the course. */
export function storedAt(lane: Pick<OfficeLane, 'startedAt' | 'finishedAt'>, end: CourseEnd) {
  return end === 'start' ? lane.startedAt : lane.finishedAt;
}

/** A bow in the form in which bows are compared: `007` is `7`. */
function plainBow(text: string): string {
  const plain = text.normalize('NFKC').trim().toLowerCase();
  return /^\d+$/.test(plain) ? String(Number(plain)) : plain;
}

/** Finds lanes with a crew by their bow. Where two have the same bow, it finds neither. */
export function lanesByBow<Lane extends Pick<OfficeLane, 'positionLabel' | 'crewId'>>(
  lanes: readonly Lane[],
): (bow: string) => Lane | undefined {
  const found = new Map<string, Lane | undefined>();
  for (const lane of lanes) {
    const bow = plainBow(lane.positionLabel);
    if (lane.crewId !== null) found.set(bow, found.has(bow) ? undefined : lane);
  }
  return (bow) => found.get(plainBow(bow));
}

/** Judges the lines of a list, in the order of their times. */
export function judgedArrivals(
  race: ListedRace,
  end: CourseEnd,
  arrivals: readonly Arrival[],
): JudgedArrival[] {
  const laneOf = lanesByBow(race.lanes);
  const freed = new Map(arrivals.map(({ frees, at }) => [frees, at]));
  const before = new Map<number, number>();
  return inOrder(arrivals).map((arrival) => {
    const bow = arrival.bow.trim();
    const lane = laneOf(bow);
    if (bow === '' || bow === '?') return { ...arrival, state: { kind: 'unnamed' } };
    if (!lane) return { ...arrival, state: { kind: 'unknown' } };
    const { position } = lane;
    const written = storedAt(lane, end);
    const stored = written === null ? undefined : Date.parse(written);
    // A time that another line takes away from the boat does not count as its own.
    const isGiven = stored === freed.get(position) || arrival.replaces === true;
    const own = isGiven ? undefined : stored;
    const known = before.get(position) ?? own;
    if (known !== undefined && known !== arrival.at)
      return { ...arrival, state: { kind: 'twice', position, at: known } };
    before.set(position, arrival.at);
    return { ...arrival, state: { kind: 'ready', position } };
  });
}

function inOrder(arrivals: readonly Arrival[]): Arrival[] {
  return arrivals.toSorted((a, b) => a.at - b.at);
}

/** The entries to write for some lines: the times that they take away, and the times that they give. */
export function entriesOf(
  race: ListedRace,
  end: CourseEnd,
  arrivals: readonly JudgedArrival[],
): RacingEntry[] {
  const name = end === 'start' ? 'startedAt' : 'finishedAt';
  const written = new Map<number, RacingEntry>();
  for (const { frees, at } of arrivals) {
    const lane = race.lanes.find(({ position }) => position === frees);
    const stored = lane && storedAt(lane, end);
    // Somebody may have corrected the time meanwhile.
    if (lane && stored && Date.parse(stored) === at)
      written.set(lane.position, { position: lane.position, [name]: null });
  }
  for (const { state, at } of arrivals) {
    if (state.kind === 'ready')
      written.set(state.position, { position: state.position, [name]: formatInstant(at) });
  }
  return [...written.values()];
}

/** Whether a line has something to send; also one without a bow, if it takes a time away. */
export function isToSend({ state, frees }: JudgedArrival): boolean {
  return state.kind === 'ready' || frees !== undefined;
}

/** A line that is stored; `at` in epoch milliseconds. */
export interface StoredArrival {
  lane: OfficeLane;
  at: number;
}

/** The stored lines in the order of their times. @param arrivals lines here; what they take away is left out */
export function storedArrivals(
  race: ListedRace,
  end: CourseEnd,
  arrivals: readonly Arrival[],
): StoredArrival[] {
  const taken = new Set(arrivals.map(({ frees, at }) => `${frees} ${at}`));
  return race.lanes
    .flatMap((lane): StoredArrival[] => {
      const written = storedAt(lane, end);
      const at = written === null ? undefined : Date.parse(written);
      return at === undefined || taken.has(`${lane.position} ${at}`) ? [] : [{ lane, at }];
    })
    .sort((a, b) => a.at - b.at || a.lane.position - b.lane.position);
}

/**
 * The boat that starts next: in the order of the planned starts, the first without a start after the boat that started last,
 * else the first without one; `undefined` once all have started.
 *
 * @param arrivals lines that are not stored
 */
export function nextToStart(
  race: ListedRace,
  arrivals: readonly JudgedArrival[],
): OfficeLane | undefined {
  const here = new Map(
    arrivals.flatMap(({ state, at }) => (state.kind === 'ready' ? [[state.position, at]] : [])),
  );
  const order = race.lanes
    .filter(({ crewId, withdrawn }) => crewId !== null && !withdrawn)
    .toSorted(
      (a, b) => (a.startsAt ?? '').localeCompare(b.startsAt ?? '') || a.position - b.position,
    );
  const startOf = ({ position, startedAt }: OfficeLane) =>
    startedAt === null ? here.get(position) : Date.parse(startedAt);
  const starts = order.map(startOf);
  const latest = Math.max(...starts.map((start) => start ?? Number.NEGATIVE_INFINITY));
  const from = starts.lastIndexOf(latest);
  // A boat that has finished has started, though nobody has recorded it.
  const isWaiting = (lane: OfficeLane) =>
    startOf(lane) === undefined && lane.status === 'assigned' && lane.finishedAt === null;
  return order.slice(from + 1).find(isWaiting) ?? order.find(isWaiting);
}

/** Reads pasted times, one a line, in any order; a bow may stand in another cell. @returns `wrong`: lines without a time */
export function readPastedTimes(
  text: string,
  moment: NearMoment,
): { found: { at: number; bow: string }[]; wrong: string[] } {
  const found: { at: number; bow: string }[] = [];
  const wrong: string[] = [];
  for (const line of text.split(/\r?\n/).filter((each) => each.trim() !== '')) {
    const cells = line.split(/[\t;]/).map((cell) => cell.trim());
    const times = cells.map((cell) => readTypedTime(cell, moment));
    const column = times.findIndex((time) => typeof time === 'number');
    const at = times[column];
    if (typeof at !== 'number') wrong.push(line.trim());
    else
      found.push({ at, bow: cells.find((cell, index) => index !== column && cell !== '') ?? '' });
  }
  return { found, wrong };
}
