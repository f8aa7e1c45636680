/** The phase of a race at a moment, by the contract of racing: the first of its four rules that applies. */
import { kindOf, type RacingRace } from './racing-model.ts';
import { isIn, publicEstimate, startsAt } from './racing-view.ts';

const MINUTE = 60_000;
const SIX_HOURS = 360 * MINUTE;

/** What the public sees of a race, as far as its phase depends on it. */
interface Seen {
  isScored: boolean;
  /** At least one entry, and every entry has a status other than `assigned`. */
  isFieldIn: boolean;
  start: number;
  /** The last planned start of an entry that has not withdrawn, and never before the start of the race. */
  lastStart: number;
}

function seenOf(race: RacingRace): Seen {
  const isHidden = race.resultVisibility === 'hidden';
  const entries = race.lanes.filter(({ crew, withdrawn }) => crew !== null && !withdrawn);
  const start = publicEstimate(race);
  return {
    isScored: !isHidden && race.lanes.some(isIn),
    isFieldIn:
      !isHidden && entries.length > 0 && entries.every(({ status }) => status !== 'assigned'),
    start,
    lastStart: Math.max(start, ...entries.map((lane) => startsAt(race, lane) ?? start)),
  };
}

/** @param lastInAt when a boat last came in; @param now both in epoch milliseconds */
export function phaseOf(
  race: RacingRace,
  lastInAt: number,
  now: number,
): 'planned' | 'onCourse' | 'over' {
  const { isScored, isFieldIn, start, lastStart } = seenOf(race);
  if (race.state !== 'planned') return isScored ? 'over' : 'planned';
  if (race.closed || isFieldIn) return 'over';
  const isHead = kindOf(race) === 'head';
  const longest = (isHead ? lastStart : start) + SIX_HOURS;
  if (isScored) {
    const after = (isHead ? 60 : 30) * MINUTE;
    const isQuiet = now >= lastInAt + after && (!isHead || now >= lastStart + after);
    return isQuiet || now >= longest ? 'over' : 'onCourse';
  }
  const untold = isHead ? lastStart + 60 * MINUTE : start + 20 * MINUTE;
  const until = race.startedAt === null ? untold : longest;
  return now >= start && now < until ? 'onCourse' : 'planned';
}

/** The moments at which the phase may change, and the milliseconds before them. */
export function momentsOf(race: RacingRace, lastInAt: number): number[] {
  const { start, lastStart } = seenOf(race);
  return [start, lastStart, lastInAt].flatMap((from) =>
    [0, 20, 30, 60, 360].flatMap((minutes) => [
      from + minutes * MINUTE - 1,
      from + minutes * MINUTE,
    ]),
  );
}
