/** Calendars that people subscribe to, as texts (RFC 5545): the races of one crew, and the days of an event. */
import { hash } from 'node:crypto';
import ical, { foldLines, type ICalCalendar, ICalCalendarMethod, ICalEvent } from 'ical-generator';
import { mapInSlices } from '../concurrency/slices.ts';
import type { BoardCrew, BoardLane, BoardRace } from '../contract/board.ts';
import { placeName } from '../domain/text/country-name.ts';
import { plainText } from '../domain/text/plain-line.ts';
import { pageUrl } from '../notify/messages/message.ts';
import { calendarWords, messageWords, sharedWords } from '../words/words.ts';
import type { BoardFacts } from './board-facts.ts';
import { type CalendarWriting, entryOf } from './calendar-entry.ts';

const REFRESH_SECONDS = 15 * 60;
const DAY_MILLIS = 24 * 3_600_000;
/** What every calendar ends with. */
const END = 'END:VCALENDAR';

/**
 * What the ids of an installation have in them, for a calendar or a reader of feeds that holds races of several as well. Its push key
 * stays the same for its life and moves with its database; its address may change.
 */
export function domainOf(pushKey: string): string {
  return `${hash('sha256', pushKey, 'hex').slice(0, 16)}.running-order`;
}

/** The calendar of an event: one entry for its days, which keeps its UID before and after the running order is out. */
export function eventCalendar(
  { event, isTrial, revision, updatedAt }: BoardFacts,
  { publicUrl, domain, language }: CalendarWriting,
): string {
  const { trial } = calendarWords(language);
  const name = isTrial ? `${trial} · ${event.name}` : event.name;
  const calendar = startCalendar(name);
  const changedAt = new Date(updatedAt);
  const url = pageUrl(publicUrl, event.id, '');
  calendar.createEvent({
    id: `event-${event.id}@${domain}`,
    sequence: revision,
    stamp: changedAt,
    lastModified: changedAt,
    allDay: true,
    start: new Date(event.startDate),
    // The day after the last one (RFC 5545, "DTEND").
    end: new Date(Date.parse(event.endDate) + DAY_MILLIS),
    summary: plainText(name),
    location: plainText(placeName(event, messageWords(language).locale)),
    description: plainText(
      [...(event.status === 'announced' ? [sharedWords(language).announced] : []), url].join('\n'),
    ),
    url,
  });
  return `${calendar.toString()}\r\n`;
}

/** The calendar of a crew, made in slices. */
export async function crewCalendar(
  document: BoardFacts,
  crew: BoardCrew,
  writing: CalendarWriting,
): Promise<string> {
  const { event, isTrial, inOrder } = document;
  const { trial } = calendarWords(writing.language);
  const calendar = startCalendar(`${crew.name}, ${event.name}${isTrial ? ` (${trial})` : ''}`);
  const known = {
    races: new Map(inOrder.map((race) => [race.id, race])),
    own: ownLanes(inOrder, crew),
  };
  const entries = await mapInSlices(inOrder, (race) => {
    const entry = entryOf(race, known, { ...writing, document, crew });
    return entry ? foldLines(new ICalEvent(entry, calendar).toString()) : '';
  });
  const head = calendar.toString().slice(0, -END.length);
  // Every line is to end with a line break, the last one as well.
  return `${head}${entries.join('')}${END}\r\n`;
}

/** A calendar without entries. @param name what programs call it */
function startCalendar(name: string): ICalCalendar {
  return ical({
    prodId: '//Running Order//Board//EN',
    method: ICalCalendarMethod.PUBLISH,
    // The library takes the name as it is.
    name: plainText(name)
      .replaceAll(/[\\;,]/g, '\\$&')
      .replaceAll('\n', ' '),
    ttl: REFRESH_SECONDS,
  });
}

/** The lanes of a crew, by race id. */
function ownLanes(races: readonly BoardRace[], { id }: BoardCrew): Map<number, BoardLane> {
  return new Map(
    races.flatMap((race): [number, BoardLane][] => {
      const lane = race.lanes.find(({ crewId }) => crewId === id);
      return lane ? [[race.id, lane]] : [];
    }),
  );
}
