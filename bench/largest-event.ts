/** How work on the largest event that there may be delays other requests (decision R6). */
import { Database } from '../src/storage/engine/database.ts';
import { fillEvent } from '../test/support/large-event.ts';
import { compareLongestRead } from './longest-read.ts';
import type { Result } from './measure.ts';
import type { Published } from './public.ts';
import {
  addEvent,
  addSession,
  boardPath,
  type Client,
  cookieOf,
  copyOf,
  EVENT,
  send,
  startProcess,
  stopProcess,
} from './service.ts';

const SIZE = { races: 5000, lanesOfEach: 4, crews: 20_000 };
/** The other event: the same four crews row in every race, or may come into it by a rule. */
const REGULARS = { ...SIZE, crews: 4, ruledRaces: 104 };
const MAX_MILLIS = 250;

/** @param folder for files */
export async function largestEventRows(published: Published, folder: string): Promise<Result[]> {
  const databaseUrl = copyOf(published.file, folder, 'largest-event');
  const { raceIds, token, ...ids } = await fillTwo(published, databaseUrl);
  const service = await startProcess(databaseUrl);
  const clientOf = (eventId: number) => ({ ...published.client, url: service.url, eventId });
  const [large, regulars] = [clientOf(ids.large), clientOf(ids.regulars)];
  for (const client of [large, regulars]) await send(client, 'POST', '/schedule/publish');
  const works: [what: string, work: Work][] = [
    ['schedule and board are made anew', (n) => readAnew(large, n)],
    ['a race is pushed, and the answer has all of them', (n) => pushRace(large, n)],
    ['the race office posts the result of a lane', await officeOf(large, token, raceIds)],
    ['the calendar of a crew that rows every race is made', await calendarsOf(regulars)],
  ];
  const rows: Result[] = [];
  for (const [what, work] of works) {
    let times = 0;
    const once = () => work(++times);
    rows.push({
      work: `the longest that \`GET /v1/me\` waits while, of an event of ${SIZE.races * SIZE.lanesOfEach} lanes, ${what}`,
      ...(await compareLongestRead(large, service.process, once, 'nobody asks for it')),
      target: `≤ ${MAX_MILLIS} ms`,
    });
  }
  await stopProcess(service.process);
  return rows;
}

/** Work that differs each time, so that no cache has its answer. @param n counts the times */
type Work = (n: number) => Promise<void>;

/** Adds the two events, and somebody who is signed in. */
async function fillTwo({ client }: Published, databaseUrl: string) {
  const { database } = await Database.open(databaseUrl);
  const added = await database.write(async (tx) => ({
    large: await addEvent(tx, 1, 1),
    regulars: await addEvent(tx, 1, 1),
    token: await addSession(tx, 1),
  }));
  const service = await startProcess(databaseUrl);
  for (const eventId of [added.large, added.regulars])
    await send({ ...client, url: service.url, eventId }, 'POST', '/schedule');
  await stopProcess(service.process);
  const raceIds = await fillEvent(database, added.large, SIZE);
  await fillEvent(database, added.regulars, REGULARS);
  await database.close();
  return { ...added, raceIds };
}

async function readAnew(large: Client, delayMinutes: number): Promise<void> {
  await send(large, 'PUT', '/schedule/delay', { venueDay: EVENT.start, delayMinutes });
  await send(large, 'GET', '/schedule');
  await read(large.url + boardPath(large));
}

async function pushRace(large: Client, n: number): Promise<void> {
  const race = { externalId: 'r7', raceNumber: 7, title: `Junior four 7, heat, round ${n}` };
  await (await send(large, 'PUT', '/races', [race])).arrayBuffer();
}

/** The calendars of the crews, in one language and then in another: each is asked for once. */
async function calendarsOf(regulars: Client): Promise<Work> {
  const board = await fetch(regulars.url + boardPath(regulars));
  const { crews } = (await board.json()) as { crews: { id: number }[] };
  const page = `${regulars.url}/events/${regulars.eventId}/crews`;
  return (n) => read(`${page}/${crews[n % crews.length]?.id}.ics?lang=${n > 4 ? 'de' : 'en'}`);
}

/** The race office, opened once: each of its writes sends the revision that it has seen. */
async function officeOf(
  { url, eventId }: Client,
  token: string,
  raceIds: readonly number[],
): Promise<Work> {
  const headers = {
    ...{ cookie: cookieOf(url, token), origin: url },
    'content-type': 'application/json',
  };
  const path = `${url}/console/api/events/${eventId}`;
  const document = await fetch(`${path}/office`, { headers });
  let { revision: seen } = (await document.json()) as { revision: number };
  return async (n: number) => {
    const results = [{ position: 1, finishTimeMillis: 390_000 + n }];
    const body = JSON.stringify({ results, seen });
    const to = `${path}/races/${raceIds[7]}/results`;
    const answer = await fetch(to, { method: 'PUT', headers, body });
    if (!answer.ok) throw new Error(`the office was answered with ${await answer.text()}`);
    seen = ((await answer.json()) as { revision: number }).revision;
  };
}

/** Reads a whole answer. @throws unless its status is 200 */
async function read(url: string): Promise<void> {
  const answer = await fetch(url);
  if (answer.status !== 200) throw new Error(`${url} was answered with ${answer.status}`);
  await answer.arrayBuffer();
}
