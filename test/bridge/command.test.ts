/** `running-order bridge finishlynx` as a program: exit status, output, keys, and requests to a bridge that runs. */
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { endWithin, run, start } from '../support/program.ts';
import { until } from '../support/until.ts';
import { fullRace, fullResults, lif, openSite, save } from './site.ts';

const words = (...more: string[]) => [
  ...['bridge', 'finishlynx', '--folder', site.folder, '--state', site.stateFolder],
  ...['--url', `${site.proxy.url}/v1`, '--event', String(site.event.eventId), '--every', '0.2'],
  ...more,
];
/** The files of a folder without hidden ones, such as the lock. */
const listed = (folder: string) => readdirSync(folder).filter((name) => !name.startsWith('.'));
const withKey = () => ({ RUNNING_ORDER_KEY: site.event.key });
// biome-ignore lint/suspicious/noExplicitAny: the document of a status.
const statusOf = (stdout: string): any => JSON.parse(stdout);

const site = await openSite(6);

test('a dry run says what it would post, posts nothing and leaves nothing', async () => {
  save(site.folder, '1.lif', fullRace(1, 400));
  const { status, stdout } = await run(words('--once', '--dry-run'), withKey());
  assert.match(
    stdout,
    /Would post race 1 from 1\.lif: 4 lanes\. 1 6:41\.00, 2 6:42\.00, 3 6:43\.00, 4 6:44\.00\n/,
  );
  assert.deepEqual([status, site.proxy.puts()], [0, 0]);
});

test('--once posts what is there and ends with 0', async () => {
  const { status, stdout, stderr } = await run(words('--once', '--json'), withKey());
  assert.deepEqual([status, stderr], [0, '']);
  const { folder, service, races } = statusOf(stdout);
  const instant = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
  assert.match(folder.since, instant);
  assert.match(service.since, instant);
  assert.deepEqual(
    [
      { ...folder, since: '' },
      { ...service, since: '' },
    ],
    [
      { path: site.folder, reachable: true, since: '' },
      {
        ...{ url: `${site.proxy.url}/v1`, reachable: true, keyAccepted: true, since: '' },
        problem: null,
      },
    ],
  );
  const [race] = races;
  assert.equal(await site.results(1), fullResults(400));
  const { sentAt, ...others } = race;
  assert.match(sentAt, /^\d{4}-\d\d-\d\dT/);
  assert.deepEqual(others, {
    ...{ event: '1', round: '1', heat: '1', file: '1.lif', race: 'race-1', raceNumber: 1 },
    ...{ state: 'sent', reason: null, missing: [], reopen: false },
  });
});

test('--once ends with 3 where something waits for a person, and --status says what, offline', async () => {
  save(site.folder, '2.lif', lif(2, ['1,1,401.00', 'XX,2,', '2,3,402.00', '3,4,403.00']));
  save(site.folder, '3.lif', fullRace(3, 400).slice(0, -40));
  const { status, stderr } = await run(words('--once'), withKey());
  assert.deepEqual([status, stderr], [3, '2 of 3 races wait for somebody: the list says why.\n']);
  const told = await run(words('--status'));
  assert.equal(told.status, 0);
  assert.deepEqual(told.stdout.trim().split('\n'), [
    'parked     race 2: lane 2 has "XX", which nobody knows; 2.lif',
    'unfinished 3.lif: its last line is cut',
    'sent       race 1: 1.lif',
  ]);
  const document = await run(words('--status', '--json'));
  assert.equal(statusOf(document.stdout).races.length, 3);
  assert.equal(statusOf(document.stdout).folder.path, site.folder);
  assert.equal(statusOf(document.stdout).service.keyAccepted, true);
});

test('a map names races that their numbers do not', async () => {
  rmSync(join(site.folder, '2.lif'));
  rmSync(join(site.folder, '3.lif'));
  const map = join(dirname(site.folder), 'map.csv');
  writeFileSync(map, 'event,round,heat,race\n027A,Champ Semi,1,race-4\n6,1,1,race-2\n');
  save(site.folder, 'a.lif', fullRace('027A', 400).replace('027A,1,1', '027A,Champ Semi,1'));
  save(site.folder, 'b.lif', fullRace(6, 400));
  const typo = await run(words('--once', '--map', `${map}.csv`), withKey());
  assert.equal(typo.status, 3);
  assert.match(typo.stdout, /The map .*map\.csv\.csv: it cannot be read \(ENOENT\)\./);
  assert.match(typo.stdout, /event 6 waits for the file of --map, which has not been read/);
  const { status } = await run(words('--once', '--map', map), withKey());
  assert.deepEqual([status, await site.results(4)], [0, fullResults(400)]);
  assert.deepEqual([await site.results(2), await site.results(6)], [fullResults(400), '']);
  for (const name of ['a.lif', 'b.lif']) rmSync(join(site.folder, name));
});

