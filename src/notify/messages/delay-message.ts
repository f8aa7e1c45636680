/** Composes the messages of the kind `schedule-delayed`: how a day runs, and races that are planned anew. */
import type { BoardRace } from '../../contract/board.ts';
import type { PushMessage } from '../../contract/following.ts';
import type { DayDelay } from '../../domain/day/race-day.ts';
import { type MessageWords, messageWords } from '../../words/words.ts';
import { fit, type MessageEvent, pageUrl } from './message.ts';
import { shortText } from './short-text.ts';
import { timeOfDay } from './start-time.ts';

const MAX_NAME_CHARACTERS = 80;
const MAX_NUMBER_CHARACTERS = 32;

interface Options {
  language: string;
  /** The address of the start page. */
  boardUrl: string;
}

type DayEvent = MessageEvent & { timezone: string | null };

/** How a day runs. @param day.venueDay YYYY-MM-DD */
export function composeDelay(
  { venueDay, delay }: { venueDay: string; delay: DayDelay },
  event: DayEvent,
  options: Options,
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
 * Races of a day that are planned anew, from one on.
 *
 * @param race the first of them, as the public sees it
 * @param day.laterCount how many others of the day are to come after it
 */
export function composeRetime(
  race: Pick<BoardRace, 'number' | 'estimatedAt'>,
  { venueDay, laterCount }: { venueDay: string; laterCount: number },
  event: DayEvent,
  options: Options,
): PushMessage {
  const words = messageWords(options.language);
  const number = words.race(shortText(race.number, MAX_NUMBER_CHARACTERS));
  const time = timeOfDay(Date.parse(race.estimatedAt), event);
  return dayMessage(venueDay, event, options, {
    title: words.retimed.title(number, time, laterCount),
    text: words.retimed.body,
  });
}

/** Later news of a day replace earlier ones, so that nobody reads two that contradict each other. */
function dayMessage(
  venueDay: string,
  { eventId, eventName }: DayEvent,
  { language, boardUrl }: Options,
  { title, text }: { title: string; text: string },
): PushMessage {
  const words = messageWords(language);
  const date = dayName(venueDay, words, { weekday: 'long', day: 'numeric', month: 'long' });
  return fit({
    kind: 'schedule-delayed',
    eventId,
    title,
    body: `${shortText(eventName, MAX_NAME_CHARACTERS)}, ${date}${words.colon}${text}`,
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

/** A venue day is a date, not an instant: it is read and written in the same zone. */
function dayName(
  venueDay: string,
  { locale }: MessageWords,
  parts: Intl.DateTimeFormatOptions,
): string {
  const format = new Intl.DateTimeFormat(locale, { ...parts, timeZone: 'UTC' });
  return format.format(new Date(`${venueDay}T00:00:00Z`));
}
