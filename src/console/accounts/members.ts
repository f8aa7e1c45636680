/** The members of a club: their roles, and that they leave. */
import { noSuchPerson } from '../../domain/accounts/membership-rules.ts';
import { Refusal } from '../../domain/refusal.ts';
import {
  signedIn as actorOf,
  performAccount,
} from '../../operations/accounts/account-operation.ts';
import { changeRole, removeMember } from '../../operations/accounts/clubs.ts';
import { findOpenPerson, findRole } from '../../storage/accounts/accounts.ts';
import type { Database } from '../../storage/engine/database.ts';
import { type ConsoleRoute, consoleTurn, notFound, route } from '../route.ts';
import type { SeenClub } from '../who.ts';

/** Somebody in the club, or whom an operator may add. */
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

export const MEMBER_ROUTES: readonly ConsoleRoute[] = [
  route(
    'PUT /clubs/{clubId}/members/{userId}',
    async ({ console: { database }, session, found, id, read }) => {
      const member = await manageable(database, found, id('userId'));
      if (member instanceof Refusal) return member;
      const sent = await read();
      if (sent instanceof Refusal) return sent;
      const { role } = sent.value;
      const refusal = await performAccount(database, changeRole, {
        actor: actorOf(session.userId),
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
        actor: actorOf(session.userId),
        input: { clubId: club.id, userId: id('userId') },
        turn: consoleTurn(),
      }),
  ),
];
