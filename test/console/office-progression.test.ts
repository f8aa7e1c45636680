/** Where crews of later races come from: rules, the draw that they propose, and what changes and conflicts do to both. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { removeRace } from '../../src/operations/remove.ts';
import { draw, times } from '../support/board.ts';
import { assertGuarded, officeOf } from '../support/office.ts';
import { performOn } from '../support/perform.ts';
import { refused } from '../support/refused.ts';
import { startTestService } from '../support/service.ts';

const service = await startTestService();

const place = (race: number, ofRace: number) => ({ races: [race], place: ofRace, fastest: null });

interface Drawn {
  id: number;
  raceNumber: number;
  lanes: { position: number; crewId: number | null; from: object | null }[];
  draw: object | null;
}

/** Two heats of three crews, drawn and not rowed, and a final in which nobody is drawn. */
async function openFinal() {
  const event = await service.provision();
  await event.send('POST', '/schedule');
  const names = ['Amsel', 'Biber', 'Dachs', 'Elster', 'Falke', 'Gans'];
  await event.send(
    'PUT',
    '/teams',
    names.map((name) => ({ externalId: name, name })),
  );
  const races = ['h1', 'h2', 'f'].map((externalId, index) => ({
    externalId,
    raceNumber: index + 1,
    scheduledAt: `2026-06-13T1${index}:00:00+02:00`,
  }));
  await event.send('PUT', '/races', races);
  await event.send('PUT', '/races/h1/entries', draw('Amsel', 'Biber', 'Dachs'));
  await event.send('PUT', '/races/h2/entries', draw('Elster', 'Falke', 'Gans'));
  const office = await officeOf(service, event);
  const { person, path, read } = office;
  const { races: raceIds, crews: crewIds } = await office.ids();
  const { 1: heat1 = 0, 2: heat2 = 0, 3: finalId = 0 } = raceIds;
  const set = (rules: object[], seen: number, raceId = finalId) =>
    person.send('PUT', `${path}/races/${raceId}/progression`, { rules, seen });
  const apply = (seen: number, raceId = finalId) =>
    person.send('POST', `${path}/races/${raceId}/progression/apply`, { seen });
  const row = (heat: string, ...millis: number[]) =>
    event.send('PUT', `/races/${heat}/results`, times(...millis));
  const finalNow = async (): Promise<Drawn> =>
    (await read()).races.find(({ id }: Drawn) => id === finalId);
  const crew = (name: string) => crewIds[name] ?? 0;
  const winners = [
    { position: 3, ...place(heat1, 1) },
    { position: 4, ...place(heat2, 1) },
    { position: 5, ...place(heat1, 2) },
    { position: 2, ...place(heat2, 2) },
  ];
  const ids = { heat1, heat2, finalId };
  return { event, person, path, read, set, apply, row, finalNow, crew, winners, ...ids };
}

const drawn = ({ lanes }: Pick<Drawn, 'lanes'>) =>
  lanes.map(({ position, crewId }) => [position, crewId]);

