/**
 * Composes push messages, as a device shows them on its lock screen: in the reader's language, with followed
 * crews first, and at most 1 KB long. Messages about results say who is through (around, "Who is through").
 */
import type { Board, BoardLane, BoardRace } from '../../contract/board.ts';
import type { PushMessage } from '../../contract/following.ts';
import { DEFAULT_ZONE, formatOfZone, venueDay } from '../../domain/day/venue-day.ts';
import { labelKind } from '../../domain/draw/label-kind.ts';
import { raceName } from '../../domain/races/race-name.ts';
import { raceTimeWriter, shownTimes, type TimeWriter } from '../../domain/results/finish-time.ts';
import {
  byStanding,
  finalityOf,
  totalMillis,
  withoutEarlyPlaces,
} from '../../domain/results/standings.ts';
import { placeText } from '../../words/place-text.ts';
import { drawnText, type ThroughSpeech, throughTexts } from '../../words/through-texts.ts';
import { type MessageWords, messageWords } from '../../words/words.ts';
import { cutToBytes, joinWithin, shortText } from './short-text.ts';

/** The longest message: all of it, as JSON in UTF-8. */
const MAX_MESSAGE_BYTES = 1024;
/** Leaves the larger part of a message to its body. */
const MAX_TITLE_BYTES = 280;

/** Devices cut longer texts anyway. */
const MAX_TITLE_CHARACTERS = 80;
const MAX_BODY_CHARACTERS = 180;
/** Followed crews may take more room than the others. */
const MAX_FOLLOWED_CHARACTERS = 300;
const MAX_NAME_CHARACTERS = 32;

export type MessageEvent = Pick<Board, 'eventId' | 'eventName'>;
/** The same with its zone; `null` for UTC. */
export type VenueEvent = MessageEvent & { timezone: string | null };

export interface MessageOptions {
  language: string;
  /** The address of the start page. */
  boardUrl: string;
}

interface ResultsOptions extends MessageOptions {
  /** The crews whose results come first. */
  followedCrewIds: ReadonlySet<number>;
  /** The races that followed crews may go on to. */
  later?: LaterRaces;
}

interface Standing {
  lane: BoardLane;
  /** The name of the crew, or of the lane where there is no crew. */
  name: string;
  /** `null` unless the lane has finished and the race is over. */
  place: number | null;
  isShared: boolean;
  /** The time and, once the race is over, how far behind the best ranked time of the race it is; as text. */
  time: { text: string; gap: string; notes: string[] } | undefined;
}

/**
 * @param race as the public may see it, masked already
 * @returns `undefined` when there is nothing to see: results are hidden, or all were taken back
 */
