/** The draw and the results of a race as the race office writes them (console, "Interface"). */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { draw, times } from '../support/board.ts';
import {
  assertGuarded,
  assertRefused,
  giveRule,
  type Office,
  openOffice,
} from '../support/office.ts';
import { startTestService } from '../support/service.ts';

const service = await startTestService();

const CONFLICT = { status: 409, code: 'conflict' };
const OVERTAKEN = { ...CONFLICT, hasChanged: true };

interface LaneShown {
  position: number;
  positionLabel: string;
  crewId: number | null;
  status: string;
  finishTimeMillis: number | null;
  finishPlace: number | null;
  penaltyMillis: number | null;
}

test('a draw is the whole draw of the race, crews by id', async () => {
  const office = await openOffice(service, { schedule: { laneScheme: ['A', 'B'] } });
  const { crews, races } = await office.ids();
  const { revision } = await office.read();
  const { status, json, text } = await office.write(`/races/${races[3]}/lanes`, {
    lanes: [
      { position: 2, crewId: crews.Biber, positionLabel: 'Far' },
      { position: 5 },
      { position: 1, crewId: crews.Amsel, positionLabel: null },
      { position: 4, crewId: null },
    ],
  });
  assert.equal(status, 200, text);
  assert.deepEqual([json.revision, json.race.id], [revision + 1, races[3]]);
  assert.deepEqual(
    json.race.lanes.map(({ position, positionLabel, crewId }: LaneShown) => [
      position,
      positionLabel,
      crewId,
    ]),
    [
      [1, 'A', crews.Amsel],
      [2, 'Far', crews.Biber],
      [4, '4', null],
      [5, '5', null],
    ],
  );
  assert.deepEqual(json.race, (await office.read()).races[2]);
  const { lanes } = (await office.event.send('GET', '/schedule')).json.races[2];
  assert.deepEqual(
    lanes.map(({ teamExternalId }: { teamExternalId: string }) => teamExternalId),
    ['c1', 'c2', null, null],
  );
});

test('a result stays with its lane when crews swap, and goes when the crew goes', async () => {
  const office = await openOffice(service);
  const { crews, races } = await office.ids();
  await office.event.send('PUT', '/races/r1/results', times(61_000, 62_000, 63_000));
  const { json } = await office.write(`/races/${races[1]}/lanes`, {
    lanes: [
      { position: 1, crewId: crews.Biber },
      { position: 2, crewId: crews.Amsel },
      { position: 3 },
    ],
  });
  assert.deepEqual(
    json.race.lanes.map(({ crewId, finishTimeMillis }: LaneShown) => [crewId, finishTimeMillis]),
    [
      [crews.Biber, 61_000],
      [crews.Amsel, 62_000],
      [null, null],
    ],
  );
});

/** Lanes as [position, crew id, rule]. */
const withRules = (lanes: (LaneShown & { from: unknown })[]) =>
  lanes.map(({ position, crewId, from }) => [position, crewId, from]);

test('a draw keeps the rules of its lanes, and removes rule and lane that it leaves out', async () => {
  const office = await openOffice(service);
  const { crews, races } = await office.ids();
  const [first, second] = [races[1] as number, races[2] as number];
  await giveRule(service, second, 1, [first]);
  await giveRule(service, second, 2, [first]);
  const rule = { races: [first], place: 1, fastest: null };
  const drawn = await office.write(`/races/${second}/lanes`, {
    lanes: [{ position: 1, crewId: crews.Chamäleon }, { position: 2 }, { position: 3 }],
  });
  const kept = [
    [1, crews.Chamäleon, rule],
    [2, null, rule],
    [3, null, null],
  ];
  assert.deepEqual(withRules(drawn.json.race.lanes), kept);
  const left = await office.write(`/races/${second}/lanes`, { lanes: [{ position: 1 }] });
  assert.deepEqual(withRules(left.json.race.lanes), [[1, null, rule]]);
  // A lane that was removed and added again has no rule.
  const lanes = [{ position: 1 }, { position: 2 }];
  const back = await office.write(`/races/${second}/lanes`, { lanes });
  assert.deepEqual(withRules(back.json.race.lanes), [
    [1, null, rule],
    [2, null, null],
  ]);
});

