/** An import is one write: it is done once only, undone as one, and writes nothing where something is in the way. */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { ImportDocument } from '../../../src/contract/import.ts';
import { Refusal } from '../../../src/domain/refusal.ts';
import type { Reading } from '../../../src/exchange/reading/reading.ts';
import { commandLine, signedInPerson } from '../../../src/operations/actor.ts';
import {
  type ImportInput,
  previewReadings,
  writeReadings,
} from '../../../src/operations/import/write-readings.ts';
import { loadWhole } from '../../../src/operations/load-rows.ts';
import { undo } from '../../../src/operations/undo.ts';
import { listImports } from '../../../src/storage/event/imports.ts';
import { listHistory } from '../../../src/storage/history/history.ts';
import { performOn } from '../../support/perform.ts';
import { type Provisioned, startTestService } from '../../support/service.ts';
import { RESULTS_ONLY, readCrew, readFile, reading, readLane, readRace } from './readings.ts';

let event: Provisioned;

const service = await startTestService();
beforeEach(async () => {
  event = await service.provision({ timezone: 'Europe/Berlin' });
});

const author = { userId: null, keyPrefix: null, loginName: 'test' };
const start = { date: '2026-06-13', time: '09:00:00', zone: null };

/** Two races of two crews each, the first with results. */
function programme(finishMillis = 400_000): Reading {
  return reading([
    readRace('1', {
      title: 'Final A',
      start,
      lanes: [readLane('1', 'Adler', { finishMillis }), readLane('2', 'Biber', { status: 'dns' })],
    }),
    readRace('1a', {
      title: 'Final B',
      start,
      lanes: [readLane('1', 'Corvus'), readLane('2', 'Dachs')],
    }),
  ]);
}

function input(read: Reading, more: Partial<ImportInput> = {}): ImportInput {
  return {
    files: [{ name: 'a.csv', read: readFile(read) }],
    forget: false,
    ...more,
    answers: { raceNumbers: true, ...more.answers },
  };
}

function context() {
  return { database: service.database, settings: { notifySettleSeconds: 10 } };
}

function accepted(done: ImportDocument | Refusal): ImportDocument {
  if (done instanceof Refusal) assert.fail(done.detail);
  return done;
}

async function write(read: Reading, more?: Partial<ImportInput>): Promise<ImportDocument> {
  const terms = { actor: commandLine(author), eventId: event.eventId };
  return accepted(await writeReadings(context(), terms, input(read, more)));
}

async function preview(read: Reading, more?: Partial<ImportInput>): Promise<ImportDocument> {
  const terms = { actor: commandLine(author), eventId: event.eventId };
  return accepted(await previewReadings(context(), terms, input(read, more)));
}

/** All that is stored of the event, and how many entries its history has. */
async function stored() {
  const { reads } = service.database;
  const state = await loadWhole(reads, event.eventId);
  const entries = await listHistory(reads, event.eventId);
  const imports = await listImports(reads, event.eventId);
  return { state, entries: entries.map(({ operation }) => operation), imports };
}

const races = async () => (await event.send('GET', '/schedule')).json.races;

test('import: a preview says what the write does, and writes nothing', async () => {
  const before = await stored();
  const read = programme();
  const shown = await preview(read);
  assert.deepEqual(await stored(), before);
  const done = await write(read, { seen: shown.preview });
  assert.deepEqual(
    { ...done, dryRun: true, written: false, entryId: null },
    shown,
    'the same plan, but for what has been done',
  );
  assert.deepEqual([done.written, done.changedMeanwhile], [true, false]);
  assert.deepEqual(done.counts, { new: 12, changed: 0, same: 0, skipped: 0, wrong: 0 });
  assert.deepEqual(done.firstRace, {
    race: '1',
    scheduledAt: '2026-06-13T07:00:00Z',
    local: 'Sat 2026-06-13 09:00:00 +02:00',
  });
});

