/**
 * Composes messages about the day: notices, the state of a race, the publication of a running order, delays, new planned
 * starts, and reminders of races that start soon.
 */
import type { BoardLane, BoardNotice, BoardRace } from '../../contract/board.ts';
import type { PushMessage } from '../../contract/following.ts';
import { MAX_NOTICE_LENGTH, MAX_REASON_LENGTH } from '../../contract/limits.ts';
import type { DayDelay } from '../../domain/day/delay.ts';
import { isEntered } from '../../domain/results/standings.ts';
import { type MessageWords, messageWords } from '../../words/words.ts';
import {
  fit,
  type MessageEvent,
  type MessageOptions,
  pageUrl,
  raceTitle,
  raceUrl,
  startFormat,
  timeOfDay,
  type VenueEvent,
} from './message.ts';
import { joinWithin, shortText } from './short-text.ts';

const MAX_EVENT_NAME_CHARACTERS = 80;
/** The longest name of a crew, label of a position, or number of a race. */
const MAX_NAME_CHARACTERS = 32;

export function composeNotice(
  { id, text }: Pick<BoardNotice, 'id' | 'text'>,
  { eventId, eventName }: MessageEvent,
  { boardUrl }: Pick<MessageOptions, 'boardUrl'>,
): PushMessage {
  return fit({
    kind: 'notice',
    eventId,
    title: shortText(eventName, MAX_EVENT_NAME_CHARACTERS),
    body: shortText(text, MAX_NOTICE_LENGTH),
    url: pageUrl(boardUrl, eventId, '#notices'),
    tag: `notice-${id}`,
  });
}

/** That the running order of an event is out, `schedule-published`. */
export function composePublication(
  { eventId, eventName }: MessageEvent,
  { language, boardUrl }: MessageOptions,
): PushMessage {
  return fit({
    kind: 'schedule-published',
    eventId,
    title: shortText(eventName, MAX_EVENT_NAME_CHARACTERS),
    body: messageWords(language).published,
    url: pageUrl(boardUrl, eventId, ''),
    tag: `published-${eventId}`,
  });
}

/** That a race is cancelled, postponed, or planned after all. @param race as the public sees it */
export function composeState(
  race: BoardRace,
  { eventId, timezone }: VenueEvent,
  { language, boardUrl }: MessageOptions,
): PushMessage {
  const words = messageWords(language);
  const reason = shortText(race.reason ?? '', MAX_REASON_LENGTH);
  return fit({
    kind: 'notice',
    eventId,
    title: raceTitle(race, words),
    body: [stateWords(race, timezone, words), reason].filter((part) => part !== '').join(' '),
    url: raceUrl(boardUrl, eventId, race),
    tag: `state-${race.id}`,
  });
}

function stateWords(
  { state, estimatedAt }: BoardRace,
  timezone: string | null,
  words: MessageWords,
) {
  if (state !== 'planned') return words[state];
  const format = startFormat(words.locale, timezone);
  return words.afterAll(format.format(Date.parse(estimatedAt)));
}

/** That a day runs late, early or on time. @param day.venueDay YYYY-MM-DD */
export function composeDelay(
  { venueDay, delay }: { venueDay: string; delay: DayDelay },
  event: VenueEvent,
  options: MessageOptions,
): PushMessage {
  const words = messageWords(options.language);
  const { title, body } = delayWords(delay.delayMinutes, words);
  const amount = duration(Math.abs(delay.delayMinutes));
  const end = delay.until === null ? undefined : timeOfDay(delay.until, event);
  return dayMessage(venueDay, event, options, {
    title: title(dayName(venueDay, words, { weekday: 'long' }), amount),
    text: body(amount, end),
  });
}

/**
 * That the races of a day have new planned starts, from one race on.
 *
 * @param race the first of these races, as the public sees it
 * @param day.laterCount how many more races of the day are still to be rowed from that start on
 */
