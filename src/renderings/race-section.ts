/**
 * A race and its lanes as plain HTML, for readers without script: for the plain page of a board, and for an exported site.
 * All texts from outside are escaped here.
 */
import type { BoardLane, BoardRace } from '../contract/board.ts';
import { DEFAULT_ZONE, formatOfZone, noonOf } from '../domain/day/venue-day.ts';
import { labelKind } from '../domain/draw/label-kind.ts';
import { sourceNumbers } from '../domain/progression/lane-source.ts';
import { raceTimeWriter, type TimeWriter } from '../domain/results/finish-time.ts';
import {
  byStanding,
  type Finality,
  finalityOf,
  hasResults,
  isAwaited,
  isComplete,
  isScored,
  withoutEarlyPlaces,
} from '../domain/results/standings.ts';
import { plainLine } from '../domain/text/plain-line.ts';
import { escaped } from '../http/answers/page-layout.ts';
import { raceTitle, throughSpeech, timeNotes, withNotes } from '../notify/messages/message.ts';
import type { Language } from '../words/languages.ts';
import type { SharedWords } from '../words/place-text.ts';
import { courseText, placeAmong, type StandingWords } from '../words/standing-texts.ts';
import { drawnText, stakes, type ThroughSpeech } from '../words/through-texts.ts';
import { messageWords, pageWords, racingWords, sharedWords } from '../words/words.ts';
import type { RaceNow } from './board-facts.ts';
import { raceNotes, soFarLine } from './preview.ts';

/** The format for times of day in a zone, such as `09:05`. */
export const timeOf = formatOfZone({ timeStyle: 'short' }, 'en-GB');

/** The name of a day, such as `Saturday, 13 June 2026`. @param day YYYY-MM-DD */
export function dayName(day: string, language: Language): string {
  const noon = noonOf(day);
  // East of Greenwich, the last instant of the year 9999 is on a day that has no date YYYY-MM-DD.
  if (Number.isNaN(noon)) return day;
  const format = new Intl.DateTimeFormat(messageWords(language).locale, {
    ...{ timeZone: 'UTC', dateStyle: 'full' },
  });
  return format.format(noon);
}

/** Where and for whom a race is shown. */
export interface Place {
  timezone: string | null;
  language: Language;
  /** All races of the event, by id. */
  races: ReadonlyMap<number, BoardRace>;
  /** Epoch milliseconds, for the line about a head race that is on the course; left out, this line is not shown. */
  now?: number;
  /** How the entries of a race with categories are listed: among all, a list for each category, or both. */
  tables: 'overall' | 'categories' | 'both';
  /** The address of the page of a race. */
  raceHref(race: BoardRace): string;
  /** The address of the page of a crew, where names of crews are links. */
  crewHref?(crewId: number): string;
  /** The caption of a table, where tables have one. */
  caption?(race: BoardRace): string;
}

/** A race with its heading: when it starts, remarks, and its lanes. @returns HTML */
export function raceSection(race: RaceNow, place: Place): string {
  const { timezone, language } = place;
  const words = messageWords(language);
  const at = timeOf(timezone ?? DEFAULT_ZONE).format(Date.parse(race.estimatedAt));
  const href = escaped(place.raceHref(race));
  const heading = `<h3>${at} <a href="${href}">${escaped(raceTitle(race, words))}</a></h3>`;
  return [heading, ...raceContent(race, place)].join('\n');
}

/** The parts of a race below its heading. @returns HTML, in parts */
export function raceContent(race: RaceNow, place: Place): string[] {
  const { language, now, tables } = place;
  const course = now === undefined ? '' : courseText(race, now, racingWords(language));
  const remarks = [
    ...raceRemarks(race, language),
    ...(course === '' ? [] : [course]),
    ...stakes(race, speechOf(race, place)),
  ];
  const hasCategories = race.categories.length > 0;
  return [
    ...remarks.map((text) => `<p>${shown(text)}</p>`),
    ...(tables === 'categories' && hasCategories ? [] : laneTable(race, race.lanes, place)),
    ...(tables !== 'overall' && hasCategories ? categoryTables(race, place) : []),
  ];
}

/** How a page writes who is through: only times on another day than that of the race have their weekday. */
export function speechOf(
  race: BoardRace,
  { races, timezone, language }: Pick<Place, 'races' | 'timezone' | 'language'>,
): ThroughSpeech {
  const now = Date.parse(race.estimatedAt);
  return throughSpeech({ races, timezone, now }, messageWords(language), plainLine);
}

/** The remarks about a race that are shown besides its lanes, as text. */
export function raceRemarks(race: RaceNow, language: Language): string[] {
  return [
    ...raceNotes(race, language),
    ...(race.results === 'hidden' ? [pageWords(language).hidden] : []),
    ...(race.notes ? [race.notes] : []),
    ...soFarLine(race, language),
  ];
}

/** A list for each category, then one for entries without a category. */
function categoryTables(race: RaceNow, place: Place): string[] {
  const { inSoFar, columns } = pageWords(place.language);
  const { colon } = messageWords(place.language);
  const known = race.categories.map(({ name }) => name);
  const lists = race.categories.flatMap(({ name, scored, entered }) => {
    const count = scored > 0 && scored < entered ? ` · ${inSoFar(scored, entered)}` : '';
    const own = race.lanes.filter(({ category }) => category === name);
    const heading = `<h4>${shown(`${columns.category}${colon}${name}${count}`)}</h4>`;
    return [heading, ...laneTable(race, own, place, true)];
  });
  const others = race.lanes.filter(
    ({ category }) => category === null || !known.includes(category),
  );
  const ofOthers = laneTable(race, others, place);
  if (ofOthers.length === 0) return lists;
  return [...lists, `<h4>${shown(racingWords(place.language).ranking.others)}</h4>`, ...ofOthers];
}

