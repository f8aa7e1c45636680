/** PUT and GET /teams: how crews are matched, adopted, inserted, renamed and refused. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { teamAdd } from '../../src/commands/office/teams.ts';
import { readSettings } from '../../src/settings.ts';
import { refused } from '../support/refused.ts';
import { type Provisioned, startTestService } from '../support/service.ts';

interface Team {
  externalId: string | null;
  name: string;
  clubId: string | null;
  boatIndex: number | null;
  sortOrder: number;
  adopted: boolean;
  outcome?: string;
}

const service = await startTestService();

/** Enters crews as `running-order team add` does. */
async function enterByHand({ eventId }: Provisioned, ...names: string[]): Promise<void> {
  const settings = readSettings({ DATABASE_URL: service.databaseUrl });
  for (const name of names) {
    await teamAdd.run({ event: String(eventId), name }, { settings, progress: () => {} });
  }
}

async function push(event: Provisioned, ...teams: object[]): Promise<Team[]> {
  const reply = await event.send('PUT', '/teams', { teams });
  assert.equal(reply.status, 200, reply.text);
  assert.deepEqual(Object.keys(reply.json), ['teams']);
  return reply.json.teams;
}

async function read(event: Provisioned): Promise<Team[]> {
  const reply = await event.send('GET', '/teams');
  assert.equal(reply.status, 200, reply.text);
  assert.deepEqual(Object.keys(reply.json), ['teams']);
  return reply.json.teams;
}

const outcomes = (teams: Team[]) => teams.map((team) => [team.externalId, team.outcome]);
const names = (teams: Team[]) => teams.map((team) => [team.externalId, team.name]);

test('specification: a crew is matched, adopted or inserted; A5: in the payload order', async () => {
  const event = await service.provision();
  await push(event, { externalId: 'known', name: 'Known', sortOrder: 9 });
  await enterByHand(event, 'By hand');
  const answer = await push(
    event,
    { externalId: 'new', name: 'New', sortOrder: 50 },
    { externalId: 'hand', name: 'By hand' },
    { externalId: 'known', name: 'Known better' },
  );
  assert.deepEqual(answer, [
    {
      externalId: 'new',
      name: 'New',
      clubId: null,
      boatIndex: null,
      sortOrder: 50,
      adopted: false,
      outcome: 'inserted',
    },
    {
      externalId: 'hand',
      name: 'By hand',
      clubId: null,
      boatIndex: null,
      sortOrder: 10,
      adopted: true,
      outcome: 'adopted',
    },
    {
      externalId: 'known',
      name: 'Known better',
      clubId: null,
      boatIndex: null,
      sortOrder: 9,
      adopted: false,
      outcome: 'matched',
    },
  ]);
});

test('A3: crews are read by sortOrder, then name, without an outcome', async () => {
  const event = await service.provision();
  await enterByHand(event, 'Zebra');
  await push(
    event,
    { externalId: '1', name: 'b', sortOrder: 5 },
    { externalId: '2', name: 'B', sortOrder: 5 },
    { externalId: '3', name: 'a', sortOrder: 5 },
    { externalId: '4', name: 'last', sortOrder: 6 },
    { externalId: '5', name: 'first', sortOrder: -7, clubId: 'C', boatIndex: 2 },
  );
  const teams = await read(event);
  assert.deepEqual(
    teams.map((team) => team.name),
    ['first', 'Zebra', 'B', 'a', 'b', 'last'],
  );
  assert.deepEqual(teams[0], {
    externalId: '5',
    name: 'first',
    clubId: 'C',
    boatIndex: 2,
    sortOrder: -7,
    adopted: false,
  });
  assert.deepEqual(teams[1], {
    externalId: null,
    name: 'Zebra',
    clubId: null,
    boatIndex: null,
    sortOrder: 0,
    adopted: false,
  });
});

