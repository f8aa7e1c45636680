/** Patterns in the race office: their list, the preview of one, and the write that makes its races and rules. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertGuarded, assertRefused, officeOf } from '../support/office.ts';
import { refused } from '../support/refused.ts';
import { type Reply, startTestService } from '../support/service.ts';

const service = await startTestService();

interface Rule {
  position: number;
  races: (number | string)[];
  place: number;
  fastest: number | null;
}

interface Race {
  id: number;
  raceNumber: number;
  title: string | null;
  round: string | null;
  boatClass: string | null;
  distanceMeters: number | null;
  draw: { ready: boolean } | null;
  lanes: { position: number; crewId: number | null; from: object | null }[];
}

/** Classes with heats of some crews each, drawn and not rowed; races 1, 2 … an hour apart. */
async function openHeats(...classes: number[][]) {
  const event = await service.provision();
  await event.send('POST', '/schedule', { laneScheme: ['1', '2', '3', '4', '5', '6'] });
  const heats = classes.flatMap((sizes, ofClass) =>
    sizes.map((size, heat) => ({ size, boatClass: `${ofClass + 1}x`, round: `Heat ${heat + 1}` })),
  );
  const crewsOf = (index: number) =>
    Array.from({ length: heats[index]?.size ?? 0 }, (_, lane) => `c${index + 1}.${lane + 1}`);
  await event.send(
    'PUT',
    '/teams',
    heats.flatMap((_, index) => crewsOf(index).map((name) => ({ externalId: name, name }))),
  );
  await event.send(
    'PUT',
    '/races',
    heats.map(({ boatClass, round }, index) => ({
      ...{ externalId: `h${index + 1}`, raceNumber: index + 1, boatClass, round },
      ...{ distanceMeters: 1000, scheduledAt: `2026-06-13T08:${10 + index}:00+02:00` },
    })),
  );
  for (const index of heats.keys()) {
    const lanes = crewsOf(index).map((teamExternalId, lane) => ({
      position: lane + 1,
      teamExternalId,
    }));
    await event.send('PUT', `/races/h${index + 1}/entries`, lanes);
  }
  const office = await officeOf(service, event);
  const { races } = await office.ids();
  const ids = Object.values(races);
  const preview = (body: object) =>
    office.person.send('POST', `${office.path}/pattern/preview`, body);
  const post = (body: object) => office.write('/pattern', body, 'POST');
  return { ...office, allIds: office.ids, ids, preview, post };
}

/** New races for all targets of a preview that have none, a minute apart from 09:10 on (UTC+2). */
function createAll({ targets }: { targets: { key: string; raceId: number | null }[] }) {
  return Object.fromEntries(
    targets
      .filter(({ raceId }) => raceId === null)
      .map(({ key }, index) => {
        const minute = String(10 + index);
        return [key, { raceNumber: 50 + index, scheduledAt: `2026-06-13T09:${minute}:00+02:00` }];
      }),
  );
}

test('whoever is signed in reads the list; nobody else does', async () => {
  const { person } = await openHeats([3, 3]);
  const { status, json } = await person.send('GET', '/patterns');
  assert.equal(status, 200);
  assert.deepEqual(json.patterns[5], {
    id: 6,
    name: '2 heats, 2 repechages, finals A and B; 6 lanes',
    heats: 2,
    lanes: 6,
    repechage: 2,
    finals: ['A', 'B'],
    crews: { from: 9, to: 12 },
    eliminated: 0,
    source: { name: 'World Rowing Championships 1996: Repechage', paragraph: 'Case 2' },
  });
});

test('the preview is a tree whose races are told by their keys until they are there', async () => {
  const { ids, preview, read } = await openHeats([5, 5]);
  const before = (await read()).revision;
  const { status, json, text } = await preview({ patternId: 6, heats: ids });
  assert.equal(status, 200, text);
  assert.deepEqual(
    json.targets.map(({ key, title, raceId }: { key: string; title: string; raceId: null }) => [
      key,
      title,
      raceId,
    ]),
    [
      ['repechage-1', '1x, Repechage 1', null],
      ['repechage-2', '1x, Repechage 2', null],
      ['final-a', '1x, Final A', null],
      ['final-b', '1x, Final B', null],
    ],
  );
  assert.deepEqual(json.problems, []);
  const [heat1, heat2] = ids;
  const rules: Rule[] = json.targets[2].rules;
  assert.deepEqual(
    rules.map(({ position, races, place, fastest }) => [position, races, place, fastest]),
    [
      [1, ['repechage-1'], 2, null],
      [2, ['repechage-2'], 1, null],
      [3, [heat1], 1, null],
      [4, [heat2], 1, null],
      [5, ['repechage-1'], 1, null],
      [6, ['repechage-2'], 2, null],
    ],
  );
  assert.equal((await read()).revision, before, 'nothing is written');
});

