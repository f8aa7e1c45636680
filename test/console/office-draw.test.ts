/** Races that the program draws: the plan, the draw that writes it, refusals, conflicts, and the entry of the history. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fromTheMiddle } from '../../src/domain/draw/lane-order.ts';
import { draw, times } from '../support/board.ts';
import { assertGuarded, officeOf } from '../support/office.ts';
import { refused } from '../support/refused.ts';
import { type Reply, startTestService } from '../support/service.ts';

const service = await startTestService();

const SEED = '00112233445566778899aabbccddeeff';
const NAMES = ['Amsel', 'Biber', 'Corvus', 'Dachs', 'Elster', 'Falke', 'Gans'];

/** Three heats without lanes on a course of six, and seven crews of three clubs. */
async function heats() {
  const event = await service.provision();
  await event.send('POST', '/schedule');
  const clubs = ['Nord', 'Nord', 'Nord', 'Ost', 'Ost', null, null];
  await event.send(
    'PUT',
    '/teams',
    NAMES.map((name, index) => ({ externalId: name, name, clubId: clubs[index] })),
  );
  await event.send(
    'PUT',
    '/races',
    ['h1', 'h2', 'h3'].map((externalId, index) => ({
      externalId,
      ...{ raceNumber: index + 1, scheduledAt: `2026-06-13T1${index}:00:00+02:00` },
    })),
  );
  const office = await officeOf(service, event);
  await office.write('/settings', { laneScheme: ['1', '2', '3', '4', '5', '6'] });
  const { races, crews } = await office.ids();
  const raceIds = Object.values(races);
  const crewIds = Object.values(crews);
  const body = { raceIds, crewIds, method: 'random' };
  const plan = (more: object = {}) => office.write('/draw-plan', { ...body, ...more }, 'POST');
  const post = (more: object = {}) => office.write('/draw', { ...body, ...more }, 'POST');
  return {
    ...office,
    raceIds,
    crewIds,
    body,
    plan,
    post,
    crew: (name: string) => crews[name] ?? 0,
  };
}

interface Heat {
  raceId: number;
  lanes: { position: number; crewId: number | null }[];
}

const crewsOf = ({ lanes }: Heat) => lanes.flatMap(({ crewId }) => crewId ?? []);

/** For each race, its lanes that have a crew. */
const drawnOf = (races: { id: number; lanes: Heat['lanes'] }[]): Heat[] =>
  races.map(({ id, lanes }) => ({
    raceId: id,
    lanes: lanes
      .filter(({ crewId }) => crewId !== null)
      .map(({ position, crewId }) => ({ position, crewId })),
  }));

test('a plan makes a seed and writes nothing; the draw with it writes the same, as one entry', async () => {
  const { plan, post, read, person, path, raceIds, crewIds } = await heats();
  const before = await read();
  const first = await plan();
  assert.equal(first.status, 200, first.text);
  assert.deepEqual(Object.keys(first.json), ['seed', 'heats', 'problems']);
  const { seed, heats: planned, problems } = first.json;
  assert.match(seed, /^[0-9a-f]{32}$/);
  assert.notEqual((await plan()).json.seed, seed);
  assert.deepEqual((await plan({ seed })).json, first.json);
  assert.deepEqual(await read(), before);
  assert.deepEqual(
    planned.map((heat: Heat) => [heat.raceId, heat.lanes.length]),
    raceIds.map((id, index) => [id, index === 0 ? 3 : 2]),
  );
  assert.deepEqual(problems, []);

  const { status, json } = await post({ seed });
  assert.equal(status, 200);
  assert.equal(json.revision, before.revision + 1);
  assert.deepEqual(drawnOf(json.races), planned);
  assert.deepEqual(drawnOf((await read()).races), planned);
  // The same request again, as after a lost answer, changes nothing.
  const again = await post({ seed, seen: before.revision });
  assert.equal(again.status, 200);
  assert.equal(again.json.entryId, null);

  const { entries } = (await person.send('GET', `${path}/history`)).json;
  assert.equal(entries[0].operation, 'draw-by-program');
  assert.equal(entries[1].operation, 'change-settings');
  const [how, ...changes] = entries[0].changes;
  assert.deepEqual(how, {
    ...{ subject: 'draw', id: Number(path.split('/')[2]), name: 'draw of races 1, 2, 3' },
    before: null,
    after: {
      ...{ method: 'random', seed, order: [], clubsApart: true, lanes: 'middle-out' },
      ...{ raceIds, crewIds },
    },
  });
  // The draw makes all lanes of the course, also those without a crew: 3 races of 6 lanes.
  assert.equal(changes.length, 18);
  for (const filter of [`race=${raceIds[1]}`, `crew=${crewIds[2]}`, 'operation=draw-by-program']) {
    const found = (await person.send('GET', `${path}/history?${filter}`)).json.entries;
    assert.equal(found[0].id, entries[0].id, filter);
  }
  const undone = await person.send('POST', `${path}/history/${entries[0].id}/undo`);
  assert.equal(undone.status, 200, undone.text);
  assert.deepEqual(drawnOf((await read()).races), drawnOf(before.races));
});

