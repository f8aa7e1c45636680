/** People, clubs and roles. */
import { ROLES } from '../domain/roles.ts';
import { addClub, changeRole, removeMember } from '../operations/clubs.ts';
import { addPerson } from '../operations/people.ts';
import { type Command, CommandFailed, readId, type Values, write } from './command.ts';
import { requireClub, requireUser } from './existing.ts';
import { Name, readOption } from './options.ts';

export const userAdd: Command = {
  name: 'user add',
  summary: 'add a person',
  options: { name: 'NAME', email: 'ADDRESS' },
  optional: ['email'],
  run: async (values, context) => {
    const name = readName(values);
    const email = values.email?.trim().toLowerCase() ?? null;
    if (email !== null && !/^[^\s@]+@[^\s@]+$/.test(email)) {
      throw new CommandFailed('--email must be an e-mail address.');
    }
    const id = await write(context, (tx) => addPerson(tx, { name, email }));
    return {
      json: { userId: String(id) },
      text: `${name} is user ${id}. Give them a role: running-order member set --club C --user ${id} --role schedule_manager`,
    };
  },
};

export const clubAdd: Command = {
  name: 'club add',
  summary: 'add a club',
  options: { name: 'NAME' },
  run: async (values, context) => {
    const name = readName(values);
    const id = await write(context, (tx) => addClub(tx, { name }));
    return { json: { clubId: String(id) }, text: `${name} is club ${id}.` };
  },
};

export const memberSet: Command = {
  name: 'member set',
  summary: 'give a person a role in a club',
  options: { club: 'CLUB', user: 'USER', role: ROLES.join('|') },
  run: async (values, context) => {
    const role = ROLES.find((word) => word === values.role);
    if (!role) throw new CommandFailed(`--role must be one of ${ROLES.join(', ')}.`);
    const { clubId, userId } = readMember(values);
    await write(context, async (tx) => {
      await requireClub(tx, clubId);
      await requireUser(tx, userId);
      return changeRole(tx, { clubId, userId, role });
    });
    return {
      json: { clubId: String(clubId), userId: String(userId), role },
      text: `User ${userId} is ${role} of club ${clubId}.`,
    };
  },
};

export const memberRemove: Command = {
  name: 'member remove',
  summary: 'let a person leave a club',
  options: { club: 'CLUB', user: 'USER' },
  run: async (values, context) => {
    const { clubId, userId } = readMember(values);
    await write(context, (tx) => removeMember(tx, { clubId, userId }));
    return {
      json: { clubId: String(clubId), userId: String(userId) },
      text: `User ${userId} has left club ${clubId}; of its events they see only those they created.`,
    };
  },
};

function readName(values: Values): string {
  return readOption('name', Name, values);
}

function readMember(values: Values) {
  return { clubId: readId('club', values.club), userId: readId('user', values.user) };
}
