/** Request lines that could be expensive to parse: none takes much longer than an ordinary one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { head, problem, RawConnection } from '../support/raw-http.ts';
import { startTestService } from '../support/service.ts';

/** Bytes of the longest targets: a request line and its header fields may have 16 KiB together. */
const ROOM = 15_800;
const long = (unit: string) => unit.repeat(Math.floor(ROOM / unit.length));

const SLASHES = long('/');

const service = await startTestService();

/** The time of the fastest of 25 answers in milliseconds, to which a busy machine adds least. */
async function fastest(connection: RawConnection, target: string): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < 25; n++) {
    const start = performance.now();
    connection.write(head('GET', target));
    const reply = await connection.reply();
    times.push(performance.now() - start);
    // A path of slashes alone is redirected to the pages.
    assert.ok(reply.status >= (target === SLASHES ? 308 : 400), String(reply.status));
  }
  return Math.min(...times);
}

const HOSTILE: [what: string, target: string][] = [
  ['thousands of broken parts', `/${long('%/')}`],
  ['broken parts below a page', `/docs/${long('%/')}`],
  ['thousands of escapes', `/${long('%C3%A9/')}`],
  ['as many broken parts as are looked at', `/${`${'%C3'.repeat(300)}/`.repeat(15)}`],
  ['an endless id', `/v1/events/1/races/${long('%41')}/entries`],
  ['thousands of slashes', SLASHES],
  ['a query of thousands', `/v1/me?${long('%&a=%C3&')}`],
];

for (const [what, target] of HOSTILE) {
  test(`${what}: an answer soon`, async () => {
    const connection = await RawConnection.open(service.url);
    await fastest(connection, '/nowhere');
    const [ordinary, hostile] = [
      await fastest(connection, '/nowhere'),
      await fastest(connection, target),
    ];
    connection.close();
    const seen = `${hostile.toFixed(2)} ms, an ordinary one ${ordinary.toFixed(2)} ms`;
    // Before the parts of a path were counted, the first of these took 41 ms on a quiet processor.
    assert.ok(hostile < 5 + 6 * ordinary, seen);
  });
}

test('a path with too many parts is as unknown as any other', async () => {
  for (const target of ['/a'.repeat(20), '/%'.repeat(20), `/v1/me${'/'.repeat(30)}?a=%zz`]) {
    const reply = await service.send('GET', target);
    problem(reply, 'route_not_found');
  }
  const last = '/%41'.repeat(14);
  problem(await service.send('GET', last), 'route_not_found');
});
