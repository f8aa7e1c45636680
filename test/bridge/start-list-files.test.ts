/** Start lists as the bridge writes them into a real folder from a real service, and what FinishLynx makes of them. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import type { StartListSettings } from '../../src/bridge/start-lists/start-list-keeper.ts';
import { statusOf } from '../../src/bridge/status.ts';
import { USUAL_START_LIST } from '../../src/exchange/finishlynx/write-start-list.ts';
import { officeOf } from '../support/office.ts';
import { until } from '../support/until.ts';
import { openSite, type RunningBridge, save } from './site.ts';

const settings = (more: Partial<StartListSettings> = {}): StartListSettings => ({
  ...{ folder: lists, name: 'lynx', takeOver: false, includesDrafts: false, day: null },
  ...{ writer: 'test', eventId: site.event.eventId },
  written: USUAL_START_LIST,
  ...more,
});
/** The files beside the start lists, without hidden ones. */
const listed = () => readdirSync(lists).filter((name) => !name.startsWith('.'));
const read = (name: string) => readFileSync(join(lists, name), 'latin1');
const draw = async (race: number, crews: readonly (number | null)[]) => {
  const lanes = crews.map((crew, index) => ({
    position: index + 1,
    teamExternalId: crew && `crew-${crew}`,
  }));
  const { status } = await site.event.send('PUT', `/races/race-${race}/entries`, lanes);
  assert.equal(status, 200);
};
const change = async (races: object[]) => {
  const { status, json } = await site.event.send('PUT', '/races', races);
  assert.equal(status, 200, JSON.stringify(json));
};
const isToReopen = (event: string) =>
  statusOf(running.bridge, '').races.some((race) => race.event === event && race.reopen);

/** A `.lif` as FinishLynx makes it of a start list: each boat a second after the other. */
function timed(event: number, startList: string): string {
  const from = startList.split('\r\n');
  const header = from.findIndex((line) => line.startsWith(`${event},1,1,`));
  const boats = from.slice(header + 1).filter((_, index, lines) => {
    return lines.slice(0, index + 1).every((one) => one.startsWith(','));
  });
  const rows = boats.map((boat, index) => {
    const [, id, lane, last] = boat.split(',');
    return `${index + 1},${id},${lane},${last},,,6:0${index}.00,,,,,,,,,,`;
  });
  return `${[from[header], ...rows].join('\r\n')}\r\n`;
}

const site = await openSite(6);
const lists = join(dirname(site.folder), 'Startlisten');
mkdirSync(lists);
let running: RunningBridge = await site.start({ startLists: settings() });

test('writes all races and crews, and nothing else', async () => {
  await until('written', () => listed().includes('lynx.evt'));
  assert.deepEqual(listed().sort(), ['lynx.evt', 'lynx.ppl', 'lynx.sch']);
  assert.deepEqual(read('lynx.evt').split('\r\n').slice(0, 6), [
    '; written by Running Order',
    '1,1,1,Race 1',
    ',1,1,Crew 1',
    ',2,2,Crew 2',
    ',3,3,Crew 3',
    ',4,4,Crew 4',
  ]);
  assert.equal(
    read('lynx.sch'),
    '; written by Running Order\r\n1,1,1\r\n2,1,1\r\n3,1,1\r\n4,1,1\r\n5,1,1\r\n6,1,1\r\n',
  );
  assert.equal(read('lynx.ppl').split('\r\n')[1], '1,Crew 1');
  // All may read the file, because FinishLynx may run as another user.
  assert.equal(statSync(join(lists, 'lynx.evt')).mode & 0o044, 0o044);
});

test('a file is written again only when its bytes change', async () => {
  const before = statSync(join(lists, 'lynx.evt')).ino;
  await change([{ externalId: 'race-6', raceNumber: 6, notes: 'wind' }]);
  await until('looked at', () => {
    const { link } = running.bridge.parts;
    const isRead = JSON.stringify(link.schedule).includes('wind');
    return isRead && running.bridge.startLists?.isDue(link) === false;
  });
  assert.equal(statSync(join(lists, 'lynx.evt')).ino, before);
  await change([{ externalId: 'race-6', raceNumber: 6, title: 'Final' }]);
  await until('changed', () => read('lynx.evt').includes('6,1,1,Final'));
});

test('results of a start list come back to the lanes and crews that it names', async () => {
  save(site.folder, '001-1-01.lif', timed(1, read('lynx.evt')));
  await until(
    'posted',
    async () =>
      (await site.results(1)) ===
      '1 finished 360000, 2 finished 361000, 3 finished 362000, 4 finished 363000',
  );
});

