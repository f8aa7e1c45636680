/**
 * A regatta of whose races devices are reminded while processes are killed: the moments at which the reminders come due are
 * spread over that time.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../src/storage/engine/database.ts';
import { replaceFollows } from '../../src/storage/following/followers.ts';
import type { PushService } from '../support/push-service.ts';
import { provisionOn } from '../support/service.ts';
import type { Follower } from './followed.ts';
import { HttpClient } from './http-client.ts';
import type { Received } from './received.ts';

const RACES = 6;
/** `remindMinutes` of the followers; with the longer one, a reminder is due already when the race is made. */
const MINUTES = [20, 25];
const MINUTE_MILLIS = 60_000;
/** Time until the first reminder comes due; the followers are stored by then. */
const LEAD_MILLIS = 2000;
/** Longer than the 20 seconds within which a worker checks what has come due. */
const NOTED_MILLIS = 60_000;
const CHECK_MILLIS = 250;
const CLUB = 'REM';

export interface RemindedRegatta {
  eventId: number;
  followers: Follower[];
}

/**
 * Six races to be reminded of, and one that has a result, so that nobody may be reminded of it.
 *
 * @param devices number of devices; half of them are reminded 20 minutes before the start, the others 25
 * @param spreadMillis the time over which the reminders come due
 */
export async function makeRemindedRegatta(
  database: Database,
  url: string,
  pushService: PushService,
  { devices, spreadMillis }: { devices: number; spreadMillis: number },
): Promise<RemindedRegatta> {
  const { eventId, key } = await provisionOn(database, null);
  const client = new HttpClient();
  const send = async (method: string, path: string, body: object = {}) => {
    const answer = await client.send(method, `${url}/v1/events/${eventId}${path}`, key, { body });
    if (answer.status !== 200 && answer.status !== 201) throw new Error(`${path}: ${answer.text}`);
  };
  const numbers = Array.from({ length: RACES + 1 }, (_, n) => n);
  const first = Date.now() + LEAD_MILLIS + Math.min(...MINUTES) * MINUTE_MILLIS;
  await send('POST', '/schedule');
  await send('PUT', '/teams', [{ externalId: 'c', name: 'Reminded', clubId: CLUB }]);
  await send(
    'PUT',
    '/races',
    numbers.map((n) => ({
      externalId: `r${n}`,
      raceNumber: n + 1,
      scheduledAt: new Date(first + (n * spreadMillis) / RACES).toISOString(),
    })),
  );
  for (const n of numbers) {
    await send('PUT', `/races/r${n}/entries`, [{ position: 1, teamExternalId: 'c' }]);
  }
  await send('PUT', `/races/r${RACES}/results`, [{ position: 1, finishTimeMillis: 400_000 }]);
  const ids = async (table: 'races' | 'teams') => {
    const query = database.reads.selectFrom(table).where('event_id', '=', eventId).orderBy('id');
    return (await query.select('id').execute()).map(({ id }) => id);
  };
  const [races, crews] = [await ids('races'), await ids('teams')];
  const ways = [{ crews }, { races }, { clubs: [CLUB] }, { crews, races, clubs: [CLUB] }];
  const followers: Follower[] = [];
  for (let n = 0; n < devices; n++) {
    const device = pushService.subscribe();
    const { endpoint, p256dh, auth } = device;
    const following = {
      ...{ eventId, wholeEvent: true, crews: [], races: [] },
      ...ways[n % ways.length],
      remindMinutes: MINUTES[(n >> 2) % MINUTES.length] ?? null,
    };
    const change = await database.write((tx) =>
      replaceFollows(tx, { endpoint, p256dh, auth, language: 'en' }, following, Date.now()),
    );
    followers.push({ device, id: change?.deviceId ?? 0, races: new Set(races.slice(0, RACES)) });
  }
  await send('POST', '/schedule/publish');
  client.close();
  return { eventId, followers };
}

/** Waits until all reminders are noted in the database. @returns how many are missing after a minute, 0 when all are there */
export async function allNoted(database: Database, { eventId }: RemindedRegatta): Promise<number> {
  const end = performance.now() + NOTED_MILLIS;
  for (;;) {
    const noted = await database.reads
      .selectFrom('reminders')
      .where('event_id', '=', eventId)
      .select('race_id')
      .execute();
    const missing = RACES * MINUTES.length - noted.length;
    if (missing <= 0 || performance.now() > end) return missing;
    await delay(CHECK_MILLIS);
  }
}

/** How many reminders there were, how many of them were repeated, and what was wrong with them. */
export function judgeReminders(
  { followers }: RemindedRegatta,
  received: Received,
): { messages: number; repeated: number; faults: string[] } {
  const faults: string[] = [];
  let [messages, repeated] = [0, 0];
  for (const follower of followers) {
    const counts = received.remindersOf(follower);
    for (const raceId of follower.races) {
      const count = counts.get(raceId) ?? 0;
      if (count === 0) faults.push(`device ${follower.id} was not reminded of race ${raceId}`);
      messages += count;
      repeated += Math.max(0, count - 1);
    }
    for (const raceId of counts.keys()) {
      if (follower.races.has(raceId)) continue;
      faults.push(`device ${follower.id} was reminded of race ${raceId}, which is scored`);
    }
  }
  // A reminder is repeated when its outcome could not be stored; if most are repeated, they were noted twice.
  if (repeated * 2 > messages) faults.push(`${repeated} of ${messages} reminders were repeated`);
  return { messages, repeated, faults };
}
