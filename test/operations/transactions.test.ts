/** Operations previewed, and several of them in one transaction. */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { SomeRows } from '../../src/domain/event/event-rows.ts';
import { Refusal } from '../../src/domain/refusal.ts';
import { oneRaceOf } from '../../src/operations/load-rows.ts';
import type { LoadedRows, Operation, OperationOutcome } from '../../src/operations/operation.ts';
import { drawByName } from '../../src/operations/pushes/draw-lanes.ts';
import { addRace, editRace } from '../../src/operations/pushes/races.ts';
import { enterResults } from '../../src/operations/pushes/results.ts';
import { publishSchedule, setDelay } from '../../src/operations/pushes/schedule.ts';
import { addTeam } from '../../src/operations/pushes/teams.ts';
import { removeRace } from '../../src/operations/remove.ts';
import { findSchedule } from '../../src/storage/event/schedules.ts';
import { listHistory } from '../../src/storage/history/history.ts';
import { performOn, tryOn, tryTogether } from '../support/perform.ts';
import { raw } from '../support/raw.ts';
import { type Provisioned, startTestService } from '../support/service.ts';

let event: Provisioned;

const service = await startTestService();

const scheduledAt = Date.now();
const venueDay = new Date(scheduledAt).toISOString().slice(0, 10);
const word = (lane: string, value: string) => ({ word: `${lane}=${value}`, lane, value });

beforeEach(async () => {
  event = await service.provision({ timezone: null });
  await event.send('POST', '/schedule');
  await performOn(service, event.eventId, publishSchedule, undefined);
  await performOn(service, event.eventId, addTeam, { name: 'Adler' });
  await performOn(service, event.eventId, addRace, { raceNumber: 1, title: null, scheduledAt });
  const words = [word('1', 'Adler')];
  await performOn(service, event.eventId, drawByName, { raceNumber: 1, words });
});

/** Everything that a write of these tests may change. */
async function everything() {
  const { eventId } = event;
  return {
    revision: (await findSchedule(service.database.reads, eventId))?.revision ?? 0,
    schedule: (await event.send('GET', '/schedule')).text,
    teams: (await event.send('GET', '/teams')).text,
    board: (await service.send('GET', `/board/api/events/${eventId}`)).text,
    history: await listHistory(service.database.reads, eventId),
    outbox: await raw(service.databaseUrl, `select * from outbox where event_id = ${eventId}`),
  };
}

function preview<Input, Stored extends LoadedRows, Result>(
  operation: Operation<Input, Stored, Result>,
  input: Input,
): Promise<OperationOutcome<Stored['rows'], Result> | Refusal> {
  const terms = { eventId: event.eventId, isPreview: true };
  return tryTogether(service, terms, (performNext) => performNext(operation, input));
}

/** Leaves out ids, because new rows get other ids in the write than in the preview. */
function withoutIds({
  result,
  rows,
}: Pick<OperationOutcome<SomeRows, unknown>, 'result' | 'rows'>): unknown {
  const lanes = [...(rows.lanes?.values() ?? [])];
  const text = JSON.stringify([result, { ...rows, lanes }], (name, value) =>
    name === 'id' ? undefined : value,
  );
  return JSON.parse(text);
}

/** Previews an operation, then performs it, and compares both. @returns the outcome of the write */
async function previewed<Input, Stored extends LoadedRows, Result>(
  operation: Operation<Input, Stored, Result>,
  input: Input,
): Promise<OperationOutcome<Stored['rows'], Result>> {
  const before = await everything();
  const seen = await preview(operation, input);
  assert.ok(!(seen instanceof Refusal));
  assert.deepEqual(await everything(), before, operation.name);
  const written = await performOn(service, event.eventId, operation, input);
  assert.deepEqual(withoutIds(seen), withoutIds(written), operation.name);
  assert.notDeepEqual(await everything(), before, operation.name);
  return written;
}

test('preview: the result is that of the write, and nothing is written', async () => {
  const results = { raceNumber: 1, words: [word('1', '6:42.70')] };
  const { rows } = await previewed(enterResults, results);
  assert.equal(oneRaceOf(rows).lanes[0]?.finishTimeMillis, 402_700);
  await previewed(addRace, { raceNumber: 2, title: null, scheduledAt });
  const { result: delayed } = await previewed(setDelay, { venueDay, delayMinutes: 10 });
  assert.equal(delayed.unscored.length, 1);
  await previewed(editRace, { raceNumber: 1, fields: { raceNumber: 9 } });
  await previewed(removeRace, { raceNumber: 9 });
});

test('preview: what would be refused is refused', async () => {
  const taken = { raceNumber: 1, title: null, scheduledAt };
  const seen = await preview(addRace, taken);
  assert.ok(seen instanceof Refusal);
  assert.deepEqual(seen, await tryOn(service, event.eventId, addRace, taken));
});

test('preview: a write that shares its commit is kept', async () => {
  const { eventId } = event;
  const [seen, ...written] = await Promise.all([
    preview(addTeam, { name: 'Preview' }),
    ...['Biber', 'Corvus'].map((name) => performOn(service, eventId, addTeam, { name })),
    preview(addTeam, { name: 'Preview' }),
  ]);
  assert.ok(!(seen instanceof Refusal));
  assert.equal(written.length, 3);
  const { teams } = (await event.send('GET', '/teams')).json;
  assert.deepEqual(teams.map(({ name }: { name: string }) => name).sort(), [
    'Adler',
    'Biber',
    'Corvus',
  ]);
});

/** Adds a crew and a race, and draws the crew in it; each operation builds on those before it. */
const threeOperations: Parameters<typeof tryTogether>[2] = async (performNext) => {
  await performNext(addTeam, { name: 'Biber' });
  await performNext(addRace, { raceNumber: 2, title: null, scheduledAt });
  const drawn = await performNext(drawByName, { raceNumber: 2, words: [word('1', 'Biber')] });
  if (drawn instanceof Refusal) return drawn;
  return oneRaceOf(drawn.rows).lanes.map(({ team }) => team?.name);
};

test('together: each builds on those before it, with a revision and an entry of its own', async () => {
  const { eventId } = event;
  const before = await everything();
  const seen = await tryTogether(service, { eventId, isPreview: true }, threeOperations);
  assert.deepEqual(seen, ['Biber']);
  assert.deepEqual(await everything(), before);
  assert.deepEqual(await tryTogether(service, { eventId }, threeOperations), ['Biber']);
  const { history, revision } = await everything();
  assert.deepEqual(
    history.slice(0, 3).map(({ operation }) => operation),
    ['draw-lanes', 'add-race', 'add-team'],
  );
  assert.equal(history.length, before.history.length + 3);
  // Adding the crew moved no revision: it was drawn nowhere yet, so no reader of the schedule saw it.
  assert.equal(revision, before.revision + 2);
});

test('together: refused is all of it, also where nobody looks at the refusal', async () => {
  const before = await everything();
  const outcome = await tryTogether(service, event, async (performNext) => {
    await performNext(addTeam, { name: 'Biber' });
    await performNext(addTeam, { name: 'Adler' });
    const later = await performNext(addTeam, { name: 'Corvus' });
    assert.ok(later instanceof Refusal, 'nothing is done after a refusal');
    return 'done';
  });
  assert.ok(outcome instanceof Refusal);
  assert.match(outcome.detail ?? '', /Adler/);
  assert.deepEqual(await everything(), before);
});