test('a draw that changes is to be reopened, until a file of the new draw comes', async () => {
  const old = read('lynx.evt');
  await draw(2, [2, 1, 3, 4]);
  await until('told', () =>
    running.log.includes('Reopen event 2 in FinishLynx: its draw has changed.'),
  );
  assert.match(read('lynx.evt'), /\r\n2,1,1,Race 2\r\n,2,1,Crew 2\r\n,1,2,Crew 1\r\n/);
  assert.equal(isToReopen('2'), true);
  // The operator has not reopened the event, so the file still has the old draw.
  save(site.folder, '002-1-01.lif', timed(2, old));
  await until('parked', () =>
    running.bridge.rows.some(({ race, state }) => race === 'race-2' && state === 'parked'),
  );
  assert.equal(isToReopen('2'), true);
  assert.equal(await site.results(2), '');
  save(site.folder, '002-1-01.lif', timed(2, read('lynx.evt')));
  await until('posted', async () => (await site.results(2)).startsWith('1 finished 360000'));
  await until('told', () => !isToReopen('2'));
});

test('or until somebody confirms it', async () => {
  await draw(3, [1, 2, 3, null]);
  await until('to be reopened', () => isToReopen('3'));
  await running.requests.add('accept', '3');
  await until('confirmed', () => !isToReopen('3'));
});

test('a crew that withdraws leaves its lane free, also right after a restart, and nobody waits for it', async () => {
  const office = await officeOf(site.service, site.event);
  const { races } = await office.ids();
  const path = `/races/${races[6]}/lanes/2/withdrawn`;
  assert.equal((await office.write(path, { withdrawn: true })).status, 200);
  const ofRace6 = () => (read('lynx.evt').split(/\r\n(?=6,1,1,)/)[1] ?? '').trimEnd().split('\r\n');
  await until('left out', () => ofRace6().length === 4);
  assert.deepEqual(
    ofRace6().map((line) => line.split(',').slice(1, 3).join(' ')),
    ['1 1', '1 1', '3 3', '4 4'],
  );
  await running.requests.add('accept', '6');
  await until('confirmed', () => !isToReopen('6'));
  await running.stop();
  running = await site.start({ startLists: settings() });
  await until(
    'looked at',
    () => running.bridge.startLists?.isDue(running.bridge.parts.link) === false,
  );
  assert.equal(isToReopen('6'), false);
  assert.equal(ofRace6().length, 4);
  save(site.folder, '006-1-01.lif', timed(6, read('lynx.evt')));
  await until('posted', async () => (await site.results(6)).startsWith('1 finished 360000'));
  assert.equal(await site.results(6), '1 finished 360000, 3 finished 361000, 4 finished 362000');
  assert.deepEqual(
    statusOf(running.bridge, '').races.find(({ event }) => event === '6')?.missing,
    [],
  );
  const { races: shown } = await office.read();
  assert.equal(shown[5].lanes[1].withdrawn, true);
  await office.write(path, { withdrawn: false });
  await until('put back', () => ofRace6().length === 5);
});

test('numbers stay when races change theirs, also after a restart', async () => {
  await change([
    { externalId: 'race-4', raceNumber: 5 },
    { externalId: 'race-5', raceNumber: 4 },
  ]);
  // The name has the race's new number; the number of the event in FinishLynx stays.
  await until('written', () => read('lynx.evt').includes('\r\n4,1,1,Race 5\r\n'));
  const written = read('lynx.evt');
  await running.stop();
  rmSync(join(lists, 'lynx.evt'));
  running = await site.start({ startLists: settings() });
  await until('written', () => listed().includes('lynx.evt'));
  assert.equal(read('lynx.evt'), written);
  await until('told', () =>
    running.log.includes('In FinishLynx, race 5 is event 4, race 4 is event 5.'),
  );
  save(site.folder, '004-1-01.lif', timed(4, written));
  await until('posted', async () => (await site.results(5)).startsWith('1 finished 360000'));
  assert.equal(await site.results(4), '');
});

test('a ledger that is lost gets its numbers back, and a second bridge has the same', async () => {
  const written = read('lynx.evt');
  await running.stop();
  rmSync(join(site.stateFolder, 'ledger.json'));
  running = await site.start({ startLists: settings() });
  await until('numbered', () => running.bridge.parts.ledger.current.numbers[6] !== undefined);
  assert.equal(read('lynx.evt'), written);
  const { numbers, crews } = running.bridge.parts.ledger.current;
  assert.equal(numbers[4]?.race, 'race-4');
  assert.equal(crews['crew-4'], 4);
  // A bridge for another event does not overwrite these start lists.
  await running.stop();
  const stranger = await site.start({ startLists: settings({ eventId: 99 }) });
  await until('refused', () => stranger.bridge.startLists?.trouble?.isRefused === true);
  assert.match(stranger.bridge.startLists?.trouble?.reason ?? '', /are those of another event/);
  await stranger.stop();
  running = await site.start({ startLists: settings() });
  assert.equal(read('lynx.evt'), written);
});

