/** GET /me and GET /events: who the key belongs to and what it can reach. */
import type { EventList } from '../contract/account.ts';
import { Read } from '../http/read.ts';
import { findIdentity, listManagedEvents } from '../storage/access.ts';
import { read } from './route.ts';

export const getMe = read('/v1/me', async ({ database }, { access }) =>
  Read.of(await findIdentity(database.reads, access.keyId)),
);

export const getEvents = read('/v1/events', async ({ database }, { access: { userId } }) => {
  const list: EventList = { events: await listManagedEvents(database.reads, userId) };
  return Read.of(list);
});
