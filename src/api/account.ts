/** GET /me and GET /events: who the key belongs to and what it can reach. */
import type { EventList } from '../contract/account.ts';
import { Read } from '../http/answers/read.ts';
import { findIdentity, listManagedEvents } from '../storage/accounts/access.ts';
import { type ApiRoute, read } from './route.ts';

export const API_ACCOUNT_ROUTES: readonly ApiRoute[] = [
  read('GET /me', async ({ database }, { access }) =>
    Read.of(await findIdentity(database.reads, access.keyId)),
  ),
  read('GET /events', async ({ database }, { access: { userId } }) => {
    const list: EventList = { events: await listManagedEvents(database.reads, userId) };
    return Read.of(list);
  }),
];
