/** People: added, invited, changed, let in by a link, and their accounts closed. */
import { Role } from '../../contract/fields.ts';
import { formatInstant } from '../../contract/instant.ts';
import { emailAddress } from '../../domain/accounts/email-address.ts';
import { linkAddress } from '../../domain/accounts/link-rules.ts';
import { Refusal } from '../../domain/refusal.ts';
import { performAccountIn } from '../../operations/accounts/account-operation.ts';
import { invite, makeSignInLink } from '../../operations/accounts/links.ts';
import {
  addPerson,
  closeAccount,
  editPerson,
  exportPerson,
} from '../../operations/accounts/people.ts';
import {
  type Command,
  CommandFailed,
  readId,
  type Values,
  withDatabase,
  write,
} from '../command.ts';
import { noSuchUser, requireClub, requireUser } from '../existing.ts';
import { Name, ROLE_VALUE, readOption, readYesOrNo, requireChange } from '../options.ts';
import { accountActorHere, performAccountHere } from './perform-account.ts';

export const userAdd: Command = {
  name: 'user add',
  summary: 'add a person; with an address, print a sign-in link for the console',
  options: { name: 'NAME', email: 'ADDRESS' },
  optional: ['email'],
  flags: ['operator'],
  run: async (values, context) => {
    const name = readOption('name', Name, values);
    const email = readEmail(values) ?? null;
    const isOperator = values.operator !== undefined;
    const actor = accountActorHere();
    const { id, link } = await write(context, async (tx) => {
      const id = await performAccountIn(tx, addPerson, actor, { name, email, isOperator });
      if (id instanceof Refusal || email === null) {
        return id instanceof Refusal ? id : { id, link: undefined };
      }
      const terms = { userId: id, byMail: false };
      const link = await performAccountIn(tx, makeSignInLink, actor, terms);
      return link instanceof Refusal ? link : { id, link };
    });
    const given = `${name} is user ${id}. Give them a role: running-order member set --club C --user ${id} --role schedule_manager`;
    const json = { userId: String(id) };
    if (!link) return { json, text: given };
    const shown = printed(context.settings.publicUrl, 'sign-in', link);
    return { json: { ...json, ...shown }, text: `${given}\n${linkText('Sign-in link', shown)}` };
  },
};

export const userSet: Command = {
  name: 'user set',
  summary: 'change the name or address of a person, or make them an operator or none',
  options: { user: 'USER', name: 'NAME', email: 'ADDRESS', operator: 'yes|no' },
  optional: ['name', 'email', 'operator'],
  run: async (values, context) => {
    const userId = readId('user', values.user);
    const wanted = {
      ...(values.name !== undefined && { name: readOption('name', Name, values) }),
      ...(values.email !== undefined && { email: readEmail(values) }),
      ...(values.operator !== undefined && {
        isOperator: readYesOrNo('operator', values.operator),
      }),
    };
    requireChange(wanted, userSet);
    await performAccountHere(context, editPerson, {
      input: { userId, ...wanted },
      check: (tx) => requireUser(tx, userId),
    });
    return { json: { userId: String(userId) }, text: `User ${userId} is changed.` };
  },
};

export const userLink: Command = {
  name: 'user link',
  summary: 'print a link that signs a person in to the console, once, within 24 hours',
  options: { user: 'USER' },
  run: async (values, context) => {
    const userId = readId('user', values.user);
    const link = await performAccountHere(context, makeSignInLink, {
      input: { userId, byMail: false },
      check: (tx) => requireUser(tx, userId),
    });
    const shown = printed(context.settings.publicUrl, 'sign-in', link);
    return { json: shown, text: linkText('Sign-in link', shown) };
  },
};

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
    const shown = printed(context.settings.publicUrl, 'invitation', made);
    return { json: shown, text: linkText('Invitation', shown) };
  },
};

export const userClose: Command = {
  name: 'user close',
  summary: "close a person's account: sessions, keys and roles end; the history keeps the name",
  options: { user: 'USER' },
  run: async (values, context) => {
    const userId = readId('user', values.user);
    await performAccountHere(context, closeAccount, {
      input: { userId },
      check: (tx) => requireUser(tx, userId),
    });
    return { json: { userId: String(userId) }, text: `The account of user ${userId} is closed.` };
  },
};

export const userExport: Command = {
  name: 'user export',
  summary: 'print everything that is stored about a person, as one JSON document',
  options: { user: 'USER' },
  run: (values, context) =>
    withDatabase(context, async (database) => {
      const userId = readId('user', values.user);
      const json = await exportPerson(database, userId);
      if (json instanceof Refusal) throw noSuchUser(userId);
      return { json, text: JSON.stringify(json, null, 2) };
    }),
};

interface Shown {
  link: string;
  expiresAt: string;
}

function printed(
  publicUrl: string,
  kind: 'sign-in' | 'invitation',
  made: { token: string; expiresAt: number },
): Shown {
  const link = linkAddress(publicUrl, kind, made.token);
  return { link, expiresAt: formatInstant(made.expiresAt) };
}

function linkText(name: string, { link, expiresAt }: Shown): string {
  return `${name}, once, until ${expiresAt}:\n${link}`;
}

/** @throws CommandFailed when it is no address */
function readEmail({ email }: Values): string | undefined {
  if (email === undefined) return undefined;
  const address = emailAddress(email);
  if (address !== undefined) return address;
  throw new CommandFailed('--email must be an e-mail address.');
}
