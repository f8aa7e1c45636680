/** The lists of regattas, clubs and people in the console, with thousands of rows (adopt, "Lists"). */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { venueDay } from '../../src/domain/day/venue-day.ts';
import { searchText } from '../../src/domain/text/search-text.ts';
import { setRole } from '../../src/storage/accounts/accounts.ts';
import { signIn } from '../support/console.ts';
import { addManyEvents } from '../support/many-events.ts';
import { startTestService } from '../support/service.ts';

const service = await startTestService();
const today = venueDay(Date.now(), 'UTC');
const { eventIds, clubIds, userId } = await addManyEvents(service.database, {
  ...{ count: 450, clubs: 430, years: 2, today },
});
const operator = await signIn(service, userId);

interface Row {
  id: number;
  name: string;
}

/** The rows of all pages of a list, fetched one after the other. */
async function walk(path: string, rows: string, query = ''): Promise<Row[]> {
  const all: Row[] = [];
  for (let next: string | null = ''; next !== null; ) {
    const before = next && `&before=${encodeURIComponent(next)}`;
    const reply = await operator.send('GET', `${path}?${query}${before}`);
    assert.equal(reply.status, 200, reply.text);
    assert.deepEqual(Object.keys(reply.json), [rows, 'next']);
    all.push(...reply.json[rows]);
    next = reply.json.next;
  }
  return all;
}

const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id);
const ascending = (ids: readonly number[]) => ids.toSorted((a, b) => a - b);

describe('regattas', () => {
  test('are those of the public list, in its order', async () => {
    const all = await walk('/events', 'events', 'limit=70');
    assert.deepEqual(ascending(idsOf(all)), eventIds);
    const first = (await operator.send('GET', '/events')).json;
    assert.equal(first.events.length, 200);
    assert.deepEqual(idsOf(first.events), idsOf(all).slice(0, 200));
    const board = (await service.send('GET', '/board/api/events')).json;
    assert.deepEqual(idsOf(first.events), idsOf(board.events));
    assert.equal(first.next, board.next);
  });

  test('are found by name, place and club', async () => {
    const board = (await service.send('GET', '/board/api/events?q=schools%20LUZERN')).json;
    assert.ok(board.events.length > 1);
    assert.deepEqual(
      idsOf(await walk('/events', 'events', 'q=schools%20LUZERN&limit=2')),
      idsOf(board.events),
    );
    assert.deepEqual(await walk('/events', 'events', 'q=nowhere'), []);
    assert.deepEqual(await walk('/events', 'events', 'q=luzern?nowhere'), []);
    const [of7] = await walk('/events', 'events', `q=${encodeURIComponent('Neptun 7')}`);
    assert.ok(of7);
  });

  test('that are archived are a list of their own', async () => {
    const [id] = eventIds;
    await operator.send('PATCH', `/events/${id}`, { archived: true });
    assert.deepEqual(idsOf(await walk('/events', 'events', 'archived=true')), [id]);
    assert.deepEqual(await walk('/events', 'events', 'archived=true&q=nowhere'), []);
    assert.ok(!idsOf(await walk('/events', 'events')).includes(id as number));
    await operator.send('PATCH', `/events/${id}`, { archived: false });
  });
});

test('clubs go by name without case and accents; an operator may ask for the own ones', async () => {
  const all = await walk('/clubs', 'clubs', 'limit=99');
  assert.deepEqual(ascending(idsOf(all)), clubIds);
  const names = all.map(({ name }) => searchText(name));
  assert.deepEqual(names, names.toSorted());
  assert.equal((await operator.send('GET', '/clubs')).json.clubs.length, 200);
  const found = await walk('/clubs', 'clubs', 'q=ZEGLARZ%20poznan');
  assert.ok(found.length > 0 && found.every(({ name }) => /Żeglarz Poznań/.test(name)));
  assert.deepEqual(await walk('/clubs', 'clubs', 'own=true'), []);
  const last = all.at(-1);
  assert.ok(last);
  await service.database.write((tx) => setRole(tx, userId, last.id, 'admin'));
  assert.deepEqual(idsOf(await walk('/clubs', 'clubs', 'own=true')), [last.id]);
});

test('people go by name, and are found by address and club as well', async () => {
  const all = await walk('/people', 'people', 'limit=128');
  assert.equal(all.length, clubIds.length + 1);
  const names = all.map(({ name }) => searchText(name));
  assert.deepEqual(names, names.toSorted());
  const byAddress = await walk('/people', 'people', 'q=c17%40club.example');
  assert.equal(byAddress.length, 1);
  const byClub = await walk('/people', 'people', `q=${encodeURIComponent('leman KARAPIRO')}`);
  assert.ok(byClub.length > 0 && byClub.every(({ name }) => /^Léman/.test(name)));
});

test('a page goes on where the last one ended, also when its last person has gone', async () => {
  const { people, next } = (await operator.send('GET', '/people?limit=10')).json;
  const rest = (await operator.send('GET', `/people?limit=10&before=${next}`)).json.people;
  const last = people.at(-1);
  // The account of a club's only admin cannot be closed, so another admin is added first.
  await service.database.write(async (tx) => {
    for (const { id } of last.clubs) await setRole(tx, userId, id, 'admin');
  });
  assert.equal((await operator.send('DELETE', `/people/${last.id}`)).status, 204);
  const again = (await operator.send('GET', `/people?limit=10&before=${next}`)).json.people;
  assert.deepEqual(idsOf(again), idsOf(rest));
});

test('wrong values are refused, each by its name', async () => {
  for (const path of ['/events', '/clubs', '/people']) {
    for (const [query, field] of [
      ['limit=0', 'limit'],
      ['limit=201', 'limit'],
      ['before=x', 'before'],
      [`q=${'x'.repeat(101)}`, 'q'],
    ]) {
      const { status, json } = await operator.send('GET', `${path}?${query}`);
      assert.deepEqual(
        [status, json.code, json.errors[0].field],
        [...[422, 'validation_failed', field]],
      );
    }
  }
  for (const query of ['own=x', 'own=true&own=true']) {
    assert.equal((await operator.send('GET', `/clubs?${query}`)).json.errors[0].field, 'own');
  }
});
