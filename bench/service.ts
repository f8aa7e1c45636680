/** Services and servers as processes of their own, on databases of their own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { newToken, tokenHash } from '../src/domain/accounts/sessions.ts';
import { insertClub, insertEvent, insertUser, setRole } from '../src/storage/accounts/accounts.ts';
import { insertSession } from '../src/storage/accounts/sessions.ts';
import { Database, type Write } from '../src/storage/engine/database.ts';
import { mintKey } from '../test/support/keys.ts';
import { freePort } from '../test/support/server.ts';

const MAX_START_MILLIS = 20_000;
const POLL_MILLIS = 5;

export interface Client {
  url: string;
  key: string;
  eventId: number;
}

/**
 * Starts the service. Its rate limits are too high to be reached, but it counts requests.
 *
 * @param settings further settings, as environment variables
 * @param folder a checkout
 */
export async function startProcess(
  databaseUrl: string,
  settings: Record<string, string> = {},
  folder = '.',
): Promise<{ url: string; process: ChildProcess }> {
  const port = await freePort();
  const child = spawn(process.execPath, ['bin/running-order.js', 'serve'], {
    cwd: folder,
    stdio: 'ignore',
    env: { ...process.env, ...serviceEnvironment(databaseUrl), ...settings, PORT: String(port) },
  });
  endWithUs(child);
  const url = `http://127.0.0.1:${port}`;
  for (const end = Date.now() + MAX_START_MILLIS; Date.now() < end; await delay(POLL_MILLIS)) {
    const answer = await fetch(`${url}/v1/me`).catch(() => undefined);
    if (answer) return { url, process: child };
  }
  throw new Error('the service did not start');
}

function serviceEnvironment(databaseUrl: string) {
  return {
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'warn',
    READS_PER_MINUTE: '1000000000',
    WRITES_PER_MINUTE: '1000000000',
  };
}

/** Starts a script that prints its port. */
export async function startScript(script: string, argument: string, databaseUrl = '') {
  const child = spawn(process.execPath, [script, argument, databaseUrl], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...serviceEnvironment(databaseUrl) },
  });
  endWithUs(child);
  const port = await new Promise<string>((resolve) => {
    child.stdout?.once('data', (data: Buffer) => resolve(data.toString().trim()));
  });
  return { url: `http://127.0.0.1:${port}`, process: child };
}

/** Kills a child process when this one exits, so that a benchmark that fails leaves nothing running. */
export function endWithUs(child: ChildProcess): void {
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
}

export async function stopProcess(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await gone;
}

/** Processor time that a process has taken, in seconds. */
export function processorSeconds(child: ChildProcess): number {
  // Before these fields is the name of the process, which may contain anything.
  const [, fields = ''] = /\) (.*)/.exec(readFileSync(`/proc/${child.pid}/stat`, 'utf8')) ?? [];
  const [userTicks = 0, systemTicks = 0] = fields.split(' ').slice(11, 13).map(Number);
  return (userTicks + systemTicks) / TICKS_PER_SECOND;
}

/** The same on every Linux, as far as programs see it. */
const TICKS_PER_SECOND = 100;

/** Resident memory of a process in bytes. */
export function residentBytes(child: ChildProcess): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024;
}

/** A club with a manager, their key, and an event. */
export async function provision(tx: Write): Promise<{ key: string; eventId: number }> {
  const userId = await insertUser(tx, 'Bench', null, Date.now());
  const clubId = await insertClub(tx, 'Bench', Date.now());
  await setRole(tx, userId, clubId, 'schedule_manager');
  const eventId = await addEvent(tx, clubId, userId);
  return { eventId, key: await mintKey(tx, userId, 'bench') };
}

export function addEvent(tx: Write, clubId: number, creatorId: number): Promise<number> {
  return insertEvent(tx, {
    club_id: clubId,
    creator_id: creatorId,
    name: EVENT.name,
    start_date: EVENT.start,
    end_date: EVENT.end,
    timezone: EVENT.timezone,
    city: 'Berlin',
    country_code: 'DE',
    created_at: Date.now(),
  });
}

/** Signs a person in to the console. @returns the token of the session */
export async function addSession(tx: Write, userId: number): Promise<string> {
  const token = newToken();
  const now = Date.now();
  await insertSession(tx, {
    user_id: userId,
    token_hash: tokenHash(token),
    device: 'Bench',
    began_with: 'password',
    created_at: now,
    last_seen_at: now,
    proved_at: now,
  });
  return token;
}

/** Copies a database, so that no row is measured on what another has left behind. @returns the address of the copy */
export function copyOf(source: string, folder: string, name: string): string {
  const file = join(folder, `${name}.db`);
  copyFileSync(source, file);
  return `sqlite:${file}`;
}

/** Writes into a database that nobody serves. */
export async function writeInto<Added>(
  databaseUrl: string,
  write: (tx: Write) => Promise<Added>,
): Promise<Added> {
  const { database } = await Database.open(databaseUrl);
  const added = await database.write(write);
  await database.close();
  return added;
}

