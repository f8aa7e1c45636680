/**
 * The baseline for shared rate windows: the service with windows of its own, which no user can configure.
 * It prints its port.
 *
 *     DATABASE_URL=… node bench/unshared-service.ts
 */
import { pino } from 'pino';
import { createApp } from '../src/app.ts';
import { readSettings } from '../src/settings.ts';
import { Database } from '../src/storage/engine/database.ts';

const settings = readSettings({ ...process.env, PORT: '0' });
const { database } = await Database.open(settings.databaseUrl);
delete database.connections.takeSharedSlots;
const { listen, close } = await createApp(settings, database, pino({ level: 'warn' }));
process.stdout.write(`${await listen({ host: '127.0.0.1', port: 0 })}\n`);
process.once('SIGTERM', async () => {
  await close();
  await database.close();
});
