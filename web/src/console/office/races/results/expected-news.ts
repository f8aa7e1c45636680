/**
 * Whether, and of what, followers will be notified, shown before results are posted. By the rules of
 * `src/domain/following/news.ts`; the messages themselves put the crews that a device follows first.
 */
import type { Office, OfficeRace } from '../../../../../../src/contract/console/office.ts';
import { NEWS_WINDOW_MILLIS } from '../../../../../../src/domain/day/venue-day.ts';
import type { LaneResult } from '../../../../../../src/domain/draw/lane.ts';
import { raceTimeWriter } from '../../../../../../src/domain/results/finish-time.ts';
import {
  effectiveVisibility,
  publicResults,
} from '../../../../../../src/domain/results/public-results.ts';
import {
  byStanding,
  fieldOf,
  isOver,
  isScored,
  totalMillis,
} from '../../../../../../src/domain/results/standings.ts';
import { penalty } from '../../../../shared/times.ts';
import type { Words } from '../../../../shared/words/board.ts';
import type { RacesWords } from '../../../words/office-races.ts';
import { ranked } from './field-entry.ts';

type ExpectedNews =
  | { kind: 'nobody'; why: keyof RacesWords['toldNobody'] }
  | { kind: 'told'; lanes: NewsLane[]; isCorrection: boolean };

interface NewsLane extends LaneResult {
  position: number;
}

/** @param after results by position as they would be; lanes that are left out stay as stored @param now epoch milliseconds */
export function expectedNews(
  { status, settings }: Pick<Office, 'status' | 'settings'>,
  race: Pick<
    OfficeRace,
    'lanes' | 'resultMode' | 'resultVisibility' | 'estimatedAt' | 'state' | 'official' | 'closed'
  >,
  after: ReadonlyMap<number, LaneResult>,
  now: number,
): ExpectedNews {
  if (status !== 'published' || !settings) return { kind: 'nobody', why: 'draft' };
  const visibility = effectiveVisibility(race, settings);
  if (visibility === 'hidden') return { kind: 'nobody', why: 'hidden' };
  const shown = (lanes: readonly LaneResult[]) => publicResults(visibility, race.resultMode, lanes);
  const before = shown(race.lanes);
  const then = shown(race.lanes.map((lane) => ranked(lane, after.get(lane.position) ?? lane)));
  if (!isScored(then)) return { kind: 'nobody', why: 'none' };
  if (JSON.stringify(before) === JSON.stringify(then)) return { kind: 'nobody', why: 'same' };
  if (Math.abs(Date.parse(race.estimatedAt) - now) > NEWS_WINDOW_MILLIS) {
    return { kind: 'nobody', why: 'far' };
  }
  const entries = race.lanes.map((lane) => ({ ...lane, ...after.get(lane.position) }));
  const isComplete = isOver({ ...race, ...fieldOf(entries), lanes: then });
  const hasTimes = visibility === 'full' && race.resultMode === 'timed';
  const placed = then.map((result, index) => ({
    ...result,
    position: race.lanes[index]?.position ?? 0,
    finishPlace: isComplete || hasTimes ? result.finishPlace : null,
  }));
  const lanes = placed
    .filter(({ status }) => status !== 'assigned')
    .sort(byStanding)
    .map((lane) => (isComplete ? lane : { ...lane, finishPlace: null }));
  const isCorrection = before.some(
    (was, index) => was.status !== 'assigned' && !isSameResult(was, then[index], hasTimes),
  );
  return { kind: 'told', lanes, isCorrection };
}

/** Whether a lane keeps its result; a place derived from times may move as others come in, which is no correction. */
function isSameResult(was: LaneResult, is: LaneResult | undefined, hasTimes: boolean): boolean {
  const place = ({ finishPlace }: LaneResult) => (hasTimes ? null : finishPlace);
  return (
    is !== undefined &&
    was.status === is.status &&
    was.finishTimeMillis === is.finishTimeMillis &&
    was.penaltyMillis === is.penaltyMillis &&
    place(was) === place(is)
  );
}

/**
 * The message in one line: `1. Saline A 6:42.70 · 2. Hudson 6:45.31 (incl. +10 s) · Lakes did not start`; without places while
 * boats are missing.
 */
export function expectedNewsText(
  lanes: readonly NewsLane[],
  nameOf: (position: number) => string,
  { decimalMark, statuses }: Pick<Words, 'decimalMark' | 'statuses'>,
  { penaltyIn }: Pick<RacesWords, 'penaltyIn'>,
): string {
  const write = raceTimeWriter(lanes, decimalMark);
  const itemOf = (lane: NewsLane) => {
    const name = nameOf(lane.position);
    if (lane.status !== 'finished') {
      return lane.status === 'assigned' ? name : `${name} ${statuses[lane.status]}`;
    }
    const total = totalMillis(lane);
    const note = lane.penaltyMillis
      ? ` (${penaltyIn(penalty(lane.penaltyMillis, decimalMark))})`
      : '';
    return [
      lane.finishPlace === null ? '' : `${lane.finishPlace}.`,
      name,
      total === null ? '' : `${write.time(total)}${note}`,
    ]
      .filter((part) => part !== '')
      .join(' ');
  };
  return lanes.map(itemOf).join(' · ');
}
