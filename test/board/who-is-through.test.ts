/**
 * Who is through (around, "Who is through"): what a race of the board says about later races follows every change of these,
 * and moves the revision only where the document changes.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BoardLane, BoardRace } from '../../src/contract/board.ts';
import { buildBoard, loadBoard } from '../../src/documents/build-board.ts';
import { draw, times } from '../support/board.ts';
import { officeOf } from '../support/office.ts';
import { startTestService } from '../support/service.ts';

const service = await startTestService();

const NAMES = ['Amsel', 'Biber', 'Dachs', 'Elster', 'Falke', 'Gans'];
const place = (race: number, ofRace: number) => ({ races: [race], place: ofRace, fastest: null });

/** A published event with two heats of three crews, and a final A and a final B in which no crew is drawn. */
async function openFinals() {
  const event = await service.provision();
  await event.send('POST', '/schedule');
  await event.send(
    'PUT',
    '/teams',
    NAMES.map((name) => ({ externalId: name, name })),
  );
  const races = ['h1', 'h2', 'fb', 'fa'].map((externalId, index) => ({
    externalId,
    raceNumber: index + 1,
    scheduledAt: `2026-06-13T1${index}:00:00+02:00`,
  }));
  await event.send('PUT', '/races', races);
  await event.send('PUT', '/races/h1/entries', draw('Amsel', 'Biber', 'Dachs'));
  await event.send('PUT', '/races/h2/entries', draw('Elster', 'Falke', 'Gans'));
  await event.send('POST', '/schedule/publish');
  const office = await officeOf(service, event);
  const { races: raceIds, crews } = await office.ids();
  const [h1, h2, fb, fa] = [1, 2, 3, 4].map((number) => raceIds[number] ?? 0) as [
    number,
    number,
    number,
    number,
  ];
  const read = async () =>
    (await service.send('GET', `/board/api/events/${event.eventId}`)).json as {
      revision: number;
      races: BoardRace[];
    };
  const raceOf = async (id: number) =>
    (await read()).races.find((race) => race.id === id) ?? assert.fail();
  const write = async (tail: string, body: object, method: 'PUT' | 'POST' = 'PUT') => {
    const { status, text } = await office.write(tail, body, method);
    assert.equal(status, 200, text);
  };
  const rules = (id: number, list: object[]) => write(`/races/${id}/progression`, { rules: list });
  return { event, office, crews, h1, h2, fa, fb, read, raceOf, write, rules };
}

type Finals = Awaited<ReturnType<typeof openFinals>>;

/** The winners and the seconds go to final A, the fastest thirds to B. */
async function setRules({ rules, h1, h2, fa, fb }: Finals): Promise<void> {
  await rules(fa, [
    { position: 1, ...place(h1, 2) },
    { position: 2, ...place(h1, 1) },
    { position: 3, ...place(h2, 1) },
  ]);
  await rules(fb, [
    { position: 4, races: [h2, h1], place: 3, fastest: 2 },
    { position: 5, races: [h1, h2], place: 3, fastest: 1 },
  ]);
}

const nextOf = ({ lanes }: BoardRace) => lanes.map(({ next }: BoardLane) => next);

test('contract: rules stand in the races that they name, and a draw with the crews that it takes', async () => {
  const own = await openFinals();
  const { event, crews, h1, h2, fa, fb, raceOf, write } = own;
  assert.deepEqual((await raceOf(h1)).rules, []);
  await setRules(own);
  const plain = { fastest: null, category: null };
  const thirds = [1, 2].map((fastest) => ({ raceId: fb, place: 3, fastest, category: null }));
  const ofA = (...places: number[]) =>
    places.map((each) => ({ raceId: fa, place: each, ...plain }));
  const byRace = (list: { raceId: number }[]) => list.sort((a, b) => a.raceId - b.raceId);
  assert.deepEqual((await raceOf(h1)).rules, byRace([...ofA(1, 2), ...thirds]));
  assert.deepEqual((await raceOf(h2)).rules, byRace([...ofA(1), ...thirds]));
  assert.deepEqual(nextOf(await raceOf(h1)), [null, null, null]);
  const page = async (language: string) =>
    (await service.send('GET', `/events/${event.eventId}/plain?lang=${language}`)).text;
  assert.match(await page('en'), /<p>1st and 2nd to Race 4<\/p>/);
  assert.match(await page('de'), /<p>1\. und 2\. weiter in Rennen 4<\/p>/);

  // With hidden results, `next` shows nothing before the draw of the final, which is public all the same.
  await event.send('PUT', '/races', [
    { externalId: 'h1', raceNumber: 1, resultVisibility: 'hidden' },
  ]);
  await event.send('PUT', '/races/h1/results', times(61_000, 60_000, 62_000));
  await event.send('PUT', '/races/h2/results', times(59_000, 58_000, 63_000));
  assert.deepEqual(nextOf(await raceOf(h1)), [null, null, null]);
  await write(`/races/${fa}/progression/apply`, {}, 'POST');
  const goes = (position: number) => ({
    ...{ raceId: fa, position, scheduledAt: '2026-06-13T11:00:00Z' },
  });
  assert.deepEqual(nextOf(await raceOf(h1)), [goes(1), goes(2), null]);
  assert.deepEqual(nextOf(await raceOf(h2)), [null, goes(3), null]);
  assert.deepEqual(nextOf(await raceOf(fa)), [null, null, null]);
  assert.match(await page('en'), /<td>Amsel \(to Race 4, 13:00, lane 1\)<\/td>/);
  assert.doesNotMatch(await page('en'), /1st and 2nd to/);

  // A new time of the final moves `next`; a delay does not, because it changes no planned time.
  await event.send('PUT', '/races', [
    { externalId: 'fa', raceNumber: 4, scheduledAt: '2026-06-13T13:10:00+02:00' },
  ]);
  const later = { ...goes(1), scheduledAt: '2026-06-13T11:10:00Z' };
  assert.deepEqual(nextOf(await raceOf(h1))[0], later);
  await event.send('PUT', '/schedule/delay', { venueDay: '2026-06-13', delayMinutes: 20 });
  assert.deepEqual(nextOf(await raceOf(h1))[0], later);

  // The crew withdraws from the final, others are drawn by hand, the final is cancelled.
  const withdrawn = (is: boolean) => write(`/races/${fa}/lanes/1/withdrawn`, { withdrawn: is });
  await withdrawn(true);
  assert.deepEqual(nextOf(await raceOf(h1))[0], null);
  await withdrawn(false);
  assert.deepEqual(nextOf(await raceOf(h1))[0], later);
  await write(`/races/${fa}/lanes`, {
    lanes: [
      { position: 1, crewId: crews.Dachs },
      { position: 2, crewId: crews.Biber },
      { position: 3, crewId: crews.Falke },
      { position: 6, crewId: crews.Amsel },
    ],
  });
  assert.deepEqual(
    nextOf(await raceOf(h1)).map((next) => next?.position ?? null),
    [null, 2, 1],
  );
  await write(`/races/${fa}/state`, { state: 'cancelled', reason: 'wind' });
  assert.deepEqual(nextOf(await raceOf(h1)), [null, null, null]);
  assert.equal((await raceOf(h1)).rules.length, 4);
});

