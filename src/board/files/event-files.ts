/** Files about an event that other programs take: results as a table and as a feed, and what a phone installs. */
import { mapInSlices } from '../../concurrency/slices.ts';
import type { BoardCrew, BoardLane, BoardRace } from '../../contract/board.ts';
import type { BoardDocument } from '../../documents/build-board.ts';
import { formatOfZone, venueDay } from '../../domain/day/race-day.ts';
import { type DecimalMark, formatThousandths } from '../../domain/results/finish-time.ts';
import {
  byStanding,
  hasResults,
  isOver,
  totalMillis,
  withoutEarlyPlaces,
} from '../../domain/results/standings.ts';
import { csvOf, linesOf, type TableCell } from '../../domain/text/csv.ts';
import { plainLine } from '../../domain/text/plain-line.ts';
import type { Answer } from '../../http/answers/answer.ts';
import { basePath } from '../../http/answers/template.ts';
import type { Exchange } from '../../http/exchange.ts';
import { shortText } from '../../notify/messages/short-text.ts';
import type { Language } from '../../words/languages.ts';
import { messageWords, pageWords, sharedWords } from '../../words/words.ts';
import type { Board, PublicRoute } from '../board.ts';
import { askedLanguage, queryOf, readerOf, varyFields } from '../language.ts';
import { ofEvent } from '../pages/event-pages.ts';
import { made } from '../pages/page-cache.ts';
import { PUBLIC_CACHE } from '../pages/pages.ts';
import { raceNotes } from '../pages/preview.ts';
import { domainOf, eventCalendarAnswer } from './calendar.ts';
import { resultsFeed } from './results-feed.ts';

export const EVENT_FILES: readonly PublicRoute[] = [
  ['GET', '/events/:eventId/manifest.webmanifest', getManifest],
  ['GET', '/events/:eventId/results.csv', getResultsCsv, 'every origin'],
  ['GET', '/events/:eventId/results.atom', getResultsFeed, 'every origin'],
  ['GET', '/events/:eventId/event.ics', getEventCalendar, 'every origin'],
];

/** Under the picture on a home screen there is room for a dozen characters; a phone cuts the rest. */
const MAX_SHORT_NAME = 30;
/** What an installed page starts with, such as whom its owner follows; the page reads it. */
const CARRIED = /^[\w.~,-]{1,1000}$/;

/** GET /events/{eventId}/results.csv: for spreadsheets in the language of `?lang=`, else for programs. */
function getResultsCsv(board: Board, exchange: Exchange): Promise<Answer> {
  const language = askedLanguage(exchange);
  return ofEvent(board, exchange, (document) => {
    const { event, crews, isTrial, representation } = document;
    const results = { races: document.inOrder, crews, timezone: event.timezone, isTrial };
    return board.pages.cache.get(`csv ${event.id} ${language ?? ''}`, representation, async () =>
      made(await resultsCsv(results, language), [
        ...['text/csv; charset=utf-8', 'cache-control', PUBLIC_CACHE],
        ...['content-disposition', `attachment; filename="results-${event.id}.csv"`],
      ]),
    );
  });
}

/** GET /events/{eventId}/results.atom: in English unless `?lang=` says otherwise. */
function getResultsFeed(board: Board, exchange: Exchange): Promise<Answer> {
  const language = askedLanguage(exchange) ?? 'en';
  const { publicUrl } = board.settings;
  return ofEvent(board, exchange, (document) => {
    const { event, isTrial, notices, representation, updatedAt } = document;
    return board.pages.cache.get(`atom ${event.id} ${language}`, representation, () => {
      const races = document.inOrder;
      const shown = { event, isTrial, races, notices, updatedAt };
      const feed = { ...shown, publicUrl, domain: domainOf(board) };
      const type = 'application/atom+xml; charset=utf-8';
      return made(resultsFeed(feed, language), [type, 'cache-control', PUBLIC_CACHE]);
    });
  });
}

/** GET /events/{eventId}/event.ics: the days of the event, in the reader's language. */
function getEventCalendar(board: Board, exchange: Exchange): Promise<Answer> {
  const reader = readerOf(exchange);
  return ofEvent(board, exchange, (document) => eventCalendarAnswer(board, document, reader));
}

/** GET /events/{eventId}/manifest.webmanifest; `?follow=` is carried over to the address that the page starts at. */
function getManifest(board: Board, exchange: Exchange): Promise<Answer> {
  const reader = readerOf(exchange);
  const { language } = reader;
  const follow = queryOf(exchange.request.url).get('follow') ?? '';
  const carried = CARRIED.test(follow) ? `?follow=${follow}` : '';
  return ofEvent(board, exchange, (document) => {
    const { event, representation } = document;
    const make = () =>
      made(JSON.stringify(manifestOf(event, board.settings.publicUrl, { language, carried })), [
        ...['application/manifest+json', 'cache-control', PUBLIC_CACHE],
        ...varyFields(reader),
      ]);
    // There are as many of those as there are readers.
    if (carried !== '') return make().value;
    return board.pages.cache.get(`manifest ${event.id} ${reader.key}`, representation, make);
  });
}

/**
 * A web application manifest; its addresses are relative to its own, `id` aside, which knows no path. Its scope is a
 * beginning of paths, so that of event 5 covers event 50 as well: `5/` would leave out the board itself, which has no slash.
 */