test('L3: adopted stays true for good, and an adopted crew is not adopted again', async () => {
  const event = await service.provision();
  await enterByHand(event, 'Heron');
  const [adopted] = await push(event, { externalId: 'a', name: 'Heron', clubId: 'HER' });
  assert.equal(adopted?.outcome, 'adopted');
  const [matched] = await push(event, { externalId: 'a', name: 'Heron II' });
  assert.deepEqual([matched?.outcome, matched?.adopted, matched?.clubId], ['matched', true, 'HER']);
  const taken = await event.send('PUT', '/teams', [{ externalId: 'b', name: 'Heron II' }]);
  refused(taken, 409, 'conflict');
  assert.deepEqual(taken.json.conflicts, [
    {
      element: 'teams[0]',
      property: 'name',
      value: 'Heron II',
      heldBy: { externalId: 'a', name: 'Heron II' },
    },
  ]);
  assert.deepEqual(
    (await read(event)).map((team) => [team.externalId, team.adopted]),
    [['a', true]],
  );
});

test('L3: adoption keeps what the payload omits and takes what it sends', async () => {
  const event = await service.provision();
  await enterByHand(event, 'One', 'Two');
  const [two] = await push(event, { externalId: '2', name: 'Two', boatIndex: 3 });
  assert.deepEqual([two?.sortOrder, two?.boatIndex, two?.adopted], [1, 3, true]);
  const [one] = await push(event, { externalId: '1', name: 'One', sortOrder: 40, clubId: 'X' });
  assert.deepEqual([one?.sortOrder, one?.clubId, one?.adopted], [40, 'X', true]);
});

test('L3: adoption compares the name as it is kept: trimmed and in NFC', async () => {
  const event = await service.provision();
  await enterByHand(event, 'Möwe');
  const [crew] = await push(event, { externalId: 'm', name: '  Mo\u0308we\u00a0' });
  assert.deepEqual([crew?.outcome, crew?.name], ['adopted', 'Möwe']);
});

test('specification: a crew held under another externalId is never adopted: 409, no field', async () => {
  const event = await service.provision();
  await push(event, { externalId: 'a', name: 'Held' });
  const reply = await event.send('PUT', '/teams', [
    { externalId: 'x', name: 'Fine' },
    { externalId: 'b', name: 'Held' },
    { externalId: 'y', name: 'Fine too' },
  ]);
  refused(reply, 409, 'conflict');
  assert.match(reply.json.detail, /Held/);
  assert.deepEqual(names(await read(event)), [['a', 'Held']]);
});

test('L2: two crews swap names, three rotate them, a free name goes to a new crew', async () => {
  const event = await service.provision();
  await push(
    event,
    { externalId: 'a', name: 'A' },
    { externalId: 'b', name: 'B' },
    { externalId: 'c', name: 'C' },
  );
  await push(event, { externalId: 'a', name: 'B' }, { externalId: 'b', name: 'A' });
  assert.deepEqual(names(await read(event)), [
    ['a', 'B'],
    ['b', 'A'],
    ['c', 'C'],
  ]);
  const rotated = await push(
    event,
    { externalId: 'a', name: 'A' },
    { externalId: 'b', name: 'C' },
    { externalId: 'c', name: 'B' },
  );
  assert.deepEqual(
    rotated.map((team) => team.outcome),
    ['matched', 'matched', 'matched'],
  );
  const moved = await push(
    event,
    { externalId: 'd', name: 'A' },
    { externalId: 'a', name: 'A moved' },
  );
  assert.deepEqual(outcomes(moved), [
    ['d', 'inserted'],
    ['a', 'matched'],
  ]);
  assert.deepEqual(names(await read(event)), [
    ['a', 'A moved'],
    ['b', 'C'],
    ['c', 'B'],
    ['d', 'A'],
  ]);
});

test('L4: renaming a crew onto one that nobody has claimed is 409; nothing is written', async () => {
  const event = await service.provision();
  await push(event, { externalId: 'a', name: 'A' });
  await enterByHand(event, 'By hand');
  const reply = await event.send('PUT', '/teams', [
    { externalId: 'n', name: 'N' },
    { externalId: 'a', name: 'By hand' },
  ]);
  refused(reply, 409, 'conflict');
  assert.match(reply.json.detail, /By hand/);
  assert.deepEqual(names(await read(event)), [
    ['a', 'A'],
    [null, 'By hand'],
  ]);
});

