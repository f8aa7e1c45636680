/** Clubs: which there are, who is in them, and what was done to them. */
import { type Club, type ClubItem, type ClubList, ClubWrite } from '../contract/console/clubs.ts';
import {
  managementObjection,
  mayManageClub,
  maySeeClub,
  noSuchClub,
  operatorsOnly,
  type Standing,
} from '../domain/membership-rules.ts';
import { Refusal } from '../domain/refusal.ts';
import {
  performAccount,
  signedIn as actorOf,
  standingIn,
} from '../operations/account-operation.ts';
import { addClub, renameClub } from '../operations/clubs.ts';
import { findClub, listClubsOf, listMembers } from '../storage/clubs.ts';
import { type Call, idOf, json, readForm, signedIn } from './route.ts';

/** A club that somebody asks for, and what they are in it. */
interface SeenClub extends Standing {
  id: number;
  name: string;
}

/** The club that a path names, if the person may see it. */
export async function visibleClub({
  console: { database },
  exchange,
  session,
}: Call): Promise<SeenClub | Refusal> {
  const club = await findClub(database.reads, idOf(exchange, 'clubId'));
  if (!club) return noSuchClub();
  const standing = await standingIn(database.reads, actorOf(session.userId), club.id);
  return maySeeClub(standing) ? { ...club, ...standing } : noSuchClub();
}

/** The same, if the person may manage it. */
export async function managedClub(call: Call): Promise<SeenClub | Refusal> {
  const club = await visibleClub(call);
  return club instanceof Refusal ? club : (managementObjection(club) ?? club);
}

/** GET /clubs: those of the person; an operator sees all */
export const getClubs = signedIn({
  method: 'GET',
  path: '/clubs',
  handle: async ({ console: { database }, session: { userId, isOperator } }) => {
    const list: ClubList = { clubs: await listClubsOf(database.reads, userId, isOperator) };
    return json(list);
  },
});

/** The operator alone: what is seen by operators only is no secret to anybody. */
export async function asOperator({ session }: Call): Promise<undefined | Refusal> {
  return operatorsOnly(session.isOperator);
}

/** POST /clubs: a club without members, by an operator */
export const postClub = signedIn({
  method: 'POST',
  path: '/clubs',
  find: asOperator,
  handle: async ({ console: { database }, exchange, session }) => {
    const sent = await readForm(exchange, ClubWrite);
    if (sent instanceof Refusal) return sent;
    const { value: input, turn } = sent;
    const terms = { actor: actorOf(session.userId), input, turn };
    const id = await performAccount(database, addClub, terms);
    if (id instanceof Refusal) return id;
    return json({ id, name: input.name, role: null } satisfies ClubItem, 201);
  },
});

/** GET /clubs/{clubId} */
export const getClub = signedIn({
  method: 'GET',
  path: '/clubs/:clubId',
  find: visibleClub,
  handle: async (call, seen) => json(await clubView(call, seen)),
});

/** PATCH /clubs/{clubId}: another name */
export const patchClub = signedIn({
  method: 'PATCH',
  path: '/clubs/:clubId',
  find: managedClub,
  handle: async (call, seen) => {
    const sent = await readForm(call.exchange, ClubWrite);
    if (sent instanceof Refusal) return sent;
    const { name } = sent.value;
    const refusal = await performAccount(call.console.database, renameClub, {
      actor: actorOf(call.session.userId),
      input: { clubId: seen.id, name },
      turn: sent.turn,
    });
    return refusal ?? json(await clubView(call, { ...seen, name }));
  },
});

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
