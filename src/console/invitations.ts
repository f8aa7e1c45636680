/** Invitations to a club. */
import { type InvitationList, InvitationWrite } from '../contract/console/clubs.ts';
import { formatInstant } from '../contract/instant.ts';
import { emailAddress, judgeEmail } from '../domain/email-address.ts';
import { Refusal } from '../domain/refusal.ts';
import {
  performAccount,
  performAccountIn,
  signedIn as actorOf,
} from '../operations/account-operation.ts';
import { invite, withdrawInvitation } from '../operations/links.ts';
import type { Write } from '../storage/database.ts';
import { listInvitations } from '../storage/links.ts';
import { findPersonByEmail } from '../storage/people.ts';
import { managedClub } from './clubs.ts';
import { deliverLink, languagesOf } from './made-link.ts';
import { makeOnce } from './repeats.ts';
import { consoleTurn, done, idOf, json, readForm, signedIn } from './route.ts';

/** GET /clubs/{clubId}/invitations: those that nobody has accepted */
export const getInvitations = signedIn({
  method: 'GET',
  path: '/clubs/:clubId/invitations',
  find: managedClub,
  handle: async ({ console: { database } }, { id }) => {
    const open = await listInvitations(database.reads, id, Date.now());
    const invitations = open.map((one) => ({ ...one, expiresAt: formatInstant(one.expiresAt) }));
    return json({ invitations } satisfies InvitationList);
  },
});

/** POST /clubs/{clubId}/invitations */
export const postInvitation = signedIn({
  method: 'POST',
  path: '/clubs/:clubId/invitations',
  find: managedClub,
  handle: async (call, { id: clubId }) => {
    const { console, exchange, session } = call;
    const sent = await readForm(exchange, InvitationWrite, judgeEmail);
    if (sent instanceof Refusal) return sent;
    const { role } = sent.value;
    const email = emailAddress(sent.value.email ?? '') ?? null;
    const byMail = console.mailer !== undefined;
    const input = { clubId, role, email, byMail };
    const make = (tx: Write) =>
      makeOnce(tx, call, sent.value, () =>
        performAccountIn(tx, invite, actorOf(session.userId), input),
      );
    const link = await console.database.write(make, { turn: sent.turn });
    if (link instanceof Refusal) return link;
    const reader =
      email === null ? undefined : await findPersonByEmail(console.database.reads, email);
    const languages = languagesOf(exchange, reader?.language);
    const contents = { kind: 'invitation', name: link.clubName, languages } as const;
    return json(await deliverLink(console, link, contents), 201);
  },
});

/** DELETE /clubs/{clubId}/invitations/{invitationId} */
export const deleteInvitation = signedIn({
  method: 'DELETE',
  path: '/clubs/:clubId/invitations/:invitationId',
  find: managedClub,
  handle: async ({ console: { database }, exchange, session }, { id: clubId }) => {
    const refusal = await performAccount(database, withdrawInvitation, {
      actor: actorOf(session.userId),
      input: { clubId, id: idOf(exchange, 'invitationId') },
      turn: consoleTurn(),
    });
    return refusal ?? done();
  },
});