test('a second draw is undone, and then the first', async () => {
  const { plan, post, read, person, path } = await heats();
  const drawn: Heat[][] = [];
  const entries: number[] = [];
  for (const seed of [SEED, 'f'.repeat(32)]) {
    drawn.push((await plan({ seed })).json.heats);
    entries.push((await post({ seed })).json.entryId);
  }
  assert.notDeepEqual(drawn[0], drawn[1]);
  const undo = async (entryId = 0) => person.send('POST', `${path}/history/${entryId}/undo`);
  assert.equal((await undo(entries[0])).status, 409);
  assert.equal((await undo(entries[1])).status, 200);
  assert.deepEqual(drawnOf((await read()).races), drawn[0]);
  assert.equal((await undo(entries[0])).status, 200);
  assert.deepEqual(
    (await read()).races.flatMap(({ lanes }: { lanes: object[] }) => lanes),
    [],
  );
});

test('clubs apart unless somebody lets them meet; those that have to meet are named', async () => {
  const { plan, crew, raceIds } = await heats();
  const nord = ['Amsel', 'Biber', 'Corvus'].map(crew);
  for (const digit of '0123456789abcdef') {
    const { json } = await plan({ seed: digit.repeat(32) });
    const met = json.heats.map((heat: Heat) => crewsOf(heat).filter((id) => nord.includes(id)));
    assert.deepEqual(
      met.map(({ length }: number[]) => length),
      [1, 1, 1],
    );
    assert.deepEqual(json.problems, []);
  }
  const [problem, ...more] = (await plan({ raceIds: raceIds.slice(0, 2) })).json.problems;
  assert.match(
    problem,
    /^Race [12] has 2 crews of the club Nord: (Amsel|Biber|Corvus), (Amsel|Biber|Corvus)\.$/,
  );
  assert.deepEqual(more, []);
  const meeting = await plan({ raceIds: raceIds.slice(0, 2), clubsApart: false });
  assert.deepEqual(meeting.json.problems, []);
});

test('a ranking is drawn as a snake, the best in the middle, in these lanes or in order', async () => {
  const { plan, crew, raceIds } = await heats();
  const order = NAMES.map(crew).toReversed();
  const crewIn = async (more: object) => {
    const { json } = await plan({ method: 'seeded', order, raceIds: raceIds.slice(0, 2), ...more });
    return json.heats.map(({ lanes }: Heat) =>
      lanes.map(({ position, crewId }) => [position, order.indexOf(crewId ?? 0) + 1]),
    );
  };
  assert.deepEqual(await crewIn({}), [
    [
      [3, 1],
      [4, 4],
      [5, 5],
    ],
    [
      [2, 7],
      [3, 2],
      [4, 3],
      [5, 6],
    ],
  ]);
  assert.deepEqual((await crewIn({ lanes: 'in-order' }))[0], [
    [1, 1],
    [2, 4],
    [3, 5],
  ]);
  assert.deepEqual((await crewIn({ lanes: [6, 1, 4, 9] }))[1], [
    [1, 3],
    [4, 6],
    [6, 2],
    [9, 7],
  ]);
});

