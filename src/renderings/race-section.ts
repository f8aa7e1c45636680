/**
 * A race and its lanes as plain HTML, for readers without script: of the plain page of a board, and of an exported site.
 * Everything from outside is escaped here.
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

/** Time of day at the venue. */
export const timeOf = formatOfZone({ timeStyle: 'short' }, 'en-GB');

/** Such as `Saturday, 13 June 2026`. @param day YYYY-MM-DD */
export function dayName(day: string, language: Language): string {
  const noon = noonOf(day);
  // East of Greenwich the last instant that can be written is on a day that no date can name.
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
  /** All of the event, by id. */
  races: ReadonlyMap<number, BoardRace>;
  /** Epoch milliseconds, for what is said of a head race that is on; nothing where that is not to be said. */
  now?: number;
  /** How the entries of a race with categories are listed: among all, a list for each category, or both. */
  tables: 'overall' | 'categories' | 'both';
  /** The address of the page of a race. */
  raceHref(race: BoardRace): string;
  /** The same of a crew, where names of crews are links. */
  crewHref?(crewId: number): string;
  /** What a table is called, where it has a caption. */
  caption?(race: BoardRace): string;
}

/** A race below its heading: when it starts, what is to be said of it, and its lanes. @returns HTML */
export function raceSection(race: RaceNow, place: Place): string {
  const { timezone, language } = place;
  const words = messageWords(language);
  const at = timeOf(timezone ?? DEFAULT_ZONE).format(Date.parse(race.estimatedAt));
  const href = escaped(place.raceHref(race));
  const heading = `<h3>${at} <a href="${href}">${escaped(raceTitle(race, words))}</a></h3>`;
  return [heading, ...raceContent(race, place)].join('\n');
}

/** What stands below the heading of a race. @returns HTML, in parts */
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

/** How it is said who is through; on a page a time is told as on the day of the race. */
export function speechOf(
  race: BoardRace,
  { races, timezone, language }: Pick<Place, 'races' | 'timezone' | 'language'>,
): ThroughSpeech {
  const now = Date.parse(race.estimatedAt);
  return throughSpeech({ races, timezone, now }, messageWords(language), plainLine);
}

/** What is to be said of a race beside its lanes. */
export function raceRemarks(race: RaceNow, language: Language): string[] {
  return [
    ...raceNotes(race, language),
    ...(race.results === 'hidden' ? [pageWords(language).hidden] : []),
    ...(race.notes ? [race.notes] : []),
    ...soFarLine(race, language),
  ];
}

/** A list for each category, then one for whoever has none. */
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

/** What the rows of a table of lanes are written with. */
interface Writing {
  race: RaceNow;
  place: Place;
  /** Whether places are those in a category. */
  isCategory: boolean;
  finality: Finality;
  words: StandingWords & { shared: SharedWords };
  write: TimeWriter;
  /** Where a crew goes; empty of one that is not drawn in a later race. */
  drawn(lane: BoardLane): string;
}

/**
 * @param own the lanes that are listed
 * @param isCategory whether they are those of a category, with their places in it
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
  // A start list, too, says who was scratched before the start; of a head race it says when each starts, until its end.
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

/** Who is in a lane. @returns HTML */
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

/** In its own list a crew needs to say only how it stands among all, elsewhere how in its category. */
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

/** A place in a column; who is first so far is leading. */
function placeCell(
  { finishPlace, categoryPlace }: BoardLane,
  { isCategory, finality, words }: Writing,
): string {
  const place = isCategory ? categoryPlace : finishPlace;
  if (place === null) return '';
  return finality === 'soFar' && place === 1 ? words.shared.leading : String(place);
}

/** What a crew has rowed; empty while it is to row. */
function resultOf(lane: BoardLane, { race, place: { language }, write }: Writing): string {
  const { status } = lane;
  const words = messageWords(language);
  if (status === 'assigned')
    return race.closed && isAwaited(lane) ? sharedWords(language).withoutResult : '';
  if (status !== 'finished') return words.unplaced[status].long;
  const told = timeNotes(lane, write, words);
  return told ? withNotes(told.text, told.notes) : words.finished;
}

/** A link to a page that has a name, or to itself where a name has no letters. @param name HTML */
export function linkTo(href: string, name: string): string {
  return `<a href="${escaped(href)}">${name || '–'}</a>`;
}

/** A text from outside as HTML. */
export function shown(text: string): string {
  return escaped(plainLine(text));
}
