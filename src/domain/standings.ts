/** Standings: the places of a race, what of a lane's result an answer shows, and the order of results. */
import type { BoardRace } from '../contract/board.ts';
import type { EntryStatus, ResultMode } from '../contract/fields.ts';
import type { LaneResult } from './lane.ts';

/**
 * The results of a race as its mode lets them be seen (decisions L10 to L12).
 *
 * In a `timed` race places are derived among the lanes that finished with a time: one more than
 * the number of lanes with a strictly smaller time plus penalty, so equal times share a place and
 * the next is skipped. In a `placesOnly` race places are the given ones and times stay hidden.
 *
 * @returns one result per lane, in the given order
 */
export function shownResults(resultMode: ResultMode, lanes: readonly LaneResult[]): LaneResult[] {
  if (resultMode === 'placesOnly')
    return lanes.map((lane) => ({ ...lane, finishTimeMillis: null }));
  const totals = lanes.map(totalMillis);
  const ranked = totals.filter((total) => total !== null).sort((a, b) => a - b);
  return lanes.map((lane, index) => {
    const total = totals[index] ?? null;
    return { ...lane, finishPlace: total === null ? null : ranked.indexOf(total) + 1 };
  });
}

/** Whether a race counts as scored: one of its lanes is no longer merely assigned (decision A9). */
export function isScored(lanes: readonly Pick<LaneResult, 'status'>[]): boolean {
  return lanes.some((lane) => lane.status !== 'assigned');
}

/** Whether all crews of a race have a result. */
export function isFieldComplete({
  entered,
  scored,
}: Pick<BoardRace, 'entered' | 'scored'>): boolean {
  return scored >= entered;
}

/**
 * A race without its places, unless its field is complete: each crew that comes in may move those behind it, so none are
 * told before (board, "Additions"). Tables, feeds, calendars and messages take places from this.
 */
export function withoutEarlyPlaces(race: BoardRace): BoardRace {
  if (isFieldComplete(race)) return race;
  return { ...race, lanes: race.lanes.map((lane) => ({ ...lane, finishPlace: null })) };
}

/** The time by which a lane is placed: time plus penalty; `null` without a time or a finish. */
export function totalMillis(lane: Omit<LaneResult, 'finishPlace'>): number | null {
  if (lane.status !== 'finished' || lane.finishTimeMillis === null) return null;
  return lane.finishTimeMillis + (lane.penaltyMillis ?? 0);
}

/** For the order of those without a place. */
const UNPLACED: readonly EntryStatus[] = ['finished', 'assigned', 'dnf', 'dns', 'dsq'];

/** What the order of results depends on. */
interface Standing {
  finishPlace: number | null;
  status: EntryStatus;
  position: number;
}

/** Compares two lanes by their shown results: by place, then those without one by status, then by position. */
export function byStanding(a: Standing, b: Standing): number {
  const place = ({ finishPlace }: Standing) => finishPlace ?? Number.MAX_SAFE_INTEGER;
  return (
    place(a) - place(b) ||
    UNPLACED.indexOf(a.status) - UNPLACED.indexOf(b.status) ||
    a.position - b.position
  );
}