test('import: an event without a schedule gets one, and the import is one entry of the history', async () => {
  const done = await write(programme());
  const { entries } = await stored();
  assert.deepEqual(entries, ['import', 'create-schedule']);
  const [newest] = await listHistory(service.database.reads, event.eventId);
  assert.equal(done.entryId, newest?.id);
  const [first, second] = await races();
  assert.deepEqual(
    [first.title, first.raceNumber, second.title, second.raceNumber],
    ['Final A', 1, 'Final B', 2],
  );
  assert.deepEqual(
    first.lanes.map(({ teamName, status, finishPlace }: Record<string, unknown>) => [
      teamName,
      status,
      finishPlace,
    ]),
    [
      ['Adler', 'finished', 1],
      ['Biber', 'dns', null],
    ],
  );
});

test('import: the same file again changes nothing, also for documents', async () => {
  await write(programme());
  const before = await stored();
  const { headers } = await event.send('GET', '/schedule');
  const again = await write(programme());
  assert.deepEqual(
    [again.written, again.entryId, again.counts.new, again.counts.changed],
    [false, null, 0, 0],
  );
  assert.equal(again.counts.same, 12);
  assert.deepEqual(await stored(), before);
  assert.equal((await event.send('GET', '/schedule')).headers.get('etag'), headers.get('etag'));
});

test('import: it can be undone as one, and imported again', async () => {
  await event.send('POST', '/schedule');
  await event.send('PUT', '/teams', [{ externalId: 'a', name: 'Adler' }]);
  const before = (await stored()).state;
  const done = await write(programme());
  await performOn(service, event.eventId, undo, { entryId: done.entryId as number });
  assert.deepEqual((await stored()).state, before);
  assert.equal((await write(programme())).counts.new, 11);
});

test('import: a new version of the file corrects what the last one wrote', async () => {
  await write(programme());
  const done = await write(programme(399_000));
  assert.deepEqual(
    done.items.filter(({ outcome }) => outcome === 'changed'),
    [
      {
        kind: 'result',
        race: '1',
        position: 1,
        crew: 'Adler',
        outcome: 'changed',
        changes: [{ property: 'finishTimeMillis', from: 400_000, to: 399_000 }],
      },
    ],
  );
  assert.equal((await races())[0].lanes[0].finishTimeMillis, 399_000);
});

test('import: a result of somebody else is asked about, and nothing is written meanwhile', async () => {
  await write(programme());
  const posted = { results: [{ position: 1, finishTimeMillis: 401_000 }] };
  assert.equal((await event.send('PUT', '/races/csv%3A1/results', posted)).status, 200);
  const before = await stored();
  const open = await write(programme());
  assert.deepEqual(
    [open.questions.map(({ id }) => id), open.written],
    [['overwriteResults'], false],
  );
  assert.deepEqual(await stored(), before);
  const kept = await write(programme(), { answers: { overwriteResults: false } });
  assert.deepEqual([kept.written, kept.skipped.length], [false, 1]);
  const again = await write(programme());
  assert.deepEqual(
    [again.questions.map(({ id }) => id), again.written],
    [['overwriteResults'], false],
    'a no is about this file alone',
  );
  const taken = await write(programme(), { answers: { overwriteResults: true } });
  assert.equal(taken.written, true);
  assert.equal((await races())[0].lanes[0].finishTimeMillis, 400_000);
  await event.send('PUT', '/races/csv%3A1/results', posted);
  assert.deepEqual(
    (await write(programme(), { forget: true })).questions.length,
    1,
    'to overwrite is not',
  );
});

test('import: where the event has changed since the preview, nothing is written, and the preview is new', async () => {
  await write(programme());
  const corrected = programme(399_000);
  const shown = await preview(corrected);
  await event.send('PUT', '/races/csv%3A1/results', {
    results: [{ position: 1, finishTimeMillis: 401_000 }],
  });
  const before = await stored();
  const late = await write(corrected, { seen: shown.preview });
  assert.deepEqual([late.changedMeanwhile, late.written], [true, false]);
  assert.notEqual(late.preview, shown.preview);
  assert.deepEqual(
    late.questions.map(({ id }) => id),
    ['overwriteResults'],
  );
  assert.deepEqual(await stored(), before);
});

test('import: what others change elsewhere is not in the way', async () => {
  await write(programme());
  const corrected = programme(399_000);
  const shown = await preview(corrected);
  await event.send('PUT', '/teams', [{ externalId: 'z', name: 'Zander' }]);
  assert.equal((await write(corrected, { seen: shown.preview })).written, true);
});

