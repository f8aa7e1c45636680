/**
 * The rows of notifications: how soon ten thousand devices are notified, and how much that slows others; how
 * soon fifty thousand are.
 */
import type { ChildProcess } from 'node:child_process';
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

const CROWD = 50_000;
const DEVICES = 10_000;
/** A race, and how many devices follow it: the first ones. */
interface Followed {
  race: string;
  devices: number;
}

/** One after the other. */
const ALONE: Followed = { race: 'race-1', devices: DEVICES };
const BESIDE_PUSHES: Followed = { race: 'race-2', devices: DEVICES };
const TO_ALL: Followed = { race: 'race-3', devices: CROWD };
const FOLLOWED = [ALONE, BESIDE_PUSHES, TO_ALL];
const PUSH_MILLIS = 20;
const WARM_UP_PUSHES = 250;
const WITHIN_MILLIS = 240_000;
/** A message that is sent twice has arrived twice by then. */
const AFTER_MILLIS = 2000;

/** One notification of many devices; epoch milliseconds. */
interface Notified {
  answeredAt: number;
  /** Of each message, sorted. */
  arrivals: number[];
  /** Processor time of the service until some seconds after the last message. */
  seconds: number;
}

/** @param folder for files */
export async function notificationRows(published: Published, folder: string): Promise<Result[]> {
  const file = join(folder, 'notifications.db');
  copyFileSync(published.file, file);
  const pushService = new Assistant('bench/push-service.ts');
  const { origin, devices } = await pushService.ask<Subscribed>({
    subscribe: CROWD,
  } satisfies PushQuestion);
  await addFollowers(`sqlite:${file}`, published.client, devices);
  const service = await startProcess(`sqlite:${file}`, { PUSH_ORIGINS: origin });
  const regatta = { client: { ...published.client, url: service.url }, service, pushService };
  const other = { ...published.other, url: service.url };

  const alone = await notify(regatta, ALONE);

  await pushAtPace(other, PUSH_MILLIS, (pushes) => pushes >= WARM_UP_PUSHES);
  let isNotifying = true;
  const pushing = pushAtPace(other, PUSH_MILLIS, () => !isNotifying);
  const together = await notify(regatta, BESIDE_PUSHES);
  isNotifying = false;
  const pushes = await pushing;
  const toAll = await notify(regatta, TO_ALL);
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
      work: `notifications of one race to ${round(DEVICES)} devices, from the answer to \`PUT results\``,
      ours: `${describe(alone)}; ${alone.seconds.toFixed(1)} s of processor time`,
      against: '–',
      ratio: '–',
      reach: 'p99 < 60 s, each once',
    },
    {
      work: `the same while ${1000 / PUSH_MILLIS} results a second are pushed to another event`,
      ours: describe(together),
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
    {
      work: `notifications of one race to ${round(CROWD)} devices`,
      ours: `${describe(toAll)}; ${toAll.seconds.toFixed(1)} s of processor time`,
      against: '–',
      ratio: '–',
      reach: 'last < 60 s, each once',
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
    .select(['id', 'external_id'])
    .execute();
  const idOf = (race: string) => rows.find((row) => row.external_id === race)?.id ?? 0;
  await database.write(async (tx) => {
    for (const [index, device] of devices.entries()) {
      const races = FOLLOWED.filter(({ devices }) => index < devices).map(({ race }) => idOf(race));
      const following = { eventId, wholeEvent: false, crews: [], races };
      await replaceFollows(tx, device, following, Date.now());
    }
  });
  await database.close();
}

interface Regatta {
  client: Client;
  service: { process: ChildProcess };
  pushService: Assistant;
}

/**
 * Pushes results of a race and waits until all devices have got a message.
 *
 * @throws unless each of them has got one message, and none was refused
 */
async function notify(regatta: Regatta, { race, devices }: Followed): Promise<Notified> {
  const { client, service, pushService } = regatta;
  const asked = (arrivals: number) =>
    pushService.ask<Arrived>({ arrivals, withinMillis: WITHIN_MILLIS } satisfies PushQuestion);
  const { messages: before } = await asked(0);
  const secondsBefore = processorSeconds(service.process);
  await send(client, 'PUT', `/races/${race}/results`, resultsOf(before.length + 701));
  const answeredAt = wallClock();
  await asked(before.length + devices);
  await delay(AFTER_MILLIS);
  const seconds = processorSeconds(service.process) - secondsBefore;
  const { messages, complaints } = await asked(before.length + devices);
  const ours = messages.slice(before.length);
  const notified = new Set(ours.map(([device]) => device));
  if (notified.size !== devices || ours.length !== devices || complaints.length > 0) {
    throw new Error(`${ours.length} messages, ${notified.size} devices; ${complaints[0]}`);
  }
  return { answeredAt, arrivals: ours.map(([, at]) => at).sort((a, b) => a - b), seconds };
}

function describe({ answeredAt, arrivals }: Notified): string {
  const seconds = arrivals.map((at) => (at - answeredAt) / 1000);
  return `p99 ${percentile(seconds, 0.99).toFixed(1)} s, last ${(seconds.at(-1) ?? 0).toFixed(1)} s`;
}
