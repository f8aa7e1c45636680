/** People with roles, for tests of the console. */
import type { Role } from '../../src/domain/accounts/roles.ts';
import { insertUser, setRole } from '../../src/storage/accounts/accounts.ts';
import type { Database } from '../../src/storage/engine/database.ts';

/** Somebody with a role in a club. @returns their id */
export function addMember(database: Database, clubId: number, role: Role): Promise<number> {
  return database.write(async (tx) => {
    const id = await insertUser(tx, `A ${role}`, null, Date.now());
    await setRole(tx, id, clubId, role);
    return id;
  });
}

/** An operator without a role in any club. @returns their id */
export function addOperator(database: Database): Promise<number> {
  return database.write(async (tx) => {
    const id = await insertUser(tx, 'An operator', null, Date.now());
    await tx.updateTable('users').set({ is_operator: 1 }).where('id', '=', id).execute();
    return id;
  });
}

/** Closes an account in the database alone: open sessions and streams must notice that by themselves. */
export async function closeAccount(database: Database, userId: number): Promise<void> {
  await database.write((tx) =>
    tx.updateTable('users').set({ closed_at: Date.now() }).where('id', '=', userId).execute(),
  );
}
