/** Files of other programs, imported by the command line. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeEach, test } from 'node:test';
import type { ImportDocument } from '../../src/contract/import.ts';
import type { Race as RaceAnswer } from '../../src/contract/race.ts';
import { startCommands } from '../support/commands.ts';
import { endWithin, start } from '../support/program.ts';
import { type Provisioned, startTestService } from '../support/service.ts';
import { newFolder } from '../support/started.ts';

let event: Provisioned;

const service = await startTestService();
const folder = newFolder();
const commands = startCommands(service.databaseUrl, folder);
beforeEach(async () => {
  event = await service.provision({ timezone: 'Europe/Berlin' });
});

/** The headings of a table with a line for each lane of a race. */
const HEAD = 'Race,Date,Start time,Event name,Lane,Crew,Time,Status';
const PROGRAMME = [
  '1,2026-06-13,09:00,Mens Eight,1,Adler,,',
  '1,2026-06-13,09:00,Mens Eight,2,Biber,,',
  '2,2026-06-14,09:10,Womens Eight,1,Corvus,,',
];

function save(name: string, ...lines: string[]): string {
  writeFileSync(join(folder, name), [...lines, ''].join('\r\n'));
  return name;
}

const table = (...lines: string[]) => save('table.csv', HEAD, ...lines);

interface Ran {
  status: number;
  stderr: string;
  document: ImportDocument;
}

/** Runs the command with `--json`, which prints one document whether the import succeeds or not. */
async function importing(...words: string[]): Promise<Ran> {
  const call = ['import', '--event', String(event.eventId), '--json', ...words];
  const { status, stdout, stderr } = await commands.run(call);
  assert.match(stdout, /^\{[^\n]+\}\n$/, stderr);
  assert.match(stderr, status === 0 ? /^$/ : /^[^\n]+\n$/);
  return { status, stderr, document: JSON.parse(stdout) };
}

/** Runs an import, and asserts that it succeeds. */
async function imported(...words: string[]): Promise<ImportDocument> {
  const { status, stderr, document } = await importing(...words);
  assert.equal(status, 0, stderr + JSON.stringify(document.questions));
  return document;
}

const races = async () => (await event.send('GET', '/schedule')).json.races ?? [];

const history = async () =>
  (await commands.json('history', '--event', String(event.eventId))).changes.map(
    ({ operation }: { operation: string }) => operation,
  );

test('import: a programme, again, a new version of it, and back', async () => {
  const first = await imported(table(...PROGRAMME));
  assert.deepEqual([first.written, first.format], [true, 'csv']);
  assert.deepEqual(first.counts, { new: 8, changed: 0, same: 0, skipped: 0, wrong: 0 });
  assert.deepEqual(
    [first.firstRace?.local, first.lastRace?.local],
    ['Sat 2026-06-13 09:00:00 +02:00', 'Sun 2026-06-14 09:10:00 +02:00'],
  );
  const before = await races();
  assert.deepEqual(
    before.map(({ raceNumber, title, lanes }: Record<string, unknown[]>) => [
      raceNumber,
      title,
      lanes?.length,
    ]),
    [
      [1, 'Mens Eight', 2],
      [2, 'Womens Eight', 1],
    ],
  );
  const again = await imported('table.csv');
  assert.deepEqual(
    [again.written, again.counts.same, await history()],
    [false, 8, ['import', 'create-schedule']],
  );
  const later = PROGRAMME.map((line) => line.replace('09:10', '09:30'));
  const changed = await imported(table(...later));
  assert.deepEqual(
    changed.items
      .filter(({ outcome }) => outcome === 'changed')
      .map(({ race, changes }) => [race, changes]),
    [
      [
        '2',
        [{ property: 'scheduledAt', from: '2026-06-14T07:10:00Z', to: '2026-06-14T07:30:00Z' }],
      ],
    ],
  );
  await commands.json('history', 'undo', '--entry', String(changed.entryId));
  assert.deepEqual(await races(), before);
});

