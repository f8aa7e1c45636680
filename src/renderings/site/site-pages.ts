/** The pages of an exported site in one language: the running order, each race, each crew, and sheets to print. */
import type { BoardCrew, BoardLane, BoardRace } from '../../contract/board.ts';
import { venueDay } from '../../domain/day/venue-day.ts';
import { hasResults } from '../../domain/results/standings.ts';
import { plainLine } from '../../domain/text/plain-line.ts';
import { escaped } from '../../http/answers/page-layout.ts';
import { raceTitle } from '../../notify/messages/message.ts';
import type { Language } from '../../words/languages.ts';
import { throughTexts } from '../../words/through-texts.ts';
import {
  calendarWords,
  messageWords,
  pageWords,
  sharedWords,
  siteWords,
} from '../../words/words.ts';
import {
  delayLine,
  entryStart,
  plannedLine,
  positionLine,
  resultLine,
  waysInto,
} from '../calendar.ts';
import {
  crewPreview,
  drawLine,
  eventPreview,
  ofTrial,
  type Preview,
  racePreview,
  raceState,
  startOf,
} from '../preview.ts';
import {
  dayName,
  linkTo,
  type Place,
  raceContent,
  raceRemarks,
  raceSection,
  shown,
  speechOf,
  timeOf,
} from '../race-section.ts';
import { asOfLine, linkList, pathToTop, type Site, sitePage } from './site-frame.ts';

/** The names of the files to print: all races, those without results, and those with results. */
export const SHEETS = ['print', 'print-start-lists', 'print-results'] as const;
type Sheet = (typeof SHEETS)[number];

function sheetTitles(language: Language): Record<Sheet, string> {
  const { all, startLists, results } = siteWords(language);
  return { print: all, 'print-start-lists': startLists, 'print-results': results };
}

const INDEX = 'index.html';

export const racePath = ({ raceNumber }: Pick<BoardRace, 'raceNumber'>) =>
  `races/${raceNumber}.html`;
export const crewPath = (crewId: number) => `crews/${crewId}.html`;

/** The first page: when and where the event is, notices, the running order with short results, crews, files. */
export function indexPage(site: Site): string {
  const { facts, language } = site;
  const { event, notices, crews } = facts;
  const words = siteWords(language);
  const preview = ofSite(site, eventPreview(event, language));
  const titles = sheetTitles(language);
  const files = {
    'results.csv': words.table,
    'event.ics': words.calendar,
    'event.json': words.data,
  };
  const links = (of: object) =>
    Object.entries(of).map(([href, text]) => linkTo(href, escaped(text)));
  const sheets = Object.fromEntries(SHEETS.map((name) => [`${name}.html`, titles[name]]));
  return sitePage(site, {
    path: INDEX,
    ...preview,
    body: [
      `<h1>${escaped(preview.title)}</h1>`,
      `<p>${escaped(preview.description)}</p>`,
      ...(notices.length > 0 ? [`<h2>${escaped(words.notices)}</h2>`, noticeList(site)] : []),
      ...daysOf(facts.inOrder, event.timezone).map((day) => dayList(site, day)),
      ...(facts.inOrder.length === 0 && event.status === 'published'
        ? [`<p>${escaped(words.noRaces)}</p>`]
        : []),
      ...(crews.length > 0 ? [`<h2>${escaped(words.crews)}</h2>`, crewList(crews)] : []),
      `<h2>${escaped(words.toPrint)}</h2>`,
      linkList(words.toPrint, links(sheets)),
      `<h2>${escaped(words.files)}</h2>`,
      linkList(words.files, links(files)),
    ],
  });
}