function manifestOf(
  event: BoardDocument['event'],
  publicUrl: string,
  { language, carried }: { language: Language; carried: string },
): object {
  const icon = (src: string, sizes: string, type: string, purpose?: string) => ({
    ...{ src: `../../${src}`, sizes, type },
    ...(purpose && { purpose }),
  });
  return {
    name: plainLine(event.name),
    short_name: shortText(event.name, MAX_SHORT_NAME),
    description: pageWords(language).service,
    lang: language,
    id: `${basePath(publicUrl)}events/${event.id}`,
    start_url: `../${event.id}${carried}`,
    scope: `../${event.id}`,
    display: 'standalone',
    background_color: '#ffffff',
    theme_color: '#ffffff',
    icons: [
      icon('icon.svg', 'any', 'image/svg+xml'),
      icon('icon-192.png', '192x192', 'image/png'),
      icon('icon-512.png', '512x512', 'image/png'),
      icon('icon-maskable-512.png', '512x512', 'image/png', 'maskable'),
    ],
  };
}

/**
 * The results of a regatta as a table (RFC 4180): one row a lane of each race that has any. Programs get the words of the
 * interface, spreadsheets those of a language, with the marks that they expect there. Times have three decimals throughout.
 */
const timeOf = formatOfZone({ timeStyle: 'short' }, 'en-GB');
const COLUMNS = [
  ...(['race', 'title', 'day', 'start', 'place', 'lane', 'crew', 'club'] as const),
  ...(['status', 'time', 'penalty', 'total', 'behind'] as const),
  ...(['round', 'boatClass', 'division', 'note'] as const),
];

interface Results {
  /** As the public may see them, in running order. */
  races: readonly BoardRace[];
  crews: readonly BoardCrew[];
  timezone: string;
  isTrial: boolean;
}

/** How the table writes what depends on its reader. */
interface Writing {
  decimalMark: DecimalMark;
  status(status: BoardLane['status']): string;
  /** In place of the status. */
  withdrawn: string;
}

/**
 * The text of the table.
 *
 * @param language of headings and statuses, for spreadsheets: German and French ones expect `;` between cells, because
 *   commas stand in numbers; `undefined`: for programs, with English headings and the statuses of the interface
 */
async function resultsCsv(
  { races, crews, timezone, isTrial }: Results,
  language: Language | undefined,
): Promise<string> {
  const { columns, trial } = pageWords(language ?? 'en');
  const notesOf = (race: BoardRace) =>
    [...(isTrial ? [trial] : []), ...raceNotes(race, language ?? 'en')].join(' · ');
  const writing = language ? writingOf(language) : FOR_PROGRAMS;
  const clubs = new Map(crews.map(({ id, club }) => [id, club]));
  const separator = writing.decimalMark === ',' ? ';' : ',';
  const head = csvOf({ columns: COLUMNS.map((column) => columns[column]), rows: [] }, separator);
  const scored = races.filter(({ lanes }) => hasResults(lanes));
  const lines = await mapInSlices(scored, (race) =>
    linesOf(rowsOf(race, { clubs, timezone, writing, notes: notesOf(race) }), separator),
  );
  return head + lines.join('');
}

const FOR_PROGRAMS: Writing = {
  decimalMark: '.',
  status: (status) => status,
  withdrawn: sharedWords('en').withdrawn,
};

function writingOf(language: Language): Writing {
  const { decimalMark, finished, unplaced } = messageWords(language);
  const words = { assigned: '', finished };
  return {
    decimalMark,
    status: (status) =>
      status === 'assigned' || status === 'finished' ? words[status] : unplaced[status].long,
    withdrawn: sharedWords(language).withdrawn,
  };
}

/** Without places and gaps while the field is not complete. */
function rowsOf(
  race: BoardRace,
  {
    clubs,
    timezone,
    writing: { decimalMark, status, withdrawn },
    notes,
  }: {
    clubs: ReadonlyMap<number, string | null>;
    timezone: string;
    writing: Writing;
    notes: string;
  },
): TableCell[][] {
  const start = Date.parse(race.scheduledAt);
  const text = (given: string | null) => (given === null ? null : plainLine(given));
  const facts = [
    ...[text(race.number), text(race.title)],
    ...[venueDay(start, timezone), timeOf(timezone).format(start)],
  ];
  const { lanes } = withoutEarlyPlaces(race);
  const totals = lanes.map(totalMillis).filter((total) => total !== null);
  const best = isOver(race) ? Math.min(...totals) : null;
  const seconds = (millis: number) => (millis / 1000).toFixed(3).replace('.', decimalMark);
  return [...lanes].sort(byStanding).map((lane) => {
    const { crewId, finishTimeMillis, penaltyMillis } = lane;
    const total = totalMillis(lane);
    return [
      ...facts,
      lane.finishPlace,
      text(lane.positionLabel),
      text(lane.crewName),
      crewId === null ? null : text(clubs.get(crewId) ?? null),
      lane.withdrawn ? withdrawn : status(lane.status),
      finishTimeMillis === null ? null : formatThousandths(finishTimeMillis, decimalMark),
      penaltyMillis === null ? null : seconds(penaltyMillis),
      total === null ? null : formatThousandths(total, decimalMark),
      total === null || best === null ? null : seconds(total - best),
      ...[text(race.round), text(race.boatClass), text(race.divisionLabel)],
      notes === '' ? null : notes,
    ];
  });
}
