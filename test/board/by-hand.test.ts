/** What people change with the command line, which is another process, shows on boards and pages soon (on SQLite). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Published, published } from '../support/board.ts';
import { isOnServer } from '../support/databases.ts';
import { json } from '../support/program.ts';
import { startTestService } from '../support/service.ts';
import { until } from '../support/until.ts';

/** Boards are compared with the database after 1.5 s; the rest is for a busy machine. The check of all events takes 20 s. */
const SOON_SECONDS = 15;

/** On a server, processes send each other hints, which `live.test.ts` covers. */
const skip = isOnServer;

const service = await startTestService();

const soon = (what: string, isSo: () => Promise<boolean>) => until(what, isSo, SOON_SECONDS);

const command = ({ eventId }: Published, ...words: string[]) =>
  json([...words, '--event', String(eventId)], { DATABASE_URL: service.databaseUrl });

test('by hand: a crew is on the board soon', { skip }, async () => {
  const event = await published(service);
  const name = 'Entered by hand';
  await event.board();
  await command(event, 'team', 'add', '--name', name);
  await soon('it is not on the board', async () => (await event.board()).text.includes(name));
});

test('by hand: a schedule that is taken back is gone from every list and page soon', {
  skip,
}, async () => {
  // No client has requested the board of this event yet, only the list.
  const event = await published(service);
  const isOn = async (path: string) =>
    (await service.send('GET', path)).text.includes(`"id":${event.eventId},`);
  const lists = ['/board/api/events', '/'];
  for (const path of lists) assert.ok(await isOn(path), path);
  await command(event, 'schedule', 'unpublish');
  for (const path of lists) await soon(`it is still on ${path}`, async () => !(await isOn(path)));
  for (const path of [`/board/api/events/${event.eventId}`, `/events/${event.eventId}`]) {
    assert.equal((await service.send('GET', path)).status, 404, path);
  }
});
