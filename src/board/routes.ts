/** What the public can ask for. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { parseEventId } from '../contract/event-id.ts';
import type { Metrics } from '../http/metrics.ts';
import type { Representation } from '../http/representation.ts';
import { writeReady } from '../http/send.ts';
import { hasBadHost, refuseOtherMethods, requestId, type Shortcut } from '../http/server.ts';
import { answerPublic } from './answer.ts';
import { type Board, boardNotFound, eventIdOf, type PublicAnswer } from './board.ts';
import type { BoardDocument } from '../documents/build-board.ts';
import { Publication } from './publication.ts';

/** Whoever asks again within two seconds need not; a proxy may show what it has while it asks. */
export const BOARD_CACHE = [
  'cache-control',
  'public, max-age=2, stale-while-revalidate=30',
] as const;

/** GET /board/api/events */
export function getBoardEvents(board: Board): PublicAnswer | Promise<PublicAnswer> {
  const list = board.documents.list();
  return list instanceof Promise ? list.then(published) : published(list);
}

/** GET /board/api/events/{eventId} */
export function getBoard(board: Board, reply: FastifyReply): PublicAnswer | Promise<PublicAnswer> {
  const document = board.documents.board(eventIdOf(reply.request));
  return document instanceof Promise ? document.then(publishedBoard) : publishedBoard(document);
}

const BOARD_ROUTE = '/board/api/events/:eventId';
const BOARD_PREFIX = BOARD_ROUTE.replace(':eventId', '');

/** Answers requests for boards that are at hand, without a detour. */
export function boardShortcut(board: Board, metrics: Metrics, isDraining: () => boolean): Shortcut {
  return (request, response, startedAt) => {
    const { method, url = '', headers } = request;
    if (method !== 'GET' || !url.startsWith(BOARD_PREFIX)) return false;
    const eventId = parseEventId(url.slice(BOARD_PREFIX.length));
    const document = board.documents.boardAtHand(eventId);
    const ready = document && published(document.representation).ready(headers);
    if (!ready || hasBadHost(request)) return false;
    metrics.started();
    const exchange = { response, metrics, route: BOARD_ROUTE, method, startedAt };
    writeReady(exchange, ready, requestId(request), isDraining());
    return true;
  };
}

/** GET /board/api/events/{eventId}/live */
export async function getLive(board: Board, reply: FastifyReply): Promise<PublicAnswer> {
  const eventId = eventIdOf(reply.request);
  const document = await board.documents.board(eventId);
  return document ? board.live.open(reply, eventId, document.revision) : boardNotFound();
}

/** GET / */
export async function getStartPage(board: Board): Promise<PublicAnswer> {
  return board.pages.start(await board.documents.list());
}

/** GET /events/{eventId}, and the same for a big screen and for paper */
export async function getBoardPage(board: Board, reply: FastifyReply): Promise<PublicAnswer> {
  return board.pages.board(await board.documents.board(eventIdOf(reply.request)));
}

/** Adds the files that pages ask for, each under its own name and under no other. */
export function registerAssets(server: FastifyInstance, board: Board): void {
  for (const [name, publication] of board.pages.assets) {
    const url = `/${name}`;
    server.get(url, (_request, reply) => answerPublic(board, reply, () => publication));
    refuseOtherMethods(server, url, ['GET'], board.settings.publicUrl);
  }
}

function publishedBoard(document: BoardDocument | undefined): PublicAnswer {
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
