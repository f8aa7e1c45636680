/** People, clubs and roles. */
import Type from 'typebox';
import { ROLES, type Role } from '../domain/roles.ts';
import { insertClub, insertUser, isEmailTaken, removeRole, setRole } from '../storage/accounts.ts';
import { type Command, CommandFailed, readId, withDatabase } from './command.ts';
import { requireClub, requireUser } from './existing.ts';
import { readOptions } from './options.ts';

const Name = Type.String({ format: 'crew-name', minLength: 1, maxLength: 200 });

export const userAdd: Command = {
  name: 'user add',
  summary: 'add a person',
  options: { name: 'NAME', email: 'ADDRESS' },
  optional: ['email'],
  run: (values, context) =>
    withDatabase(context, async (database) => {
      const { name } = readOptions<{ name: string }>(Type.Object({ name: Name }), values);
      const email = values.email?.trim().toLowerCase() ?? null;
      if (email !== null && !/^[^\s@]+@[^\s@]+$/.test(email)) {
        throw new CommandFailed('--email must be an e-mail address.');
      }
      const id = await database.write(async (tx) => {
        if (email !== null && (await isEmailTaken(tx, email))) {
          throw new CommandFailed(`The address ${email} belongs to somebody already.`);
        }
        return insertUser(tx, name, email, Date.now());
      });
      return {
        json: { userId: String(id) },
        text: `${name} is user ${id}. Give them a role: running-order member set --club C --user ${id} --role schedule_manager`,
      };
    }),
};

export const clubAdd: Command = {
  name: 'club add',
  summary: 'add a club',
  options: { name: 'NAME' },
  run: (values, context) =>
    withDatabase(context, async (database) => {
      const { name } = readOptions<{ name: string }>(Type.Object({ name: Name }), values);
      const id = await database.write((tx) => insertClub(tx, name, Date.now()));
      return { json: { clubId: String(id) }, text: `${name} is club ${id}.` };
    }),
};

export const memberSet: Command = {
  name: 'member set',
  summary: 'give a person a role in a club',
  options: { club: 'CLUB', user: 'USER', role: ROLES.join('|') },
  run: (values, context) =>
    withDatabase(context, async (database) => {
      const role = ROLES.find((word) => word === values.role);
      if (!role) throw new CommandFailed(`--role must be one of ${ROLES.join(', ')}.`);
      const { clubId, userId } = readMember(values);
      await database.write(async (tx) => {
        await requireClub(tx, clubId);
        await requireUser(tx, userId);
        await setRole(tx, userId, clubId, role as Role);
      });
      return {
        json: { clubId: String(clubId), userId: String(userId), role },
        text: `User ${userId} is ${role} of club ${clubId}.`,
      };
    }),
};

export const memberRemove: Command = {
  name: 'member remove',
  summary: 'let a person leave a club',
  options: { club: 'CLUB', user: 'USER' },
  run: (values, context) =>
    withDatabase(context, async (database) => {
      const { clubId, userId } = readMember(values);
      const wasMember = await database.write((tx) => removeRole(tx, userId, clubId));
      if (!wasMember) throw new CommandFailed(`User ${userId} is not in club ${clubId}.`);
      return {
        json: { clubId: String(clubId), userId: String(userId) },
        text: `User ${userId} has left club ${clubId}; of its events they see only those they created.`,
      };
    }),
};

function readMember(values: { club?: string | undefined; user?: string | undefined }) {
  return { clubId: readId('club', values.club), userId: readId('user', values.user) };
}
