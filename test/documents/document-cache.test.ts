/** The cache of documents: when a document is built, from which earlier one, and how many are kept. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type Building,
  DocumentCache,
  type EventDocument,
} from '../../src/documents/document-cache.ts';
import { Representation } from '../../src/http/answers/representation.ts';

const BYTES = 100;

interface TestDocument extends EventDocument {
  /** The revision of the earlier document from which this one was built. */
  base: number | undefined;
}

/** A cache of three documents over schedules whose revisions a test sets; each build takes 10 ms. */
function cacheOver(schedules: Map<number, number>, more: Partial<Building<TestDocument>> = {}) {
  const builds: number[] = [];
  const server = { losses: 0 };
  const cache = new DocumentCache<TestDocument>({
    losses: () => server.losses,
    async build(eventId, base) {
      builds.push(eventId);
      const revision = schedules.get(eventId);
      await delay(10);
      if (revision === undefined) return undefined;
      const representation = new Representation('W/"1"', Buffer.alloc(BYTES));
      return { revision, representation, base: base?.revision };
    },
    bytesFactor: 2,
    maxBytes: 3 * 2 * BYTES,
    ...more,
  });
  return { cache, builds, server };
}

test('a document is built once for all who ask, and upon the one before', async () => {
  const schedules = new Map([[7, 1]]);
  const { cache, builds } = cacheOver(schedules);
  const ask = () => Promise.all(Array.from({ length: 50 }, () => cache.get(7)));
  const [first] = await ask();
  assert.deepEqual([first?.revision, first?.base], [1, undefined]);
  assert.equal(cache.atHand(7), first);
  await ask();
  assert.deepEqual(builds, [7]);
  schedules.set(7, 2);
  cache.invalidate([7]);
  assert.equal(cache.atHand(7), undefined);
  const [second] = await ask();
  assert.deepEqual([second?.revision, second?.base], [2, 1]);
  assert.deepEqual(builds, [7, 7]);
});

test('a revision is reached by a build under way, or by the next; one that never comes ends', async () => {
  const schedules = new Map([[7, 1]]);
  const { cache, builds } = cacheOver(schedules);
  const early = cache.get(7, 1);
  schedules.set(7, 2);
  const late = Promise.all(Array.from({ length: 50 }, () => cache.get(7, 2)));
  assert.equal((await early)?.revision, 1);
  assert.deepEqual(new Set((await late).map((document) => document?.revision)), new Set([2]));
  assert.equal(builds.length, 2);
  // The request has read revision 9 from a database server that was then replaced by one with an older state.
  assert.equal((await cache.get(7, 9))?.revision, 2);
});

test('an event without a document takes no entry', async () => {
  const { cache } = cacheOver(new Map());
  assert.equal(await cache.get(7), undefined);
  assert.deepEqual([...cache.eventIds], []);
});

test('what was built longest ago makes room', async () => {
  const { cache } = cacheOver(new Map([1, 2, 3, 4, 5].map((id) => [id, 1])));
  for (const id of [1, 2, 3]) await cache.get(id);
  cache.invalidate([1]);
  await cache.get(1);
  await cache.get(4);
  assert.deepEqual([...cache.eventIds], [3, 1, 4]);
  await cache.get(5);
  assert.deepEqual([...cache.eventIds], [1, 4, 5]);
});

test('a document larger than the limit is kept alone', async () => {
  const { cache } = cacheOver(new Map([1, 2].map((id) => [id, 1])), { maxBytes: 1 });
  await cache.get(1);
  await cache.get(2);
  assert.deepEqual([...cache.eventIds], [2]);
});

test('nothing of a server that was lost is used or built upon', async () => {
  const schedules = new Map([[7, 5]]);
  const { cache, server } = cacheOver(schedules);
  await cache.get(7);
  schedules.set(7, 3);
  server.losses++;
  assert.equal(cache.atHand(7), undefined);
  const after = await cache.get(7, 5);
  assert.deepEqual([after?.revision, after?.base], [3, undefined]);

  const across = cache.get(7, 4);
  schedules.set(7, 2);
  await delay(1);
  server.losses++;
  const document = await across;
  assert.deepEqual([document?.revision, document?.base], [2, undefined]);
  assert.equal(cache.atHand(7), document);
});
