/**
 * Following: which regattas, crews and races a browser hears of. There is no account; a device is
 * known by its push endpoint, which nobody else knows. A page elsewhere cannot do this for its
 * visitors: a browser asks first, and there is no CORS.
 */
import type { FastifyReply } from 'fastify';
import { Read, readAnswer } from '../http/representation.ts';
import type { Outgoing } from '../http/send.ts';
import type { Board, PublicAnswer } from './board.ts';

/** The key stays the same for the life of the installation. */
const KEY_CACHE_CONTROL = 'public, max-age=3600';

/** GET /board/api/push-key */
export function getPushKey({ pushKey }: Board, { request }: FastifyReply): Promise<Outgoing> {
  const headers = { 'cache-control': KEY_CACHE_CONTROL };
  return readAnswer(request.raw, Read.of({ publicKey: pushKey }), headers);
}

/** PUT /board/api/follows: replaces what a device follows of an event. */
export function putFollows({ follows }: Board, { request }: FastifyReply): Promise<PublicAnswer> {
  return follows.put(request);
}

/** DELETE /board/api/follows: forgets a device. */
export function deleteFollows(
  { follows }: Board,
  { request }: FastifyReply,
): Promise<PublicAnswer> {
  return follows.delete(request);
}
