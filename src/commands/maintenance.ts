/** The database itself: migrate it, back it up, move it. */
import { statSync } from 'node:fs';
import { withoutPassword } from '../domain/text/plain-line.ts';
import { isEmpty } from '../storage/accounts/accounts.ts';
import { connect } from '../storage/engine/connect.ts';
import { Database } from '../storage/engine/database.ts';
import { DatabaseRefused } from '../storage/engine/dialect.ts';
import { copyInstallation } from '../storage/engine/move.ts';
import {
  type Command,
  CommandFailed,
  type Context,
  type Outcome,
  printWarnings,
  withDatabase,
} from './command.ts';
import { requireFolderOf } from './existing.ts';

export const migrate: Command = {
  name: 'migrate',
  summary: "bring the database to this program's version and stop",
  options: {},
  run: async (_values, { settings }) => {
    const { database, from, to } = await Database.open(settings.databaseUrl, {
      backups: settings.backups,
    });
    printWarnings(database);
    await database.close();
    const text =
      from === to ? `The database is at version ${to}.` : `Migrated from ${from} to ${to}.`;
    return { json: { from, to }, text };
  },
};

export const backup: Command = {
  name: 'backup',
  summary: 'make a consistent copy of the embedded database, and check it',
  options: { to: 'FILE' },
  run: async (values, { settings, progress }) => {
    const file = values.to ?? '';
    requireFolderOf(file);
    // The database is not migrated first: a copy made before an upgrade must suit the older program.
    const connections = await connect(settings.databaseUrl);
    try {
      await connections.copyTo(file, progress);
    } finally {
      await connections.close();
    }
    const bytes = statSync(file).size;
    return { json: { file, bytes }, text: `Copied ${bytes} bytes to ${file} and checked them.` };
  },
};

/** Messages about a database name the option that holds its address, instead of DATABASE_URL. */
async function withDatabaseOf(
  option: 'from' | 'to',
  context: Context,
  run: (database: Database) => Promise<Outcome>,
): Promise<Outcome> {
  try {
    return await withDatabase(context, run);
  } catch (error) {
    if (!(error instanceof DatabaseRefused)) throw error;
    throw new CommandFailed(error.message.replaceAll('DATABASE_URL', `--${option}`));
  }
}

const BAR_WIDTH = 30;

/** @param share from 0 to 1 */
function progressBar(share: number): string {
  const full = Math.round(share * BAR_WIDTH);
  return `[${'#'.repeat(full)}${'.'.repeat(BAR_WIDTH - full)}] ${Math.floor(share * 100)} %`;
}

export const move: Command = {
  name: 'move',
  summary: 'take an installation from one database to another, empty one, and verify it',
  options: { from: 'URL', to: 'URL' },
  run: async (values, { settings, progress }) => {
    if (values.from === values.to)
      throw new CommandFailed('--from and --to name the same database.');
    const at = (databaseUrl = '') => ({ settings: { ...settings, databaseUrl }, progress });
    return withDatabaseOf('from', at(values.from), async (from) => {
      if (await isEmpty(from.reads)) {
        throw new CommandFailed(
          `There is nothing to move in ${withoutPassword(values.from ?? '')}.`,
        );
      }
      return withDatabaseOf('to', at(values.to), async (to) => {
        if (!(await isEmpty(to.reads))) {
          throw new CommandFailed(
            `${withoutPassword(values.to ?? '')} is not empty; move needs an empty database.`,
          );
        }
        const rows = await copyInstallation(from, to, (share, table) =>
          progress(`${progressBar(share)} ${table}`),
        );
        return {
          json: { rows },
          text: `Moved ${rows} rows and compared every one. Set DATABASE_URL to the address of --to and start the service.`,
        };
      });
    });
  },
};
