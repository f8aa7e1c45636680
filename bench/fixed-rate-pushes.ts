/** Pushes of results at a fixed rate, each with new times. */
import { setTimeout as delay } from 'node:timers/promises';
import { wallClock } from './helper-process.ts';
import { percentile } from './measure.ts';
import { PutClient } from './put-client.ts';
import { type Client, resultsOf } from './service.ts';

interface Pushed {
  at: number;
  millis: number;
}

interface SentRevision {
  revision: number;
  sentAt: number;
}

/** The usual rate of `pushAtRate`: the most that the computers of a regatta with several finish lines send. */
export const PUSHES_PER_SECOND = 20;
const RATE_CONNECTIONS = 40;

let round = 0;

/**
 * Sends a push when it is due, whether those before it have been answered or not.
 *
 * @returns how long each push took from the time at which it was due, in milliseconds
 */
export async function pushAtRate(
  { url, key, eventId }: Client,
  seconds: number,
  perSecond = PUSHES_PER_SECOND,
): Promise<number[]> {
  const clients = Array.from({ length: RATE_CONNECTIONS }, () => new PutClient(url, key));
  const startsAt = performance.now();
  const pushes = Array.from({ length: seconds * perSecond }, async (_, n) => {
    const dueAt = startsAt + (n * 1000) / perSecond;
    await delay(Math.max(0, dueAt - performance.now()));
    const path = `/races/race-${(n % 100) + 1}/results`;
    await clients[n % RATE_CONNECTIONS]?.send(eventId, path, resultsOf(++round));
    return performance.now() - dueAt;
  });
  const millis = await Promise.all(pushes);
  for (const client of clients) client.close();
  return millis;
}

/**
 * Pushes from one connection. A push waits for the answer to the one before it,
 * so one that is late delays the next.
 *
 * @param everyMillis from push to push
 * @param hasEnough is asked after each push
 * @returns when each push was sent, in epoch milliseconds, and how many milliseconds it took
 */
export async function pushInSequence(
  { url, key, eventId }: Client,
  everyMillis: number,
  hasEnough: (pushes: number) => boolean,
): Promise<Pushed[]> {
  const put = new PutClient(url, key);
  const pushes: Pushed[] = [];
  for (let due = performance.now(); !hasEnough(pushes.length); due += everyMillis) {
    const early = due - performance.now();
    if (early > 0) await delay(early);
    else due -= early;
    const path = `/races/race-${(++round % 100) + 1}/results`;
    const at = wallClock();
    pushes.push({ at, millis: await put.send(eventId, path, resultsOf(round)) });
  }
  put.close();
  return pushes;
}

/** For pushes in sequence: the time from one to the next, and how many make a round. */
export const PUSH_MILLIS = 20;
export const PUSHES_PER_ROUND = 250;

/** @param part such as 0.99 @returns the milliseconds below which that part of a round of pushes lies */
export async function pushRound(client: Client, part: number): Promise<number> {
  const pushed = await pushInSequence(client, PUSH_MILLIS, (n) => n >= PUSHES_PER_ROUND);
  return percentile(
    pushed.map(({ millis }) => millis),
    part,
  );
}

/**
 * Pushes results of `pushes` races, one after the other; each push makes one revision.
 *
 * @param revision of the event before the first
 * @param options.pauseMillis after each push
 * @returns the revision that each push made, and when it was sent, in epoch milliseconds
 */
export async function pushRevisions(
  { url, key, eventId }: Client,
  revision: number,
  { pushes, pauseMillis }: { pushes: number; pauseMillis: number },
): Promise<SentRevision[]> {
  const put = new PutClient(url, key);
  const sent: SentRevision[] = [];
  for (let n = 1; n <= pushes; n++) {
    sent.push({ revision: revision + n, sentAt: wallClock() });
    await put.send(eventId, `/races/race-${n}/results`, resultsOf(500 + n));
    await delay(pauseMillis);
  }
  put.close();
  return sent;
}
