/** `.lif` files: every sample with the expected reading, and rows that no sample has. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readLif } from '../../../src/exchange/finishlynx/read-lif.ts';
import type { Answers, ReadFile, Unreadable } from '../../../src/exchange/reading/reading.ts';
import { EVENT } from '../tables/outline.ts';

const FOLDER = new URL('../samples/finishlynx/', import.meta.url);

/**
 * Lanes in the order of the file as `lane crew status time place`, with `-` for what is missing; then questions, notes
 * and wrong rows, each with its mark in front.
 */
const SAMPLES: Record<string, { race: string; lanes: string[] }> = {
  'regatta/001-1-01.lif': {
    race: 'lynx:1-1-1 1 1 - W8+ Heat 1',
    lanes: [
      '2 Harbour Boat Club A finished 402690 1',
      '1 Lakeside Rowing Club finished 405310 2',
      '3 Harbour Boat Club B finished 411870 3',
    ],
  },
  'regatta/001-1-02.lif': {
    race: 'lynx:1-1-2 1-1-2 - - W8+ Heat 2',
    lanes: [
      '3 Northshore Paddlers finished 398240 1',
      '1 Kanal-Ruder-Gesellschaft Süd finished 401960 2',
      '2 Club Nautique de la Rivière finished 401961 3',
      '! 4 Lane 2 has the time of the boat before it, but place 3: it gets 1 ms more.',
    ],
  },
  'regatta/001-2-01.lif': {
    race: 'lynx:1-2-1 1-2-1 - - W8+ Final',
    lanes: [
      '4 Northshore Paddlers finished 397110 1',
      '3 Kanal-Ruder-Gesellschaft Süd finished 398770 2',
      '2 Harbour Boat Club B dsq 399050 -',
      '1 Lakeside Rowing Club dns - -',
    ],
  },
  'regatta/002-1-01.lif': {
    race: 'lynx:2-1-1 2 2 - M4x Final',
    lanes: [
      '3 Harbour Boat Club B finished 371480 1',
      '1 Lakeside Rowing Club finished 374500 2',
      '6 Northshore Paddlers finished 374500 2',
      '4 Kanal-Ruder-Gesellschaft Süd finished 380010 4',
      '2 Harbour Boat Club A dnf - -',
      '5 Club Nautique de la Rivière dns - -',
    ],
  },
  'quirks/bare-quotes.lif': {
    race: 'lynx:039-Heat-5 039 - Heat 5 Premier Women - 500',
    lanes: [
      '2 Point "Why Not" finished 141110 1',
      '4 "Who Knows" crew finished 142900 2',
      '5 Quay Crew none',
      '? emptyPlace none race 039 Heat 5 (quirks/bare-quotes.lif), lane 5',
    ],
  },
  'quirks/cp1252.lif': {
    race: 'lynx:13-1-1 13 13 - Encoding',
    lanes: ['1 Kanal-Ruder-Gesellschaft Süd finished 100000 1', '2 Lil’s Hoe finished 101000 2'],
  },
  'quirks/every-status.lif': {
    race: 'lynx:10-1-1 10 10 - Statuses',
    lanes: [
      '1 A finished 100000 1',
      '2 B dns - -',
      '3 C dnf - -',
      '4 D dsq 120000 -',
      '5 E dns - -',
      '6 F dns - -',
      '7 G none',
      '8 H none',
      '9 I none',
      '10 J dns - -',
      '11 K dns - -',
      '? emptyPlace none race 10 Statuses (quirks/every-status.lif), lane 9',
      '? falseStart dsq race 10 Statuses (quirks/every-status.lif), lane 7',
      '? advanced none race 10 Statuses (quirks/every-status.lif), lane 8',
    ],
  },
  'quirks/letter-in-event.lif': {
    race: 'lynx:027A-Champ Semi-1 027A - Champ Semi 027A - Mid Women - 250',
    lanes: ['1 A finished 90110 1'],
  },
  'quirks/long-race.lif': {
    race: 'lynx:12-1-1 12 12 - Marathon',
    lanes: ['1 A finished 5524510 1', '2 B finished 5590001 2'],
  },
  'quirks/mixed-precision.lif': {
    race: 'lynx:320-Semi-1 320 - Semi 320 - Master Men - 1000',
    lanes: [
      '1 Hull Black finished 304600 1',
      '3 Riptide finished 307050 2',
      '2 Quay Crew finished 308201 3',
    ],
  },
  'quirks/nineteen-fields.lif': {
    race: 'lynx:161-2-1 161-2-1 - - Girls 3200 & Boys 3200',
    lanes: ['1 A finished 662661 1', '3 B dns - -'],
  },
  'quirks/no-event-number.lif': {
    race: 'lynx:0-0-0 - - - 800m 14',
    lanes: ['1 - finished 155190 1', '2 - finished 163850 2'],
  },
  'quirks/no-final-newline.lif': {
    race: 'lynx:13-1-1 13 13 - Encoding',
    lanes: ['1 Kanal-Ruder-Gesellschaft Süd finished 100000 1', '2 Nga Hoe finished 101000 2'],
  },
  'quirks/nul-byte.lif': {
    race: 'lynx:277-Heat-3 277 - Heat 3 Premier Women - 500',
    lanes: [
      '5 Ng Hoe finished 141980 1',
      '1 Te Whine finished 167570 2',
      '! 1 A letter was missing in the file and has been left out.',
    ],
  },
  'quirks/quoted-comma.lif': {
    race: 'lynx:7-1-1 7 7 - Mixed 4+',
    lanes: ['1 Lakeside, Composite finished 201110 1', '2 Harbour finished 202220 2'],
  },
  'quirks/round-is-text-Heat 1-01.lif': {
    race: 'lynx:001-Heat 1-1 001 - Heat 1 Mid Mixed - 250',
    lanes: [
      '7 Riverbend Waka finished 98520 1',
      '8 Quay Crew finished 108260 2',
      '5 Point Crew none',
      '? emptyPlace none race 001 Heat 1 (quirks/round-is-text-Heat 1-01.lif), lane 5',
    ],
  },
  'quirks/ties-and-verdicts.lif': {
    race: 'lynx:9-1-1 9 9 - Ties',
    lanes: [
      '1 A finished 100000 1',
      '2 B finished 100000 1',
      '3 C finished 100100 3',
      '4 D finished 100101 4',
      '5 E finished 100102 5',
      '! 5 Lane 4 has the time of the boat before it, but place 4: it gets 1 ms more.',
      '! 6 Lane 5 has the time of the boat before it, but place 5: it gets 2 ms more.',
    ],
  },
  'quirks/time-without-crew.lif': {
    race: 'lynx:11-1-1 11 11 - A boat nobody entered',
    lanes: [
      '1 A finished 100000 1',
      '6 - finished 101000 2',
      '5 - none',
      '? emptyPlace none race 11 A boat nobody entered (quirks/time-without-crew.lif), lane 5',
    ],
  },
  'quirks/utf16le-bom.lif': {
    race: 'lynx:13-1-1 13 13 - Encoding',
    lanes: ['1 Kanal-Ruder-Gesellschaft Süd finished 100000 1', '2 Ngā Hoe finished 101000 2'],
  },
  'quirks/utf8-bom.lif': {
    race: 'lynx:13-1-1 13 13 - Encoding',
    lanes: ['1 Kanal-Ruder-Gesellschaft Süd finished 100000 1', '2 Ngā Hoe finished 101000 2'],
  },
  'quirks/utf8.lif': {
    race: 'lynx:13-1-1 13 13 - Encoding',
    lanes: ['1 Kanal-Ruder-Gesellschaft Süd finished 100000 1', '2 Ngā Hoe finished 101000 2'],
  },
  'half-written/0-empty.lif': { race: 'it is empty', lanes: [] },
  'half-written/1-in-header.lif': { race: 'it has no row yet', lanes: [] },
  'half-written/2-header-only.lif': { race: 'it has no row yet', lanes: [] },
  'half-written/3-cut-in-time.lif': { race: 'its last line is cut', lanes: [] },
  'half-written/4-cut-before-newline.lif': {
    race: 'lynx:14-1-1 14 14 - Half written',
    lanes: ['1 A finished 100000 1', '2 B finished 101250 2'],
  },
  'half-written/5-whole.lif': {
    race: 'lynx:14-1-1 14 14 - Half written',
    lanes: ['1 A finished 100000 1', '2 B finished 101250 2'],
  },
  'real-mit/800m-14.lif': {
    race: 'lynx:0-0-0 - - - 800m 14',
    lanes: [
      '1 - finished 155190 1',
      '2 - finished 163850 2',
      '3 - finished 170760 3',
      '6 - finished 175230 4',
      '4 - finished 178840 5',
      '5 - finished 181720 6',
      '7 - finished 184150 7',
      '8 - finished 184360 8',
    ],
  },
  // The places of this file were changed by hand, so some contradict the times.
  'real-mit/heat-01.lif': {
    race: 'lynx:0-0-0 - - - -',
    lanes: [
      '1 - finished 9232 1',
      '2 - finished 9340 2',
      '3 - finished 9460 3',
      '4 - finished 9508 4',
      '5 - finished 9341 3',
      '6 - finished 10420 6',
      '7 - finished 9238 7',
      '8 - finished 9618 8',
      'x 6 place 3 contradicts the times of the file',
      'x 5 place 4 contradicts the times of the file',
      'x 8 place 7 contradicts the times of the file',
    ],
  },
  'real-mit/heat-short.lif': {
    race: 'lynx:0-0-0 - - - -',
    lanes: [
      '1 - finished 9232 1',
      '2 - finished 9340 2',
      '3 - finished 9460 3',
      '4 - finished 9508 4',
    ],
  },
  'real-mit/no-time.lif': { race: 'lynx:0-0-0 - - - -', lanes: ['1 - finished - 1'] },
};

