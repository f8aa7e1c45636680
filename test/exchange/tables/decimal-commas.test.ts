/** Times with a decimal comma between cells that are separated by commas (formats.md §9, question `decimalComma`). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asked, lanes, readLines } from './outline.ts';

const TIMES = ['  1: Quay, finished 365300', '  2: Point, finished 367250'];

test('a comma behind the last heading is no heading', () => {
  for (const end of ['', ',']) {
    const sheet = ['Race,Lane,Crew,Result,', `1,1,Quay,6:05,3${end}`, `1,2,Point,6:07,25${end}`];
    assert.deepEqual(asked(sheet), { decimalComma: true });
    assert.deepEqual(lanes(sheet), TIMES);
  }
  // A column without a heading is not read, and does not shift the other columns.
  const remarks = ['Race,Lane,Crew,Result,', '1,1,Quay,6:05.3,protest', '1,2,Point,6:07.25,'];
  assert.deepEqual(asked(remarks), {});
  assert.deepEqual(lanes(remarks), TIMES);
  assert.deepEqual(readLines(remarks).reading.wrong, []);
  assert.deepEqual(readLines(remarks).reading.notes, [
    {
      row: 2,
      text: 'What stands behind the last heading is not read. If a cell of the row holds a comma, put it in quotation marks.',
    },
  ]);
});

test('the fraction stands under a heading of words, where the last cell is left out', () => {
  for (const heading of ['Club', 'Note', 'Status']) {
    const sheet = [`Race,Lane,Crew,Result,${heading}`, '1,1,Quay,6:05,3', '1,2,Point,6:07,25'];
    assert.deepEqual(asked(sheet), { decimalComma: true }, heading);
    assert.deepEqual(lanes(sheet), TIMES, heading);
  }
  const time = ['Race,Lane,Crew,Time,Club', '1,1,Quay,6:05,3', '1,2,Point,6:07,25'];
  assert.deepEqual(asked(time), { decimalComma: true });
  // If it is no decimal comma, the number is the cell of its own column.
  assert.equal(
    lanes(['Race,Lane,Crew,Result,Club', '1,1,Quay,6:05,3'], { decimalComma: false })[0],
    '  1: Quay [3], finished 365000',
  );
  // Not asked: places, gaps and starts are numbers themselves, and these times have a fraction already.
  for (const sheet of [
    ['Race,Lane,Crew,Result,Place', '1,1,Quay,6:05,1', '1,2,Point,6:07,2'],
    ['Race,Lane,Crew,Result,Gap', '1,1,Quay,6:05,0', '1,2,Point,6:07,2'],
    ['Race,Time,Crew,Lane', '1,09:00,12,1', '1,09:00,13,2'],
    ['Race,Lane,Crew,Result,Club', '1,1,Quay,6:05.3,3', '1,2,Point,6:07.25,1878'],
  ])
    assert.deepEqual(asked(sheet), {}, sheet[0]);
});

test('places with their times in one row', () => {
  for (const time of ['Time', ''])
    for (const last of [',2', '']) {
      const sheet = [
        `Race,Title,1st Place,${time},2nd Place,${time}`,
        `1,Final A,Quay,6:05,3,Point,6:07${last}`,
        `2,Final B,Kanal,6:15,3,Haven`,
      ];
      assert.equal(asked(sheet).decimalComma, true, sheet.join());
      assert.deepEqual(lanes(sheet), [
        '  no lane: Quay, finished 365300 place 1',
        `  no lane: Point, finished 36${last ? '7200' : '7000'} place 2`,
        '  no lane: Kanal, finished 375300 place 1',
        '  no lane: Haven, finished place 2',
      ]);
    }
  // The last time may be in a column after the last heading.
  const short = ['Race,Title,1st Place,,2nd Place', '1,Final A,Quay,6:05.3,Point,6:07.2'];
  assert.equal(asked(short).decimalComma, undefined);
  assert.deepEqual(readLines(short).reading.wrong, []);
});

test('our own table asks as well, and says where its two times differ', () => {
  const header = 'raceNumber,externalId,lane,crew,finishTime,finishMillis,penaltySeconds';
  const sheet = [header, '1,r1,1,Quay,6:05,3,,'];
  assert.deepEqual(asked(sheet), { decimalComma: true });
  assert.deepEqual(lanes(sheet), ['  no lane at 1: Quay, finished 365300']);
  const reason = 'It is another time than finishMillis. Correct one of them, or empty one.';
  const wrong = { row: 2, column: 'finishTime', reason };
  assert.deepEqual(readLines([header, '1,r1,1,Quay,6:05,3,']).reading.wrong, [wrong]);
  // A spreadsheet may show fewer decimals, down to whole seconds; any other difference is a correction.
  for (const [time, millis, isSame] of [
    ...[['06:42.7', 402690, true] as const, ['06:43', 402690, true] as const],
    ...[['0:06:42', 402690, true] as const, ['"6:42,69"', 402690, true] as const],
    ...[['1:02:03', 3723004, true] as const, ['6:08:30', 368300, true] as const],
    ...[['6:42.190', 402690, false] as const, ['6:42.700', 402690, false] as const],
    ...[['06:42.5', 402690, false] as const, ['06:44', 402690, false] as const],
    ...[['1:02:05', 3723004, false] as const, ['6:42:19', 402690, false] as const],
  ]) {
    const found = readLines([header, `1,r1,1,Quay,${time},${millis},`]);
    assert.deepEqual(found.reading.wrong, isSame ? [] : [wrong], time);
  }
});
