/** Files as timing computers write them, through the bridge into a real service. */
import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { RaceMap } from '../../src/bridge/files/race-map.ts';
import { identityKey } from '../../src/bridge/find-race.ts';
import { statusOf } from '../../src/bridge/status.ts';
import { newFolder } from '../support/started.ts';
import { until } from '../support/until.ts';
import { fullRace, fullResults, lif, openSite, save, saveByRename, stateOf } from './site.ts';

/** 500 in `.ci/run`. */
const MANY = Number(process.env.BRIDGE_FILES ?? 60);

const arrives = (race: number, results: string) =>
  until(`race ${race}: ${results}`, async () => (await site.results(race)) === results);

const site = await openSite(20 + MANY);
const running = await site.start();

test('a file that is there at once arrives whole', async () => {
  save(site.folder, '001-1-01.lif', fullRace(1, 400));
  await arrives(1, fullResults(400));
  await until('sent', () => stateOf(running, '001-1-01.lif') === 'sent');
});

test('a file written in pieces is not read before it is whole', async () => {
  const text = fullRace(2, 400);
  const path = join(site.folder, '002-1-01.LIF');
  const pieces = text.match(/.{1,40}/gs) ?? [];
  // No piece ends with a row, because it would look like a whole file of fewer boats, which is posted after a while.
  assert.deepEqual(
    pieces.slice(0, -1).filter((piece) => piece.endsWith('\n')),
    [],
  );
  const before = site.proxy.puts();
  for (const piece of pieces) {
    assert.equal(site.proxy.puts(), before, 'nothing has been posted');
    appendFileSync(path, piece);
    const { looks } = running.bridge;
    await until('looked at', () => running.bridge.looks > looks);
  }
  await arrives(2, fullResults(400));
});

test('a file that is never whole is shown, and never posted', async () => {
  const text = fullRace(3, 400);
  save(site.folder, '003-1-01.lif', text.slice(0, -30));
  await until('unfinished', () => /^unfinished: .*cut/.test(stateOf(running, '003-1-01.lif')));
  assert.equal(await site.results(3), '');
  save(site.folder, '003-1-01.lif', text);
  await arrives(3, fullResults(400));
});

test('a file that is renamed into place arrives', async () => {
  saveByRename(site.folder, '004-1-01.lif', fullRace(4, 400));
  await arrives(4, fullResults(400));
});

test('a correction arrives, and what it no longer has is taken back', async () => {
  save(site.folder, '005-1-01.lif', fullRace(5, 400));
  await arrives(5, fullResults(400));
  saveByRename(site.folder, '005-1-01.lif', lif(5, ['1,2,401.50', '2,1,402.00', 'DQ,3,403.00']));
  await arrives(5, '1 finished 402000, 2 finished 401500, 3 dsq 403000');
  await until('missing', () =>
    running.bridge.rows.some(({ file, missing }) => file === '005-1-01.lif' && missing[0] === '4'),
  );
});

test('a file that is saved twenty times with the same content is posted once', async () => {
  const before = site.proxy.puts();
  for (let time = 0; time < 20; time++) {
    save(site.folder, '006-1-01.lif', fullRace(6, 400));
    await delay(20);
  }
  await arrives(6, fullResults(400));
  utimesSync(join(site.folder, '006-1-01.lif'), 1, 1);
  await delay(500);
  assert.equal(site.proxy.puts() - before, 1);
});

test('a file that is deleted takes nothing back', async () => {
  save(site.folder, '007-1-01.lif', fullRace(7, 400));
  await arrives(7, fullResults(400));
  rmSync(join(site.folder, '007-1-01.lif'));
  await delay(500);
  assert.equal(await site.results(7), fullResults(400));
});

test('a race with fewer boats than the draw waits once, then goes with what there is', async () => {
  save(site.folder, '008-1-01.lif', lif(8, ['1,2,401.00', '2,1,402.00']));
  await until('held', () => /lanes 3, 4 may still come/.test(stateOf(running, '008-1-01.lif')));
  assert.equal(await site.results(8), '');
  await arrives(8, '1 finished 402000, 2 finished 401000');
  await until('told', () => running.log.some((line) => /race 8 .*missing 3, 4/.test(line)));
});

