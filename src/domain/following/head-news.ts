/**
 * News about head races, one crew at a time, and about crews drawn into lanes with a rule (racing, "Who hears what"). What a
 * device was notified of is stored: a crew's place changes with every boat that comes in, and is news again only at the end.
 */
import type { BoardRace } from '../../contract/board.ts';
import { NEWS_WINDOW_MILLIS } from '../day/venue-day.ts';
import { isSameResult, type Lane, type LaneResult, NO_RESULT, type Rating } from '../draw/lane.ts';
import type { ScheduleState } from '../event/schedule.ts';
import type { Race } from '../races/race.ts';
import { effectiveVisibility, publicResults } from '../results/public-results.ts';
import { categoryPlaces, fieldLane, isRowed, isScored } from '../results/standings.ts';
import { publicState } from './news.ts';

/** Stands in place of a crew's id for the race itself: no crew has this id. */
export const THE_RACE = 0;

/** The state of a crew or a race of which the public has seen nothing. */
const UNSEEN = '';

type VisibleSchedule = Pick<ScheduleState, 'status' | 'defaultResultVisibility'>;

/** News about one crew, and the state in which followers saw it before. */
interface CrewNews {
  crewId: number;
  stateBefore: string;
}

/** A race with its lanes, before or after a write. */
interface RaceRows {
  race: Race;
  lanes: readonly Lane[];
}

type OwnResult = LaneResult & Partial<Pick<Rating, 'allowanceMillis' | 'outOfCompetition'>>;

/**
 * A crew's own result as the public sees it, as text. Where times are shown, it does not depend on other boats; where only
 * places are shown, it is the crew's place.
 *
 * @param hasTimes whether times are shown
 */
function ownResult(result: OwnResult, hasTimes: boolean): string {
  const { status, finishTimeMillis, finishPlace, penaltyMillis } = result;
  const { allowanceMillis, outOfCompetition } = result;
  const values = hasTimes
    ? [finishTimeMillis, penaltyMillis || null, allowanceMillis || null]
    : [finishPlace];
  return [status, outOfCompetition ? 'out' : null, ...values].join(',');
}

/** The properties of a race in the board document that give the standing of a crew. */
type StandingRace = Pick<BoardRace, 'results' | 'resultMode' | 'lanes'>;

/** The standing of a crew as text, as it is stored with a notification: its own result, then its place. */
export function crewState({ results, resultMode, lanes }: StandingRace, crewId: number): string {
  const lane = lanes.find((each) => each.crewId === crewId);
  if (!lane) return UNSEEN;
  const { category, categoryPlace, finishPlace } = lane;
  const own = ownResult(lane, results === 'full' && resultMode === 'timed');
  const place = categoryPlace === null ? finishPlace : `${categoryPlace} ${category}`;
  return `${own}|${place}`;
}

/** Whether two states of a crew, made by `crewState`, have the same own result, whatever the places. */
export function isSameOwnResult(a: string, b: string): boolean {
  const own = (state: string) => state.split('|', 1)[0];
  return own(a) === own(b);
}

/**
 * The crews that have come in, or whose result has changed, as far as this is news: the schedule is published, and the public
 * sees the change. A change of place because of another boat is no news about the crew.
 */
export function crewsIn(
  schedule: VisibleSchedule,
  { lanes: before }: Pick<RaceRows, 'lanes'>,
  { race, lanes: after }: RaceRows,
): CrewNews[] {
  const visibility = effectiveVisibility(race, schedule);
  if (schedule.status !== 'published' || visibility === 'hidden' || before === after) return [];
  const hasTimes = visibility === 'full' && race.resultMode === 'timed';
  const stateOf = (lanes: readonly Lane[]) => {
    const shown = publicResults(visibility, race.resultMode, lanes);
    return (index: number) => {
      const { allowanceMillis, outOfCompetition } = lanes[index] ?? {};
      return ownResult(
        { ...(shown[index] ?? NO_RESULT), allowanceMillis, outOfCompetition } as OwnResult,
        hasTimes,
      );
    };
  };
  const [was, is] = [stateOf(before), stateOf(after)];
  const indexBefore = new Map(before.map(({ position }, index) => [position, index]));
  return after.flatMap((lane, index) => {
    if (lane.team === null || lane.status === NO_RESULT.status) return [];
    const at = indexBefore.get(lane.position) ?? -1;
    const old = before[at];
    if (old && isRatedSo(old, lane) && isSameResult(old, lane)) return [];
    const stateBefore = was(at);
    return stateBefore === is(index) ? [] : [{ crewId: lane.team.id, stateBefore }];
  });
}

