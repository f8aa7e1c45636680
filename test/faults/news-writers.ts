/** Writers that push the results of followed races, each push through any of the service processes. */
import { setTimeout as delay } from 'node:timers/promises';
import { type FollowedRace, resultsOf } from './followed.ts';
import { HttpClient } from './http-client.ts';
import type { ServiceProcess } from './service-process.ts';

const WRITERS = 4;
const PAUSE_MILLIS = 60;
/** Pause after a push that got no answer. */
const AWAY_MILLIS = 300;

/** A push that was acknowledged. */
export interface Acknowledged {
  raceId: number;
  generation: number;
  /** Epoch milliseconds, after the answer. */
  at: number;
}

export class NewsWriters {
  readonly acknowledged: Acknowledged[] = [];
  /** Answers to pushes other than 200 and 503. */
  readonly faults: string[] = [];
  sent = 0;
  private isStopping = false;
  private readonly work: Promise<unknown>;

  constructor(races: readonly FollowedRace[], services: readonly ServiceProcess[]) {
    // Each race has one writer, so that its generations are in order.
    const lists = Array.from({ length: WRITERS }, (_, n) =>
      races.filter((_race, index) => index % WRITERS === n),
    );
    this.work = Promise.all(lists.map((own) => this.write(own, services)));
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    await this.work;
  }

  private async write(
    races: readonly FollowedRace[],
    services: readonly ServiceProcess[],
  ): Promise<void> {
    const client = new HttpClient();
    const pick = <Item>(items: readonly Item[]) =>
      items[Math.floor(Math.random() * items.length)] as Item;
    for (let generation = 1; !this.isStopping; generation++) {
      const { id: raceId, path, key } = pick(races);
      const body = resultsOf(generation);
      this.sent++;
      const { status, text } = await client.send('PUT', pick(services).url + path, key, { body });
      if (status === 200) this.acknowledged.push({ raceId, generation, at: Date.now() });
      else if (status !== 0 && status !== 503) this.faults.push(`${path}: ${status} ${text}`);
      const pauseMillis = status === 0 ? AWAY_MILLIS : PAUSE_MILLIS;
      await delay(pauseMillis * (0.5 + Math.random()));
    }
    client.close();
  }
}
