/**
 * Composes push messages, as a device shows them on its lock screen: in the reader's language, with the crews
 * they follow first, and at most 1 KB long.
 */
import type { Board, BoardLane, BoardRace, PushMessage } from '../contract/board.ts';
import { formatFinishTime, formatGap } from '../domain/finish-time.ts';
import { raceName } from '../domain/race-name.ts';
import {
  byStanding,
  isFieldComplete,
  totalMillis,
  withoutEarlyPlaces,
} from '../domain/standings.ts';
import { cutToBytes, joinWithin, shortText } from './short-text.ts';
import { wordsFor } from './words/languages.ts';
import type { Words } from './words/words.ts';

/** All of a message, as JSON in UTF-8. */
const MAX_MESSAGE_BYTES = 1024;
/** Leaves the larger part of a message to its body. */
const MAX_TITLE_BYTES = 280;

/** More is cut by the device anyway. */
const MAX_TITLE_CHARACTERS = 80;
const MAX_BODY_CHARACTERS = 180;
/** Followed crews may take more room than the others. */
const MAX_FOLLOWED_CHARACTERS = 300;
const MAX_NAME_CHARACTERS = 32;

export type MessageEvent = Pick<Board, 'eventId' | 'eventName'>;

interface Standing {
  lane: BoardLane;
  /** `null` unless the lane has finished and the field is complete. */
  place: number | null;
  isShared: boolean;
  /** The time that counts and, once the field is complete, the best of the race; in milliseconds. */
  time: { total: number; best: number | null; penaltyMillis: number } | null;
}

/**
 * @param race as the public may see it, masked already
 * @param options.followedCrewIds whose results come first
 * @param options.boardUrl the address of the start page
 * @returns nothing when there is nothing to see: results are hidden, or all were taken back
 */
export function composeResults(
  race: BoardRace,
  event: MessageEvent,
  options: { language: string; followedCrewIds: ReadonlySet<number>; boardUrl: string },
): PushMessage | undefined {
  const standings = standingsOf(race);
  if (race.results === 'hidden' || standings.length === 0) return undefined;
  const words = wordsFor(options.language);
  const isFollowed = ({ lane }: Standing) =>
    lane.crewId !== null && options.followedCrewIds.has(lane.crewId);
  const followed = standings.filter(isFollowed).map((standing) => sentence(standing, words));
  const others = standings
    .filter((standing) => !isFollowed(standing))
    .map((standing) => listItem(standing, words));
  const first = joinWithin(followed, ' ', MAX_FOLLOWED_CHARACTERS);
  const room = MAX_BODY_CHARACTERS - first.length;
  const rest = first !== '' && room <= 0 ? '' : joinWithin(others, ' · ', room);
  return fit({
    kind: 'results-posted',
    eventId: event.eventId,
    title: raceTitle(race, words),
    body: `${first} ${rest}`.trim(),
    url: raceUrl(options.boardUrl, event.eventId, race),
    tag: `race-${race.id}`,
  });
}

/**
 * @param day.venueDay YYYY-MM-DD
 * @param day.delayMinutes negative when the races run early
 */
export function composeDelay(
  day: { venueDay: string; delayMinutes: number },
  event: MessageEvent,
  options: { language: string; boardUrl: string },
): PushMessage {
  const words = wordsFor(options.language);
  const { title, body } = delayWords(day.delayMinutes, words);
  const amount = duration(Math.abs(day.delayMinutes));
  const eventName = shortText(event.eventName, MAX_TITLE_CHARACTERS);
  const date = dayName(day.venueDay, words, { weekday: 'long', day: 'numeric', month: 'long' });
  return fit({
    kind: 'schedule-delayed',
    eventId: event.eventId,
    title: title(dayName(day.venueDay, words, { weekday: 'long' }), amount),
    body: `${eventName}, ${date}${words.colon}${body(amount)}`,
    url: pageUrl(options.boardUrl, event.eventId, `#day-${day.venueDay}`),
    tag: `delay-${event.eventId}-${day.venueDay}`,
  });
}

