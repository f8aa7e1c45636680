/** What the big screen shows of a head race, in turns: who is ahead, who came in last, each category, who starts next. Pure. */
import type { BoardLane } from '../../../../src/contract/board.ts';
import type { DecimalMark } from '../../../../src/domain/results/finish-time.ts';
import { hasResults, isAwaited } from '../../../../src/domain/results/standings.ts';
import type { ShownRace } from '../../shared/race/race-phase.ts';
import { listsOf, placesIn } from '../../shared/race/ranking.ts';
import { type LaneResult, laneResults } from '../../shared/race/results.ts';

export type HeadList = { of: 'fastest' | 'lastIn' | 'starting' } | { of: 'category'; name: string };

/** As many as one screen holds. */
const MAX_LISTED = 10;

/** A row of a race or of a list: what stands before the crew, and the crew with its result. */
export interface TurnRow {
  lead: string;
  result: LaneResult;
}

/** The lists in which a race is shown; of one that starts all at once its lanes, which are none. @param now epoch milliseconds */
export function listsToShow(
  view: 'now' | 'next' | 'results',
  race: ShownRace,
  now: number,
): (HeadList | undefined)[] {
  if (race.kind === 'lanes') return [undefined];
  return view === 'next' ? [{ of: 'starting' }] : headLists(race, now);
}

/** The rows of a race, or of one of its lists; what the lanes begin with is their place once there are results. */
export function turnRows(
  { race, list }: { race: ShownRace; list?: HeadList | undefined },
  decimalMark: DecimalMark,
  now: number,
): TurnRow[] {
  if (list) return listRows(race, list, decimalMark, now);
  const isPlaced = hasResults(race.lanes);
  return laneResults(race, decimalMark).map((result) => ({
    lead: isPlaced ? result.place : result.lane.positionLabel,
    result,
  }));
}

/**
 * The lists that have anything in them; before anybody is in, who starts next.
 *
 * @param now epoch milliseconds
 */
function headLists(race: ShownRace, now: number): HeadList[] {
  const lists: HeadList[] = [{ of: 'fastest' }];
  const isRunning = race.lanes.some(isAwaited);
  if (isRunning) lists.push({ of: 'lastIn' });
  lists.push(...race.categories.map(({ name }) => ({ of: 'category', name }) as const));
  const filled = lists.filter((list) => listRows(race, list, '.', now).length > 0);
  return filled.length > 0 ? filled : [{ of: 'starting' }];
}

/** @param now epoch milliseconds */
function listRows(
  race: ShownRace,
  list: HeadList,
  decimalMark: DecimalMark,
  now: number,
): TurnRow[] {
  const results = laneResults(race, decimalMark);
  const rows = (shown: readonly LaneResult[], leadOf: (result: LaneResult) => string) =>
    shown.slice(0, MAX_LISTED).map((result) => ({ lead: leadOf(result), result }));
  switch (list.of) {
    case 'fastest':
      return rows(
        results.filter(({ place }) => place !== ''),
        ({ place }) => place,
      );
    case 'lastIn':
      return rows(
        results
          .filter(({ lane }) => lane.status === 'finished')
          .sort((a, b) => arrivedAt(b.lane) - arrivedAt(a.lane)),
        ({ place }) => place,
      );
    case 'starting':
      return rows(
        results
          .filter(({ lane }) => isAwaited(lane) && Date.parse(lane.startsAt ?? '') > now)
          .sort((a, b) => startsAt(a.lane) - startsAt(b.lane)),
        ({ lane }) => lane.positionLabel,
      );
    case 'category': {
      const own = listsOf(race, decimalMark).find(({ name }) => name === list.name);
      if (!own) return [];
      const places = new Map(placesIn(own).map((place, index) => [own.results[index], place]));
      return rows(
        own.results.filter((result) => places.get(result) !== ''),
        (result) => places.get(result) ?? '',
      );
    }
  }
}

/** When a boat came in; by its time where no clock at the finish says so. */
function arrivedAt(lane: BoardLane): number {
  if (lane.finishedAt !== null) return Date.parse(lane.finishedAt);
  const start = lane.startedAt ?? lane.startsAt;
  return start === null ? 0 : Date.parse(start) + (lane.finishTimeMillis ?? 0);
}

function startsAt({ startsAt: at }: BoardLane): number {
  return Date.parse(at ?? '');
}