test('import: a dry run says all and writes nothing; people read the same in lines', async () => {
  const { status, document } = await importing('--dry-run', table(...PROGRAMME));
  assert.deepEqual([status, document.dryRun, document.written], [0, true, false]);
  assert.deepEqual(await history(), []);
  const call = ['import', '--event', String(event.eventId), 'table.csv'];
  const { stdout } = await commands.run([...call, '--dry-run']);
  assert.equal(
    stdout,
    'First: race 1, Sat 2026-06-13 09:00:00 +02:00. Last: race 2, Sun 2026-06-14 09:10:00 +02:00.\n' +
      'New: 3 crews, 2 races, 3 lanes; changed: nothing; the same: nothing.\n' +
      'Nothing is written yet: this was a dry run.\n',
  );
  assert.match(
    (await commands.run(call)).stdout,
    /\nImported; running-order history undo --entry \d+ takes all of it back\.\n$/,
  );
  assert.match((await commands.run(call)).stdout, /\nThere is nothing to do\.\n$/);
});

test('import: what it cannot know it asks, and an answers file that takes every proposal settles it', async () => {
  const lines = ['1,,,Final,1,Adler,,', '1,,,Final,2,Adler,,', '2,,,Heat,1,Biber,,'];
  const open = await importing(table(...lines));
  assert.equal(open.status, 3);
  assert.deepEqual(open.document.questions.map(({ id }) => id).sort(), ['sameName', 'times']);
  assert.match(open.stderr, /--answers FILE: .*sameName/);
  assert.deepEqual(await history(), []);
  const proposed = Object.fromEntries(
    open.document.questions.map(({ id, proposed }) => [id, proposed]),
  );
  save('answers.json', JSON.stringify(proposed));
  const done = await imported('table.csv', '--answers', 'answers.json');
  assert.equal(done.written, true);
  assert.deepEqual(
    (await races())[0].lanes.map(({ teamName }: { teamName: string }) => teamName),
    ['Adler A', 'Adler B'],
  );
  const more = table(...lines, '3,,,Heat 2,1,Corvus,,');
  const ids = async (...words: string[]) =>
    (await importing(...words, more)).document.questions.map(({ id }) => id).sort();
  assert.deepEqual(await ids(), ['times'], 'the answers are remembered, save times');
  assert.deepEqual(await ids('--forget'), ['sameName', 'times']);
  assert.deepEqual(await ids(), ['sameName', 'times'], 'and forgotten');
});

test('import: results of the same sheet are corrected, those of others are asked about', async () => {
  const sheet = (time: string) =>
    table(`1,2026-06-13,09:00,Final,1,Adler,${time},`, '1,2026-06-13,09:00,Final,2,Biber,,DNS');
  await imported(sheet('6:42.70'));
  await imported(sheet('6:42.60'));
  const lanes = async () =>
    (await races())[0].lanes.map(
      ({ finishTimeMillis, status }: Record<string, unknown>) => finishTimeMillis ?? status,
    );
  assert.deepEqual(await lanes(), [402_600, 'dns']);
  await commands.json('result', '--event', String(event.eventId), '--race', '1', '1=6:41.00');
  const open = await importing('table.csv');
  assert.deepEqual(
    [open.status, open.document.questions.map(({ id }) => id)],
    [3, ['overwriteResults']],
  );
  save('keep.json', '{"overwriteResults": false}');
  const kept = await imported('table.csv', '--answers', 'keep.json');
  assert.deepEqual(
    [kept.written, kept.skipped.length, await lanes()],
    [false, 1, [401_000, 'dns']],
  );
  save('overwrite.json', '{"overwriteResults": true}');
  await imported('table.csv', '--answers', 'overwrite.json');
  assert.deepEqual(await lanes(), [402_600, 'dns']);
});

test('import: results alone found an event without races, once its times are known', async () => {
  const file = resolve('test/exchange/samples/crewtimer/results.csv');
  const open = await importing(file);
  assert.deepEqual([open.status, open.document.questions.map(({ id }) => id)[0]], [3, 'times']);
  save(
    'founding.json',
    JSON.stringify({
      ...Object.fromEntries(open.document.questions.map(({ id, proposed }) => [id, proposed])),
      times: { first: '2026-06-13 09:00', everyMinutes: 10 },
    }),
  );
  await imported(file, '--answers', 'founding.json');
  assert.deepEqual(
    (await races()).map(({ title, scheduledAt, lanes }: RaceAnswer) => [
      ...[title, scheduledAt.slice(11, 16), lanes.length],
    ]),
    [
      ['Womens Varsity 8+', '07:00', 3],
      ['Womens Varsity 8+ Heat A', '07:10', 1],
      ['Mixed Masters 4x+', '07:20', 2],
    ],
  );
  assert.equal((await imported(file)).written, false, 'importing it again changes nothing');
});

