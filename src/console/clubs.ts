/** Clubs: who is in them, and who may come in. */
import type { ClubList } from '../contract/console/clubs.ts';
import { listClubsOf } from '../storage/clubs.ts';
import { json, signedIn } from './route.ts';

/** GET /clubs: those of the person; an operator sees all */
export const getClubs = signedIn({
  method: 'GET',
  path: '/clubs',
  handle: async ({ console: { database }, session: { userId, isOperator } }) => {
    const list: ClubList = { clubs: await listClubsOf(database.reads, userId, isOperator) };
    return json(list);
  },
});