test('R9: absent keeps, null clears, a value sets', async () => {
  const event = await service.provision();
  const full = { externalId: 'a', name: 'A', clubId: 'CLUB', boatIndex: 2, sortOrder: 7 };
  const facts = ([team]: Team[]) => [team?.clubId, team?.boatIndex, team?.sortOrder];
  assert.deepEqual(facts(await push(event, full)), ['CLUB', 2, 7]);
  const bare = { externalId: 'a', name: 'A' };
  assert.deepEqual(facts(await push(event, bare)), ['CLUB', 2, 7]);
  assert.deepEqual(facts(await push(event, { ...bare, clubId: null })), [null, 2, 7]);
  assert.deepEqual(facts(await push(event, { ...bare, boatIndex: null })), [null, null, 7]);
  assert.deepEqual(facts(await push(event, { ...bare, clubId: '' })), ['', null, 7]);
  assert.deepEqual(facts(await push(event, { ...bare, sortOrder: -1, boatIndex: 1 })), ['', 1, -1]);
  for (const field of ['externalId', 'name', 'sortOrder']) {
    const reply = await event.send('PUT', '/teams', [{ ...bare, [field]: null }]);
    refused(reply, 422, 'validation_failed', `teams[0].${field}`);
  }
});

test('L1: the second externalId or name of one payload is 422', async () => {
  const event = await service.provision();
  const first = { externalId: 'a', name: 'A' };
  const cases: [object, string][] = [
    [{ externalId: 'a', name: 'B' }, 'teams[1].externalId'],
    [{ externalId: 'b', name: 'A' }, 'teams[1].name'],
    [{ externalId: 'b', name: ' A\t' }, 'teams[1].name'],
    [{ externalId: 'a', name: 'A' }, 'teams[1].externalId'],
  ];
  for (const [second, field] of cases) {
    for (const body of [[first, second], { teams: [first, second] }]) {
      refused(await event.send('PUT', '/teams', body), 422, 'validation_failed', field);
    }
  }
  assert.deepEqual(await read(event), []);
});

test('L2 and R10: names differ by case, ids byte for byte', async () => {
  const event = await service.provision();
  const answer = await push(
    event,
    { externalId: 'é', name: 'crew' },
    { externalId: 'e\u0301', name: 'Crew' },
    { externalId: ' é', name: 'CREW' },
    { externalId: 'É', name: 'cREW' },
  );
  assert.deepEqual(
    answer.map((team) => team.outcome),
    ['inserted', 'inserted', 'inserted', 'inserted'],
  );
});

test('L13: a new crew without sortOrder goes one behind the highest', async () => {
  const event = await service.provision();
  const orders = (teams: Team[]) => teams.map((team) => team.sortOrder);
  assert.deepEqual(orders(await push(event, { externalId: 'a', name: 'A' })), [0]);
  assert.deepEqual(
    orders(
      await push(
        event,
        { externalId: 'b', name: 'B' },
        { externalId: 'c', name: 'C', sortOrder: 20 },
        { externalId: 'd', name: 'D' },
        { externalId: 'e', name: 'E', sortOrder: 5 },
        { externalId: 'f', name: 'F' },
      ),
    ),
    [1, 20, 21, 5, 22],
  );
  await enterByHand(event, 'By hand');
  assert.equal((await read(event)).find((team) => team.name === 'By hand')?.sortOrder, 23);
  const top = await push(
    event,
    { externalId: 'g', name: 'G', sortOrder: 2_147_483_647 },
    { externalId: 'h', name: 'H' },
    { externalId: 'i', name: 'I' },
  );
  assert.deepEqual(orders(top), [2_147_483_647, 2_147_483_647, 2_147_483_647]);
});

test('L13: below zero the next is still one more than the highest', async () => {
  const event = await service.provision();
  const answer = await push(
    event,
    { externalId: 'a', name: 'A', sortOrder: -2_147_483_648 },
    { externalId: 'b', name: 'B' },
  );
  assert.deepEqual(
    answer.map((team) => team.sortOrder),
    [-2_147_483_648, -2_147_483_647],
  );
});