/** The page of a race: its start, its lanes, its results. @param index its index in the running order */
export function racePage(site: Site, index: number): string {
  const { facts, language } = site;
  const race = facts.inOrder[index] as BoardRace;
  const words = siteWords(language);
  const path = racePath(race);
  const preview = ofSite(site, racePreview(race, facts.event, language));
  const beside = [
    [words.previous, facts.inOrder[index - 1]],
    [words.next, facts.inOrder[index + 1]],
  ] as const;
  const ways = beside.flatMap(([text, other]) =>
    other
      ? [linkTo(pathToTop(path) + racePath(other), `${escaped(text)}: ${titleOf(site, other)}`)]
      : [],
  );
  const { distanceMeters } = race;
  const lines = [
    plannedLine(race, facts.event.timezone, language),
    ...delayLine(race, calendarWords(language)),
    ...(distanceMeters === null ? [] : [`${distanceMeters} m`]),
  ];
  return sitePage(site, {
    path,
    ...preview,
    body: [
      `<h1>${titleOf(site, race)}</h1>`,
      ...lines.map((line) => `<p>${shown(line)}</p>`),
      ...raceContent(race, placeOf(site, path)),
      ...(ways.length > 0 ? [linkList(words.runningOrder, ways)] : []),
    ],
  });
}

/** The page of a crew: its races, also those it may come into. @param races the only ones that can be, in running order */
export function crewPage(site: Site, crew: BoardCrew, races: readonly BoardRace[]): string {
  const { facts, language } = site;
  const words = siteWords(language);
  const items = races.flatMap((race) => crewItem(site, crew, race));
  const preview = crewPreview(crew, { races, event: facts.event }, language);
  const name = bidi(crew.name) || '–';
  return sitePage(site, {
    path: crewPath(crew.id),
    title: plainLine(crew.name) || '–',
    description: ofSite(site, preview).description,
    body: [
      `<h1>${name}</h1>`,
      ...(crew.club
        ? [`<p>${escaped(pageWords(language).columns.club)}: ${bidi(crew.club)}</p>`]
        : []),
      ...(items.length === 0 ? [`<p>${escaped(words.noRacesOfCrew)}</p>`] : [raceList(items)]),
    ],
  });
}

/** A page of sheets to print; each day begins on a new sheet. */
export function printPage(site: Site, sheet: Sheet): string {
  const { facts, language } = site;
  const title = sheetTitles(language)[sheet];
  const path = `${sheet}.html`;
  const place = { ...placeOf(site, path), tables: 'categories' as const };
  const days = daysOf(
    facts.inOrder.filter((race) => belongs(race, sheet)),
    facts.event.timezone,
  );
  const sections = days.flatMap(({ day, races }) => [
    `<section class="day">\n<h2>${escaped(dayName(day, language))}</h2>`,
    ...races.map((race) => `<section class="race">\n${raceSection(race, place)}\n</section>`),
    '</section>',
  ]);
  const preview = ofSite(site, eventPreview(facts.event, language));
  return sitePage(site, {
    path,
    title,
    description: preview.description,
    body: [
      `<h1>${escaped(preview.title)}</h1>`,
      `<p>${escaped(title)} · ${escaped(asOfLine(site))}</p>`,
      ...(days.length === 0 ? [`<p>${escaped(siteWords(language).noRaces)}</p>`] : sections),
    ],
  });
}

/** As on the board: races without results, cancelled ones included, are on the start lists. */
function belongs({ lanes }: BoardRace, sheet: Sheet): boolean {
  return sheet === 'print' || hasResults(lanes) === (sheet === 'print-results');
}

/** The links from a page to those of races and crews, and how the page lists entries. */
function placeOf(site: Site, path: string): Place {
  const { facts, language, races } = site;
  const words = siteWords(language);
  const top = pathToTop(path);
  return {
    ...{ timezone: facts.event.timezone, language, races },
    tables: 'both',
    raceHref: (race) => top + racePath(race),
    crewHref: (crewId) => top + crewPath(crewId),
    caption: ({ lanes }) => (hasResults(lanes) ? words.results : words.startList),
  };
}

function ofSite({ facts, language }: Site, preview: Preview): Preview {
  return facts.isTrial ? ofTrial(preview, language) : preview;
}

