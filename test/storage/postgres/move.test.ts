/** `move` between servers, where each side has to wait for the other. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newServerDatabase } from '../../support/databases.ts';
import { json } from '../../support/program.ts';
import { raw } from '../../support/raw.ts';
import { startTestService } from '../../support/service.ts';

const PAGES = 24;
const ROWS = PAGES * 1000;

test('a move may take longer than a connection may be idle in a transaction', async () => {
  const [source, target] = [await newServerDatabase(), await newServerDatabase()];
  const service = await startTestService({ DATABASE_URL: source.url });
  const { eventId } = await service.provision();
  await service.stop();
  await raw(
    source.url,
    `insert into history (event_id, number, at, operation, changes)
       select ${eventId}, 1000 + n, n, 'fill', '[]' from generate_series(1, ${ROWS}) as n`,
  );
  // Acts as a slow disk: each page takes a quarter of a second, all of them six seconds.
  await raw(
    target.url,
    `create function wait() returns trigger language plpgsql as
       $$ begin perform pg_sleep(0.25); return null; end $$`,
  );
  await raw(
    target.url,
    'create trigger slow after insert on history for each statement execute function wait()',
  );
  await json(['move', '--from', source.url, '--to', target.url]);
  const sum = 'select count(*) as n, sum(at) as sum from history';
  assert.deepEqual(await raw(target.url, sum), await raw(source.url, sum));
  await source.drop();
  await target.drop();
});
