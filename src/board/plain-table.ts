/**
 * Running order and results as plain text, for readers without script and for search engines. A page of its own: inside
 * the page of the board it would add half to what a phone has to load before it can show the next race.
 */
import type { BoardLane, BoardRace } from '../contract/board.ts';
import { formatFinishTime } from '../domain/finish-time.ts';
import { DEFAULT_ZONE, formatOfZone, venueDay } from '../domain/race-day.ts';
import { plainLine } from '../domain/plain-line.ts';
import { byStanding, isScored, withoutEarlyPlaces } from '../domain/standings.ts';
import { type BoardDocument, racesInOrder } from '../documents/build-board.ts';
import { escaped, PAGE_POLICY, plainPage, titleTag } from '../http/page-layout.ts';
import type { Publication } from '../http/publication.ts';
import { basePath, HTML, pageFields } from '../http/template.ts';
import { raceTitle } from '../notify/message.ts';
import { wordsFor } from '../notify/words/languages.ts';
import type { Board } from './board.ts';
import type { PageLanguage } from './language.ts';
import { made } from './page-cache.ts';
import { NO_INDEX } from './page-head.ts';
import { pageWords } from './page-words.ts';
import { ASK_FIRST, BY_LANGUAGE } from './pages.ts';
import { eventPreview } from './preview.ts';

const timeOf = formatOfZone({ timeStyle: 'short' }, 'en-GB');

/** The page, in all its encodings. */
export function plainTable(
  { pages, settings }: Board,
  document: BoardDocument,
  language: PageLanguage,
): Publication {
  const { event, representation } = document;
  return pages.cache.get(`plain ${event.id} ${language}`, representation, () =>
    made(
      pageOf(document, settings.publicUrl, language),
      [HTML, ...pageFields(ASK_FIRST, PAGE_POLICY), ...BY_LANGUAGE],
      'low',
    ),
  );
}

function pageOf(document: BoardDocument, publicUrl: string, language: PageLanguage): string {
  const { event, isTrial } = document;
  const { title, description } = eventPreview(event, language);
  const home = basePath(publicUrl);
  const board = `${home}events/${event.id}`;
  const races = racesInOrder(document);
  const sections = Map.groupBy(races, ({ scheduledAt }) =>
    venueDay(Date.parse(scheduledAt), event.timezone),
  );
  const days = Array.from(
    sections,
    ([day, ofDay]) =>
      `<h2>${escaped(dayName(day, language))}</h2>\n${ofDay
        .map((race) => raceSection(race, { board, timezone: event.timezone, language }))
        .join('\n')}`,
  );
  return plainPage({
    language,
    head: [
      titleTag(title),
      `<meta name="description" content="${escaped(description)}">`,
      `<link rel="canonical" href="${escaped(`${publicUrl}/events/${event.id}/plain`)}">`,
      ...(isTrial ? [NO_INDEX] : []),
    ].join('\n'),
    home,
    body: [
      `<h1>${escaped(title)}</h1>`,
      `<p>${escaped(description)}</p>`,
      `<p><a href="${escaped(board)}">${escaped(pageWords(language).toBoard(title))}</a></p>`,
      ...days,
    ].join('\n'),
  });
}

function dayName(day: string, language: PageLanguage): string {
  const format = new Intl.DateTimeFormat(wordsFor(language).locale, {
    ...{ timeZone: 'UTC', dateStyle: 'full' },
  });
  return format.format(Date.parse(`${day}T12:00:00Z`));
}

interface Place {
  /** The address of the board. */
  board: string;
  timezone: string | null;
  language: PageLanguage;
}

function raceSection(race: BoardRace, { board, timezone, language }: Place): string {
  const words = wordsFor(language);
  const at = timeOf(timezone ?? DEFAULT_ZONE).format(Date.parse(race.estimatedAt));
  const href = escaped(`${board}/races/${race.raceNumber}`);
  const heading = `<h3>${at} <a href="${href}">${escaped(raceTitle(race, words))}</a></h3>`;
  const said = [
    ...(race.state === 'planned'
      ? []
      : [[words[race.state], race.reason].filter(Boolean).join(' ')]),
    ...(race.results === 'hidden' ? [pageWords(language).hidden] : []),
    ...(race.notes ? [race.notes] : []),
  ].map((text) => `<p>${shown(text)}</p>`);
  return [heading, ...said, ...laneTable(race, language)].join('\n');
}

function laneTable(race: BoardRace, language: PageLanguage): string[] {
  const lanes = withoutEarlyPlaces(race).lanes.filter(
    ({ crewName, status }) => crewName !== null || status !== 'assigned',
  );
  if (lanes.length === 0) return [];
  const { columns } = pageWords(language);
  const head = (...names: string[]) =>
    `<tr>${names.map((name) => `<th scope="col">${escaped(name)}</th>`).join('')}</tr>`;
  const row = (...cells: string[]) =>
    `<tr>${cells.map((cell) => `<td>${shown(cell)}</td>`).join('')}</tr>`;
  const rows = isScored(lanes)
    ? [
        head(columns.place, columns.crew, columns.result),
        ...[...lanes]
          .sort(byStanding)
          .map((lane) =>
            row(
              String(lane.finishPlace ?? ''),
              lane.crewName ?? lane.positionLabel,
              resultOf(lane, language),
            ),
          ),
      ]
    : [
        head(columns.lane, columns.crew),
        ...lanes.map(({ positionLabel, crewName }) => row(positionLabel, crewName ?? '')),
      ];
  return [`<table>${rows.join('\n')}</table>`];
}

function resultOf(
  { status, finishTimeMillis, penaltyMillis }: BoardLane,
  language: PageLanguage,
): string {
  const words = wordsFor(language);
  if (status === 'assigned') return '';
  if (status !== 'finished') return words.unplaced[status].long;
  if (finishTimeMillis === null) return words.finished;
  const time = formatFinishTime(finishTimeMillis + (penaltyMillis ?? 0), words.decimalMark);
  const seconds = String((penaltyMillis ?? 0) / 1000).replace('.', words.decimalMark);
  return penaltyMillis ? `${time} (${words.penalty(seconds)})` : time;
}

/** A text from outside as HTML. */
function shown(text: string): string {
  return escaped(plainLine(text));
}
