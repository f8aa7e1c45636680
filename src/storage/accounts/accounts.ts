/** People, clubs, roles and keys; the insertion of events; clubs as the console shows them. */
import type { ClubItem } from '../../contract/console/clubs.ts';
import { type Role, rolesThatMay } from '../../domain/accounts/roles.ts';
import type { Queries, Write } from '../engine/database.ts';
import { countOf, findsAny, insertOne } from '../engine/rows.ts';
import type { NewRow, Row } from '../migrations/tables.ts';

/** @returns the new person's id */
export function insertUser(
  tx: Write,
  displayName: string,
  email: string | null,
  now: number,
): Promise<number> {
  return insertOne(tx, 'users', { display_name: displayName, email, created_at: now });
}

/** @returns the new club's id */
export function insertClub(tx: Write, name: string, now: number): Promise<number> {
  return insertOne(tx, 'clubs', { name, created_at: now });
}

/** @returns the new event's id */
export function insertEvent(tx: Write, event: NewRow<'events'>): Promise<number> {
  return insertOne(tx, 'events', event);
}

/** Whether a row with this id exists. */
export function exists(
  db: Queries,
  table: 'users' | 'clubs' | 'events',
  id: number,
): Promise<boolean> {
  return findsAny(db.selectFrom(table).where('id', '=', id).select('id'));
}

/** All people whose account is open, with their roles by club. */
export async function listUsers(db: Queries): Promise<Person[]> {
  const users = await db
    .selectFrom('users')
    .where('closed_at', 'is', null)
    .orderBy('id')
    .selectAll()
    .execute();
  const memberships = await db
    .selectFrom('memberships as m')
    .innerJoin('clubs as c', 'c.id', 'm.club_id')
    .orderBy('m.club_id')
    .select(['m.user_id as userId', 'c.id', 'c.name', 'm.role'])
    .execute();
  const byUser = Map.groupBy(memberships, ({ userId }) => userId);
  return users.map(({ id, display_name: displayName, email, is_operator: isOperator }) => ({
    id,
    displayName,
    email,
    operator: isOperator === 1,
    clubs: byUser.get(id)?.map(({ userId: _, ...club }) => club) ?? [],
  }));
}

export interface Person {
  id: number;
  displayName: string;
  email: string | null;
  operator: boolean;
  clubs: { id: number; name: string; role: Role }[];
}

export function listClubs(db: Queries): Promise<Pick<Row<'clubs'>, 'id' | 'name'>[]> {
  return db.selectFrom('clubs').orderBy('id').select(['id', 'name']).execute();
}

/** Whether an e-mail address already belongs to a person. */
export function isEmailTaken(db: Queries, email: string): Promise<boolean> {
  return findsAny(db.selectFrom('users').where('email', '=', email).select('id'));
}

/** Gives a person a role in a club, which replaces the one they had. */
export async function setRole(
  tx: Write,
  userId: number,
  clubId: number,
  role: Role,
): Promise<void> {
  await removeRole(tx, userId, clubId);
  await tx.insertInto('memberships').values({ user_id: userId, club_id: clubId, role }).execute();
}

