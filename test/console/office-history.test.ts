/** The history of an event in the race office: filters and pages, undo, and restoring a race as it was. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { addRace } from '../../src/operations/pushes/races.ts';
import { addTeam } from '../../src/operations/pushes/teams.ts';
import { removeRace, removeTeam } from '../../src/operations/remove.ts';
import { addMember } from '../support/accounts.ts';
import { draw, published, times } from '../support/board.ts';
import { signIn, visitor } from '../support/console.ts';
import { officeOf } from '../support/office.ts';
import { performOn } from '../support/perform.ts';
import { refused } from '../support/refused.ts';
import { startTestService } from '../support/service.ts';

const service = await startTestService();

type Named = { id: number; name: string };
type Entry = { id: number; operation: string };

async function openHistory() {
  const { event, person, path, read, ids } = await officeOf(service, await published(service));
  const { races, crews } = await ids();
  const history = (query = '') => person.send('GET', `${path}/history${query}`);
  const operations = async (query: string) =>
    (await history(query)).json.entries.map(({ operation }: Entry) => operation);
  const newest = async (): Promise<Entry> => (await history()).json.entries[0];
  const undo = (entryId: number) => person.send('POST', `${path}/history/${entryId}/undo`);
  const restore = (raceId: number, body: object) =>
    person.send('POST', `${path}/races/${raceId}/restore`, body);
  const { 1: raceId = 0, 2: finalId = 0 } = races;
  const schedule = async () => {
    const { updatedAt: _, ...rest } = (await event.send('GET', '/schedule')).json;
    return rest;
  };
  const facts = { event, person, path, crews, raceId, finalId };
  return { ...facts, read, history, operations, newest, undo, restore, schedule };
}

/** An instant after every write so far and before every later one. */
async function moment(): Promise<string> {
  const now = Date.now();
  while (Date.now() <= now + 1) await new Promise((resolve) => setImmediate(resolve));
  return new Date(now + 1).toISOString();
}