test('import: one wrong row, and nothing is written', async () => {
  const before = await stored();
  const read = programme();
  const done = await write({ ...read, wrong: [{ row: 3, column: 'Time', reason: 'is no time' }] });
  assert.deepEqual(
    [done.written, done.wrong],
    [false, [{ row: 3, column: 'Time', reason: 'is no time' }]],
  );
  assert.deepEqual(await stored(), before, 'no schedule, either');
});

test('import: answers are remembered by layout, by a real import only, and can be forgotten', async () => {
  const twins = reading([
    readRace('1', { start, lanes: [readLane('1', 'Adler'), readLane('2', 'Adler')] }),
  ]);
  const answers = { sameName: true };
  await preview(twins, { answers });
  assert.deepEqual((await stored()).imports, []);
  await write(twins, { answers });
  assert.deepEqual((await stored()).imports, [
    { layout: 'csv:test', answers: { raceNumbers: true, ...answers }, results: [] },
  ]);
  assert.deepEqual((await preview(twins)).questions, []);
  assert.equal((await preview(twins, { forget: true })).questions.length, 1);
  assert.equal((await write(twins, { forget: true })).questions.length, 1);
  assert.equal((await preview(twins)).questions.length, 1, 'forgotten by the write');
});

test('import: the next file is asked again which round it is for, and which of several races of one number', async () => {
  const drawn = (title: string, round: string | null) =>
    readRace('7', {
      ...{ title, round, start, raceNumber: null, externalId: `csv:7:${title}` },
      lanes: [readLane('1', 'Adler'), readLane('2', 'Biber')],
    });
  const results = (finishMillis: number) =>
    reading([readRace('7', { lanes: [readLane('1', null, { finishMillis })] })], {
      carries: RESULTS_ONLY,
    });
  const cases = [
    [['Heat', 'Final'], { rounds: { '7': 'Heat' } }, 'rounds'],
    [[null, null], { race: { '7': '7 A' } }, 'race'],
  ] as const;
  for (const [[first, second], answers, question] of cases) {
    event = await service.provision({ timezone: 'Europe/Berlin' });
    await write(reading([drawn('A', first), drawn('B', second)]));
    assert.equal((await write(results(400_000), { answers })).written, true);
    const next = await write(results(390_000));
    assert.deepEqual([next.written, next.questions.map(({ id }) => id)], [false, [question]]);
  }
  await write(reading([readRace('8', { start })]));
  const answers = { race: { '9': '8' } };
  const lanes = [readLane('1', null, { finishMillis: 400_000 })];
  const ofNine = reading([readRace('9', { lanes })], { carries: RESULTS_ONLY });
  assert.equal((await write(ofNine, { answers })).written, true);
  assert.deepEqual((await preview(ofNine)).questions, [], 'a number of its own stays');
});

test('import: results without a draw draw the race; several files are one write', async () => {
  const done = await write(programme(), {
    files: [
      { name: 'programme.csv', read: readFile(reading([readRace('7', { start })])) },
      {
        name: 'results.csv',
        read: readFile(
          reading(
            [
              readRace('7', {
                lanes: [readLane(null, readCrew('Adler'), { finishMillis: 400_000 })],
              }),
            ],
            { carries: RESULTS_ONLY },
          ),
          { layout: 'csv:results' },
        ),
      },
    ],
  });
  assert.equal(done.written, true);
  const { entries, imports } = await stored();
  assert.deepEqual(entries, ['import', 'create-schedule']);
  assert.deepEqual(imports.map(({ layout }) => layout).sort(), ['csv:results', 'csv:test']);
  assert.equal((await races())[0].lanes[0].teamName, 'Adler');
});

test('import: whoever does not manage the event gets neither preview nor write', async () => {
  const { userId } = await service.provision();
  const terms = { actor: signedInPerson(userId), eventId: event.eventId };
  for (const attempt of [previewReadings, writeReadings]) {
    const done = await attempt(context(), terms, input(programme()));
    assert.ok(done instanceof Refusal);
    assert.equal(done.code, 'event_not_found');
  }
});
