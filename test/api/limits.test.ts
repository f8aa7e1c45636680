/** The request limits of a key (specification, "Limits"; decisions A11, L18). */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { mintKey } from '../support/keys.ts';
import { exchange, head, headerOf, problem, whole } from '../support/raw-http.ts';
import { type Provisioned, startTestService } from '../support/service.ts';

const READS = 5;
const WRITES = 4;

const service = await startTestService({
  READS_PER_MINUTE: String(READS),
  WRITES_PER_MINUTE: String(WRITES),
});

type AnyReply = Parameters<typeof headerOf>[0] & { status: number; text: string };

interface Window {
  limit: number;
  remaining: number;
  /** UTC epoch seconds. */
  reset: number;
}

function windowOf(reply: AnyReply): Window {
  const number = (name: string) => {
    const text = headerOf(reply, name) ?? '';
    assert.match(text, /^\d+$/, `${name} of a ${reply.status}`);
    return Number(text);
  };
  return {
    limit: number('x-ratelimit-limit'),
    remaining: number('x-ratelimit-remaining'),
    reset: number('x-ratelimit-reset'),
  };
}

/** Asserts the headers of an answer and that `Reset` and `Retry-After` are moments of this minute. */
function counted(reply: AnyReply, limit: number, remaining: number): void {
  const seen = windowOf(reply);
  assert.deepEqual([seen.limit, seen.remaining], [limit, remaining], `${reply.status}`);
  const seconds = Date.now() / 1000;
  assert.ok(
    seen.reset > seconds && seen.reset <= seconds + 61,
    `Reset ${seen.reset} at ${seconds}`,
  );
  const retryAfter = headerOf(reply, 'retry-after');
  if (reply.status === 429) {
    assert.match(retryAfter ?? '', /^[1-9]\d?$/);
    assert.ok(Number(retryAfter) <= 60);
  } else {
    assert.equal(retryAfter, undefined);
  }
}

describe('A11: every answer to an authenticated request carries its window', () => {
  test('reads: 200, 304, 404, HEAD and 429 count down one window', async () => {
    const own = await service.provision();
    const auth = `Authorization: Bearer ${own.key}`;
    const me = await service.send('GET', '/v1/me', { key: own.key });
    assert.equal(me.status, 200);
    counted(me, READS, 4);
    const etag = me.headers.get('etag') ?? '';
    const same = await service.send('GET', '/v1/me', {
      key: own.key,
      headers: { 'if-none-match': etag },
    });
    assert.equal(same.status, 304);
    counted(same, READS, 3);
    const hidden = await service.send('GET', '/v1/events/999/schedule', { key: own.key });
    problem(hidden, 'event_not_found');
    counted(hidden, READS, 2);
    const none = await own.send('GET', '/schedule');
    problem(none, 'schedule_not_found');
    counted(none, READS, 1);
    const headReply = await exchange(service.url, head('HEAD', '/v1/events', auth), 'HEAD');
    assert.equal(headReply.status, 200);
    counted(headReply, READS, 0);
    const refused = await service.send('GET', '/v1/me', { key: own.key });
    problem(refused, 'rate_limited');
    counted(refused, READS, 0);
    const refusedHead = await exchange(service.url, head('HEAD', '/v1/me', auth), 'HEAD');
    assert.equal(refusedHead.status, 429);
    counted(refusedHead, READS, 0);
  });

  test('writes: 201, 422, 409, 413 and 429 count down another window', async () => {
    const own = await service.provision();
    const auth = `Authorization: Bearer ${own.key}`;
    const created = await own.send('POST', '/schedule');
    assert.equal(created.status, 201);
    counted(created, WRITES, 3);
    const invalid = await own.send('PUT', '/races', [{}]);
    problem(invalid, 'validation_failed');
    counted(invalid, WRITES, 2);
    const lines = [auth, 'Content-Type: application/json', `Content-Length: ${6 * 1024 * 1024}`];
    const large = await exchange(
      service.url,
      head('PUT', `/v1/events/${own.eventId}/teams`, ...lines),
    );
    problem(large, 'payload_too_large');
    counted(large, WRITES, 1);
    const hidden = await service.send('PUT', '/v1/events/999/teams', { key: own.key, body: [] });
    problem(hidden, 'event_not_found');
    counted(hidden, WRITES, 0);
    const refused = await own.send('PUT', '/teams', [{ externalId: 'c', name: 'C' }]);
    problem(refused, 'rate_limited');
    counted(refused, WRITES, 0);
    const read = await own.send('GET', '/teams');
    assert.equal(read.status, 200, 'reads have a window of their own');
    counted(read, READS, 4);
    assert.deepEqual(read.json.teams, [], 'what was refused was not written');
  });

  test('malformed_json, race_not_found and schedule_not_found on writes', async () => {
    const own = await service.provision();
    const replies = [
      [await own.send('PUT', '/races/x/entries', []), 'schedule_not_found', 3],
      [await own.send('POST', '/schedule'), null, 2],
      [await own.send('PUT', '/races/x/results', []), 'race_not_found', 1],
      [await own.send('PUT', '/races', '{'), 'malformed_json', 0],
    ] as const;
    for (const [reply, code, remaining] of replies) {
      if (code !== null) problem(reply, code);
      counted(reply, WRITES, remaining);
    }
  });

  test('a 429 comes before visibility, content type and body (R2), and looks the same for all events', async () => {
    const own = await service.provision();
    const foreign = await service.provision();
    const auth = `Authorization: Bearer ${own.key}`;
    for (let i = 0; i < WRITES; i++) await own.send('PUT', '/teams', []);
    const seen = new Set<string>();
    for (const id of [own.eventId, foreign.eventId, 999_999, 'x']) {
      const target = `/v1/events/${id}/teams`;
      const bytes = whole('PUT', target, '{', auth, 'Content-Type: text/plain');
      const reply = await exchange(service.url, bytes);
      problem(reply, 'rate_limited');
      seen.add(reply.text);
    }
    assert.equal(seen.size, 1);
    const tooLarge = head(
      'PUT',
      `/v1/events/${own.eventId}/teams`,
      auth,
      'Content-Length: 99999999',
    );
    problem(await exchange(service.url, tooLarge), 'rate_limited');
  });

  test('what nobody asked with a good key has no window: 401, route_not_found, 405', async () => {
    const own = await service.provision();
    const auth = `Authorization: Bearer ${own.key}`;
    for (let i = 0; i < READS + 2; i++) {
      problem(await exchange(service.url, head('GET', '/v1/nothing', auth)), 'route_not_found');
      problem(await exchange(service.url, head('DELETE', '/v1/me', auth)), 'method_not_allowed');
      const twice = await exchange(service.url, head('GET', '/v1/me', auth, auth));
      problem(twice, 'invalid_credentials');
      assert.equal(twice.headers['x-ratelimit-limit'], undefined);
    }
    counted(await service.send('GET', '/v1/me', { key: own.key }), READS, READS - 1);
  });
});

