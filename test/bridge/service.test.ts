/** What the bridge does while the service is away, busy or refuses, or has other results; through a real proxy. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { ServiceLink } from '../../src/bridge/service-link.ts';
import { statusOf } from '../../src/bridge/status.ts';
import { addRace } from '../../src/operations/pushes/races.ts';
import type { Fault } from '../support/faulty-proxy.ts';
import { officeOf } from '../support/office.ts';
import { performOn } from '../support/perform.ts';
import { stopAtEndOfFile } from '../support/started.ts';
import { until } from '../support/until.ts';
import { fullRace, fullResults, lif, openSite, save, stateOf } from './site.ts';

const arrives = (race: number, results: string) =>
  until(`race ${race}: ${results}`, async () => (await site.results(race)) === results);
const file = (race: number) => `${race}.lif`;

const site = await openSite(40);
let running = await site.start();
await until('the service', () => running.bridge.parts.link.schedule !== null);

const FAULTS: [what: string, fault: Fault, shown: RegExp][] = [
  ['is away', 'away', /./],
  ['answers 500', 500, /a fault/],
  ['answers 503', 503, /a fault/],
  ['answers 429', 429, /a fault/],
  ['is behind a page that asks for a sign-in', 'page', /<h1>Welcome<\/h1>.*sign-in/],
];

for (const [index, [what, fault, shown]] of FAULTS.entries()) {
  test(`a service that ${what} gets everything once it is back`, async () => {
    const race = index + 1;
    site.proxy.fault = fault;
    site.proxy.retryAfterSeconds = fault === 429 ? 1 : null;
    save(site.folder, file(race), fullRace(race, 400));
    await until('trouble', () => shown.test(running.bridge.parts.link.trouble?.reason ?? ''));
    const { service } = statusOf(running.bridge, 'x');
    assert.match(service.problem ?? '', shown);
    assert.deepEqual([service.reachable, service.keyAccepted], [typeof fault === 'number', true]);
    save(site.folder, file(race), fullRace(race, 500));
    await delay(300);
    assert.equal(await site.results(race), '');
    site.proxy.fault = 'pass';
    await arrives(race, fullResults(500));
  });
}

test('what was done although its answer was lost is not taken for a person’s entry', async () => {
  site.proxy.fault = 'lost';
  site.proxy.method = 'PUT';
  save(site.folder, file(10), fullRace(10, 400));
  await arrives(10, fullResults(400));
  save(site.folder, file(10), fullRace(10, 410));
  await delay(400);
  site.proxy.fault = 'pass';
  site.proxy.method = null;
  await arrives(10, fullResults(410));
  await until('sent', () => stateOf(running, file(10)) === 'sent');
});

test('a race that the service refuses parks, others go on, and it is tried again once its draw is another one', async () => {
  await site.event.send(
    'PUT',
    '/races/race-11/entries',
    [1, 2].map((position) => ({ position, teamExternalId: `crew-${position}` })),
  );
  save(site.folder, file(11), fullRace(11, 400));
  save(site.folder, file(12), fullRace(12, 400));
  await arrives(12, fullResults(400));
  await until(
    'parked',
    () => stateOf(running, file(11)) === 'parked: there is no lane 3 in this race',
  );
  await site.event.send(
    'PUT',
    '/races/race-11/entries',
    [1, 2, 3, 4].map((position) => ({ position, teamExternalId: `crew-${position}` })),
  );
  await arrives(11, fullResults(400));
});

test('crews swapped in the draw since the start list park the race', async () => {
  await site.event.send(
    'PUT',
    '/races/race-13/entries',
    [1, 2, 3, 4].map((position) => ({ position, teamExternalId: `crew-${5 - position}` })),
  );
  save(site.folder, file(13), fullRace(13, 400));
  await until(
    'parked',
    () => stateOf(running, file(13)) === 'parked: lane 1 has Crew 1, which is drawn in lane 4',
  );
  assert.equal(await site.results(13), '');
});

test('what a person has entered is not written over, until somebody accepts the file', async () => {
  save(site.folder, file(14), fullRace(14, 400));
  await arrives(14, fullResults(400));
  await site.event.send('PUT', '/races/race-14/results', [{ position: 2, status: 'dsq' }]);
  save(site.folder, file(14), lif(14, ['1,1,401.00', '2,2,402.00', '3,3,403.00', '4,4,404.50']));
  await until('parked', () =>
    /^parked: lane 2 has another result/.test(stateOf(running, file(14))),
  );
  assert.match(await site.results(14), /2 dsq, .*4 finished 404000$/);
  await running.requests.add('accept', '14');
  await arrives(14, '1 finished 401000, 2 finished 402000, 3 finished 403000, 4 finished 404500');
});

test('a penalty of the jury stays as long as the timer does not change the race', async () => {
  save(site.folder, file(15), fullRace(15, 400));
  await arrives(15, fullResults(400));
  const penalised = { position: 1, finishTimeMillis: 401_000, penaltyMillis: 10_000 };
  await site.event.send('PUT', '/races/race-15/results', [penalised]);
  const hash = () => running.bridge.rows.find((row) => row.file === file(15))?.hash;
  const before = hash();
  save(site.folder, file(15), fullRace(15, 400).replace('Race 15', 'Other name'));
  await until('read', () => hash() !== before);
  assert.equal(stateOf(running, file(15)), 'sent');
  save(site.folder, file(15), fullRace(15, 420));
  await until('parked', () =>
    /^parked: lane 1 has another result/.test(stateOf(running, file(15))),
  );
});

test('what a person takes back stays, and --resend brings it again', async () => {
  save(site.folder, file(16), fullRace(16, 400));
  await arrives(16, fullResults(400));
  await site.event.send('PUT', '/races/race-16/results', [{ position: 1, status: 'assigned' }]);
  await delay(800);
  assert.match(await site.results(16), /^2 finished/);
  await running.requests.add('resend', 'race-16');
  await arrives(16, fullResults(400));
});

test('a race of places gets places only', async () => {
  await site.event.send('PUT', '/races', [
    { externalId: 'race-17', raceNumber: 17, resultMode: 'placesOnly' },
  ]);
  save(site.folder, file(17), lif(17, ['1,3,401.00', '2,1,402.00', '2,2,402.00', 'DNF,4,']));
  await arrives(17, '1 finished, 2 finished, 3 finished, 4 dnf');
  const { json } = await site.event.send('GET', '/schedule');
  const race = json.races.find((one: { raceNumber: number }) => one.raceNumber === 17);
  assert.deepEqual(
    race.lanes.map(({ finishPlace }: { finishPlace: number }) => finishPlace),
    [2, 2, 1, null],
  );
});

test('a race that was entered by hand is adopted, never made', async () => {
  const office = await officeOf(site.service, site.event);
  await performOn(site.service, site.event.eventId, addRace, {
    raceNumber: 90,
    title: null,
    scheduledAt: Date.parse('2026-06-14T09:00:00Z'),
  });
  const { crews, races } = await office.ids();
  const lanes = [{ position: 1, crewId: crews['Crew 1'] }];
  assert.equal((await office.write(`/races/${races[90]}/lanes`, { lanes })).status, 200);
  save(site.folder, file(90), lif(90, ['1,1,401.00']));
  await arrives(90, '1 finished 401000');
  const { json } = await site.event.send('GET', '/schedule');
  const race = json.races.find((one: { raceNumber: number }) => one.raceNumber === 90);
  assert.equal(race.externalId, 'lynx:90-1-1');
  assert.equal(json.races.length, 41);
});

test('a restored back-up gets what it has lost, also of files that are gone', async () => {
  const { ledger } = running.bridge.parts;
  save(site.folder, file(18), fullRace(18, 400));
  await arrives(18, fullResults(400));
  await until('noted', () => ledger.current.races['race-18']?.sentAt != null);
  await site.event.send(
    'PUT',
    '/races/race-18/results',
    [1, 2, 3, 4].map((position) => ({ position, status: 'assigned' })),
  );
  await delay(700);
  assert.equal(await site.results(18), '', 'a person has taken it back');
  // As after a restore: the bridge has seen a later state of the database than the service has now.
  await ledger.change((one) => ({ ...one, seenUpdatedAt: '2999-01-01T00:00:00Z' }));
  await arrives(18, fullResults(400));
});

test('a decision of the jury that a restored back-up has stays, also where the file is gone', async () => {
  const { ledger } = running.bridge.parts;
  const decided: [race: number, results: string][] = [];
  for (const race of [22, 23]) {
    save(site.folder, file(race), fullRace(race, 400));
    await arrives(race, fullResults(400));
    await until('noted', () => ledger.current.races[`race-${race}`]?.sentAt != null);
    await site.event.send('PUT', `/races/race-${race}/results`, [{ position: 3, status: 'dsq' }]);
    decided.push([race, await site.results(race)]);
  }
  rmSync(join(site.folder, file(23)));
  await until('gone', () => running.bridge.rows.some((row) => row.race === 'race-23' && !row.hash));
  await ledger.change((one) => ({ ...one, seenUpdatedAt: '2999-01-01T00:00:00Z' }));
  for (const [race, results] of decided) {
    await until('parked', () =>
      /^parked: lane 3 has another result/.test(stateOf(running, file(race))),
    );
    assert.match(results, /3 dsq/);
    assert.equal(await site.results(race), results);
  }
});

test('a race that is official parks, and goes when it is accepted', async () => {
  save(site.folder, file(19), fullRace(19, 400));
  await arrives(19, fullResults(400));
  const office = await officeOf(site.service, site.event);
  await office.write('/settings', { provisionalResults: true });
  const { races } = await office.ids();
  await office.write(`/races/${races[19]}/official`, { official: true });
  await until('known', () => running.bridge.parts.link.closed.has(19));
  save(site.folder, file(19), fullRace(19, 410));
  await until('parked', () => /^parked: race 19 is official/.test(stateOf(running, file(19))));
  await running.requests.add('accept', '19');
  await arrives(19, fullResults(410));
});

test('what the board says is known although a cache before it still has the copy from before', async () => {
  let millis = 0;
  const cache = await startCache(site.service.url, () => millis);
  const { key, eventId } = site.event;
  const settings = { url: cache, key, eventId, app: 'test', withClubs: false };
  const link = new ServiceLink(settings, () => millis);
  const { signal } = new AbortController();
  const office = await officeOf(site.service, site.event);
  const { races } = await office.ids();
  assert.equal(await link.read(signal), true);
  // The cache copies the board right before the change, and renews its copy only on a request.
  millis = 60_000;
  await (await fetch(`${cache}/board/api/events/${eventId}`)).text();
  await office.write(`/races/${races[37]}/state`, { state: 'cancelled' });
  const known = [];
  for (; millis <= 75_000; millis += 5000) {
    await link.read(signal);
    known.push(link.closed.get(37));
  }
  assert.deepEqual([known.at(0), known.at(-1)], [undefined, 'cancelled']);
});

test('a key that is refused is shown and not tried again at once', async () => {
  site.proxy.fault = 401;
  await until('refused', () => running.bridge.parts.link.trouble?.isRefused === true);
  const { service: refused } = statusOf(running.bridge, 'x');
  assert.deepEqual([refused.reachable, refused.keyAccepted], [true, false]);
  assert.match(refused.problem ?? '', /refuses the key/);
  save(site.folder, file(20), fullRace(20, 400));
  await until('read', () => stateOf(running, file(20)) !== 'unknown');
  const { length } = site.proxy.requests;
  await delay(800);
  assert.equal(site.proxy.requests.length, length);
  site.proxy.fault = 'pass';
  await running.stop();
  running = await site.start();
  await arrives(20, fullResults(400));
});

test('what is confirmed is not posted again after a restart, also without its ledger', async () => {
  await running.stop();
  const before = site.proxy.puts();
  running = await site.start();
  await until('known', () => stateOf(running, file(12)) === 'sent');
  await running.stop();
  assert.equal(site.proxy.puts(), before);
  writeFileSync(join(site.stateFolder, 'ledger.json'), '{"version":1,"races":{"ra');
  running = await site.start();
  await until(
    'known',
    () => stateOf(running, file(12)) === 'sent' && stateOf(running, file(20)) === 'sent',
  );
  await until('noted', () =>
    readFileSync(join(site.stateFolder, 'ledger.json'), 'utf8').includes('race-20'),
  );
  assert.equal(site.proxy.puts(), before);
});

/** Blocks the temporary file beside the ledger, as a full disk would. @returns a function that ends this */
async function blockLedger(): Promise<() => void> {
  const blocked = join(site.stateFolder, '.ledger.json.tmp');
  // A write of the ledger may be under way.
  await until('blocked', () => {
    try {
      mkdirSync(blocked);
      return true;
    } catch {
      return false;
    }
  });
  return () => rmdirSync(blocked);
}

