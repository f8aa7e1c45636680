/** The members of a club: their roles, and that they leave. */
import { type Member, MemberWrite } from '../contract/console/clubs.ts';
import { noSuchPerson } from '../domain/membership-rules.ts';
import { Refusal } from '../domain/refusal.ts';
import { performAccount, signedIn as actorOf } from '../operations/account-operation.ts';
import { changeRole, removeMember } from '../operations/clubs.ts';
import { findOpenPerson, findRole } from '../storage/accounts.ts';
import { managedClub, visibleClub } from './clubs.ts';
import { type Call, consoleTurn, done, idOf, json, notFound, readForm, signedIn } from './route.ts';

/** Somebody in a club that the person may manage, or whom an operator may add. */
async function manageable(call: Call): Promise<{ clubId: number; userId: number } | Refusal> {
  const club = await managedClub(call);
  if (club instanceof Refusal) return club;
  const { reads } = call.console.database;
  const userId = idOf(call.exchange, 'userId');
  const isThere = club.isOperator
    ? await findOpenPerson(reads, userId)
    : await findRole(reads, userId, club.id);
  return isThere ? { clubId: club.id, userId } : notFound('member');
}

/** PUT /clubs/{clubId}/members/{userId}: a role; an operator adds members, too */
export const putMember = signedIn({
  method: 'PUT',
  path: '/clubs/:clubId/members/:userId',
  find: manageable,
  handle: async ({ console: { database }, exchange, session }, member) => {
    const sent = await readForm(exchange, MemberWrite);
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
    return json({ userId, name, role, email } satisfies Member);
  },
});

/** DELETE /clubs/{clubId}/members/{userId}: removes somebody, or leaves */
export const deleteMember = signedIn({
  method: 'DELETE',
  path: '/clubs/:clubId/members/:userId',
  find: visibleClub,
  handle: async ({ console: { database }, exchange, session }, club) => {
    const refusal = await performAccount(database, removeMember, {
      actor: actorOf(session.userId),
      input: { clubId: club.id, userId: idOf(exchange, 'userId') },
      turn: consoleTurn(),
    });
    return refusal ?? done();
  },
});
