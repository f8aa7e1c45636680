/**
 * A race and its lanes as plain HTML, for readers without script: of the plain page of a board, and of an exported site.
 * Everything from outside is escaped here.
 */
import type { BoardLane, BoardRace } from '../contract/board.ts';
import { DEFAULT_ZONE, formatOfZone } from '../domain/day/race-day.ts';
import { sourceNumbers } from '../domain/progression/lane-source.ts';
import { raceTimeWriter, type TimeWriter } from '../domain/results/race-times.ts';
import {
  byStanding,
  hasResults,
  isOver,
  isScored,
  withoutEarlyPlaces,
} from '../domain/results/standings.ts';
import { plainLine } from '../domain/text/plain-line.ts';
import { escaped } from '../http/answers/page-layout.ts';
import { raceTitle } from '../notify/messages/message.ts';
import type { Language } from '../words/languages.ts';
import { messageWords, pageWords, sharedWords } from '../words/words.ts';
import { raceNotes } from './preview.ts';

/** Time of day at the venue. */
export const timeOf = formatOfZone({ timeStyle: 'short' }, 'en-GB');

/** Such as `Saturday, 13 June 2026`. @param day YYYY-MM-DD */
export function dayName(day: string, language: Language): string {
  const format = new Intl.DateTimeFormat(messageWords(language).locale, {
    ...{ timeZone: 'UTC', dateStyle: 'full' },
  });
  return format.format(Date.parse(`${day}T12:00:00Z`));
}

/** Where and for whom a race is shown. */
export interface Place {
  timezone: string | null;
  language: Language;
  /** All of the event, by id. */
  races: ReadonlyMap<number, BoardRace>;
  /** The address of the page of a race. */
  raceHref(race: BoardRace): string;
  /** The same of a crew, where names of crews are links. */
  crewHref?(crewId: number): string;
  /** What a table is called, where it has a caption. */
  caption?(race: BoardRace): string;
}

/** A race below its heading: when it starts, what is to be said of it, and its lanes. @returns HTML */
export function raceSection(race: BoardRace, place: Place): string {
  const { timezone, language } = place;
  const words = messageWords(language);
  const at = timeOf(timezone ?? DEFAULT_ZONE).format(Date.parse(race.estimatedAt));
  const href = escaped(place.raceHref(race));
  const heading = `<h3>${at} <a href="${href}">${escaped(raceTitle(race, words))}</a></h3>`;
  return [heading, ...raceContent(race, place)].join('\n');
}

/** What stands below the heading of a race. @returns HTML, in parts */
export function raceContent(race: BoardRace, place: Place): string[] {
  return [
    ...raceRemarks(race, place.language).map((text) => `<p>${shown(text)}</p>`),
    ...laneTable(race, place),
  ];
}

/** What is to be said of a race beside its lanes. */
export function raceRemarks(race: BoardRace, language: Language): string[] {
  return [
    ...raceNotes(race, language),
    ...(race.results === 'hidden' ? [pageWords(language).hidden] : []),
    ...(race.notes ? [race.notes] : []),
    ...(hasResults(race.lanes) && !isOver(race)
      ? [pageWords(language).inSoFar(race.scored, race.entered)]
      : []),
  ];
}

function laneTable(race: BoardRace, place: Place): string[] {
  const { language, races, crewHref, caption } = place;
  const lanes = withoutEarlyPlaces(race).lanes.filter(
    ({ crewName, status, from }) => crewName !== null || from !== null || status !== 'assigned',
  );
  const occupant = ({ crewName, from }: BoardLane) =>
    crewName ??
    (from === null ? '' : sharedWords(language).source(from, sourceNumbers(from, races)));
  if (lanes.length === 0) return [];
  const { columns } = pageWords(language);
  const write = raceTimeWriter(lanes, messageWords(language).decimalMark);
  const head = (...names: string[]) =>
    `<tr>${names.map((name) => `<th scope="col">${escaped(name)}</th>`).join('')}</tr>`;
  const row = (...cells: string[]) =>
    `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
  const crewOf = (lane: BoardLane) => {
    const name = shown(occupant(lane));
    const crew = crewHref && lane.crewId !== null ? linkTo(crewHref(lane.crewId), name) : name;
    return lane.withdrawn ? `<s>${crew}</s> ${sharedWords(language).withdrawn}` : crew;
  };
  const isRanked = hasResults(lanes);
  // A start list, too, says who was scratched before the start.
  const isTold = isScored(lanes);
  const ordered = isRanked ? [...lanes].sort(byStanding) : lanes;
  const rows = [
    head(
      ...(isRanked ? [columns.place] : []),
      ...[columns.lane, columns.crew],
      ...(isTold ? [columns.result] : []),
    ),
    ...ordered.map((lane) =>
      row(
        ...(isRanked ? [String(lane.finishPlace ?? '')] : []),
        ...[shown(lane.positionLabel), crewOf(lane)],
        ...(isTold ? [shown(resultOf(lane, write, language))] : []),
      ),
    ),
  ];
  const called = caption ? `<caption>${escaped(caption(race))}</caption>\n` : '';
  return [`<table>${called}${rows.join('\n')}</table>`];
}

/** What a crew has rowed; empty while it is to row. */
function resultOf(
  { status, finishTimeMillis, penaltyMillis }: BoardLane,
  write: TimeWriter,
  language: Language,
): string {
  const words = messageWords(language);
  if (status === 'assigned') return '';
  if (status !== 'finished') return words.unplaced[status].long;
  if (finishTimeMillis === null) return words.finished;
  const time = write.time(finishTimeMillis + (penaltyMillis ?? 0));
  const seconds = String((penaltyMillis ?? 0) / 1000).replace('.', words.decimalMark);
  return penaltyMillis ? `${time} (${words.penalty(seconds)})` : time;
}

/** A link to a page that has a name, or to itself where a name has no letters. @param name HTML */
export function linkTo(href: string, name: string): string {
  return `<a href="${escaped(href)}">${name || '–'}</a>`;
}

/** A text from outside as HTML. */
export function shown(text: string): string {
  return escaped(plainLine(text));
}