function isRatedSo(a: Rating, b: Rating): boolean {
  return a.allowanceMillis === b.allowanceMillis && a.outOfCompetition === b.outOfCompetition;
}

/**
 * Whether a write may end a head race, or changes the news of its end. The facts are looked up when the news are sent.
 *
 * @returns the state that the public saw before, `''` if the race was not over; `undefined` where there is no news
 */
export function endNews(
  schedule: VisibleSchedule,
  before: RaceRows,
  after: RaceRows,
): string | undefined {
  const { race } = after;
  const visibility = effectiveVisibility(race, schedule);
  if (schedule.status !== 'published' || visibility === 'hidden') return undefined;
  if (!isScored(after.lanes) || (isEndedSo(before.race, race) && isFieldSo(before, after)))
    return undefined;
  const wasOver = before.race.closed || isRowed(before.lanes.map(fieldLane));
  return wasOver && isScored(before.lanes) ? shownState(before, visibility) : UNSEEN;
}

function shownState({ race, lanes }: RaceRows, visibility: 'placesOnly' | 'full'): string {
  return raceState(publicResults(visibility, race.resultMode, lanes), lanes);
}

/** A digest of the results and the places of a race, overall and in its categories. */
export function raceState(
  shown: readonly LaneResult[],
  lanes: readonly Pick<Rating, 'category'>[],
): string {
  return publicState(shown) + categoryPlaces(lanes, shown).join();
}

function isEndedSo(a: Race, b: Race): boolean {
  return a.closed === b.closed && a.official === b.official && a.state === b.state;
}

/** Whether crews, results, categories and all else that ranks them are unchanged. */
function isFieldSo({ lanes: before }: RaceRows, { lanes: after }: RaceRows): boolean {
  if (before === after) return true;
  const lanes = new Map(before.map((lane) => [lane.position, lane]));
  return (
    before.length === after.length &&
    after.every((lane) => {
      const old = lanes.get(lane.position);
      if (!old) return false;
      if (old === lane) return true;
      const isSameCrew = old.team?.id === lane.team?.id && old.withdrawn === lane.withdrawn;
      return (
        isSameCrew &&
        old.category === lane.category &&
        isRatedSo(old, lane) &&
        isSameResult(old, lane)
      );
    })
  );
}

/**
 * The crews that a draw puts into lanes with a progression rule: followers are notified of their lanes, whoever drew them.
 *
 * @param now epoch milliseconds
 */
export function crewsDrawn(
  { status }: Pick<ScheduleState, 'status'>,
  { lanes: before }: Pick<RaceRows, 'lanes'>,
  { race, lanes: after }: RaceRows,
  now: number,
): CrewNews[] {
  // A race of long ago that is entered only now is no news. Whether the race is over is looked up when the news are sent.
  const isPast = race.scheduledAt < now - NEWS_WINDOW_MILLIS;
  if (status !== 'published' || race.state !== 'planned' || isPast || before === after) return [];
  const crewsBefore = new Map(before.map(({ position, team }) => [position, team?.id]));
  const laneBefore = new Map(before.flatMap((lane) => (lane.team ? [[lane.team.id, lane]] : [])));
  return after.flatMap(({ position, team, from, withdrawn }) => {
    if (!team || !from || withdrawn || crewsBefore.get(position) === team.id) return [];
    const old = laneBefore.get(team.id);
    return [{ crewId: team.id, stateBefore: old?.from ? drawnState(old) : UNSEEN }];
  });
}

/** The lane of a crew as text, as it is stored with a notification. */
export function drawnState({ position }: Pick<Lane, 'position'>): string {
  return String(position);
}