function titleOf({ language }: Site, race: BoardRace): string {
  return escaped(raceTitle(race, messageWords(language)));
}

interface Day {
  /** YYYY-MM-DD, at the venue. */
  day: string;
  races: BoardRace[];
}

/** @param races in running order */
function daysOf(races: readonly BoardRace[], timezone: string): Day[] {
  const days: Day[] = [];
  for (const race of races) {
    const day = venueDay(Date.parse(race.scheduledAt), timezone);
    const last = days.at(-1);
    if (last?.day === day) last.races.push(race);
    else days.push({ day, races: [race] });
  }
  return days;
}

function dayList(site: Site, { day, races }: Day): string {
  const { facts, language } = site;
  const items = races.map((race) => {
    const at = timeOf(facts.event.timezone).format(Date.parse(race.estimatedAt));
    const link = linkTo(racePath(race), titleOf(site, race));
    return raceItem(`${at}: ${link}`, outcomeOf(site, race));
  });
  return `<h2>${escaped(dayName(day, language))}</h2>\n${raceList(items)}`;
}

/** @param heading HTML */
function raceItem(heading: string, said: string): string {
  return `<li><p>${heading}</p>\n<p>${escaped(said)}</p></li>`;
}

function raceList(items: readonly string[]): string {
  return `<ul class="races">${items.join('\n')}</ul>`;
}

/** A race in one line: its results or its state, else who is drawn. */
function outcomeOf({ facts, language }: Site, race: BoardRace): string {
  const isTold = hasResults(race.lanes) || race.state !== 'planned';
  const said = isTold ? raceState(race, facts.event, language) : drawLine(race, language);
  const hidden = race.results === 'hidden' ? pageWords(language).hidden : '';
  return [said, hidden].filter((part) => part !== '').join(' · ');
}

function noticeList({ facts: { event, notices }, language }: Site): string {
  const items = notices.map(({ text, postedAt }) => {
    const at = startOf({ estimatedAt: postedAt }, event, language);
    return `<li>${escaped(at)}: ${shown(text)}</li>`;
  });
  return `<ul>${items.join('\n')}</ul>`;
}

function crewList(crews: readonly BoardCrew[]): string {
  const items = crews.map(({ id, name }) => `<li>${linkTo(crewPath(id), bidi(name))}</li>`);
  return `<ul class="crews">${items.join('\n')}</ul>`;
}

/** A name as HTML, isolated so that one written from right to left does not reorder the text beside it. */
function bidi(name: string): string {
  const text = shown(name);
  return text === '' ? '' : `<bdi>${text}</bdi>`;
}

/** A race on the page of a crew; none where the crew neither rows in it nor may come into it. */
function crewItem(site: Site, crew: BoardCrew, race: BoardRace): string[] {
  const { facts, language, races } = site;
  const { timezone } = facts.event;
  const own = site.own.get(crew.id) ?? new Map<number, BoardLane>();
  const lane = own.get(race.id);
  const ways = lane ? [] : waysInto(race, { races, own }, language);
  if (!lane && ways.length === 0) return [];
  const words = calendarWords(language);
  const way = ways.length > 0 ? ` (${ways.join(words.or)})` : '';
  const said = [
    ...(lane ? [positionLine(race, lane, timezone, language)] : []),
    ...(lane?.withdrawn ? [sharedWords(language).withdrawn] : []),
    ...delayLine(race, words),
    ...(lane ? resultLine(lane, race, language) : []),
    ...(lane ? throughTexts(race, lane, speechOf(race, { races, timezone, language })) : []),
    ...raceRemarks(race, language),
  ];
  const start = { estimatedAt: entryStart(race, lane) };
  const at = escaped(startOf(start, facts.event, language));
  const link = linkTo(`../${racePath(race)}`, titleOf(site, race));
  return [raceItem(`${at}: ${link}${escaped(way)}`, plainLine(said.join(' · ')))];
}
