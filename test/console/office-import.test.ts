/** Importing files in the race office: the preview and its questions, what is written, and what is refused. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  MAX_IMPORT_BYTES,
  MAX_IMPORT_FILE_BYTES,
  MAX_IMPORT_FILES,
} from '../../src/contract/limits.ts';
import {
  assertGuarded,
  assertRefused,
  type Office,
  officeOf,
  openOffice,
} from '../support/office.ts';
import { refused } from '../support/refused.ts';
import { startTestService } from '../support/service.ts';

const service = await startTestService();

const SHEET = [
  'raceNumber,date,time,title,lane,crew,club',
  '4,2026-06-14,11:00,Relay,1,Amsel,AMS',
  '4,2026-06-14,11:00,Relay,2,Dachs,DAC',
  '5,2026-06-14,11:10,Consolation,1,Elster,ELS',
].join('\r\n');

function file(name: string, content: string | Buffer) {
  return { name, content: Buffer.from(content).toString('base64') };
}

const sheet = { files: [file('programme.csv', SHEET)] };

function send(office: Office, body: object) {
  return office.person.send('POST', `${office.path}/import`, body);
}

test('a preview says what would become of a sheet, and writes nothing', async () => {
  const office = await openOffice(service);
  const before = await office.read();
  const { status, json, text } = await send(office, sheet);
  assert.equal(status, 200, text);
  assert.deepEqual(json.questions, []);
  assert.deepEqual([json.dryRun, json.written, json.entryId], [true, false, null]);
  assert.equal(json.counts.wrong, 0);
  const told = (kind: string) =>
    json.items
      .filter((item: { kind: string }) => item.kind === kind)
      .map(({ outcome, race, crew }: Record<string, string>) => `${outcome} ${race ?? crew}`);
  assert.deepEqual(told('race').sort(), ['new 4', 'new 5']);
  assert.deepEqual(told('crew').sort(), ['new Dachs', 'new Elster', 'same Amsel']);
  assert.match(json.firstRace.local, /^Sun 2026-06-14 11:00/);
  assert.deepEqual(await office.read(), before);
});

test('what was previewed is written as one entry, undone as one, and the same again changes nothing', async () => {
  const office = await openOffice(service);
  const { revision } = await office.read();
  const { preview } = (await send(office, sheet)).json;
  const { status, json, text } = await send(office, { ...sheet, preview });
  assert.equal(status, 200, text);
  assert.deepEqual(
    [json.written, json.changedMeanwhile, json.revision],
    [true, false, revision + 1],
  );
  const { races } = await office.read();
  assert.deepEqual(
    races
      .slice(-2)
      .map((race: { title: string; lanes: object[] }) => [race.title, race.lanes.length]),
    [
      ['Relay', 2],
      ['Consolation', 1],
    ],
  );
  const [entry] = await service.database.reads
    .selectFrom('history')
    .where('id', '=', json.entryId)
    .select(['operation', 'user_id as userId', 'key_prefix as keyPrefix'])
    .execute();
  assert.deepEqual(entry, { operation: 'import', userId: office.event.userId, keyPrefix: null });

  const again = (await send(office, sheet)).json;
  assert.deepEqual([again.counts.new, again.counts.changed], [0, 0]);
  const kept = await office.read();
  assert.equal((await send(office, { ...sheet, preview: again.preview })).json.written, false);
  assert.deepEqual(await office.read(), kept);

  const undone = await office.person.send(
    'POST',
    `${office.path}/history/${json.entryId}/undo`,
    {},
  );
  assert.equal(undone.status, 200, undone.text);
  assert.equal((await office.read()).races.length, races.length - 2);
});

test('where the event has changed since the preview, nothing is written, and a new preview comes', async () => {
  const office = await openOffice(service);
  const { preview } = (await send(office, sheet)).json;
  const { crews } = await office.read();
  const biber = crews.find(({ name }: { name: string }) => name === 'Biber');
  await office.write('/crews', { crews: [{ id: biber.id, name: 'Dachs' }] });
  const before = await office.read();
  const { json } = await send(office, { ...sheet, preview });
  assert.deepEqual([json.written, json.changedMeanwhile, json.entryId], [false, true, null]);
  assert.notEqual(json.preview, preview);
  assert.deepEqual(await office.read(), before);
  const second = await send(office, { ...sheet, preview: json.preview });
  assert.equal(second.json.written, true, second.text);
});

test('the file of a whole event is taken over into an empty one', async () => {
  const office = await openOffice(service);
  const exported = await office.person.send('GET', `${office.path}/export/json`);
  assert.equal(exported.status, 200, exported.text);
  const files = [file('event.json', exported.text)];
  const empty = await officeOf(service, await service.provision());
  const { json } = await empty.person.send('POST', `${empty.path}/import`, { files });
  assert.deepEqual([json.counts.wrong, json.written, json.firstRace.race], [0, false, '1']);
  assert.deepEqual((await empty.read()).races, []);
  const { preview } = json;
  const done = await empty.person.send('POST', `${empty.path}/import`, { files, preview });
  assert.equal(done.json.written, true, done.text);
  const names = (document: { races: { title: string; lanes: object[] }[] }) =>
    document.races.map(({ title, lanes }) => [title, lanes.length]);
  assert.deepEqual(names(await empty.read()), names(await office.read()));
  const { wrong } = (await send(office, { files })).json;
  assert.match(wrong[0].reason, /empty|published/, 'not into one that has something');
});

test('a file that cannot be read is told in a sentence', async () => {
  const office = await openOffice(service);
  for (const [name, content] of [
    ['old.xls', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])],
    ['broken.xlsx', Buffer.from('PK\u0003\u0004 and no more')],
    ['letter.pdf', Buffer.from('%PDF-1.4')],
  ] as const) {
    const { status, json, text } = await send(office, { files: [file(name, content)] });
    assert.equal(status, 200, text);
    assert.equal(json.counts.wrong, 1);
    assert.match(json.wrong[0].reason, /^[A-Z].*\.$/, name);
    const written = await send(office, { files: [file(name, content)], preview: json.preview });
    assert.equal(written.json.written, false);
  }
});

test('what is no import is refused, and nothing is written', async () => {
  const office = await openOffice(service);
  const name = 'a.csv';
  const large = Buffer.alloc(MAX_IMPORT_FILE_BYTES + 1, 'a').toString('base64');
  const whole = Buffer.alloc(MAX_IMPORT_FILE_BYTES, 'a').toString('base64');
  const rest = Buffer.alloc(MAX_IMPORT_BYTES - 2 * MAX_IMPORT_FILE_BYTES + 1, 'a');
  const wrong: [body: object, field: string][] = [
    [{}, 'files'],
    [{ files: [] }, 'files'],
    [{ files: [{ name, content: 'no base64!' }] }, 'files[0].content'],
    [{ files: [{ name, content: 'YQ' }] }, 'files[0].content'],
    [{ files: [{ name: '', content: 'YQ==' }] }, 'files[0].name'],
    [{ files: [{ name, content: large }] }, 'files[0].content'],
    [{ files: [{ name, content: whole }, { name, content: whole }, file(name, rest)] }, 'files'],
    [
      { files: Array.from({ length: MAX_IMPORT_FILES + 1 }, () => ({ name, content: 'YQ==' })) },
      'files',
    ],
    [{ ...sheet, answers: [] }, 'answers'],
    [{ ...sheet, answers: 'zone' }, 'answers'],
    [{ ...sheet, preview: 7 }, 'preview'],
  ];
  for (const [body, field] of wrong) {
    await assertRefused(office, () => send(office, body), {
      status: 422,
      code: 'validation_failed',
      field,
    });
  }
  const beyond = 'a'.repeat(2 * MAX_IMPORT_BYTES);
  refused(await send(office, { files: [{ name, content: beyond }] }), 413, 'payload_too_large');
});

test('it is for those who manage the event, from a page of the service', async () => {
  const office = await openOffice(service);
  await assertGuarded(service, office, ['POST', '/import', sheet]);
});

test('of one person one import is read at a time; those of others go on', async () => {
  const office = await openOffice(service);
  const other = await openOffice(service);
  const replies = await Promise.all([
    ...Array.from({ length: 5 }, () => send(office, sheet)),
    send(other, sheet),
  ]);
  const statuses = replies.slice(0, 5).map(({ status }) => status);
  assert.ok(statuses.includes(200));
  for (const reply of replies.slice(0, 5)) {
    if (reply.status === 200) continue;
    refused(reply, 429, 'rate_limited');
    assert.match(reply.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
  }
  assert.equal(replies[5]?.status, 200, 'another person');
  assert.equal((await send(office, sheet)).status, 200, 'the next one');
});