/** What is needed to write the rows of a table of lanes. */
interface Writing {
  race: RaceNow;
  place: Place;
  /** Whether the place column has places in a category. */
  isCategory: boolean;
  finality: Finality;
  words: StandingWords & { shared: SharedWords };
  write: TimeWriter;
  /** The later race in which a crew is drawn; empty where there is none. */
  drawn(lane: BoardLane): string;
}

/**
 * @param own the lanes to list
 * @param isCategory whether they are those of one category, listed with their places in it
 */
function laneTable(
  race: RaceNow,
  own: readonly BoardLane[],
  place: Place,
  isCategory = false,
): string[] {
  const { language, caption } = place;
  const positions = new Set(own.map(({ position }) => position));
  const lanes = withoutEarlyPlaces(race).lanes.filter(
    ({ position, crewName, status, from }) =>
      positions.has(position) && (crewName !== null || from !== null || status !== 'assigned'),
  );
  if (lanes.length === 0) return [];
  const { columns } = pageWords(language);
  const speech = speechOf(race, place);
  const words = { shared: sharedWords(language), racing: racingWords(language) };
  const finality = finalityOf(race);
  const write = raceTimeWriter(race.lanes, messageWords(language).decimalMark);
  const drawn = (lane: BoardLane) => drawnText(race, lane, speech);
  const writing: Writing = { race, place, isCategory, finality, words, write, drawn };
  // A start list also shows who did not start; of a head race also when each boat starts, until the race is complete.
  const has = {
    place: hasResults(lanes),
    standing: race.categories.length > 0,
    start: race.kind === 'head' && !isComplete(race),
    result: isScored(race.lanes),
  };
  const head = [
    ...(has.place
      ? [finality === 'soFar' ? words.shared.soFar(columns.place) : columns.place]
      : []),
    ...[columns[labelKind(race)], columns.crew],
    ...(has.standing ? [isCategory ? columns.place : columns.category] : []),
    ...(has.start ? [columns.start] : []),
    ...(has.result ? [columns.result] : []),
  ];
  const ordered = has.place ? [...lanes].sort(byStanding) : lanes;
  const rows = ordered.map((lane) => [
    ...(has.place ? [placeCell(lane, writing)] : []),
    ...[shown(lane.positionLabel), crewCell(lane, writing)],
    ...(has.standing ? [shown(standingText(lane, writing))] : []),
    ...(has.start ? [startCell(lane, place)] : []),
    ...(has.result ? [shown(resultOf(lane, writing))] : []),
  ]);
  const row = (cells: readonly string[]) =>
    `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
  const names = head.map((name) => `<th scope="col">${escaped(name)}</th>`);
  const called = caption ? `<caption>${escaped(caption(race))}</caption>\n` : '';
  const lines = [`<tr>${names.join('')}</tr>`, ...rows.map(row)];
  return [`<table>${called}${lines.join('\n')}</table>`];
}

/** The crew in a lane, or where it will come from. @returns HTML */
function crewCell(lane: BoardLane, { place, words: { shared }, drawn }: Writing): string {
  const { races, crewHref } = place;
  const { from } = lane;
  const occupant =
    lane.crewName ?? (from === null ? '' : shared.source(from, sourceNumbers(from, races)));
  const name = shown(occupant);
  const crew = crewHref && lane.crewId !== null ? linkTo(crewHref(lane.crewId), name) : name;
  if (lane.withdrawn) return `<s>${crew}</s> ${shared.withdrawn}`;
  const notes = [lane.outOfCompetition ? shared.outOfCompetition : '', drawn(lane)];
  const said = notes.filter((note) => note !== '').map(shown);
  return said.length > 0 ? `${crew} (${said.join('; ')})` : crew;
}

/** In the list of its category, a crew's place among all entries; in the list of all, its place in its category. */
function standingText(
  { category, categoryPlace, finishPlace }: BoardLane,
  { race, isCategory, finality, words }: Writing,
): string {
  if (isCategory) {
    const among = placeAmong(finishPlace, race.entered, finality, words);
    return among === '' ? '' : words.racing.overall(among);
  }
  const own = race.categories.find(({ name }) => name === category);
  if (!own) return category ?? '';
  const among = placeAmong(categoryPlace, own.entered, finality, words);
  return among === '' ? own.name : `${among} · ${own.name}`;
}

function startCell({ startsAt }: BoardLane, { timezone }: Place): string {
  return startsAt === null ? '' : timeOf(timezone ?? DEFAULT_ZONE).format(Date.parse(startsAt));
}

/** A place in a column; for the first so far, "leading". */
function placeCell(
  { finishPlace, categoryPlace }: BoardLane,
  { isCategory, finality, words }: Writing,
): string {
  const place = isCategory ? categoryPlace : finishPlace;
  if (place === null) return '';
  return finality === 'soFar' && place === 1 ? words.shared.leading : String(place);
}

/** The result of a crew; empty while it is still to row. */
function resultOf(lane: BoardLane, { race, place: { language }, write }: Writing): string {
  const { status } = lane;
  const words = messageWords(language);
  if (status === 'assigned')
    return race.closed && isAwaited(lane) ? sharedWords(language).withoutResult : '';
  if (status !== 'finished') return words.unplaced[status].long;
  const told = timeNotes(lane, write, words);
  return told ? withNotes(told.text, told.notes) : words.finished;
}

/** A link with a name as its text, or a dash where the name is empty. @param name HTML */
export function linkTo(href: string, name: string): string {
  return `<a href="${escaped(href)}">${name || '–'}</a>`;
}

/** A text from outside as HTML. */
export function shown(text: string): string {
  return escaped(plainLine(text));
}