test('422 names the property, and nothing is written', async () => {
  const { plan, post, crew, raceIds, crewIds, write, read, event } = await heats();
  await event.send('PUT', '/races/h2/entries', draw('Amsel', 'Biber'));
  await event.send('PUT', '/races/h2/results', times(400_000));
  await event.send('PUT', '/races/h3/entries', draw('Gans'));
  await write(`/crews/${crew('Gans')}/withdrawn`, { withdrawn: true });
  const elsewhere = (await heats()).raceIds[0];
  const others = crewIds.slice(0, 6);
  const [h1 = 0, h2, h3] = raceIds;
  const wrong: [more: object, field: string][] = [
    [{ raceIds: [h1, h3, h2] }, 'raceIds[2]'],
    [{ raceIds: [h1, h1] }, 'raceIds[1]'],
    [{ raceIds: [h1, elsewhere] }, 'raceIds[1]'],
    [{ raceIds: [] }, 'raceIds'],
    [{ raceIds: Array.from({ length: 25 }, (_, index) => index + 1) }, 'raceIds'],
    [{ crewIds: [...others, crew('Gans')] }, 'crewIds[6]'],
    [{ crewIds: [...others, crew('Amsel')] }, 'crewIds[6]'],
    [{ crewIds: [...others, 999_999] }, 'crewIds[6]'],
    [{ crewIds: [] }, 'crewIds'],
    [{ crewIds: Array.from({ length: 1001 }, (_, index) => index + 1) }, 'crewIds'],
    [{ seed: 'abc' }, 'seed'],
    [{ method: 'fair' }, 'method'],
    [{ method: 'seeded', order: [crew('Amsel'), crew('Gans')] }, 'order[1]'],
    [{ method: 'seeded', order: [crew('Amsel'), crew('Amsel')] }, 'order[1]'],
    [{ lanes: [3] }, 'lanes'],
    [{ lanes: 'outside-in' }, 'lanes'],
    [{ lanes: [3, 4, 5, 3] }, 'lanes[3]'],
    [{ seen: undefined }, 'seen'],
    [{ seen: 999_999 }, 'seen'],
  ];
  const before = await read();
  for (const [more, field] of wrong) {
    const good = { raceIds: [h1, h3], crewIds: others, seed: SEED };
    refused(await plan({ ...good, ...more }), 422, 'validation_failed', field);
    refused(await post({ ...good, ...more }), 422, 'validation_failed', field);
  }
  const unseeded = await post({ raceIds: [h1, h3], crewIds: others });
  refused(unseeded, 422, 'validation_failed', 'seed');
  assert.deepEqual(await read(), before);
});

test('a race that is official is not drawn', async () => {
  const { plan, raceIds, write, event } = await heats();
  await write('/settings', { provisionalResults: true });
  await event.send('PUT', '/races/h1/entries', draw('Amsel'));
  await event.send('PUT', '/races/h1/results', times(400_000));
  await write(`/races/${raceIds[0]}/official`, { official: true });
  const reply = await plan();
  refused(reply, 422, 'validation_failed', 'raceIds[0]');
  assert.match(reply.json.detail, /official/);
});

test('409 with what changed, of each thing that the draw relies on', async () => {
  const change: [what: string, make: (of: Awaited<ReturnType<typeof heats>>) => Promise<Reply>][] =
    [
      ['race', ({ raceIds, write }) => write('/races', { races: [], removed: [raceIds[2]] })],
      ['lane', ({ event }) => event.send('PUT', '/races/h1/entries', draw('Amsel', 'Biber'))],
      [
        'team',
        ({ write, crew }) => write('/crews', { crews: [{ id: crew('Gans'), clubId: 'Nord' }] }),
      ],
      ['team', ({ write, crew }) => write('/crews', { crews: [], removed: [crew('Gans')] })],
      ['schedule', ({ write }) => write('/settings', { laneScheme: ['1', '2'] })],
    ];
  for (const [subject, make] of change) {
    const office = await heats();
    const { revision: seen } = await office.read();
    const done = await make(office);
    assert.equal(done.status, 200, done.text);
    const before = await office.read();
    for (const send of [office.plan, office.post]) {
      const reply = await send({ seed: SEED, seen });
      refused(reply, 409, 'conflict');
      assert.equal(reply.json.changed[0].subject, subject, reply.text);
    }
    assert.deepEqual(await office.read(), before);
  }
  // Changes of things that the draw does not rely on are no conflict.
  const { raceIds, crew, write, read, post } = await heats();
  const { revision: seen } = await read();
  await write('/crews', { crews: [{ id: crew('Gans'), name: 'Goose' }] });
  await write('/races', { races: [{ id: raceIds[0], title: 'Heat 1' }] });
  assert.equal((await post({ seed: SEED, seen })).status, 200);
});

test('a result that came in meanwhile, or a crew that has withdrawn, is said as what changed', async () => {
  const { event, read, post, write, crew, raceIds, crewIds } = await heats();
  await event.send('PUT', '/races/h1/entries', draw('Amsel', 'Biber'));
  await event.send('PUT', '/races/h3/entries', draw('Gans'));
  const { revision: seen } = await read();
  await event.send('PUT', '/races/h1/results', times(400_000));
  const scored = await post({ seed: SEED, seen });
  refused(scored, 409, 'conflict');
  assert.equal(scored.json.changed[0].operation, 'push-results');
  const other = { raceIds: [raceIds[1]], crewIds: crewIds.slice(2), seed: SEED };
  const { revision: later } = await read();
  await write(`/crews/${crew('Gans')}/withdrawn`, { withdrawn: true });
  const withdrawn = await post({ ...other, seen: later });
  refused(withdrawn, 409, 'conflict');
  assert.equal(withdrawn.json.changed[0].operation, 'withdraw-crew');
});

