/** The texts about the installation: who may write them, what is refused, what the history keeps, and the commands. */
import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { NO_TEXTS } from '../../src/domain/accounts/installation-rules.ts';
import { clubWithRoles, somebody } from '../support/club.ts';
import { startCommands } from '../support/commands.ts';
import { type Reply, startTestService } from '../support/service.ts';
import { newFolder } from '../support/started.ts';

const service = await startTestService();
const operator = await somebody(service, { isOperator: true });
const folder = newFolder();
const commands = startCommands(service.databaseUrl, folder);
afterEach(async () => {
  await patch(NO_TEXTS);
});

const patch = (body: unknown) => operator.send('PATCH', '/installation', body);
/** The stored texts, without the revision. */
const stored = async () => textsOf(await operator.send('GET', '/installation'));
const textsOf = ({ json: { revision: _, ...texts } }: Reply) => texts;

test('only operators read and write it', async () => {
  const { member, manager, admin, stranger } = await clubWithRoles(service);
  for (const { send } of [member, manager, admin, stranger]) {
    for (const reply of [
      await send('GET', '/installation'),
      await send('PATCH', '/installation', { operatorName: 'x' }),
    ]) {
      assert.deepEqual([reply.status, reply.json.code], [403, 'forbidden']);
    }
  }
  assert.deepEqual(await stored(), NO_TEXTS);
});

test('it is changed text by text, and null or an empty text clears one', async () => {
  const first = await patch({ operatorName: ' Rowing club ', contact: 'Office@Club.example' });
  assert.equal(first.status, 200, first.text);
  const said = { ...NO_TEXTS, operatorName: 'Rowing club', contact: 'office@club.example' };
  assert.deepEqual(textsOf(first), said);
  const imprint = 'Rowing club\n1 Lake Road\n\nChair: Ann Smith';
  const second = await patch({ imprint, supportUrl: 'https://club.example/help' });
  const further = { ...said, imprint, supportUrl: 'https://club.example/help' };
  assert.deepEqual(textsOf(second), further);
  assert.deepEqual(await stored(), further);
  const third = await patch({ contact: null, imprint: '' });
  assert.deepEqual(textsOf(third), { ...further, contact: null, imprint: null });
});

test('what is wrong is named, and nothing of it is written', async () => {
  await patch({ operatorName: 'Before' });
  const before = await stored();
  for (const [body, fields] of [
    [{ operatorName: 'After', contact: 'nobody' }, ['contact']],
    [{ contact: 'x', supportUrl: 'mailto:a@example.org' }, ['contact', 'supportUrl']],
    [{ imprint: 'x'.repeat(5001) }, ['imprint']],
    [{ privacy: `${'x'.repeat(4999)}🚣🚣` }, ['privacy']],
    [{ contact: 7, privacy: ['x'] }, ['contact', 'privacy']],
    [{ supportUrl: `https://club.example/${'x'.repeat(500)}` }, ['supportUrl']],
    [{}, ['body']],
    [{ name: 'x' }, ['body']],
  ] as const) {
    const { status, json } = await patch(body);
    assert.equal(status, 422);
    assert.equal(json.code, 'validation_failed');
    assert.deepEqual(
      json.errors.map(({ field }: { field: string }) => field),
      fields,
    );
  }
  assert.deepEqual(await stored(), before);
  assert.equal((await patch({ privacy: `${'x'.repeat(4999)}🚣` })).status, 200);
});

test('the history of accounts has what changed, and nothing where nothing did', async () => {
  const entries = async () => {
    const { json } = await operator.send('GET', '/account/history');
    const all: { operation: string; details: object }[] = json.entries;
    return all.filter(({ operation }) => operation === 'edit-installation');
  };
  const before = await entries();
  await patch({ operatorName: 'Rowing club', imprint: 'I' });
  await patch({ operatorName: 'Rowing club' });
  await patch({ imprint: null });
  const [last, first, ...earlier] = await entries();
  assert.deepEqual(earlier, before);
  assert.deepEqual(first?.details, { operatorName: 'Rowing club', imprint: 'I' });
  assert.deepEqual(last?.details, { imprint: null });
});

