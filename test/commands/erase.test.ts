/** The command `erase`, while a service runs on the same database. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { published } from '../support/board.ts';
import { startCommands } from '../support/commands.ts';
import { isOnServer } from '../support/databases.ts';
import { hasName, storedText } from '../support/erasure.ts';
import { startTestService } from '../support/service.ts';
import { newFolder } from '../support/started.ts';
import { until } from '../support/until.ts';

const service = await startTestService();
const folder = newFolder();
const commands = startCommands(service.databaseUrl, folder);

/** A published regatta whose first crew has this name. */
async function regattaOf(name: string) {
  const event = await published(service);
  await event.send('PUT', '/teams', [{ externalId: 'c1', name }]);
  return event;
}

test('erase: without --yes the preview, and status 1; with it the name is gone, everywhere within 2 s', async () => {
  const name = 'Hölzerner Kahn';
  const event = await regattaOf(name);
  const words = ['erase', '--event', String(event.eventId), '--crew', name];
  assert.ok((await event.board()).text.includes(name));
  const preview = await commands.run([...words, '--json']);
  assert.equal(preview.status, 1);
  assert.match(preview.stderr, /^Nothing is erased yet: say --yes to do so\.\n$/);
  const shown = JSON.parse(preview.stdout);
  assert.deepEqual(shown.names, [name, 'Amsel']);
  assert.deepEqual([shown.eventId, shown.backups], [event.eventId, []]);
  assert.equal(shown.keys[0].label, 'Timing');
  const inWords = await commands.run(words);
  assert.equal(inWords.status, 1);
  assert.match(inWords.stdout, /"Hölzerner Kahn", "Amsel" would become "Crew \d+"\./);
  assert.ok((await event.board()).text.includes(name));

  const erased = await commands.json(...words, '--yes');
  const committedAt = performance.now();
  assert.deepEqual([erased.crewId, erased.name], [shown.crewId, `Crew ${shown.crewId}`]);
  assert.equal(typeof erased.entryId, 'number');
  assert.equal(erased.rewritten, !isOnServer);
  // Every table in which the erasure of a crew or of a person may change rows.
  const tables =
    'events schedules teams races lanes notices webhooks imports history users api_keys links';
  const more = 'account_history sessions passkeys sign_in_failures';
  for (const table of isOnServer ? `${tables} ${more}`.split(' ') : []) {
    assert.match(erased.toRun[0], new RegExp(`\\b${table}[,;]`));
  }
  await until('the board has the new name', async () => !(await event.board()).text.includes(name));
  assert.ok(performance.now() - committedAt < 2000);
  assert.ok(!hasName(await storedText(service), name));
  const history = await commands.run(['history', '--event', String(event.eventId)]);
  assert.match(history.stdout, new RegExp(`erase.*\\n  Crew ${erased.crewId}: now `));
});

test('erase: without an event in every one, also where the crew is called so no more', async () => {
  const name = 'Überall Quappe';
  const [first, second, third] = [
    await regattaOf(name),
    await regattaOf(name),
    await regattaOf('Andere'),
  ];
  await second.send('PUT', '/teams', [{ externalId: 'c1', name: 'Umbenannt' }]);
  const preview = await commands.run(['erase', '--crew', name, '--json']);
  assert.equal(preview.status, 1);
  assert.equal(JSON.parse(preview.stdout).events.length, 2);
  const { events } = await commands.json('erase', '--crew', name, '--yes');
  assert.deepEqual(
    events.map(({ eventId }: { eventId: number }) => eventId),
    [first.eventId, second.eventId],
  );
  assert.ok(!hasName(await storedText(service), name));
  assert.ok((await third.board()).text.includes('Andere'));
});