test('results: the whole field, places derived, and taken back', async () => {
  const office = await openOffice(service);
  const { races } = await office.ids();
  const path = `/races/${races[1]}/results`;
  const { status, json, text } = await office.write(path, {
    results: [
      { position: 1, finishTimeMillis: 64_270, penaltyMillis: 10_000 },
      { position: 2, finishTimeMillis: 65_000 },
      { position: 3, status: 'dns' },
    ],
  });
  assert.equal(status, 200, text);
  const shown = (lanes: LaneShown[]) =>
    lanes.map((lane) => [lane.status, lane.finishTimeMillis, lane.finishPlace, lane.penaltyMillis]);
  assert.deepEqual(shown(json.race.lanes), [
    ['finished', 64_270, 2, 10_000],
    ['finished', 65_000, 1, null],
    ['dns', null, null, null],
  ]);
  assert.equal(json.race.estimatedAt, json.race.scheduledAt);
  const again = await office.write(path, {
    results: [
      { position: 1, finishTimeMillis: 64_270, penaltyMillis: 10_000 },
      { position: 2, finishTimeMillis: 65_000 },
      { position: 3, status: 'dns' },
    ],
    seen: json.revision - 1,
  });
  assert.deepEqual(
    [again.status, again.json.entryId],
    [200, null],
    'what is stored equals what is sent',
  );
  const back = await office.write(path, { results: [{ position: 1, status: 'assigned' }] });
  assert.deepEqual(shown(back.json.race.lanes)[0], ['assigned', null, null, null]);
});

describe('what is wrong with a draw or with results is named, and nothing is written', () => {
  type Make = (crews: Record<string, number>) => object;
  const DRAWS: [what: string, make: Make, field: string][] = [
    [
      'an unknown crew',
      ({ Amsel }) => ({
        lanes: [
          { position: 1, crewId: Amsel },
          { position: 2, crewId: 999_999 },
        ],
      }),
      'lanes[1].crewId',
    ],
    [
      'a position twice',
      () => ({ lanes: [{ position: 1 }, { position: 1 }] }),
      'lanes[1].position',
    ],
    ['position 0', () => ({ lanes: [{ position: 0 }] }), 'lanes[0].position'],
    ['no position', () => ({ lanes: [{ crewId: null }] }), 'lanes[0].position'],
    ['a crew by name', () => ({ lanes: [{ position: 1, crewId: 'Amsel' }] }), 'lanes[0].crewId'],
    [
      'a label of 41 characters',
      () => ({ lanes: [{ position: 1, positionLabel: 'x'.repeat(41) }] }),
      'lanes[0].positionLabel',
    ],
    ['no lanes', () => ({}), 'lanes'],
    [
      '1,001 lanes',
      () => ({ lanes: Array.from({ length: 1001 }, (_, n) => ({ position: n + 1 })) }),
      'lanes',
    ],
    ['no seen', () => ({ lanes: [], seen: undefined }), 'seen'],
  ];
  const RESULTS: [what: string, results: unknown, field: string][] = [
    ['a position without a lane', [{ position: 9 }], 'results[0].position'],
    [
      'a position twice',
      [{ position: 1 }, { position: 2 }, { position: 1 }],
      'results[2].position',
    ],
    ['a negative time', [{ position: 1, finishTimeMillis: -1 }], 'results[0].finishTimeMillis'],
    ['a time in words', [{ position: 1, finishTimeMillis: '7:06' }], 'results[0].finishTimeMillis'],
    [
      'a time with a fraction',
      [{ position: 1, finishTimeMillis: 1.5 }],
      'results[0].finishTimeMillis',
    ],
    ['a place in a timed race', [{ position: 1, finishPlace: 1 }], 'results'],
    ['an unknown status', [{ position: 1, status: 'swum' }], 'results[0].status'],
    [
      'a result that is taken back and has a time',
      [{ position: 2 }, { position: 1, status: 'assigned', finishTimeMillis: 5 }],
      'results[1].finishTimeMillis',
    ],
    [
      'a result that is taken back and has a penalty',
      [{ position: 1, status: 'assigned', penaltyMillis: 5 }],
      'results[0].penaltyMillis',
    ],
    ['no list', {}, 'results'],
  ];
  let office: Office;
  let crews: Record<string, number>;
  let raceId: number;
  before(async () => {
    office = await openOffice(service);
    const ids = await office.ids();
    crews = ids.crews;
    raceId = ids.races[1] as number;
  });
  const wrong = { status: 422, code: 'validation_failed' };
  for (const [what, make, field] of DRAWS) {
    test(`draw: ${what}`, async () => {
      const send = () => office.write(`/races/${raceId}/lanes`, make(crews));
      await assertRefused(office, send, { ...wrong, field });
    });
  }
  for (const [what, results, field] of RESULTS) {
    test(`results: ${what}`, async () => {
      const send = () => office.write(`/races/${raceId}/results`, { results });
      await assertRefused(office, send, { ...wrong, field });
    });
  }
});

test('a race that is not there, a crew twice, and a crew left behind', async () => {
  const office = await openOffice(service);
  const { crews, races } = await office.ids();
  const other = await openOffice(service);
  const foreign = (await other.ids()).races[1];
  for (const id of [999_999, 'x', foreign]) {
    const missing = { status: 404, code: 'race_not_found' };
    await assertRefused(office, () => office.write(`/races/${id}/lanes`, { lanes: [] }), missing);
    await assertRefused(
      office,
      () => office.write(`/races/${id}/results`, { results: [] }),
      missing,
    );
  }
  const path = `/races/${races[1]}/lanes`;
  const twice = [1, 2].map((position) => ({ position, crewId: crews.Amsel }));
  await assertRefused(office, () => office.write(path, { lanes: twice }), CONFLICT);
  const behind = [{ position: 2, crewId: crews.Amsel }];
  await assertRefused(office, () => office.write(path, { lanes: behind }), CONFLICT);
});

