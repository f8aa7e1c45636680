/** Chooses the kind of database by its address, and loads only the modules of that kind. */
import { withoutPassword } from '../../domain/text/plain-line.ts';
import { type Connections, DatabaseRefused } from './dialect.ts';

/**
 * Opens the database at an address. Creates an embedded database that does not exist yet.
 *
 * @param url `sqlite:PATH` or `postgres://USER:PASSWORD@HOST:PORT/DATABASE`
 * @throws DatabaseRefused when the address, the file or the server cannot be used
 */
export async function connect(url: string): Promise<Connections> {
  if (/^postgres(ql)?:/.test(url)) {
    const { connectPostgres } = await import('../postgres/connect.ts');
    return connectPostgres(url);
  }
  const path = /^sqlite:(.+)$/.exec(url)?.[1];
  if (!path || path.startsWith(':')) {
    throw new DatabaseRefused(
      `DATABASE_URL must be sqlite:PATH with the path of a file or postgres://USER:PASSWORD@HOST/DATABASE, not ${JSON.stringify(withoutPassword(url))}.`,
    );
  }
  const { connectSqlite } = await import('../sqlite/connect.ts');
  return connectSqlite(path);
}