test('import: a race number "24a" stays printed, and a status that nobody knows is no finish', async () => {
  const lines = [
    '24a,2026-06-13,09:00,Final,1,Adler,6:42.70,',
    '24a,2026-06-13,09:00,Final,2,Biber,,abducted',
  ];
  const open = await importing(table(...lines));
  assert.equal(open.status, 3);
  assert.ok(
    open.document.questions.some(({ id }) => id === 'status'),
    JSON.stringify(open.document.questions),
  );
  const results = open.document.items.filter(({ kind }) => kind === 'result');
  assert.deepEqual(
    results.map(({ crew }) => crew),
    ['Adler'],
  );
});

test('import: a file of another regatta is asked about, whatever its numbers', async () => {
  await imported(table(...PROGRAMME));
  const other = PROGRAMME.map((line, index) =>
    line.replace(/Adler|Biber|Corvus/, `Stranger ${index}`),
  );
  const open = await importing(table(...other));
  assert.deepEqual(
    [open.status, open.document.questions.map(({ id }) => id)],
    [3, ['otherRegatta']],
  );
  save('stop.json', '{"otherRegatta": "stop"}');
  assert.equal((await importing('table.csv', '--answers', 'stop.json')).status, 1);
  save('import.json', '{"otherRegatta": "import"}');
  assert.equal((await imported('table.csv', '--answers', 'import.json')).written, true);
  assert.equal((await importing(table(...PROGRAMME))).status, 0, 'crews of both are there now');
});

test('import: one wrong row, a number of somebody else, a file that is none: nothing is written', async () => {
  await event.send('POST', '/schedule');
  const timer = {
    externalId: 'timer-1',
    raceNumber: 1,
    scheduledAt: '2026-06-13T07:00:00Z',
    title: 'Mens Eight',
  };
  await event.send('PUT', '/races', [timer]);
  const before = await history();
  const taken = await importing(table(...PROGRAMME));
  assert.equal(taken.status, 1);
  assert.deepEqual(
    taken.document.wrong.map(({ reason }) => reason),
    ['race 1 belongs to "timer-1" (Mens Eight): give one of them another number'],
  );
  assert.match(taken.stderr, /^Nothing is written: row 2: race 1 belongs to "timer-1"/);
  const twice = await importing(
    table('2,2026-06-13,09:00,Mens Eight,1,Adler,,', '2,2026-06-13,09:00,Mens Eight,1,Biber,,'),
  );
  assert.equal(twice.status, 1);
  writeFileSync(
    join(folder, 'picture.xlsx'),
    Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
  );
  const binary = await importing('picture.xlsx');
  assert.deepEqual([binary.status, binary.document.wrong.length], [1, 1]);
  assert.match(binary.stderr, /save it as .xlsx/i);
  const missing = await importing('nothing.csv');
  assert.deepEqual(
    [missing.status, missing.stderr],
    [1, 'Nothing is written: nothing.csv cannot be read: there is no such file.\n'],
  );
  assert.deepEqual(await history(), before);
});

test('import: an event that is not there is a failure with a document', async () => {
  const { status, stdout, stderr } = await commands.run([
    'import',
    '--event',
    '999',
    '--json',
    table(...PROGRAMME),
  ]);
  assert.equal(status, 1);
  assert.match(stderr, /There is no event 999\. See running-order event list\./);
  assert.deepEqual([JSON.parse(stdout).eventId, JSON.parse(stdout).wrong.length], [999, 1]);
});

