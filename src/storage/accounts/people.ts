/**
 * Changes and closes accounts of people; and finds everything that is stored about a person, to erase it or to hand it to
 * them.
 */
import { sql } from 'kysely';
import type { Role } from '../../domain/accounts/roles.ts';
import type { Queries, Write } from '../engine/database.ts';
import { countOf } from '../engine/rows.ts';
import type { Row, Tables } from '../migrations/tables.ts';

interface PersonChange {
  name?: string | undefined;
  /** As `emailAddress` normalises it. */
  email?: string | null | undefined;
  /** BCP 47 tag. */
  language?: string | null | undefined;
  isOperator?: boolean | undefined;
}

/** Changes the given properties of a person. */
export async function updatePerson(
  tx: Write,
  userId: number,
  { name, email, language, isOperator }: PersonChange,
): Promise<void> {
  const row = {
    ...(name !== undefined && { display_name: name }),
    ...(email !== undefined && { email }),
    ...(language !== undefined && { language }),
    ...(isOperator !== undefined && { is_operator: isOperator ? 1 : 0 }),
  };
  if (Object.keys(row).length === 0) return;
  await tx.updateTable('users').set(row).where('id', '=', userId).execute();
}

/** The person with an e-mail address, if the account is open. */
export async function findPersonByEmail(
  db: Queries,
  email: string,
): Promise<{ id: number; name: string; language: string | null } | undefined> {
  return db
    .selectFrom('users')
    .where('email', '=', email)
    .where('closed_at', 'is', null)
    .select(['id', 'display_name as name', 'language'])
    .executeTakeFirst();
}

/** How many operators an installation has. */
export function countOperators(db: Queries): Promise<number> {
  return countOf(
    db.selectFrom('users').where('is_operator', '=', 1).where('closed_at', 'is', null),
  );
}

/** The clubs of a person, each with the number of its admins. */
export async function listMemberships(
  db: Queries,
  userId: number,
): Promise<{ clubId: number; name: string; role: Role; adminCount: number }[]> {
  const rows = await db
    .selectFrom('memberships as m')
    .innerJoin('clubs as c', 'c.id', 'm.club_id')
    .where('m.user_id', '=', userId)
    .orderBy('m.club_id')
    .select(['m.club_id as clubId', 'c.name', 'm.role'])
    .select((eb) =>
      eb
        .selectFrom('memberships as a')
        .whereRef('a.club_id', '=', 'm.club_id')
        .where('a.role', '=', 'admin')
        .select(({ fn }) => fn.countAll().as('count'))
        .as('adminCount'),
    )
    .execute();
  return rows.map((row) => ({ ...row, adminCount: Number(row.adminCount) }));
}

/** The tables with everything that lets a person in, and with their known browsers. */
const WAYS_IN = [
  'sessions',
  'known_browsers',
  'passkeys',
  'passkey_challenges',
  'links',
] as const satisfies (keyof Tables)[];

/**
 * Closes an account: nobody can sign in to it any more, memberships and keys end, and the e-mail address is free again. The
 * row stays, because the history names the person.
 *
 * @param now epoch milliseconds
 * @returns the prefixes of the keys that were revoked
 */
export async function closePerson(tx: Write, userId: number, now: number): Promise<string[]> {
  for (const table of WAYS_IN) {
    await tx.deleteFrom(table).where('user_id', '=', userId).execute();
  }
  await tx.deleteFrom('memberships').where('user_id', '=', userId).execute();
  await tx
    .updateTable('users')
    .set({ email: null, password_hash: null, is_operator: 0, closed_at: now })
    .where('id', '=', userId)
    .execute();
  const keys = await tx
    .updateTable('api_keys')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .returning('key_prefix')
    .execute();
  return keys.map((key) => key.key_prefix);
}

/** A person, whether the account is open or closed. */
export function findPerson(db: Queries, userId: number): Promise<Row<'users'> | undefined> {
  return db.selectFrom('users').where('id', '=', userId).selectAll().executeTakeFirst();
}

/** An entry of the history of accounts with its details as they are stored. */
interface DetailedEntry {
  id: number;
  subjectId: number | null;
  details: Readonly<Record<string, unknown>>;
}

/** The entries of the history of accounts that a person has made, or that are about them. */
export async function listEntriesOfPerson(db: Queries, userId: number): Promise<DetailedEntry[]> {
  const rows = await db
    .selectFrom('account_history')
    .where((eb) => eb.or([eb('user_id', '=', userId), eb('subject_id', '=', userId)]))
    .orderBy('id')
    .select(['id', 'subject_id as subjectId', 'details'])
    .execute();
  return rows.map((row) => ({ ...row, details: JSON.parse(row.details) }));
}

