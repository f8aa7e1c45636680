/** Reading in a thread: its result, and that it is ended if a file takes too much time or memory. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readFiles } from '../../src/exchange/reading/read-files.ts';
import { readInThread } from '../../src/operations/import/read-in-thread.ts';
import { EVENT } from './tables/outline.ts';
import { sheetOf } from './workbooks.ts';

const START_LIST = 'test/exchange/samples/spreadsheets/start-list.xlsx';

const AMPLE = { memoryMegabytes: 256, startMillis: 60_000, timeMillis: 60_000 };

/** A workbook that takes long to read, because it has 500,000 cells. */
function largeWorkbook(): Uint8Array {
  const cells = Array.from({ length: 100 }, (_, index) => `<c><v>${index}</v></c>`).join('');
  const rows = Array.from({ length: 5000 }, () => `<row>${cells}</row>`).join('');
  return sheetOf(rows);
}

test('a thread gives what reading gives', async () => {
  const job = {
    files: [{ name: 'start-list.xlsx', bytes: readFileSync(START_LIST) }],
    answers: {},
    event: EVENT,
  };
  const read = await readInThread(job);
  assert.deepEqual(read, readFiles(job));
  assert.ok('files' in read && read.files[0]?.read.reading?.races.length === 3);
});

test('a file that takes too long is refused, and others are read meanwhile', async () => {
  const long = { files: [{ name: 'a.xlsx', bytes: largeWorkbook() }], answers: {}, event: EVENT };
  const refused = readInThread(long, { ...AMPLE, timeMillis: 150 });
  let turns = 0;
  const turning = setInterval(() => {
    turns += 1;
  }, 10);
  assert.deepEqual(await refused, {
    unreadable:
      'Reading takes more than 0.15 seconds. Save the table alone in a new file, as CSV, and import that.',
    fault: 'too-slow',
  });
  clearInterval(turning);
  assert.ok(turns > 3, 'nothing else is held up');
});

test('a file that takes too much memory is refused', async () => {
  const large = { files: [{ name: 'a.xlsx', bytes: largeWorkbook() }], answers: {}, event: EVENT };
  const refused = await readInThread(large, { ...AMPLE, memoryMegabytes: 24 });
  assert.deepEqual(refused, {
    unreadable:
      'Reading takes more than 24 MiB of memory. Save the table alone in a new file, as CSV, and import that.',
    fault: 'too-slow',
  });
});

test('a machine that is too busy to begin is no fault of the file', async () => {
  const small = { files: [{ name: 'a.csv', bytes: new Uint8Array(1) }], answers: {}, event: EVENT };
  assert.deepEqual(await readInThread(small, { ...AMPLE, startMillis: 1 }), {
    unreadable:
      'The computer is too busy: reading has not begun within 0.001 seconds. Import the file again later.',
  });
});
