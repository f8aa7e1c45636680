/** Composes messages about single crews: that a crew is in, where it was drawn, and how a head race has ended for it. */
import type { BoardLane, BoardRace } from '../../contract/board.ts';
import type { PushMessage } from '../../contract/following.ts';
import { labelKind } from '../../domain/draw/label-kind.ts';
import { THE_RACE } from '../../domain/following/head-news.ts';
import { raceName } from '../../domain/races/race-name.ts';
import { raceTimeWriter } from '../../domain/results/finish-time.ts';
import {
  byStanding,
  type Finality,
  isComplete,
  isEntered,
  isScored,
} from '../../domain/results/standings.ts';
import { placeText } from '../../words/place-text.ts';
import { type MessageWords, messageWords } from '../../words/words.ts';
import {
  crewName,
  fit,
  type LaterRaces,
  type MessageEvent,
  type MessageOptions,
  outOfCompetitionNote,
  raceTitle,
  raceUrl,
  startText,
  throughText,
  timeNotes,
  unplacedWord,
  type VenueEvent,
  withNotes,
} from './message.ts';
import { joinWithin, shortText } from './short-text.ts';

const MAX_FOLLOWED_CHARACTERS = 300;
const MAX_NAME_CHARACTERS = 80;
const MAX_LABEL_CHARACTERS = 32;
/** How many crews of a race that is over are named to followers of the race or the event (racing, "Who hears what"). */
const NAMED_CREWS = 3;

/** `Saline: 18:22.40 · 3rd of 7 Masters C so far, 14 of 28 in`. @param race as the public may see it */
export function composeCrewIn(
  race: BoardRace,
  lane: BoardLane,
  { eventId }: MessageEvent,
  { language, boardUrl }: MessageOptions,
): PushMessage {
  const words = messageWords(language);
  return fit({
    kind: 'results-posted',
    eventId,
    title: raceTitle(race, words),
    body: entryText(race, lane, words, 'soFar'),
    url: raceUrl(boardUrl, eventId, race),
    tag: crewTag(race, lane),
  });
}

/**
 * That a head race is over: `Saline: 18:22.40 · final: 4th of 7`; for followers of the race or the event also the first
 * crews.
 *
 * @param race as the public may see it
 * @param options.crewIds the crews that the message is about, and `THE_RACE` when it is to name the first crews
 * @returns `undefined` when there is nothing to say of any of these
 */
export function composeEnd(
  race: BoardRace,
  { eventId }: MessageEvent,
  {
    language,
    crewIds,
    boardUrl,
    later,
  }: MessageOptions & { crewIds: ReadonlySet<number>; later?: LaterRaces },
): PushMessage | undefined {
  const words = messageWords(language);
  const lanes = race.lanes
    .filter((lane) => isEntered(lane) && lane.crewId !== null && crewIds.has(lane.crewId))
    .sort(byStanding);
  const [only, another] = lanes;
  const finality = isComplete(race) ? 'complete' : 'ended';
  const own = lanes.map((lane) =>
    [entryText(race, lane, words, finality), throughText(race, lane, later, words)]
      .filter((part) => part !== '')
      .join(' · '),
  );
  const parts = [
    joinWithin(own, '. ', MAX_FOLLOWED_CHARACTERS),
    crewIds.has(THE_RACE) ? firstCrews(race, words) : '',
  ].filter((part) => part !== '');
  if (parts.length === 0) return undefined;
  const isOfOne = only && !another && !crewIds.has(THE_RACE);
  return fit({
    kind: 'results-posted',
    eventId,
    title: raceTitle(race, words),
    body: parts.join('. '),
    url: raceUrl(boardUrl, eventId, race),
    // The same tag as the message that the crew is in, so that the final result replaces that message.
    tag: isOfOne ? crewTag(race, only) : `race-${race.id}`,
  });
}

/** `Saline: Final A, 16:10, lane 4`. @param race as the public sees it */
export function composeDrawn(
  race: BoardRace,
  lane: BoardLane,
  { eventId, timezone }: VenueEvent,
  { language, boardUrl, now }: MessageOptions & { now: number },
): PushMessage {
  const words = messageWords(language);
  const startAt = Date.parse(lane.startsAt ?? race.estimatedAt);
  const label = shortText(lane.positionLabel, MAX_LABEL_CHARACTERS);
  const goesTo = [
    shortText(raceName(race), MAX_NAME_CHARACTERS) ||
      words.race(shortText(race.number, MAX_LABEL_CHARACTERS)),
    startText(startAt, { timezone, now }, words),
    words.through.drawnInto[labelKind(race)](label),
  ];
  return fit({
    kind: 'notice',
    eventId,
    title: raceTitle(race, words),
    body: `${crewName(lane, race, words)}${words.colon}${goesTo.join(', ')}`,
    url: raceUrl(boardUrl, eventId, race),
    tag: `drawn-${race.id}-${lane.crewId}`,
  });
}