describe('L18: whose window', () => {
  test('every key has its own, also of one person', async () => {
    const own = await service.provision();
    const second = await service.database.write((tx) => mintKey(tx, own.userId, 'Second'));
    for (let i = 0; i < READS + 1; i++) await service.send('GET', '/v1/me', { key: own.key });
    problem(await service.send('GET', '/v1/me', { key: own.key }), 'rate_limited');
    counted(await service.send('GET', '/v1/me', { key: second }), READS, READS - 1);
  });

  test('requests that come together are counted one by one', async () => {
    const own = await service.provision();
    const replies = await Promise.all(
      Array.from({ length: 12 }, () => service.send('GET', '/v1/me', { key: own.key })),
    );
    const statuses = replies.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [...Array(READS).fill(200), ...Array(12 - READS).fill(429)]);
    const remaining = replies
      .filter(({ status }) => status === 200)
      .map((reply) => windowOf(reply).remaining)
      .sort();
    assert.deepEqual(remaining, [0, 1, 2, 3, 4]);
  });

  test('writes that come together: as many are done as the limit allows', async () => {
    const own = await service.provision();
    const replies = await Promise.all(
      Array.from({ length: 9 }, (_, i) =>
        own.send('PUT', '/teams', [{ externalId: `c${i}`, name: `C${i}` }]),
      ),
    );
    const done = replies.filter(({ status }) => status === 200);
    assert.equal(done.length, WRITES);
    for (const reply of replies) if (reply.status !== 200) problem(reply, 'rate_limited');
    const teams = (await own.send('GET', '/teams')).json.teams;
    assert.equal(teams.length, WRITES);
  });
});

describe('A11: Reset and Retry-After', () => {
  test('Reset stays with the oldest request while there is room, and moves with each 429', async () => {
    const own = await service.provision();
    const ask = () => service.send('GET', '/v1/me', { key: own.key });
    const first = windowOf(await ask()).reset;
    const started = Date.now() / 1000;
    assert.ok(Math.abs(first - (started + 60)) <= 1.5, `${first} is a minute from ${started}`);
    for (let i = 1; i < READS; i++) {
      // The clock of the window and the wall clock may round to different seconds.
      assert.ok(Math.abs(windowOf(await ask()).reset - first) <= 1);
    }
    await new Promise((resolve) => setTimeout(resolve, 1100));
    // Refused requests count, so the first five no longer decide: the requests that block now are younger.
    let last = await ask();
    for (let i = 0; i < READS; i++) last = await ask();
    problem(last, 'rate_limited');
    const { reset } = windowOf(last);
    assert.ok(reset >= first + 1, `a 429 counts: ${reset} is later than ${first}`);
    const retryAfter = Number(last.headers.get('retry-after'));
    assert.ok(retryAfter >= 58 && retryAfter <= 60, `Retry-After ${retryAfter}`);
  });
});

test('the default limits are 600 reads and 120 writes', async () => {
  const other = await startTestService({ READS_PER_MINUTE: '', WRITES_PER_MINUTE: '' });
  try {
    const own: Provisioned = await other.provision();
    counted(await own.send('GET', '/teams'), 600, 599);
    counted(await own.send('PUT', '/teams', []), 120, 119);
  } finally {
    await other.stop();
  }
});

test('a limit of 1 lets one through', async () => {
  const other = await startTestService({ READS_PER_MINUTE: '1', WRITES_PER_MINUTE: '1' });
  try {
    const own: Provisioned = await other.provision();
    counted(await own.send('GET', '/teams'), 1, 0);
    for (let i = 0; i < 40; i++) {
      const reply = await own.send('GET', '/teams');
      problem(reply, 'rate_limited');
      counted(reply, 1, 0);
    }
    counted(await own.send('PUT', '/teams', []), 1, 0);
  } finally {
    await other.stop();
  }
});
