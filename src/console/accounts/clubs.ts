/** Clubs: which there are, who is in them, and what was done to them. */
import type { Club } from '../../contract/console/clubs.ts';
import { mayManageClub } from '../../domain/accounts/membership-rules.ts';
import { BY_NAME, findByName, pageOf, readListQuery } from '../../domain/lists/list-query.ts';
import { Refusal } from '../../domain/refusal.ts';
import {
  signedIn as actorOf,
  performAccount,
} from '../../operations/accounts/account-operation.ts';
import { addClub, renameClub } from '../../operations/accounts/clubs.ts';
import { listClubsOf, listMembers } from '../../storage/accounts/clubs.ts';
import { type ConsoleRoute, route } from '../route.ts';
import type { Call, SeenClub } from '../who.ts';

export const CLUB_ROUTES: readonly ConsoleRoute[] = [
  route('GET /clubs', async ({ console: { database }, exchange, session, flag }) => {
    const isOwn = flag('own');
    if (isOwn instanceof Refusal) return isOwn;
    const query = readListQuery(exchange.query, BY_NAME);
    if (query instanceof Refusal) return query;
    const clubs = await listClubsOf(database.reads, session.userId, session.isOperator && !isOwn);
    const { items, next } = pageOf(
      findByName(clubs, query, ({ name }) => [name]),
      query,
      BY_NAME,
    );
    return { clubs: items.map(({ item }) => item), next };
  }),
  route('POST /clubs', async ({ console: { database }, session, read }) => {
    const sent = await read();
    if (sent instanceof Refusal) return sent;
    const { value: input, turn } = sent;
    const terms = { actor: actorOf(session.userId), input, turn };
    const id = await performAccount(database, addClub, terms);
    if (id instanceof Refusal) return id;
    return { id, name: input.name, role: null };
  }),
  route('GET /clubs/{clubId}', (call) => clubView(call, call.found)),
  route('PATCH /clubs/{clubId}', async (call) => {
    const sent = await call.read();
    if (sent instanceof Refusal) return sent;
    const { name } = sent.value;
    const refusal = await performAccount(call.console.database, renameClub, {
      actor: actorOf(call.session.userId),
      input: { clubId: call.found.id, name },
      turn: sent.turn,
    });
    return refusal ?? (await await clubView(call, { ...call.found, name }));
  }),
];

async function clubView({ console, session }: Call, seen: SeenClub): Promise<Club> {
  const members = await listMembers(console.database.reads, seen.id);
  const seesAddresses = mayManageClub(seen);
  return {
    id: seen.id,
    name: seen.name,
    role: seen.role,
    members: members.map(({ email, ...member }) => ({
      ...member,
      ...((seesAddresses || member.userId === session.userId) && { email }),
    })),
  };
}
