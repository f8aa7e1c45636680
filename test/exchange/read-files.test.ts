/** How the format of a file is recognised, and how several files make one import. */
import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { test } from 'node:test';
import { MAX_IMPORT_FILE_BYTES, MAX_IMPORT_ROWS } from '../../src/contract/limits.ts';
import { type FilesRead, type ReadJob, readFiles } from '../../src/exchange/reading/read-files.ts';
import type { NamedFile, ReadFile } from '../../src/exchange/reading/reading.ts';
import { recognise } from '../../src/exchange/reading/recognise.ts';
import { documentOfRefusal } from '../../src/operations/import/import-document.ts';
import { EVENT, sample } from './tables/outline.ts';
import { sheetOf, workbook } from './workbooks.ts';

function text(name: string, content: string): NamedFile {
  return { name, bytes: Buffer.from(content) };
}

function read(files: readonly NamedFile[], job: Partial<ReadJob> = {}): FilesRead {
  return readFiles({ files, answers: {}, event: EVENT, ...job });
}

function only(files: readonly NamedFile[], job: Partial<ReadJob> = {}): ReadFile {
  const all = read(files, job);
  assert.ok('files' in all && all.files.length === 1, JSON.stringify(all).slice(0, 500));
  return (all.files[0] as { read: ReadFile }).read;
}

function refusal(...files: readonly NamedFile[]): string {
  const all = read(files);
  return 'unreadable' in all ? all.unreadable : assert.fail('it was read');
}

/** The XML of rows of text cells. */
function rows(...lines: readonly string[][]): string {
  const cells = lines.map(
    (line) =>
      `<row>${line.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`,
  );
  return `<sheetData>${cells.join('')}</sheetData>`;
}

const TABLE = [
  ['Race', 'Lane', 'Crew', 'Title'],
  ['1', '1', 'Lakeside RC', 'W8+'],
  ['1', '2', 'Harbour BC', 'W8+'],
];

test('each sample is read by the reader of its format', () => {
  const cases: [string, string][] = [
    ['drv/meldungen-2010.xml', 'drv'],
    ['drv/portal.json', 'drv'],
    ['raceclocker/feed.json', 'raceclocker'],
    ['spreadsheets/start-list.xlsx', 'xlsx'],
    ['finishlynx/regatta/001-1-01.lif', 'finishlynx'],
  ];
  for (const [path, format] of cases) assert.equal(only([sample(path)]).format, format, path);
});

test('a result of FinishLynx is known under any name', () => {
  for (const path of globSync('{regatta,quirks}/*.lif', {
    cwd: 'test/exchange/samples/finishlynx',
  })) {
    const { bytes } = sample(`finishlynx/${path}`);
    const found = recognise({ name: 'result.txt', bytes });
    assert.ok('format' in found && found.format === 'finishlynx', path);
  }
});

test('JSON is known under any name, and a table may begin with a bracket', () => {
  const { bytes } = sample('raceclocker/feed.json');
  assert.equal(only([{ name: 'stdin', bytes }]).format, 'raceclocker');
  assert.equal(only([{ name: 'feed.txt', bytes }]).format, 'raceclocker');
  assert.equal(only([text('a.csv', '[A],Race,Lane,Crew\n1,1,1,Crew')]).format, 'csv');
});

test('a file that could be two formats is asked about, and read as answered', () => {
  const file = text('a.txt', '12,1,1,W8+ Heat 1\r\n1,101,3,Crew,,Club,6:42.69\r\n');
  const asked = only([file]);
  assert.deepEqual(
    asked.questions.map(({ id, proposed, options }) => [id, proposed, options]),
    [['format', 'finishlynx', ['finishlynx', 'csv']]],
  );
  assert.equal(asked.reading, null);
  const answered = only([file], { answers: { format: 'finishlynx' } });
  assert.equal(answered.reading?.races[0]?.externalId, 'lynx:12-1-1');
  assert.equal(only([file], { format: 'finishlynx' }).format, 'finishlynx');
});

