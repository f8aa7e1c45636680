/** The board document and the list of regattas, over real HTTP. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { draw, firstTime, Listener, PUBLIC_CACHE, published, times } from '../support/board.ts';
import { isOnServer, newDatabase } from '../support/databases.ts';
import { readMetrics } from '../support/metrics.ts';
import { json } from '../support/program.ts';
import { PLAIN_BOARD_LANE, PLAIN_BOARD_RACE } from '../support/racing.ts';
import { raw } from '../support/raw.ts';
import { exchange, head, problem, RawConnection } from '../support/raw-http.ts';
import { startTestService } from '../support/service.ts';
import { until } from '../support/until.ts';

/** Changes by other processes must show within this time where no hint comes. */
const SOON_MILLIS = 10_000;

const service = await startTestService();
const event = await published(service);

const pathOf = (id: unknown) => `/board/api/events/${id}`;

describe('the document', () => {
  test('says of an event without a zone that its times are UTC for want of one', async () => {
    const zoneOf = async (timezone: string | null) => {
      const { json } = await (await published(service, { timezone })).board();
      return [json.timezone, json.zoneUnknown];
    };
    assert.deepEqual(await zoneOf(null), ['UTC', true]);
    assert.deepEqual(await zoneOf('UTC'), ['UTC', undefined]);
  });

  test('shows a published schedule to anyone, by the names of the contract', async () => {
    const { status, headers, json: board } = await event.board();
    assert.equal(status, 200);
    assert.equal(headers.get('content-type'), 'application/json');
    const { crews, races, updatedAt, revision, ...rest } = board;
    assert.deepEqual(rest, {
      eventId: event.eventId,
      eventName: 'Spring regatta',
      status: 'published',
      organiser: 'Rowing club',
      look: null,
      startDate: '2026-06-13',
      endDate: '2026-06-14',
      city: 'Berlin',
      countryCode: 'DE',
      timezone: 'Europe/Berlin',
      days: [
        { day: '2026-06-13', delayMinutes: 0, until: null },
        { day: '2026-06-14', delayMinutes: 0, until: null },
      ],
      notices: [],
    });
    assert.equal(typeof revision, 'number');
    assert.equal(updatedAt, (await event.send('GET', '/schedule')).json.updatedAt);
    const names = (list: { name: string }[]) => list.map(({ name }) => name);
    assert.deepEqual(names(crews), ['Chamäleon', 'Biber', 'Amsel'], 'by sortOrder');
    assert.deepEqual(Object.keys(crews[0]), ['id', 'name', 'club']);
    const numbers = races.map((race: { raceNumber: number }) => race.raceNumber);
    assert.deepEqual(numbers, [1, 2], 'in running order');
    const [amsel] = crews.slice(-1);
    const { id, lanes, ...race } = races[0];
    assert.ok(Number.isInteger(id));
    assert.deepEqual(race, {
      raceNumber: 1,
      number: '1',
      title: 'Heat 1',
      scheduledAt: '2026-06-13T07:00:00Z',
      estimatedAt: '2026-06-13T07:00:00Z',
      ...PLAIN_BOARD_RACE,
      distanceMeters: null,
      boatClass: null,
      round: null,
      divisionLabel: null,
      notes: null,
      resultMode: 'timed',
      results: 'full',
      state: 'planned',
      reason: null,
      official: null,
      entered: 3,
      scored: 0,
      resultsAt: null,
    });
    assert.deepEqual(lanes[0], {
      position: 1,
      positionLabel: '1',
      crewId: amsel.id,
      crewName: 'Amsel',
      status: 'assigned',
      finishTimeMillis: null,
      finishPlace: null,
      penaltyMillis: null,
      withdrawn: false,
      from: null,
      ...PLAIN_BOARD_LANE,
      startsAt: '2026-06-13T07:00:00Z',
    });
  });

  test('hides what the organiser hides, whatever is pushed', async () => {
    const own = await published(service, { schedule: { defaultResultVisibility: 'hidden' } });
    const results = [
      { position: 1, finishTimeMillis: 402_696, penaltyMillis: 5003 },
      { position: 2, finishTimeMillis: 400_111 },
      { position: 3, status: 'dsq' },
    ];
    await own.send('PUT', '/races/r1/results', results);
    const shown = async () => {
      const { text, json: board } = await own.board();
      const [race] = board.races;
      const lanes = race.lanes.map((lane: Record<string, unknown>) => [
        lane.status,
        lane.finishTimeMillis,
        lane.finishPlace,
        lane.penaltyMillis,
      ]);
      return { text, results: race.results, lanes };
    };
    const assigned = ['assigned', null, null, null];
    const hidden = await shown();
    assert.deepEqual(hidden.lanes, [assigned, assigned, assigned]);
    assert.equal(hidden.results, 'hidden');
    assert.doesNotMatch(hidden.text, /402696|400111|5003|dsq|"finishPlace":\d/);

    const see = (resultVisibility: string | null) =>
      own.send('PUT', '/races', [{ externalId: 'r1', raceNumber: 1, resultVisibility }]);
    await see('placesOnly');
    const places = await shown();
    assert.deepEqual(places.lanes, [
      ['finished', null, 2, null],
      ['finished', null, 1, null],
      ['dsq', null, null, null],
    ]);
    assert.doesNotMatch(places.text, /402696|400111|5003/);
    await see('full');
    assert.deepEqual((await shown()).lanes, [
      ['finished', 402_696, 2, 5003],
      ['finished', 400_111, 1, null],
      ['dsq', null, null, null],
    ]);
    await see(null);
    assert.deepEqual(await shown(), { ...hidden, text: (await own.board()).text });
  });

  test('says when a race is expected, on days as they are at the venue', async () => {
    // Samoa skipped the 30th of December 2011 when it moved across the date line.
    const own = await published(service, { timezone: 'Pacific/Apia' });
    await own.send('PUT', '/races', [
      { externalId: 'r1', raceNumber: 1, scheduledAt: '2011-12-30T09:30:00Z' },
      { externalId: 'r2', raceNumber: 2, scheduledAt: '2011-12-30T10:30:00Z' },
    ]);
    const estimates = async () => {
      const { json: board } = await own.board();
      const at = board.races.map((race: { estimatedAt: string }) => race.estimatedAt.slice(8, 16));
      return { days: board.days, at };
    };
    const [eve, new_] = ['2011-12-29', '2011-12-31'];
    const late = (venueDay: string, delayMinutes: number) =>
      own.send('PUT', '/schedule/delay', { venueDay, delayMinutes });
    assert.deepEqual((await estimates()).at, ['30T09:30', '30T10:30']);
    await late(new_, 25);
    assert.deepEqual(await estimates(), {
      days: [
        { day: eve, delayMinutes: 0, until: null },
        { day: new_, delayMinutes: 25, until: null },
      ],
      at: ['30T09:30', '30T10:55'],
    });
    await late(eve, -30);
    await late('2011-12-30', 99);
    assert.deepEqual(await estimates(), {
      days: [
        { day: eve, delayMinutes: -30, until: null },
        { day: '2011-12-30', delayMinutes: 99, until: null },
        { day: new_, delayMinutes: 25, until: null },
      ],
      at: ['30T09:00', '30T10:55'],
    });
    await own.send('PUT', '/races/r2/results', times(1000));
    assert.deepEqual((await estimates()).at, ['30T09:00', '30T10:30'], 'scored: as planned');
    await own.send('PUT', '/races/r2/results', [{ position: 1, status: 'assigned' }]);
    assert.deepEqual((await estimates()).at, ['30T09:00', '30T10:55'], 'taken back');
    await late(new_, 0);
    await late('2011-12-30', 0);
    assert.deepEqual((await estimates()).at, ['30T09:00', '30T10:30']);
    assert.equal((await estimates()).days.length, 2);
  });

  test('counts days in UTC where the event has no zone, and says so', async () => {
    const own = await published(service, { timezone: null });
    await own.send('PUT', '/races', [
      { externalId: 'r1', raceNumber: 1, scheduledAt: '2026-06-13T23:30:00Z' },
    ]);
    const { timezone, days } = (await own.board()).json;
    assert.equal(timezone, 'UTC');
    assert.deepEqual(
      days.map(({ day }: { day: string }) => day),
      ['2026-06-13', '2026-06-14'],
    );
  });

  test('labels lanes as the API does', async () => {
    const own = await published(service, { schedule: { laneScheme: ['Ufer', 'Mitte'] } });
    await own.send('PUT', '/races/r2/entries', [
      { position: 1, teamExternalId: 'c1' },
      { position: 2, positionLabel: 'Steg' },
      { position: 3 },
    ]);
    const labels = (races: { lanes: { positionLabel: string }[] }[]) =>
      races.map(({ lanes }) => lanes.map(({ positionLabel }) => positionLabel));
    const { races } = (await own.board()).json;
    assert.deepEqual(labels(races), labels((await own.send('GET', '/schedule')).json.races));
    assert.deepEqual(labels(races)[1], ['Ufer', 'Steg', '3']);
  });
});

