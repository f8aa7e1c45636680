/**
 * Calendars that people subscribe to, as texts (RFC 5545): the days of an event, and the races of one crew: when each
 * starts, in which lane the crew rows, and its result.
 */
import { hash } from 'node:crypto';
import ical, {
  foldLines,
  type ICalCalendar,
  ICalCalendarMethod,
  ICalEvent,
  type ICalEventData,
  ICalEventStatus,
} from 'ical-generator';
import { mapInSlices } from '../concurrency/long-work.ts';
import type { BoardCrew, BoardLane, BoardRace, LaneSource } from '../contract/board.ts';
import { DAY_MILLIS, MINUTE_MILLIS } from '../contract/time-units.ts';
import { DEFAULT_ZONE } from '../domain/day/venue-day.ts';
import { labelKind } from '../domain/draw/label-kind.ts';
import { sourceNumbers } from '../domain/progression/lane-source.ts';
import { raceName } from '../domain/races/race-name.ts';
import { hasRaced, hasResults, isAwaited, isEntered, isOver } from '../domain/results/standings.ts';
import { placeName } from '../domain/text/country-and-language.ts';
import { plainText } from '../domain/text/plain-line.ts';
import { pageUrl, raceUrl } from '../notify/messages/message.ts';
import type { Language } from '../words/languages.ts';
import {
  type CalendarWords,
  calendarWords,
  formatsOf,
  messageWords,
  pageWords,
  racingWords,
  sharedWords,
} from '../words/words.ts';
import type { BoardFacts, RaceNow } from './board-facts.ts';
import { soFarLine, standingOf } from './preview.ts';
import { timeOf } from './race-section.ts';

const REFRESH_SECONDS = 15 * 60;
/** The last line of every calendar. */
const END = 'END:VCALENDAR';

/**
 * The domain in the ids of an installation, because a calendar or a reader of feeds may hold races of several installations. It
 * is made from the push key, which never changes and moves with the database, while the address may change.
 */
export function domainOf(pushKey: string): string {
  return `${hash('sha256', pushKey, 'hex').slice(0, 16)}.running-order`;
}

/** The calendar of an event: one entry for all its days, with the same UID before and after the schedule is published. */
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

/** Makes the calendar of a crew in slices. @returns its text in parts, one for each race of the event */
export async function crewCalendar(
  document: BoardFacts,
  crew: BoardCrew,
  writing: CalendarWriting,
): Promise<string[]> {
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
  // Every line must end with a line break, also the last one.
  return [head, ...entries, `${END}\r\n`];
}