test('one write makes the races and their rules, one entry of the history; an undo takes all back', async () => {
  const { ids, path, person, preview, post, read } = await openHeats([5, 5]);
  const before = await read();
  const wanted = { patternId: 6, heats: ids };
  const create = createAll((await preview(wanted)).json);
  const named = { ...create['final-a'], title: 'The Cup', round: 'Finale A' };
  const { status, json, text } = await post({
    ...wanted,
    create: { ...create, 'final-a': named },
  });
  assert.equal(status, 200, text);
  assert.equal(json.revision, before.revision + 1, 'one entry');
  const [first, , final] = json.races as Race[];
  assert.deepEqual(
    [first?.title, first?.round, first?.boatClass, first?.distanceMeters, first?.raceNumber],
    [null, 'Repechage 1', '1x', 1000, 50],
  );
  assert.deepEqual([final?.title, final?.round, final?.raceNumber], ['The Cup', 'Finale A', 52]);
  const [heat1 = 0] = ids;
  assert.deepEqual(final?.lanes.map(({ position, crewId, from }) => [position, crewId, from])[2], [
    3,
    null,
    { races: [heat1], place: 1, fastest: null },
  ]);
  assert.deepEqual(final?.lanes[4]?.from, { races: [first?.id], place: 1, fastest: null });
  const undo = () => person.send('POST', `${path}/history/${json.entryId}/undo`);
  assert.equal((await undo()).status, 200);
  assert.deepEqual((await read()).races, before.races);
});

test('races that are there already are used, and what they have is told', async () => {
  const { allIds, event, ids, post, preview, write } = await openHeats([4, 4]);
  await event.send('PUT', '/races', [
    { externalId: 'f', raceNumber: 9, title: 'Cup', scheduledAt: '2026-06-13T12:00:00+02:00' },
    { externalId: 'g', raceNumber: 10, scheduledAt: '2026-06-13T12:10:00+02:00' },
    { externalId: 'e', raceNumber: 11, scheduledAt: '2026-06-13T07:00:00+02:00' },
  ]);
  await event.send('PUT', '/races/f/entries', [{ position: 8, teamExternalId: 'c1.1' }]);
  const [heat1 = 0, , final = 0, other = 0, early = 0] = Object.values((await allIds()).races);
  const rule = { position: 8, races: [heat1], place: 4, fastest: null };
  await write(`/races/${final}/progression`, { rules: [rule] });
  await write(`/races/${other}/progression`, { rules: [rule] });
  const wanted = { patternId: 4, heats: ids, targets: { 'final-a': final, 'final-b': early } };
  const { json } = await preview(wanted);
  assert.deepEqual(
    json.targets.map(({ title, raceId }: { title: string; raceId: number }) => [title, raceId]),
    [
      ['Cup', final],
      ['1x, Final B', early],
    ],
  );
  assert.deepEqual(json.problems, [
    'Race 9 has rules already: they are replaced.',
    'In race 9 crews are drawn already: they stay.',
    'Race 11 starts before race 1, from which its crews come.',
    'Race 10 takes crews of race 1, too: a crew may be drawn in both.',
  ]);
  refused(await post(wanted), 422, 'validation_failed', 'targets.final-b');
  const good = { ...wanted, targets: { 'final-a': final, 'final-b': other } };
  const { status, json: written, text } = await post(good);
  assert.equal(status, 200, text);
  const [cup] = written.races as Race[];
  assert.deepEqual(
    cup?.lanes.map(({ position, from }) => [position, from !== null]),
    // The rules go to the middle of the lanes that the race or its lane scheme has.
    [2, 3, 4, 5, 6, 8].map((position) => [position, true]),
  );
});

test('several classes at once: a list of heats each, and keys with the number of the class', async () => {
  const { ids, post, preview, read } = await openHeats([4, 4], [6, 6]);
  const wanted = { patternId: 4, heats: [ids.slice(0, 2), ids.slice(2)] };
  const { json } = await preview(wanted);
  assert.deepEqual(
    json.targets.map(({ key, title }: { key: string; title: string }) => [key, title]),
    [
      ['1:final-a', '1x, Final A'],
      ['1:final-b', '1x, Final B'],
      ['2:final-a', '2x, Final A'],
      ['2:final-b', '2x, Final B'],
    ],
  );
  const before = (await read()).revision;
  const { status, json: written } = await post({ ...wanted, create: createAll(json) });
  assert.equal(status, 200);
  assert.equal(written.revision, before + 1);
  assert.deepEqual(
    written.races.map(({ boatClass, round }: Race) => `${boatClass} ${round}`),
    ['1x Final A', '1x Final B', '2x Final A', '2x Final B'],
  );
});

