/** Changes by another process show in the list and on boards soon, also where no hint comes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { editEvent } from '../../src/operations/pushes/edit-event.ts';
import { publishSchedule } from '../../src/operations/pushes/schedule.ts';
import { openDatabase } from '../support/databases.ts';
import { performOn } from '../support/perform.ts';
import { startTestService } from '../support/service.ts';
import { until } from '../support/until.ts';

/** Much more than is needed: without a hint, changes by other processes show within two seconds on an idle machine. */
const SOON_MILLIS = 10_000;

const service = await startTestService();
/** The database as another process opens it: on SQLite, the service gets no hint of what it writes. */
const elsewhere = { database: await openDatabase(service.databaseUrl) };

async function listed(): Promise<string[]> {
  const { events } = (await service.send('GET', '/board/api/events')).json;
  return events.map(({ id, name }: { id: number; name: string }) => `${id} ${name}`);
}

async function draft(): Promise<number> {
  const event = await service.provision();
  await event.send('POST', '/schedule');
  return event.eventId;
}

test('an event that is renamed by the service itself is listed by its new name at once', async () => {
  const eventId = await draft();
  await performOn(service, eventId, publishSchedule, undefined);
  assert.ok((await listed()).includes(`${eventId} Spring regatta`));
  await performOn(service, eventId, editEvent, { name: 'Autumn regatta' });
  assert.ok((await listed()).includes(`${eventId} Autumn regatta`));
  const board = (await service.send('GET', `/board/api/events/${eventId}`)).json;
  assert.equal(board.eventName, 'Autumn regatta');
});

test('an event that another process publishes and renames is listed soon', async () => {
  const eventId = await draft();
  assert.ok(!(await listed()).includes(`${eventId} Spring regatta`));
  await performOn(elsewhere, eventId, publishSchedule, undefined);
  const shown = await until('it shows', async () =>
    (await listed()).includes(`${eventId} Spring regatta`),
  );
  await performOn(elsewhere, eventId, editEvent, { name: 'Winter regatta' });
  const renamed = await until('it shows', async () =>
    (await listed()).includes(`${eventId} Winter regatta`),
  );
  assert.ok(shown < SOON_MILLIS && renamed < SOON_MILLIS, `${shown}, ${renamed} ms`);
});

test('a board that another process publishes is there soon, also where others are asked for', async () => {
  const [eventId, busy] = [await draft(), await draft()];
  await performOn(service, busy, publishSchedule, undefined);
  const status = async (id: number) =>
    (await service.send('GET', `/board/api/events/${id}`)).status;
  assert.deepEqual([await status(busy), await status(eventId)], [200, 404]);
  await performOn(elsewhere, eventId, publishSchedule, undefined);
  const shown = await until('it shows', async () => {
    await status(busy);
    return (await status(eventId)) === 200;
  });
  assert.ok(shown < SOON_MILLIS, `${shown} ms`);
});