describe('the history', () => {
  test('says who did what, newest first, with instants that people can read', async () => {
    const { event, history, person, path, raceId, read } = await openHistory();
    const move = { externalId: 'r1', raceNumber: 1, scheduledAt: '2026-06-13T10:00:00+02:00' };
    await event.send('PUT', '/races', [move]);
    const { revision: seen } = await read();
    const off = { state: 'cancelled', reason: 'Wind', seen };
    await person.send('PUT', `${path}/races/${raceId}/state`, off);
    await performOn(service, event.eventId, addTeam, { name: 'Dachs' });
    const { status, headers, json } = await history();
    assert.equal(status, 200);
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.equal(json.next, null);
    const [atTerminal, inOffice, pushed] = json.entries;
    assert.deepEqual(
      [atTerminal.operation, atTerminal.userId, atTerminal.displayName, atTerminal.keyPrefix],
      ['add-team', null, 'test', null],
    );
    assert.deepEqual(
      [inOffice.operation, inOffice.userId, inOffice.displayName, inOffice.keyPrefix],
      ['set-race-state', event.userId, 'Race office', null],
    );
    assert.deepEqual(inOffice.changes, [
      {
        subject: 'race',
        id: raceId,
        name: 'race 1',
        before: { state: 'planned', reason: null },
        after: { state: 'cancelled', reason: 'Wind' },
      },
    ]);
    assert.ok(event.key.startsWith(pushed.keyPrefix));
    const [{ before, after }] = pushed.changes;
    assert.deepEqual(
      [before.scheduledAt, after.scheduledAt],
      ['2026-06-13T07:00:00Z', '2026-06-13T08:00:00Z'],
    );
    assert.ok(Math.abs(Date.parse(inOffice.at) - Date.now()) < 60_000);
    assert.deepEqual(
      Object.keys(inOffice).sort(),
      'at changeCount changes displayName id keyPrefix operation undoOf userId'.split(' '),
    );
  });

  test('filters hold together, and what was removed stays findable', async () => {
    const { event, crews, finalId, history, operations, person, path, raceId, read, newest } =
      await openHistory();
    const { eventId, userId } = event;
    await event.send('PUT', '/races/r1/results', times(61_000, 62_000, 63_000));
    const { revision: seen } = await read();
    await person.send('PUT', `${path}/races/${finalId}/state`, { state: 'postponed', seen });
    await event.send('PUT', '/races/r2/entries', draw('c2', 'c1'));
    const biber = crews.Biber;
    const amsel = crews.Amsel;
    const made = ['draw-lanes', 'push-races'];
    assert.deepEqual(await operations(`?race=${raceId}`), ['push-results', ...made]);
    assert.deepEqual(await operations(`?race=${finalId}`), [
      'draw-lanes',
      'set-race-state',
      ...made,
    ]);
    // Results name no crew; this one is found because the lane had the crew at that time.
    assert.deepEqual(await operations(`?crew=${biber}`), [
      'draw-lanes',
      'push-results',
      'draw-lanes',
      'draw-lanes',
      'push-teams',
    ]);
    assert.deepEqual(await operations(`?crew=${biber}&race=${raceId}`), [
      'push-results',
      'draw-lanes',
    ]);
    await event.send('PUT', '/races/r2/results', times(1000));
    assert.ok(!(await operations(`?crew=${amsel}&race=${finalId}`)).includes('push-results'));
    const prefix = (await history('?operation=push-teams')).json.entries[0].keyPrefix;
    assert.deepEqual(await operations(`?person=${userId}&operation=set-race-state`), [
      'set-race-state',
    ]);
    assert.deepEqual(await operations(`?key=${prefix}&operation=set-race-state`), []);
    assert.equal((await operations(`?key=${prefix}`)).includes('set-race-state'), false);

    await performOn(service, eventId, removeRace, { raceNumber: 2 });
    await performOn(service, eventId, addTeam, { name: 'Dachs' });
    const dachs = (await newest()) as unknown as { changes: Named[] };
    await performOn(service, eventId, removeTeam, { name: 'Dachs' });
    assert.equal((await operations(`?race=${finalId}`))[0], 'remove-race');
    assert.deepEqual(await operations(`?crew=${dachs.changes[0]?.id}`), [
      'remove-team',
      'add-team',
    ]);
  });

  test('comes fifty entries at a time', async () => {
    const { event, history } = await openHistory();
    for (let n = 0; n < 60; n++) {
      await event.send('PUT', '/schedule/delay', { venueDay: '2026-06-13', delayMinutes: n + 1 });
    }
    const first = (await history()).json;
    assert.equal(first.entries.length, 50);
    assert.equal(first.next, first.entries[49].id);
    const second = (await history(`?before=${first.next}`)).json;
    assert.equal(second.next, null);
    const ids = [...first.entries, ...second.entries].map(({ id }: Entry) => id);
    assert.deepEqual(
      ids,
      ids.toSorted((a: number, b: number) => b - a),
    );
    const { length } = ids;
    assert.equal(new Set(ids).size, length);
    const delays = (await history('?operation=set-delay')).json;
    assert.deepEqual([delays.entries.length, delays.next === null], [50, false]);
  });

  test('a filter that names nothing is refused, and one that finds nothing is not', async () => {
    const { event, person, history, operations, path, raceId } = await openHistory();
    const other = await openHistory();
    const [{ keyPrefix: otherKey }] = (await other.history('?operation=push-teams')).json.entries;
    for (const [query, field] of [
      ['?race=x', 'race'],
      [`?race=${other.raceId}`, 'race'],
      [`?crew=${other.crews.Biber}`, 'crew'],
      ['?person=999999999', 'person'],
      [`?person=${other.event.userId}`, 'person'],
      ['?key=nobody', 'key'],
      [`?key=${otherKey}`, 'key'],
      ['?operation=nothing', 'operation'],
      ['?before=0', 'before'],
    ] as const) {
      refused(await history(query), 422, 'validation_failed', field);
    }
    assert.deepEqual(await operations(`?race=${raceId}&operation=undo`), []);
    assert.deepEqual(await operations('?before=1'), []);
    const outsider = await addMember(service.database, event.clubId, 'member');
    const { send } = await signIn(service, outsider);
    refused(await send('GET', `${path}/history`), 404, 'event_not_found');
    refused(await visitor(service).send('GET', `${path}/history`), 401, 'missing_credentials');
    // A member of the club and a key that have changed nothing yet: known, so no error, but without entries.
    assert.deepEqual(await operations(`?person=${outsider}`), []);
    const minted = await person.send('POST', '/account/keys', { label: 'Spare' });
    assert.deepEqual(await operations(`?key=${minted.json.keyPrefix}`), []);
  });
});

