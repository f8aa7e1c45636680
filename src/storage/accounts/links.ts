/** Links that work once: invitations, sign-in links and set-up links. Only the hashes of their tokens are stored. */
import type { StoredLink } from '../../domain/accounts/link-rules.ts';
import type { Role } from '../../domain/accounts/roles.ts';
import { KEEP_LINKS_MILLIS } from '../../domain/retention-rules.ts';
import type { Queries, Write } from '../engine/database.ts';
import { countOf, insertOne } from '../engine/rows.ts';
import type { NewRow, Row } from '../migrations/tables.ts';

/** Stores a link, and deletes those that ended long ago. @returns the id of the link */
export async function insertLink(tx: Write, link: NewRow<'links'>): Promise<number> {
  await forgetOldLinks(tx, link.created_at);
  return insertOne(tx, 'links', link);
}

/** Deletes links that ended more than `KEEP_LINKS_MILLIS` ago. @param now epoch milliseconds */
export async function forgetOldLinks(tx: Write, now: number): Promise<void> {
  await tx
    .deleteFrom('links')
    .where('expires_at', '<', now - KEEP_LINKS_MILLIS)
    .execute();
}

/** A link by the hash of its token, also if it was used or has expired. */
export async function findLink(db: Queries, tokenHash: string): Promise<StoredLink | undefined> {
  return db
    .selectFrom('links as l')
    .leftJoin('clubs as c', 'c.id', 'l.club_id')
    .leftJoin('users as u', (join) =>
      join.onRef('u.id', '=', 'l.user_id').on('u.closed_at', 'is', null),
    )
    .where('l.token_hash', '=', tokenHash)
    .select([
      'l.id',
      'l.kind',
      'u.id as userId',
      'l.club_id as clubId',
      'c.name as clubName',
      'l.role',
      'l.email',
      'l.expires_at as expiresAt',
      'l.used_at as usedAt',
    ])
    .executeTakeFirst();
}

/** Makes a link invalid, because it was used or withdrawn. @param now epoch milliseconds */
export async function useLink(tx: Write, id: number, now: number): Promise<void> {
  await tx.updateTable('links').set({ used_at: now }).where('id', '=', id).execute();
}

/** An invitation that nobody has accepted yet. */
interface OpenInvitation {
  id: number;
  role: Role;
  email: string | null;
  /** Epoch milliseconds. */
  expiresAt: number;
}

/** The open invitations of a club, newest first. */
export async function listInvitations(
  db: Queries,
  clubId: number,
  now: number,
): Promise<OpenInvitation[]> {
  const rows = await db
    .selectFrom('links')
    .where('club_id', '=', clubId)
    .where('kind', '=', 'invitation')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('id', 'desc')
    .select(['id', 'role', 'email', 'expires_at as expiresAt'])
    .execute();
  return rows.map((row) => ({ ...row, role: row.role as Role }));
}

/**
 * How many links were mailed since a time; links that were deleted since (`KEEP_LINKS_MILLIS`) are not counted.
 *
 * @param which the values of columns that the links must have
 */
export function countMailed(
  db: Queries,
  which: Partial<Pick<Row<'links'>, 'kind' | 'email' | 'made_by' | 'club_id'>>,
  since: number,
): Promise<number> {
  return countOf(
    db
      .selectFrom('links')
      .where((is) => is.and(which))
      .where('is_mailed', '=', 1)
      .where('created_at', '>', since),
  );
}

/**
 * Withdraws the unused links that a person has made.
 *
 * @param clubId only invitations to this club; left out: all links, including sign-in links
 */
export async function withdrawLinksBy(
  tx: Write,
  userId: number,
  now: number,
  clubId?: number,
): Promise<void> {
  let query = tx
    .updateTable('links')
    .set({ used_at: now })
    .where('made_by', '=', userId)
    .where('used_at', 'is', null);
  if (clubId !== undefined) query = query.where('club_id', '=', clubId);
  await query.execute();
}

/** Withdraws the unused sign-in links of a person. */
export async function withdrawSignInLinks(tx: Write, userId: number, now: number): Promise<void> {
  await tx
    .updateTable('links')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
}
