/**
 * The rows of notifications: how soon ten thousand devices get one, and how that delays pushes; and how soon
 * fifty thousand devices get one.
 */
import type { ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { Database } from '../src/storage/engine/database.ts';
import { type DeviceDescription, replaceFollows } from '../src/storage/following/followers.ts';
import { PUSH_MILLIS, pushInSequence, pushRound } from './fixed-rate-pushes.ts';
import { HelperProcess, wallClock } from './helper-process.ts';
import { Meter } from './limit.ts';
import { ALONE, percentile, type Result, round } from './measure.ts';
import type { Published } from './public.ts';
import type { Arrived, PushQuestion, Subscribed } from './push-service.ts';
import {
  type Client,
  copyOf,
  processorSeconds,
  resultsOf,
  send,
  startProcess,
  stopProcess,
} from './service.ts';

/** How many devices follow a race, and how many follow another one. */
const SIZES = { devices: 10_000, crowd: 50_000 };

/** A race whose results are pushed, and how many devices follow it, counted from the first device. */
interface Followed {
  race: string;
  devices: number;
  /** Whether these devices are also reminded of another race, in the moment in which the results have settled. */
  withReminders?: true;
}

/** What is measured, one after the other. */
const followedOf = ({ devices, crowd }: typeof SIZES) =>
  ({
    alone: { race: 'race-1', devices },
    besidePushes: { race: 'race-2', devices },
    withReminders: { race: 'race-4', devices, withReminders: true },
    toAll: { race: 'race-3', devices: crowd },
  }) satisfies Record<string, Followed>;
const REMINDED_RACE = 'race-5';
const REMIND_MINUTES = 20;
/** Default of `NOTIFY_SETTLE_SECONDS`. */
const SETTLE_MILLIS = 10_000;
const WITHIN_MILLIS = 240_000;
/** The wait for messages that are sent twice, which have arrived again by then. */
const AFTER_MILLIS = 2000;

/** The notification of one race to all who follow it. Instants are epoch milliseconds. */
interface FanOut {
  answeredAt: number;
  /** When each message arrived, sorted. */
  arrivals: number[];
  /** Processor time of the service until two seconds after the last message. */
  seconds: number;
  /** What the limit was while messages arrived. */
  limit: string;
}

/** @param folder for files @param sizes smaller ones for a try */
export async function notificationRows(
  published: Published,
  folder: string,
  sizes = SIZES,
): Promise<Result[]> {
  const followed = followedOf(sizes);
  const databaseUrl = copyOf(published.file, folder, 'notifications');
  const pushService = new HelperProcess('bench/push-service.ts');
  const { origin, devices } = await pushService.ask<Subscribed>({
    subscribe: sizes.crowd,
  } satisfies PushQuestion);
  await addFollowers(databaseUrl, published.client, devices, Object.values(followed));
  const service = await startProcess(databaseUrl, { PUSH_ORIGINS: origin });
  const regatta = { client: { ...published.client, url: service.url }, service, pushService };
  const other = { ...published.other, url: service.url };

  const alone = await fanOut(regatta, followed.alone);

  await pushRound(other, 0.99);
  let isSending = true;
  const ofPushes = new Meter([service.process], { hasFixedRate: true });
  const pushing = ofPushes.during(() => pushInSequence(other, PUSH_MILLIS, () => !isSending));
  const together = await fanOut(regatta, followed.besidePushes);
  isSending = false;
  const pushes = await pushing;
  const reminders = await fanOut(regatta, followed.withReminders);
  const toAll = await fanOut(regatta, followed.toAll);
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
      work: `notification of one race to ${round(sizes.devices)} devices, from the answer to \`PUT results\``,
      ours: `${timesOf(alone)}; ${alone.seconds.toFixed(1)} s of processor time`,
      ...ALONE,
      target: 'p99 < 60 s, each once',
      limit: alone.limit,
    },
    {
      work: `the same while ${1000 / PUSH_MILLIS} results a second are pushed to another event`,
      ours: timesOf(together),
      ...ALONE,
      target: 'p99 < 60 s, each once',
      limit: together.limit,
    },
    {
      work: 'p99 of these pushes while the messages are sent',
      ours: `${during.toFixed(1)} ms`,
      comparedWith: `${before.toFixed(1)} ms, before`,
      ratio: `${(during / before).toFixed(2)} ×`,
      target: '–',
      limit: ofPushes.verdict(),
    },
    {
      work: 'the first row, while a reminder of another race is due for each of these devices',
      ours: `${timesOf(reminders)}; ${reminders.seconds.toFixed(1)} s of processor time`,
      ...ALONE,
      target: 'p99 < 60 s, each twice',
      limit: reminders.limit,
    },
    {
      work: `notification of one race to ${round(sizes.crowd)} devices`,
      ours: `${timesOf(toAll)}; ${toAll.seconds.toFixed(1)} s of processor time`,
      ...ALONE,
      target: 'last < 60 s, each once',
      limit: toAll.limit,
    },
  ];
}

