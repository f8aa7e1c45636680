/** Crews that withdraw, from one race or from all of their races, and how that is reversed (console, "Withdrawn"). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { times } from '../support/board.ts';
import { assertGuarded, assertRefused, type Office, openOffice } from '../support/office.ts';
import { refused } from '../support/refused.ts';
import { startTestService } from '../support/service.ts';

const service = await startTestService();

const ILL = { withdrawn: true, reason: 'Ill' };

/** An office with the ids of its first race and of the crew in that race's first lane. */
async function openHeat() {
  const office = await openOffice(service);
  const { crews, races } = await office.ids();
  const [crewId = 0] = (await office.read()).races[0].lanes.map((lane: Lane) => lane.crewId);
  const name = Object.keys(crews).find((each) => crews[each] === crewId) ?? '';
  return { ...office, crewId, name, raceId: races[1] ?? 0, second: races[2] ?? 0 };
}

interface Lane {
  position: number;
  crewId: number | null;
  status: string;
  withdrawn: boolean;
  withdrawnReason?: string | null;
}

/** The lanes whose crew has withdrawn, as [race number, position, crew id, reason]. */
async function withdrawn({ read }: Pick<Office, 'read'>): Promise<unknown[]> {
  const { races } = await read();
  return races.flatMap(({ raceNumber, lanes }: { raceNumber: number; lanes: Lane[] }) =>
    lanes.flatMap((lane) =>
      lane.withdrawn ? [[raceNumber, lane.position, lane.crewId, lane.withdrawnReason]] : [],
    ),
  );
}

test('an entry withdraws with a reason, keeps its lane, and is put back', async () => {
  const office = await openHeat();
  const { event, write, raceId, crewId } = office;
  const path = `/races/${raceId}/lanes/1/withdrawn`;
  const before = (await event.send('GET', '/schedule')).json.races;
  const { revision } = (await event.board()).json;
  const done = await write(path, ILL);
  assert.equal(done.status, 200, done.text);
  assert.equal(done.json.race.id, raceId);
  assert.deepEqual(await withdrawn(office), [[1, 1, crewId, 'Ill']]);
  // For timing software, the lane is unchanged.
  assert.deepEqual((await event.send('GET', '/schedule')).json.races, before);
  const board = await event.board();
  assert.equal(board.json.revision, revision + 1);
  const [race] = board.json.races;
  assert.deepEqual(
    race.lanes.map((lane: Lane) => [lane.crewId !== null, lane.withdrawn]),
    [
      [true, true],
      [true, false],
      [true, false],
    ],
  );
  assert.deepEqual([race.entered, race.scored], [2, 0]);
  const again = await write(path, { withdrawn: false });
  assert.equal(again.status, 200, again.text);
  assert.deepEqual(await withdrawn(office), []);
  assert.equal((await event.board()).json.races[0].entered, 3);
  const twice = await write(path, { withdrawn: false });
  assert.deepEqual([twice.status, twice.json.entryId], [200, null]);
});

test('a crew withdraws from all races where it has no result', async () => {
  const office = await openHeat();
  const { event, write, raceId, second, crewId } = office;
  const all = await write(`/crews/${crewId}/withdrawn`, { withdrawn: true, reason: '  ' });
  assert.equal(all.status, 200, all.text);
  assert.deepEqual(
    all.json.races.map(({ id }: { id: number }) => id),
    [raceId, second],
  );
  assert.deepEqual(await withdrawn(office), [
    [1, 1, crewId, null],
    [2, 1, crewId, null],
  ]);
  await write(`/crews/${crewId}/withdrawn`, { withdrawn: false });
  assert.deepEqual(await withdrawn(office), []);
  await event.send('PUT', '/races/r1/results', times(60_000));
  await write(`/crews/${crewId}/withdrawn`, ILL);
  assert.deepEqual(await withdrawn(office), [[2, 1, crewId, 'Ill']]);
});

test('a race is complete without who has withdrawn, and any status takes the mark away', async () => {
  const office = await openHeat();
  const { event, write, raceId } = office;
  await write(`/races/${raceId}/lanes/3/withdrawn`, ILL);
  await event.send('PUT', '/races/r1/results', times(60_000, 61_000));
  const [race] = (await event.board()).json.races;
  assert.deepEqual([race.entered, race.scored], [2, 2]);
  const waits = async () => {
    const { attention } = await office.read();
    return attention.filter((item: { raceId?: number }) => item.raceId === raceId);
  };
  assert.deepEqual(await waits(), []);
  await event.send('PUT', '/races/r1/results', [{ position: 3, status: 'dns' }]);
  assert.deepEqual(await withdrawn(office), []);
  assert.deepEqual((await event.board()).json.races[0].entered, 3);
});

