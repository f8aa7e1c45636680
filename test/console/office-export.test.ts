/** Downloads of the race office: who may fetch them, and what is in each kind of file. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unzipSync } from 'fflate';
import { EXPORT_FORMATS } from '../../src/contract/export.ts';
import { addMember } from '../support/accounts.ts';
import { signIn, visitor } from '../support/console.ts';
import { assertPlainSite } from '../support/exported-site.ts';
import { openOffice } from '../support/office.ts';
import { png } from '../support/pictures.ts';
import { refused } from '../support/refused.ts';
import { startTestService } from '../support/service.ts';

const service = await startTestService();
const office = await openOffice(service);

const fetchFile = (format: string) => office.person.send('GET', `${office.path}/export/${format}`);

test('each kind of file is an attachment with a name of its own', async () => {
  const names: string[] = [];
  for (const format of EXPORT_FORMATS) {
    const { status, headers } = await fetchFile(format);
    assert.deepEqual([status, headers.get('cache-control')], [200, 'no-store'], format);
    const [, name = ''] =
      /^attachment; filename="([^"]+)"$/.exec(headers.get('content-disposition') ?? '') ?? [];
    names.push(name.replace(/-\d+\./, '-N.'));
  }
  assert.deepEqual(names, [
    ...['event-N.csv', 'event-N.xlsx', 'finishlynx-N.zip', 'crewtimer-line-up-N.csv'],
    ...['ergebnisse-N.xml', 'event-N.json', 'template-N.xlsx'],
  ]);
});

test('what is in the files is of this event', async () => {
  const csv = await fetchFile('csv');
  assert.equal(csv.headers.get('content-type'), 'text/csv; charset=utf-8');
  assert.match(csv.text, /,Chamäleon,c3,/);
  assert.equal((await fetchFile('json')).json.teams.length, 3);
  const { url } = service;
  const { cookie } = office.person;
  const answer = await fetch(`${url}/console/api${office.path}/export/finishlynx`, {
    headers: { cookie },
  });
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  assert.deepEqual(Object.keys(files), ['lynx.ppl', 'lynx.sch', 'lynx.evt']);
});

test('only those who manage the event get its files, and only files that there are', async () => {
  refused(await fetchFile('pdf'), 404, 'not_found');
  const stranger = await service.provision();
  refused(
    await office.person.send('GET', `/events/${stranger.eventId}/export/csv`),
    404,
    'event_not_found',
  );
  const path = `${office.path}/export/json`;
  const member = await addMember(service.database, office.event.clubId, 'member');
  for (const userId of [stranger.userId, member]) {
    const person = await signIn(service, userId);
    refused(await person.send('GET', path), 404, 'event_not_found');
  }
  refused(await visitor(service).send('GET', path), 401, 'missing_credentials');
});

async function fetchSite(lang?: string) {
  const query = lang === undefined ? '' : `?lang=${lang}`;
  const { cookie } = office.person;
  const path = `${service.url}/console/api${office.path}/export/site${query}`;
  const answer = await fetch(path, { headers: { cookie } });
  return { answer, bytes: new Uint8Array(await answer.arrayBuffer()) };
}

test('the site of an event is an archive of plain files, the same bytes each time', async () => {
  const { answer, bytes } = await fetchSite('de,en');
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('content-type'), 'application/zip');
  assert.equal(
    answer.headers.get('content-disposition'),
    `attachment; filename="site-${office.event.eventId}.zip"`,
  );
  assert.deepEqual((await fetchSite('de,en')).bytes, bytes);
  const files = unzipSync(bytes);
  const texts = Object.entries(files).map(([path, content]): [string, string] => [
    path,
    Buffer.from(content).toString(),
  ]);
  assertPlainSite(new Map(texts));
  const board = await fetch(`${service.url}/board/api/events/${office.event.eventId}`);
  const document = new Uint8Array(await board.arrayBuffer());
  assert.deepEqual(files['event.json'], document);
  assert.ok('de/races/1.html' in files && 'en/print.html' in files);
  assert.ok('races/1.html' in unzipSync((await fetchSite()).bytes));
});

test('the logo of the event is a file of its site', async () => {
  const other = await openOffice(service);
  const { cookie } = other.person;
  const at = `${service.url}/console/api${other.path}`;
  const headers = { cookie, 'sec-fetch-site': 'same-origin' };
  const siteNow = async () => {
    const answer = await fetch(`${at}/export/site?lang=de,en`, { headers });
    assert.equal(answer.status, 200);
    return new Uint8Array(await answer.arrayBuffer());
  };
  const put = (body: Uint8Array<ArrayBuffer>) =>
    fetch(`${at}/logo`, { method: 'PUT', headers, body });
  assert.ok(!Object.keys(unzipSync(await siteNow())).some((path) => /logo/.test(path)));
  assert.equal((await put(new Uint8Array(png(3, 2)))).status, 200);
  const [first, again] = [await siteNow(), await siteNow()];
  assert.deepEqual(again, first);
  const files = unzipSync(first);
  assert.deepEqual(Buffer.from(files['logo.png'] ?? []), png(3, 2));
  assert.match(String(Buffer.from(files['de/index.html'] ?? [])), / src="\.\.\/logo\.png"/);
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  assert.equal((await put(new TextEncoder().encode(svg))).status, 200);
  const changed = unzipSync(await siteNow());
  assert.ok(!('logo.png' in changed));
  assert.doesNotMatch(String(Buffer.from(changed['logo.svg'] ?? [])), /script/);
});

test('languages of a site are those of the board, and a draft has no site', async () => {
  const path = `${office.path}/export/site`;
  const wrong = await office.person.send('GET', `${path}?lang=de,xx`);
  refused(wrong, 422, 'validation_failed', 'lang');
  const drafted = await openOffice(service);
  await drafted.write('/unpublish', {}, 'POST');
  const of = (event: typeof office) => event.person.send('GET', `${event.path}/export/site`);
  refused(await of(drafted), 409, 'conflict');
  const stranger = await service.provision();
  refused(
    await office.person.send('GET', `/events/${stranger.eventId}/export/site`),
    404,
    'event_not_found',
  );
  refused(await visitor(service).send('GET', path), 401, 'missing_credentials');
});
