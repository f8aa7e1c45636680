/** Invitations to a club. */
import { Role } from '../../contract/console/fields.ts';
import { formatInstant } from '../../contract/instant.ts';
import { linkAddress } from '../../domain/accounts/link-rules.ts';
import { invite } from '../../operations/accounts/links.ts';
import { type Command, readId } from '../command.ts';
import { requireClub } from '../existing.ts';
import { readOption } from '../options.ts';
import { ROLE_VALUE } from './clubs.ts';
import { readEmail } from './people.ts';
import { performAccountHere } from './perform-account.ts';

export const clubInvite: Command = {
  name: 'club invite',
  summary: 'print a link that invites somebody to a club, once, within 7 days',
  options: { club: 'CLUB', role: ROLE_VALUE, email: 'ADDRESS' },
  optional: ['email'],
  run: async (values, context) => {
    const clubId = readId('club', values.club);
    const role = readOption('role', Role, values);
    const email = readEmail(values) ?? null;
    const made = await performAccountHere(context, invite, {
      input: { clubId, role, email, byMail: false },
      check: (tx) => requireClub(tx, clubId),
    });
    const link = linkAddress(context.settings.publicUrl, 'invitation', made.token);
    const expiresAt = formatInstant(made.expiresAt);
    return { json: { link, expiresAt }, text: `Invitation, once, until ${expiresAt}:\n${link}` };
  },
};
