/**
 * Adds and changes people, closes their accounts, erases people, and exports all that is stored about one (adoption, "Names
 * and persons").
 */
import type { AccountEntry } from '../../domain/accounts/account-entry.ts';
import { keyDetail } from '../../domain/accounts/api-key.ts';
import { formerName, PersonErasure, personExport } from '../../domain/accounts/personal-data.ts';
import {
  closingObjection,
  noSuchPerson,
  operatorObjection,
  operatorsOnly,
} from '../../domain/accounts/roles.ts';
import { proofNeeded } from '../../domain/accounts/sessions.ts';
import { accountOf, accountSubject } from '../../domain/accounts/throttle.ts';
import { conflict, invalid, Refusal } from '../../domain/refusal.ts';
import { listAccountEntries } from '../../storage/accounts/account-history.ts';
import {
  findOpenPerson,
  insertUser,
  isEmailTaken,
  listKeys,
} from '../../storage/accounts/accounts.ts';
import { listKeyRequests } from '../../storage/accounts/key-uses.ts';
import { withdrawLinksBy, withdrawSignInLinks } from '../../storage/accounts/links.ts';
import { clearFailures } from '../../storage/accounts/password-sign-in.ts';
import {
  closePerson,
  countOperators,
  findPerson,
  forgetAddress,
  listEntriesOfPerson,
  listEntriesWith,
  listMemberships,
  loadPerson,
  setDetails,
  setKeyLabel,
  updatePerson,
} from '../../storage/accounts/people.ts';
import type { Database, Queries } from '../../storage/engine/database.ts';
import type { AccountActor, AccountCall, AccountOperation } from './account-operation.ts';

interface NewPerson {
  name: string;
  /** As `emailAddress` normalises it; an address belongs to one person. */
  email: string | null;
  /** Only the command line makes operators. */
  isOperator?: boolean;
}

/** Adds a person, with the right of an operator. The result is the person's id. */
export const addPerson: AccountOperation<NewPerson, number> = {
  name: 'add-person',
  perform: async ({ tx, now, actor }, { name, email, isOperator = false }) => {
    const objection =
      (await operatorActorObjection(tx, actor)) ??
      (email === null ? undefined : await taken(tx, email));
    if (objection) return objection;
    const result = await insertUser(tx, name, email, now);
    if (isOperator) await updatePerson(tx, result, { isOperator });
    const details = { name, email, ...(isOperator && { operator: true }) };
    return { result, entries: [{ subjectId: result, details }] };
  },
};

interface PersonEdit {
  userId: number;
  name?: string | undefined;
  email?: string | null | undefined;
  /** BCP 47 tag. */
  language?: string | null | undefined;
  /** Only the command line changes it. */
  isOperator?: boolean | undefined;
  /** Whether the person has proved lately who they are, which is needed to change one's own address. */
  isProved?: boolean;
}

/** Changes the given properties of a person: people their own, the command line anybody's. */
export const editPerson: AccountOperation<PersonEdit, void> = {
  name: 'edit-person',
  perform: async ({ tx, now, actor }, { userId, isProved = false, ...wanted }) => {
    const isOwn = actor.kind === 'person' && actor.author.userId === userId;
    const person = await findOpenPerson(tx, userId);
    if (!person || !(isOwn || actor.kind === 'command line')) return noSuchPerson();
    if (isOwn && wanted.isOperator !== undefined) {
      return new Refusal('forbidden', 'Only the command line makes operators.');
    }
    const changed = Object.fromEntries(
      Object.entries(wanted).filter(
        ([name, value]) => value !== undefined && value !== person[name as keyof typeof wanted],
      ),
    ) as typeof wanted;
    const { email, isOperator } = changed;
    if (isOwn && email !== undefined && !isProved) return proofNeeded();
    if (email === null && person.hasPassword) return addressNeeded();
    const objection =
      (typeof email === 'string' ? await taken(tx, email) : undefined) ??
      (isOperator === false ? operatorObjection(await countOperators(tx)) : undefined);
    if (objection) return objection;
    if (Object.keys(changed).length === 0) return { result: undefined, entries: [] };
    // Links that were mailed to the old address let nobody in any more.
    if (email !== undefined) await withdrawSignInLinks(tx, userId, now);
    // Links that a former operator has made must not give rights that they no longer have.
    if (isOperator === false) await withdrawLinksBy(tx, userId, now);
    await updatePerson(tx, userId, changed);
    const { isOperator: operator, ...details } = changed;
    const entry = { ...details, ...(operator !== undefined && { operator }) };
    return { result: undefined, entries: [{ subjectId: userId, details: entry }] };
  },
};

