/**
 * The public interface: boards, their streams and files, and following, which needs no account: a device is identified by
 * its push endpoint, which nobody else knows. Pages of other origins cannot follow for their visitors: the browser sends a
 * preflight request first, and there is no CORS.
 */
import type { BoardDocument } from '../documents/build-board.ts';
import { type Answer, Publication } from '../http/answers/answer.ts';
import { PUBLIC_CACHE } from '../http/answers/cache-control.ts';
import type { Representation } from '../http/answers/representation.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Route } from '../http/router.ts';
import { type Board, boardNotFound, eventIdOf, type PublicRoute } from './board.ts';

export const BOARD_ROUTES: readonly PublicRoute[] = [
  ['GET', '/board/api/events/:eventId', getBoard, 'every origin'],
  ['GET', '/board/api/events/:eventId/live', getLive],
  ['GET', '/board/api/push-key', ({ pushKeyAnswer }) => pushKeyAnswer],
  ['PUT', '/board/api/follows', ({ follows }, exchange) => follows.put(exchange)],
  ['DELETE', '/board/api/follows', ({ follows }, exchange) => follows.delete(exchange)],
];

/** GET /board/api/events/{eventId} */
function getBoard(board: Board, exchange: Exchange): Answer | Promise<Answer> {
  const document = board.documents.board(eventIdOf(exchange));
  const answer = (found: BoardDocument | undefined) => publishedBoard(exchange, found);
  return document instanceof Promise ? document.then(answer) : answer(document);
}

/** GET /board/api/events/{eventId}/live */
async function getLive(board: Board, exchange: Exchange): Promise<Answer> {
  const eventId = eventIdOf(exchange);
  const document = await board.documents.board(eventId);
  return document ? board.live.open(exchange, eventId, document.revision) : boardNotFound();
}

/** The files that pages load, each under its own name and under no other. */
export function assetRoutes({ pages }: Board): Route[] {
  return Array.from(pages.assets, ([name, publication]) => ({
    method: 'GET',
    path: `/${name}`,
    handle: () => publication,
  }));
}

function publishedBoard(exchange: Exchange, document: BoardDocument | undefined): Answer {
  if (!document) return boardNotFound();
  exchange.isUnindexed = !document.isIndexed;
  return published(document.representation);
}

function published(representation: Representation): Publication {
  let publication = publications.get(representation);
  if (!publication) {
    publication = new Publication(representation, 'application/json', CACHE_HEADERS);
    publications.set(representation, publication);
  }
  return publication;
}

const CACHE_HEADERS = ['cache-control', PUBLIC_CACHE];
const publications = new WeakMap<Representation, Publication>();