describe('the list', () => {
  test('has the events with a published schedule, newest first', async () => {
    const own = await startTestService();
    try {
      const list = async () => (await own.send('GET', '/board/api/events')).json.events;
      assert.deepEqual(await list(), []);
      const first = await published(own, { timezone: null });
      const second = await published(own);
      const draft = await own.provision();
      await draft.send('POST', '/schedule');
      await own.provision();
      const common = {
        name: 'Spring regatta',
        startDate: '2026-06-13',
        endDate: '2026-06-14',
        city: 'Berlin',
        countryCode: 'DE',
        status: 'published',
      };
      const both = [
        { id: second.eventId, timezone: 'Europe/Berlin', ...common },
        { id: first.eventId, timezone: 'UTC', ...common },
      ];
      assert.deepEqual(await list(), both);
      await draft.send('POST', '/schedule/publish');
      assert.deepEqual(await list(), [
        { id: draft.eventId, timezone: 'Europe/Berlin', ...common },
        ...both,
      ]);
    } finally {
      await own.stop();
    }
  });
});

describe('what may not be seen', () => {
  test('is the same 404, whether it is a draft, taken back, unknown or no number', async () => {
    const draft = await service.provision();
    await draft.send('POST', '/schedule');
    const without = await service.provision();
    const takenBack = await published(service);
    assert.equal((await takenBack.board()).status, 200);
    const database = { DATABASE_URL: service.databaseUrl };
    await json(['schedule', 'unpublish', '--event', String(takenBack.eventId)], database);
    await until('it is gone', async () => (await takenBack.board()).status !== 200);
    const ids = [draft.eventId, without.eventId, takenBack.eventId, 987_654_321, 0, -1, 'x'];
    const more = [
      '1e3',
      '%00',
      '%zz',
      `0${event.eventId}`,
      '9'.repeat(25),
      '9'.repeat(3000),
      '..%2f',
    ];
    for (const path of ['', '/live']) {
      const seen = new Set<string>();
      for (const id of [...ids, ...more]) {
        const reply = await exchange(service.url, head('GET', pathOf(id) + path));
        problem(reply, 'event_not_found');
        const fields = reply.rawHeaders.filter(([name]) => !/^(date|x-request-id)$/i.test(name));
        seen.add(JSON.stringify([fields, reply.text]));
      }
      assert.equal(seen.size, 1, [...seen].join('\n'));
      assert.match([...seen].join(), /"cache-control","no-store"/);
    }
    const { events } = (await service.send('GET', '/board/api/events')).json;
    const listed = events.map(({ id }: { id: number }) => id);
    assert.ok(!listed.includes(takenBack.eventId) && !listed.includes(draft.eventId));
  });

  test('appears once it is published again', async () => {
    const own = await service.provision();
    await own.send('POST', '/schedule');
    const get = () => service.send('GET', pathOf(own.eventId));
    for (let round = 0; round < 20; round++) assert.equal((await get()).status, 404);
    await own.send('POST', '/schedule/publish');
    assert.equal((await get()).status, 200);
  });
});