test('rules make empty lanes, propose a draw once the heats are over, and one write posts it', async () => {
  const office = await openFinal();
  const { apply, crew, event, finalNow, heat1, read, row, set, winners } = office;
  let { revision: seen } = await read();
  const { status, json } = await set(winners, seen);
  assert.equal(status, 200);
  seen = json.revision;
  assert.deepEqual(
    json.race.lanes.map(({ position, crewId, from }: Drawn['lanes'][0]) => [
      position,
      crewId,
      from,
    ]),
    winners
      .toSorted((a, b) => a.position - b.position)
      .map(({ position, ...from }) => [position, null, from]),
  );
  const open = [2, 3, 4, 5].map((position) => ({ position, crewId: null }));
  assert.deepEqual(json.race.draw, {
    ...{ ready: false, problem: 'incomplete', deadHeats: [], ties: [] },
    lanes: open,
  });
  refused(await apply(seen), 409, 'conflict');
  // A result that is pushed through `/v1` changes the proposed draw of another race in the document at once.
  await row('h1', 61_000, 60_000, 62_000);
  const half = (await finalNow()).draw as { ready: boolean; lanes: object[] };
  assert.equal(half.ready, false);
  assert.deepEqual(half.lanes[1], { position: 3, crewId: crew('Biber') });
  await row('h2', 59_000, 58_000, 63_000);
  const expected = [
    [2, crew('Elster')],
    [3, crew('Biber')],
    [4, crew('Falke')],
    [5, crew('Amsel')],
  ];
  const proposed = (await finalNow()).draw;
  assert.deepEqual(proposed, {
    ready: true,
    lanes: expected.map(([position, crewId]) => ({ position, crewId })),
    problem: null,
    deadHeats: [],
    ties: [],
  });
  // The proposal alone draws nobody.
  assert.ok((await finalNow()).lanes.every(({ crewId }) => crewId === null));
  const early = await apply(seen);
  refused(early, 409, 'conflict');
  assert.ok(early.json.changed.length >= 6, 'the results that the page has not seen');
  seen = (await read()).revision;
  const posted = await apply(seen);
  assert.equal(posted.status, 200, posted.text);
  assert.deepEqual(drawn(posted.json.race), expected);
  assert.equal(posted.json.race.lanes[1].from.races[0], heat1, 'rules stay');
  const again = await apply(posted.json.revision);
  assert.deepEqual([again.status, again.json.entryId], [200, null]);
  const inApi = (await event.send('GET', '/schedule')).json.races[2].lanes;
  assert.deepEqual(inApi[1].teamName, 'Biber');
  assert.equal(inApi[1].from, undefined);
});

test('while nobody is drawn the board shows the rule, and then the crew', async () => {
  const { apply, event, path, person, read, row, set, winners, finalId } = await openFinal();
  await set(winners, (await read()).revision);
  await event.send('POST', '/schedule/publish');
  const board = async () => {
    const { json } = await service.send('GET', `/board/api${path}`);
    return json.races.find(({ id }: { id: number }) => id === finalId).lanes;
  };
  const { position: _, ...from } = winners[0] ?? {};
  assert.deepEqual((await board())[1].from, from);
  await row('h1', 3, 1, 2);
  await row('h2', 3, 1, 2);
  await apply((await read()).revision);
  assert.deepEqual([(await board())[1].from, (await board())[1].crewName], [null, 'Biber']);
  const office = (await person.send('GET', `${path}/office`)).json;
  assert.deepEqual(office.races[2].lanes[1].from, from);
});

test('a draw that no longer agrees is pointed out, and nothing is redrawn by itself', async () => {
  const { apply, crew, finalNow, read, row, set, winners } = await openFinal();
  await set(winners, (await read()).revision);
  await row('h1', 3, 1, 2);
  await row('h2', 3, 1, 2);
  await apply((await read()).revision);
  const before = drawn(await finalNow());
  await row('h1', 1, 3, 2);
  const { lanes, draw } = await finalNow();
  assert.deepEqual(drawn({ lanes }), before);
  const { ready, lanes: named } = draw as { ready: boolean; lanes: object[] };
  assert.deepEqual([ready, named[1]], [true, { position: 3, crewId: crew('Amsel') }]);
  const { json } = await apply((await read()).revision);
  assert.deepEqual(drawn(json.race)[1], [3, crew('Amsel')]);
});

test('a tie across the cut is never decided', async () => {
  const { apply, crew, finalId, finalNow, heat1, read, row, set } = await openFinal();
  await set([{ position: 1, ...place(heat1, 1) }], (await read()).revision);
  await row('h1', 1000, 1000, 2000);
  const { draw } = await finalNow();
  assert.deepEqual(draw, {
    ...{ ready: false, problem: 'tie', deadHeats: [] },
    lanes: [{ position: 1, crewId: null }],
    ties: [{ positions: [1], crewIds: [crew('Amsel'), crew('Biber')] }],
  });
  const tied = (await read()).attention.filter(
    ({ kind }: { kind: string }) => kind === 'draw-tied',
  );
  assert.deepEqual(tied, [{ kind: 'draw-tied', raceId: finalId }]);
  const reply = await apply((await read()).revision);
  refused(reply, 409, 'conflict');
  assert.match(reply.json.detail, /dead heat/i);
  assert.equal(reply.json.changed, undefined);
});