async function addFollowers(
  databaseUrl: string,
  { eventId }: Client,
  devices: readonly DeviceDescription[],
  followed: readonly Followed[],
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
      const own = followed.filter(({ devices }) => index < devices);
      const races = own.map(({ race }) => idOf(race));
      const isReminded = own.some(({ withReminders }) => withReminders);
      if (isReminded) races.push(idOf(REMINDED_RACE));
      const remindMinutes = isReminded ? REMIND_MINUTES : null;
      const following = { eventId, wholeEvent: false, crews: [], races, remindMinutes };
      await replaceFollows(tx, device, following, Date.now());
    }
    const status = 'assigned';
    const noResult = { status, finish_time_millis: null, penalty_millis: null } as const;
    const ofRace = tx.updateTable('lanes').where('race_id', '=', idOf(REMINDED_RACE));
    await ofRace.set(noResult).execute();
  });
  await database.close();
}

interface Regatta {
  client: Client;
  service: { process: ChildProcess };
  pushService: HelperProcess;
}

/**
 * Pushes results of a race and waits until all devices have got the notification.
 *
 * @throws unless each of them has got one message, with reminders two, and none was refused
 */
async function fanOut(regatta: Regatta, followed: Followed): Promise<FanOut> {
  const { client, service, pushService } = regatta;
  const { race, devices, withReminders } = followed;
  const each = withReminders ? 2 : 1;
  const asked = (arrivals: number) =>
    pushService.ask<Arrived>({ arrivals, withinMillis: WITHIN_MILLIS } satisfies PushQuestion);
  const { messages: before } = await asked(0);
  const secondsBefore = processorSeconds(service.process);
  if (withReminders) await moveRemindedRace(client);
  await send(client, 'PUT', `/races/${race}/results`, resultsOf(before.length + 701));
  const answeredAt = wallClock();
  await asked(before.length + 1);
  const meter = new Meter([service.process]);
  await meter.during(() => asked(before.length + each * devices));
  await delay(AFTER_MILLIS);
  const seconds = processorSeconds(service.process) - secondsBefore;
  const { messages, complaints } = await asked(before.length + each * devices);
  const ours = messages.slice(before.length);
  const notified = [...Map.groupBy(ours, ([device]) => device).values()];
  const isRight = notified.every(({ length }) => length === each) && notified.length === devices;
  if (!isRight || complaints.length > 0) {
    throw new Error(`${ours.length} messages, ${notified.length} devices; ${complaints[0]}`);
  }
  const arrivals = ours.map(([, at]) => at).sort((a, b) => a - b);
  return { answeredAt, arrivals, seconds, limit: meter.verdict() };
}

/** Moves the race so that its reminders come due when results that are pushed now have settled. */
async function moveRemindedRace(client: Client): Promise<void> {
  const raceNumber = Number(REMINDED_RACE.split('-')[1]);
  const startAt = Date.now() + REMIND_MINUTES * 60_000 + SETTLE_MILLIS;
  const scheduledAt = new Date(startAt).toISOString();
  await send(client, 'PUT', '/races', [{ externalId: REMINDED_RACE, raceNumber, scheduledAt }]);
}

function timesOf({ answeredAt, arrivals }: FanOut): string {
  const seconds = arrivals.map((at) => (at - answeredAt) / 1000);
  return `p99 ${percentile(seconds, 0.99).toFixed(1)} s, last ${(seconds.at(-1) ?? 0).toFixed(1)} s`;
}
