/** One race in the calendar of a crew: when it starts, where the crew rows, and what has become of it. */
import { type ICalEventData, ICalEventStatus } from 'ical-generator';
import type { BoardCrew, BoardLane, BoardRace } from '../contract/board.ts';
import { DEFAULT_ZONE, formatOfZone } from '../domain/day/race-day.ts';
import { labelKind } from '../domain/draw/label-kind.ts';
import { sourceNumbers } from '../domain/progression/lane-source.ts';
import { raceName } from '../domain/races/race-name.ts';
import { hasRaced, isAwaited, isEntered, isOver } from '../domain/results/standings.ts';
import { placeName } from '../domain/text/country-name.ts';
import { plainText } from '../domain/text/plain-line.ts';
import { raceUrl } from '../notify/messages/message.ts';
import { LANGUAGE_CODES, type Language } from '../words/languages.ts';
import {
  type CalendarWords,
  calendarWords,
  messageWords,
  pageWords,
  racingWords,
  sharedWords,
} from '../words/words.ts';
import type { BoardFacts } from './board-facts.ts';
import type { RaceNow } from './board-now.ts';
import { soFarLine } from './preview.ts';
import { timeOf } from './race-section.ts';
import { standingOf } from './standing.ts';

/** How long a race is in the calendar; nobody knows how long it takes. */
const RACE_MILLIS = 10 * 60_000;
const MINUTE_MILLIS = 60_000;

export interface CalendarWriting {
  publicUrl: string;
  /** What the UIDs end in. */
  domain: string;
  language: Language;
}

/** What is known of the event, by race id. */
interface KnownRaces {
  races: ReadonlyMap<number, RaceNow>;
  /** Those of the crew. */
  own: ReadonlyMap<number, BoardLane>;
}

/** A race in the calendar of a crew that rows in it or may come into it. */
export function entryOf(
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
        url,
      ].join('\n'),
    ),
    url,
  };
}

/** Where a crew starts, and in a head race when: `Bow 300, start about 15:42`. */
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

/** @param ways in which the crew may come into the race, where it is not drawn */
function summaryOf(race: BoardRace, ways: readonly string[], language: Language): string {
  const words = calendarWords(language);
  const { colon, race: numbered } = messageWords(language);
  const name = [numbered(race.number), raceName(race)].filter((part) => part !== '').join(colon);
  const state = race.state === 'planned' ? '' : `${words[race.state]}${colon}`;
  return `${state}${name}${ways.length > 0 ? ` (${ways.join(words.or)})` : ''}`;
}

/** A race that will be rowed as planned by the crew needs none. */
function statusOf({ state }: BoardRace, lane: BoardLane | undefined): { status?: ICalEventStatus } {
  if (state === 'cancelled' || lane?.withdrawn) return { status: ICalEventStatus.CANCELLED };
  return lane && state === 'planned' ? {} : { status: ICalEventStatus.TENTATIVE };
}

/** When a race is planned, and in which zone. */
export function plannedLine(
  { scheduledAt }: BoardRace,
  timezone: string,
  language: Language,
): string {
  const at = PLANNED[language](timezone).format(Date.parse(scheduledAt));
  return calendarWords(language).planned(at, timezone);
}

const PLANNED = Object.fromEntries(
  LANGUAGE_CODES.map((language) => [
    language,
    formatOfZone(
      {
        ...{ day: 'numeric', month: 'short', year: 'numeric' },
        ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
      },
      messageWords(language).locale,
    ),
  ]),
) as Record<Language, (timezone: string) => Intl.DateTimeFormat>;

function stateLine({ state, reason }: BoardRace, words: CalendarWords): string[] {
  if (state === 'planned') return [];
  const said = state === 'postponed' ? words.postponedMore : words[state];
  return [reason ? `${said}: ${reason}` : said];
}

/**
 * How a crew may come into a race that it is not drawn in: `1st of race 12`. Only as long as it may: it is
 * drawn in a race that the rule names and has not withdrawn from it (console, "Withdrawn"), and has not rowed that yet, or
 * has taken the place, or may still take it.
 */
export function waysInto(
  race: BoardRace,
  { races, own }: KnownRaces,
  language: Language,
): string[] {
  if (race.state === 'cancelled') return [];
  const ways = race.lanes.flatMap(({ from }) => {
    const mayCome = from?.races.some((id) => mayTake(from.place, races.get(id), own.get(id)));
    return from && mayCome ? [sharedWords(language).source(from, sourceNumbers(from, races))] : [];
  });
  return [...new Set(ways)];
}

/** @param lane of the crew in the source */
function mayTake(
  place: number,
  source: BoardRace | undefined,
  lane: BoardLane | undefined,
): boolean {
  if (!source || !lane || !isEntered(lane)) return false;
  if (lane.status === 'assigned') return true;
  if (isOver(source)) return lane.finishPlace === place;
  // Those who are still to come in can only move it back.
  return lane.status === 'finished' && (lane.finishPlace ?? 1) <= place;
}

/** By how much a race is expected late or early; nothing where it is on time. */
export function delayLine({ scheduledAt, estimatedAt }: BoardRace, words: CalendarWords): string[] {
  const minutes = Math.round((Date.parse(estimatedAt) - Date.parse(scheduledAt)) / MINUTE_MILLIS);
  if (minutes === 0) return [];
  return [minutes > 0 ? words.late(minutes) : words.early(-minutes)];
}

/** What a crew has rowed, with its place once the race is over; nothing while it is to row. */
export function resultLine(lane: BoardLane, race: RaceNow, language: Language): string[] {
  if (lane.withdrawn) return [];
  const parts = standingOf(race, lane, language);
  return parts.length > 0 ? [calendarWords(language).result(parts.join(', '))] : [];
}

/**
 * When a crew starts in a race: by the planned start of its entry (racing, "Who hears what"), unless a race whose boats start
 * together has been rowed.
 */
export function entryStart(race: BoardRace, lane: BoardLane | undefined): string {
  const isPlanned = race.kind === 'head' || !hasRaced(race.lanes);
  return (isPlanned && lane?.startsAt) || race.estimatedAt;
}