test('files that nothing reads get a sentence', () => {
  const cases: [NamedFile, RegExp][] = [
    [text('a.csv', ''), /The file is empty/],
    [text('a.csv', ' \r\n'), /The file is empty/],
    [text('a.pdf', '%PDF-1.7'), /This is a PDF/],
    [
      { name: 'a.xls', bytes: Buffer.from('d0cf11e0a1b11ae1', 'hex') },
      /old Excel file \(\.xls\) or a workbook with a password/,
    ],
    [
      { name: 'a.png', bytes: Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex') },
      /no text and no workbook/,
    ],
    [text('a.xls', '<html><table><tr><td>Race'), /web page or a table saved as one/],
    [text('a.html', '<!DOCTYPE html><html lang="de">'), /web page or a table saved as one/],
    [text('a.xml', '<Workbook xmlns="urn:x">'), /table saved as one/],
    [text('a.xml', '<Canoe123Data>'), /Canoe123 cannot be read yet/],
    [sample('drv/ergebnisse-2017.xml'), /writes and does not read/],
    [text('a.xml', '<x/>'), /should be regatta-meldungen/],
    [text('a.json', '{"success": true}'), /comes from no program that can be read/],
    [text('a.json', '{"success": '), /no complete JSON/],
    [text('lynx.ppl', '1,A'), /together with its \.evt file/],
    [{ name: 'a.csv', bytes: new Uint8Array(5 * 1024 * 1024 + 1) }, /a\.csv is larger than 5 MiB/],
    [text('x.csv', 'PK\u0003\u0004'), /workbook is damaged/],
  ];
  for (const [file, expected] of cases) assert.match(refusal(file), expected, file.name);
  assert.match(refusal(), /no file to read/);
  assert.match(refusal(...Array(1001).fill(text('a', 'a'))), /1001 files; at most 1000/);
});

test('the file of a whole event has a reader of its own, which says what is missing', () => {
  const file = text('event.json', '{"format": "running-order-event", "version": 1}');
  const { whole, ...read } = only([file]);
  assert.deepEqual(read, { format: 'event', layout: 'event', questions: [], reading: null });
  assert.ok(whole && 'unreadable' in whole);
  assert.match(whole.unreadable, /"event.json" cannot be taken over: event is required/);
});

test('files of a folder are read together, start lists before results', () => {
  const folder = ['001-1-01.lif', '002-1-01.lif', 'lynx.evt', 'lynx.ppl', 'lynx.sch'];
  const all = read(folder.map((name) => sample(`finishlynx/regatta/${name}`)));
  assert.ok('files' in all);
  assert.deepEqual(
    all.files.map(({ name, read: { layout } }) => [name, layout]),
    [
      ['lynx.evt', 'finishlynx:evt'],
      ['001-1-01.lif', 'finishlynx:lif'],
      ['002-1-01.lif', 'finishlynx:lif'],
    ],
  );
  // The running order comes from the `.sch` file.
  assert.deepEqual(
    all.files[0]?.read.reading?.races.map(({ externalId }) => externalId),
    ['lynx:1-1-1', 'lynx:1-1-2', 'lynx:2-1-1', 'lynx:1-2-1'],
  );
});

/** Files that are left out if a folder also has a file that can be read, and the reason that is given. */
const LEFT_OUT: [file: NamedFile, reason: RegExp][] = [
  [text('notes.pdf', '%PDF'), /no file of a format/],
  [{ name: 'p.png', bytes: Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex') }, /no file/],
  [{ name: 'Thumbs.db', bytes: Buffer.from('d0cf11e0a1b11ae1', 'hex') }, /no file of a format/],
  [{ name: 'huge.tif', bytes: new Uint8Array(5 * 1024 * 1024 + 1) }, /larger than 5 MiB/],
  [text('notes.txt', 'Charge the battery.'), /no file of a format/],
  [text('desktop.ini', '[ViewState]'), /no file of a format/],
  [text('running', ''), /no file of a format/],
  [text('backup.zip', 'PK\u0003\u0004'), /no file of a format/],
  [text('page.html', '<!DOCTYPE html><html>'), /no file of a format/],
  [text('settings.json', '{"colour": "blue"}'), /comes from no program that can be read/],
  [text('settings.xml', '<settings/>'), /should be regatta-meldungen/],
  [text('lynx.ppl', '1,A'), /together with its \.evt file/],
  [text('race.bak', '1,1,1,Final\r\n1,101,3,Crew,,Club,6:42.69\r\n'), /a back-up/],
  [text('~$draw.xlsx', 'x'), /a back-up, a lock/],
];

test('files of no format are left out beside one that can be read, and named', () => {
  const portal = sample('drv/portal.json');
  const all = read([...LEFT_OUT.map(([file]) => file), portal]);
  assert.ok('files' in all, JSON.stringify(all));
  assert.deepEqual(
    all.files.map(({ name }) => name),
    [portal.name],
  );
  assert.equal(all.skipped.length, LEFT_OUT.length);
  for (const [{ name }, reason] of LEFT_OUT) {
    assert.match(all.skipped.find((each) => each.name === name)?.reason ?? '', reason, name);
  }
  const nothing = read(LEFT_OUT.map(([file]) => file));
  assert.match('unreadable' in nothing ? nothing.unreadable : '', /^notes\.pdf: It is no file/);
});

test('a damaged file of a format stops all, and is named', () => {
  const damaged: [NamedFile, RegExp][] = [
    [sample('finishlynx/half-written/3-cut-in-time.lif'), /is not whole/],
    [text('0.lif', ''), /is not whole|no result/],
    [text('result.txt', '1,1,1,Final,,,,,,500,9:00:00.0\r\n1,101,3,Cr'), /is not whole/],
    [text('lynx.evt', '; nothing'), /has no events/],
    [text('feed.json', '{"success": '), /no complete JSON/],
    [text('entries.xml', '<?xml version="1.0"?><regatta-meld'), /no complete XML/],
    [text('entries.xml', '<regatta-meldungen><x>'), /XML/],
    [text('draw.xlsx', 'PK\u0003\u0004'), /workbook is damaged/],
    [text('draw.xls', '<html><table>'), /web page or a table/],
    [text('draw.csv', 'nothing'), /No row of headings/],
    [text('empty.csv', ''), /The file is empty/],
    [{ name: 'large.csv', bytes: new Uint8Array(5 * 1024 * 1024 + 1) }, /larger than 5 MiB/],
  ];
  for (const [file, expected] of damaged) {
    const refused = refusal(sample('drv/portal.json'), text('notes.txt', 'x'), file);
    assert.ok(refused.startsWith(file.name), refused);
    assert.match(refused, expected, file.name);
  }
});

test('the only sheet with headings is read, whatever stands before it', () => {
  const book = workbook({
    sheets: [
      { name: 'Welcome', content: rows(['Example Regatta'], ['by the club']) },
      { name: 'Draw', content: rows(...TABLE) },
      { name: 'Old', content: rows(...TABLE), state: 'hidden' },
    ],
  });
  const { format, questions, reading } = only([{ name: 'a.xlsx', bytes: book }]);
  assert.deepEqual([format, questions], ['xlsx', []]);
  assert.deepEqual(
    reading?.crews.map(({ name }) => name),
    ['Lakeside RC', 'Harbour BC'],
  );
});

test('of several sheets with headings one is asked for, and the answer remembered', () => {
  const second = [...TABLE, ['1', '3', 'Quay RC', 'W8+']];
  const sheets = [
    { name: 'Saturday', content: rows(...TABLE) },
    { name: 'Sunday', content: rows(...second) },
  ];
  const file = { name: 'a.xlsx', bytes: workbook({ sheets }) };
  const { questions, reading, layout } = only([file]);
  assert.equal(reading, null);
  assert.deepEqual(
    questions.map(({ id, proposed, options }) => [id, proposed, options]),
    [['sheet', 'Saturday', ['Saturday', 'Sunday']]],
  );
  const answers = { sheet: 'Sunday' };
  const answered = only([file], { answers });
  assert.equal(answered.reading?.crews.length, 3);
  assert.equal(answered.layout, layout, 'it is remembered under what is known before');
  const later = only([file], { remembered: { [layout]: answers } });
  assert.deepEqual(later, answered);
  const hidden = only([file], { answers: { sheet: 'Contacts' } });
  assert.equal(hidden.questions[0]?.id, 'sheet', 'only visible sheets can be chosen');
});

test('a given answer goes before a remembered one', () => {
  const sheets = ['Saturday', 'Sunday'].map((name) => ({ name, content: rows(...TABLE) }));
  const file = { name: 'a.xlsx', bytes: workbook({ sheets }) };
  const { layout } = only([file]);
  const remembered = { [layout]: { sheet: 'Saturday' } };
  const { reading } = only([file], { remembered, answers: { sheet: 'nothing' } });
  assert.equal(reading, null);
});

test('what a workbook says of its formulas stands among the notes', () => {
  const { reading } = only([sample('spreadsheets/start-list.xlsx')]);
  assert.match(reading?.notes[0]?.text ?? '', /^Cell F7 has a formula/);
  assert.deepEqual(
    reading?.races.map(({ printed, start, lanes }) => [
      printed,
      start?.date,
      start?.time,
      lanes.length,
    ]),
    [
      ['1', '2026-06-13', '09:30:00', 2],
      ['16A', '2026-06-13', '10:30:00', 2],
      ['3', '2026-06-14', '10:15:00', 1],
    ],
  );
  assert.deepEqual(
    reading?.races.flatMap(({ lanes }) => lanes.map(({ result }) => result?.finishMillis ?? null)),
    [402_696, 384_000, 384_000, null, null],
  );
});

test('a workbook of another program is read as its table', () => {
  const headings = ['EventNum', 'Event', 'Crew', 'CrewAbbrev', 'Bow'];
  const book = workbook({
    sheets: [{ name: 'x', content: rows(headings, ['1', 'W8+', 'Lakeside RC', 'LRC', '1']) }],
  });
  const { format, reading } = only([{ name: 'a.xlsx', bytes: book }]);
  assert.equal(format, 'crewtimer');
  assert.equal(reading?.races[0]?.externalId.startsWith('crewtimer:1'), true);
});

test('a text is no workbook, and a workbook no text', () => {
  assert.match(
    (read([text('a.csv', 'Race,Lane,Crew')], { format: 'xlsx' }) as { unreadable: string })
      .unreadable,
    /no workbook/,
  );
  const book = { name: 'a.csv', bytes: sheetOf('<row><c><v>1</v></c></row>') };
  assert.match(refusal(book), /No row of headings/);
});

test('what is wrong with a whole file is one of a few faults, which pages say in their words', () => {
  const zip = [0x50, 0x4b, 0x03, 0x04, ...Array.from({ length: 100 }, () => 0)];
  const many = Array.from({ length: MAX_IMPORT_ROWS + 1 }, () => '1,2').join('\n');
  const bytes = (name: string, content: ArrayLike<number>) => ({
    name,
    bytes: Uint8Array.from(content),
  });
  const FAULTS: [file: NamedFile, fault: string][] = [
    [bytes('a.xls', [0xd0, 0xcf, 0x11, 0xe0, 0, 0]), 'old-excel'],
    [text('a.pdf', '%PDF-1.4'), 'pdf'],
    [text('a.csv', ''), 'empty'],
    [text('a.csv', 'Name,Foo\nx,y\n'), 'no-headings'],
    [text('a.csv', `Race,Time\n${many}`), 'too-large'],
    [bytes('a.csv', new Uint8Array(MAX_IMPORT_FILE_BYTES + 1)), 'too-large'],
    [bytes('a.xlsx', zip), 'damaged'],
    [text('a.xml', '<regatta'), 'damaged'],
    [text('a.json', '{"a":'), 'damaged'],
    [text('a.json', '{"a":1}'), 'unknown-format'],
    [text('a.xml', '<?xml version="1.0"?><foo/>'), 'unknown-format'],
    [bytes('a.bin', [1, 2, 3, 4, 5]), 'unknown-format'],
  ];
  for (const [file, fault] of FAULTS) {
    const found = read([file]);
    assert.equal('unreadable' in found && found.fault, fault, `${file.name}: ${fault}`);
  }
  const quote = text('b.csv', 'Race,Time,Title\n1,10:00,"unclosed\n2,10:10,x\n');
  const found = read([text('a.csv', 'Race,Time\n1,10:00\n'), quote]);
  assert.ok('unreadable' in found);
  assert.match(found.unreadable, /^b\.csv: The quotation mark that opens in row 2 never closes/);
  const head = { eventId: 1, format: null, layout: null, dryRun: true };
  const [wrong] = documentOfRefusal(head, found).wrong;
  assert.match(wrong?.reason ?? '', /^The quotation mark/, 'the file is said beside it');
  assert.deepEqual([wrong?.file, wrong?.fault, wrong?.from], ['b.csv', 'open-quote', 2]);
});
