/** Our own table is read back from CSV and from a workbook, whatever its texts are. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { csvOf } from '../../src/domain/text/csv.ts';
import type { WholeEvent } from '../../src/exchange/event-file.ts';
import type {
  EventFacts,
  ReadFile,
  Reading,
  Unreadable,
} from '../../src/exchange/reading/reading.ts';
import { recognise } from '../../src/exchange/reading/recognise.ts';
import { readCsv } from '../../src/exchange/tables/read-text-table.ts';
import { eventTable } from '../../src/exchange/writers/event-table.ts';
import { workbookOf } from '../../src/exchange/writers/workbook.ts';
import { readXlsx } from '../../src/exchange/xlsx/read-xlsx.ts';
import { lane, race, team } from '../domain/builders.ts';
import { REGATTAS, wholeRegatta } from './whole-regatta.ts';

const seed = Number(process.env.OWN_TABLE_SEED ?? Date.now() % 2 ** 31);
const FACTS: EventFacts = {
  timeZone: 'Europe/Berlin',
  startDate: '2026-06-13',
  endDate: '2026-06-14',
};

function readingOf(read: ReadFile | Unreadable) {
  assert.ok('reading' in read && read.reading, 'unreadable' in read ? read.unreadable : '');
  assert.deepEqual(read.questions, []);
  assert.deepEqual(read.reading.wrong, []);
  return read.reading;
}

function fromCsv(event: WholeEvent) {
  const file = { name: 'event.csv', bytes: Buffer.from(csvOf(eventTable(event), ',')) };
  assert.deepEqual(recognise(file), { format: 'csv' });
  return readingOf(readCsv(file, {}, FACTS));
}

async function fromWorkbook(event: WholeEvent) {
  const workbook = await workbookOf([{ name: 'Running Order', ...eventTable(event) }]);
  const bytes = new Uint8Array(await workbook.arrayBuffer());
  return readingOf(readXlsx({ name: 'event.xlsx', bytes }, 'xlsx', {}, FACTS));
}

test('real regattas: each race, crew and result, without a question', async () => {
  for (const name of REGATTAS) {
    const event = wholeRegatta(name);
    const reading = fromCsv(event);
    assert.deepEqual(await fromWorkbook(event), reading);
    assert.equal(reading.races.length, event.races.length);
    for (const [index, { id, ...stored }] of event.races.entries()) {
      const read = reading.races[index];
      assert.deepEqual(
        [read?.raceNumber, read?.externalId, read?.printed, read?.title, read?.round, read?.state],
        [
          stored.raceNumber,
          stored.externalId,
          stored.printedNumber,
          stored.title,
          stored.round,
          'planned',
        ],
      );
      const lanes = event.lanes.get(id) ?? [];
      assert.deepEqual(
        read?.lanes.map(({ position, crew, result }) => [
          ...[position, crew?.name, crew?.externalId, result?.finishMillis ?? null],
          result?.status ?? 'assigned',
        ]),
        lanes.map(({ position, team: crew, finishTimeMillis, status }) => [
          ...[position, crew?.name, crew?.externalId, finishTimeMillis, status],
        ]),
      );
    }
  }
});

/** Texts as they are stored: normalised, and without U+0000. */
const texts = fc
  .oneof(
    fc.constantFrom(
      "'",
      "''",
      '=1',
      ' =1',
      '\t',
      '\r',
      '\r\n',
      '\n',
      '"',
      ',',
      ';',
      'null',
      '0',
      '1e3',
    ),
    fc.constantFrom(
      '_x000D_',
      '_x0041_',
      '&lt;',
      ']]>',
      '\u0001\u001f',
      '\u0007\u001b'.repeat(40),
      '\ufeff',
      '\u2028',
      '-1',
      ' ',
    ),
    fc.string({ unit: 'binary', maxLength: 12 }),
  )
  .map((text) => text.replaceAll('\0', '').normalize('NFC'));

test('who has withdrawn is known; without a crew, or with a result, it is wrong', () => {
  const table = ['raceNumber,externalId,lane,crew,status,finishTime', '1,r1,1,A,withdrawn,'];
  const read = (...more: string[]) => {
    const bytes = Buffer.from([...table, ...more].join('\r\n'));
    const file = readCsv({ name: 'event.csv', bytes }, {}, FACTS);
    assert.ok('reading' in file && file.reading);
    return file.reading;
  };
  const [one] = read().races[0]?.lanes ?? [];
  assert.deepEqual([one?.crew?.name, one?.result, one?.withdrawn], ['A', null, true]);
  assert.deepEqual(
    read('1,r1,2,,withdrawn,', '1,r1,3,C,withdrawn,6:00.0', '1,r1,4,D,Withdrawn,').wrong.map(
      ({ row, column }) => `${row} ${column}`,
    ),
    ['3 status', '4 status'],
  );
});

test('an id that is made of a name has no control characters', () => {
  const rows = ['raceNumber,externalId,lane,crew', '1,r1,1,A\u0007', '1,r1,2,A'];
  const file = { name: 'event.csv', bytes: Buffer.from(rows.join('\r\n')) };
  const [made, plain] = readingOf(readCsv(file, {}, FACTS)).crews;
  assert.match(made?.externalId ?? '', /^csv:A ~[0-9a-f]{16}$/);
  assert.equal(plain?.externalId, 'csv:A');
});

test('any text is the same in CSV and in a workbook, and the one that was stored', async () => {
  const property = fc.asyncProperty(texts, texts, texts, async (title, notes, name) => {
    const crew = { id: 1, name: `${name}.`.trim(), externalId: 'c1' };
    const event: WholeEvent = {
      ...wholeRegatta('wy-hi-2023'),
      timezone: 'Europe/Berlin',
      teams: [team({ ...crew, clubId: notes })],
      races: [race({ id: 1, raceNumber: 1, externalId: 'r1', title, notes })],
      lanes: new Map([[1, [lane(1, { team: crew })]]]),
    };
    const expected = [title || null, notes || null, crew.name, notes || null];
    assert.deepEqual(textsOf(fromCsv(event)), expected);
    // From a workbook, a cell of white space may come back empty.
    const filled = (read: typeof expected) => read.map((text) => (text?.trim() ? text : null));
    assert.deepEqual(filled(textsOf(await fromWorkbook(event))), filled(expected));
  });
  await fc.assert(property, { seed, numRuns: 150 });
});

function textsOf({ races: [read] }: Reading): (string | null)[] {
  const [drawn] = read?.lanes ?? [];
  const { name = null, clubId = null } = drawn?.crew ?? {};
  return [read?.title ?? null, read?.notes ?? null, name, clubId];
}
