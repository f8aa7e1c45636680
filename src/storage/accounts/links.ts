/** Links that let somebody in, each once. Of their tokens only hashes are stored. */
import type { StoredLink } from '../../domain/accounts/link-rules.ts';
import type { Role } from '../../domain/accounts/roles.ts';
import { KEEP_LINKS_MILLIS } from '../../domain/retention-rules.ts';
import type { Queries, Write } from '../engine/database.ts';
import { countOf, insertOne } from '../engine/rows.ts';
import type { NewRow, Row } from '../migrations/tables.ts';

/** Stores a link, and forgets those that ended long ago. @returns its id */
export async function insertLink(tx: Write, link: NewRow<'links'>): Promise<number> {
  await forgetOldLinks(tx, link.created_at);
  return insertOne(tx, 'links', link);
}

/** Forgets links that ended long ago. */
export async function forgetOldLinks(tx: Write, now: number): Promise<void> {
  await tx
    .deleteFrom('links')
    .where('expires_at', '<', now - KEEP_LINKS_MILLIS)
    .execute();
}

/** A link by the hash of its token, whatever has become of it. */
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

/** Uses a link up, or withdraws it. @param now epoch milliseconds */
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
 * How many links were mailed since a moment, not longer ago than links are kept.
 *
 * @param which values that their columns have
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
 * Withdraws links that a person has made and nobody has used.
 *
 * @param clubId only the invitations to this club; left out for all links, those that sign somebody in included
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

/** Withdraws the sign-in links of a person that nobody has used. */
export async function withdrawSignInLinks(tx: Write, userId: number, now: number): Promise<void> {
  await tx
    .updateTable('links')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
}
