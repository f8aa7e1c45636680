/**
 * Regattas that devices follow in all ways. A push of results carries its number (its generation) in the times of all lanes,
 * so that a message shows which push it is about.
 */
import type { Database } from '../../src/storage/engine/database.ts';
import { type Following, replaceFollows } from '../../src/storage/following/followers.ts';
import type { Device, PushService } from '../support/push-service.ts';
import { provisionOn } from '../support/service.ts';
import { HttpClient } from './http-client.ts';

const EVENTS = 2;
/** Races of each event; nobody pushes the last one, and its crews row in no other. */
const RACES = 11;
const CREWS = 12;
const LANES = 4;
const FIRST_MILLIS = 100_000;
const HOUR_MILLIS = 3_600_000;

export interface FollowedRace {
  id: number;
  eventId: number;
  key: string;
  /** The path of its results in the API. */
  path: string;
}

/** A device, and the races about whose results it has to be notified. */
export interface Follower {
  device: Device;
  /** The id of the device in the database. */
  id: number;
  races: ReadonlySet<number>;
}

interface Event {
  eventId: number;
  key: string;
  /** Ordered by race number; `id` and `crews` are ids in the database. */
  races: { id: number; crews: number[] }[];
}

/** @returns the races whose results may be pushed, and the devices that follow */
export async function makeFollowedRegattas(
  database: Database,
  url: string,
  pushService: PushService,
  devices: number,
): Promise<{ races: FollowedRace[]; followers: Follower[] }> {
  const events: Event[] = [];
  for (let n = 0; n < EVENTS; n++) events.push(await makeEvent(database, url));
  const followers: Follower[] = [];
  for (let n = 0; n < devices; n++) {
    followers.push(await follow(database, events, pushService.subscribe(), n));
  }
  const races = events.flatMap(({ eventId, key, races }) =>
    races.slice(0, -1).map(({ id }, n) => ({
      ...{ id, eventId, key },
      path: `/v1/events/${eventId}/races/race-${n}/results`,
    })),
  );
  return { races, followers };
}

export function resultsOf(generation: number) {
  return Array.from({ length: LANES }, (_, n) => ({
    position: n + 1,
    finishTimeMillis: FIRST_MILLIS + generation * 10,
  }));
}

/** @param millis finish time of a lane; 0 when it has none, which is generation 0 */
export function generationOf(millis: number): number {
  return millis === 0 ? 0 : (millis - FIRST_MILLIS) / 10;
}

/** The generation in the times of a message. @throws when they are of several generations, or there are none */
export function receivedGeneration({ body }: { body: string }): number {
  const times = Array.from(body.matchAll(/(?<!\+)\b(\d+):(\d\d)\.(\d\d)/g), (match) => {
    const [minutes = 0, seconds = 0, hundredths = 0] = match.slice(1).map(Number);
    return (minutes * 60 + seconds) * 1000 + hundredths * 10;
  });
  const [millis] = times;
  if (millis === undefined || times.some((time) => time !== millis)) {
    throw new Error(`a message of no push: ${body}`);
  }
  return generationOf(millis);
}

