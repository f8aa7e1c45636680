/** Texts about the entries of a head race, or of a race with categories: their places, and where they are. */
import type { BoardLane, BoardRace } from '../contract/board.ts';
import { type CourseRace, coursePhase } from '../domain/races/race-phase.ts';
import { courseCounts, startedBy } from '../domain/races/racing.ts';
import { type Finality, isAwaited } from '../domain/results/standings.ts';
import type { racing } from './later/en.ts';
import { placeText, type SharedWords } from './place-text.ts';

/** The words of a language that these texts need. */
export interface StandingWords {
  shared: Pick<SharedWords, 'leading' | 'ordinal' | 'placeNumber' | 'soFar'>;
  racing: typeof racing;
}

/** A place among so many: `3rd of 7`, `leading`; empty without one. */
export function placeAmong(
  place: number | null,
  count: number,
  finality: Finality,
  { shared, racing }: StandingWords,
): string {
  if (place === null) return '';
  if (finality === 'soFar' && place === 1) return shared.leading;
  return placeText(place, finality, shared, (text) => racing.placeOf(text, count));
}

/** The places of an entry, as far as they are shown: in its category, and among all. */
interface Standing {
  lane: Pick<BoardLane, 'category'>;
  categoryPlace: number | null;
  /** In words. */
  overall: string;
  finality: Finality;
}

/**
 * The places of a crew, in parts: in its category first (`3rd of 7`, `Masters C 4x`), then among all (`41st of 150 overall`);
 * only the latter where it has no category.
 *
 * @param nameOf makes the name of a category safe to stand beside other text
 */
export function rankTexts(
  { lane: { category }, categoryPlace, overall, finality }: Standing,
  { categories }: Pick<BoardRace, 'categories'>,
  words: StandingWords,
  nameOf: (category: string) => string,
): string[] {
  const own = categories.find(({ name }) => name === category);
  const texts = own
    ? [
        placeAmong(categoryPlace, own.entered, finality, words),
        nameOf(own.name),
        overall && words.racing.overall(overall),
      ]
    : [overall];
  return texts.filter((text) => text !== '');
}

/** Of a head race on the course, else empty: `14 still on the course, 3 not yet started`. @param now epoch milliseconds */
export function courseText(
  race: CourseRace & Pick<BoardRace, 'lanes'>,
  now: number,
  words: StandingWords['racing'],
): string {
  if (race.kind !== 'head' || coursePhase(race, now) !== 'onCourse') return '';
  const { stillOn, toStart } = courseCounts(race.lanes, now);
  return [stillOn > 0 && words.stillOn(stillOn), toStart > 0 && words.notStarted(toStart)]
    .filter(Boolean)
    .join(', ');
}

/**
 * Where the entries of a head race without a result are: `start about 15:42`, `on the course`; empty for any other entry.
 *
 * @param now epoch milliseconds
 * @param timeOfDay writes an instant as a time at the venue
 */
export function entryTexts(
  race: CourseRace & Pick<BoardRace, 'lanes'>,
  now: number,
  timeOfDay: (instant: number) => string,
  words: StandingWords['racing'],
): (lane: BoardLane) => string {
  if (race.kind !== 'head' || race.state !== 'planned') return () => '';
  const isOn = coursePhase(race, now) === 'onCourse';
  const hasStarted = startedBy(race.lanes, now);
  return (lane) => {
    if (!isAwaited(lane)) return '';
    if (isOn && hasStarted(lane)) return words.onTheCourse;
    return lane.startsAt === null ? '' : words.startAbout(timeOfDay(Date.parse(lane.startsAt)));
  };
}
