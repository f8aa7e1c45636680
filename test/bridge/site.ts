/** A regatta with a watched folder for the tests of the bridge: a real service behind a real proxy, and a real folder. */
import assert from 'node:assert/strict';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Bridge } from '../../src/bridge/bridge.ts';
import type { BridgeSettings } from '../../src/bridge/bridge-settings.ts';
import { LedgerFile, Requests } from '../../src/bridge/files/state-files.ts';
import { ServiceLink } from '../../src/bridge/service-link.ts';
import { statusOf } from '../../src/bridge/status.ts';
import { FaultyProxy } from '../support/faulty-proxy.ts';
import { type Provisioned, startTestService, type TestService } from '../support/service.ts';
import { newFolder, stopAtEndOfFile } from '../support/started.ts';

const LANES = 4;

export interface Site {
  service: TestService;
  event: Provisioned;
  proxy: FaultyProxy;
  folder: string;
  stateFolder: string;
  /** Starts a bridge in this process. */
  start(settings?: Partial<BridgeSettings>): Promise<RunningBridge>;
  /** The results of a race in the service: `1 finished 402690, 2 dns`; lanes without a result are left out. */
  results(raceNumber: number): Promise<string>;
}

export interface RunningBridge {
  bridge: Bridge;
  log: string[];
  ended: Promise<string | null>;
  requests: Requests;
  stop(): Promise<void>;
}

/** Opens a site that is closed after the tests of the file. @param races how many, each with four crews drawn */
export async function openSite(races = 3): Promise<Site> {
  const service = await startTestService();
  const event = await service.provision();
  await fill(event, races);
  const proxy = await FaultyProxy.before(service.url);
  stopAtEndOfFile(() => proxy.close());
  const base = newFolder();
  const folder = join(base, 'Zeitnahme Süd');
  const stateFolder = join(base, 'state');
  mkdirSync(folder);
  return {
    ...{ service, event, proxy, folder, stateFolder },
    start: (settings = {}) => startBridge({ folder, stateFolder, url: proxy.url, event }, settings),
    results: (raceNumber) => resultsOf(event, raceNumber),
  };
}

async function fill(event: Provisioned, races: number): Promise<void> {
  await event.send('POST', '/schedule');
  const crews = Array.from({ length: LANES }, (_, lane) => lane + 1);
  const teams = crews.map((lane) => ({ externalId: `crew-${lane}`, name: `Crew ${lane}` }));
  await event.send('PUT', '/teams', teams);
  const numbers = Array.from({ length: races }, (_, index) => index + 1);
  const rows = numbers.map((number) => ({
    externalId: `race-${number}`,
    raceNumber: number,
    scheduledAt: new Date(Date.parse('2026-06-13T07:00:00Z') + number * 60_000).toISOString(),
  }));
  await event.send('PUT', '/races', rows);
  for (const number of numbers) {
    const lanes = crews.map((lane) => ({ position: lane, teamExternalId: `crew-${lane}` }));
    const { status } = await event.send('PUT', `/races/race-${number}/entries`, lanes);
    assert.equal(status, 200);
  }
  await event.send('POST', '/schedule/publish');
}

interface Where {
  folder: string;
  stateFolder: string;
  url: string;
  event: Provisioned;
}

export async function startBridge(
  { folder, stateFolder, url, event }: Where,
  settings: Partial<BridgeSettings>,
): Promise<RunningBridge> {
  const now = () => performance.now();
  const { key, eventId } = event;
  const link = new ServiceLink({ url, key, eventId, app: 'test', withClubs: true }, now);
  const { file: ledger } = await LedgerFile.open(stateFolder);
  const requests = new Requests(stateFolder);
  const log: string[] = [];
  const watcher = { log: (line: string) => void log.push(line), show: () => {} };
  const full: BridgeSettings = {
    folder,
    stateFolder,
    mapFile: null,
    judging: { emptyPlace: null, timerWins: false, review: false, shortMillis: 400 },
    fileTimes: { stableMillis: 100, unfinishedMillis: 1000 },
    pollMillis: 60,
    scheduleMillis: 300,
    startLists: null,
    isDryRun: false,
    ...settings,
  };
  const bridge = new Bridge(full, { link, ledger, requests, watcher, now });
  const ended = bridge.run();
  const stop = stopAtEndOfFile(async () => {
    bridge.stop();
    await ended;
  });
  return { bridge, log, ended, requests, stop };
}

async function resultsOf(event: Provisioned, raceNumber: number): Promise<string> {
  const { json } = await event.send('GET', '/schedule');
  const race = json.races.find((one: { raceNumber: number }) => one.raceNumber === raceNumber);
  return race.lanes
    .filter(({ status }: { status: string }) => status !== 'assigned')
    .map((lane: { position: number; status: string; finishTimeMillis: number | null }) =>
      [lane.position, lane.status, lane.finishTimeMillis].filter((one) => one !== null).join(' '),
    )
    .join(', ');
}

/** A `.lif` file. @param rows `place,lane,time`, such as `1,3,6:42.69` or `DNS,2,` */
export function lif(event: string | number, rows: readonly string[]): string {
  const lines = rows.map((row) => {
    const [place, lane, time] = row.split(',');
    return `${place},,${lane},Crew ${lane},,CC,${time},,,,,9:00:00.00,,,,,`;
  });
  return `${[`${event},1,1,Race ${event},,,,,,2000,9:00:00.0000`, ...lines].join('\r\n')}\r\n`;
}

/** The four boats of a race, each a second after the other. @param seconds of the winner */
export function fullRace(event: string | number, seconds: number): string {
  const rows = [1, 2, 3, 4].map((lane) => `${lane},${lane},${seconds + lane}.00`);
  return lif(event, rows);
}

/** What `results` gives once the file of `fullRace` has arrived. */
export function fullResults(seconds: number): string {
  return [1, 2, 3, 4].map((lane) => `${lane} finished ${(seconds + lane) * 1000}`).join(', ');
}

/** Saves a file as FinishLynx may: at once under its name. */
export function save(folder: string, name: string, text: string): void {
  writeFileSync(join(folder, name), text);
}

/** Saves a file under another name first. */
export function saveByRename(folder: string, name: string, text: string): void {
  const temporary = join(folder, `${name}.tmp`);
  writeFileSync(temporary, text);
  renameSync(temporary, join(folder, name));
}

/** The state of a file's race, with the reason if there is one; `unknown` if the bridge does not have the file. */
export function stateOf({ bridge }: RunningBridge, file: string): string {
  const row = statusOf(bridge, 'test').races.find((one) => one.file === file);
  return row ? `${row.state}${row.reason ? `: ${row.reason}` : ''}` : 'unknown';
}
