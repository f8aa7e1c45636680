/** Clubs, and the roles of their members (console, "Roles"). */
import {
  managementObjection,
  may,
  noSuchClub,
  noSuchPerson,
  type Role,
  roleObjection,
} from '../../domain/accounts/roles.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { WebhookNews } from '../../domain/webhooks/webhook-news.ts';
import {
  countAdmins,
  findClub,
  findOpenPerson,
  findRole,
  insertClub,
  removeRole,
  setRole,
  renameClub as storeName,
} from '../../storage/accounts/accounts.ts';
import { withdrawLinksBy } from '../../storage/accounts/links.ts';
import { listPublicEventsOf } from '../../storage/event/boards.ts';
import { listWebhooksToNotify, noteDeliveries } from '../../storage/queue/webhooks.ts';
import { type AccountCall, type AccountOperation, standingIn } from './account-operation.ts';
import { operatorActorObjection } from './people.ts';

/** Makes a club, with the right of an operator. It has no member yet. The result is its id. */
export const addClub: AccountOperation<{ name: string }, number> = {
  name: 'add-club',
  perform: async ({ tx, now, actor }, { name }) => {
    const objection = await operatorActorObjection(tx, actor);
    if (objection) return objection;
    const result = await insertClub(tx, name, now);
    return { result, entries: [{ clubId: result, details: { name } }] };
  },
};

/** Gives a club another name. */
export const renameClub: AccountOperation<{ clubId: number; name: string }, void> = {
  name: 'rename-club',
  perform: async ({ tx, now, actor }, { clubId, name }) => {
    const club = await findClub(tx, clubId);
    const objection = club
      ? managementObjection(await standingIn(tx, actor, clubId))
      : noSuchClub();
    if (objection || !club) return objection ?? noSuchClub();
    if (club.name === name) return { result: undefined, entries: [] };
    await storeName(tx, clubId, name, now);
    // The boards of the club's events name it as the organiser.
    const events = await listPublicEventsOf(tx, clubId);
    for (const eventId of events) {
      const webhooks = await listWebhooksToNotify(tx, eventId);
      await noteDeliveries(tx, webhooks, [ORGANISER_CHANGED], { eventId, now });
    }
    const entries = [{ clubId, details: { name, before: club.name } }];
    return { result: undefined, entries, events };
  },
};

const ORGANISER_CHANGED: WebhookNews = { kind: 'schedule.changed', races: [] };

interface Member {
  clubId: number;
  userId: number;
}

/** Gives a person another role in a club. An operator may also add a person who had none. */
export const changeRole: AccountOperation<Member & { role: Role }, void> = {
  name: 'change-role',
  perform: async (call, { clubId, userId, role }) => {
    const before = await roleBefore(call, { clubId, userId }, role);
    if (before instanceof Refusal) return before;
    if (before === role) return { result: undefined, entries: [] };
    await setRole(call.tx, userId, clubId, role);
    if (!may(role, 'manage-club')) await withdrawLinksBy(call.tx, userId, call.now, clubId);
    return {
      result: undefined,
      entries: [{ subjectId: userId, clubId, details: { role, before } }],
    };
  },
};

/** Removes a person from a club: themselves, or another person. */
export const removeMember: AccountOperation<Member, void> = {
  name: 'remove-member',
  perform: async (call, { clubId, userId }) => {
    const before = await roleBefore(call, { clubId, userId }, null);
    if (before instanceof Refusal) return before;
    await removeRole(call.tx, userId, clubId);
    // Otherwise the person could come back by an invitation that they have made.
    await withdrawLinksBy(call.tx, userId, call.now, clubId);
    return { result: undefined, entries: [{ subjectId: userId, clubId, details: { before } }] };
  },
};

/** The role that a person has in a club (`null`: none), or why it may not be changed to `after`. */
async function roleBefore(
  { tx, actor }: AccountCall,
  { clubId, userId }: Member,
  after: Role | null,
): Promise<Role | null | Refusal> {
  if (!(await findClub(tx, clubId))) return noSuchClub();
  const standing = await standingIn(tx, actor, clubId);
  const before = await findRole(tx, userId, clubId);
  const isOwn = actor.author.userId === userId;
  const adminCount = await countAdmins(tx, clubId);
  const objection = roleObjection({ standing, isOwn, before, after, adminCount });
  if (objection) return objection;
  return (await findOpenPerson(tx, userId)) ? before : noSuchPerson();
}