/** Numbers that look random, the same each time. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

test('a board that is built upon the one before reads as one that is built anew, after each of many changes', async () => {
  const own = await openFinals();
  const { event, office, crews, h1, h2, fa, fb, write } = own;
  await setRules(own);
  const below = numbers(7);
  const pick = <Item>(items: readonly Item[]) => items[below(items.length)] as Item;
  const crewIds = Object.values(crews);
  const someLanes = () =>
    [1, 2, 3, 4]
      .filter(() => below(3) > 0)
      .map((position, index) => ({ position, crewId: crewIds[(index + below(2) * 3) % 6] }));
  const someRules = () =>
    [1, 2, 3]
      .filter(() => below(3) > 0)
      .map((position) =>
        below(4) === 0
          ? { position, races: [h1, h2], place: 3, fastest: position }
          : { position, ...place(pick([h1, h2]), position) },
      );
  const STEPS: (() => Promise<unknown>)[] = [
    () => office.write(`/races/${pick([fa, fb])}/progression`, { rules: someRules() }),
    () => office.write(`/races/${pick([fa, fb, h1])}/lanes`, { lanes: someLanes() }),
    () => office.write(`/races/${pick([fa, fb])}/progression/apply`, {}, 'POST'),
    () => event.send('PUT', '/races/h1/results', times(60_000 + below(9), 60_005, 60_009)),
    () => event.send('PUT', '/races/h2/results', times(61_000 + below(9), 61_005, 61_009)),
    () => {
      const [externalId, raceNumber] = pick([['fa', 4] as const, ['fb', 3] as const]);
      const scheduledAt = `2026-06-13T1${below(2) + 2}:${below(6)}0:00+02:00`;
      return event.send('PUT', '/races', [{ externalId, raceNumber, scheduledAt }]);
    },
    () => office.write(`/races/${pick([fa, fb])}/state`, { state: pick(['planned', 'cancelled']) }),
    () =>
      office.write(`/races/${pick([fa, fb, h1])}/lanes/${below(3) + 1}/withdrawn`, {
        withdrawn: below(2) === 0,
      }),
    () =>
      event.send('PUT', '/schedule/delay', { venueDay: '2026-06-13', delayMinutes: below(3) * 5 }),
    () =>
      event.send('PUT', '/races', [
        { externalId: 'h1', raceNumber: 1, resultVisibility: pick(['hidden', 'full']) },
      ]),
  ];
  const built = async () => {
    const loaded = await service.database.snapshot((tx) => loadBoard(tx, event.eventId, undefined));
    const { representation } = await buildBoard(loaded ?? assert.fail(), undefined);
    return JSON.parse(String(representation.identity));
  };
  const writes = Number(process.env.BOARD_WRITES ?? 50);
  let told = 0;
  let { revision: before, updatedAt: _, ...content } = await built();
  for (let step = 0; step < writes; step++) {
    await pick(STEPS)();
    const shown = await own.read();
    assert.deepEqual(shown, await built(), `step ${step}`);
    const { revision, updatedAt: __, ...rest } = shown as typeof shown & { updatedAt: string };
    const isSame = JSON.stringify(rest) === JSON.stringify(content);
    assert.equal(revision === before, isSame, `step ${step}: the revision moves with the document`);
    [before, content] = [revision, rest];
    told += shown.races.flatMap(nextOf).filter(Boolean).length;
  }
  assert.ok(told > writes / 3, `crews went on ${told} times`);
  // Once the named races are removed, no rule of the board names them.
  await write('/races', { races: [], removed: [h1] });
  assert.deepEqual(await own.read(), await built());
  await write('/races', { races: [], removed: [fa, fb] });
  assert.deepEqual(
    (await own.read()).races.map(({ rules }) => rules),
    [[]],
  );
});
