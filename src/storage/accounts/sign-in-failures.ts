/** Failed sign-ins in a row, by whose they are: an account, a network, or a browser. */
import type { Failures } from '../../domain/accounts/throttle.ts';
import type { Queries, Write } from '../engine/database.ts';

/** The failures of each subject; those that have none are left out. */
export async function findFailures(
  db: Queries,
  subjects: readonly string[],
): Promise<Map<string, Failures>> {
  const rows = await db
    .selectFrom('sign_in_failures')
    .where('subject', 'in', subjects)
    .selectAll()
    .execute();
  return new Map(
    rows.map((row) => [row.subject, { count: row.failures, lastAt: row.last_at }] as const),
  );
}

/** Stores the failures of subjects in place of those that they had. */
export async function saveFailures(
  tx: Write,
  subjects: readonly { name: string; failures: Failures }[],
): Promise<void> {
  await tx
    .insertInto('sign_in_failures')
    .values(
      subjects.map(({ name, failures: { count, lastAt } }) => ({
        subject: name,
        failures: count,
        last_at: lastAt,
      })),
    )
    .onConflict((is) =>
      is.column('subject').doUpdateSet((row) => ({
        failures: row.ref('excluded.failures'),
        last_at: row.ref('excluded.last_at'),
      })),
    )
    .execute();
}

/** Forgets the failures of some subjects. */
export async function clearFailures(tx: Write, subjects: readonly string[]): Promise<void> {
  await tx.deleteFrom('sign_in_failures').where('subject', 'in', subjects).execute();
}

/** Forgets the failures before a time, and the oldest of more than so many. */
export async function purgeFailures(
  tx: Write,
  { before, keep }: { before: number; keep: number },
): Promise<void> {
  const oldest = await tx
    .selectFrom('sign_in_failures')
    .orderBy('last_at', 'desc')
    .offset(keep)
    .limit(1)
    .select('last_at')
    .executeTakeFirst();
  const limit = Math.max(before, oldest?.last_at ?? before);
  await tx.deleteFrom('sign_in_failures').where('last_at', '<=', limit).execute();
}