test('nothing is posted while the ledger cannot be written', async () => {
  const unblock = await blockLedger();
  save(site.folder, file(21), fullRace(21, 400));
  await until('told', () => running.bridge.ledgerTrouble === 'EISDIR');
  assert.equal(await site.results(21), '');
  unblock();
  await arrives(21, fullResults(400));
});

test('a start that cannot be noted in the ledger is posted once', async () => {
  save(site.folder, file(39), fullRace(39, 400));
  const posts = (start: string) => () =>
    running.log.filter((line) => line === `Posted the start of race 39 from ${file(39)}: ${start}.`)
      .length;
  await until('its start', () => posts('2026-06-13T07:00:00Z')() === 1);
  const unblock = await blockLedger();
  save(site.folder, file(39), fullRace(39, 400).replace('9:00:00.0000', '9:39:00'));
  await until('another start', () => posts('2026-06-13T07:39:00Z')() > 0);
  const before = running.bridge.looks;
  await until('it has looked again', () => running.bridge.looks > before + 5);
  assert.equal(posts('2026-06-13T07:39:00Z')(), 1);
  unblock();
});

test('a second bridge is kept out of the folder', async () => {
  const second = await site.start();
  assert.match((await second.ended) ?? '', /^another bridge works on this folder: process \d+ on /);
});

