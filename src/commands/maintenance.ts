/** The database itself: migrate it, back it up. */
import { statSync } from 'node:fs';
import { Database } from '../storage/database.ts';
import { type Command, withDatabase } from './command.ts';

export const migrate: Command = {
  name: 'migrate',
  summary: "bring the database to this program's version and stop",
  options: {},
  run: async (_values, { settings }) => {
    const { database, from, to } = await Database.open(settings.databaseUrl);
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
  run: (values, context) =>
    withDatabase(context, async (database) => {
      const file = values.to ?? '';
      await database.connections.copyTo(file, context.progress);
      const bytes = statSync(file).size;
      return { json: { file, bytes }, text: `Copied ${bytes} bytes to ${file} and checked them.` };
    }),
};