test('what the timer leaves open parks the race, and nothing of it is posted', async () => {
  save(site.folder, '009-1-01.lif', lif(9, ['1,1,400.00', 'FS,2,', '2,3,402.00', '3,4,403.00']));
  await until('parked', () => /^parked: lane 2 has FS/.test(stateOf(running, '009-1-01.lif')));
  assert.equal(await site.results(9), '');
});

test('a map that is away, half saved or no table leaves what it said before', async () => {
  const path = join(newFolder(), 'map.csv');
  const log: string[] = [];
  const map = new RaceMap(path, (line) => log.push(line));
  /** The race of event 5 after the map is read once and after it is read twice, and then what was logged. */
  const raceOf5 = async (text: string | null) => {
    if (text === null) rmSync(path, { force: true });
    else writeFileSync(path, text);
    const raceNow = () => map.races?.get(identityKey({ event: '5', round: '1', heat: '1' }));
    await map.read();
    const first = raceNow();
    await map.read();
    return [first, raceNow(), ...log.splice(0)];
  };
  const reason = `The map ${path}: it cannot be read (ENOENT)`;
  assert.deepEqual(await raceOf5(null), [undefined, undefined, `${reason}.`]);
  assert.equal(map.races, null);
  assert.deepEqual(await raceOf5('5,1,1,7\n'), [undefined, '7']);
  assert.deepEqual(await raceOf5(null), ['7', '7', `${reason}; what it said before counts.`]);
  assert.deepEqual(await raceOf5('5,1,1,8\n'), ['7', '8']);
  const [, kept, line = ''] = await raceOf5('5,1,1,"9\n');
  assert.deepEqual([kept, /row 1 never closes/.test(line)], ['8', true]);
  writeFileSync(path, '');
  await map.read();
  assert.deepEqual(await raceOf5('5,1,1,10\n'), ['8', '10']);
});

test('files that are no results are let alone', async () => {
  for (const name of ['~010-1-01.lif', '.010.lif', '010.lif.tmp', '010.bak']) {
    save(site.folder, name, fullRace(10, 400));
  }
  mkdirSync(join(site.folder, 'sub.lif'));
  writeFileSync(join(site.folder, 'large.lif'), Buffer.alloc(300 * 1024, '1'));
  save(site.folder, 'other.lif', fullRace('24a', 400));
  await until('parked', () => /unknown race/.test(stateOf(running, 'other.lif')));
  assert.equal(await site.results(10), '');
});

test('a folder that disappears is a state, and goes on when it is back', async () => {
  const away = `${site.folder} away`;
  renameSync(site.folder, away);
  const { folder: before } = statusOf(running.bridge, 'x');
  await until('away', () => running.bridge.folderTrouble === 'it is not there');
  const { folder } = statusOf(running.bridge, 'x');
  assert.deepEqual([before.reachable, folder.reachable], [true, false]);
  assert.ok(folder.since > before.since);
  save(away, '011-1-01.lif', fullRace(11, 400));
  await delay(300);
  assert.equal(await site.results(11), '');
  renameSync(away, site.folder);
  await arrives(11, fullResults(400));
  assert.equal(await site.results(7), fullResults(400));
});

test(`${MANY} files at once all arrive`, async () => {
  for (let race = 21; race <= 20 + MANY; race++) {
    save(site.folder, `${String(race).padStart(3, '0')}-1-01.lif`, fullRace(race, 300 + race));
  }
  const isSent = ({ raceNumber, state }: (typeof running.bridge.rows)[number]) =>
    (raceNumber ?? 0) > 20 && state === 'sent';
  await until('all races', () => running.bridge.rows.filter(isSent).length === MANY, 170);
  for (const race of [21, 20 + Math.floor(MANY / 2), 20 + MANY])
    assert.equal(await site.results(race), fullResults(300 + race));
});