/** Removes a person from a club. @returns whether the person was in the club */
export async function removeRole(tx: Write, userId: number, clubId: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('memberships')
    .where('user_id', '=', userId)
    .where('club_id', '=', clubId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Whether a person may mint keys, by their role in any club (decision L16). */
export function mayMintKeys(db: Queries, userId: number): Promise<boolean> {
  return findsAny(
    db
      .selectFrom('memberships')
      .where('user_id', '=', userId)
      .where('role', 'in', rolesThatMay('mint-keys'))
      .select('role'),
  );
}

/** How many keys of a person are not revoked. */
export function countLiveKeys(db: Queries, userId: number): Promise<number> {
  return countOf(
    db.selectFrom('api_keys').where('user_id', '=', userId).where('revoked_at', 'is', null),
  );
}

export async function insertKey(tx: Write, key: NewRow<'api_keys'>): Promise<void> {
  await tx.insertInto('api_keys').values(key).execute();
}

/** A person's keys, newest first. */
export async function listKeys(db: Queries, userId: number): Promise<Row<'api_keys'>[]> {
  return db
    .selectFrom('api_keys')
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .selectAll()
    .execute();
}

/** The key with this prefix, also a revoked one; prefixes are unique. */
export async function findKey(
  db: Queries,
  keyPrefix: string,
): Promise<Row<'api_keys'> | undefined> {
  return db
    .selectFrom('api_keys')
    .where('key_prefix', '=', keyPrefix)
    .selectAll()
    .executeTakeFirst();
}

export async function revokeKey(tx: Write, keyId: number, now: number): Promise<void> {
  await tx.updateTable('api_keys').set({ revoked_at: now }).where('id', '=', keyId).execute();
}

/** Whether the installation has no people, clubs and events yet. */
export async function isEmpty(db: Queries): Promise<boolean> {
  for (const table of ['users', 'clubs', 'events'] as const) {
    if (await db.selectFrom(table).select('id').limit(1).executeTakeFirst()) return false;
  }
  return true;
}

/** A person whose account is open. */
export interface OpenPerson {
  id: number;
  name: string;
  email: string | null;
  language: string | null;
  isOperator: boolean;
  hasPassword: boolean;
}

/** A person, unless the account is closed. */
export async function findOpenPerson(db: Queries, userId: number): Promise<OpenPerson | undefined> {
  const row = await db
    .selectFrom('users')
    .where('id', '=', userId)
    .where('closed_at', 'is', null)
    .select(['id', 'display_name', 'email', 'language', 'is_operator', 'password_hash'])
    .executeTakeFirst();
  return (
    row && {
      id: row.id,
      name: row.display_name,
      email: row.email,
      language: row.language,
      isOperator: row.is_operator === 1,
      hasPassword: row.password_hash !== null,
    }
  );
}

/** The role of a person in a club; `null`: they are no member. */
export async function findRole(db: Queries, userId: number, clubId: number): Promise<Role | null> {
  const row = await db
    .selectFrom('memberships')
    .where('user_id', '=', userId)
    .where('club_id', '=', clubId)
    .select('role')
    .executeTakeFirst();
  return row?.role ?? null;
}

/** The clubs of a person with their role, in no order. @param seesAll lists all other clubs, too, with role `null` */
export async function listClubsOf(
  db: Queries,
  userId: number,
  seesAll: boolean,
): Promise<ClubItem[]> {
  let query = db
    .selectFrom('clubs as c')
    .leftJoin('memberships as m', (join) =>
      join.onRef('m.club_id', '=', 'c.id').on('m.user_id', '=', userId),
    )
    .select(['c.id', 'c.name', 'm.role']);
  if (!seesAll) query = query.where('m.role', 'is not', null);
  return query.execute();
}

/** A club by its id; `undefined` if there is none. */
export function findClub(
  db: Queries,
  clubId: number,
): Promise<{ id: number; name: string } | undefined> {
  return db.selectFrom('clubs').where('id', '=', clubId).select(['id', 'name']).executeTakeFirst();
}

/** Renames a club. The boards of its events show the name, so their revisions grow with it (`BOARD_REVISION`). */
export async function renameClub(
  tx: Write,
  clubId: number,
  name: string,
  now: number,
): Promise<void> {
  await tx
    .updateTable('clubs')
    .set(({ eb }) => ({ name, rename_count: eb('rename_count', '+', 1), renamed_at: now }))
    .where('id', '=', clubId)
    .execute();
}

/** A member of a club. */
interface ClubMember {
  userId: number;
  name: string;
  role: Role;
  email: string | null;
}

/** The members of a club by name. */
export function listMembers(db: Queries, clubId: number): Promise<ClubMember[]> {
  return db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .where('m.club_id', '=', clubId)
    .orderBy('u.display_name')
    .orderBy('u.id')
    .select(['u.id as userId', 'u.display_name as name', 'm.role', 'u.email'])
    .execute();
}

/** How many admins a club has. */
export function countAdmins(db: Queries, clubId: number): Promise<number> {
  return countOf(
    db.selectFrom('memberships').where('club_id', '=', clubId).where('role', '=', 'admin'),
  );
}
