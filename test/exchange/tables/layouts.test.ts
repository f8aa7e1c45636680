/** The layouts of tables: which cells are filled down, and which columns are ignored, refused or never read. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCsv } from '../../../src/exchange/tables/read-text-table.ts';
import { EVENT, outline, proposals, readWhole, textFile } from './outline.ts';

const ONE_DAY = { ...EVENT, endDate: EVENT.startDate };

function read(...lines: string[]) {
  return readWhole(readCsv, textFile(lines.join('\n')), {}, ONE_DAY);
}

function refusal(...lines: string[]): string {
  const found = readCsv(textFile(lines.join('\n')), {}, EVENT);
  return 'unreadable' in found ? found.unreadable : 'it was read';
}

test('a race is filled down to its lanes, its crew is not', () => {
  const found = read(
    'Race,Time,Title,Round,Lane,Crew',
    '1,9:00 AM,Womens 8+,Heat,1,Quay',
    ',,,,2,Point',
    ',,,,3,',
    '2,9:10 AM,Mens 8+,,1,Kanal',
    ',,,,2,Haven',
  );
  assert.deepEqual(outline(found).slice(1), [
    'csv:1:Heat | number 1 | Womens 8+ | Heat | 2026-06-13 09:00:00',
    '  1: Quay',
    '  2: Point',
    '  3: nobody',
    'csv:2 | number 2 | Mens 8+ | 2026-06-13 09:10:00',
    '  1: Kanal',
    '  2: Haven',
  ]);
});

test('a column of boats that counts them in each race is the lane, and one that does not is asked', () => {
  for (const heading of ['Boot', 'Boat']) {
    const found = read(
      `Rennen,Uhrzeit,${heading},Mannschaft`,
      '1,9:00,1,Quay',
      '1,9:00,2,Point',
      '2,9:10,2,Kanal',
    );
    assert.deepEqual(outline(found).slice(1), [
      'csv:1 | number 1 | 2026-06-13 09:00:00',
      '  1: Quay',
      '  2: Point',
      'csv:2 | number 2 | 2026-06-13 09:10:00',
      '  2: Kanal',
    ]);
  }
  const asked = read('Rennen,Uhrzeit,Boot,Mannschaft', '1,9:00,1,Quay', '1,9:00,1,Point');
  assert.deepEqual(proposals(asked).columns, { Boot: 'bib' });
  const classes = read('Rennen,Uhrzeit,Boot,Mannschaft', '1,9:00,8+,Quay', '2,9:10,2x,Point');
  assert.match(outline(classes)[1] ?? '', /8\+/);
});

test('boats that are numbered in words are boats, never a class', () => {
  const bare = (cell: string) => cell.replace('Boot ', '');
  const withLanes = ['1,1,Quay 2,Quay,Boot 2', '1,2,Point,Point,Boot 1', '1,3,Kanal,Kanal,Boot 1'];
  for (const rows of [withLanes, withLanes.map(bare)]) {
    const drawn = read('Rennen,Bahn,Mannschaft,Verein,Boot', ...rows);
    assert.deepEqual(proposals(drawn).columns, undefined);
    assert.deepEqual(outline(drawn).slice(1), [
      'csv:1 | number 1',
      '  1: Quay 2 [Quay]',
      '  2: Point [Point]',
      '  3: Kanal [Kanal]',
      'note 1: Columns that are not read: “Boot”.',
    ]);
  }
  for (const heading of ['Mannschaft', 'Verein']) {
    const rows = ['1,Quay,Boot 4', '1,Point,Boot 2', '2,Kanal,Boot 3'];
    for (const lines of [rows, rows.map(bare)])
      assert.deepEqual(
        outline(read(`Rennen,${heading},Boot`, ...lines))
          .slice(1)
          .map((line) => line.replace(/ \[.*\]/, '')),
        ['csv:1 | number 1', '  4: Quay', '  2: Point', 'csv:2 | number 2', '  3: Kanal'],
      );
  }
  const twice = read('Rennen,Mannschaft,Boot', '1,Quay,Boot 1', '1,Point,Boot 1');
  assert.deepEqual(proposals(twice).columns, { Boot: 'bib' });
});

test('a column of boats that differ within a race is no class: what it is is asked', () => {
  const named = read('Rennen,Mannschaft,Boot', '1,Quay,Elbe', '1,Point,Havel', '2,Kanal,Spree');
  assert.deepEqual(proposals(named).columns, { Boot: 'ignore' });
  const classes = read('Rennen,Mannschaft,Boot', '1,Quay,Einer', '1,Point,Einer', '2,Kanal,Achter');
  assert.deepEqual(proposals(classes).columns, undefined);
});

test('lanes with their word are the lanes of that number', () => {
  const found = read('Rennen,Bahn,Mannschaft', '1,Bahn 2,Quay', '1,Bahn 4,Point');
  assert.deepEqual(outline(found).slice(2), ['  2: Quay', '  4: Point']);
});

test('numbered boats as headings are lanes, as numbered lanes are', () => {
  for (const boat of ['Boot', 'Boat', 'Bateau']) {
    const found = read(`Rennen,${boat} 1,${boat} 2,${boat} 3`, '1,Quay,Point,', '2,Kanal,,Haven');
    const lanes = outline(found).filter((line) => line.startsWith('  '));
    assert.deepEqual(
      lanes.filter((line) => !line.includes('nobody')),
      ['  1: Quay', '  2: Point', '  1: Kanal', '  3: Haven'],
    );
  }
});

test('rows of one race belong together wherever they stand', () => {
  const found = read(
    'Race,Time,Lane,Crew',
    '1,9:00 AM,1,Quay',
    '2,9:10 AM,1,Point',
    '1,9:00 AM,2,Kanal',
  );
  assert.deepEqual(outline(found).slice(1), [
    'csv:1 | number 1 | 2026-06-13 09:00:00',
    '  1: Quay',
    '  2: Kanal',
    'csv:2 | number 2 | 2026-06-13 09:10:00',
    '  1: Point',
  ]);
  const contradicting = read('Race,Time,Lane,Crew', '1,9:00 AM,1,Quay', '1,9:05 AM,2,Kanal');
  assert.deepEqual(contradicting.reading.notes, [
    { row: 3, text: 'Race 1 has several times; “9:00 AM” is taken.' },
  ]);
});

test('rows that are no races are left out and listed', () => {
  const found = read(
    'Race,Time,Title,Lane,Crew',
    '# written by a program',
    ',10:00,Coxswains meeting,,',
    '1,11:00,Womens 8+,1,Quay',
    'Race,Time,Title,Lane,Crew',
    '2,11:10,Mens 8+,1,Point',
    ',12:00,Mittagspause,,',
    '3,13:00,Siegerehrung,,',
    '0,13:10,Officials,1,Jury',
  );
  assert.deepEqual(
    found.reading.skipped.map(({ row, reason }) => `${row} ${reason}`),
    [
      '2 a comment',
      '3 “Coxswains meeting” is no race',
      '7 “Mittagspause” is no race',
      '8 “Siegerehrung” is no race',
      '9 Race “0” is no race',
    ],
  );
  assert.deepEqual(
    found.reading.races.map(({ printed }) => printed),
    ['1', '2'],
  );
});

test('entries without lanes are crews and no races', () => {
  const found = read(
    'Event,Crew,Club',
    'Womens 8+,Quay A,QUA',
    'Womens 8+,Point,POI',
    'Mens 8+,Quay A,QUA',
  );
  assert.deepEqual(found.reading.carries, {
    crews: true,
    races: false,
    draw: false,
    results: false,
  });
  assert.deepEqual(found.reading.races, []);
  assert.deepEqual(
    found.reading.crews.map(({ externalId, clubId }) => [externalId, clubId]),
    [
      ['csv:Quay A', 'QUA'],
      ['csv:Point', 'POI'],
    ],
  );
  const narrow = read('Crew;Club', 'Quay A;QUA');
  assert.equal(narrow.reading.crews.length, 1);
});

test('what tells who somebody is is never read', () => {
  const found = read(
    'Race,Time,Lane,Crew,Stroke,Cox,E-Mail,Phone,Date of birth,Jahrgang,Seat 1,Vorname,Age,Notes',
    '1,9:00 AM,1,Quay,Ann Smith,Bob Jones,ann@example.org,+49 1,1.1.2000,2000,Cid Brown,Dan,24,sub: Eve White',
  );
  assert.doesNotMatch(JSON.stringify(found), /Smith|Jones|example\.org|\+49|2000|Brown|Dan|White/);
  const seats = read(
    'Race,Time,Crew,Bow,2,3,Stroke',
    '1,9:00 AM,Quay,Ann Smith,Bob Jones,Cid Brown,Dan White',
  );
  assert.doesNotMatch(JSON.stringify(seats), /Smith|Jones|Brown|White/);
  // A column "Name" beside one of first names is a person's name, so the club is the crew.
  const people = read('Race,Time,Lane,Name,Vorname,Verein', '1,9:00 AM,1,Smith,Ann,Quay');
  assert.deepEqual(
    people.reading.crews.map(({ name }) => name),
    ['Quay'],
  );
});

test('layouts that would have to be guessed are refused', () => {
  const sentence = /Save the table with one row per boat\.$/;
  assert.match(
    refusal(
      'Event Name,Race No,Date,Time,Distance',
      'Womens 8+,1,2026-06-13,9:00,2000',
      'Place,Lane,Club Name,Raw Time,Penalty',
      '1,2,Quay,6:10.00,',
    ),
    sentence,
  );
  assert.match(
    refusal('#,Time,Race,Lane 1,Lane 2', '1,9:00,Womens 8+,Quay,Point', ',,,8+,8+', ',,,1,2'),
    sentence,
  );
  assert.match(refusal('Race,Time', 'x'), /it was read|No row of headings/);
  assert.match(refusal(`Race,Time,Crew${',x'.repeat(300)}`), sentence);
});

test('texts that are too long are wrong', () => {
  const long = 'x'.repeat(121);
  const found = read('Race,Time,Lane,Crew', `1,9:00 AM,1,${long}`, '1,9:00 AM,2,Quay');
  assert.deepEqual(found.reading.wrong, [
    { row: 2, column: 'Crew', reason: 'The name has more than 120 characters.' },
  ]);
  const title = read('Race,Time,Title,Lane,Crew', `1,9:00 AM,${'é'.repeat(201)},1,Quay`);
  assert.deepEqual(title.reading.wrong, [
    { row: 2, column: 'Title', reason: 'It has more than 200 characters.' },
  ]);
});

test('crews have ids from a code where there is one, and one object where nothing tells them apart', () => {
  const found = read(
    'Race,Time,Lane,Crew,Entry ID,Club',
    '1,9:00 AM,1,Quay A,77,QUA',
    '2,9:10 AM,1,"Quay\nA",77,QUA',
    `3,9:20 AM,1,${'Łódź '.repeat(23)},,`,
  );
  assert.deepEqual(
    found.reading.crews.map(({ externalId, name }) => [externalId, name.length]),
    [
      ['csv:77', 6],
      [`csv:${'Łódź '.repeat(23).trim()}`, 114],
    ],
  );
  assert.equal(found.reading.races[0]?.lanes[0]?.crew, found.reading.races[1]?.lanes[0]?.crew);
});

test('columns that are not read are named by their headings, and by nothing that stands in them', () => {
  const notes = (...lines: string[]) => read(...lines).reading.notes.map(({ text }) => text);
  const head = 'Race,Start time,Lane,Crew';
  assert.deepEqual(notes(head, '1,9:00,1,Quay'), []);
  assert.deepEqual(
    notes(
      `${head},Bow,Bib,Stroke,E-mail,Age,Delta,Split 1,Note,Comment`,
      '1,9:00,1,Quay,7,8,Ann Other,ann@example.org,30,1.2,90.1,,',
    ),
    [
      'Columns that are not read: “Bow”, “Stroke”, “E-mail”, “Age”, “Delta”, “Comment”. Columns that are not known and not read: “Split 1”. “Bib” counts only where “Lane” is empty.',
    ],
  );
  assert.deepEqual(notes(`${head},Bow`, '1,9:00,1,Quay,7'), [
    '“Bow” counts only where “Lane” is empty.',
  ]);
  assert.deepEqual(notes(`${head},Club,Club Code`, '1,9:00,1,Quay,Quay RC,QUA'), [
    '“Club” counts only where “Club Code” is empty.',
  ]);
  // A single column "Lane 1" does not make a layout with one column for each lane.
  assert.deepEqual(notes(`${head},Lane 1`, '1,9:00,1,Quay,x'), [
    'Columns that are not read: “Lane 1”.',
  ]);
  assert.deepEqual(notes('raceNumber,externalId,time,E-mail', '1,,9:00,ann@example.org'), [
    'Columns that are not known and not read: “E-mail”.',
  ]);
});

test('an id that would be too long is cut and stays its own', () => {
  const rounds = ['a', 'b'].map((letter) => `${'Round '.repeat(9)}${letter}`);
  const found = read(
    'Race,Time,Title,Lane,Crew,Round',
    ...rounds.map((round) => `,9:00 AM,${'Title '.repeat(20)},1,Quay,${round}`),
  );
  const ids = found.reading.races.map(({ externalId }) => externalId);
  assert.equal(new Set(ids).size, 2);
  for (const id of ids) assert.match(id, /^csv:Title .{101}~[0-9a-f]{16}$/);
  assert.deepEqual(
    ids.map((id) => [...id].length),
    [128, 128],
  );
});

test('bytes that Windows-1252 does not define raise the question of the encoding', () => {
  const bytes = Uint8Array.from([
    ...new TextEncoder().encode('race_no,lane,crew_name\n1,1,'),
    0x8c,
    0x81,
    0x0a,
  ]);
  const file = { name: 'entries.csv', bytes };
  const found = readWhole(readCsv, file);
  assert.deepEqual(proposals(found), { encoding: 'shift_jis' });
  assert.match(found.questions[0]?.where ?? '', /^1,1,/);
  assert.deepEqual(proposals(readWhole(readCsv, file, { encoding: 'windows-1252' })), {});
  assert.deepEqual(proposals(readWhole(readCsv, file, { encoding: 'klingon' })), {
    encoding: 'shift_jis',
  });
});

test('Dutch and Italian headings are known', () => {
  const sheets = [
    ['Racenr,Vertrektijd,Omschrijving,Baannr,Ploegnaam', '7,09:00,Finale,1,Kanaal'],
    ['Gara,Orario,Titolo,Acqua,Equipaggio', '7,09:00,Finale,1,Canale'],
  ];
  for (const sheet of sheets) {
    const { questions, reading } = readWhole(readCsv, textFile(sheet.join('\n')), {
      dates: { '': '2026-06-13' },
    });
    assert.deepEqual([questions, reading.notes], [[], []]);
    const [race] = reading.races;
    assert.deepEqual(
      [race?.raceNumber, race?.start?.time, race?.title, race?.lanes[0]?.label],
      [7, '09:00:00', 'Finale', '1'],
    );
  }
});
