/** Clubs: which there are, their members and invitations, and what was done to them. */
import type { Club } from '../../contract/console/clubs.ts';
import { formatInstant } from '../../contract/instant.ts';
import { emailAddress, judgeEmail } from '../../domain/accounts/email-address.ts';
import { mayManageClub, noSuchPerson } from '../../domain/accounts/roles.ts';
import { BY_NAME, findByName, pageOf, readListQuery } from '../../domain/lists/list-query.ts';
import { Refusal } from '../../domain/refusal.ts';
import {
  performAccount,
  performAccountIn,
  signedIn,
} from '../../operations/accounts/account-operation.ts';
import { addClub, changeRole, removeMember, renameClub } from '../../operations/accounts/clubs.ts';
import { invite, withdrawInvitation } from '../../operations/accounts/links.ts';
import {
  findOpenPerson,
  findRole,
  listClubsOf,
  listMembers,
} from '../../storage/accounts/accounts.ts';
import { listInvitations } from '../../storage/accounts/links.ts';
import { findPersonByEmail } from '../../storage/accounts/people.ts';
import type { Database } from '../../storage/engine/database.ts';
import type { Call, SeenClub } from '../permissions.ts';
import { writeOnce } from '../repeats.ts';
import { type ConsoleRoute, consoleTurn, notFound, route } from '../route.ts';
import { deliverLink, languagesOf } from '../sign-in/links.ts';

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
    const terms = { actor: signedIn(session.userId), input, turn };
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
      actor: signedIn(call.session.userId),
      input: { clubId: call.found.id, name },
      turn: sent.turn,
    });
    return refusal ?? (await clubView(call, { ...call.found, name }));
  }),
  route(
    'PUT /clubs/{clubId}/members/{userId}',
    async ({ console: { database }, session, found, id, read }) => {
      const member = await manageable(database, found, id('userId'));
      if (member instanceof Refusal) return member;
      const sent = await read();
      if (sent instanceof Refusal) return sent;
      const { role } = sent.value;
      const refusal = await performAccount(database, changeRole, {
        actor: signedIn(session.userId),
        input: { ...member, role },
        turn: sent.turn,
      });
      if (refusal) return refusal;
      const person = await findOpenPerson(database.reads, member.userId);
      if (!person) return noSuchPerson();
      const { id: userId, name, email } = person;
      return { userId, name, role, email };
    },
  ),
  route(
    'DELETE /clubs/{clubId}/members/{userId}',
    ({ console: { database }, session, found: club, id }) =>
      performAccount(database, removeMember, {
        actor: signedIn(session.userId),
        input: { clubId: club.id, userId: id('userId') },
        turn: consoleTurn(),
      }),
  ),
  route('GET /clubs/{clubId}/invitations', async ({ console: { database }, found: club }) => {
    const open = await listInvitations(database.reads, club.id, Date.now());
    const invitations = open.map((one) => ({ ...one, expiresAt: formatInstant(one.expiresAt) }));
    return { invitations };
  }),
  route('POST /clubs/{clubId}/invitations', async (call) => {
    const { console, exchange, session, found: club } = call;
    const sent = await call.read(judgeEmail);
    if (sent instanceof Refusal) return sent;
    const { role } = sent.value;
    const email = emailAddress(sent.value.email ?? '') ?? null;
    const byMail = console.mailer !== undefined;
    const input = { clubId: club.id, role, email, byMail };
    const link = await writeOnce(call, sent, (tx) =>
      performAccountIn(tx, invite, signedIn(session.userId), input),
    );
    if (link instanceof Refusal) return link;
    const reader =
      email === null ? undefined : await findPersonByEmail(console.database.reads, email);
    const languages = languagesOf(exchange, reader?.language);
    const contents = { kind: 'invitation', name: link.clubName, languages } as const;
    return deliverLink(console, link, contents);
  }),
  route(
    'DELETE /clubs/{clubId}/invitations/{invitationId}',
    ({ console: { database }, session, found: club, id }) =>
      performAccount(database, withdrawInvitation, {
        actor: signedIn(session.userId),
        input: { clubId: club.id, id: id('invitationId') },
        turn: consoleTurn(),
      }),
  ),
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

/** The person whose role is to be set: a member of the club; for an operator anybody, because operators may add members. */
async function manageable(
  { reads }: Database,
  club: SeenClub,
  userId: number,
): Promise<{ clubId: number; userId: number } | Refusal> {
  const isThere = club.isOperator
    ? await findOpenPerson(reads, userId)
    : await findRole(reads, userId, club.id);
  return isThere ? { clubId: club.id, userId } : notFound('member');
}