test('a folder that disappears is said, and written once it is back', async () => {
  const away = `${lists} away`;
  renameSync(lists, away);
  await change([{ externalId: 'race-6', raceNumber: 6, title: 'Grand Final' }]);
  await until(
    'said',
    () => running.bridge.startLists?.trouble?.reason.endsWith('it is not there') === true,
  );
  renameSync(away, lists);
  await until('written', () => read('lynx.evt').includes('6,1,1,Grand Final'));
  await until('no trouble any more', () => running.bridge.startLists?.trouble === null);
});

test('a file that cannot be replaced stays as it is, and is written once it can be', async () => {
  const path = join(lists, 'lynx.sch');
  rmSync(path);
  mkdirSync(path);
  await until('said', () => running.bridge.startLists?.trouble !== null);
  assert.ok(running.log.some((line) => line.startsWith('The start lists are not written: ')));
  rmSync(path, { recursive: true });
  await until('written', () => listed().includes('lynx.sch'));
  assert.deepEqual(listed().sort(), ['lynx.evt', 'lynx.ppl', 'lynx.sch']);
});

test('a folder that does not answer holds up no results', {
  skip: process.platform === 'win32' ? 'needs a named pipe' : false,
}, async () => {
  const path = join(lists, 'lynx.sch');
  rmSync(path);
  // A named pipe: a read waits until something is written to it.
  execFileSync('mkfifo', [path]);
  const { readMillis } = running.bridge.parts.link;
  await until('read', () => running.bridge.parts.link.readMillis > readMillis + 600);
  save(site.folder, '006-1-01.lif', timed(6, read('lynx.evt')));
  await until('posted', async () => (await site.results(6)).startsWith('1 finished 360000'));
  // Not `writeFileSync`, because the bridge in this process may still have to open the pipe.
  await writeFile(path, '; written by Running Order');
  rmSync(path);
  await until('written', () => listed().includes('lynx.sch'));
});

test('files of somebody else stay, unless they are taken over; then they are kept', async () => {
  await running.stop();
  writeFileSync(join(lists, 'lynx.evt'), '1,1,1,Theirs\r\n');
  rmSync(join(lists, 'lynx.ppl'));
  running = await site.start({ startLists: settings() });
  await until('refused', () => running.bridge.startLists?.trouble?.isRefused === true);
  assert.deepEqual(listed().sort(), ['lynx.evt', 'lynx.sch']);
  assert.equal(read('lynx.evt'), '1,1,1,Theirs\r\n');
  await running.stop();
  running = await site.start({ startLists: settings({ takeOver: true }) });
  await until('taken over', () => read('lynx.evt').includes('written by Running Order'));
  assert.equal(read('lynx.evt.bak'), '1,1,1,Theirs\r\n');
  // A second file of somebody else is not taken over, because the `.bak` is there already.
  await running.stop();
  writeFileSync(join(lists, 'lynx.evt'), '1,1,1,Others\r\n');
  running = await site.start({ startLists: settings({ takeOver: true }) });
  await until('refused', () =>
    /\.bak is there/.test(running.bridge.startLists?.trouble?.reason ?? ''),
  );
  assert.deepEqual(
    [read('lynx.evt.bak'), read('lynx.evt')],
    ['1,1,1,Theirs\r\n', '1,1,1,Others\r\n'],
  );
  rmSync(join(lists, 'lynx.evt'));
  rmSync(join(lists, 'lynx.evt.bak'));
  await until('written', () => listed().includes('lynx.evt'));
});

test('another code page and another field of the crew are as they were asked for', async () => {
  await running.stop();
  await site.event.send('PUT', '/teams', [{ externalId: 'crew-1', name: 'Ngā Hoe', clubId: 'NH' }]);
  const written = { codePage: 'utf-16le', crewIn: 'affiliation', maxNameLength: 31 } as const;
  running = await site.start({ startLists: settings({ written }) });
  const text = () => readFileSync(join(lists, 'lynx.ppl')).toString('utf16le');
  await until('written', () => text().includes('\r\n1,,,Ngā Hoe\r\n'));
  await running.stop();
  running = await site.start({ startLists: settings() });
  await until('written', () => read('lynx.ppl').includes('\r\n1,Nga Hoe,,NH\r\n'));
});

test('a dry run says which start lists it would write, and writes none', async () => {
  await running.stop();
  rmSync(join(lists, 'lynx.evt'));
  const dry = await site.start({ startLists: settings(), isDryRun: true });
  await until('told', () => dry.log.includes('Would write start lists of 6 races: lynx.evt.'));
  await dry.stop();
  assert.equal(listed().includes('lynx.evt'), false);
});
