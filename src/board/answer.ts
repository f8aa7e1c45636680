/** Answers public requests. What is ready is sent at once, without waiting for anything. */
import type { FastifyReply } from 'fastify';
import { Refusal } from '../domain/refusal.ts';
import { failureAnswer, problemAnswer } from '../http/problems.ts';
import { send } from '../http/send.ts';
import type { Board, PublicAnswer } from './board.ts';
import { Publication } from './publication.ts';

export type PublicHandler = (
  board: Board,
  reply: FastifyReply,
) => PublicAnswer | Promise<PublicAnswer>;

/** Answers a request, whatever happens. */
export function answerPublic(board: Board, reply: FastifyReply, handler: PublicHandler): void {
  try {
    const answer = handler(board, reply);
    if (answer instanceof Publication) {
      const sending = answer.send(reply);
      if (sending) sending.catch((error) => fail(board, reply, error));
      return;
    }
    finish(board, reply, answer).catch((error) => fail(board, reply, error));
  } catch (error) {
    fail(board, reply, error);
  }
}

async function finish(
  board: Board,
  reply: FastifyReply,
  decided: PublicAnswer | Promise<PublicAnswer>,
): Promise<void> {
  const answer = await decided;
  if (answer === undefined) return;
  if (answer instanceof Publication) return answer.send(reply);
  if (!(answer instanceof Refusal)) return send(reply, answer);
  const headers = {
    ...(answer.code === 'rate_limited' && { 'retry-after': String(RETRY_SECONDS) }),
    // What was not read of a body that is too large would be taken for the next request.
    ...(answer.code === 'payload_too_large' && { connection: 'close' }),
  };
  send(reply, problemAnswer(answer, board.settings.publicUrl, headers));
}

/** After which who was turned away may try again. */
const RETRY_SECONDS = 30;

function fail(board: Board, reply: FastifyReply, error: unknown): void {
  const { id } = reply.request;
  const trouble = board.database.connections.troubleOf(error);
  board.log.error({ err: error, id }, 'a request failed');
  send(reply, failureAnswer(trouble, id, board.settings.publicUrl));
}
