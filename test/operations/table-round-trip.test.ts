/**
 * The table of an event, exported and imported again: into the event itself it changes nothing, into an empty one it
 * gives the same bytes. `ROUND_TRIPS` says how many random events (without it 10), `ROUND_TRIP_SEED` repeats a run.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { regattaPush } from '../../regattas/push-plan.ts';
import { loadRegatta } from '../../regattas/regatta.ts';
import type { ImportDocument } from '../../src/contract/import.ts';
import { Refusal } from '../../src/domain/refusal.ts';
import { readFiles } from '../../src/exchange/reading/read-files.ts';
import { exportEvent } from '../../src/operations/export/export-event.ts';
import { loadEvent } from '../../src/operations/export/load-event.ts';
import { factsForReaders } from '../../src/operations/import/load-plan.ts';
import { writeReadings } from '../../src/operations/import/write-readings.ts';
import { editEvent } from '../../src/operations/pushes/edit-event.ts';
import { findEventFacts } from '../../src/storage/event/events.ts';
import { checkInTime } from '../support/check-in-time.ts';
import { officeOf } from '../support/office.ts';
import { performOn, TEST_TERMS } from '../support/perform.ts';
import { type Provisioned, startTestService } from '../support/service.ts';
import { done, eventsOfTables, startFilling } from './random-event.ts';

const { ROUND_TRIPS } = process.env;
const numRuns = Number(ROUND_TRIPS ?? 10);
const seed = Number(process.env.ROUND_TRIP_SEED ?? Date.now() % 2 ** 31);
/** The random events take a fifth of this on an idle machine. */
const MAX_MILLIS = 2000;
const maxMillis = ROUND_TRIPS === undefined ? MAX_MILLIS : undefined;

const service = await startTestService();
const filler = await startFilling(service);

type TableFormat = 'csv' | 'xlsx';

async function fileOf({ eventId }: Provisioned, format: TableFormat): Promise<Uint8Array> {
  const event = await loadEvent(service.database, eventId, Date.now());
  assert.ok(event);
  const [file] = (await exportEvent(event, format, { now: Date.now() })).files;
  assert.ok(file);
  return file.bytes;
}

async function importInto(
  { eventId }: Provisioned,
  format: TableFormat,
  bytes: Uint8Array,
): Promise<ImportDocument> {
  const { database } = service;
  const facts = await findEventFacts(database.reads, eventId);
  assert.ok(facts);
  // Not in a thread, because starting one takes longer than all the rest.
  const files = [{ name: `event.${format}`, bytes }];
  const read = readFiles({ files, answers: {}, event: factsForReaders(facts) });
  assert.ok('files' in read, 'unreadable' in read ? read.unreadable : '');
  // The empty event has the days of the test service, not those of the file.
  const input = { files: read.files, answers: { dates: 'as-printed' }, forget: false };
  const terms = { ...TEST_TERMS, eventId };
  const document = await writeReadings({ database, ...TEST_TERMS }, terms, input);
  assert.ok(!(document instanceof Refusal), document instanceof Refusal ? document.detail : '');
  assert.deepEqual([document.questions, document.wrong], [[], []]);
  return document;
}

/** Exports an event and imports it both into itself and into an empty one. */
async function goRound(event: Provisioned, format: TableFormat): Promise<void> {
  const exported = await fileOf(event, format);
  const same = await importInto(event, format, exported);
  assert.deepEqual([same.written, same.counts.new, same.counts.changed], [false, 0, 0]);
  const { timezone = null } = (await loadEvent(service.database, event.eventId, 0)) ?? {};
  const empty = await service.provision({ timezone });
  await importInto(empty, format, exported);
  const again = await fileOf(empty, format);
  if (format === 'csv')
    assert.equal(Buffer.from(again).toString(), Buffer.from(exported).toString());
  assert.deepEqual(again, exported);
}

test('real regattas', async () => {
  for (const name of ['hebda-cup-2023', 'wy-hi-2023'] as const) {
    const regatta = loadRegatta(name);
    const push = regattaPush(regatta);
    const event = await service.provision({ timezone: regatta.timezone });
    const days = { start: regatta.date, end: regatta.date };
    await performOn(service, event.eventId, editEvent, days);
    await done(event.send('POST', '/schedule', push.schedule));
    await done(event.send('PUT', '/teams', push.teams));
    await done(event.send('PUT', '/races', push.races));
    for (const { externalId, lanes } of push.draws) {
      await done(event.send('PUT', `/races/${encodeURIComponent(externalId)}/entries`, lanes));
    }
    for (const { externalId, results } of push.results) {
      await done(event.send('PUT', `/races/${encodeURIComponent(externalId)}/results`, results));
    }
    await goRound(event, 'csv');
    await goRound(event, 'xlsx');
  }
});

test('who has withdrawn keeps lane and mark, also where the race has results', async () => {
  const event = await service.provision();
  await done(event.send('POST', '/schedule'));
  const teams = ['A', 'B', 'C'].map((name) => ({ externalId: name, name }));
  await done(event.send('PUT', '/teams', teams));
  const scheduledAt = '2026-06-13T09:00:00+02:00';
  const races = [1, 2].map((raceNumber) => ({
    externalId: `r${raceNumber}`,
    raceNumber,
    scheduledAt,
  }));
  await done(event.send('PUT', '/races', races));
  const lanes = teams.map(({ externalId }, index) => ({
    position: index + 1,
    teamExternalId: externalId,
  }));
  for (const { externalId } of races) {
    await done(event.send('PUT', `/races/${externalId}/entries`, lanes));
  }
  const result = { position: 1, finishTimeMillis: 360_000 };
  await done(event.send('PUT', '/races/r1/results', [result]));
  const office = await officeOf(service, event);
  const { crews } = await office.ids();
  await done(office.write(`/crews/${crews.B}/withdrawn`, { withdrawn: true, reason: 'Ill' }));
  await goRound(event, 'csv');
  await goRound(event, 'xlsx');
  const exported = await fileOf(event, 'csv');
  assert.equal(
    Buffer.from(exported)
      .toString()
      .match(/,B,B,,withdrawn,/g)?.length,
    2,
  );
  // An import withdraws a crew as the race office does: not one with a result, and a reason that is stored stays.
  await done(event.send('PUT', '/races/r2/results', [{ position: 2, status: 'dns' }]));
  const { written, skipped } = await importInto(event, 'csv', exported);
  assert.deepEqual(
    [written, skipped.map(({ reason }) => reason)],
    [false, ['race 2: "B" has a result at position 2; take it back first, or post `dns`.']],
  );
  const { races: now } = await office.read();
  assert.deepEqual(
    now.map(
      (race: { lanes: { withdrawnReason: string | null }[] }) => race.lanes[1]?.withdrawnReason,
    ),
    ['Ill', null],
  );
});

const formats = fc.constantFrom<TableFormat>('csv', 'xlsx');

test('random events, whatever the texts are', async (t) => {
  const property = fc.asyncProperty(eventsOfTables, formats, async (plan, format) => {
    const event = await service.provision({ timezone: plan.timezone });
    // Rows of the plan without an id are entered by hand.
    await filler.fill(event, plan);
    await goRound(event, format);
  });
  const details = await checkInTime(property, { seed, numRuns, maxMillis });
  t.diagnostic(`seed ${seed}, ${details.numRuns} events`);
  if (!details.failed) return;
  const { errorInstance, counterexample } = details;
  const reason = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  throw new Error(`ROUND_TRIP_SEED=${seed}: ${JSON.stringify(counterexample)}\n${reason}`);
});
