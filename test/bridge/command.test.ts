/** `running-order bridge finishlynx` as a program: exit status, what it prints, keys, and what is asked of it. */
import assert from 'node:assert/strict';
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { endWithin, run, start } from '../support/program.ts';
import { fullRace, fullResults, lif, openSite, type Site, save, until } from './site.ts';

let site: Site;
const words = (...more: string[]) => [
  ...['bridge', 'finishlynx', '--folder', site.folder, '--state', site.stateFolder],
  ...['--url', `${site.proxy.url}/v1`, '--event', String(site.event.eventId), '--every', '0.2'],
  ...more,
];
const withKey = () => ({ RUNNING_ORDER_KEY: site.event.key });
// biome-ignore lint/suspicious/noExplicitAny: the document of a status.
const statusOf = (stdout: string): any => JSON.parse(stdout);

before(async () => {
  site = await openSite(6);
});

after(() => site.close());

test('a dry run says what it would post, posts nothing and leaves nothing', async () => {
  save(site.folder, '1.lif', fullRace(1, 400));
  const { status, stdout } = await run(words('--once', '--dry-run'), withKey());
  assert.match(stdout, /Would post race 1 from 1\.lif: 4 lanes\./);
  assert.deepEqual([status, site.proxy.puts()], [0, 0]);
});

test('--once posts what is there and ends with 0', async () => {
  const { status, stdout, stderr } = await run(words('--once', '--json'), withKey());
  assert.deepEqual([status, stderr], [0, '']);
  const [race] = statusOf(stdout).races;
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
  assert.equal(statusOf(document.stdout).folder, site.folder);
});

test('a map names races that their numbers do not', async () => {
  rmSync(join(site.folder, '2.lif'));
  rmSync(join(site.folder, '3.lif'));
  const map = join(dirname(site.folder), 'map.csv');
  writeFileSync(map, 'event,round,heat,race\n027A,Champ Semi,1,race-4\n');
  save(site.folder, 'a.lif', fullRace('027A', 400).replace('027A,1,1', '027A,Champ Semi,1'));
  const { status } = await run(words('--once', '--map', map), withKey());
  assert.deepEqual([status, await site.results(4)], [0, fullResults(400)]);
  rmSync(join(site.folder, 'a.lif'));
});

test('a result that is held for review goes once a running bridge is asked to accept it', async () => {
  save(site.folder, '5.lif', fullRace(5, 400));
  const running = start(words('--review'), withKey());
  const told = async () => (await run(words('--status'))).stdout;
  await until('held', async () => /race 5: held for review/.test(await told()), 20);
  assert.equal(await site.results(5), '');
  const asked = await run(words('--accept', '5'));
  assert.deepEqual([asked.status, asked.stdout], [0, 'The bridge is asked to accept race 5.\n']);
  await until('posted', async () => (await site.results(5)) === fullResults(400));
  const before = performance.now();
  running.child.kill('SIGTERM');
  assert.equal(await endWithin(10, running), 0);
  assert.ok(performance.now() - before < 5000);
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

const REFUSED: [what: string, more: () => string[], status: number, line: RegExp][] = [
  ['no key', () => words('--once'), 1, /^Put the API key into RUNNING_ORDER_KEY, or name/],
  ['no such key file', () => words('--key-file', '/nowhere'), 1, /no key file \/nowhere: save/],
  ['a race nobody knows', () => words('--accept', '99'), 1, /knows no race 99: --status lists/],
  ['no number', () => words('--every', 'often'), 2, /^--every must be seconds/],
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
