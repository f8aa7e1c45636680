/** The races of one crew as a calendar that people subscribe to. */
import { hash } from 'node:crypto';
import ical, { ICalCalendarMethod } from 'ical-generator';
import type { BoardCrew, BoardLane, BoardRace } from '../contract/board.ts';
import { parseEventId } from '../contract/event-id.ts';
import { formatFinishTime } from '../domain/finish-time.ts';
import { raceName } from '../domain/race-name.ts';
import { byRunningOrder } from '../domain/running-order.ts';
import { totalMillis } from '../domain/standings.ts';
import { STATUS_WORDS } from '../domain/status-words.ts';
import type { BoardDocument } from '../documents/build-board.ts';
import type { Answer } from '../http/answer.ts';
import type { Exchange } from '../http/exchange.ts';
import { Publication } from '../http/publication.ts';
import { Representation, tagOf } from '../http/representation.ts';
import { type Board, boardNotFound, eventIdOf } from './board.ts';
import { BOARD_CACHE } from './routes.ts';

/** How long a race is in the calendar; nobody knows how long it takes. */
const RACE_MILLIS = 10 * 60_000;
const REFRESH_SECONDS = 15 * 60;
const MINUTE_MILLIS = 60_000;
/** Calendars of one document in the cache. */
const MAX_CACHED = 200;

/** GET /events/{eventId}/crews/{crewId}.ics */
export async function getCalendar(board: Board, exchange: Exchange): Promise<Answer> {
  const { calendar = '' } = exchange.params;
  const [, crewId = ''] = /^(\d+)\.ics$/.exec(calendar) ?? [];
  const document = await board.documents.board(eventIdOf(exchange));
  const crew = document?.crews.find(({ id }) => id === parseEventId(crewId));
  if (!document || !crew) return boardNotFound();
  const ofDocument = calendars.get(document) ?? new Map<number, Publication>();
  calendars.set(document, ofDocument);
  let publication = ofDocument.get(crew.id);
  if (!publication) {
    if (ofDocument.size >= MAX_CACHED) ofDocument.clear();
    const text = calendarOf(document, crew, board.settings.publicUrl, domainOf(board));
    const representation = new Representation(tagOf(text), Buffer.from(text));
    publication = new Publication(representation, 'text/calendar; charset=utf-8', BOARD_CACHE);
    ofDocument.set(crew.id, publication);
  }
  return publication;
}

/** By crew, for as long as their document is in use. */
const calendars = new WeakMap<BoardDocument, Map<number, Publication>>();

/**
 * What the UIDs of an installation end in, in a calendar that holds races of several as well. Its push key
 * stays the same for its life and moves with its database; its address may change.
 */
function domainOf({ pushKey }: Board): string {
  return `${hash('sha256', pushKey, 'hex').slice(0, 16)}.running-order`;
}

/** The text of a crew's calendar (RFC 5545). @param domain what the UIDs end in */
export function calendarOf(
  document: BoardDocument,
  crew: BoardCrew,
  publicUrl: string,
  domain: string,
): string {
  const { event, revision } = document;
  const url = `${publicUrl}/events/${event.id}`;
  const changedAt = new Date(document.updatedAt);
  const calendar = ical({
    prodId: '//Running Order//Board//EN',
    method: ICalCalendarMethod.PUBLISH,
    // The library takes the name as it is.
    name: plain(`${crew.name}, ${event.name}`)
      .replaceAll(/[\\;,]/g, '\\$&')
      .replaceAll('\n', ' '),
    ttl: REFRESH_SECONDS,
  });
  const planned = new Intl.DateTimeFormat('en-GB', {
    timeZone: event.timezone,
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  for (const { race } of [...document.races.values()].sort(byRunningOrder)) {
    const lane = race.lanes.find(({ crewId }) => crewId === crew.id);
    if (!lane) continue;
    const start = new Date(race.estimatedAt);
    calendar.createEvent({
      id: `event-${event.id}-race-${race.id}-crew-${crew.id}@${domain}`,
      sequence: revision,
      stamp: changedAt,
      lastModified: changedAt,
      start,
      end: new Date(start.getTime() + RACE_MILLIS),
      summary: plain(summaryOf(race)),
      location: plain([event.city, event.countryCode].filter((part) => part !== '').join(', ')),
      description: plain(
        [
          `Position: ${lane.positionLabel}`,
          `Planned: ${planned.format(new Date(race.scheduledAt))} (${event.timezone})`,
          ...delayLine(race),
          ...resultLine(lane),
          url,
        ].join('\n'),
      ),
      url,
    });
  }
  // Every line is to end with a line break, the last one as well.
  return `${calendar.toString()}\r\n`;
}

function summaryOf(race: BoardRace): string {
  return [`Race ${race.raceNumber}`, raceName(race)].filter((part) => part !== '').join(': ');
}

function delayLine({ scheduledAt, estimatedAt }: BoardRace): string[] {
  const minutes = Math.round((Date.parse(estimatedAt) - Date.parse(scheduledAt)) / MINUTE_MILLIS);
  if (minutes === 0) return [];
  return [`Delay: ${Math.abs(minutes)} min ${minutes > 0 ? 'late' : 'early'}`];
}

function resultLine(lane: BoardLane): string[] {
  const { status, finishPlace, penaltyMillis } = lane;
  if (status === 'assigned') return [];
  if (status !== 'finished') return [`Result: ${STATUS_WORDS.en[status]}`];
  const millis = totalMillis(lane);
  const parts = [
    ...(finishPlace === null ? [] : [`place ${finishPlace}`]),
    ...(millis === null ? [] : [formatFinishTime(millis)]),
    ...(penaltyMillis ? [`incl. ${penaltyMillis / 1000} s penalty`] : []),
  ];
  return [`Result: ${parts.length > 0 ? parts.join(', ') : 'finished'}`];
}

/**
 * Text that a calendar may contain: no control characters but line breaks, no halves of letters.
 * Some programs take Unicode's own separators for the end of a line.
 */
function plain(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/(?!\n)[\p{Cc}\u2028\u2029]/gu, ' ');
}
