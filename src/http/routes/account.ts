/** GET /me and GET /events: who the key belongs to and what it can reach. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EventList, Identity } from '../../contract/account.ts';
import { listManagedEvents } from '../../storage/access.ts';
import { callerOf } from '../authenticate.ts';
import { representationOf, sendRead } from '../representation.ts';
import type { Service } from '../service.ts';

export async function getMe(_service: Service, request: FastifyRequest, reply: FastifyReply) {
  const { userId, displayName, keyLabel, keyPrefix } = callerOf(request).access;
  const identity: Identity = { userId: String(userId), displayName, keyLabel, keyPrefix };
  const representation = representationOf(identity);
  return sendRead(request, reply, representation.etag, () => representation);
}

export async function getEvents(service: Service, request: FastifyRequest, reply: FastifyReply) {
  const { userId } = callerOf(request).access;
  const list: EventList = { events: await listManagedEvents(service.database.reads, userId) };
  const representation = representationOf(list);
  return sendRead(request, reply, representation.etag, () => representation);
}
