/** A head regatta on a real service process whose clock runs fast, and the model of what it must show. */
import { pathToFileURL } from 'node:url';
import { RunningOrder, ValidationFailed } from '@running-order/client';
import { Database } from '../../src/storage/engine/database.ts';
import { ServiceProcess } from '../faults/service-process.ts';
import { putEntries } from '../model/racing-draw.ts';
import * as model from '../model/racing-model.ts';
import type { Body } from '../model/racing-payloads.ts';
import { newDatabase } from '../support/databases.ts';
import { provisionOn } from '../support/service.ts';
import { CLOCK_OFFSET_MILLIS, INTERVAL_SECONDS, type Message, type Plan } from './head-plan.ts';

/** A clock that starts at a moment, and runs `speed` times as fast as that of the machine. */
export class FastClock {
  readonly speed: number;
  readonly at: number;
  readonly since = Date.now();

  constructor(at: number, speed: number) {
    this.at = at;
    this.speed = speed;
  }

  now(): number {
    return this.at + (Date.now() - this.since) * this.speed;
  }

  /** How many milliseconds the machine has to wait until a moment of this clock. */
  millisUntil(at: number): number {
    return Math.max(0, (at - this.now()) / this.speed);
  }

  /** The variables that give a program this clock. */
  environment(): Record<string, string> {
    const preload = new URL('fast-clock.ts', import.meta.url);
    return {
      NODE_OPTIONS: `--import ${pathToFileURL(preload.pathname)}`,
      CLOCK_AT: String(this.at),
      CLOCK_SINCE: String(this.since),
      CLOCK_SPEED: String(this.speed),
    };
  }
}

/** The races as they are after some of the writes, by division. */
export type Version = readonly model.RacingRace[];

export class HeadSite {
  readonly url: string;
  readonly eventId: number;
  /** The races after each write, in order; the first are those before all writes. */
  readonly versions: Version[];
  /** The index of the last version whose write was answered: a later one may be visible, or not yet. */
  answered = 0;
  private readonly event: ReturnType<RunningOrder['event']>;
  private readonly drop: () => Promise<void>;

  private constructor(
    service: ServiceProcess,
    { eventId, key }: { eventId: number; key: string },
    races: Version,
    drop: () => Promise<void>,
  ) {
    this.url = service.url;
    this.eventId = eventId;
    this.versions = [races];
    this.drop = drop;
    const client = new RunningOrder({ baseUrl: service.url, key, app: 'HeadReplay/1' });
    this.event = client.event(eventId);
  }

  /** Opens a published regatta of which nothing has been rowed. */
  static async open(plan: Plan, clock: FastClock): Promise<HeadSite> {
    const made = await newDatabase();
    const { database } = await Database.open(made.url);
    const provisioned = await provisionOn(database);
    await database.close();
    const service = await ServiceProcess.start(made.url, clock.environment());
    const races = plan.starts.map((at) => model.newRacingRace(at, 'full', []));
    const drop = async () => {
      await service.stop();
      await made.drop();
    };
    const site = new HeadSite(service, provisioned, races, drop);
    await site.fill(plan);
    return site;
  }

  close(): Promise<void> {
    return this.drop();
  }

  private async fill({ starts, boats }: Plan): Promise<void> {
    const { event } = this;
    await event.createSchedule();
    await event.putTeams(
      boats.map(({ bow, crew }) => ({
        externalId: `c${bow}`,
        name: crew,
        clubId: crew.split(' ')[0] ?? null,
      })),
    );
    await event.putRaces(
      starts.map((at, division) => ({
        ...{ externalId: idOf(division), raceNumber: division + 1, title: titleOf(division) },
        scheduledAt: new Date(at).toISOString(),
      })),
    );
    for (const [division] of starts.entries()) {
      const own = boats.filter((boat) => boat.division === division);
      const lanes = own.map(({ bow, position }) => ({
        ...{ position, positionLabel: String(bow), teamExternalId: `c${bow}` },
      }));
      await event.race(idOf(division)).putEntries(lanes);
      putEntries(this.versions[0]?.[division] as model.RacingRace, lanes);
      await this.write(division, {
        ...{ startIntervalSeconds: INTERVAL_SECONDS, clockOffsetMillis: CLOCK_OFFSET_MILLIS },
        entries: own.map(({ position, category, allowanceMillis, outOfCompetition }) => ({
          ...{ position, category, allowanceMillis, outOfCompetition },
        })),
      });
    }
    await event.publish();
  }

  /** Sends a message of start or finish. @throws when it is refused or accepted against the plan */
  async send({ division, body, refusedOn }: Message): Promise<void> {
    const field = await this.write(division, body as Body);
    if (field !== refusedOn) throw new Error(`${JSON.stringify(body)} was refused on ${field}`);
  }

  /** A race after the last write. */
  race(division: number): model.RacingRace {
    return this.versions.at(-1)?.[division] as model.RacingRace;
  }

  /** Writes to the model and the service, one at a time. @returns the property on which both refused it */
  private async write(division: number, body: Body): Promise<string | undefined> {
    const last = this.versions.at(-1) as Version;
    const race = structuredClone(last[division] as model.RacingRace);
    const verdict = model.patch(race, body);
    const refusedOn = 'fields' in verdict ? verdict.fields[0] : undefined;
    if (refusedOn === undefined) this.versions.push(last.with(division, race));
    const answer = await this.event
      .race(idOf(division))
      .updateTiming(body as Parameters<ReturnType<typeof this.event.race>['updateTiming']>[0])
      .then(
        () => undefined,
        (error: unknown) => {
          if (error instanceof ValidationFailed) return error.field;
          throw error;
        },
      );
    if (answer !== refusedOn) throw new Error(`refused on ${answer}, by the model on ${refusedOn}`);
    this.answered = this.versions.length - 1;
    return refusedOn;
  }
}

export const idOf = (division: number) => `division-${division + 1}`;
export const titleOf = (division: number) => `Division ${division + 1}`;
