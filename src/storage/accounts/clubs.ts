/** Clubs, as the console shows them. */
import type { ClubItem } from '../../contract/console/clubs.ts';
import type { Role } from '../../domain/accounts/roles.ts';
import type { Queries, Write } from '../engine/database.ts';

/** The clubs of a person in no order, with their role. @param seesAll whether to list the others, too */
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

/** @returns nothing when there is no such club */
export function findClub(
  db: Queries,
  clubId: number,
): Promise<{ id: number; name: string } | undefined> {
  return db.selectFrom('clubs').where('id', '=', clubId).select(['id', 'name']).executeTakeFirst();
}

/** The boards of its events name it as their organiser, so their revisions move (`BOARD_REVISION`). */
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
export async function countAdmins(db: Queries, clubId: number): Promise<number> {
  const { count } = await db
    .selectFrom('memberships')
    .where('club_id', '=', clubId)
    .where('role', '=', 'admin')
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