test('two operators who change different texts at once lose none of them', async () => {
  const texts = { operatorName: 'A', contact: 'a@example.org', imprint: 'I', privacy: 'P' };
  const replies = await Promise.all(
    Object.entries(texts).map(([name, text]) => patch({ [name]: text })),
  );
  assert.deepEqual(
    replies.map(({ status }) => status),
    [200, 200, 200, 200],
  );
  assert.deepEqual(await stored(), { ...NO_TEXTS, ...texts });
});

test('a text that somebody else has written since it was seen is not overwritten', async () => {
  const other = await somebody(service, { isOperator: true });
  const { revision: seen } = (await patch({ operatorName: 'Rowing club', imprint: 'Old' })).json;
  assert.equal((await operator.send('GET', '/installation')).json.revision, seen);
  const theirs = await other.send('PATCH', '/installation', { imprint: 'Theirs', seen });
  assert.equal(theirs.status, 200, theirs.text);

  const refused = await patch({ imprint: 'Mine', contact: 'a@club.example', seen });
  assert.deepEqual([refused.status, refused.json.code], [409, 'conflict']);
  assert.match(refused.json.detail, /imprint is "Theirs" now\. Nothing was changed/);
  assert.deepEqual(
    [await stored(), (await operator.send('GET', '/installation')).json.revision],
    [{ ...NO_TEXTS, operatorName: 'Rowing club', imprint: 'Theirs' }, theirs.json.revision],
  );
  // No conflict: others have not changed `operatorName`, and `imprint` equals what they have written.
  const beside = await patch({ operatorName: 'Regatta club', imprint: 'Theirs', seen });
  assert.equal(beside.status, 200, beside.text);
  const wanted = await patch({ imprint: 'Mine', seen: theirs.json.revision });
  assert.equal(wanted.json.imprint, 'Mine', wanted.text);
  // The command line, and a request without `seen`, overwrite whatever is stored.
  await commands.json('installation', 'set', '--imprint', 'Typed');
  assert.equal((await patch({ imprint: null, seen: wanted.json.revision })).status, 409);
  assert.equal((await patch({ imprint: null })).json.imprint, null);
  for (const wrong of [-1, '1', 1.5]) {
    const reply = await patch({ imprint: 'x', seen: wrong });
    assert.deepEqual([reply.status, reply.json.field], [422, 'seen']);
  }
});

test('command line: texts are set, shown and cleared', async () => {
  assert.deepEqual(await commands.json('installation', 'show'), NO_TEXTS);
  const set = await commands.json(
    ...['installation', 'set', '--operator-name', 'Rowing club', '--contact', 'a@club.example'],
    ...['--imprint', 'One\n\nTwo', '--support-url', 'https://club.example/help'],
  );
  assert.deepEqual(set, {
    ...{ operatorName: 'Rowing club', contact: 'a@club.example', imprint: 'One\n\nTwo' },
    ...{ privacy: null, supportUrl: 'https://club.example/help' },
  });
  assert.deepEqual(await stored(), set);
  const { stdout } = await commands.run(['installation', 'show']);
  assert.match(
    stdout,
    /^operatorName: Rowing club\ncontact: a@club\.example\nimprint: One\n\nTwo\n/,
  );
  assert.match(stdout, /^privacy: not given$/m);
  const cleared = await commands.json('installation', 'set', '--imprint', '', '--contact', '');
  assert.deepEqual(cleared, { ...set, imprint: null, contact: null });
});

test('command line: what is wrong is told, and nothing is written', async () => {
  const set = (...words: string[]) => ['installation', 'set', ...words];
  await commands.fails(1, set('--contact', 'nobody'), /contact must be a mail address or a web/);
  await commands.fails(1, set('--support-url', 'x'), /supportUrl must be a web address/);
  await commands.fails(1, set('--imprint', 'x'.repeat(5001)), /--imprint must have at most 5000/);
  await commands.fails(2, set(), /Say what is to change/);
  assert.deepEqual(await stored(), NO_TEXTS);
});