test('the mark stays with the crew when the race is drawn anew, by /v1 as in the office', async () => {
  const office = await openHeat();
  const { event, write, raceId, crewId } = office;
  await write(`/races/${raceId}/lanes/1/withdrawn`, ILL);
  const { lanes } = (await event.send('GET', '/schedule')).json.races[0];
  const [one, two, three] = lanes.map((lane: { teamExternalId: string }) => lane.teamExternalId);
  const draw = (...ids: (string | null)[]) =>
    event.send(
      'PUT',
      '/races/r1/entries',
      ids.map((teamExternalId, index) => ({ position: index + 1, teamExternalId })),
    );
  assert.equal((await draw(one, three, two)).status, 200);
  assert.deepEqual(await withdrawn(office), [[1, 1, crewId, 'Ill']]);
  assert.equal((await draw(two, one, three)).status, 200);
  assert.deepEqual(await withdrawn(office), [[1, 2, crewId, 'Ill']]);
  assert.equal((await draw(two, null, three)).status, 200);
  assert.deepEqual(await withdrawn(office), []);
});

test('history names crew and race, and undo puts the crew back', async () => {
  const office = await openHeat();
  const { event, person, path, write, read, crewId, name, raceId } = office;
  await write(`/races/${raceId}/lanes/1/withdrawn`, ILL);
  const entries = async (query = '') =>
    (await person.send('GET', `${path}/history${query}`)).json.entries;
  const [entry] = await entries();
  assert.deepEqual([entry.operation, entry.userId], ['withdraw-crew', event.userId]);
  assert.deepEqual(entry.changes, [
    {
      ...{ subject: 'lane', id: raceId, position: 1, name: 'race 1, position 1' },
      before: { withdrawn: false, withdrawnReason: null, team: name },
      after: { withdrawn: true, withdrawnReason: 'Ill', team: name },
    },
  ]);
  assert.equal((await entries(`?crew=${crewId}`))[0].id, entry.id);
  const undone = await person.send('POST', `${path}/history/${entry.id}/undo`, {
    seen: (await read()).revision,
  });
  assert.equal(undone.status, 200, undone.text);
  assert.deepEqual(await withdrawn(office), []);
});

test('what is wrong is named, and nothing is written', async () => {
  const office = await openHeat();
  const { event, write, read, raceId, crewId } = office;
  const entry = `/races/${raceId}/lanes/1/withdrawn`;
  const crew = `/crews/${crewId}/withdrawn`;
  const { revision: seen } = await read();
  for (const path of [entry, crew]) {
    const cases: [body: object, field: string][] = [
      [{ seen }, 'withdrawn'],
      [{ withdrawn: 'yes', seen }, 'withdrawn'],
      [{ withdrawn: true, seen: seen + 1 }, 'seen'],
      [{ withdrawn: true, reason: 'x'.repeat(201), seen }, 'reason'],
      [{ withdrawn: true, reason: 7, seen }, 'reason'],
      [{ withdrawn: false, reason: 'Ill', seen }, 'reason'],
    ];
    for (const [body, field] of cases) {
      await assertRefused(office, () => write(path, body), {
        ...{ status: 422, code: 'validation_failed', field },
      });
    }
    await assertGuarded(service, office, ['PUT', path, { ...ILL, seen }]);
  }
  refused(await write('/races/999999/lanes/1/withdrawn', ILL), 404, 'race_not_found');
  for (const path of [
    `/races/${raceId}/lanes/9/withdrawn`,
    '/crews/999999/withdrawn',
    '/crews/x/withdrawn',
  ])
    refused(await write(path, ILL), 404, 'not_found');
  // A result that the page has not shown is a conflict; the refusal names it, and nothing is withdrawn in any race.
  await event.send('PUT', '/races/r1/results', times(60_000));
  for (const path of [entry, crew]) {
    const late = await assertRefused(office, () => write(path, { ...ILL, seen }), {
      ...{ status: 409, code: 'conflict', hasChanged: true },
    });
    assert.equal(late.json.changed[0].operation, 'push-results');
  }
  await assertRefused(office, () => write(entry, ILL), { status: 409, code: 'conflict' });
});

test('another crew that stands in the lane now is in the way', async () => {
  const office = await openHeat();
  const { write, read, raceId } = office;
  const { revision: seen, races } = await read();
  const [one, two, three] = races[0].lanes.map((lane: Lane) => lane.crewId);
  const lanes = [two, one, three].map((crewId, index) => ({ position: index + 1, crewId }));
  await write(`/races/${raceId}/lanes`, { lanes });
  const late = await assertRefused(
    office,
    () => write(`/races/${raceId}/lanes/1/withdrawn`, { ...ILL, seen }),
    { status: 409, code: 'conflict', hasChanged: true },
  );
  assert.equal(late.json.changed[0].operation, 'draw-lanes');
});