test('L14: crews need no schedule, and events share none', async () => {
  const [one, two] = [await service.provision(), await service.provision()];
  assert.deepEqual(await read(one), []);
  await push(one, { externalId: 'a', name: 'A' });
  const [other] = await push(two, { externalId: 'a', name: 'A' });
  assert.equal(other?.outcome, 'inserted');
  assert.equal((await one.send('GET', '/schedule')).json.code, 'schedule_not_found');
});

test('specification: bare or wrapped; R6: an empty list changes nothing; R7: what was read goes back', async () => {
  const event = await service.provision();
  const wrapped = await push(event, { externalId: 'a', name: 'A', clubId: 'C' });
  const bare = await event.send('PUT', '/teams', wrapped);
  assert.equal(bare.status, 200, bare.text);
  assert.deepEqual(bare.json.teams, [{ ...wrapped[0], outcome: 'matched' }]);
  assert.deepEqual((await event.send('PUT', '/teams', [])).json, { teams: [] });
  assert.deepEqual((await event.send('PUT', '/teams', { teams: [] })).json, { teams: [] });
  for (const body of [{}, { races: [] }, 7, '"x"', { teams: {} }, { teams: null }]) {
    const reply = await event.send('PUT', '/teams', body);
    refused(reply, 422, 'validation_failed', 'teams');
  }
  assert.deepEqual(await read(event), [
    {
      externalId: 'a',
      name: 'A',
      clubId: 'C',
      boatIndex: null,
      sortOrder: 0,
      adopted: false,
    },
  ]);
});

test('specification: the limits of a crew hold to the character', async () => {
  const event = await service.provision();
  const astral = '🚣';
  const good = {
    externalId: astral.repeat(128),
    name: astral.repeat(120),
    clubId: astral.repeat(64),
    boatIndex: 2_147_483_647,
  };
  const [crew] = await push(event, good);
  assert.deepEqual(
    [crew?.externalId, crew?.name, crew?.clubId],
    [good.externalId, good.name, good.clubId],
  );
  const plain = { externalId: 'a', name: 'A' };
  const cases: [object, string][] = [
    [{ name: 'A' }, 'externalId'],
    [{ externalId: 'a' }, 'name'],
    [{ ...plain, externalId: `${good.externalId}x` }, 'externalId'],
    [{ ...plain, externalId: '' }, 'externalId'],
    [{ ...plain, externalId: 7 }, 'externalId'],
    [{ ...plain, name: `${good.name}x` }, 'name'],
    [{ ...plain, name: ' \u2003\n' }, 'name'],
    [{ ...plain, clubId: `${good.clubId}x` }, 'clubId'],
    [{ ...plain, boatIndex: 0 }, 'boatIndex'],
    [{ ...plain, boatIndex: 1.5 }, 'boatIndex'],
    [{ ...plain, boatIndex: '1' }, 'boatIndex'],
    [{ ...plain, boatIndex: 2_147_483_648 }, 'boatIndex'],
    [{ ...plain, sortOrder: -2_147_483_649 }, 'sortOrder'],
    [{ ...plain, sortOrder: true }, 'sortOrder'],
  ];
  for (const [element, property] of cases) {
    const reply = await event.send('PUT', '/teams', [{ externalId: 'z', name: 'Z' }, element]);
    refused(reply, 422, 'validation_failed', `teams[1].${property}`);
  }
  assert.equal((await read(event)).length, 1);
});

test('atomicity: of 200 crews with one that is wrong, none is written, and it is named', async () => {
  const event = await service.provision();
  const crews = Array.from({ length: 200 }, (_, i) => ({ externalId: `c${i}`, name: `Crew ${i}` }));
  const wrong = crews.with(137, { externalId: 'c137', name: '' });
  const reply = await event.send('PUT', '/teams', wrong);
  refused(reply, 422, 'validation_failed', 'teams[137].name');
  assert.deepEqual(
    reply.json.errors.map((violation: { field: string }) => violation.field),
    ['teams[137].name'],
  );
  assert.deepEqual(await read(event), []);

  await push(event, { externalId: 'held', name: 'Crew 137' });
  const conflict = await event.send('PUT', '/teams', crews);
  refused(conflict, 409, 'conflict');
  assert.match(conflict.json.detail, /Crew 137/);
  assert.deepEqual(names(await read(event)), [['held', 'Crew 137']]);
});
