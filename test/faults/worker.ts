/**
 * The process that sends notifications is killed again and again, while push services fail: no follower may miss the last
 * results of a race, nor a reminder of a race.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { Database } from '../../src/storage/engine/database.ts';
import { startPushService } from '../support/push-service.ts';
import { FailingPushes } from './failing-pushes.ts';
import { type Follower, makeFollowedRegattas } from './followed.ts';
import { NewsWriters } from './news-writers.ts';
import { type Finding, median, processFaults } from './proof.ts';
import { countReceived, owedFaults, Received, readStored, strayFaults, waits } from './received.ts';
import { allNoted, judgeReminders, makeRemindedRegatta } from './reminded.ts';
import { ServiceProcess } from './service-process.ts';

export interface WorkerKills {
  database: string;
  databaseUrl: string;
  /** Number of service processes; they are killed in turn. */
  processes: number;
  devices: number;
  kills: number;
  /** Milliseconds between two kills. */
  lifeMillis: number;
  /**
   * In the end no push fails any more, and leases and back-offs are ended early, so that a short run need not wait for them.
   */
  isHurried: boolean;
}

const CHECK_MILLIS = 250;
/** Enough for a lease to expire, and for several attempts after it. */
const DRAIN_MILLIS = 180_000;
/** Messages that should no longer come would come within this time. */
const QUIET_MILLIS = 1500;

export async function killWorker({ kills, devices, ...where }: WorkerKills): Promise<Finding> {
  const { database, databaseUrl, processes } = where;
  const pushService = await startPushService();
  // Without a settling time, news come while deliveries of earlier news are under way.
  const settings = { PUSH_ORIGINS: pushService.origin, NOTIFY_SETTLE_SECONDS: '0' };
  const services: ServiceProcess[] = [];
  const { database: stored } = await Database.open(databaseUrl);
  try {
    for (let n = 0; n < processes; n++) {
      services.push(await ServiceProcess.start(databaseUrl, settings));
    }
    const { url } = services[0] as ServiceProcess;
    const { races, followers } = await makeFollowedRegattas(stored, url, pushService, devices);
    const failing = new FailingPushes(pushService, followers);
    const reminded = await makeRemindedRegatta(stored, url, pushService, {
      devices: Math.ceil(devices / 5),
      spreadMillis: kills * where.lifeMillis,
    });
    const remindersFail = new FailingPushes(pushService, reminded.followers);
    const received = new Received(pushService);
    const watch = new Watch(stored, received, followers, failing);
    const writers = new NewsWriters(races, services);
    for (let n = 0; n < kills; n++) {
      await delay(where.lifeMillis);
      if (n === kills >> 1) failing.endSubscriptions();
      const service = services[n % processes] as ServiceProcess;
      await service.kill();
      await service.start();
    }
    await writers.stop();
    const unnoted = await allNoted(stored, reminded);
    const stoppedAt = performance.now();
    if (where.isHurried) {
      failing.isWell = true;
      remindersFail.isWell = true;
      await cutShort(stored, services);
    }
    const left = await drain(stored);
    const drainMillis = performance.now() - stoppedAt;
    const { length } = pushService.messages;
    await delay(QUIET_MILLIS);
    const late = pushService.messages.length - length;
    await watch.stop();

    const { messages, repeated } = countReceived(received, followers);
    const reminders = judgeReminders(reminded, received);
    const alive = followers.filter((follower) => !failing.hasEnded(follower));
    const millis = waits(received, alive, writers.acknowledged);
    return {
      proof: `kill -9 of the process that tells news, ${kills} times, while 10 % of all calls fail`,
      database,
      measured: [
        `${writers.acknowledged.length} of ${writers.sent} pushes acknowledged`,
        `${messages} messages to ${devices} devices, ${repeated} of them (${percent(repeated, messages)}) repeated`,
        `a push was told after ${seconds(median(millis))} (worst ${seconds(millis.reduce((worst, value) => Math.max(worst, value), 0))})`,
        `all was told ${seconds(drainMillis)} after the last push`,
        `${reminders.messages} reminders to ${reminded.followers.length} devices, ${reminders.repeated} of them (${percent(reminders.repeated, reminders.messages)}) repeated`,
        `${failing.forgotten} subscriptions ended and were forgotten`,
        `the database was held against all messages ${watch.checks} times`,
      ].join('; '),
      broken: [
        ...processFaults(services),
        ...writers.faults,
        ...pushService.complaints,
        ...watch.faults,
        ...(left > 0 ? [`${left} rows were not told within ${seconds(DRAIN_MILLIS)}`] : []),
        ...(late > 0 ? [`${late} messages came after all had been told`] : []),
        ...(messages === 0 ? ['nothing was told'] : []),
        ...(unnoted > 0 ? [`${unnoted} reminders did not come due`] : []),
        ...reminders.faults,
        ...failing.faults(),
        ...(await strayFaults(stored, received, followers, races)),
        ...(await lossFaults(stored, writers)),
      ],
    };
  } finally {
    for (const service of services) await service.kill();
    await stored.close();
    await pushService.stop();
  }
}

/** Compares the database with the received messages every `CHECK_MILLIS`. */
class Watch {
  checks = 0;
  readonly faults = new Set<string>();
  private isStopping = false;
  private readonly work: Promise<void>;

  constructor(
    stored: Database,
    received: Received,
    followers: readonly Follower[],
    failing: FailingPushes,
  ) {
    const check = async () => {
      const now = await readStored(stored);
      failing.note(now);
      const hasEnded = (follower: Follower) => failing.hasEnded(follower);
      for (const fault of owedFaults(now, received, followers, hasEnded)) this.faults.add(fault);
      this.checks++;
    };
    this.work = (async () => {
      while (!this.isStopping) {
        await check();
        await delay(CHECK_MILLIS);
      }
      await check();
    })();
  }

  /** Stops after one more check. */
  async stop(): Promise<void> {
    this.isStopping = true;
    await this.work;
  }
}

/** Ends all leases and back-offs, while no service process runs. */
async function cutShort(stored: Database, services: readonly ServiceProcess[]): Promise<void> {
  for (const service of services) await service.kill();
  const due_at = Date.now();
  await stored.write((tx) => tx.updateTable('deliveries').set({ due_at }).execute());
  for (const service of services) await service.start();
}

/** Waits until outbox and deliveries are empty. @returns how many rows are left when it takes too long */
async function drain(stored: Database): Promise<number> {
  const end = performance.now() + DRAIN_MILLIS;
  for (;;) {
    const { news, deliveries } = await readStored(stored);
    const left = news.size + deliveries.size;
    if (left === 0 || performance.now() > end) return left;
    await delay(CHECK_MILLIS);
  }
}

/** Pushes that were acknowledged and are not stored. */
async function lossFaults(stored: Database, { acknowledged }: NewsWriters): Promise<string[]> {
  const { generations } = await readStored(stored);
  return acknowledged
    .filter(({ raceId, generation }) => generation > (generations.get(raceId) ?? 0))
    .map(({ raceId, generation }) => `race ${raceId}, push ${generation}: acknowledged and gone`);
}

function seconds(value: number): string {
  return `${(value / 1000).toFixed(1)} s`;
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(1)} %`;
}
