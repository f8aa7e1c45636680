/** What a route may answer, and how each kind becomes a response. */
import { Refusal } from '../../domain/refusal.ts';
import type { Exchange } from '../exchange.ts';
import { problemAnswer } from './problems.ts';
import { Publication } from './publication.ts';
import { Read } from './read.ts';
import { type Outgoing, send } from './send.ts';
import { SplicedPage } from './spliced-page.ts';

/** `undefined` when the route has begun to answer by itself, as a stream. */
export type Answer = Outgoing | Publication | SplicedPage | Read | Refusal | undefined;

/** Sends an answer; what is ready, at once. */
export function reply(exchange: Exchange, answer: Answer): void | Promise<void> {
  if (answer === undefined) return;
  if (answer instanceof SplicedPage) return answer.send(exchange);
  if (answer instanceof Publication || answer instanceof Read) return answer.send(exchange);
  if (!(answer instanceof Refusal)) return send(exchange, answer);
  // What was not read of a body that is too large would be taken for the next request.
  if (answer.code === 'payload_too_large') exchange.headers.connection = 'close';
  send(exchange, problemAnswer(answer, exchange.server.publicUrl));
}