for (const [name, expected] of Object.entries(SAMPLES)) {
  test(`reads ${name}`, () => {
    const told = tell(readLif({ name, bytes: readFileSync(new URL(name, FOLDER)) }, {}, EVENT));
    assert.deepEqual(told, expected);
  });
}

const HEADER = '5,1,1,Final,,,,,,500,9:00:00.0000\r\n';

/** A row that follows one of a boat that has won in 1:40.00, and what is read from it. */
const ROWS: [row: string, told: string[]][] = [
  ['2,9,4,B,,B,1:40.0001,,,,', ['4 B finished 100001 2']],
  ['2,9,4,B,,B,1:40.0010,,,,', ['4 B finished 100001 2']],
  [
    '2,9,4,B,,B,59.5,,,,',
    ['4 B finished 59500 2', 'x 3 place 2 contradicts the times of the file'],
  ],
  [
    '3,9,4,B,,B,1:41.00,,,,',
    ['4 B finished 101000 3', 'x 3 place 3 contradicts the times of the file'],
  ],
  [
    '1,9,4,B,,B,1:41.00,,,,',
    ['4 B finished 101000 1', 'x 3 place 1 contradicts the times of the file'],
  ],
  ['dnf,9,4,B,,B,,,,,', ['4 B dnf - -']],
  ['D.Q.,9,4,B,,B,1:50.1,,,,', ['4 B dsq 110100 -']],
  [',9,4,B,,B,DQ,,,,', ['4 B dsq - -']],
  ['2,9,4,B,,B,DNF,,,,', ['4 B dnf - -']],
  ['EXC,9,4,B,,B,,,,,', ['4 B none', '? status {"EXC":null} race 5 Final (a.lif), lane 4']],
  ['0,9,4,B,,B,,,,,', ['4 B none', '? status {"0":null} race 5 Final (a.lif), lane 4']],
  [',9,4,B,,B,1:44.00,,,,', ['4 B finished 104000 -', 'x 3 there is a time without a place']],
  ['2,9,4,B,,B,,,,,', ['4 B finished - 2', 'x 3 there is a place without a time']],
  ['2,9,4,B,,B,0.00,,,,', ['4 B finished - 2', 'x 3 there is a place without a time']],
  ['2,9,4,B,,B,1:70.00,,,,', ['4 B none', 'x 3 "1:70.00" is no time']],
  [
    '2,9,4,Lake,side,,B,1:44.00,,,,',
    ['4 - none', 'x 3 "B" is no time; a comma in a name has probably moved it'],
  ],
  ['2,9,1,B,,B,1:44.00,,,,', ['1 B finished 104000 2', 'x 3 lane 1 stands in the file twice']],
  ['2,9,01,B,,B,1:44.00,,,,', ['01 B finished 104000 2', 'x 3 lane 01 stands in the file twice']],
  [',9,,B,,B,,,,,', []],
  ['2,9,4,Doe,Jane,Lakeside,1:44.00,,,,', ['4 Lakeside finished 104000 2']],
];

