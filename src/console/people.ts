/** People, for operators: all of them, with sign-in links for those who cannot come in otherwise. */
import {
  type MadePerson,
  type PeopleList,
  type PersonItem,
  PersonWrite,
} from '../contract/console/clubs.ts';
import { emailAddress, judgeEmail } from '../domain/email-address.ts';
import { noSuchPerson } from '../domain/membership-rules.ts';
import { Refusal } from '../domain/refusal.ts';
import {
  signedIn as actorOf,
  performAccount,
  performAccountIn,
} from '../operations/account-operation.ts';
import { makeSignInLink } from '../operations/links.ts';
import { addPerson, closeAccount } from '../operations/people.ts';
import { findOpenPerson, listUsers, type OpenPerson } from '../storage/accounts.ts';
import type { Write } from '../storage/database.ts';
import { asOperator } from './clubs.ts';
import { deliverLink, languagesOf } from './made-link.ts';
import { makeOnce } from './repeats.ts';
import { type Call, consoleTurn, done, idOf, json, readForm, signedIn } from './route.ts';

/** The person that a path names. */
async function anybody(call: Call): Promise<OpenPerson | Refusal> {
  const refusal = await asOperator(call);
  if (refusal) return refusal;
  const userId = idOf(call.exchange, 'userId');
  return (await findOpenPerson(call.console.database.reads, userId)) ?? noSuchPerson();
}

/** GET /people */
export const getPeople = signedIn({
  method: 'GET',
  path: '/people',
  find: asOperator,
  handle: async ({ console: { database } }) => {
    const users = await listUsers(database.reads);
    const people: PersonItem[] = users.map(({ displayName: name, ...user }) => ({ ...user, name }));
    return json({ people } satisfies PeopleList);
  },
});

/** POST /people: a person with a sign-in link, in one transaction */
export const postPerson = signedIn({
  method: 'POST',
  path: '/people',
  find: asOperator,
  handle: async (call) => {
    const { console, exchange, session } = call;
    const sent = await readForm(exchange, PersonWrite, judgeEmail);
    if (sent instanceof Refusal) return sent;
    const { name } = sent.value;
    const email = emailAddress(sent.value.email ?? '') ?? null;
    const actor = actorOf(session.userId);
    const byMail = console.mailer !== undefined;
    const make = async (tx: Write) => {
      const id = await performAccountIn(tx, addPerson, actor, { name, email });
      if (id instanceof Refusal) return id;
      const link = await performAccountIn(tx, makeSignInLink, actor, { userId: id, byMail });
      return link instanceof Refusal ? link : { id, link };
    };
    const once = (tx: Write) => makeOnce(tx, call, sent.value, () => make(tx));
    const made = await console.database.write(once, { turn: sent.turn });
    if (made instanceof Refusal) return made;
    const contents = { kind: 'sign-in', name, languages: languagesOf(exchange, null) } as const;
    const answer: MadePerson = {
      person: { id: made.id, name, email, operator: false, clubs: [] },
      ...(await deliverLink(console, made.link, contents)),
    };
    return json(answer, 201);
  },
});

/** POST /people/{userId}/links: a sign-in link */
export const postSignInLink = signedIn({
  method: 'POST',
  path: '/people/:userId/links',
  find: anybody,
  handle: async (call, { id: userId, name, language }) => {
    const { console, exchange, session } = call;
    const input = { userId, byMail: console.mailer !== undefined };
    const make = (tx: Write) =>
      makeOnce(tx, call, {}, () =>
        performAccountIn(tx, makeSignInLink, actorOf(session.userId), input),
      );
    const link = await console.database.write(make, { turn: consoleTurn() });
    if (link instanceof Refusal) return link;
    const languages = languagesOf(exchange, language);
    return json(await deliverLink(console, link, { kind: 'sign-in', name, languages }), 201);
  },
});

/** DELETE /people/{userId}: closes an account */
export const deletePerson = signedIn({
  method: 'DELETE',
  path: '/people/:userId',
  find: anybody,
  handle: async ({ console: { database }, session }, { id: userId }) => {
    const refusal = await performAccount(database, closeAccount, {
      actor: actorOf(session.userId),
      input: { userId },
      turn: consoleTurn(),
    });
    return refusal ?? done();
  },
});
