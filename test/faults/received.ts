/** The messages that devices received, compared with what is stored. */
import { setImmediate as turn } from 'node:timers/promises';
import type { Database } from '../../src/storage/engine/database.ts';
import { listHistory } from '../../src/storage/history/history.ts';
import type { PushService } from '../support/push-service.ts';
import { type FollowedRace, type Follower, generationOf, receivedGeneration } from './followed.ts';
import type { Acknowledged } from './news-writers.ts';

/** A message that a push service accepted. */
interface Message {
  generation: number;
  /** Epoch milliseconds. */
  at: number;
}

export class Received {
  /** By device and race, in order of arrival. */
  private readonly messages = new Map<number, Map<number, Message[]>>();
  /** The number of reminders, by device and race. */
  private readonly reminders = new Map<number, Map<number, number>>();
  private readonly pushService: PushService;
  private read = 0;

  constructor(pushService: PushService) {
    this.pushService = pushService;
  }

  /** The messages of a race that a device has received up to now. */
  of({ device }: Follower, raceId: number): readonly Message[] {
    this.readOn();
    return this.messages.get(device.id)?.get(raceId) ?? [];
  }

  /** The races of which a device has received messages. */
  racesOf({ device }: Follower): number[] {
    this.readOn();
    return [...(this.messages.get(device.id)?.keys() ?? [])];
  }

  /** How often a device was reminded, by race. */
  remindersOf({ device }: Follower): ReadonlyMap<number, number> {
    this.readOn();
    return this.reminders.get(device.id) ?? new Map();
  }

  private readOn(): void {
    const { messages } = this.pushService;
    for (; this.read < messages.length; this.read++) {
      const message = messages[this.read];
      if (!message) continue;
      if (message.json.kind === 'race-soon') {
        this.noteReminder(message.device, Number(/^soon-(\d+)$/.exec(message.json.tag)?.[1]));
        continue;
      }
      const raceId = Number(/^race-(\d+)$/.exec(message.json.tag)?.[1]);
      const byRace = this.messages.get(message.device) ?? new Map<number, Message[]>();
      this.messages.set(message.device, byRace);
      const list = byRace.get(raceId) ?? [];
      byRace.set(raceId, list);
      list.push({ generation: receivedGeneration(message.json), at: message.at });
    }
  }

  private noteReminder(deviceId: number, raceId: number): void {
    const counts = this.reminders.get(deviceId) ?? new Map<number, number>();
    this.reminders.set(deviceId, counts);
    counts.set(raceId, (counts.get(raceId) ?? 0) + 1);
  }
}

/** What the database holds, read in one snapshot. */
export interface Stored {
  /** The generation of the stored results, by race. */
  generations: Map<number, number>;
  /** Races with news that wait for their fan-out. */
  news: Set<number>;
  /** `race device` (ids) of each delivery. */
  deliveries: Set<string>;
  devices: Set<number>;
}

export async function readStored(database: Database): Promise<Stored> {
  return database.snapshot(async (tx) => {
    const lanes = await tx
      .selectFrom('lanes')
      .groupBy('race_id')
      .select((eb) => ['race_id', eb.fn.max('finish_time_millis').as('millis')])
      .execute();
    const news = await tx.selectFrom('outbox').select('subject').execute();
    const deliveries = await tx.selectFrom('deliveries').select(['subject', 'device_id']).execute();
    const devices = await tx.selectFrom('devices').select('id').execute();
    return {
      generations: new Map(
        lanes.map(({ race_id, millis }) => [race_id, generationOf(Number(millis ?? 0))]),
      ),
      news: new Set(news.map(({ subject }) => Number(subject))),
      deliveries: new Set(deliveries.map(({ subject, device_id }) => `${subject} ${device_id}`)),
      devices: new Set(devices.map(({ id }) => id)),
    };
  });
}