for (const [row, expected] of ROWS) {
  test(`reads the row ${row}`, () => {
    const { lanes } = tell(read(`${HEADER}1,8,1,A,,A,1:40.00,,,,\r\n${row}\r\n`));
    assert.deepEqual(lanes.slice(1), expected);
  });
}

test('answers settle what was asked', () => {
  const bytes = readFileSync(new URL('quirks/every-status.lif', FOLDER));
  const answers: Answers = { emptyPlace: 'dns', falseStart: 'dsq', advanced: 'none' };
  const { lanes } = tell(readLif({ name: 'a.lif', bytes }, answers, EVENT));
  assert.deepEqual(lanes.slice(6, 9), ['7 G dsq - -', '8 H none', '9 I dns - -']);
  assert.equal(lanes.length, 11, 'nothing is asked');
});

test('persons behind the name of a crew are not read, unless somebody says that they are none', () => {
  const text = `${HEADER}1,8,1,"Quay (Smith, J.)",,,1:40.00,,,,\r\n`;
  const file = read(text);
  assert.ok('questions' in file);
  assert.deepEqual(
    file.questions.map(({ id }) => id),
    ['names'],
  );
  assert.doesNotMatch(JSON.stringify(file), /Smith/);
  const kept = read(text, { names: 'keep' });
  assert.ok('questions' in kept && kept.questions.length === 0);
  assert.match(JSON.stringify(kept.reading), /Quay \(Smith, J\.\)/);
});