test('heats without times propose nobody and say so, and a dead heat is told beside the lanes', async () => {
  const { apply, crew, event, finalNow, heat1, read, row, set } = await openFinal();
  const rules = [
    { position: 1, ...place(heat1, 1) },
    { position: 2, ...place(heat1, 2) },
  ];
  await set(rules, (await read()).revision);
  const finishes = [1, 2, 3].map((position) => ({ position, status: 'finished' }));
  assert.equal((await event.send('PUT', '/races/h1/results', finishes)).status, 200);
  const unknown = (await finalNow()).draw as { ready: boolean; problem: string };
  assert.deepEqual([unknown.ready, unknown.problem], [false, 'incomplete']);
  const reply = await apply((await read()).revision);
  refused(reply, 409, 'conflict');
  assert.match(reply.json.detail, /without a time/);
  const attentionOf = async () =>
    (await read()).attention.filter(({ kind }: { kind: string }) => kind === 'draw-ready').length;
  assert.equal(await attentionOf(), 0);
  await row('h1', 1000, 1000, 2000);
  assert.deepEqual((await finalNow()).draw, {
    ...{ ready: true, problem: null },
    lanes: [
      { position: 1, crewId: crew('Amsel') },
      { position: 2, crewId: crew('Biber') },
    ],
    deadHeats: [{ positions: [1, 2], crewIds: [crew('Amsel'), crew('Biber')] }],
    ties: [],
  });
  assert.equal(await attentionOf(), 1, 'the final can be drawn');
  assert.equal((await apply((await read()).revision)).status, 200);
  assert.equal(await attentionOf(), 0);
});

test('with provisional results a heat counts when it is official', async () => {
  const { apply, finalNow, heat1, path, person, read, row, set } = await openFinal();
  await person.send('PUT', `${path}/settings`, {
    provisionalResults: true,
    seen: (await read()).revision,
  });
  await set([{ position: 1, ...place(heat1, 1) }], (await read()).revision);
  await row('h1', 1, 2, 3);
  const draw = async () => (await finalNow()).draw as { ready: boolean; problem: string };
  assert.equal((await draw()).problem, 'incomplete');
  const official = { official: true, seen: (await read()).revision };
  await person.send('PUT', `${path}/races/${heat1}/official`, official);
  assert.equal((await draw()).ready, true);
  await row('h1', 2, 1, 3);
  assert.equal((await draw()).problem, 'incomplete', 'provisional again');
  refused(await apply((await read()).revision), 409, 'conflict');
});

test('other lanes stay; a crew that stands there already is in the way', async () => {
  const { apply, crew, event, finalNow, heat1, read, row, set } = await openFinal();
  await set([{ position: 1, ...place(heat1, 1) }], (await read()).revision);
  await row('h1', 1, 2, 3);
  const drawing = (name: string) =>
    event.send('PUT', '/races/f/entries', [{ position: 1 }, { position: 6, teamExternalId: name }]);
  assert.equal((await drawing('Amsel')).status, 200);
  const reply = await apply((await read()).revision);
  refused(reply, 409, 'conflict');
  assert.match(reply.json.detail, /Amsel/);
  await drawing('Gans');
  const { json } = await apply((await read()).revision);
  assert.deepEqual(drawn(json.race), [
    [1, crew('Amsel')],
    [6, crew('Gans')],
  ]);
  // A draw keeps the rule of a lane that it names, and removes the rule of a lane that it leaves out.
  await drawing('Falke');
  assert.notEqual((await finalNow()).lanes[0]?.from, null);
  await event.send('PUT', '/races/f/entries', [{ position: 6, teamExternalId: 'Falke' }]);
  assert.deepEqual([(await finalNow()).lanes.length, (await finalNow()).draw], [1, null]);
});

