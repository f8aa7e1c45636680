/** Downloads of the race office: for those who manage the event, and the same as the command writes. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { unzipSync } from 'fflate';
import { EXPORT_FORMATS } from '../../src/contract/export.ts';
import { addMember } from '../support/accounts.ts';
import { signIn, visitor } from '../support/console.ts';
import { openOffice } from '../support/office.ts';
import { refused } from '../support/refused.ts';
import { startTestService } from '../support/service.ts';

const service = await startTestService();
after(() => service.stop());
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