/** The crews that are named when a race is over, best first: those with a place before the others. */
export function namedCrews({ lanes }: Pick<BoardRace, 'lanes'>): BoardLane[] {
  return lanes
    .filter((lane) => isEntered(lane) && isScored([lane]))
    .sort(byStanding)
    .slice(0, NAMED_CREWS);
}

function crewTag({ id }: BoardRace, { crewId }: BoardLane): string {
  return `race-${id}-${crewId}`;
}

function entryText(
  race: BoardRace,
  lane: BoardLane,
  words: MessageWords,
  finality: Finality,
): string {
  const time = timeText(race, lane, words);
  const says = [time, standingText(race, lane, words, finality)]
    .filter((part) => part !== '')
    .join(' · ');
  const count = finality === 'complete' ? '' : `, ${words.inSoFar(race.scored, race.entered)}`;
  return `${crewName(lane, race, words)}${words.colon}${says}${count}`;
}

/** `18:22.40 (incl. 5 s penalty)`; empty where there is no time, or none is shown. */
function timeText(race: BoardRace, lane: BoardLane, words: MessageWords): string {
  const write = raceTimeWriter(race.lanes, words.decimalMark);
  const time = timeNotes(lane, write, words);
  return time ? withNotes(time.text, time.notes) : '';
}

/** The standing of a crew, as final as that of its race (`finalityOf`): a race that ended with boats missing has no winner. */
function standingText(
  race: BoardRace,
  lane: BoardLane,
  words: MessageWords,
  finality: Finality,
): string {
  const place = placeOf(race, lane);
  // Places of a race whose boats start together are not given before its end.
  if (!place || (finality === 'soFar' && race.kind === 'lanes'))
    return lane.status === 'assigned' ? words.shared.withoutResult : unplacedWord(lane, words);
  const name = place.category && shortText(place.category, MAX_LABEL_CHARACTERS);
  const inCategory = (text: string) => (name ? words.inCategory(text, name) : text);
  const { leading, placeNumber, soFar } = words.shared;
  if (finality === 'soFar' && place.place === 1) return inCategory(leading);
  const ordinal = (number: number) => words.place(number, place.isShared);
  const text = placeText(place.place, finality, { ordinal, placeNumber, soFar }, (each) =>
    inCategory(words.racing.placeOf(each, place.of)),
  );
  return finality === 'complete' ? words.placeFinal(text) : text;
}

interface Place {
  place: number;
  isShared: boolean;
  /** How many entries are ranked: those of the category where there is one, else those of the race. */
  of: number;
  category: string | null;
}

function placeOf({ lanes, categories, entered }: BoardRace, lane: BoardLane): Place | undefined {
  const { category, categoryPlace, finishPlace } = lane;
  const isOfCategory = category !== null && categoryPlace !== null;
  const place = isOfCategory ? categoryPlace : finishPlace;
  if (lane.status !== 'finished' || place === null) return undefined;
  const equals = lanes.filter((each) =>
    isOfCategory
      ? each.category === category && each.categoryPlace === place
      : each.finishPlace === place,
  );
  const field = isOfCategory ? categories.find(({ name }) => name === category)?.entered : entered;
  return {
    ...{ place, isShared: equals.length > 1, of: field ?? entered },
    category: isOfCategory ? category : null,
  };
}

/** `1. Hudson 17:50.10 · 2. Saline 18:22.40`; while boats are missing, no places, but the count of those in before it. */
function firstCrews(race: BoardRace, words: MessageWords): string {
  const isFinal = isComplete(race);
  const lanes = namedCrews(race);
  const items = lanes.map((lane) => {
    const { finishPlace, status } = lane;
    const equals = race.lanes.filter((each) => each.finishPlace === finishPlace);
    const number =
      isFinal && status === 'finished' && finishPlace !== null
        ? `${finishPlace}.${equals.length > 1 ? '=' : ''} `
        : '';
    const word = status === 'finished' || status === 'assigned' ? '' : words.unplaced[status].short;
    const result = timeText(race, lane, words) || word;
    const rated = outOfCompetitionNote(lane, words);
    return `${`${number}${crewName(lane, race, words)} ${result}`.trimEnd()}${rated}`;
  });
  const count = isFinal ? '' : `${words.inSoFar(race.scored, race.entered)}${words.colon}`;
  return count + items.join(' · ');
}