/**
 * Notifications that are lost: the results are stored, a device that follows has not received them, and neither
 * the outbox nor a delivery will send them.
 *
 * @param isGone devices whose subscription has ended
 */
export function owedFaults(
  stored: Stored,
  received: Received,
  followers: readonly Follower[],
  isGone: (follower: Follower) => boolean,
): string[] {
  return followers.flatMap((follower) => {
    if (!stored.devices.has(follower.id)) {
      return isGone(follower) ? [] : [`device ${follower.id} was forgotten while it was alive`];
    }
    return [...follower.races].flatMap((raceId) => {
      const generation = stored.generations.get(raceId) ?? 0;
      const isWaiting =
        stored.news.has(raceId) || stored.deliveries.has(`${raceId} ${follower.id}`);
      if (isWaiting || generation <= (received.of(follower, raceId).at(-1)?.generation ?? 0)) {
        return [];
      }
      return [`race ${raceId}, push ${generation}: lost for device ${follower.id}`];
    });
  });
}

/** Messages that should not have been sent: about a race not followed, about results that never were, or out of order. */
export async function strayFaults(
  database: Database,
  received: Received,
  followers: readonly Follower[],
  races: readonly FollowedRace[],
): Promise<string[]> {
  const happened = await readGenerations(database, races);
  const faults: string[] = [];
  for (const follower of followers) {
    for (const raceId of received.racesOf(follower)) {
      const what = `device ${follower.id}, race ${raceId}`;
      if (!follower.races.has(raceId))
        faults.push(`${what}: a message, though it does not follow it`);
      let last = 0;
      for (const { generation } of received.of(follower, raceId)) {
        if (!happened.get(raceId)?.has(generation)) faults.push(`${what}: ${generation} never was`);
        if (generation < last) faults.push(`${what}: ${generation} came after ${last}`);
        last = Math.max(last, generation);
      }
    }
    await turn();
  }
  return faults;
}

/** By race, the generations that the history records. */
async function readGenerations(
  database: Database,
  races: readonly FollowedRace[],
): Promise<Map<number, Set<number>>> {
  const generations = new Map(races.map(({ id }) => [id, new Set<number>()]));
  const rows = await database.reads
    .selectFrom('races')
    .select(['id', 'event_id', 'race_number'])
    .execute();
  for (const eventId of new Set(races.map((race) => race.eventId))) {
    const idOf = new Map(
      rows.flatMap(({ id, event_id, race_number }) =>
        event_id === eventId ? [[race_number, id] as const] : [],
      ),
    );
    for (const { operation, changes } of await listHistory(database.reads, eventId)) {
      if (operation !== 'push-results') continue;
      for (const { name, after } of changes) {
        const raceId = idOf.get(Number(/^race (\d+),/.exec(name)?.[1]));
        const millis = Number(after?.finishTimeMillis ?? 0);
        if (raceId !== undefined) generations.get(raceId)?.add(generationOf(millis));
      }
    }
  }
  return generations;
}

/** How many messages there were, and how many of them repeated an earlier one to the same device. */
export function countReceived(
  received: Received,
  followers: readonly Follower[],
): { messages: number; repeated: number } {
  let messages = 0;
  let repeated = 0;
  for (const follower of followers) {
    for (const raceId of received.racesOf(follower)) {
      const list = received.of(follower, raceId);
      messages += list.length;
      repeated += list.length - new Set(list.map(({ generation }) => generation)).size;
    }
  }
  return { messages, repeated };
}

/** The time from each push to each device that received a message of it or a later push, in milliseconds. */
export function waits(
  received: Received,
  followers: readonly Follower[],
  acknowledged: readonly Acknowledged[],
): number[] {
  return acknowledged.flatMap(({ raceId, generation, at }) =>
    followers.flatMap((follower) => {
      if (!follower.races.has(raceId)) return [];
      const first = received
        .of(follower, raceId)
        .find((message) => message.generation >= generation);
      return first ? [Math.max(0, first.at - at)] : [];
    }),
  );
}