test('what others have changed in a draw since', async () => {
  const office = await openOffice(service);
  const { event } = office;
  const { crews, races } = await office.ids();
  const path = `/races/${races[1]}/lanes`;
  const lanes = (...names: (string | null)[]) =>
    names.map((name, index) => ({ position: index + 1, crewId: name && crews[name] }));
  let { revision: seen } = await office.read();
  await event.send('PUT', '/races/r1/entries', draw('c1', 'c3', 'c2'));
  const mine = () => office.write(path, { lanes: lanes('Biber', 'Amsel', 'Chamäleon'), seen });
  const { json } = await assertRefused(office, mine, OVERTAKEN);
  assert.deepEqual(
    json.changed.map(({ position, after }: { position: number; after: object }) => [
      position,
      after,
    ]),
    [
      [2, { team: 'Chamäleon', teamId: crews.Chamäleon }],
      [3, { team: 'Biber', teamId: crews.Biber }],
    ],
  );
  const theirs = () => office.write(path, { lanes: lanes('Amsel', 'Chamäleon', 'Biber'), seen });
  assert.equal((await theirs()).json.entryId, null, 'what is stored equals what is sent');
  seen = (await office.read()).revision;
  await event.send('PUT', '/races/r1/results', [{ position: 2, finishTimeMillis: 1000 }]);
  // These draws would lose a result that the page did not show, or give it to another crew.
  for (const names of [['Amsel', null, 'Biber'], ['Chamäleon', 'Amsel', 'Biber'], ['Amsel']]) {
    await assertRefused(
      office,
      () => office.write(path, { lanes: lanes(...names), seen }),
      OVERTAKEN,
    );
  }
  const elsewhere = [...lanes('Amsel', 'Chamäleon', 'Biber'), { position: 4 }];
  assert.equal((await office.write(path, { lanes: elsewhere, seen })).status, 200);
  assert.equal((await office.write(path, { lanes: lanes('Amsel', null) })).status, 200);
});

test('a crew that was removed since it was chosen is said to be', async () => {
  const office = await openOffice(service);
  const [crew] = (await office.write('/crews', { crews: [{ id: null, name: 'Dachs' }] })).json
    .crews;
  const { races } = await office.ids();
  const { revision: seen } = await office.read();
  await office.write('/crews', { crews: [], removed: [crew.id] });
  const lanes = [{ position: 1, crewId: crew.id }];
  const path = `/races/${races[3]}/lanes`;
  const { json } = await assertRefused(
    office,
    () => office.write(path, { lanes, seen }),
    OVERTAKEN,
  );
  assert.equal(json.changed[0].name, 'Dachs');
});

test('what others have changed since of results, and of the crews in their lanes', async () => {
  const office = await openOffice(service);
  const { event } = office;
  const { races } = await office.ids();
  const path = `/races/${races[1]}/results`;
  const post = (results: object[], seen: number) => () => office.write(path, { results, seen });
  let { revision: seen } = await office.read();
  await event.send('PUT', '/races/r1/results', times(61_000));
  await assertRefused(office, post(times(61_500, 62_000), seen), OVERTAKEN);
  assert.equal((await post(times(61_000, 62_000), seen)()).status, 200);
  seen = (await office.read()).revision;
  await event.send('PUT', '/races/r1/entries', draw('c1', 'c3', 'c2'));
  const { json } = await assertRefused(
    office,
    post([{ position: 3, status: 'dns' }], seen),
    OVERTAKEN,
  );
  assert.deepEqual(
    json.changed.map(({ position }: { position: number }) => position),
    [3],
  );
  assert.equal((await post([{ position: 1, status: 'dnf' }], seen)()).status, 200);
  seen = (await office.read()).revision;
  await event.send('PUT', '/races/r1/entries', draw('c1', 'c3'));
  const gone = await assertRefused(office, post([{ position: 3, status: 'dns' }], seen), OVERTAKEN);
  assert.equal(gone.json.changed[0].after, null);
  // If the page has seen the removal, the write names an unknown lane.
  const now = (await office.read()).revision;
  const expected = { status: 422, code: 'validation_failed', field: 'results[0].position' };
  await assertRefused(office, post([{ position: 3, status: 'dns' }], now), expected);
});

test('who may not draw or score', async () => {
  const office = await openOffice(service);
  const { races } = await office.ids();
  const { revision: seen } = await office.read();
  const at = `/races/${races[1]}`;
  await assertGuarded(service, office, ['PUT', `${at}/lanes`, { lanes: [], seen }]);
  await assertGuarded(service, office, ['PUT', `${at}/results`, { results: times(1), seen }]);
});