test('import: wrong calls', async () => {
  table(...PROGRAMME);
  const on = ['--event', String(event.eventId)];
  save('list.json', '[1]');
  save('broken.json', '{');
  save('unknown.json', '{"zome": "UTC"}');
  await commands.fails(2, ['import', 'table.csv'], /--event is missing/);
  await commands.fails(2, ['import', ...on], /Say which FILE/);
  await commands.fails(
    2,
    ['import', ...on, '--as', 'lotus', 'table.csv'],
    /--as must be one of csv, xlsx, finishlynx/,
  );
  await commands.fails(
    2,
    ['import', ...on, '--answers', 'list.json', 'table.csv'],
    /list\.json is none/,
  );
  await commands.fails(
    2,
    ['import', ...on, '--answers', 'broken.json', 'table.csv'],
    /broken\.json is none/,
  );
  await commands.fails(
    2,
    ['import', ...on, '--answers', 'none.json', 'table.csv'],
    /none\.json is none/,
  );
  await commands.fails(
    2,
    ['import', ...on, '--answers', 'unknown.json', 'table.csv'],
    /there is no question "zome"/,
  );
});

test('import: a wrong call with --json prints a document, too', async () => {
  table(...PROGRAMME);
  const calls: [string[], RegExp][] = [
    [['table.csv'], /--event is missing/],
    [['table.csv', '--event', 'abc'], /--event must be an id/],
    [['table.csv', '--event', '7', '--as', 'lotus'], /--as must be one of/],
    [['table.csv', '--event', '7', '--answers', 'none.json'], /none\.json is none/],
  ];
  for (const [words, reason] of calls) {
    const { status, stdout } = await commands.run(['import', ...words, '--json']);
    assert.equal(status, 2, words.join(' '));
    const document = JSON.parse(stdout);
    assert.deepEqual([document.eventId, document.written, document.counts.wrong], [null, false, 1]);
    assert.match(document.wrong[0].reason, reason);
  }
});

test('import: a wrong row that no answer mends is said at once, with the questions', async () => {
  const twice = ['24a,2026-06-13,09:00,Final,1,Adler,,', '24a,2026-06-13,09:00,Final,1,Biber,,'];
  const final = await importing(table(...twice));
  assert.deepEqual(
    [final.status, final.document.questions.map(({ id }) => id)],
    [1, ['raceNumbers']],
  );
  assert.match(final.stderr, /^Nothing is written: row 3, .* no answer does\. .*: raceNumbers\.$/m);
  const unknown = '24a,2026-06-13,09:00,Final,3,Corvus,,abducted';
  const open = await importing(table(...twice, unknown));
  assert.equal(open.status, 3);
  assert.match(open.stderr, /^Nothing is written: row 3, .* must be mended, unless an answer/);
});

test('import: a folder, and several files, are one transaction', async () => {
  mkdirSync(join(folder, 'both'), { recursive: true });
  writeFileSync(
    join(folder, 'both', 'b-results.csv'),
    'Race,Lane,Crew,Time\n1,1,Adler,6:42.70\n1,2,Biber,6:43.70\n',
  );
  writeFileSync(join(folder, 'both', 'c-programme.csv'), `${[HEAD, ...PROGRAMME].join('\n')}\n`);
  writeFileSync(join(folder, 'both', '.hidden'), 'nothing');
  const done = await imported('both');
  assert.equal(done.written, true);
  assert.deepEqual(await history(), ['import', 'create-schedule']);
  assert.deepEqual(
    (await races())[0].lanes.map(({ finishPlace }: { finishPlace: number }) => finishPlace),
    [1, 2],
  );
  writeFileSync(join(folder, 'both', 'd-wrong.csv'), 'Race,Lane,Crew,Time\n1,9,Adler,6:42.70\n');
  const wrong = await importing('both');
  assert.deepEqual(
    [wrong.status, wrong.document.wrong.map(({ file, row }) => [file, row])],
    [1, [['d-wrong.csv', 2]]],
  );
});

test('import: programme and results of one regatta give the same together and one after the other', async () => {
  const samples = resolve('test/exchange/samples/spreadsheets');
  const [programme, results] = ['fr-programme.csv', 'fr-resultats.csv'].map((name) =>
    join(samples, name),
  );
  assert.ok(programme && results);
  const dates = { Samedi: '2026-06-13', Dimanche: '2026-06-14' };
  save('fr.json', JSON.stringify({ raceNumbers: true, dates }));
  const counted = { new: 14, changed: 0, same: 0, skipped: 0, wrong: 0 };
  const both = await imported(results, programme, '--answers', 'fr.json');
  assert.deepEqual(both.counts, counted);
  const together = await races();
  assert.deepEqual((await imported(programme, results)).counts, { ...counted, new: 0, same: 14 });
  event = await service.provision({ timezone: 'Europe/Berlin' });
  await imported(programme, '--answers', 'fr.json');
  assert.equal((await imported(results)).counts.new, 4);
  assert.deepEqual(await races(), together);
});