describe('caching', () => {
  const paths = () => ['/board/api/events', pathOf(event.eventId)];

  test('says how long, and takes tags', async () => {
    for (const path of paths()) {
      for (const method of ['GET', 'HEAD']) {
        const lines = ['X-Request-Id: mine'];
        const reply = await exchange(service.url, head(method, path, ...lines), method);
        assert.equal(reply.status, 200);
        assert.equal(reply.headers['cache-control'], PUBLIC_CACHE);
        assert.equal(reply.headers['x-request-id'], 'mine');
        assert.equal(reply.headers['x-content-type-options'], 'nosniff');
        assert.equal(reply.headers.vary, 'Accept-Encoding');
        const { etag } = reply.headers;
        assert.match(etag ?? '', /^W\/"[\w-]{20,}"$/);
        for (const value of [etag, '*', `"a", ${etag}`, etag?.slice(2)]) {
          const held = await exchange(
            service.url,
            head(method, path, `If-None-Match: ${value}`),
            method,
          );
          assert.equal(held.status, 304, value);
          assert.equal(held.headers.etag, etag);
          assert.equal(held.headers['cache-control'], PUBLIC_CACHE);
          assert.equal(held.headers['content-type'], undefined);
        }
        const other = await exchange(service.url, head(method, path, 'If-None-Match: "x"'), method);
        assert.equal(other.status, 200);
      }
    }
  });

  test('compresses when asked', async () => {
    const path = pathOf(event.eventId);
    const plain = await exchange(service.url, head('GET', path));
    assert.equal(plain.headers['content-encoding'], undefined);
    for (let round = 0; round < 2; round++) {
      for (const [accepted, encoding, unpack] of [
        ['gzip', 'gzip', gunzipSync],
        ['gzip, deflate, br', 'br', brotliDecompressSync],
      ] as const) {
        const reply = await exchange(
          service.url,
          head('GET', path, `Accept-Encoding: ${accepted}`),
        );
        assert.equal(reply.headers['content-encoding'], encoding);
        assert.equal(reply.headers['content-length'], String(reply.body.length));
        assert.ok(unpack(reply.body).equals(plain.body));
        assert.equal(reply.headers.etag, plain.headers.etag);
      }
    }
    const refused = await exchange(service.url, head('GET', path, 'Accept-Encoding: gzip;q=0'));
    assert.equal(refused.headers['content-encoding'], undefined);
  });

  test('a crew that is drawn nowhere changes the document, its revision and its tag', async () => {
    const earlier = await event.board();
    await event.send('PUT', '/teams', [{ externalId: 'new', name: 'Dohle' }]);
    const later = await event.board();
    assert.equal(later.json.revision, earlier.json.revision + 1);
    assert.equal(later.json.crews.length, earlier.json.crews.length + 1);
    assert.notEqual(later.headers.get('etag'), earlier.headers.get('etag'));
  });

  test('what comes back to what it was has its own tag, because it has its own revision', async () => {
    const earlier = await event.board();
    await event.send('PUT', '/races/r1/results', times(1000));
    await event.send('PUT', '/races/r1/results', [{ position: 1, status: 'assigned' }]);
    const later = await event.board();
    assert.deepEqual(later.json.races, earlier.json.races);
    assert.notEqual(later.headers.get('etag'), earlier.headers.get('etag'));
  });
});

