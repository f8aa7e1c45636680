/** The races of one crew as a calendar that people subscribe to. */
import { hash } from 'node:crypto';
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import type { BoardCrew, BoardLane, BoardRace } from '../contract/board.ts';
import { formatFinishTime } from '../domain/finish-time.ts';
import { englishSource, sourceNumbers } from '../domain/lane-source.ts';
import { plainText } from '../domain/plain-line.ts';
import { raceName } from '../domain/race-name.ts';
import { isFieldComplete, totalMillis } from '../domain/standings.ts';
import { STATUS_WORDS } from '../domain/status-words.ts';
import { type BoardDocument, racesInOrder } from '../documents/build-board.ts';
import type { Answer } from '../http/answer.ts';
import { BOARD_CACHE, type Board } from './board.ts';
import { made } from './page-cache.ts';

/** How long a race is in the calendar; nobody knows how long it takes. */
const RACE_MILLIS = 10 * 60_000;
const REFRESH_SECONDS = 15 * 60;
const MINUTE_MILLIS = 60_000;

/** The calendar of a crew of a board. */
export function calendarAnswer(board: Board, document: BoardDocument, crew: BoardCrew): Answer {
  const { event, representation } = document;
  return board.pages.cache.get(`calendar ${event.id} ${crew.id}`, representation, () =>
    made(calendarOf(document, crew, board.settings.publicUrl, domainOf(board)), [
      ...['text/calendar; charset=utf-8', ...BOARD_CACHE],
    ]),
  );
}

/**
 * What the ids of an installation have in them, for a calendar or a reader of feeds that holds races of several as well. Its push key
 * stays the same for its life and moves with its database; its address may change.
 */
export function domainOf({ pushKey }: Board): string {
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
  const url = `${publicUrl}/events/${event.id}/crews/${crew.id}`;
  const changedAt = new Date(document.updatedAt);
  const calendar = ical({
    prodId: '//Running Order//Board//EN',
    method: ICalCalendarMethod.PUBLISH,
    // The library takes the name as it is.
    name: plainText(`${crew.name}, ${event.name}`)
      .replaceAll(/[\\;,]/g, '\\$&')
      .replaceAll('\n', ' '),
    ttl: REFRESH_SECONDS,
  });
  const planned = new Intl.DateTimeFormat('en-GB', {
    timeZone: event.timezone,
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  const ordered = racesInOrder(document);
  const races = new Map(ordered.map((race) => [race.id, race]));
  for (const race of ordered) {
    const lane = race.lanes.find(({ crewId }) => crewId === crew.id);
    const ways = lane ? [] : waysInto(race, races, crew.id);
    if (!lane && ways.length === 0) continue;
    const start = new Date(race.estimatedAt);
    calendar.createEvent({
      id: `event-${event.id}-race-${race.id}-crew-${crew.id}@${domain}`,
      sequence: revision,
      stamp: changedAt,
      lastModified: changedAt,
      start,
      end: new Date(start.getTime() + RACE_MILLIS),
      summary: plainText(summaryOf(race, ways)),
      ...statusOf(race, lane),
      location: plainText([event.city, event.countryCode].filter((part) => part !== '').join(', ')),
      description: plainText(
        [
          ...(lane ? [`Position: ${lane.positionLabel}`] : []),
          `Planned: ${planned.format(new Date(race.scheduledAt))} (${event.timezone})`,
          ...stateLine(race),
          ...delayLine(race),
          ...(lane ? resultLine(lane, isFieldComplete(race)) : []),
          url,
        ].join('\n'),
      ),
      url,
    });
  }
  // Every line is to end with a line break, the last one as well.
  return `${calendar.toString()}\r\n`;
}

/** @param ways in which the crew may come into the race, where it is not drawn */
function summaryOf(race: BoardRace, ways: readonly string[]): string {
  const name = [`Race ${race.number}`, raceName(race)].filter((part) => part !== '').join(': ');
  const state = race.state === 'planned' ? '' : `${STATES[race.state]}: `;
  return `${state}${name}${ways.length > 0 ? ` (${ways.join(', or ')})` : ''}`;
}

const STATES = { cancelled: 'Cancelled', postponed: 'Postponed' };

/** A race that will be rowed as planned by the crew needs none. */
function statusOf({ state }: BoardRace, lane: BoardLane | undefined): { status?: ICalEventStatus } {
  if (state === 'cancelled') return { status: ICalEventStatus.CANCELLED };
  return lane && state === 'planned' ? {} : { status: ICalEventStatus.TENTATIVE };
}

function stateLine({ state, reason }: BoardRace): string[] {
  if (state === 'planned') return [];
  const words = state === 'postponed' ? 'Postponed, the time is not known yet' : STATES[state];
  return [reason ? `${words}: ${reason}` : words];
}

/**
 * How a crew may come into a race that it is not drawn in: `1st of race 12`. Only as long as it may: it is
 * drawn in a race that the rule names, and has not rowed that yet, or has taken the place, or may still take it.
 *
 * @param races all of them, by id
 */
function waysInto(
  race: BoardRace,
  races: ReadonlyMap<number, BoardRace>,
  crewId: number,
): string[] {
  if (race.state === 'cancelled') return [];
  const ways = race.lanes.flatMap(({ from }) => {
    if (!from) return [];
    const mayCome = from.races
      .flatMap((id) => races.get(id) ?? [])
      .some((source) => mayTake(from.place, source, crewId));
    return mayCome ? [englishSource(from, sourceNumbers(from, races))] : [];
  });
  return [...new Set(ways)];
}

function mayTake(place: number, source: BoardRace, crewId: number): boolean {
  const lane = source.lanes.find((candidate) => candidate.crewId === crewId);
  if (!lane || lane.status === 'assigned') return lane !== undefined;
  if (isFieldComplete(source)) return lane.finishPlace === place;
  // Those who are still to come in can only move it back.
  return lane.status === 'finished' && (lane.finishPlace ?? 1) <= place;
}

function delayLine({ scheduledAt, estimatedAt }: BoardRace): string[] {
  const minutes = Math.round((Date.parse(estimatedAt) - Date.parse(scheduledAt)) / MINUTE_MILLIS);
  if (minutes === 0) return [];
  return [`Delay: ${Math.abs(minutes)} min ${minutes > 0 ? 'late' : 'early'}`];
}

/** @param hasPlaces whether the places are told yet */
function resultLine(lane: BoardLane, hasPlaces: boolean): string[] {
  const { status, finishPlace, penaltyMillis } = lane;
  if (status === 'assigned') return [];
  if (status !== 'finished') return [`Result: ${STATUS_WORDS.en[status]}`];
  const millis = totalMillis(lane);
  const parts = [
    ...(hasPlaces && finishPlace !== null ? [`place ${finishPlace}`] : []),
    ...(millis === null ? [] : [formatFinishTime(millis)]),
    ...(penaltyMillis ? [`incl. ${penaltyMillis / 1000} s penalty`] : []),
  ];
  return [`Result: ${parts.length > 0 ? parts.join(', ') : 'finished'}`];
}
