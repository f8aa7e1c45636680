/** GET /me and GET /events: who the key belongs to and what it can reach. */
import type { FastifyRequest } from 'fastify';
import type { EventList } from '../../contract/account.ts';
import { findIdentity, listManagedEvents } from '../../storage/access.ts';
import { callerOf } from '../authenticate.ts';
import { Read } from '../representation.ts';
import type { Service } from '../service.ts';

export async function getMe(service: Service, request: FastifyRequest): Promise<Read> {
  return Read.of(await findIdentity(service.database.reads, callerOf(request).access.keyId));
}

export async function getEvents(service: Service, request: FastifyRequest): Promise<Read> {
  const { userId } = callerOf(request).access;
  const list: EventList = { events: await listManagedEvents(service.database.reads, userId) };
  return Read.of(list);
}
