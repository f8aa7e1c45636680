/** How far the boats of a head race are that are not in (racing, "Ranking while boats are out"). */
import type { BoardLane } from '../../contract/board.ts';
import { type FieldLane, isAwaited, isEntered } from '../results/standings.ts';

/** How many entries of a race are under way, and how many have not started. */
interface CourseCounts {
  stillOn: number;
  toStart: number;
}

type StartingLane = FieldLane & Pick<BoardLane, 'startsAt' | 'startedAt'>;

/**
 * Tells of the entries of a race which have started: those with a start of their own where any has one, else those whose
 * planned start is past (racing, "Ranking while boats are out").
 *
 * @param now epoch milliseconds
 */
export function startedBy(
  lanes: readonly StartingLane[],
  now: number,
): (lane: Pick<StartingLane, 'startsAt' | 'startedAt'>) => boolean {
  const isTimed = lanes.some((lane) => isEntered(lane) && lane.startedAt !== null);
  return ({ startedAt, startsAt }) =>
    isTimed ? startedAt !== null : startsAt !== null && Date.parse(startsAt) <= now;
}

/** Where the boats of a race are that are not in. @param now epoch milliseconds */
export function courseCounts(lanes: readonly StartingLane[], now: number): CourseCounts {
  const awaited = lanes.filter(isAwaited);
  const stillOn = awaited.filter(startedBy(lanes, now)).length;
  return { stillOn, toStart: awaited.length - stillOn };
}