test('other methods get 405 and are told which work', async () => {
  for (const path of ['/board/api/events', pathOf(event.eventId), `${pathOf(1)}/live`]) {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND']) {
      const reply = await exchange(service.url, head(method, path));
      problem(reply, 'method_not_allowed');
      assert.equal(reply.headers.allow, 'GET, HEAD');
    }
  }
  problem(await service.send('GET', '/board/api'), 'route_not_found');
  problem(await service.send('GET', '/board/api/other'), 'route_not_found');
});

describe('freshness', () => {
  test('whoever reads after an acknowledged write sees it, however busy it is', async () => {
    const own = await published(service);
    let isOver = false;
    const spectators = Array.from({ length: 8 }, async () => {
      let revision = 0;
      while (!isOver) {
        const { json: board } = await own.board();
        assert.ok(board.revision >= revision, 'it never goes back');
        revision = board.revision;
      }
    });
    for (let millis = 1000; millis < 1060; millis++) {
      const { status } = await own.send('PUT', '/races/r1/results', times(millis, millis + 7, 9));
      assert.equal(status, 200);
      const { races } = (await own.board()).json;
      assert.equal(races[0].lanes[0].finishTimeMillis, millis);
      assert.equal(races[0].lanes[1].finishTimeMillis, millis + 7);
    }
    isOver = true;
    await Promise.all(spectators);
    const { races } = (await own.send('GET', '/schedule')).json;
    const board = (await own.board()).json;
    const resultsOf = (list: { lanes: object[] }[]) =>
      JSON.stringify(list.map(({ lanes }) => lanes))
        .replace(/"(crew|team)\w+":[^,]+,/g, '')
        .replace(/,"withdrawn":false,"from":null[^}]*/g, '');
    assert.equal(resultsOf(board.races), resultsOf(races));
  });

  test('races that move, swap numbers or are new are where they belong', async () => {
    const own = await published(service);
    await own.board();
    await own.send('PUT', '/races', [
      { externalId: 'r1', raceNumber: 2, scheduledAt: '2026-06-14T09:00:00+02:00' },
      { externalId: 'r2', raceNumber: 1, scheduledAt: '2026-06-14T09:00:00+02:00' },
      { externalId: 'r3', raceNumber: 9, scheduledAt: '2026-06-12T09:00:00+02:00' },
    ]);
    await own.send('PUT', '/races/r3/entries', draw('c3'));
    const { races, days } = (await own.board()).json;
    assert.deepEqual(
      races.map((race: { raceNumber: number }) => race.raceNumber),
      [9, 1, 2],
    );
    assert.deepEqual(
      days.map(({ day }: { day: string }) => day),
      ['2026-06-12', '2026-06-14'],
    );
    await own.send('PUT', '/teams', [{ externalId: 'c3', name: 'Renamed' }]);
    const after = (await own.board()).json;
    assert.equal(after.races[0].lanes[0].crewName, 'Renamed');
    assert.ok(after.crews.some(({ name }: { name: string }) => name === 'Renamed'));
  });

  const skip = !isOnServer && 'an embedded database has one service';

  test('what another process writes shows soon', { skip }, async () => {
    const made = await newDatabase();
    const [one, other] = await Promise.all(
      [1, 2].map(() => startTestService({ DATABASE_URL: made.url })),
    );
    assert.ok(one && other);
    try {
      const own = await published(one);
      const path = pathOf(own.eventId);
      for (let round = 1; round < 4; round++) {
        assert.equal(firstTime(await other.send('GET', path)) ?? 0, 1000 * (round - 1));
        await own.send('PUT', '/races/r1/results', times(1000 * round));
        const isThere = async () => firstTime(await other.send('GET', path)) === 1000 * round;
        assert.ok((await until('it is there', isThere)) < SOON_MILLIS);
      }
    } finally {
      await Promise.all([one.stop(), other.stop()]);
      await made.drop();
    }
  });
});