describe('undo', () => {
  test('takes an entry back by a new one, once', async () => {
    const { event, history, newest, read, schedule, undo } = await openHistory();
    const was = await schedule();
    await event.send('PUT', '/races/r1/results', times(61_000, 62_000, 63_000));
    const { id: entryId } = await newest();
    const { revision } = await read();
    // An unrelated change does not prevent the undo.
    await event.send('PUT', '/schedule/delay', { venueDay: '2026-06-14', delayMinutes: 5 });
    const [one, two] = await Promise.all([undo(entryId), undo(entryId)]);
    const [done, late] = one.status === 200 ? [one, two] : [two, one];
    assert.equal(done.status, 200, done.text);
    const undone = await newest();
    assert.deepEqual(done.json, { revision: revision + 2, entryId: undone.id });
    assert.equal((await history()).json.entries[0].undoOf, entryId);
    refused(late, 409, 'conflict');
    assert.equal(late.json.changed, undefined);
    refused(await undo(entryId), 409, 'conflict');
    assert.deepEqual((await schedule()).races, was.races);
    assert.equal((await undo(undone.id)).status, 200, 'an undo is undone like any other');
    const [heat] = (await read()).races;
    assert.equal(heat.lanes[0].finishTimeMillis, 61_000);
  });

  test('is refused where something later touched the same, which is shown', async () => {
    const { event, newest, read, undo } = await openHistory();
    await event.send('PUT', '/races/r1/results', times(61_000, 62_000, 63_000));
    const { id: entryId } = await newest();
    await event.send('PUT', '/races/r1/results', times(60_000));
    const { id: laterId } = await newest();
    const { revision } = await read();
    const reply = await undo(entryId);
    refused(reply, 409, 'conflict');
    const { changed } = reply.json;
    assert.equal(changed.length, 1);
    assert.deepEqual(
      [changed[0].entryId, changed[0].position, changed[0].before, changed[0].after],
      [laterId, 1, { finishTimeMillis: 61_000 }, { finishTimeMillis: 60_000 }],
    );
    assert.equal(changed[0].by.keyLabel, 'Timing');
    assert.equal((await read()).revision, revision);
  });

  test('is refused after a change that was changed back, and not after one that was undone', async () => {
    const { event, newest, undo } = await openHistory();
    const entryIds: number[] = [];
    for (const millis of [60_000, 61_000, 60_000]) {
      await event.send('PUT', '/races/r1/results', times(millis));
      entryIds.push((await newest()).id);
    }
    const [first = 0, second = 0, third = 0] = entryIds;
    const reply = await undo(first);
    refused(reply, 409, 'conflict');
    assert.deepEqual(
      reply.json.changed.map(({ entryId }: { entryId: number }) => entryId),
      [second, third],
    );
    for (const entryId of [third, second, first]) assert.equal((await undo(entryId)).status, 200);
  });

  test('leaves no time without its crew', async () => {
    const { event, newest, read, undo, finalId } = await openHistory();
    await event.send('PUT', '/races/r2/entries', [{ position: 1 }]);
    await event.send('PUT', '/races/r2/entries', draw('c1'));
    const { id: drawing } = await newest();
    await event.send('PUT', '/races/r2/results', times(60_000));
    const reply = await undo(drawing);
    refused(reply, 409, 'conflict');
    assert.match(reply.json.detail, /status is "finished" now/);
    assert.equal(reply.json.changed[0].operation, 'push-results');
    const { lanes } = (await read()).races.find(({ id }: Named) => id === finalId);
    assert.notEqual(lanes[0].crewId, null);
  });

  test('is refused where a rule would be broken', async () => {
    const { event, newest, undo } = await openHistory();
    await event.send('PUT', '/races', [{ externalId: 'r1', raceNumber: 7 }]);
    const { id: entryId } = await newest();
    await performOn(service, event.eventId, addRace, {
      raceNumber: 1,
      title: null,
      scheduledAt: 0,
    });
    const reply = await undo(entryId);
    refused(reply, 409, 'conflict');
    assert.match(reply.json.detail, /race number 1 is taken/);
    assert.equal(reply.json.changed, undefined);
  });

  test('leaves alone what followers have been told, and what is about the event', async () => {
    const { event, history, path, person, undo, newest } = await openHistory();
    const of = async (operation: string) =>
      (await history(`?operation=${operation}`)).json.entries[0].id;
    refused(await undo(await of('publish-schedule')), 409, 'conflict');
    refused(await undo(await of('create-schedule')), 409, 'conflict');
    await person.send('PATCH', path, { name: 'Renamed' });
    refused(await undo((await newest()).id), 409, 'conflict');
    refused(await undo(999_999_999), 404, 'not_found');
    const other = await openHistory();
    refused(await undo((await other.newest()).id), 404, 'not_found');
    const outsider = await signIn(service, other.event.userId);
    const theirs = await outsider.send('POST', `${path}/history/${(await newest()).id}/undo`);
    refused(theirs, 404, 'event_not_found');
    await event.send('PUT', '/teams', [{ externalId: 'c9', name: 'Dachs' }]);
    const forged = await person.send(
      'POST',
      `${path}/history/${(await newest()).id}/undo`,
      undefined,
      { 'sec-fetch-site': 'cross-site' },
    );
    refused(forged, 403, 'forbidden');
  });

  test('is refused with what stands in its way, so that a page can say it in its language', async () => {
    const { finalId, newest, path, person, read, undo } = await openHistory();
    const push = async (rows: object) =>
      person.send('PUT', `${path}/races`, { seen: (await read()).revision, races: [], ...rows });
    await push({ removed: [finalId] });
    const { id } = await newest();
    const race = { id: null, raceNumber: 2, scheduledAt: '2026-06-13T12:00:00+02:00' };
    await push({ races: [race] });
    const { json } = await undo(id);
    assert.equal(json.detail, 'In the way: the race number 2 is taken.');
    const [{ id: _, name, ...obstacle }] = json.obstacles;
    assert.deepEqual(obstacle, {
      ...{ kind: 'taken', subject: 'race', property: 'raceNumber', value: 2 },
    });
    assert.equal(name, 'race 2');
  });
});

