/** What has changed since a page was shown, and what a write says of it: official results, refusals and repeats. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { removeRace } from '../../src/operations/remove.ts';
import { draw, times } from '../support/board.ts';
import { openOffice } from '../support/office.ts';
import { performOn } from '../support/perform.ts';
import { refused } from '../support/refused.ts';
import { type Reply, startTestService, type TestService } from '../support/service.ts';

let service: TestService;

before(async () => {
  service = await startTestService();
});
after(() => service.stop());

/** A published event with provisional results, of which the first race is rowed. */
async function openRowed() {
  const { event, person, path, read, write, ids } = await openOffice(service);
  const send = (method: 'POST' | 'PUT', tail: string, body?: object) =>
    person.send(method, `${path}${tail}`, body);
  await write('/settings', { provisionalResults: true });
  await event.send('PUT', '/races/r1/results', times(61_000, 62_000, 63_000));
  const { races, crews } = await ids();
  const { 1: raceId = 0, 2: finalId = 0 } = races;
  const seen = async (): Promise<number> => (await read()).revision;
  const official = async (revision: number) =>
    send('PUT', `/races/${raceId}/official`, { official: true, seen: revision });
  const isOfficial = async () => (await read()).races[0].official;
  return { event, send, read, seen, official, isOfficial, raceId, finalId, crews };
}

/** Asserts a 409 that names the later changes of one operation. */
function overtaken(reply: Reply, operation: string): void {
  refused(reply, 409, 'conflict');
  const operations = reply.json.changed?.map((change: { operation: string }) => change.operation);
  assert.deepEqual([...new Set(operations)], [operation], reply.text);
}

test('who signs results signs those that the page showed', async () => {
  const { event, official, seen } = await openRowed();
  const first = await seen();
  const push = (resultMode: string) =>
    event.send('PUT', '/races', [{ externalId: 'r1', raceNumber: 1, resultMode }]);
  await push('placesOnly');
  overtaken(await official(first), 'push-races');
  const second = await seen();
  await event.send('PUT', '/races/r1/entries', draw('c1', 'c2'));
  overtaken(await official(second), 'draw-lanes');
  assert.equal((await official(await seen())).status, 200);
});

test('another mode makes official results provisional, whoever sets it', async () => {
  const { event, isOfficial, official, raceId, seen, send } = await openRowed();
  await official(await seen());
  await event.send('PUT', '/races', [{ externalId: 'r1', raceNumber: 1, title: 'Heat' }]);
  assert.equal(await isOfficial(), true);
  await event.send('PUT', '/races', [
    { externalId: 'r1', raceNumber: 1, resultMode: 'placesOnly' },
  ]);
  assert.equal(await isOfficial(), false);
  await official(await seen());
  const races = [{ id: raceId, resultMode: 'timed' }];
  assert.equal((await send('PUT', '/races', { races, seen: await seen() })).status, 200);
  assert.equal(await isOfficial(), false);
});

test('a merge of crews leaves official results official, and so does its undo', async () => {
  const { isOfficial, official, crews, seen, send } = await openRowed();
  const dachs = { id: null, name: 'Dachs' };
  const added = await send('PUT', '/crews', { crews: [dachs], seen: await seen() });
  await official(await seen());
  const ids = { keep: added.json.crews[0].id, remove: crews.Amsel };
  const merged = await send('POST', '/crews/merge', { ...ids, seen: await seen() });
  assert.equal(merged.status, 200, merged.text);
  assert.equal(await isOfficial(), true);
  for (let { entryId } = merged.json, n = 0; n < 2; n++) {
    const undone = await send('POST', `/history/${entryId}/undo`);
    assert.equal(undone.status, 200, undone.text);
    assert.equal(await isOfficial(), true);
    ({ entryId } = undone.json);
  }
});

test('a refusal that comes from what others have changed says what that was', async () => {
  const { event, crews, finalId, raceId, seen, send } = await openRowed();
  const shown = await seen();
  const rules = [{ position: 1, races: [raceId], place: 1, fastest: null }];
  const dachs = await send('PUT', '/crews', { crews: [{ id: null, name: 'Dachs' }], seen: shown });
  await event.send('PUT', '/races', [
    { externalId: 'r1', raceNumber: 1, resultMode: 'placesOnly' },
  ]);
  const results = times(60_000);
  overtaken(await send('PUT', `/races/${raceId}/results`, { results, seen: shown }), 'push-races');
  overtaken(
    await send('PUT', '/crews', { crews: [{ id: crews.Biber, name: 'Dachs' }], seen: shown }),
    'edit-crews',
  );
  const { revision } = dachs.json;
  const lanes = [{ position: 1, crewId: dachs.json.crews[0].id }];
  await send('PUT', `/races/${finalId}/lanes`, { lanes, seen: await seen() });
  const removed = [dachs.json.crews[0].id];
  overtaken(await send('PUT', '/crews', { crews: [], removed, seen: revision }), 'draw-lanes');
  const last = await seen();
  await performOn(service, event.eventId, removeRace, { raceNumber: 1 });
  for (const [tail, body] of [
    [`/races/${raceId}/state`, { state: 'cancelled' }],
    [`/races/${raceId}/results`, { results }],
    [`/races/${finalId}/progression`, { rules }],
    ['/delay', { raceId, startsAt: '09:30' }],
  ] as const) {
    overtaken(await send('PUT', tail, { ...body, seen: last }), 'remove-race');
  }
  const move = { fromRaceId: raceId, shiftMinutes: 5, seen: last };
  overtaken(await send('POST', '/retime', move), 'remove-race');
  const gone = { state: 'cancelled', seen: await seen() };
  refused(await send('PUT', `/races/${raceId}/state`, gone), 404, 'race_not_found');
});

test('a write that is sent again, because its answer was lost, finds nothing to do', async () => {
  const { official, raceId, finalId, seen, send } = await openRowed();
  const rules = [{ position: 1, races: [raceId], place: 1, fastest: null }];
  await send('PUT', `/races/${finalId}/progression`, { rules, seen: await seen() });
  await official(await seen());
  const shown = await seen();
  const apply = () => send('POST', `/races/${finalId}/progression/apply`, { seen: shown });
  const [first, again] = [await apply(), await apply()];
  assert.equal(first.status, 200, first.text);
  assert.deepEqual([again.status, again.json.entryId], [200, null], again.text);
  // A shift is counted from where the races are now: the second one is another one.
  const retime = () =>
    send('POST', '/retime', { fromRaceId: finalId, shiftMinutes: 5, seen: first.json.revision });
  assert.equal((await retime()).status, 200);
  overtaken(await retime(), 'retime');
});