test('the start of a file is that of its race, also corrected, and never one that is far away', async () => {
  const number = 38;
  const timing = async () => {
    const { url, key, eventId } = { url: site.service.url, ...site.event };
    const path = `${url}/timing/v1/events/${eventId}/races/race-${number}`;
    const answer = await fetch(path, { headers: { authorization: `Bearer ${key}` } });
    return (await answer.json()).startedAt;
  };
  const saved = (start: string) =>
    save(site.folder, file(number), fullRace(number, 400).replace('9:00:00.0000', start));
  saved('9:38:12.3456');
  await until('its start', async () => (await timing()) === '2026-06-13T07:38:12.345Z');
  assert.equal(await site.results(number), fullResults(400));
  saved('9:39:00');
  await until('another start', async () => (await timing()) === '2026-06-13T07:39:00Z');
  // A start more than six hours away is reported, and the one before stays.
  saved('22:00:00');
  const row = () => running.bridge.rows.find((one) => one.file === file(number));
  await until('a word', () => /22:00:00 is more than 6 hours/.test(row()?.reason ?? ''));
  assert.equal(await timing(), '2026-06-13T07:39:00Z');
});

/**
 * A cache in front of the service as in docs/operations.md: it answers with its copy of the board for 5 seconds, and for 3
 * more while it fetches a new one. @param now in milliseconds @returns its address
 */
async function startCache(target: string, now: () => number): Promise<string> {
  let copy = { atMillis: Number.NEGATIVE_INFINITY, text: '', etag: '' };
  const renew = async (url: string) => {
    const atMillis = now();
    const answer = await fetch(target + url);
    copy = { atMillis, text: await answer.text(), etag: answer.headers.get('etag') ?? '' };
  };
  const server = createServer(async ({ url = '', headers }, outgoing) => {
    if (!url.startsWith('/board/')) {
      const answer = await fetch(target + url, {
        headers: { authorization: headers.authorization ?? '' },
      });
      outgoing.writeHead(answer.status, { 'content-type': 'application/json' });
      return void outgoing.end(await answer.text());
    }
    const ageMillis = now() - copy.atMillis;
    if (ageMillis > 8000) await renew(url);
    const { text, etag } = copy;
    if (ageMillis > 5000 && ageMillis <= 8000) await renew(url);
    const isHeld = headers['if-none-match'] === etag;
    outgoing.writeHead(isHeld ? 304 : 200, { etag }).end(isHeld ? undefined : text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stopAtEndOfFile(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