test('rules that are left out go, and their lanes stay', async () => {
  const { read, set, winners } = await openFinal();
  const { json } = await set(winners, (await read()).revision);
  const fewer = await set(winners.slice(0, 1), json.revision);
  assert.deepEqual(
    fewer.json.race.lanes.map(({ from }: { from: object | null }) => from !== null),
    [false, true, false, false],
  );
  const none = await set([], fewer.json.revision);
  assert.deepEqual([none.json.race.lanes.length, none.json.race.draw], [4, null]);
});

test('what a rule cannot be is said beside it, and nothing is written', async () => {
  const { finalId, heat1, heat2, read, set } = await openFinal();
  const other = await openFinal();
  const { revision: seen } = await read();
  const wrong: [field: string, rules: object[], raceId?: number][] = [
    ['rules[0]', [{ position: 1, ...place(finalId, 1) }]],
    ['rules[0]', [{ position: 1, ...place(heat2, 1) }], heat1],
    [
      'rules[1]',
      [
        { position: 1, ...place(heat1, 1) },
        { position: 2, ...place(other.heat1, 1) },
      ],
    ],
    ['rules[0]', [{ position: 1, races: [heat1, heat2], place: 1, fastest: null }]],
    ['rules[0]', [{ position: 1, races: [heat1], place: 1, fastest: 1 }]],
    ['rules[0]', [{ position: 1, races: [], place: 1, fastest: null }]],
    ['rules[0].position', [{ position: 0, ...place(heat1, 1) }]],
    ['rules[0].place', [{ position: 1, ...place(heat1, 0) }]],
    ['rules[0].races', [{ position: 1, races: heat1, place: 1, fastest: null }]],
    ['rules', {} as object[]],
    // More rules than a race can have lanes: refused at once, because each rule would be compared with all others.
    [
      'rules',
      Array.from({ length: 101 }, (_, index) => ({
        position: index + 1,
        ...place(heat1, index + 1),
      })),
    ],
  ];
  for (const [field, rules, raceId] of wrong) {
    refused(await set(rules, seen, raceId), 422, 'validation_failed', field);
  }
  refused(await set([], seen, 999_999_999), 404, 'race_not_found');
  assert.equal((await read()).revision, seen);
});

test('a circle of races that start together is refused', async () => {
  const { event, finalId, heat1, heat2, read, set } = await openFinal();
  const together = [1, 2, 3].map((raceNumber) => ({
    externalId: ['h1', 'h2', 'f'][raceNumber - 1],
    raceNumber,
    scheduledAt: '2026-06-13T12:00:00+02:00',
  }));
  await event.send('PUT', '/races', together);
  const one = await set([{ position: 1, ...place(heat1, 1) }], (await read()).revision, heat2);
  const two = await set([{ position: 1, ...place(heat2, 1) }], one.json.revision, finalId);
  const three = await set([{ position: 1, ...place(finalId, 1) }], two.json.revision, heat1);
  refused(three, 422, 'validation_failed', 'rules[0]');
  assert.match(three.json.detail, /circle/);
});

test('removing a heat removes the rules that name it, and undo brings both back', async () => {
  const { event, finalNow, path, person, read, row, set, winners } = await openFinal();
  await set(winners, (await read()).revision);
  await row('h1', 1, 2, 3);
  await row('h2', 1, 2, 3);
  const before = await finalNow();
  await performOn(service, event.eventId, removeRace, { raceNumber: 2 });
  const without = await finalNow();
  assert.deepEqual(
    without.lanes.map(({ from }) => from !== null),
    [false, true, false, true],
  );
  assert.equal((without.draw as { ready: boolean }).ready, true);
  const [{ id: entryId }] = (await person.send('GET', `${path}/history`)).json.entries;
  const undone = await person.send('POST', `${path}/history/${entryId}/undo`);
  assert.equal(undone.status, 200, undone.text);
  assert.deepEqual(await finalNow(), before);
});

