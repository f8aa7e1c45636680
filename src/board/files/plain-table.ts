/**
 * Running order and results as plain text, for readers without script and for search engines. A page of its own: inside
 * the page of the board it would add half to what a phone has to load before it can show the next race.
 */
import { mapInSlices } from '../../concurrency/slices.ts';
import type { BoardRace } from '../../contract/board.ts';
import type { BoardDocument } from '../../documents/build-board.ts';
import { venueDay } from '../../domain/day/race-day.ts';
import type { Publication } from '../../http/answers/answer.ts';
import {
  escaped,
  NO_INDEX,
  PAGE_POLICY,
  plainPage,
  titleTag,
} from '../../http/answers/page-layout.ts';
import { basePath, HTML, pageFields } from '../../http/answers/template.ts';
import type { BoardNow } from '../../renderings/board-now.ts';
import { eventPreview, ofTrial, organiserLine } from '../../renderings/preview.ts';
import { dayName, raceSection, shown } from '../../renderings/race-section.ts';
import { pageWords } from '../../words/words.ts';
import type { Board } from '../board.ts';
import { type Reader, varyFields } from '../language.ts';
import { made } from '../pages/page-cache.ts';
import { addressLinks } from '../pages/page-head.ts';
import { keyOfEvent, PUBLIC_CACHE } from '../pages/pages.ts';
import { aboutLinks } from '../pages/without-script.ts';

/** The page, in all its encodings. @param byCategory whether races with categories have a list for each */
export function plainTable(
  { pages, settings }: Board,
  document: BoardNow<BoardDocument>,
  reader: Reader,
  byCategory: boolean,
): Publication | Promise<Publication> {
  const { representation } = document;
  const key = `plain ${keyOfEvent(document)} ${reader.key}${byCategory ? ' by category' : ''}`;
  return pages.cache.get(key, representation, async () =>
    made(
      await pageOf(document, settings.publicUrl, reader, byCategory),
      [HTML, ...pageFields(PUBLIC_CACHE, PAGE_POLICY), ...varyFields(reader)],
      'low',
    ),
  );
}

async function pageOf(
  document: BoardNow<BoardDocument>,
  publicUrl: string,
  reader: Reader,
  byCategory: boolean,
): Promise<string> {
  const { now, event, isTrial, isIndexed, organiser, look, notices } = document;
  const { language } = reader;
  const preview = eventPreview(event, language);
  const { title, description } = isTrial ? ofTrial(preview, language) : preview;
  const home = basePath(publicUrl);
  const board = `${home}events/${event.id}`;
  const byId = new Map(document.inOrder.map((race) => [race.id, race]));
  const place = {
    ...{ timezone: event.timezone, language, races: byId, now },
    tables: byCategory ? ('categories' as const) : ('overall' as const),
    raceHref: ({ raceNumber }: BoardRace) => `${board}/races/${raceNumber}`,
  };
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
      ...(look?.sponsor ? [`<p>${shown(look.sponsor)}</p>`] : []),
      ...(look?.links ?? []).map(
        ({ label, url }) => `<p><a href="${escaped(url)}">${shown(label)}</a></p>`,
      ),
      ...(event.status === 'announced' ? notices.map(({ text }) => `<p>${shown(text)}</p>`) : []),
      `<p><a href="${escaped(board)}">${escaped(pageWords(language).toBoard(title))}</a></p>`,
      ...sections,
    ].join('\n'),
    footer: aboutLinks(home, language),
  });
}