test('a result that is held for review goes once a running bridge is asked to accept it', async () => {
  save(site.folder, '5.lif', fullRace(5, 400));
  const running = start(words('--review'), withKey());
  const told = async () => (await run(words('--status'))).stdout;
  await until('held', async () => /race 5: held for review/.test(await told()));
  assert.equal(await site.results(5), '');
  const asked = await run(words('--accept', '5'));
  assert.deepEqual([asked.status, asked.stdout], [0, 'The bridge is asked to accept race 5.\n']);
  await until('posted', async () => (await site.results(5)) === fullResults(400));
  const before = performance.now();
  running.child.kill('SIGTERM');
  assert.equal(await endWithin(30, running), 0);
  assert.ok(performance.now() - before < 20_000);
  assert.match(running.output.stdout, /\d\d:\d\d:\d\d Posted race 5 from 5\.lif: 4 lanes\./);
  assert.doesNotMatch(JSON.stringify(running.output), new RegExp(site.event.key));
});

test('a key file wins over the environment, and one that others may read is warned of', async () => {
  const file = join(dirname(site.folder), 'key');
  writeFileSync(file, `${site.event.key}\n`);
  chmodSync(file, 0o644);
  const loose = await run(words('--once', '--key-file', file), { RUNNING_ORDER_KEY: 'ro_no' });
  assert.deepEqual(
    [loose.status, /^Warning: others on this computer may read/.test(loose.stderr)],
    [0, true],
  );
  chmodSync(file, 0o600);
  const strict = await run(words('--once', '--key-file', file));
  assert.deepEqual([strict.status, strict.stderr], [0, '']);
});

test('start lists are written once, under the name and of the day that were asked for', async () => {
  const lists = join(dirname(site.folder), 'lists');
  mkdirSync(lists);
  const call = words('--once', '--start-lists', lists, '--list-name', 'Süd');
  const { status, stdout } = await run([...call, '--day', '2026-06-13'], withKey());
  assert.equal(status, 0, stdout);
  assert.deepEqual(listed(lists).sort(), ['Süd.evt', 'Süd.ppl', 'Süd.sch']);
  assert.match(stdout, /Wrote start lists of 6 races: Süd\.ppl, Süd\.sch, Süd\.evt\./);
  const other = await run([...call, '--day', '2026-06-14'], withKey());
  assert.match(other.stdout, /Wrote start lists of 0 races/);
});

test('a draft has start lists only where they are asked for, and files of others end --once with 1', async () => {
  const folder = join(dirname(site.folder), 'one folder for both');
  mkdirSync(folder);
  const draft = await site.service.provision();
  await draft.send('POST', '/schedule');
  const race = { externalId: 'r', raceNumber: 1, scheduledAt: '2026-06-13T07:00:00Z' };
  assert.equal((await draft.send('PUT', '/races', [race])).status, 200);
  const call = [
    ...['bridge', 'finishlynx', '--folder', folder, '--start-lists', folder, '--once'],
    ...['--url', site.service.url, '--event', String(draft.eventId)],
    ...['--state', join(dirname(site.folder), 'state of a draft')],
  ];
  const key = { RUNNING_ORDER_KEY: draft.key };
  const none = await run(call, key);
  assert.deepEqual([none.status, listed(folder)], [0, []]);
  assert.match(none.stdout, /No start lists of a draft: publish the schedule, or use --draft\./);
  assert.equal((await run([...call, '--draft'], key)).status, 0);
  assert.deepEqual(listed(folder).sort(), ['lynx.evt', 'lynx.ppl', 'lynx.sch']);
  writeFileSync(join(folder, 'lynx.evt'), '1,1,1,Theirs\n');
  const refused = await run([...call, '--draft'], key);
  assert.equal(refused.status, 1);
  assert.equal(
    refused.stderr,
    'The start lists are not written: lynx.evt was not written by Running Order: --take-over replaces it and keeps it as .bak.\n',
  );
});

const REFUSED: [what: string, more: () => string[], status: number, line: RegExp][] = [
  ['no key', () => words('--once'), 1, /^Put the API key into RUNNING_ORDER_KEY, or name/],
  ['no such key file', () => words('--key-file', '/nowhere'), 1, /no key file \/nowhere: save/],
  ['a race nobody knows', () => words('--accept', '99'), 1, /knows no race 99: --status lists/],
  ['no number', () => words('--every', 'often'), 2, /^--every must be seconds/],
  [
    'options of start lists alone',
    () => words('--draft'),
    2,
    /^--draft is about start lists: name/,
  ],
  ['no day', () => words('--start-lists', '.', '--day', '2026-02-30'), 2, /^--day must be a day/],
  [
    'a path for a name',
    () => words('--start-lists', '.', '--list-name', '../x'),
    2,
    /^--list-name/,
  ],
  [
    'an unknown code page',
    () => words('--start-lists', '.', '--code-page', '437'),
    2,
    /cp1252, utf-8/,
  ],
  [
    'a name that is too long',
    () => words('--start-lists', '.', '--name-length', '40'),
    2,
    /8 to 31/,
  ],
  ['another word', () => words('--empty-place', 'dnf'), 2, /^--empty-place can only be dns/],
];

for (const [what, call, status, line] of REFUSED) {
  test(`refuses ${what} in one line`, async () => {
    const ended = await run(call());
    assert.equal(ended.status, status, ended.stderr);
    assert.match(ended.stderr, line);
    assert.equal(ended.stderr.split('\n').length, 2);
  });
}

test('the ledger does not hold the key', () => {
  const ledger = readFileSync(join(site.stateFolder, 'ledger.json'), 'utf8');
  assert.equal(ledger.includes(site.event.key), false);
});
