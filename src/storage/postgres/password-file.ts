/**
 * Passwords that stand in no address: they come from the file that PGPASSFILE names, as for
 * PostgreSQL's own programs. `pg` reads that file too, but says at every start that its next version
 * will not.
 */
import { createRequire } from 'node:module';
import pg from 'pg';

/** The package has no types. Calls back with nothing when the file has no password for it. */
type FindPassword = (connection: object, found: (password?: string) => void) => void;

const findPassword: FindPassword = createRequire(import.meta.url)('pgpass');

/** From now on, connections whose address has no password look for one in that file. */
export function usePasswordFile(): void {
  const password = (connection: object) =>
    new Promise<string | undefined>((resolve) => findPassword(connection, resolve));
  // The types know a text only; functions are documented.
  Object.assign(pg.defaults, { password });
}