/** The cookie that a browser sends for a session. */
export function cookieOf(url: string, token: string): string {
  return `running-order-${new URL(url).port}=${token}`;
}

/** Adds an event without a schedule, and somebody who is signed in and manages it. */
export async function addOffice(tx: Write): Promise<{ eventId: number; token: string }> {
  return { eventId: await addEvent(tx, 1, 1), token: await addSession(tx, 1) };
}

/** A service on a new database file, with two events of one owner that have no schedule yet. */
export async function startOnNewFile(
  file: string,
): Promise<{ process: ChildProcess; client: Client; other: Client }> {
  const databaseUrl = `sqlite:${file}`;
  const { otherId, ...ids } = await writeInto(databaseUrl, async (tx) => {
    return { ...(await provision(tx)), otherId: await addEvent(tx, 1, 1) };
  });
  const { url, process } = await startProcess(databaseUrl);
  const client = { url, ...ids };
  return { process, client, other: { ...client, eventId: otherId } };
}

function dayOf(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}

export function boardPath({ eventId }: Client): string {
  return `/board/api/events/${eventId}`;
}

/** Sends a request about the client's event, and expects it to succeed. */
export async function send(client: Client, method: string, path: string, body?: object) {
  const answer = await fetch(`${client.url}/v1/events/${client.eventId}${path}`, {
    method,
    headers: { authorization: `Bearer ${client.key}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer;
}

/** A regatta that has begun: all of its races are near, so that results make notifications. */
const START = Date.now() - 2 * 3_600_000;

export const EVENT = {
  name: 'Bench regatta',
  start: dayOf(START),
  end: dayOf(START + 24 * 3_600_000),
  timezone: 'Europe/Berlin',
};

/** Races of a push; `round` makes every one of them differ from the last push. */
export function racesOf(count: number, round = 0): object[] {
  return Array.from({ length: count }, (_, index) => ({
    externalId: `race-${index + 1}`,
    raceNumber: index + 1,
    title: `Championship final ${index + 1}, round ${round}`,
    scheduledAt: new Date(START + index * 300_000).toISOString(),
    distanceMeters: 2000,
    boatClass: '8+',
    round: 'Final',
    divisionLabel: 'Open',
  }));
}

/** How many races a large push has. */
export const PUSHED_RACES = 300;

/** Publishes a schedule of `PUSHED_RACES` races, none of them drawn, for large pushes. */
export async function pushUndrawnRaces(client: Client): Promise<void> {
  await send(client, 'POST', '/schedule', {});
  await send(client, 'PUT', '/races', racesOf(PUSHED_RACES));
  await send(client, 'POST', '/schedule/publish');
}

export function resultsOf(round: number): object[] {
  return Array.from({ length: 8 }, (_, index) => ({
    position: index + 1,
    finishTimeMillis: 360_000 + index * 1234 + (round % 1000),
  }));
}

/** Publishes the schedule of a large regatta: 100 races of 8 lanes, drawn and timed. */
export function pushLargeRegatta(client: Client): Promise<void> {
  return pushRegatta(client, 100);
}

const CREWS = 40;
const PUSHERS = 8;

/** The same with another number of races. */
export async function pushRegatta(client: Client, races: number): Promise<void> {
  await send(client, 'POST', '/schedule', {});
  const teams = Array.from({ length: CREWS }, (_, index) => ({
    externalId: `crew-${index + 1}`,
    name: `Rowing club of the town number ${index + 1}`,
  }));
  await send(client, 'PUT', '/teams', teams);
  await send(client, 'PUT', '/races', racesOf(races));
  let next = 1;
  const pushRest = async () => {
    while (next <= races) await pushRace(client, next++);
  };
  await Promise.all(Array.from({ length: PUSHERS }, pushRest));
  // Published last, so that none of these pushes makes notifications.
  await send(client, 'POST', '/schedule/publish');
}

async function pushRace(client: Client, race: number): Promise<void> {
  const lanes = Array.from({ length: 8 }, (_, index) => ({
    position: index + 1,
    teamExternalId: `crew-${((race + index * 5) % CREWS) + 1}`,
  }));
  await send(client, 'PUT', `/races/race-${race}/entries`, lanes);
  await send(client, 'PUT', `/races/race-${race}/results`, resultsOf(race));
}

/**
 * Signs in to the console.
 *
 * @param address of the person, as a proxy says it
 * @returns the status of the answer
 */
export async function signIn(url: string, body: object, address?: string): Promise<number> {
  const answer = await fetch(`${url}/console/api/session`, {
    method: 'POST',
    headers: {
      ...{ 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      ...(address !== undefined && { 'x-forwarded-for': address }),
    },
    body: JSON.stringify(body),
  });
  await answer.arrayBuffer();
  return answer.status;
}