test('what is at hand goes its own way and is an answer like any other', async () => {
  const [path, route] = [pathOf(event.eventId), '/board/api/events/:eventId'];
  const counted = async (status: number) =>
    (await readMetrics(service.url)).get('http_server_request_duration_seconds_count', {
      http_request_method: 'GET',
      http_route: route,
      http_response_status_code: String(status),
    });
  const { headers } = await event.board();
  const earlier = [await counted(200), await counted(304)];
  for (let n = 0; n < 5; n++) assert.equal((await event.board()).status, 200);
  const etag = `If-None-Match: ${headers.get('etag')}`;
  assert.equal((await exchange(service.url, head('GET', path, etag))).status, 304);
  assert.deepEqual(
    [await counted(200), await counted(304)],
    [(earlier[0] ?? 0) + 5, (earlier[1] ?? 0) + 1],
  );
  assert.equal((await readMetrics(service.url)).get('http_server_active_requests'), 1);
  const ids = new Set<string | undefined>();
  for (const line of ['X-Request-Id: a b', 'X-Request-Id: mine', 'Accept: text/html']) {
    ids.add((await exchange(service.url, head('GET', path, line))).headers['x-request-id']);
  }
  assert.ok(ids.size === 3 && ids.has('mine'));
  for (const lines of [`GET ${path} HTTP/1.1\r\n\r\n`, head('GET', path, 'Host: other')]) {
    problem(await exchange(service.url, lines), 'malformed_json');
  }
  // A query, or the whole URL as the target, changes nothing in the answer.
  for (const target of [`${path}?utm=1`, `http://localhost${path}`]) {
    const reply = await exchange(service.url, head('GET', target));
    assert.deepEqual([reply.status, reply.headers.etag], [200, headers.get('etag')]);
  }
  // Two requests sent together on one connection are answered in their order.
  const connection = await RawConnection.open(service.url);
  connection.write(head('GET', pathOf(987_654_321)) + head('GET', path));
  assert.deepEqual(
    [(await connection.reply()).status, (await connection.reply()).status],
    [404, 200],
  );
  connection.close();
});