/**
 * Closes an account, with the right of an operator: sessions and memberships end, keys are revoked, the address is
 * free. The history keeps the name.
 */
export const closeAccount: AccountOperation<{ userId: number }, void> = {
  name: 'close-account',
  perform: async ({ tx, now, actor }, { userId }) => {
    const refusal = await operatorActorObjection(tx, actor);
    if (refusal) return refusal;
    const person = await findOpenPerson(tx, userId);
    if (!person) return noSuchPerson();
    const clubs = await listMemberships(tx, userId);
    const objection = closingObjection({
      isOperator: person.isOperator,
      operatorCount: await countOperators(tx),
      clubsLeftAlone: clubs
        .filter(({ role, adminCount }) => role === 'admin' && adminCount === 1)
        .map(({ name }) => name),
    });
    if (objection) return objection;
    await withdrawLinksBy(tx, userId, now);
    const revokedKeys = await closePerson(tx, userId, now);
    // The admins of each club see it in the history of their club.
    const ended = clubs.map(
      ({ clubId, role }): AccountEntry => ({ subjectId: userId, clubId, details: { role } }),
    );
    const closed: AccountEntry = { subjectId: userId, details: { revokedKeys } };
    return { result: undefined, entries: [closed, ...ended] };
  },
};

/** Why an actor may not do what only operators may; `undefined` when they may. */
export async function operatorActorObjection(
  db: Queries,
  { kind, author }: AccountActor,
): Promise<Refusal | undefined> {
  if (kind === 'command line') return undefined;
  const person = author.userId === null ? undefined : await findOpenPerson(db, author.userId);
  return operatorsOnly(person?.isOperator ?? false);
}

function addressNeeded(): Refusal {
  const detail = 'must not be null while the account has a password, which needs it to sign in';
  return invalid([{ field: 'email', detail }]);
}

async function taken(db: AccountCall['tx'], email: string): Promise<Refusal | undefined> {
  if (!(await isEmailTaken(db, email))) return undefined;
  return conflict(`The address ${email} belongs to somebody already.`);
}

/**
 * Erases a person, with the right of an operator, even when the account is closed already. An open account is closed
 * first, and the refusals of `closeAccount` apply. The result is what the person is called from now on.
 */
export const erasePerson: AccountOperation<{ userId: number }, string> = {
  name: 'erase-person',
  perform: async (call, { userId }) => {
    const { tx, now, actor } = call;
    const refusal = await operatorActorObjection(tx, actor);
    if (refusal) return refusal;
    const person = await findPerson(tx, userId);
    if (!person) return noSuchPerson();
    const { display_name: name, email, closed_at: closedAt } = person;
    const closed = closedAt === null ? await closeAccount.perform(call, { userId }) : undefined;
    if (closed instanceof Refusal) return closed;
    const entries = await listEntriesOfPerson(tx, userId);
    const erasure = new PersonErasure({ userId, name, email, entries });
    const result = formerName(userId);
    await updatePerson(tx, userId, { name: result, language: null });
    for (const { id, label } of await listKeys(tx, userId)) {
      const erased = erasure.inLabel(label);
      if (erased !== label) await setKeyLabel(tx, id, erased);
    }
    const withAddress = [];
    for (const address of erasure.emails) {
      withAddress.push(...(await listEntriesWith(tx, address)));
      await forgetAddress(tx, address, now);
    }
    for (const entry of [...entries, ...withAddress]) {
      const details = erasure.inDetails(entry.details);
      if (details !== entry.details) await setDetails(tx, { ...entry, details });
    }
    const accounts = [accountOf(userId, null), ...erasure.emails];
    await clearFailures(tx, accounts.map(accountSubject));
    return { result, entries: closed?.entries ?? [{ subjectId: userId }] };
  },
};

/** More entries than anybody has. */
const ALL_ENTRIES = 1_000_000;

/** All that is stored about a person, also after closing, from one snapshot. @returns 404 when there never was such a person */
export function exportPerson(
  database: Database,
  userId: number,
): Promise<ReturnType<typeof personExport> | Refusal> {
  return database.snapshot(async (tx) => {
    const person = await findPerson(tx, userId);
    if (!person) return noSuchPerson();
    const rows = await loadPerson(tx, userId, accountSubject(accountOf(userId, person.email)));
    const keys = [];
    for (const key of await listKeys(tx, userId)) {
      keys.push(keyDetail(key, await listKeyRequests(tx, key.id)));
    }
    const accountHistory = await listAccountEntries(tx, { userId }, { limit: ALL_ENTRIES });
    return personExport(person, { rows, keys, accountHistory });
  });
}
