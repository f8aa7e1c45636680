/**
 * Kills the bridge with -9 at random while files come in and are corrected, and while races are renamed and renumbered:
 * every race's last whole state has to arrive, and nothing older after it; the start lists are whole after every kill, and
 * no race changes its number in them.
 *
 *     npm run test:bridge-kills           200 kills
 *     npm run test:bridge-kills -- 10     that many
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { PROGRAM } from '../faults/service-process.ts';
import { cleanUp } from '../support/started.ts';
import { fullRace, fullResults, openSite, type Site, save, saveByRename } from './site.ts';

const RACES = 12;
const SETTLE_SECONDS = 60;

/** @returns what went wrong, a line each, and how many times results were posted */
export async function killAgainAndAgain(
  kills: number,
): Promise<{ wrong: string[]; posts: number }> {
  const site = await openSite(RACES);
  mkdirSync(listsOf(site));
  const wishes = new Map<number, number[]>();
  const ends = new AbortController();
  const seen = watchOrder(site, wishes, ends.signal);
  const saving = saveAtRandom(site, wishes, ends.signal);
  const renaming = renameAtRandom(site, ends.signal);
  const broken: string[] = [];
  let bridge: ChildProcess | undefined;
  try {
    for (let kill = 0; kill < kills; kill++) {
      bridge = startBridge(site);
      await delay(500 + Math.random() * 2500);
      const ended = once(bridge, 'exit');
      bridge.kill('SIGKILL');
      await ended;
      broken.push(...brokenStartLists(site));
    }
    ends.abort();
    await Promise.all([saving, renaming]);
    bridge = startBridge(site);
    const missing = await lastStates(site, wishes);
    if (renamedEvents(site).length < RACES) broken.push('races are missing in the start list');
    return { wrong: [...missing, ...broken, ...(await seen)], posts: site.proxy.puts() };
  } finally {
    bridge?.kill('SIGKILL');
    await cleanUp();
  }
}

function startBridge(site: Site): ChildProcess {
  const { proxy, folder, stateFolder, event } = site;
  const words = ['bridge', 'finishlynx', '--folder', folder, '--state', stateFolder];
  const where = ['--url', proxy.url, '--event', String(event.eventId), '--every', '0.1'];
  const lists = ['--start-lists', listsOf(site)];
  return spawn(process.execPath, [PROGRAM, ...words, ...where, ...lists], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, RUNNING_ORDER_KEY: event.key },
  });
}

function listsOf({ folder }: Site): string {
  return join(dirname(folder), 'lists');
}

/** Gives races new titles and swaps their numbers, once the bridge has written the first start lists. */
async function renameAtRandom(site: Site, signal: AbortSignal): Promise<void> {
  const numbers = Array.from({ length: RACES }, (_, index) => index + 1);
  for (let time = 1; !signal.aborted; time++) {
    await delay(200);
    if (!readdirSync(listsOf(site)).includes('lynx.evt')) continue;
    const [a, b] = [1, 2].map(() => 1 + Math.floor(Math.random() * RACES)) as [number, number];
    [numbers[a - 1], numbers[b - 1]] = [numbers[b - 1] ?? 0, numbers[a - 1] ?? 0];
    const races = [a, b].map((race) => ({
      ...{ externalId: `race-${race}`, raceNumber: numbers[race - 1] },
      title: `race-${race} ${time}`,
    }));
    await site.event.send('PUT', '/races', a === b ? races.slice(1) : races);
  }
}

/** @returns the events of the start list whose races have been renamed, each with its number and that of its race */
function renamedEvents(site: Site): RegExpExecArray[] {
  const path = join(listsOf(site), 'lynx.evt');
  const text = existsSync(path) ? readFileSync(path, 'latin1') : '';
  return [...text.matchAll(/^(\d+),1,1,race-(\d+) /gm)];
}

/** @returns what is wrong with the start lists after a kill and before the next start, a line each */
function brokenStartLists(site: Site): string[] {
  const folder = listsOf(site);
  const names = readdirSync(folder).filter((name) => name.startsWith('lynx.'));
  const texts = names.map((name) => readFileSync(join(folder, name), 'latin1'));
  const cut = texts.filter((text) => !/^; written by Running Order\r\n(.*\r\n)*$/.test(text));
  const moved = renamedEvents(site).filter(([, event, race]) => event !== race);
  return [
    ...cut.map((text) => `a start list is not whole: ${text.slice(-40)}`),
    ...moved.map(([line]) => `a race has another number in the start list: ${line}`),
  ];
}

/** Saves full races with other times, each later than the one before it. */
async function saveAtRandom(
  { folder }: Site,
  wishes: Map<number, number[]>,
  signal: AbortSignal,
): Promise<void> {
  for (let seconds = 300; !signal.aborted; seconds += 10) {
    const race = 1 + Math.floor(Math.random() * RACES);
    const saved = wishes.get(race) ?? [];
    wishes.set(race, [...saved, seconds]);
    const write = Math.random() < 0.5 ? save : saveByRename;
    write(folder, `${race}.lif`, fullRace(race, seconds));
    await delay(50 + Math.random() * 400);
  }
}

/** Reads all results again and again. @returns the races that went back to an older state or to a mixed one, a line each */
async function watchOrder(
  { event }: Site,
  wishes: ReadonlyMap<number, number[]>,
  signal: AbortSignal,
): Promise<string[]> {
  const last = new Map<number, number>();
  const wrong: string[] = [];
  while (!signal.aborted) {
    for (const [race, results] of await allResults(event)) {
      if (results === '') continue;
      const at = (wishes.get(race) ?? []).findLastIndex(
        (seconds) => fullResults(seconds) === results,
      );
      if (at === -1) wrong.push(`race ${race} has results that no file had: ${results}`);
      if (at < (last.get(race) ?? 0)) wrong.push(`race ${race} went back to an older state`);
      last.set(race, at);
    }
    await delay(30);
  }
  return wrong;
}

async function lastStates(
  { event }: Site,
  wishes: ReadonlyMap<number, number[]>,
): Promise<string[]> {
  const end = performance.now() + SETTLE_SECONDS * 1000;
  for (;;) {
    const now = await allResults(event);
    const open = [...wishes].filter(
      ([race, saved]) => now.get(race) !== fullResults(saved.at(-1) ?? 0),
    );
    if (open.length === 0) return [];
    if (performance.now() > end) {
      return open.map(
        ([race, saved]) => `race ${race} has ${now.get(race)}, not that of ${saved.at(-1)} s`,
      );
    }
    await delay(100);
  }
}

async function allResults(event: Site['event']): Promise<Map<number, string>> {
  const { json } = await event.send('GET', '/schedule');
  return new Map(
    json.races.map(({ externalId, lanes }: { externalId: string; lanes: Lane[] }) => [
      Number(externalId.replace('race-', '')),
      lanes
        .filter(({ status }) => status !== 'assigned')
        .map(
          ({ position, status, finishTimeMillis }) => `${position} ${status} ${finishTimeMillis}`,
        )
        .join(', '),
    ]),
  );
}

interface Lane {
  position: number;
  status: string;
  finishTimeMillis: number | null;
}