if (isOnServer) {
  test('after a fail-over nothing of the server before is shown, though its revision is the same', async () => {
    const own = await published(service);
    await own.send('PUT', '/races/r1/results', times(1000));
    const earlier = await own.board();
    assert.equal(firstTime(earlier), 1000);
    const listener = await Listener.open(service.url, own.eventId);
    await listener.until(({ revisions }) => revisions.length === 1);
    const ofEvent = `race_id in (select id from races where event_id = ${own.eventId})`;
    await raw(service.databaseUrl, `update lanes set finish_time_millis = 777 where ${ofEvent}`);
    await raw(
      service.databaseUrl,
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    );
    await until('it is read anew', async () => {
      const later = await own.board();
      return later.status === 200 && firstTime(later) === 777;
    });
    await own.send('PUT', '/races/r1/results', times(2000));
    await listener.until(({ revisions }) => revisions.length === 2);
    listener.close();
  });
}

/** For this long after a comparison with the database, boards are answered without another one. */
const TRUSTED_MILLIS = 1500;
const ROUNDS_WITHOUT = 20;

test('what has not changed is answered without the database, also what is not there', async () => {
  // A busy machine may need all of `TRUSTED_MILLIS` for a few rounds; rounds that end later do not count.
  let rounds = 0;
  await until(`${ROUNDS_WITHOUT} rounds`, async () => {
    rounds += await roundsWithoutDatabase();
    return rounds >= ROUNDS_WITHOUT;
  });
});

/** Reads in rounds while no reader gets a connection. @returns how many rounds ended within `TRUSTED_MILLIS`, all correct */
async function roundsWithoutDatabase(): Promise<number> {
  const path = pathOf(event.eventId);
  const paths = (n: number) => [path, pathOf(123_456 + n), '/board/api/events'];
  // Every connection for reading is held, so a request that queries the database has to wait.
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  const askedAt = performance.now();
  const isInTime = () => performance.now() - askedAt < TRUSTED_MILLIS;
  await service.send('GET', path);
  await service.send('GET', '/board/api/events');
  const work = Array.from({ length: 6 }, () => service.database.snapshot(() => held));
  // On a busy machine, some of these give up waiting for a connection before the reads below are done.
  const ended = Promise.allSettled(work);
  let rounds = 0;
  try {
    while (rounds < ROUNDS_WITHOUT) {
      const signal = AbortSignal.timeout(4000);
      const answers = await Promise.all(
        paths(rounds).map((each) =>
          fetch(service.url + each, { signal }).then(
            async (response) => [response.status, (await response.text()).length > 100],
            (error) => error,
          ),
        ),
      );
      if (!isInTime()) break;
      assert.deepEqual(answers, [
        [200, true],
        [404, true],
        [200, true],
      ]);
      rounds++;
    }
  } finally {
    letGo();
    // May be rejected, because a server ends connections that are held for long.
    await ended;
  }
  return rounds;
}
