/**
 * Passwords that are not in the address come from the file that PGPASSFILE names, as for PostgreSQL's own
 * programs. `pg` reads that file, too, but warns at every start that its next version will not.
 */
import { createRequire } from 'node:module';
import pg from 'pg';

/** The package has no types. It calls back with `undefined` when the file has no password. */
type FindPassword = (connection: object, found: (password?: string) => void) => void;

const findPassword: FindPassword = createRequire(import.meta.url)('pgpass');

/** From now on, connections whose address has no password look for one in that file. */
export function usePasswordFile(): void {
  const password = (connection: object) =>
    new Promise<string | undefined>((resolve) => findPassword(connection, resolve));
  // The types allow text only, although functions are documented.
  Object.assign(pg.defaults, { password });
}