/** `Race 16A · Women 8+, Heat 1` */
export function raceTitle(race: BoardRace, words: Words): string {
  return [
    words.race(shortText(race.number, MAX_NAME_CHARACTERS)),
    shortText(raceName(race), MAX_TITLE_CHARACTERS),
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

/**
 * The results of a race in one line: `1. Hudson 6:45.31, 2. Saline DNF`; without places while some are not in.
 *
 * @param race as the public may see it
 */
export function resultsLine(race: BoardRace, words: Words, maxCharacters: number): string {
  const items = standingsOf(race).map((standing) => listItem(standing, words));
  return joinWithin(items, ', ', maxCharacters);
}

/**
 * Ordered by the times so far; where only places are known, by lane until all crews are in. Places and gaps are told from
 * then on (board, "Additions").
 */
function standingsOf(race: BoardRace): Standing[] {
  const isComplete = isFieldComplete(race);
  const hasTimes = race.results === 'full' && race.resultMode === 'timed';
  const { lanes: known } = hasTimes ? race : withoutEarlyPlaces(race);
  const lanes = known.filter(({ status }) => status !== 'assigned').sort(byStanding);
  const totals = race.results === 'full' ? lanes.map(totalMillis) : [];
  const best = isComplete ? Math.min(...totals.filter((total) => total !== null)) : null;
  const places = lanes.map(({ status, finishPlace }) =>
    isComplete && status === 'finished' ? finishPlace : null,
  );
  return lanes.map((lane, index) => {
    const [total = null, place = null] = [totals[index], places[index]];
    return {
      lane,
      place,
      isShared: place !== null && places.indexOf(place) !== places.lastIndexOf(place),
      time: total === null ? null : { total, best, penaltyMillis: lane.penaltyMillis ?? 0 },
    };
  });
}

/** One crew among others: `2. Hudson 6:45.31`, `2.= Hudson 6:45.31`. */
function listItem({ lane, place, isShared, time }: Standing, words: Words): string {
  const name = crewName(lane, words);
  const number = place === null ? '' : `${place}.${isShared ? '=' : ''} `;
  if (time) {
    const penalty = penaltyNote(time.penaltyMillis, words);
    const note = penalty && ` (${penalty})`;
    return `${number}${name} ${formatFinishTime(time.total, words.decimalMark)}${note}`;
  }
  return place === null ? `${name} ${standingWord(lane, words, 'short')}` : `${number}${name}`;
}

/** The sentence for a crew's followers: `Saline: 2nd, 6:52.70 (+2.61).` */
function sentence({ lane, place, isShared, time }: Standing, words: Words): string {
  const says = place === null ? standingWord(lane, words, 'long') : words.place(place, isShared);
  const notes = time
    ? [
        time.best !== null && time.total > time.best
          ? formatGap(time.total, time.best, words.decimalMark)
          : '',
        penaltyNote(time.penaltyMillis, words),
      ].filter((note) => note !== '')
    : [];
  const timed = time ? `, ${formatFinishTime(time.total, words.decimalMark)}` : '';
  const noted = notes.length > 0 ? ` (${notes.join(', ')})` : '';
  return `${crewName(lane, words)}${words.colon}${says}${timed}${noted}.`;
}

function standingWord({ status }: BoardLane, words: Words, length: 'short' | 'long'): string {
  if (status === 'assigned' || status === 'finished') return words.finished;
  return words.unplaced[status][length];
}

function penaltyNote(penaltyMillis: number, words: Words): string {
  if (penaltyMillis === 0) return '';
  return words.penalty(String(penaltyMillis / 1000).replace('.', words.decimalMark));
}

function crewName(lane: BoardLane, words: Words): string {
  const name = shortText(lane.crewName ?? '', MAX_NAME_CHARACTERS);
  const label = shortText(lane.positionLabel, MAX_NAME_CHARACTERS);
  return name || words.boat(label || String(lane.position));
}

function delayWords(delayMinutes: number, { late, early, onTime }: Words) {
  if (delayMinutes === 0) return onTime;
  return delayMinutes > 0 ? late : early;
}

/** `25 min`, `1 h`, `1 h 25 min`: the same in every language. */
function duration(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const parts = [hours > 0 && `${hours} h`, minutes % 60 > 0 && `${minutes % 60} min`];
  return parts.filter(Boolean).join(' ');
}

/** A venue day is a date, not an instant: it is read and written in the same zone. */
function dayName(venueDay: string, { locale }: Words, parts: Intl.DateTimeFormatOptions): string {
  const format = new Intl.DateTimeFormat(locale, { ...parts, timeZone: 'UTC' });
  return format.format(new Date(`${venueDay}T00:00:00Z`));
}

/** @param rest what the page opens at */
export function pageUrl(boardUrl: string, eventId: number, rest: string): string {
  return `${boardUrl.replace(/\/+$/, '')}/events/${eventId}${rest}`;
}

/** The address of a race (board, "Pages"). */
export function raceUrl(
  boardUrl: string,
  eventId: number,
  { raceNumber }: Pick<BoardRace, 'raceNumber'>,
): string {
  return pageUrl(boardUrl, eventId, `/races/${raceNumber}`);
}

/** The message within the bytes that it may have. */
export function fit(message: PushMessage): PushMessage {
  const title = cutToBytes(message.title, MAX_TITLE_BYTES);
  const others = Buffer.byteLength(JSON.stringify({ ...message, title, body: '' }));
  return { ...message, title, body: cutToBytes(message.body, MAX_MESSAGE_BYTES - others) };
}