describe('restore', () => {
  test('brings back properties, lanes, results and state of a moment', async () => {
    const { event, path, person, raceId, read, restore, schedule } = await openHistory();
    await event.send('PUT', '/races/r1/results', times(61_000, 62_000, 63_000));
    const { races: was } = await schedule();
    const at = await moment();
    await event.send('PUT', '/races/r1/results', times(1000, 2000, 3000));
    await event.send('PUT', '/races/r1/entries', draw('c3'));
    await event.send('PUT', '/races', [{ externalId: 'r1', raceNumber: 9, title: 'Other' }]);
    const { revision: shown } = await read();
    await person.send('PUT', `${path}/races/${raceId}/state`, { state: 'cancelled', seen: shown });
    const early = await restore(raceId, { at, seen: shown });
    refused(early, 409, 'conflict');
    assert.equal(early.json.changed[0].operation, 'set-race-state');
    const { revision: seen } = await read();
    const { status, json } = await restore(raceId, { at, seen });
    assert.equal(status, 200);
    assert.equal(json.revision, seen + 1);
    assert.deepEqual([json.race.raceNumber, json.race.state], [1, 'planned']);
    assert.deepEqual((await schedule()).races, was);
    const again = await restore(raceId, { at, seen: seen + 1 });
    assert.deepEqual([again.status, again.json.entryId], [200, null]);
  });

  test('brings back a race that was removed, with its id', async () => {
    const { event, raceId, read, restore, schedule } = await openHistory();
    const { races: was } = await schedule();
    const at = await moment();
    await performOn(service, event.eventId, removeRace, { raceNumber: 1 });
    const { revision: seen } = await read();
    const late = await restore(raceId, { at: await moment(), seen });
    refused(late, 422, 'validation_failed', 'at');
    const { status, json } = await restore(raceId, { at, seen });
    assert.equal(status, 200);
    assert.equal(json.race.id, raceId);
    assert.deepEqual((await schedule()).races, was);
    assert.equal((await event.send('PUT', '/races/r1/results', times(1))).status, 200);
  });

  test('has moments at which there is nothing to bring back', async () => {
    const { event, raceId, read, restore } = await openHistory();
    const other = await openHistory();
    const { revision: seen } = await read();
    const soon = new Date(Date.now() + 60_000).toISOString();
    for (const at of ['2020-01-01T00:00:00Z', soon, 'yesterday', null]) {
      refused(await restore(raceId, { at, seen }), 422, 'validation_failed', 'at');
    }
    const at = await moment();
    refused(await restore(raceId, { at }), 422, 'validation_failed', 'seen');
    refused(await restore(raceId, { at, seen: seen + 9 }), 422, 'validation_failed', 'seen');
    refused(await restore(other.raceId, { at, seen }), 404, 'race_not_found');
    refused(await restore(999_999_999, { at, seen }), 404, 'race_not_found');
    await performOn(service, event.eventId, removeRace, { raceNumber: 1 });
    await performOn(service, event.eventId, addRace, {
      raceNumber: 1,
      title: null,
      scheduledAt: 0,
    });
    const taken = await restore(raceId, { at, seen: seen + 2 });
    refused(taken, 409, 'conflict');
    assert.match(taken.json.detail, /race number 1 is taken/);
  });
});
