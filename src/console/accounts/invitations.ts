/** Invitations to a club. */
import { formatInstant } from '../../contract/instant.ts';
import { emailAddress, judgeEmail } from '../../domain/accounts/email-address.ts';
import { Refusal } from '../../domain/refusal.ts';
import {
  signedIn as actorOf,
  performAccount,
  performAccountIn,
} from '../../operations/accounts/account-operation.ts';
import { invite, withdrawInvitation } from '../../operations/accounts/links.ts';
import { listInvitations } from '../../storage/accounts/links.ts';
import { findPersonByEmail } from '../../storage/accounts/people.ts';
import type { Write } from '../../storage/engine/database.ts';
import { makeOnce } from '../repeats.ts';
import { type ConsoleRoute, consoleTurn, route } from '../route.ts';
import { deliverLink, languagesOf } from './made-link.ts';

export const INVITATION_ROUTES: readonly ConsoleRoute[] = [
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
    return deliverLink(console, link, contents);
  }),
  route(
    'DELETE /clubs/{clubId}/invitations/{invitationId}',
    ({ console: { database }, session, found: club, id }) =>
      performAccount(database, withdrawInvitation, {
        actor: actorOf(session.userId),
        input: { clubId: club.id, id: id('invitationId') },
        turn: consoleTurn(),
      }),
  ),
];
