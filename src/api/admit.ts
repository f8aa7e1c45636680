/** Who is asking: the checks that stand before every route of the API (decisions R2, A12). */
import { NO_EVENT, parseEventId } from '../contract/event-id.ts';
import { apiKeyHash, apiKeyPrefix, isApiKey } from '../domain/accounts/api-key.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Exchange } from '../http/exchange.ts';
import { addLimitHeaders } from '../http/limits/rate-limits.ts';
import { eventNotFound } from '../operations/actor.ts';
import type { Access } from '../storage/accounts/access.ts';
import type { Author } from '../storage/history/history.ts';
import type { Service } from './service.ts';

/** The owner of the key that a request carries. */
export interface Caller extends Author {
  keyHash: string;
  access: Access;
}

/** A caller who manages the event in the path. */
export interface Manager extends Caller {
  eventId: number;
}

/**
 * Admits a request: key, then rate limit, then visibility of the event in the path, so that
 * nothing of a body is read for an event that the caller may not see. The answer's fields of the
 * rate limit are set.
 */
export async function admit(service: Service, exchange: Exchange): Promise<Caller | Refusal> {
  const { request, method, params, headers, server } = exchange;
  const key = bearerKey(request.rawHeaders);
  if (key instanceof Refusal) return key;
  const eventId = params.eventId === undefined ? NO_EVENT : parseEventId(params.eventId);
  const keyHash = apiKeyHash(key);
  const kind = method === 'GET' || method === 'HEAD' ? 'reads' : 'writes';
  const admission = await service.lookUpAdmission(keyHash, eventId, kind);
  if (!admission) {
    service.keyUses.noteRefused(keyHash, exchange);
    return new Refusal('invalid_credentials', 'The API key is unknown or was revoked.');
  }
  const { access, slot, limit } = admission;
  service.keyUses.note(access.keyId, exchange);
  addLimitHeaders(headers, limit, slot);
  if (!slot.isAllowed) {
    server.metrics.limited(kind);
    return new Refusal('rate_limited', `The key has used up its ${kind} of the last 60 seconds.`);
  }
  if (params.eventId !== undefined && access.eventId === null) return eventNotFound();
  return { keyHash, access, userId: access.userId, keyPrefix: apiKeyPrefix(key) };
}

/** The caller of a route that has the event in its path. */
export function managerOf(caller: Caller): Manager {
  if (caller.access.eventId === null) throw new Error('the request was not admitted to an event');
  return { ...caller, eventId: caller.access.eventId };
}

/** The key of an Authorization header; Node joins or drops repeats, so the raw list is read. */
function bearerKey(rawHeaders: readonly string[]): string | Refusal {
  let credentials: string | undefined;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string;
    if (name.length !== 13 || name.toLowerCase() !== 'authorization') continue;
    if (credentials !== undefined) {
      return new Refusal('invalid_credentials', 'Send one Authorization header, not several.');
    }
    credentials = rawHeaders[i + 1] as string;
  }
  if (credentials === undefined) {
    return new Refusal('missing_credentials', 'Send Authorization: Bearer <API key>.');
  }
  const key = /^Bearer +(\S+)$/i.exec(credentials)?.[1];
  if (key === undefined) {
    return new Refusal('invalid_credentials', 'Send Authorization: Bearer <API key>.');
  }
  if (!isApiKey(key)) {
    return new Refusal('invalid_credentials', 'The API key is mistyped: it has no valid checksum.');
  }
  return key;
}