export function composeResults(
  race: BoardRace,
  event: MessageEvent,
  options: ResultsOptions,
): PushMessage | undefined {
  const words = messageWords(options.language);
  const standings = standingsOf(race, words);
  if (race.results === 'hidden' || standings.length === 0) return undefined;
  const isFollowed = ({ lane }: Standing) =>
    lane.crewId !== null && options.followedCrewIds.has(lane.crewId);
  const followed = standings
    .filter(isFollowed)
    .map((standing) => sentence(race, standing, options.later, words));
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

/** `Race 16A · Women 8+, Heat 1` */
export function raceTitle(race: BoardRace, words: MessageWords): string {
  return [
    words.race(shortText(race.number, MAX_NAME_CHARACTERS)),
    shortText(raceName(race), MAX_TITLE_CHARACTERS),
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

/**
 * The results of a race in one line: `1. Hudson 6:45.31, 2. Saline DNF`. Before the race is over places are left out, except in
 * a head race: `leading Hudson 18:22.40, 2nd so far Saline 18:30.10`. Crews that have withdrawn come last, as on the board
 * (board, "Additions").
 *
 * @param race as the public may see it
 */
export function resultsLine(race: BoardRace, words: MessageWords, maxCharacters: number): string {
  const { leading, soFar, ordinal } = words.shared;
  const isSoFar = race.kind === 'head' && finalityOf(race) === 'soFar';
  const rankOf = ({ finishPlace }: BoardLane) => {
    if (!isSoFar || finishPlace === null) return '';
    return `${finishPlace === 1 ? leading : soFar(ordinal(finishPlace))} `;
  };
  const items = standingsOf(race, words).map(
    (standing) => rankOf(standing.lane) + listItem(standing, words),
  );
  const gone = race.lanes
    .filter(({ withdrawn }) => withdrawn)
    .map((lane) => `${crewName(lane, race, words)} ${words.withdrawn}`);
  return joinWithin([...items, ...gone], ', ', maxCharacters);
}

/**
 * The lanes with a result, ordered by the times so far; where only places are known, by lane until the race is over. Only then
 * do they have places and gaps (board, "Additions").
 */
function standingsOf(race: BoardRace, words: MessageWords): Standing[] {
  const isEnded = finalityOf(race) !== 'soFar';
  const hasTimes = race.results === 'full' && race.resultMode === 'timed';
  const { lanes: known } = hasTimes ? race : withoutEarlyPlaces(race);
  const lanes = known.filter(({ status }) => status !== 'assigned').sort(byStanding);
  const totals = race.results === 'full' ? lanes.map(totalMillis) : [];
  const write = raceTimeWriter(lanes, words.decimalMark);
  // A crew that rows out of competition may be faster than all others.
  const ranked = totals.filter((_, index) => lanes[index]?.finishPlace !== null);
  const best = isEnded ? Math.min(...ranked.filter((total) => total !== null)) : null;
  const places = lanes.map(({ status, finishPlace }) =>
    isEnded && status === 'finished' ? finishPlace : null,
  );
  const timeOf = (lane: BoardLane, total: number) => {
    const time = timeNotes(lane, write, words);
    return time && { ...time, gap: best !== null && total > best ? write.gap(total, best) : '' };
  };
  return lanes.map((lane, index) => {
    const [total = null, place = null] = [totals[index], places[index]];
    return {
      lane,
      name: crewName(lane, race, words),
      place,
      isShared: place !== null && places.indexOf(place) !== places.lastIndexOf(place),
      time: total === null ? undefined : timeOf(lane, total),
    };
  });
}

/**
 * The time by which a lane is ranked, with its notes: the penalty, and with an allowance the raw time; `undefined`
 * when there is no time.
 */
export function timeNotes(
  lane: BoardLane,
  write: TimeWriter,
  words: MessageWords,
): { text: string; notes: string[] } | undefined {
  const told = shownTimes(lane, write);
  if (!told) return undefined;
  const { time, raw } = told;
  const seconds = String((lane.penaltyMillis ?? 0) / 1000).replace('.', words.decimalMark);
  const notes = [seconds === '0' ? '' : words.penalty(seconds), raw ? words.shared.raw(raw) : ''];
  return { text: time, notes: notes.filter((note) => note !== '') };
}

/** A text, followed by its notes in brackets. */
export function withNotes(text: string, notes: readonly string[]): string {
  return notes.length > 0 ? `${text} (${notes.join(', ')})` : text;
}

/** One crew among others: `2. Hudson 6:45.31`, `2.= Hudson 6:45.31`, `Saline 6:40.20 (out of competition)`. */
function listItem({ lane, name, place, isShared, time }: Standing, words: MessageWords): string {
  const number = place === null ? '' : `${place}.${isShared ? '=' : ''} `;
  const rated = outOfCompetitionNote(lane, words);
  if (time) return `${number}${name} ${withNotes(time.text, time.notes)}${rated}`;
  if (place !== null) return `${number}${name}`;
  return `${name} ${standingWord(lane, words, 'short')}${rated}`;
}

/** The note behind the result of a crew that rows out of competition, in a list of crews; empty for other crews. */
export function outOfCompetitionNote({ outOfCompetition }: BoardLane, words: MessageWords): string {
  return outOfCompetition ? ` (${words.shared.outOfCompetition})` : '';
}

/** The sentence for a crew's followers: `Saline: 2nd, 6:52.70 (+2.61); to Final A, 16:10, lane 4.` */
function sentence(
  race: BoardRace,
  { lane, name, place, isShared, time }: Standing,
  later: LaterRaces | undefined,
  words: MessageWords,
): string {
  const own = { ...words.shared, ordinal: (each: number) => words.place(each, isShared) };
  const says = place === null ? unplacedWord(lane, words) : placeText(place, finalityOf(race), own);
  const through = throughText(race, lane, later, words);
  const notes = time ? [time.gap, ...time.notes].filter((note) => note !== '') : [];
  const timed = time ? `, ${withNotes(time.text, notes)}` : '';
  return `${name}${words.colon}${says}${timed}${through && `; ${through}`}.`;
}

/** The words for a crew without a place, in a text about this crew alone. */
export function unplacedWord(lane: BoardLane, words: MessageWords): string {
  const { status, outOfCompetition } = lane;
  if (status === 'finished' && outOfCompetition) return words.shared.outOfCompetition;
  return standingWord(lane, words, 'long');
}

function standingWord(
  { status }: BoardLane,
  words: MessageWords,
  length: 'short' | 'long',
): string {
  if (status === 'assigned' || status === 'finished') return words.finished;
  return words.unplaced[status][length];
}

/** The name of the crew of a lane. A lane without a crew is named by its position, as on the board (board, "Additions"). */
export function crewName(
  lane: BoardLane,
  race: Pick<BoardRace, 'kind' | 'lanes'>,
  words: MessageWords,
): string {
  const name = shortText(lane.crewName ?? '', MAX_NAME_CHARACTERS);
  const label = shortText(lane.positionLabel, MAX_NAME_CHARACTERS);
  return name || words[labelKind(race)](label || String(lane.position));
}

/** @param rest what follows the address of the event: a path, or a fragment such as `#notices` */
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

/** The message with title and body cut, so that it has at most `MAX_MESSAGE_BYTES`. */
export function fit(message: PushMessage): PushMessage {
  const title = cutToBytes(message.title, MAX_TITLE_BYTES);
  const others = Buffer.byteLength(JSON.stringify({ ...message, title, body: '' }));
  return { ...message, title, body: cutToBytes(message.body, MAX_MESSAGE_BYTES - others) };
}

const MAX_LATER_RACE_CHARACTERS = 60;

/** The races that crews may go on to, by id, and the zone and moment for which their starts are written. */
export interface LaterRaces {
  races: ReadonlyMap<number, BoardRace>;
  timezone: string | null;
  /** Epoch milliseconds. */
  now: number;
}

/** The text behind the result of a crew: where it goes, or where its place leads to; empty when neither is known. */
export function throughText(
  race: BoardRace,
  lane: BoardLane,
  later: LaterRaces | undefined,
  words: MessageWords,
): string {
  return later ? throughTexts(race, lane, speech(later, words)).join('; ') : '';
}

/** Where the crew of a lane was drawn, in the words of `throughText`; empty when it was not drawn. */
export function drawnIn(
  race: BoardRace,
  lane: BoardLane,
  later: LaterRaces,
  language: string,
): string {
  return drawnText(race, lane, speech(later, messageWords(language)));
}

function speech(later: LaterRaces, words: MessageWords): ThroughSpeech {
  return throughSpeech(later, words, (text) => shortText(text, MAX_LATER_RACE_CHARACTERS));
}

/** The words for who is through. Times on another day than `now` have their weekday. */
export function throughSpeech(
  { races, ...where }: LaterRaces,
  words: MessageWords,
  safe: ThroughSpeech['safe'],
): ThroughSpeech {
  const { shared, through, locale, race: raceWord } = words;
  return {
    ...{ races, shared, through, locale, raceWord, safe },
    startText: (at) => startText(at, where, words),
  };
}

/** Time of day, by zone; the same in every language. */
const timeFormat = formatOfZone({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** A time at the venue: `16:10`. @param instant epoch milliseconds */
export function timeOfDay(instant: number, { timezone }: { timezone: string | null }): string {
  return timeFormat(timezone ?? DEFAULT_ZONE).format(instant);
}

/** Weekday and time of day, by language and zone. */
const formats = new Map<string, ReturnType<typeof formatOfZone>>();

/** Weekday and time at the venue: `Saturday 10:40`. */
export function startFormat(locale: string, timezone: string | null): Intl.DateTimeFormat {
  const format =
    formats.get(locale) ??
    formatOfZone({ weekday: 'long', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }, locale);
  formats.set(locale, format);
  return format(timezone ?? DEFAULT_ZONE);
}

/**
 * When a race starts, for a device that reads it now: `16:10`, on another day `Sunday 10:40`.
 *
 * @param at epoch milliseconds, as is `now`
 */
export function startText(
  at: number,
  { timezone, now }: { timezone: string | null; now: number },
  { locale }: Pick<MessageWords, 'locale'>,
): string {
  const isToday = venueDay(at, timezone) === venueDay(now, timezone);
  return isToday ? timeOfDay(at, { timezone }) : startFormat(locale, timezone).format(at);
}