/** The entries of the history of accounts that name an e-mail address, such as invitations to it. */
export async function listEntriesWith(db: Queries, email: string): Promise<DetailedEntry[]> {
  const text = JSON.stringify(email).replaceAll(/[~%_]/g, '~$&');
  const rows = await db
    .selectFrom('account_history')
    .where(sql<boolean>`details like ${`%${text}%`} escape '~'`)
    .orderBy('id')
    .select(['id', 'subject_id as subjectId', 'details'])
    .execute();
  return rows.map((row) => ({ ...row, details: JSON.parse(row.details) }));
}

export async function setDetails(tx: Write, { id, details }: DetailedEntry): Promise<void> {
  await tx
    .updateTable('account_history')
    .set({ details: JSON.stringify(details) })
    .where('id', '=', id)
    .execute();
}

export async function setKeyLabel(tx: Write, keyId: number, label: string): Promise<void> {
  await tx.updateTable('api_keys').set({ label }).where('id', '=', keyId).execute();
}

/** Invalidates all links to an e-mail address, and removes the address from them. @param now epoch milliseconds */
export async function forgetAddress(tx: Write, email: string, now: number): Promise<void> {
  const links = () => tx.updateTable('links').where('email', '=', email);
  await links().set({ used_at: now }).where('used_at', 'is', null).execute();
  await links().set({ email: null }).execute();
}

/**
 * Everything that is stored about a person, by kind, except their keys and the history of accounts. Secrets that let
 * somebody in, such as hashes of tokens, are left out.
 *
 * @param accountSubject the subject of the failed sign-ins of the account
 */
export async function loadPerson(db: Queries, userId: number, accountSubject: string) {
  return {
    clubs: await db
      .selectFrom('memberships as m')
      .innerJoin('clubs as c', 'c.id', 'm.club_id')
      .where('m.user_id', '=', userId)
      .orderBy('c.id')
      .select(['c.id', 'c.name', 'm.role'])
      .execute(),
    events: await db
      .selectFrom('events')
      .where('creator_id', '=', userId)
      .orderBy('id')
      .select([
        'id',
        'name',
        'start_date as startDate',
        'end_date as endDate',
        'created_at as createdAt',
      ])
      .execute(),
    ...(await loadSignIns(db, userId)),
    failedSignIns: await db
      .selectFrom('sign_in_failures')
      .where('subject', '=', accountSubject)
      .select(['failures', 'last_at as lastAt'])
      .execute(),
    requests: await db
      .selectFrom('idempotency_keys')
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .select(['idempotency_key as key', 'created_at as createdAt'])
      .execute(),
    changes: await db
      .selectFrom('history')
      .where('user_id', '=', userId)
      .orderBy('id')
      .select([
        'id as entryId',
        'event_id as eventId',
        'at',
        'operation',
        'key_prefix as keyPrefix',
      ])
      .execute(),
  };
}

/** How a person can sign in, and where they have signed in. */
async function loadSignIns(db: Queries, userId: number) {
  return {
    sessions: await db
      .selectFrom('sessions')
      .where('user_id', '=', userId)
      .orderBy('id')
      .select([
        'device',
        'began_with as beganWith',
        'created_at as createdAt',
        'last_seen_at as lastSeenAt',
        'proved_at as provedAt',
      ])
      .execute(),
    places: await db
      .selectFrom('office_places as p')
      .innerJoin('sessions as s', 's.id', 'p.session_id')
      .where('s.user_id', '=', userId)
      .orderBy('p.event_id')
      .select(['p.event_id as eventId', 'p.part', 'p.race_id as raceId', 'p.at'])
      .execute(),
    knownBrowsers: await db
      .selectFrom('known_browsers')
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .select('created_at as createdAt')
      .execute(),
    passkeys: await db
      .selectFrom('passkeys')
      .where('user_id', '=', userId)
      .orderBy('id')
      .select(['label', 'transports', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
      .execute(),
    links: await db
      .selectFrom('links')
      .where((eb) => eb.or([eb('user_id', '=', userId), eb('made_by', '=', userId)]))
      .orderBy('id')
      .select([
        'kind',
        'club_id as clubId',
        'role',
        'email',
        'created_at as createdAt',
        'expires_at as expiresAt',
        'used_at as usedAt',
      ])
      .execute(),
  };
}