/** Makes a published event of today, with a draw and no results. */
async function makeEvent(database: Database, url: string): Promise<Event> {
  const { eventId, key } = await provisionOn(database);
  const now = Date.now();
  const today = new Date(now).toISOString().slice(0, 10);
  await database.write((tx) =>
    tx
      .updateTable('events')
      .set({ start_date: today, end_date: today })
      .where('id', '=', eventId)
      .execute(),
  );
  const client = new HttpClient();
  const send = async (method: string, path: string, body?: object) => {
    const at = `${url}/v1/events/${eventId}${path}`;
    const answer = await client.send(method, at, key, body && { body });
    if (answer.status >= 300 || answer.status === 0) throw new Error(`${path}: ${answer.text}`);
  };
  const numbers = Array.from({ length: RACES }, (_, n) => n);
  const crewsOf = (race: number) =>
    // The last race has crews that row in no other.
    Array.from({ length: LANES }, (_, lane) =>
      race === RACES - 1 ? CREWS + lane : (race * 5 + lane) % CREWS,
    );
  const crews = Array.from({ length: CREWS + LANES }, (_, n) => ({
    externalId: `crew-${n}`,
    name: `Crew ${n}`,
  }));
  const races = numbers.map((n) => ({
    externalId: `race-${n}`,
    raceNumber: n + 1,
    scheduledAt: new Date(now - HOUR_MILLIS + n * 600_000).toISOString(),
  }));
  await send('POST', '/schedule', {});
  await send('PUT', '/teams', crews);
  await send('PUT', '/races', races);
  for (const n of numbers) {
    const draw = crewsOf(n).map((crew, lane) => ({
      position: lane + 1,
      teamExternalId: `crew-${crew}`,
    }));
    await send('PUT', `/races/race-${n}/entries`, draw);
  }
  await send('POST', '/schedule/publish');
  client.close();

  const raceIds = await idsOf(database, 'races', eventId);
  const crewIds = await idsOf(database, 'teams', eventId);
  const idOf = (ids: Map<string, number>, name: string) => ids.get(name) as number;
  return {
    eventId,
    key,
    races: numbers.map((n) => ({
      id: idOf(raceIds, `race-${n}`),
      crews: crewsOf(n).map((crew) => idOf(crewIds, `crew-${crew}`)),
    })),
  };
}

async function idsOf(
  database: Database,
  table: 'races' | 'teams',
  eventId: number,
): Promise<Map<string, number>> {
  const rows = await database.reads
    .selectFrom(table)
    .where('event_id', '=', eventId)
    .select(['id', 'external_id'])
    .execute();
  return new Map(rows.map(({ id, external_id }) => [String(external_id), id]));
}

/** Registers the nth device with its way of following. */
async function follow(
  database: Database,
  events: readonly Event[],
  device: Device,
  n: number,
): Promise<Follower> {
  const followings = events.map((event, index) => followingOf(event, n, index));
  const { endpoint, p256dh, auth } = device;
  await database.write(async (tx) => {
    for (const following of followings) {
      await replaceFollows(tx, { endpoint, p256dh, auth, language: 'en' }, following, Date.now());
    }
  });
  const { id } = await database.reads
    .selectFrom('devices')
    .where('endpoint', '=', endpoint)
    .select('id')
    .executeTakeFirstOrThrow();
  const races = events.flatMap(({ races }, index) => {
    const { wholeEvent, crews, races: followed } = followings[index] as Following;
    return races
      .filter(
        (race) =>
          wholeEvent ||
          followed.includes(race.id) ||
          race.crews.some((crew) => crews.includes(crew)),
      )
      .map((race) => race.id);
  });
  return { device, id, races: new Set(races) };
}

const WAYS = 6;

/** Six ways: an event; crews; races; all of these; crews and races of both events; only what nobody pushes. */
function followingOf({ eventId, races }: Event, n: number, index: number): Following {
  const pushed = races.slice(0, -1);
  const race = pushed[n % pushed.length];
  const another = pushed[(n * 7 + 3) % pushed.length];
  const quiet = races.at(-1);
  if (!race || !another || !quiet) throw new Error('there are no races');
  const nothing = { eventId, wholeEvent: false, crews: [], races: [] };
  const isOwn = Math.floor(n / WAYS) % EVENTS === index;
  switch (n % WAYS) {
    case 0:
      return isOwn ? { ...nothing, wholeEvent: true } : nothing;
    case 1:
      return isOwn ? { ...nothing, crews: race.crews.slice(0, 2) } : nothing;
    case 2:
      return isOwn ? { ...nothing, races: [...new Set([race.id, another.id])] } : nothing;
    case 3:
      return { eventId, wholeEvent: index === 0, crews: race.crews, races: [race.id] };
    case 4:
      return { ...nothing, crews: another.crews.slice(1, 2), races: [race.id] };
    default:
      return { ...nothing, crews: quiet.crews, races: [quiet.id] };
  }
}
