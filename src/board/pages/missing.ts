/**
 * Answers for what does not exist: a person who follows a link gets a page in their language that says so and has
 * links to others; a program gets a problem document (board, "Pages").
 */
import type { BoardDocument } from '../../documents/build-board.ts';
import { Refusal } from '../../domain/refusal.ts';
import { plainLine } from '../../domain/text/plain-line.ts';
import type { Answer, Publication } from '../../http/answers/answer.ts';
import { NO_STORE } from '../../http/answers/cache-control.ts';
import { prefersHtml } from '../../http/answers/negotiation.ts';
import {
  escaped,
  NO_INDEX,
  PAGE_POLICY,
  plainPage,
  titleTag,
} from '../../http/answers/page-layout.ts';
import { basePath, HTML, pageFields } from '../../http/answers/template.ts';
import type { Exchange } from '../../http/exchange.ts';
import { type PageWords, pageWords } from '../../words/words.ts';
import { type Board, boardNotFound } from '../board.ts';
import { type Reader, readerOf, varyFields } from '../language.ts';
import { publishedText } from './page-cache.ts';
import { aboutLinks } from './page-frame.ts';

/** Addresses of interfaces: problem documents answer these, whatever `Accept` says. */
const INTERFACES = /^(?:https?:\/\/[^/?#]*)?\/(?:v1|board\/api|console\/api)(?:[/?#]|$)/i;

/** The page for an address without a route; `undefined` where a problem document is the answer. */
export function missingPage(board: Board, exchange: Exchange): Answer | undefined {
  const { method, request } = exchange;
  const isRead = method === 'GET' || method === 'HEAD';
  if (!isRead || !wantsPage(exchange) || INTERFACES.test(request.url ?? '')) return undefined;
  const reader = readerOf(exchange);
  const { noSuchPage, noSuchPageMore, toRegattas } = pageWords(reader.language);
  return notFoundPage(board, reader, {
    ...{ title: noSuchPage, more: noSuchPageMore },
    ways: [['', toRegattas]],
  });
}

/** The answer for a list that has no such page. */
export function missingList(board: Board, exchange: Exchange): Answer {
  const page = missingPage(board, exchange);
  return page ?? new Refusal('route_not_found', 'There is no such list of regattas.');
}

/** The answer for an event that the public cannot see. */
export function missingEvent(board: Board, exchange: Exchange): Answer {
  if (!wantsPage(exchange)) return boardNotFound();
  return board.pages.unknown(readerOf(exchange));
}

/** The answer for a race or a crew that is not on a board. */
export function missingOnBoard(
  board: Board,
  exchange: Exchange,
  { event }: BoardDocument,
  what: 'Race' | 'Crew',
): Answer {
  if (!wantsPage(exchange)) return boardNotFound();
  const reader = readerOf(exchange);
  const words: PageWords = pageWords(reader.language);
  return notFoundPage(board, reader, {
    title: words[`noSuch${what}`],
    more: words[`noSuch${what}More`],
    ways: [
      [`events/${event.id}`, words.toBoard(plainLine(event.name))],
      ['', words.toRegattas],
    ],
  });
}

function wantsPage({ request }: Exchange): boolean {
  return prefersHtml(request.headers.accept);
}

/** A page with 404. @param said.ways links: addresses relative to the start page, with their texts */
function notFoundPage(
  { settings }: Board,
  reader: Reader,
  said: { title: string; more: string; ways: readonly (readonly [path: string, words: string])[] },
): Publication {
  const home = basePath(settings.publicUrl);
  const links = said.ways.map(
    ([path, words]) => `<p><a href="${escaped(home + path)}">${escaped(words)}</a></p>`,
  );
  const html = plainPage({
    language: reader.language,
    head: `${titleTag(said.title)}\n${NO_INDEX}`,
    home,
    body: `<h1>${escaped(said.title)}</h1>\n<p>${escaped(said.more)}</p>\n${links.join('\n')}`,
    footer: aboutLinks(home, reader.language),
  });
  const fields = [HTML, ...pageFields(NO_STORE, PAGE_POLICY), ...varyFields(reader, 'Accept')];
  return publishedText(html, fields, 'low', 404).value;
}
