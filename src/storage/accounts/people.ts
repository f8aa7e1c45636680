/** People as their accounts are changed and closed. */
import type { Role } from '../../domain/accounts/roles.ts';
import type { Queries, Write } from '../engine/database.ts';
import type { Tables } from '../migrations/tables.ts';

interface PersonChange {
  name?: string | undefined;
  /** As `emailAddress` normalises it. */
  email?: string | null | undefined;
  /** BCP 47 tag. */
  language?: string | null | undefined;
  isOperator?: boolean | undefined;
}

/** Changes what is stored of a person; what is left out stays. */
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

/** The person to whom an address belongs. */
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
export async function countOperators(db: Queries): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .where('is_operator', '=', 1)
    .where('closed_at', 'is', null)
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The clubs of a person, with how many admins each has. */
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

/** All that lets a person in, and all that stands for a browser of theirs. */
const WAYS_IN = [
  'sessions',
  'known_browsers',
  'passkeys',
  'passkey_challenges',
  'links',
] as const satisfies (keyof Tables)[];

/**
 * Closes an account: nobody gets in any more, memberships and keys end, the address is free; the row stays,
 * because the history names the person.
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