test('too many or too few crews are told, and keep nobody from writing', async () => {
  const { ids, preview } = await openHeats([7, 2]);
  assert.deepEqual((await preview({ patternId: 6, heats: ids })).json.problems, [
    'Race 1 has 7 crews; the pattern is for 6 lanes.',
  ]);
  assert.deepEqual((await preview({ patternId: 2, heats: ids })).json.problems, [
    'The heats have 9 crews; the pattern is for 7 to 8.',
    'Race 1 has 7 crews; the pattern is for 6 lanes.',
  ]);
});

test('what is wrong is named', async () => {
  const office = await openHeats([4, 4], [4, 4]);
  const { ids, path, person, post, preview } = office;
  const heats = ids.slice(0, 2);
  const [first = 0, second = 0, third = 0] = ids;
  const [a, b] = [50, 51].map((raceNumber) => ({
    raceNumber,
    scheduledAt: '2026-06-13T12:00:00+02:00',
  }));
  const create = { 'final-a': a, 'final-b': b };
  const good = { patternId: 4, heats, create };
  const wrong: [body: object, field: string][] = [
    [{ patternId: 99 }, 'patternId'],
    [{ patternId: '4' }, 'patternId'],
    [{ heats: [] }, 'heats'],
    [{ heats: 7 }, 'heats'],
    [{ heats: [first] }, 'heats'],
    [{ heats: ['x', second] }, 'heats[0]'],
    [{ heats: [[first, second], third] }, 'heats[1]'],
    [{ heats: [[first, second], [third]] }, 'heats[1]'],
    [{ heats: [first, first] }, 'heats[1]'],
    [
      {
        heats: [
          [first, second],
          [third, second],
        ],
      },
      'heats[1][1]',
    ],
    [{ heats: [first, 999_999] }, 'heats[1]'],
    [{ heats: Array.from({ length: 101 }, (_, n) => [9000 + 2 * n, 9001 + 2 * n]) }, 'heats'],
    [{ create: { 'final-a': a } }, 'create.final-b'],
    [{ create: {} }, 'create.final-a'],
    [{ create: [] }, 'create'],
    [{ create: { ...create, 'final-c': a } }, 'create.final-c'],
    [{ create: { ...create, 'final-b': a } }, 'create.final-b.raceNumber'],
    [{ create: { ...create, 'final-b': { ...b, raceNumber: 0 } } }, 'create.final-b.raceNumber'],
    [{ create: { ...create, 'final-b': { raceNumber: 51 } } }, 'create.final-b.scheduledAt'],
    [{ targets: { 'final-b': third } }, 'create.final-b'],
    [{ create: { 'final-a': a }, targets: { 'final-b': second } }, 'targets.final-b'],
    [{ create: { 'final-a': a }, targets: { 'final-b': 999_999 } }, 'targets.final-b'],
    [{ create: {}, targets: { 'final-a': third, 'final-b': third } }, 'targets.final-b'],
    [{ targets: { '1:final-b': third } }, 'targets.1:final-b'],
  ];
  for (const [body, field] of wrong) {
    const sent = { ...good, ...body };
    await assertRefused(office, () => post(sent), {
      ...{ status: 422, code: 'validation_failed', field },
    });
    if (!field.startsWith('create')) {
      refused(await preview(sent), 422, 'validation_failed', field);
    }
  }
  const early = { ...create, 'final-b': { ...b, scheduledAt: '2026-06-13T05:00:00Z' } };
  refused(
    await post({ ...good, create: early }),
    422,
    'validation_failed',
    'create.final-b.scheduledAt',
  );
  const taken = { ...create, 'final-b': { ...b, raceNumber: 3 } };
  refused(await post({ ...good, create: taken }), 409, 'conflict');
  const unseen = await person.send('POST', `${path}/pattern`, good);
  refused(unseen, 422, 'validation_failed', 'seen');
  const late = await person.send('POST', `${path}/pattern`, { ...good, seen: 999 });
  refused(late, 422, 'validation_failed', 'seen');
  const nowhere = await person.send('POST', '/events/999999/pattern', { ...good, seen: 0 });
  refused(nowhere, 404, 'event_not_found');
});

test('who does not manage the event neither sees nor writes', async () => {
  const office = await openHeats([4, 4]);
  const body = { patternId: 4, heats: office.ids, seen: 0 };
  await assertGuarded(service, office, ['POST', '/pattern/preview', body]);
  await assertGuarded(service, office, ['POST', '/pattern', body]);
});

