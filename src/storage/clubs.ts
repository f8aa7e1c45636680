/** Clubs, as the console shows them. */
import type { ClubItem } from '../contract/console/clubs.ts';
import type { Queries } from './database.ts';

/** The clubs of a person by name, with their role. @param seesAll whether to list the others, too */
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
    .orderBy('c.name')
    .orderBy('c.id')
    .select(['c.id', 'c.name', 'm.role']);
  if (!seesAll) query = query.where('m.role', 'is not', null);
  return query.execute();
}
