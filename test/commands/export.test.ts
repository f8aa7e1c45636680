/** The command that exports an event, in a second process on the database of a running service. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { unzipSync } from 'fflate';
import { EVENT_COLUMNS } from '../../src/exchange/writers/event-table.ts';
import { published } from '../support/board.ts';
import { startCommands } from '../support/commands.ts';
import { startTestService } from '../support/service.ts';
import { newFolder } from '../support/started.ts';

const service = await startTestService();
const folder = newFolder();
const commands = startCommands(service.databaseUrl, folder);
const event = await published(service);

const call = (...words: string[]) => ['export', '--event', String(event.eventId), ...words];

async function printed(format: string): Promise<string> {
  const { status, stdout, stderr } = await commands.run(call('--to', format));
  assert.deepEqual([status, stderr], [0, '']);
  return stdout;
}

test('export: what is text goes to standard output, byte for byte', async () => {
  const csv = await printed('csv');
  assert.ok(
    csv.startsWith(`\ufeff${EVENT_COLUMNS.join(',')}\r\n1,r1,2026-06-13,09:00,Europe/Berlin,`),
  );
  assert.equal(csv.trimEnd().split('\r\n').length, 6);
  assert.match(
    await printed('crewtimer'),
    /^\ufeffEvent Num,[\s\S]*\r\n2,Final,09:00,2026-06-14,Biber,,2,\r\n$/,
  );
  assert.match(await printed('template'), /Example crew B/);
  const file = JSON.parse(await printed('json'));
  assert.equal(file.format, 'running-order-event');
  assert.deepEqual(file.event.timezone, 'Europe/Berlin');
  const { text, to } = (await commands.json(...call('--to', 'csv'))).files[0];
  assert.deepEqual([text, to], [csv, undefined]);
});

test('export: a file is replaced in one step, and nothing is left beside it', async () => {
  const out = join(folder, 'regatta.csv');
  writeFileSync(out, 'old');
  const { files } = await commands.json(...call('--to', 'csv', '--out', out));
  assert.deepEqual(files, [{ path: out, bytes: readFileSync(out).length }]);
  assert.equal(readFileSync(out, 'utf8'), await printed('csv'));
  const done = await commands.run(call('--to', 'xlsx', '--out', folder));
  assert.deepEqual([done.status, done.stderr], [0, '']);
  assert.match(done.stdout, /^Wrote \d+ bytes to .*event\.xlsx\.\n$/);
  const parts = unzipSync(readFileSync(join(folder, 'event.xlsx')));
  assert.ok('xl/worksheets/sheet1.xml' in parts);
  const empty = join(folder, 'empty.XLSX');
  await commands.json(...call('--to', 'template', '--out', empty));
  assert.ok('xl/workbook.xml' in unzipSync(readFileSync(empty)));
  assert.deepEqual(readdirSync(folder).sort(), ['empty.XLSX', 'event.xlsx', 'regatta.csv']);
});

test('export: FinishLynx gets its three files in a folder, and keeps those of others', async () => {
  const lynx = join(folder, 'new', 'lynx');
  const { files } = await commands.json(...call('--to', 'finishlynx', '--out', lynx));
  assert.deepEqual(
    files.map(({ path }: { path: string }) => path),
    ['lynx.ppl', 'lynx.sch', 'lynx.evt'].map((name) => join(lynx, name)),
  );
  assert.match(
    readFileSync(join(lynx, 'lynx.evt'), 'latin1'),
    /\r\n1,1,1,Heat 1\r\n,1,1,Amsel\r\n,/,
  );
  await commands.json(...call('--to', 'finishlynx', '--out', lynx));
  const others = join(folder, 'others');
  mkdirSync(others);
  writeFileSync(join(others, 'lynx.evt'), '1,1,1,Theirs\r\n');
  const message = /lynx\.evt was not written by Running Order: name another folder/;
  await commands.fails(1, call('--to', 'finishlynx', '--out', others), message);
  assert.deepEqual(readdirSync(others), ['lynx.evt']);
});

test('export: what the association will miss is said beside its file', async () => {
  await event.send('PUT', '/races/r1/results', [{ position: 1, finishTimeMillis: 402_690 }]);
  const { status, stdout, stderr } = await commands.run(call('--to', 'drv-results'));
  assert.equal(status, 0);
  assert.match(stdout, /<Rennen Nummer="1">\r\n {4}<Lauf Typ="V" Nummer="1" Bezeichnung="Heat 1">/);
  assert.match(
    stderr,
    /^Note: Boats without a MeldungsID: 1\. .*\nNote: Races without a distance: 1\./,
  );
});

test('export: wrong calls say what is right', async () => {
  await commands.fails(2, call('--to', 'pdf'), /--to must be one of csv, xlsx, finishlynx/);
  await commands.fails(2, call(), /--to is missing/);
  await commands.fails(2, call('--to', 'xlsx'), /--to xlsx needs --out with a file/);
  await commands.fails(2, call('--to', 'finishlynx'), /needs --out with the folder/);
  await commands.fails(2, call('--to', 'csv', '--out', ''), /--out is empty/);
  await commands.fails(1, ['export', '--event', '4711', '--to', 'csv'], /There is no event 4711/);
  const nowhere = join(folder, 'no', 'where.csv');
  await commands.fails(1, call('--to', 'csv', '--out', nowhere), /make the folder .* first/);
  assert.ok(!existsSync(join(folder, 'no')));
  const file = join(folder, 'regatta.csv');
  await commands.fails(1, call('--to', 'finishlynx', '--out', file), /is a file: name a folder/);
});