test('lanes with a rule keep it, said; who loses a lane is named', async () => {
  const { event, write, plan, post, raceIds, crewIds, read } = await heats();
  await event.send('PUT', '/races/h3/entries', draw('Gans'));
  const [h1 = 0, , h3 = 0] = raceIds;
  const rule = { position: 2, races: [h1], place: 1, fastest: null };
  await write(`/races/${h3}/progression`, { rules: [rule] });
  const more = { raceIds: [h3], crewIds: crewIds.slice(3, 6), clubsApart: false, seed: SEED };
  assert.deepEqual((await plan(more)).json.problems, [
    'Race 3 keeps the rule of position 2, whoever is drawn there.',
    'Race 3 loses crews that are not drawn now: Gans.',
  ]);
  assert.equal((await post(more)).status, 200);
  const { lanes } = (await read()).races.find(({ id }: { id: number }) => id === h3);
  const { position: _, ...from } = rule;
  assert.deepEqual(
    lanes.map((lane: { position: number; from: object | null }) => [lane.position, lane.from]),
    [
      [1, null],
      [2, from],
      [3, null],
      [4, null],
      [5, null],
      [6, null],
    ],
  );
});

test('published as in a draft; for those who manage the event alone', async () => {
  const office = await heats();
  const { plan, post, write, body } = office;
  for (const route of ['/draw-plan', '/draw']) {
    await assertGuarded(service, office, ['POST', route, { ...body, seed: SEED, seen: 0 }]);
  }
  await write('/publish', {}, 'POST');
  assert.equal((await plan()).status, 200);
  assert.equal((await post({ seed: SEED })).status, 200);
});

const DOCUMENT = readFileSync(new URL('../../docs/draw.md', import.meta.url), 'utf8');
/** The code blocks of `docs/draw.md` in one language. */
const blocksIn = (language: string) =>
  [...DOCUMENT.matchAll(/^( *)```(\w+)\n(.*?)^ *```$/gms)]
    .filter(([, , named]) => named === language)
    .map(([, indent = '', , code = '']) => code.replaceAll(`\n${indent}`, '\n').trim());

test('the document alone says a draw by chance: its Python against the service', {
  skip: ['python3', 'sha256sum'].some((name) => spawnSync(name, ['--version']).error)
    ? 'needs python3 and sha256sum'
    : false,
}, async () => {
  const [hash = ''] = blocksIn('sh');
  assert.equal(
    spawnSync('sh', ['-c', hash], { encoding: 'utf8' }).stdout.trim(),
    blocksIn('text')[0],
  );
  const { plan, post, write, event, raceIds } = await heats();
  await write('/publish', {}, 'POST');
  const boardPath = `/board/api/events/${event.eventId}`;
  for (const [index, seed] of [SEED, ...'0123456789'].entries()) {
    const turned = index % 2 === 0 ? raceIds : [raceIds[2], raceIds[0]];
    const more = { seed: seed.padEnd(32, 'e'), raceIds: turned };
    const { heats: planned } = (await plan(more)).json;
    assert.equal((await post(more)).status, 200);
    const board = (await service.send('GET', boardPath)).json;
    const numbers = turned.map((id) =>
      String(board.races.find((race: { id: number }) => race.id === id).raceNumber),
    );
    const checked = spawnSync(
      'python3',
      ['-c', blocksIn('python')[0] ?? '', more.seed, ...numbers],
      {
        input: JSON.stringify(board),
        encoding: 'utf8',
      },
    );
    assert.equal(checked.status, 0, checked.stderr);
    const nameOf = (crewId: number | null) =>
      board.crews.find(({ id }: { id: number }) => id === crewId).name;
    const byLane = planned.map(({ lanes }: Heat, at: number) =>
      [
        numbers[at],
        ...fromTheMiddle([1, 2, 3, 4, 5, 6])
          .flatMap((position) => lanes.filter((lane) => lane.position === position))
          .map(({ crewId }) => nameOf(crewId)),
      ].join('; '),
    );
    assert.deepEqual(checked.stdout.trim().split('\n'), byLane);
  }
});
