/** A database that cannot be written for a while (decision R1: 503 with Retry-After). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { anyProblem, headerOf } from '../../support/raw-http.ts';
import { startTestService } from '../../support/service.ts';

const service = await startTestService();
const event = await service.provision();
await event.send('POST', '/schedule', {});

/** The disk is full as soon as the database would grow beyond so many pages. */
async function limitPages(pages: number): Promise<void> {
  await service.database.write((tx) => sql.raw(`pragma max_page_count = ${pages}`).execute(tx));
}

test('a full disk: 503 internal_error with Retry-After, reads go on, nothing is half written', async () => {
  const crews = Array.from({ length: 3000 }, (_, i) => ({
    externalId: `c${i}`,
    name: `Crew ${i}`,
  }));
  await limitPages(1);
  const refused = await event.send('PUT', '/teams', crews);
  assert.equal(refused.status, 503);
  const { code } = anyProblem(refused);
  assert.equal(code, 'internal_error');
  assert.match(headerOf(refused, 'retry-after') ?? '', /^[1-9]\d*$/);
  assert.equal((await event.send('GET', '/schedule')).status, 200);
  assert.deepEqual((await event.send('GET', '/teams')).json.teams, [], 'nothing was written');
  await limitPages(1_000_000_000);
  assert.equal((await event.send('PUT', '/teams', crews)).status, 200);
  assert.match(headerOf(refused, 'x-ratelimit-remaining') ?? '', /^\d+$/, 'A11: on every answer');
});
