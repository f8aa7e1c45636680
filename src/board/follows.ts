/**
 * Following: which regattas, crews and races a browser hears of. There is no account; a device is
 * known by its push endpoint, which nobody else knows. A page elsewhere cannot do this for its
 * visitors: a browser asks first, and there is no CORS.
 */
import type { Answer } from '../http/answers/answer.ts';
import type { Publication } from '../http/answers/publication.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Board, PublicRoute } from './board.ts';

export const FOLLOW_ROUTES: readonly PublicRoute[] = [
  ['GET', '/board/api/push-key', getPushKey],
  ['PUT', '/board/api/follows', putFollows],
  ['DELETE', '/board/api/follows', deleteFollows],
];

/** GET /board/api/push-key */
function getPushKey({ pushKeyAnswer }: Board): Publication {
  return pushKeyAnswer;
}

/** PUT /board/api/follows: replaces what a device follows of an event. */
function putFollows({ follows }: Board, exchange: Exchange): Promise<Answer> {
  return follows.put(exchange);
}

/** DELETE /board/api/follows: forgets a device. */
function deleteFollows({ follows }: Board, exchange: Exchange): Promise<Answer> {
  return follows.delete(exchange);
}