test('what others have drawn or ruled since stands in the way', async () => {
  const { apply, event, heat1, heat2, read, row, set } = await openFinal();
  const { revision: seen } = await read();
  await set([{ position: 1, ...place(heat1, 1) }], seen);
  const late = await set([{ position: 1, ...place(heat2, 1) }], seen);
  refused(late, 409, 'conflict');
  assert.equal(late.json.changed[0].operation, 'set-progression');
  await row('h1', 1, 2, 3);
  const { revision } = await read();
  // A result of a race that no rule names is no conflict.
  await row('h2', 1, 2, 3);
  await event.send('PUT', '/races/f/entries', [{ position: 1, teamExternalId: 'Gans' }]);
  const blind = await apply(revision);
  refused(blind, 409, 'conflict');
  assert.deepEqual(
    blind.json.changed.map(({ operation }: { operation: string }) => operation),
    ['draw-lanes'],
  );
  assert.equal((await apply((await read()).revision)).status, 200);
});

test('a draw that was seen is not posted once its crews rank otherwise', async () => {
  const { apply, event, heat1, read, row, set } = await openFinal();
  await row('h1', 1000, 2000, 3000);
  await set([{ position: 1, ...place(heat1, 1) }], (await read()).revision);
  const changes = [{ outOfCompetition: true }, { allowanceMillis: 500 }, { category: 'Masters' }];
  for (const change of changes) {
    const { revision } = await read();
    const entries = [{ position: 1, ...change }];
    const path = `/timing/v1/events/${event.eventId}/races/h1`;
    const written = await service.send('PATCH', path, { key: event.key, body: { entries } });
    assert.equal(written.status, 200, written.text);
    const blind = await apply(revision);
    refused(blind, 409, 'conflict');
    assert.deepEqual(Object.keys(blind.json.changed[0].after), Object.keys(change));
  }
  assert.equal((await apply((await read()).revision)).status, 200);
});

test('who does not manage the event neither sees nor changes it', async () => {
  const office = await openFinal();
  const path = `/races/${office.finalId}/progression`;
  await assertGuarded(service, office, ['PUT', path, { rules: [], seen: 0 }]);
  await assertGuarded(service, office, ['POST', `${path}/apply`, { seen: 0 }]);
});

test('rules of several races are one write, and one entry of the history', async () => {
  const office = await openFinal();
  const { event, finalId, heat1, heat2, path, person, read } = office;
  await event.send('PUT', '/races', [
    { externalId: 'f2', raceNumber: 4, scheduledAt: '2026-06-13T13:00:00+02:00' },
  ]);
  const { revision: seen, races } = await read();
  const small = races.find(({ raceNumber }: Drawn) => raceNumber === 4).id;
  const write = (rows: object[], at = seen) =>
    person.send('PUT', `${path}/progression`, { races: rows, seen: at });
  const rule = (position: number, race: number, ofRace: number) => ({
    position,
    ...place(race, ofRace),
  });
  const [first, second] = [
    { id: finalId, rules: [rule(1, heat1, 1), rule(2, heat2, 1)] },
    { id: small, rules: [rule(1, heat1, 2), rule(2, heat2, 2)] },
  ];
  refused(await write([first, first]), 422, 'validation_failed', 'races[1].id');
  const itself = { id: small, rules: [rule(1, small, 1)] };
  refused(await write([first, itself]), 422, 'validation_failed', 'races[1].rules[0]');
  const around = { id: heat1, rules: [rule(9, heat1 + 999, 1)] };
  refused(await write([first, around]), 422, 'validation_failed', 'races[1].rules[0]');
  refused(await write([first, { id: 999_999, rules: [] }]), 404, 'race_not_found');
  assert.equal((await read()).revision, seen, 'nothing is written by a refusal');

  const { status, json } = await write([second, first]);
  assert.equal(status, 200);
  assert.deepEqual(
    json.races.map(({ id, lanes }: Drawn) => [id, lanes.filter(({ from }) => from).length]),
    [
      [small, 2],
      [finalId, 2],
    ],
  );
  assert.equal(json.revision, seen + 1, 'one entry');
  const conflict = await write([second, { id: finalId, rules: [rule(1, heat2, 1)] }]);
  refused(conflict, 409, 'conflict');
  const undone = await person.send('POST', `${path}/history/${json.entryId}/undo`);
  assert.equal(undone.status, 200);
  const after = (await read()).races as Drawn[];
  assert.ok(after.flatMap(({ lanes }) => lanes).every(({ from }) => from === null));
});
