/** What the embedded page shows of a regatta: the race on the course, the next one, the last result, the delay. */
import type { Board, BoardRace } from '../../../../src/contract/board.ts';
import { delayNow, isDayOver } from '../../shared/race/day-phase.ts';
import { judgeRaces, shownRace } from '../../shared/race/race-phase.ts';
import { currentOf, dayRowedAt, daysOf, newestResult } from '../../shared/race/running-order.ts';

interface EmbedLines {
  /** The venue day that is rowed, YYYY-MM-DD. */
  today: string;
  /** The delay of today, 0 once the day is over; negative where it runs early. */
  delayMinutes: number;
  /** The last started first. */
  onCourse: readonly BoardRace[];
  next: BoardRace | undefined;
  /** The race whose results came last, as it is shown now. */
  last: BoardRace | undefined;
}

/** @param now epoch milliseconds */
export function embedLines(board: Board, now: number): EmbedLines {
  const today = dayRowedAt(board, now);
  const days = daysOf(board);
  const moment = { now, today };
  const judged = judgeRaces(days, moment);
  const { onCourse, next } = currentOf(days, judged, moment);
  const raceDay = days.find(({ day }) => day === today);
  const last = newestResult(board.races, now)?.race;
  const verdict = last && judged.get(last.id);
  const runs = raceDay && !isDayOver(raceDay, judged, moment);
  return {
    today,
    delayMinutes: runs ? delayNow(raceDay, now) : 0,
    onCourse,
    next: next[0],
    last: verdict && shownRace(last, verdict),
  };
}
