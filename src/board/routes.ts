/** What the public can ask for. */
import type { Answer } from '../http/answer.ts';
import type { Exchange } from '../http/exchange.ts';
import { Publication } from '../http/publication.ts';
import type { Representation } from '../http/representation.ts';
import type { Route } from '../http/router.ts';
import { type Board, boardNotFound, eventIdOf } from './board.ts';
import type { BoardDocument } from './build-board.ts';

/** Whoever asks again within two seconds need not; a proxy may show what it has while it asks. */
export const BOARD_CACHE = [
  'cache-control',
  'public, max-age=2, stale-while-revalidate=30',
] as const;

/** GET /board/api/events */
export function getBoardEvents(board: Board): Answer | Promise<Answer> {
  const list = board.documents.list();
  return list instanceof Promise ? list.then(published) : published(list);
}

/** GET /board/api/events/{eventId} */
export function getBoard(board: Board, exchange: Exchange): Answer | Promise<Answer> {
  const document = board.documents.board(eventIdOf(exchange));
  return document instanceof Promise ? document.then(publishedBoard) : publishedBoard(document);
}

/** GET /board/api/events/{eventId}/live */
export async function getLive(board: Board, exchange: Exchange): Promise<Answer> {
  const eventId = eventIdOf(exchange);
  const document = await board.documents.board(eventId);
  return document ? board.live.open(exchange, eventId, document.revision) : boardNotFound();
}

/** GET / */
export async function getStartPage(board: Board): Promise<Answer> {
  return board.pages.start(await board.documents.list());
}

/** GET /events/{eventId}, and the same for a big screen and for paper */
export async function getBoardPage(board: Board, exchange: Exchange): Promise<Answer> {
  return board.pages.board(await board.documents.board(eventIdOf(exchange)));
}

/** The files that pages ask for, each under its own name and under no other. */
export function assetRoutes({ pages }: Board): Route[] {
  return Array.from(pages.assets, ([name, publication]) => ({
    method: 'GET',
    path: `/${name}`,
    handle: () => publication,
  }));
}

function publishedBoard(document: BoardDocument | undefined): Answer {
  return document ? published(document.representation) : boardNotFound();
}

function published(representation: Representation): Publication {
  let publication = publications.get(representation);
  if (!publication) {
    publication = new Publication(representation, 'application/json', BOARD_CACHE);
    publications.set(representation, publication);
  }
  return publication;
}

const publications = new WeakMap<Representation, Publication>();
