/** Which column names the races, how its cells are read, and which rows belong to no race (formats.md §9). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answers } from '../../../src/exchange/reading/reading.ts';
import { groupsRows, raceNumbers } from '../../../src/exchange/tables/columns/number-column.ts';
import { isSentence } from '../../../src/exchange/tables/sheet-rows.ts';
import { asked, readLines, told } from './outline.ts';

function races(lines: readonly string[], answers: Answers = {}) {
  return readLines(lines, answers).reading.races.map(({ printed, raceNumber, title, lanes }) =>
    [printed, raceNumber, title, lanes.map(({ crew }) => crew?.name).join('+')].join('|'),
  );
}

test('the number that a cell of a column of races says', () => {
  const cases: [cells: string[], numbers: string[]][] = [
    [
      ['11', '12a', 'R203', 'A1_H1'],
      ['11', '12a', 'R203', 'A1_H1'],
    ],
    [
      ['11.', '12.', '14)'],
      ['11', '12', '14'],
    ],
    [
      ['#11', '# 12', 'Nr. 13', 'Race 14', 'Rennen 15', 'No.16'],
      ['11', '12', '13', '14', '15', '16'],
    ],
    [
      ['11 of 40', '12 of 40', 'Coffee'],
      ['11', '12', 'Coffee'],
    ],
    [
      ['1 von 2', '2 von 2'],
      ['1', '2'],
    ],
    // Among plain numbers, "12 von 40" may be a total of something, so it is kept as it is.
    [
      ['11', '12 von 40'],
      ['11', '12 von 40'],
    ],
    [
      ['11 of 40', '12 of 41'],
      ['11 of 40', '12 of 41'],
    ],
    [
      ['G-11', 'W8+', 'Heat 1', 'Race for 8s', '1.5'],
      ['G-11', 'W8+', 'Heat 1', 'Race for 8s', '1.5'],
    ],
  ];
  for (const [cells, numbers] of cases) assert.deepEqual(cells.map(raceNumbers(cells)), numbers);
});

test('numbers with signs and words around them are numbers, beside one odd cell, too', () => {
  for (const [heading, ...written] of [
    ['Rennen', '11.', '12.', '14.'],
    ['Race', '11 of 40', '12 of 40', '14 of 40'],
    ['Race', '#11', '#12', '#14'],
    ['Wedstrijd', 'Nr. 11', 'Nr. 12', 'Nr. 14'],
    ['Corsa', '11', '12', '14'],
    ['Race No.', '11.', '12.', '14.'],
  ]) {
    const sheet = (odd: string) => [
      `${heading},Time,Title,Lane,Crew`,
      `${written[0]},09:00,Heat 1,1,Quay`,
      `${written[1]},09:10,Heat 2,1,Point`,
      ...(odd ? [odd] : []),
      `${written[2]},13:20,Final,1,Kanal`,
    ];
    for (const odd of ['', 'Mittagspause,12:00,,,']) {
      assert.deepEqual(asked(sheet(odd)), {}, heading);
      assert.deepEqual(
        races(sheet(odd)),
        ['11|11|Heat 1|Quay', '12|12|Heat 2|Point', '14|14|Final|Kanal'],
        heading,
      );
    }
  }
  const letters = [
    'Gara,Ora,Titolo,Corsia,Equipaggio',
    'G-11,09:00,Batteria 1,1,Canale',
    'G-12,09:10,Batteria 2,1,Porto',
    'Pausa caffe,09:15,,,',
    'G-14,09:20,Finale,1,Lago',
  ];
  assert.deepEqual(asked(letters), {});
  assert.deepEqual(races(letters), [
    'G-11||Batteria 1|Canale',
    'G-12||Batteria 2|Porto',
    'G-14||Finale|Lago',
  ]);
  assert.deepEqual(
    readLines(letters).reading.skipped.map(({ row }) => row),
    [4],
  );
});

test('totals are no races where the heading says number, however many there are', () => {
  const sheet = [
    'Race No.,Time,Title,Lane,Crew',
    '11,09:00,Heat 1,1,Quay',
    'Total,,,,3 boats',
    '12,09:10,Heat 2,1,Point',
    'Total,,,,1 boat',
    '12 von 40,09:20,Heat 3,1,Kanal',
    'Total,,,,1 boat',
  ];
  assert.deepEqual(races(sheet), ['11|11|Heat 1|Quay', '12|12|Heat 2|Point']);
  assert.deepEqual(
    readLines(sheet).reading.wrong.map(({ row }) => row),
    [3, 5, 6, 7],
  );
  const words = ['Race No.,Lane,Crew', 'Heat A,1,Quay', 'Heat B,1,Point', '3,1,Kanal'];
  assert.deepEqual(races(words), ['Heat A|||Quay', 'Heat B|||Point', '3|3||Kanal']);
});

test('columns: a column of races without numbers is asked about, and parts the rows until then', () => {
  const sheet = [
    'Race,Title,Lane,Crew',
    'Heat A,M8+,1,Quay',
    'Heat A,M8+,2,Point',
    'Heat B,M8+,1,Kanal',
    'Heat B,M8+,2,Haven',
  ];
  assert.deepEqual(asked(sheet), { columns: { Race: 'round' } });
  assert.deepEqual(races(sheet), ['||M8+|Quay+Point', '||M8+|Kanal+Haven']);
  assert.equal(races(sheet, { columns: { Race: 'ignore' } }).length, 1);
  const event = ['Event,Race,Lane,Crew', 'M8+,Heat A,1,Quay', 'M8+,Heat B,1,Point'];
  assert.deepEqual(asked(event), { columns: { Event: 'round' } });
  assert.deepEqual(races(event), ['||Heat A|Quay', '||Heat B|Point']);
  // Beside columns for number and title, "Race" is asked about only if it tells races apart.
  const header = 'Race No.,Title,Race,Lane,Crew';
  assert.deepEqual(asked([header, '1,M8+,Eights,1,Quay', '1,M8+,Eights,2,Point']), {});
  assert.deepEqual(asked([header, '1,M8+,Heat A,1,Quay', '1,M8+,Heat B,1,Point']), {
    columns: { Race: 'round' },
  });
});

test('“Veld” is the number or the title by its values', () => {
  const sheet = ['Veld,Baan,Ploeg,Starttijd', '11,1,Kanaal,09:00', '14,1,Meer,09:10'];
  assert.deepEqual(asked(sheet), {});
  assert.deepEqual(races(sheet), ['11|11||Kanaal', '14|14||Meer']);
  assert.deepEqual(races(['Veld,Race,Baan,Ploeg', 'HCl 8+,12,1,Kanaal']), ['12|12|HCl 8+|Kanaal']);
});

test('Italian sheets are read', () => {
  const sheet = [
    'Corsa,Corsia,Equipaggio,Tempo,Penalità,Stato',
    '1,1,Canale,6:05.3,10,',
    '1,2,Porto,,,DNF',
  ];
  assert.deepEqual(asked(sheet), { penalty: 'inside' });
  assert.deepEqual(told(sheet), [
    'csv:1 | number 1',
    '  1: Canale, finished 355300 +10000',
    '  2: Porto, dnf',
  ]);
});

test('columns: whole numbers under an unknown heading, where no other column names the races', () => {
  const header = 'Blok,Lane,Crew,Result';
  const one = [header, '1,1,Quay,6:05.3', '1,2,Point,6:07.3'];
  assert.deepEqual(asked(one), { columns: { Blok: 'number' } });
  assert.deepEqual(told(one), [
    'csv:1 | number 1',
    '  1: Quay, finished 365300',
    '  2: Point, finished 367300',
  ]);
  const total = [...one, '2,1,Kanal,6:15', 'Total,,,', 'Total races 2,,3,'];
  assert.deepEqual(asked(total), { columns: { Blok: 'number' } });
  assert.equal(races(total).length, 2);
  // A column of years does not name races.
  assert.deepEqual(
    asked(['Crew,Club,Notes,Season', 'Quay A,Quay,,2026', 'Point A,Point,,2026']),
    {},
  );
});

test('a result of which nobody can know the race is wrong, never left out in silence', () => {
  const sheet = ['Lane,Crew,Result', '1,Quay,6:05.3', '2,Point,6:07.3'];
  const reason =
    'The row names no race, so that its result has nowhere to go. Add a column with the number of the race.';
  assert.deepEqual(told(sheet), [`wrong 2 null: ${reason}`, `wrong 3 null: ${reason}`]);
  const drawn = ['Lane,Crew,Club', '1,Quay,Q', '2,Point,P'];
  assert.deepEqual(told(drawn), [
    'note 2: The rows name no race: their lanes are not read. Add a column with the number of the race.',
  ]);
  assert.deepEqual(told(['Crew,Club', 'Quay,Q']), []);
});

test('which numbers group the rows', () => {
  const cases: [texts: string[], within: string[], is: boolean][] = [
    [['4', '4', '5'], ['', '', ''], true],
    [['4', '4', '5', 'Total'], ['', '', '', ''], true],
    [['4', '4', 'a', 'b'], ['', '', '', ''], false],
    [['4', '5', '4'], ['', '', ''], false],
    [['4', '5', '6'], ['', '', ''], false],
    [['4', '4'], ['', ''], false],
    [['1', '1', '2', '1'], ['1', '1', '1', '2'], true],
  ];
  for (const [texts, within, is] of cases) {
    const cells = texts.map((text, index) => ({ text, within: within[index] ?? '' }));
    assert.equal(groupsRows(cells), is, texts.join());
  }
  const constant = ['4', '4'].map((text) => ({ text, within: '' }));
  assert.equal(groupsRows(constant, { mayBeOne: true }), true);
});

test('a sentence where crews have their names is none', () => {
  const sheet = [
    'Race,Time,Title,Lane,Crew',
    '1,09:00,Heat 1,1,Quay',
    ',,,,Bow numbers must be returned after racing',
    '1,,,2,Point',
    ',,,,Haven Rowing Club',
  ];
  assert.deepEqual(asked(sheet), {});
  assert.deepEqual(told(sheet), [
    'csv:1 | number 1 | Heat 1 | 2026-06-13 09:00:00',
    '  1: Quay',
    '  2: Point',
    'skipped 3: “Bow numbers must be returned after racing” is no race',
    'note 5: Haven Rowing Club has no lane and is not drawn.',
  ]);
});

test('which texts are sentences, and which are names', () => {
  for (const text of [
    'Bow numbers must be returned after racing',
    'Alle Boote müssen um 9 Uhr am Start sein',
    'Les bateaux doivent être pesés avant le départ',
    'Please hand in your bow numbers.',
    'De boten moeten op tijd aanwezig zijn',
  ])
    assert.equal(isSentence(text), true, text);
  for (const text of [
    'Quay',
    'lakeside rowing club',
    'Rgm. Seeclub/Hafen RC Süd',
    'Ruderverein von 1878 an der Saale',
    'Société Nautique de la Marne et du Rhin',
    'Koninklijke Roeivereniging het Spaarne',
    'Oxford and Cambridge Boat Club of the Thames',
    "St. Paul's R.C.",
    '港漕艇会 Ａ',
  ])
    assert.equal(isSentence(text), false, text);
});
