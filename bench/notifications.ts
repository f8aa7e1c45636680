/** The rows of notifications: how soon ten thousand devices have heard, and what that costs others. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Database } from '../src/storage/database.ts';
import { type DeviceDescription, replaceFollows } from '../src/storage/followers.ts';
import { Assistant, wallClock } from './assistant.ts';
import { percentile, type Result, round } from './measure.ts';
import { pushAtPace } from './paced-pushes.ts';
import type { Published } from './public.ts';
import type { Arrived, PushQuestion, Subscribed } from './push-service.ts';
import {
  type Client,
  processorSeconds,
  resultsOf,
  send,
  startProcess,
  stopProcess,
} from './service.ts';

const DEVICES = 10_000;
/** One after the other; all devices follow both. */
const RACES = ['race-1', 'race-2'];
const PUSH_MILLIS = 20;
const WARM_UP_PUSHES = 250;
const WITHIN_MILLIS = 120_000;
/** Whoever sends a message twice has done so by then. */
const AFTER_MILLIS = 2000;

/** When a race was told: epoch milliseconds. */
interface Telling {
  answeredAt: number;
  /** Of each message, sorted. */
  arrivals: number[];
}

/** @param folder for files */
export async function notificationRows(published: Published, folder: string): Promise<Result[]> {
  const file = join(folder, 'notifications.db');
  copyFileSync(published.file, file);
  const pushService = new Assistant('bench/push-service.ts');
  const { origin, devices } = await pushService.ask<Subscribed>({
    subscribe: DEVICES,
  } satisfies PushQuestion);
  await addFollowers(`sqlite:${file}`, published.client, devices);
  const service = await startProcess(`sqlite:${file}`, { PUSH_ORIGINS: origin });
  const client = { ...published.client, url: service.url };
  const other = { ...published.other, url: service.url };

  const secondsBefore = processorSeconds(service.process);
  const alone = await tell(client, RACES[0] as string, pushService);
  await delay(AFTER_MILLIS);
  const seconds = processorSeconds(service.process) - secondsBefore;
  await checkOnce(pushService, 1);

  await pushAtPace(other, PUSH_MILLIS, (pushes) => pushes >= WARM_UP_PUSHES);
  let isTelling = true;
  const pushing = pushAtPace(other, PUSH_MILLIS, () => !isTelling);
  const together = await tell(client, RACES[1] as string, pushService);
  isTelling = false;
  const pushes = await pushing;
  await delay(AFTER_MILLIS);
  await checkOnce(pushService, 2);
  await stopProcess(service.process);
  await pushService.stop();

  const [first = 0] = together.arrivals;
  const p99Of = (isDuring: boolean) =>
    percentile(
      pushes.filter(({ at }) => at >= first === isDuring).map(({ millis }) => millis),
      0.99,
    );
  const [during, before] = [p99Of(true), p99Of(false)];
  return [
    {
      work: `news of one race to ${round(DEVICES)} devices, from the answer to \`PUT results\``,
      ours: `${told(alone)}; ${seconds.toFixed(1)} s of processor time`,
      against: '–',
      ratio: '–',
      reach: 'p99 < 60 s, each once',
    },
    {
      work: `the same while ${1000 / PUSH_MILLIS} results a second are pushed to another event`,
      ours: told(together),
      against: '–',
      ratio: '–',
      reach: 'p99 < 60 s, each once',
    },
    {
      work: 'p99 of these pushes while the messages are sent',
      ours: `${during.toFixed(1)} ms`,
      against: `${before.toFixed(1)} ms, before`,
      ratio: `${(during / before).toFixed(2)} ×`,
      reach: '–',
    },
  ];
}

async function addFollowers(
  databaseUrl: string,
  { eventId }: Client,
  devices: readonly DeviceDescription[],
): Promise<void> {
  const { database } = await Database.open(databaseUrl);
  const rows = await database.reads
    .selectFrom('races')
    .where('event_id', '=', eventId)
    .where('external_id', 'in', RACES)
    .select('id')
    .execute();
  const following = { eventId, wholeEvent: false, crews: [], races: rows.map(({ id }) => id) };
  await database.write(async (tx) => {
    for (const device of devices) await replaceFollows(tx, device, following, Date.now());
  });
  await database.close();
}

/** Pushes results of a race and waits until all devices have heard of them. */
async function tell(client: Client, race: string, pushService: Assistant): Promise<Telling> {
  const tellings = RACES.indexOf(race) + 1;
  await send(client, 'PUT', `/races/${race}/results`, resultsOf(700 + tellings));
  const answeredAt = wallClock();
  const { messages } = await pushService.ask<Arrived>({
    arrivals: tellings * DEVICES,
    withinMillis: WITHIN_MILLIS,
  } satisfies PushQuestion);
  const arrivals = messages.slice(-DEVICES).map(([, at]) => at);
  return { answeredAt, arrivals: arrivals.sort((a, b) => a - b) };
}

/** @throws unless every device has got so many messages, and no message was refused */
async function checkOnce(pushService: Assistant, tellings: number): Promise<void> {
  const { messages, complaints } = await pushService.ask<Arrived>({
    arrivals: tellings * DEVICES,
    withinMillis: WITHIN_MILLIS,
  } satisfies PushQuestion);
  const byDevice = Map.groupBy(messages, ([device]) => device);
  const isOnce = [...byDevice.values()].every(({ length }) => length === tellings);
  if (!isOnce || byDevice.size !== DEVICES || complaints.length > 0) {
    throw new Error(`${messages.length} messages, ${byDevice.size} devices; ${complaints[0]}`);
  }
}

function told({ answeredAt, arrivals }: Telling): string {
  const seconds = arrivals.map((at) => (at - answeredAt) / 1000);
  return `p99 ${percentile(seconds, 0.99).toFixed(1)} s, last ${(seconds.at(-1) ?? 0).toFixed(1)} s`;
}