test('erase: without an event also from texts of events that have no such crew', async () => {
  const name = 'Ödön Quastenflosser';
  const event = await regattaOf(name);
  const other = await regattaOf('Ganz andere');
  const title = 'Rennen für ödön quastenflosser, Einer';
  await other.send('PUT', '/races', [{ externalId: 'r1', raceNumber: 1, title }]);
  const preview = await commands.run(['erase', '--crew', name]);
  assert.match(preview.stdout, /"Ödön Quastenflosser" would become "\(name erased\)"\./);
  assert.match(preview.stdout, /race \d+, title: Rennen für ödön quastenflosser, Einer/);
  const { events } = await commands.json('erase', '--crew', name, '--yes');
  assert.deepEqual(
    events.map((one: { eventId: number; crewId: number | null }) => [one.eventId, one.crewId]),
    [
      [event.eventId, events[0].crewId],
      [other.eventId, null],
    ],
  );
  assert.ok(!hasName(await storedText(service), name));
  assert.ok((await other.board()).text.includes('Rennen für (name erased), Einer'));
  await commands.fails(1, ['erase', '--crew', name, '--yes'], /No event has or had a crew named/);
});

test('erase: without an event also where the name is written in other letters, now or in the history', async () => {
  const name = 'Änne Zwergschwan';
  const event = await regattaOf(name);
  const inTitle = await regattaOf('Noch andere');
  for (const title of ['1x ÄNNE ZWERGSCHWAN', '1x Aenne Zwergschwan']) {
    await inTitle.send('PUT', '/races', [{ externalId: 'r1', raceNumber: 1, title }]);
  }
  const renamed = await regattaOf('Anne Zwergschwan');
  await renamed.send('PUT', '/teams', [{ externalId: 'c1', name: 'Jetzt anders' }]);
  const { events } = await commands.json('erase', '--crew', name, '--yes');
  assert.deepEqual(
    events.map(({ eventId }: { eventId: number }) => eventId),
    [event.eventId, inTitle.eventId, renamed.eventId],
  );
  const stored = await storedText(service);
  assert.ok(!hasName(stored, 'Zwergschwan') && !hasName(stored, 'ZWERGSCHWAN'));
});

test('erase: what is no call, and whom nobody knows', async () => {
  const event = await regattaOf('Steht da');
  const fails = commands.fails.bind(commands);
  await fails(2, ['erase'], /--crew NAME or --user USER/);
  await fails(2, ['erase', '--crew', 'x', '--user', '1'], /--crew NAME or --user USER/);
  await fails(2, ['erase', '--event', '1', '--user', '1'], /--event goes with --crew/);
  await fails(1, ['erase', '--crew', 'Niemand hier', '--yes'], /No event has or had a crew/);
  const at = ['--event', String(event.eventId)];
  await fails(1, ['erase', ...at, '--crew', 'Niemand hier', '--yes'], /never had one/);
  await fails(1, ['erase', '--event', '999999', '--crew', 'x'], /There is no event 999999/);
  await fails(1, ['erase', '--user', '999999'], /There is no such person/);
});

test('erase --user, and user export', async () => {
  const { userId } = await commands.json('user', 'add', '--name', 'Gerlinde Rübsam');
  await commands.json('user', 'set', '--user', userId, '--name', 'Gerlinde Rübsam-Ohm');
  const exported = await commands.json('user', 'export', '--user', userId);
  assert.equal(exported.person.name, 'Gerlinde Rübsam-Ohm');
  const printed = await commands.run(['user', 'export', '--user', userId]);
  assert.deepEqual(JSON.parse(printed.stdout), exported);
  const erased = await commands.json('erase', '--user', userId);
  assert.deepEqual([erased.userId, erased.name], [userId, `Former member ${userId}`]);
  const stored = await storedText(service);
  for (const name of ['Rübsam', 'Gerlinde']) assert.ok(!hasName(stored, name), name);
  const after = await commands.json('user', 'export', '--user', userId);
  assert.equal(after.person.name, `Former member ${userId}`);
  await commands.fails(1, ['user', 'export', '--user', '999999'], /There is no user 999999/);
});
