/** For operators: all people, and sign-in links for those who cannot sign in otherwise. */
import type { PersonItem } from '../../contract/console/clubs.ts';
import { emailAddress, judgeEmail } from '../../domain/accounts/email-address.ts';
import { noSuchPerson } from '../../domain/accounts/roles.ts';
import { BY_NAME, findByName, pageOf, readListQuery } from '../../domain/lists/list-query.ts';
import { Refusal } from '../../domain/refusal.ts';
import {
  performAccount,
  performAccountIn,
  signedIn,
} from '../../operations/accounts/account-operation.ts';
import { makeSignInLink } from '../../operations/accounts/links.ts';
import { addPerson, closeAccount, erasePerson } from '../../operations/accounts/people.ts';
import { findOpenPerson, listUsers, type OpenPerson } from '../../storage/accounts/accounts.ts';
import { backupFiles } from '../../storage/engine/backups.ts';
import { type Call, idOf } from '../permissions.ts';
import { writeOnce } from '../repeats.ts';
import { type ConsoleRoute, consoleTurn, route } from '../route.ts';
import { deliverLink, languagesOf } from '../sign-in/links.ts';

/** The person that a path names. */
async function anybody({ console, exchange }: Call): Promise<OpenPerson | Refusal> {
  const userId = idOf(exchange, 'userId');
  return (await findOpenPerson(console.database.reads, userId)) ?? noSuchPerson();
}

export const PEOPLE_ROUTES: readonly ConsoleRoute[] = [
  route('GET /people', async ({ console: { database }, exchange }) => {
    const query = readListQuery(exchange.query, BY_NAME);
    if (query instanceof Refusal) return query;
    const users = await listUsers(database.reads);
    const people: PersonItem[] = users.map(({ displayName: name, ...user }) => ({ ...user, name }));
    const found = findByName(people, query, ({ name, email, clubs }) => [
      ...[name, email ?? ''],
      ...clubs.map((club) => club.name),
    ]);
    const { items, next } = pageOf(found, query, BY_NAME);
    return { people: items.map(({ item }) => item), next };
  }),
  route('POST /people', async (call) => {
    const { console, exchange, session } = call;
    const sent = await call.read(judgeEmail);
    if (sent instanceof Refusal) return sent;
    const { name } = sent.value;
    const email = emailAddress(sent.value.email ?? '') ?? null;
    const actor = signedIn(session.userId);
    const byMail = console.mailer !== undefined;
    const made = await writeOnce(call, sent, async (tx) => {
      const id = await performAccountIn(tx, addPerson, actor, { name, email });
      if (id instanceof Refusal) return id;
      const link = await performAccountIn(tx, makeSignInLink, actor, { userId: id, byMail });
      return link instanceof Refusal ? link : { id, link };
    });
    if (made instanceof Refusal) return made;
    const contents = { kind: 'sign-in', name, languages: languagesOf(exchange, null) } as const;
    return {
      person: { id: made.id, name, email, operator: false, clubs: [] },
      ...(await deliverLink(console, made.link, contents)),
    };
  }),
  route('POST /people/{userId}/links', async (call) => {
    const { console, exchange, session } = call;
    const person = await anybody(call);
    if (person instanceof Refusal) return person;
    const { id: userId, name, language } = person;
    const input = { userId, byMail: console.mailer !== undefined };
    const link = await writeOnce(call, { value: {}, turn: consoleTurn() }, (tx) =>
      performAccountIn(tx, makeSignInLink, signedIn(session.userId), input),
    );
    if (link instanceof Refusal) return link;
    const languages = languagesOf(exchange, language);
    return deliverLink(console, link, { kind: 'sign-in', name, languages });
  }),
  route('POST /people/{userId}/erase', async ({ console, session, id }) => {
    const { database, settings } = console;
    const backups = backupFiles(settings.backups, database.connections);
    const userId = id('userId');
    const name = await performAccount(database, erasePerson, {
      actor: signedIn(session.userId),
      input: { userId },
      turn: consoleTurn(),
    });
    if (name instanceof Refusal) return name;
    return { userId, name, backups, ...(await database.rewrite()) };
  }),
  route('DELETE /people/{userId}', async (call) => {
    const person = await anybody(call);
    if (person instanceof Refusal) return person;
    return performAccount(call.console.database, closeAccount, {
      actor: signedIn(call.session.userId),
      input: { userId: person.id },
      turn: consoleTurn(),
    });
  }),
];