/** A calendar without entries. @param name the name that calendar programs show */
function startCalendar(name: string): ICalCalendar {
  return ical({
    prodId: '//Running Order//Board//EN',
    method: ICalCalendarMethod.PUBLISH,
    // The library does not escape the name.
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

/** The length of a race in the calendar; its real length is unknown. */
const RACE_MILLIS = 10 * 60_000;

interface CalendarWriting {
  publicUrl: string;
  /** The domain with which UIDs end (`domainOf`). */
  domain: string;
  language: Language;
}

/** The races of an event, and the lanes of a crew in them, by race id. */
interface KnownRaces {
  races: ReadonlyMap<number, RaceNow>;
  /** The lanes of the crew. */
  own: ReadonlyMap<number, BoardLane>;
}

/** The entry of a race in a crew's calendar; `undefined` where the crew neither rows in it nor may come into it. */
function entryOf(
  race: RaceNow,
  known: KnownRaces,
  {
    document: { event, revision, updatedAt, isTrial },
    crew,
    publicUrl,
    domain,
    language,
  }: CalendarWriting & { document: BoardFacts; crew: BoardCrew },
): ICalEventData | undefined {
  const lane = known.own.get(race.id);
  const ways = lane ? [] : waysInto(race, known, language);
  if (!lane && ways.length === 0) return undefined;
  const words = calendarWords(language);
  const common = messageWords(language);
  const changedAt = new Date(updatedAt);
  const start = new Date(entryStart(race, lane));
  const url = raceUrl(publicUrl, event.id, race);
  const name = summaryOf(race, ways, language);
  const summary = lane?.withdrawn ? `${words.withdrawn}${common.colon}${name}` : name;
  return {
    id: `event-${event.id}-race-${race.id}-crew-${crew.id}@${domain}`,
    sequence: revision,
    stamp: changedAt,
    lastModified: changedAt,
    start,
    end: new Date(start.getTime() + RACE_MILLIS),
    summary: plainText(isTrial ? `${words.trial} · ${summary}` : summary),
    ...statusOf(race, lane),
    location: plainText(placeName(event, common.locale)),
    description: plainText(
      [
        ...(isTrial ? [pageWords(language).trial] : []),
        ...(lane ? [positionLine(race, lane, event.timezone, language)] : []),
        ...(lane?.withdrawn ? [words.withdrawn] : []),
        plannedLine(race, event.timezone, language),
        ...stateLine(race, words),
        ...delayLine(race, words),
        ...(race.kind === 'head' ? soFarLine(race, language) : []),
        ...(lane ? resultLine(lane, race, language) : []),
        ...(lane && race.official === false && hasResults([lane])
          ? [pageWords(language).provisional]
          : []),
        url,
      ].join('\n'),
    ),
    url,
  };
}

/** The lane or bow of a crew, in a head race with its start: `Bow 300, start about 15:42`. */
export function positionLine(
  race: BoardRace,
  lane: BoardLane,
  timezone: string | null,
  language: Language,
): string {
  const position = messageWords(language)[labelKind(race)](lane.positionLabel);
  if (race.kind !== 'head' || race.state !== 'planned' || lane.startsAt === null) return position;
  if (!isAwaited(lane)) return position;
  const at = timeOf(timezone ?? DEFAULT_ZONE).format(Date.parse(lane.startsAt));
  return `${position}, ${racingWords(language).startAbout(at)}`;
}

/** @param ways how the crew may come into the race, if it is not drawn in it */
function summaryOf(race: BoardRace, ways: readonly string[], language: Language): string {
  const words = calendarWords(language);
  const { colon, race: numbered } = messageWords(language);
  const name = [numbered(race.number), raceName(race)].filter((part) => part !== '').join(colon);
  const state = race.state === 'planned' ? '' : `${words[race.state]}${colon}`;
  return `${state}${name}${ways.length > 0 ? ` (${ways.join(words.or)})` : ''}`;
}

/** The status of an entry; a race that the crew will row as planned needs none. */
function statusOf({ state }: BoardRace, lane: BoardLane | undefined): { status?: ICalEventStatus } {
  if (state === 'cancelled' || lane?.withdrawn) return { status: ICalEventStatus.CANCELLED };
  return lane && state === 'planned' ? {} : { status: ICalEventStatus.TENTATIVE };
}

/** The line with the planned start of a race and its zone. */
export function plannedLine(
  { scheduledAt }: BoardRace,
  timezone: string,
  language: Language,
): string {
  const at = PLANNED[language](timezone).format(Date.parse(scheduledAt));
  return calendarWords(language).planned(at, timezone);
}

const PLANNED = formatsOf({
  ...{ day: 'numeric', month: 'short', year: 'numeric' },
  ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
});

function stateLine({ state, reason }: BoardRace, words: CalendarWords): string[] {
  if (state === 'planned') return [];
  const said = state === 'postponed' ? words.postponedMore : words[state];
  return [reason ? `${said}: ${reason}` : said];
}

/**
 * How a crew may come into a race in which it is not drawn: `1st of race 12`. A rule is included only while the crew may
 * come in by it: it is drawn in a race that the rule names, has not withdrawn from that race (console, "Withdrawn"), and has
 * not rowed it yet, or has taken the place, or may still take it.
 */
export function waysInto(
  race: BoardRace,
  { races, own }: KnownRaces,
  language: Language,
): string[] {
  if (race.state === 'cancelled') return [];
  const ways = race.lanes.flatMap(({ from }) => {
    const mayCome = from?.races.some((id) => mayTake(from, races.get(id), own.get(id)));
    return from && mayCome ? [sharedWords(language).source(from, sourceNumbers(from, races))] : [];
  });
  return [...new Set(ways)];
}

/** @param lane the lane of the crew in the race `source` */
function mayTake(
  { place, category = null }: LaneSource,
  source: BoardRace | undefined,
  lane: BoardLane | undefined,
): boolean {
  if (!source || !lane || !isEntered(lane)) return false;
  if (category !== null && lane.category !== category) return false;
  if (lane.status === 'assigned') return true;
  const taken = category === null ? lane.finishPlace : lane.categoryPlace;
  if (isOver(source)) return taken === place;
  // Boats that are still to come in can only move the crew back.
  return lane.status === 'finished' && (taken ?? 1) <= place;
}

/** The line that says by how many minutes a race is expected late or early; none where it is on time. */
export function delayLine({ scheduledAt, estimatedAt }: BoardRace, words: CalendarWords): string[] {
  const minutes = Math.round((Date.parse(estimatedAt) - Date.parse(scheduledAt)) / MINUTE_MILLIS);
  if (minutes === 0) return [];
  return [minutes > 0 ? words.late(minutes) : words.early(-minutes)];
}

/** The line with the result of a crew, with its place once the race is over; none while the crew is still to row. */
export function resultLine(lane: BoardLane, race: RaceNow, language: Language): string[] {
  if (lane.withdrawn) return [];
  const parts = standingOf(race, lane, language);
  return parts.length > 0 ? [calendarWords(language).result(parts.join(', '))] : [];
}

/**
 * When a crew starts in a race: the expected start of its entry (racing, "Who hears what"), or that of the race where the entry
 * has none, or the boats start together and the race has been rowed. RFC 3339.
 */
export function entryStart(race: BoardRace, lane: BoardLane | undefined): string {
  const isPlanned = race.kind === 'head' || !hasRaced(race.lanes);
  return (isPlanned && lane?.startsAt) || race.estimatedAt;
}