test('what others have changed since is a conflict that says what', async () => {
  const { allIds, event, ids, path, person, preview, read, write } = await openHeats([4, 4]);
  const wanted = { patternId: 4, heats: ids };
  const create = createAll((await preview(wanted)).json);
  const post = (seen: number, more: object = {}) =>
    person.send('POST', `${path}/pattern`, { ...wanted, create, ...more, seen });
  const changedBy = ({ json }: Reply) =>
    json.changed.map(({ operation }: { operation: string }) => operation);
  let { revision: seen } = await read();
  // A result is no conflict; a draw of the heats is one, because the pattern was chosen for it.
  await event.send('PUT', '/races/h1/results', [{ position: 1, finishTimeMillis: 400_000 }]);
  await event.send('PUT', '/races/h2/entries', [{ position: 1, teamExternalId: 'c2.1' }]);
  const drawn = await post(seen);
  refused(drawn, 409, 'conflict');
  assert.ok(changedBy(drawn).includes('draw-lanes'));
  assert.ok(!changedBy(drawn).includes('push-results'));
  seen = (await read()).revision;
  await event.send('PUT', '/races', [
    { externalId: 'x', raceNumber: 50, scheduledAt: '2026-06-13T12:00:00+02:00' },
  ]);
  assert.deepEqual(changedBy(await post(seen)), ['push-races'], 'the number is taken');
  const [extra = 0] = Object.values((await allIds()).races).slice(-1);
  seen = (await read()).revision;
  const [heat = 0] = ids;
  const rule = { position: 1, races: [heat], place: 1, fastest: null };
  await write(`/races/${extra}/progression`, { rules: [rule] });
  const { 'final-a': _, ...others } = create;
  const into = { targets: { 'final-a': extra }, create: others };
  assert.deepEqual(changedBy(await post(seen, into)), ['set-progression']);
  seen = (await read()).revision;
  await write('/races', { races: [], removed: [heat] });
  const gone = await post(seen, into);
  assert.deepEqual([gone.status, changedBy(gone)[0]], [409, 'edit-races']);
});

/** Pseudo-random numbers, the same in every run. */
function* numbersFrom(seed: number): Generator<number> {
  for (let x = seed; ; x = (x * 1103515245 + 12345) % 2 ** 31) yield x >>> 8;
}

/** `isClose`: the times are so close that there are dead heats across the cuts. */
for (const [patternId, seed, isClose] of [
  [2, 1, false],
  [6, 2, false],
  [11, 3, false],
  [16, 4, false],
  [16, 5, true],
] as const) {
  const title = isClose ? 'waits for a person where times are close' : 'no crew twice, none lost';
  test(`pattern ${patternId} from the heats to the finals: ${title}`, async () => {
    const { patterns } = (await (await openHeats([1, 1])).person.send('GET', '/patterns')).json;
    const { heats, crews, eliminated, finals } = patterns[patternId - 1];
    const sizes = Array.from({ length: heats }, (_, heat) => Math.ceil((crews.to - heat) / heats));
    const { ids, post, preview, read, write } = await openHeats(sizes);
    const wanted = { patternId, heats: ids };
    const made = await post({ ...wanted, create: createAll((await preview(wanted)).json) });
    assert.equal(made.status, 200, made.text);
    const numbers = numbersFrom(seed);
    const next = (below: number) => (numbers.next().value as number) % below;
    const now = async (raceId: number): Promise<Race> =>
      (await read()).races.find(({ id }: Race) => id === raceId);
    const finished = new Set<number>();
    const row = async (raceId: number) => {
      const drawn = (await now(raceId)).lanes.filter(({ crewId }) => crewId !== null);
      const results = drawn.map(({ crewId, position }) => {
        if (next(12) === 0) {
          finished.delete(crewId ?? 0);
          return { position, status: 'dnf' };
        }
        finished.add(crewId ?? 0);
        return { position, finishTimeMillis: 400_000 + 100 * next(isClose ? 3 : 4000) };
      });
      const posted = await write(`/races/${raceId}/results`, { results });
      assert.equal(posted.status, 200, posted.text);
    };
    for (const heat of ids) await row(heat);
    const inRaces: number[][] = [];
    for (const { id } of made.json.races as Race[]) {
      const isReady = (await now(id)).draw?.ready;
      const applied = await write(`/races/${id}/progression/apply`, {}, 'POST');
      assert.equal(applied.status, isReady ? 200 : 409, applied.text);
      if (!isReady) break;
      const { lanes }: Race = applied.json.race;
      inRaces.push(lanes.flatMap(({ crewId }) => crewId ?? []));
      await row(id);
    }
    assert.equal(inRaces.length < made.json.races.length, isClose);
    for (const drawn of inRaces) assert.equal(new Set(drawn).size, drawn.length);
    if (isClose) return;
    const inFinals = inRaces.slice(-finals.length).flat();
    assert.equal(new Set(inFinals).size, inFinals.length, 'no crew in two finals');
    const lost = [...finished].filter((crewId) => !inFinals.includes(crewId));
    assert.ok(lost.length <= eliminated, `${lost.length} crews are lost`);
  });
}