test('import: a folder holds other things, which are named; a damaged file stops all', async () => {
  const into = (name: string) => join(folder, 'timing', name);
  mkdirSync(into('images'), { recursive: true });
  writeFileSync(into('programme.csv'), `${[HEAD, ...PROGRAMME].join('\n')}\n`);
  writeFileSync(into('photo.png'), Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'));
  writeFileSync(into('scan.tif'), Buffer.alloc(5 * 1024 * 1024 + 1));
  writeFileSync(into('notes.txt'), 'Charge the battery.');
  writeFileSync(into('programme.csv.bak'), 'Race');
  const { written, skipped, wrong } = await imported('timing');
  assert.deepEqual([written, wrong], [true, []]);
  assert.deepEqual(skipped.map(({ file }) => file).sort(), [
    'images',
    'notes.txt',
    'photo.png',
    'programme.csv.bak',
    'scan.tif',
  ]);
  writeFileSync(into('001-1-01.lif'), '1,1,1,Final,,,,,,500,9:00:00.0\r\n1,101,3,Cr');
  const refused = await importing('timing');
  assert.deepEqual([refused.status, refused.document.written], [1, false]);
  assert.match(refused.stderr, /001-1-01\.lif is not whole/);
});

test('import: standard input', async () => {
  const words = ['import', '--event', String(event.eventId), '--json', '-'];
  const table = start(words, { DATABASE_URL: service.databaseUrl });
  table.child.stdin?.end([HEAD, ...PROGRAMME].map((line) => line.replaceAll(',', '\t')).join('\n'));
  assert.equal(await endWithin(30, table), 0, table.output.stdout);
  assert.equal(JSON.parse(table.output.stdout).counts.new, 8);
});

test('import: start lists and results of FinishLynx', async () => {
  const lif = (place: string) => `1,1,1,Final,,,,,,1000,09:00:01.0000\r\n${place}\r\n`;
  await imported(table(...PROGRAMME));
  save('001-1-01.lif', lif('1,,1,Adler,,,3:10.25,,,,\r\n2,,2,Biber,,,3:12.5,,,,').trimEnd());
  const done = await imported('001-1-01.lif');
  assert.deepEqual([done.format, done.counts.new], ['finishlynx', 2]);
  assert.deepEqual(
    (await races())[0].lanes.map(
      ({ finishTimeMillis }: { finishTimeMillis: number }) => finishTimeMillis,
    ),
    [190_250, 192_500],
  );
  save('009-1-01.lif', lif('1,,1,Adler,,,3:10.25,,,,').replace('1,1,1,', '9,1,1,').trimEnd());
  const unknown = await importing('009-1-01.lif');
  assert.deepEqual([unknown.status, unknown.document.questions.map(({ id }) => id)], [3, ['race']]);
});

test('import: a .lif of another round, or of a heat, never takes the place of the one before', async () => {
  const lif = (header: string, time: string) =>
    save('race.lif', `${header},Mens Eight`, `1,,1,Adler,,,${time},,,,`);
  const asks = async (...words: string[]) =>
    (await importing(...words)).document.questions.map(({ id }) => id);
  await imported(table(...PROGRAMME));
  await imported(lif('1,1,1', '3:10.25'));
  assert.equal((await imported(lif('1,1,1', '3:10.35'))).counts.changed, 1, 'a correction');
  assert.deepEqual(await asks(lif('1,2,1', '3:20.0')), ['race']);
  assert.deepEqual(await asks(lif('1,1,2', '3:20.0')), ['race']);
  save('answers.json', JSON.stringify({ race: { '1-1-2': '1' } }));
  assert.deepEqual(await asks('race.lif', '--answers', 'answers.json'), ['overwriteResults']);
  assert.equal((await races())[0].lanes[0].finishTimeMillis, 190_350);
});

test('import: start lists of FinishLynx give a race its name, and no round that they do not say', async () => {
  const evt = [
    '5,1,1,W8+ Heat 1',
    ',101,1,Adler',
    '5,1,2,W8+ Heat 2',
    ',102,1,Biber',
    '5,2,1,W8+ Final',
  ];
  save('times.json', JSON.stringify({ times: { first: '2026-06-13 09:00', everyMinutes: 10 } }));
  const { items } = await imported(save('lynx.evt', ...evt), '--answers', 'times.json');
  assert.deepEqual(
    items.flatMap(({ kind, race }) => (kind === 'race' ? race : [])),
    ['5', '5-1-2', '5-2-1'],
  );
  assert.deepEqual(
    (await races()).map((race: Record<string, unknown>) => [
      race.externalId,
      race.raceNumber,
      race.title,
      race.round,
    ]),
    [
      ['lynx:5-1-1', 5, 'W8+ Heat 1', null],
      ['lynx:5-1-2', 6, 'W8+ Heat 2', null],
      ['lynx:5-2-1', 7, 'W8+ Final', null],
    ],
  );
});

test('import: what we exported for FinishLynx changes nothing; what was changed there are lanes', async () => {
  const long = 'Kanal-Ruder-Gesellschaft Süd von 1887 B';
  await imported(table(...PROGRAMME, `2,2026-06-14,09:10,Womens Eight,2,"${long}",,`));
  const lists = join(folder, 'lynx');
  const { status } = await commands.run([
    'export',
    '--event',
    String(event.eventId),
    '--to',
    'finishlynx',
    '--out',
    lists,
  ]);
  assert.equal(status, 0);
  const before = await races();
  const same = await imported('lynx');
  assert.deepEqual(same.counts, { new: 0, changed: 0, same: 10, skipped: 0, wrong: 0 });
  const evt = join(lists, 'lynx.evt');
  writeFileSync(evt, readFileSync(evt, 'latin1').replace(',1,Adler', ',4,Adler'), 'latin1');
  const changed = await imported('lynx');
  assert.deepEqual(
    changed.items
      .filter(({ outcome }) => outcome !== 'same')
      .map(({ kind, race, position, outcome }) => [kind, race, position, outcome]),
    [
      ['lane', '1', 1, 'changed'],
      ['lane', '1', 4, 'new'],
    ],
  );
  const after = await races();
  assert.deepEqual(after[1], before[1]);
  assert.deepEqual({ ...after[0], lanes: [] }, { ...before[0], lanes: [] });
});

test('import: a .lif without number and name is asked about each time', async () => {
  const lif = (time: string) => save('0.lif', '0,0,0,', `1,,1,Adler,,,${time},,,,`);
  await imported(table(...PROGRAMME));
  save('answers.json', JSON.stringify({ race: { 'lynx:0-0-0': '1' } }));
  await imported(lif('3:10.25'), '--answers', 'answers.json');
  const next = await importing(lif('3:20.0'));
  assert.deepEqual([next.status, next.document.questions.map(({ id }) => id)], [3, ['race']]);
});

test('import: a .lif with a lane twice is refused in one sentence, and nothing is asked', async () => {
  await imported(table(...PROGRAMME));
  const rows = ['1,,1,Zebra,,,3:10.25,,,,', '2,,1,Zebra,,,3:11.25,,,,'];
  const { status, document } = await importing(save('a.lif', '1,1,1,Other', ...rows));
  assert.deepEqual(
    [status, document.questions, document.wrong.map(({ reason }) => reason)],
    [1, [], ['lane 1 stands in the file twice']],
  );
});

test('import: a whole event that was exported, into an empty one and no other', async () => {
  await imported(table(...PROGRAMME));
  const exported = await commands.run(['export', '--event', String(event.eventId), '--to', 'json']);
  writeFileSync(join(folder, 'event.json'), exported.stdout);
  const before = await races();
  const again = await importing('event.json');
  assert.equal(again.status, 1, 'it has races already');
  event = await service.provision({ timezone: null });
  const shown = await importing('--dry-run', 'event.json');
  assert.deepEqual(
    [shown.status, shown.document.written, shown.document.counts.new],
    [0, false, 8],
  );
  assert.equal(shown.document.firstRace?.local, 'Sat 2026-06-13 09:00:00 +02:00');
  assert.deepEqual(await races(), []);
  const done = await imported('event.json');
  assert.deepEqual([done.written, done.format], [true, 'event']);
  assert.deepEqual(await races(), before);
});
