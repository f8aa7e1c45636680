/** Chooses the kind of database by its address. A second kind plugs in here. */
import { type Connections, DatabaseRefused } from './dialect.ts';
import { connectSqlite } from './sqlite.ts';

/**
 * Opens the database that an address names, creating an embedded one that is not there yet.
 *
 * @param url `sqlite:PATH`
 * @throws DatabaseRefused when the address or the file is no good
 */
export function connect(url: string): Connections {
  const path = /^sqlite:(.+)$/.exec(url)?.[1];
  if (!path || path.startsWith(':')) {
    throw new DatabaseRefused(
      `DATABASE_URL must be sqlite:PATH with the path of a file, not ${JSON.stringify(hidePassword(url))}.`,
    );
  }
  return connectSqlite(path);
}

function hidePassword(url: string): string {
  return url.replace(/\/\/.*@/, '//…@');
}
