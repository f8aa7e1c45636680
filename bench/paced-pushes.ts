/** Pushes of results at a fixed pace from one connection, each with new times. */
import { setTimeout as delay } from 'node:timers/promises';
import { wallClock } from './assistant.ts';
import { PutClient } from './put-client.ts';
import { type Client, resultsOf } from './service.ts';

interface Pushed {
  at: number;
  millis: number;
}

let round = 0;

/**
 * Pushes the results of one race after the other. A push waits for the answer to the one before it,
 * so one that is late puts off the next.
 *
 * @param everyMillis from push to push
 * @param hasEnough is asked after each push
 * @returns when each push was sent, in epoch milliseconds, and how many it took
 */
export async function pushAtPace(
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
