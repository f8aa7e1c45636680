/** Clubs and roles. */
import { Role } from '../../contract/fields.ts';
import { addClub, changeRole, removeMember } from '../../operations/accounts/clubs.ts';
import type { Write } from '../../storage/engine/database.ts';
import { type Command, readId, type Values } from '../command.ts';
import { requireClub, requireUser } from '../existing.ts';
import { Name, ROLE_VALUE, readOption } from '../options.ts';
import { performAccountHere } from './perform-account.ts';

export const clubAdd: Command = {
  name: 'club add',
  summary: 'add a club',
  options: { name: 'NAME' },
  run: async (values, context) => {
    const name = readOption('name', Name, values);
    const id = await performAccountHere(context, addClub, { input: { name } });
    return { json: { clubId: String(id) }, text: `${name} is club ${id}.` };
  },
};

export const memberSet: Command = {
  name: 'member set',
  summary: 'give a person a role in a club',
  options: { club: 'CLUB', user: 'USER', role: ROLE_VALUE },
  run: async (values, context) => {
    const role = readOption('role', Role, values);
    const member = readMember(values);
    await performAccountHere(context, changeRole, {
      input: { ...member, role },
      check: (tx) => requireMember(tx, member),
    });
    const { clubId, userId } = member;
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
    const member = readMember(values);
    await performAccountHere(context, removeMember, {
      input: member,
      check: (tx) => requireMember(tx, member),
    });
    const { clubId, userId } = member;
    return {
      json: { clubId: String(clubId), userId: String(userId) },
      text: `User ${userId} has left club ${clubId}; of its events they see only those they created.`,
    };
  },
};

interface Named {
  clubId: number;
  userId: number;
}

function readMember(values: Values): Named {
  return { clubId: readId('club', values.club), userId: readId('user', values.user) };
}

async function requireMember(tx: Write, { clubId, userId }: Named): Promise<void> {
  await requireClub(tx, clubId);
  await requireUser(tx, userId);
}