test('an unknown word is answered by word, and an answer that is no option counts for nothing', () => {
  const text = `${HEADER}EXC,8,1,A,,A,,,,,\r\n`;
  assert.deepEqual(tell(read(text, { status: { EXC: 'dnf' } })).lanes, ['1 A dnf - -']);
  assert.equal(tell(read(text, { status: { EXC: 'won' } })).lanes.length, 2);
  assert.equal(tell(read(text, { status: 'dnf' })).lanes.length, 2);
});

test('a file that ends in zeros has not arrived yet', () => {
  const whole = `${HEADER}1,8,1,A,,A,1:40.00,,,,\r\n`;
  assert.equal(tell(read(`${whole}${'\0'.repeat(200)}`)).race, 'it ends in zeros');
});

test('a single row without a line break is only whole with all its fields', () => {
  assert.equal(tell(read(`${HEADER}1,8,1,A,,A,1:40.0`)).race, 'its last line is cut');
  assert.equal(
    tell(read(`${HEADER}1,8,1,A,,A,1:40.0\n2,9,2,A,,A,1:40.0`)).race,
    'its last line is cut',
  );
});

function read(text: string, answers: Answers = {}): ReadFile | Unreadable {
  return readLif({ name: 'a.lif', bytes: new TextEncoder().encode(text) }, answers, EVENT);
}

function tell(read: ReadFile | Unreadable): { race: string; lanes: string[] } {
  if ('unreadable' in read) {
    const [, reason = read.unreadable] = /not whole: (.*?)\. Save/.exec(read.unreadable) ?? [];
    return { race: reason, lanes: [] };
  }
  assert.ok(read.reading);
  const [race] = read.reading.races;
  assert.ok(race);
  const given = [race.externalId, race.printed, race.raceNumber, race.round, race.title];
  const words = given.map((value) => value ?? '-');
  const lanes = race.lanes.map(({ label, crew, result }) => {
    const told = result
      ? [result.status, result.finishMillis ?? '-', result.place ?? '-']
      : ['none'];
    return [label, crew?.name ?? '-', ...told].join(' ');
  });
  return {
    race: [...words, ...(race.resultMode ? [race.resultMode] : [])].join(' '),
    lanes: [
      ...lanes,
      ...read.questions.map(
        ({ id, proposed, where }) =>
          `? ${id} ${typeof proposed === 'object' ? JSON.stringify(proposed) : proposed} ${where}`,
      ),
      ...read.reading.notes.map(({ row, text }) => `! ${row} ${text}`),
      ...read.reading.wrong.map(({ row, reason }) => `x ${row} ${reason}`),
    ],
  };
}
