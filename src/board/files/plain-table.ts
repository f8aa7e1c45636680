/**
 * Running order and results as plain text, for readers without script and for search engines. A page of its own: inside
 * the page of the board it would add half to what a phone has to load before it can show the next race.
 */
import { mapInSlices } from '../../concurrency/slices.ts';
import type { BoardLane, BoardRace } from '../../contract/board.ts';
import type { BoardDocument } from '../../documents/build-board.ts';
import { DEFAULT_ZONE, formatOfZone, venueDay } from '../../domain/day/race-day.ts';
import { sourceNumbers } from '../../domain/progression/lane-source.ts';
import { raceTimeWriter, type TimeWriter } from '../../domain/results/race-times.ts';
import {
  byStanding,
  hasResults,
  isOver,
  isScored,
  withoutEarlyPlaces,
} from '../../domain/results/standings.ts';
import { plainLine } from '../../domain/text/plain-line.ts';
import { escaped, PAGE_POLICY, plainPage, titleTag } from '../../http/answers/page-layout.ts';
import type { Publication } from '../../http/answers/publication.ts';
import { basePath, HTML, pageFields } from '../../http/answers/template.ts';
import { raceTitle } from '../../notify/messages/message.ts';
import type { Language } from '../../words/languages.ts';
import { messageWords, pageWords, sharedWords } from '../../words/words.ts';
import type { Board } from '../board.ts';
import { type Reader, varyFields } from '../language.ts';
import { made } from '../pages/page-cache.ts';
import { addressLinks, NO_INDEX } from '../pages/page-head.ts';
import { aboutLinks, keyOfEvent, PUBLIC_CACHE } from '../pages/pages.ts';
import { eventPreview, ofTrial, organiserLine, raceNotes } from '../pages/preview.ts';

const timeOf = formatOfZone({ timeStyle: 'short' }, 'en-GB');

/** The page, in all its encodings. */
export function plainTable(
  { pages, settings }: Board,
  document: BoardDocument,
  reader: Reader,
): Publication | Promise<Publication> {
  const { representation } = document;
  return pages.cache.get(`plain ${keyOfEvent(document)} ${reader.key}`, representation, async () =>
    made(
      await pageOf(document, settings.publicUrl, reader),
      [HTML, ...pageFields(PUBLIC_CACHE, PAGE_POLICY), ...varyFields(reader)],
      'low',
    ),
  );
}

async function pageOf(document: BoardDocument, publicUrl: string, reader: Reader): Promise<string> {
  const { event, isTrial, isIndexed, organiser, notices } = document;
  const { language } = reader;
  const preview = eventPreview(event, language);
  const { title, description } = isTrial ? ofTrial(preview, language) : preview;
  const home = basePath(publicUrl);
  const board = `${home}events/${event.id}`;
  const byId = new Map(document.inOrder.map((race) => [race.id, race]));
  const place = { board, timezone: event.timezone, language, races: byId };
  let lastDay = '';
  const sections = await mapInSlices(document.inOrder, (race) => {
    const day = venueDay(Date.parse(race.scheduledAt), event.timezone);
    const section = raceSection(race, place);
    if (day === lastDay) return section;
    lastDay = day;
    return `<h2>${escaped(dayName(day, language))}</h2>\n${section}`;
  });
  return plainPage({
    language,
    head: [
      titleTag(title),
      `<meta name="description" content="${escaped(description)}">`,
      ...addressLinks(`${publicUrl}/events/${event.id}/plain`, reader, isIndexed),
      ...(isIndexed ? [] : [NO_INDEX]),
    ].join('\n'),
    home,
    body: [
      `<h1>${escaped(title)}</h1>`,
      `<p>${escaped(description)}</p>`,
      `<p>${escaped(organiserLine(organiser, language))}</p>`,
      ...(event.status === 'announced' ? notices.map(({ text }) => `<p>${shown(text)}</p>`) : []),
      `<p><a href="${escaped(board)}">${escaped(pageWords(language).toBoard(title))}</a></p>`,
      ...sections,
    ].join('\n'),
    footer: aboutLinks(home, language),
  });
}

function dayName(day: string, language: Language): string {
  const format = new Intl.DateTimeFormat(messageWords(language).locale, {
    ...{ timeZone: 'UTC', dateStyle: 'full' },
  });
  return format.format(Date.parse(`${day}T12:00:00Z`));
}

interface Place {
  /** The address of the board. */
  board: string;
  timezone: string | null;
  language: Language;
  /** All of the event, by id. */
  races: ReadonlyMap<number, BoardRace>;
}

function raceSection(race: BoardRace, place: Place): string {
  const { board, timezone, language } = place;
  const words = messageWords(language);
  const at = timeOf(timezone ?? DEFAULT_ZONE).format(Date.parse(race.estimatedAt));
  const href = escaped(`${board}/races/${race.raceNumber}`);
  const heading = `<h3>${at} <a href="${href}">${escaped(raceTitle(race, words))}</a></h3>`;
  const said = [
    ...raceNotes(race, language),
    ...(race.results === 'hidden' ? [pageWords(language).hidden] : []),
    ...(race.notes ? [race.notes] : []),
    ...(hasResults(race.lanes) && !isOver(race)
      ? [pageWords(language).inSoFar(race.scored, race.entered)]
      : []),
  ].map((text) => `<p>${shown(text)}</p>`);
  return [heading, ...said, ...laneTable(race, place)].join('\n');
}

function laneTable(race: BoardRace, { language, races }: Place): string[] {
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
    const crew = shown(occupant(lane));
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
  return [`<table>${rows.join('\n')}</table>`];
}

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

/** A text from outside as HTML. */
function shown(text: string): string {
  return escaped(plainLine(text));
}