export function composeRetime(
  race: Pick<BoardRace, 'number' | 'estimatedAt'>,
  { venueDay, laterCount }: { venueDay: string; laterCount: number },
  event: VenueEvent,
  options: MessageOptions,
): PushMessage {
  const words = messageWords(options.language);
  const number = words.race(shortText(race.number, MAX_NAME_CHARACTERS));
  const time = timeOfDay(Date.parse(race.estimatedAt), event);
  return dayMessage(venueDay, event, options, {
    title: words.retimed.title(number, time, laterCount),
    text: words.retimed.body,
  });
}

/** All messages about a day share a tag, so that a later one replaces an earlier one, which it may contradict. */
function dayMessage(
  venueDay: string,
  { eventId, eventName }: MessageEvent,
  { language, boardUrl }: MessageOptions,
  { title, text }: { title: string; text: string },
): PushMessage {
  const words = messageWords(language);
  const date = dayName(venueDay, words, { weekday: 'long', day: 'numeric', month: 'long' });
  return fit({
    kind: 'schedule-delayed',
    eventId,
    title,
    body: `${shortText(eventName, MAX_EVENT_NAME_CHARACTERS)}, ${date}${words.colon}${text}`,
    url: pageUrl(boardUrl, eventId, `#day-${venueDay}`),
    tag: `delay-${eventId}-${venueDay}`,
  });
}

function delayWords(delayMinutes: number, { late, early, onTime }: MessageWords) {
  if (delayMinutes === 0) return onTime;
  return delayMinutes > 0 ? late : early;
}

/** `25 min`, `1 h`, `1 h 25 min`: the same in every language. */
function duration(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const parts = [hours > 0 && `${hours} h`, minutes % 60 > 0 && `${minutes % 60} min`];
  return parts.filter(Boolean).join(' ');
}

/** A venue day is a date, not an instant, so it is parsed and formatted in the same zone. */
function dayName(
  venueDay: string,
  { locale }: MessageWords,
  parts: Intl.DateTimeFormatOptions,
): string {
  const format = new Intl.DateTimeFormat(locale, { ...parts, timeZone: 'UTC' });
  return format.format(new Date(`${venueDay}T00:00:00Z`));
}

const MAX_CREWS_CHARACTERS = 120;

interface ReminderOptions extends MessageOptions {
  /** The followed crews that the reminder is about; when empty, it is about the race itself. */
  followedCrewIds: ReadonlySet<number>;
  /** Epoch milliseconds. */
  now: number;
}

/**
 * `Your race in 20 minutes`, and below it race, crews and time. The minutes are those left when the message is sent.
 *
 * @param race as the public sees it
 * @param entry the entry of a head race whose start the reminder is about: `Bow 300, start about 15:42`
 */
export function composeReminder(
  race: BoardRace,
  { eventId, timezone }: VenueEvent,
  { language, followedCrewIds, boardUrl, now }: ReminderOptions,
  entry?: BoardLane,
): PushMessage {
  const words = messageWords(language);
  const startAt = Date.parse(entry?.startsAt ?? race.estimatedAt);
  const minutes = Math.max(1, Math.round((startAt - now) / 60_000));
  const crews = race.lanes
    .filter(isEntered)
    .flatMap(({ crewId, crewName }) =>
      crewId !== null && followedCrewIds.has(crewId)
        ? [shortText(crewName ?? '', MAX_NAME_CHARACTERS)]
        : [],
    );
  const number = words.race(shortText(race.number, MAX_NAME_CHARACTERS));
  const label = shortText(entry?.positionLabel ?? '', MAX_NAME_CHARACTERS);
  const at = timeOfDay(startAt, { timezone });
  const time = entry ? `${words.bow(label)}, ${words.racing.startAbout(at)}` : at;
  const parts = [raceTitle(race, words), joinWithin(crews, ', ', MAX_CREWS_CHARACTERS), time];
  return fit({
    kind: 'race-soon',
    eventId,
    title: crews.length > 0 ? words.soon.own(minutes) : words.soon.other(number, minutes),
    body: parts.filter((part) => part !== '').join(' · '),
    url: raceUrl(boardUrl, eventId, race),
    tag: entry ? `soon-${race.id}-${entry.crewId}` : `soon-${race.id}`,
  });
}
