/**
 * An event under load. Every part of a push carries the number of the push (its generation), and a push also swaps race
 * numbers or crew names: so any read shows a push that was written in part, twice or not at all.
 */
import { Database } from '../../src/storage/engine/database.ts';
import { provisionOn } from '../support/service.ts';
import { HttpClient } from './http-client.ts';
import type { Ledger } from './ledger.ts';

export type Push = 'races' | 'crews' | 'draw' | 'results' | 'delay' | 'refused';

export interface PushRequest {
  /** The register that the push writes, and the value that it leaves there. */
  register: string;
  value: string;
  path: string;
  body: object;
  /** The status codes that the push may get besides 200 and 503. */
  refusals: readonly number[];
}

export const CREWS = 20;
export const LANES = 6;
const FIXED_NUMBER = 1_000_000;
const START = Date.parse('2026-06-13T07:00:00Z');
const REGISTERS = ['races', 'crews', 'draw', 'results'];

export class Regatta {
  readonly eventId: number;
  readonly key: string;
  /** How many races are pushed together. */
  readonly batch: number;

  constructor(eventId: number, key: string, batch: number) {
    this.eventId = eventId;
    this.key = key;
    this.batch = batch;
  }

  get path(): string {
    return `/v1/events/${this.eventId}`;
  }

  register(name: string): string {
    return `event ${this.eventId}, ${name}`;
  }

  /** What a push of a generation sends. */
  push(kind: Push, generation: number): PushRequest {
    const value = String(generation);
    const plain = { register: this.register(kind), value, refusals: [] };
    switch (kind) {
      case 'races':
        return { ...plain, path: '/races', body: this.races(generation) };
      case 'crews':
        return { ...plain, path: '/teams', body: crews(generation) };
      case 'draw':
        // A draw is refused when it leaves out a lane that holds one of its crews (decision L5).
        return { ...plain, path: '/races/draw/entries', body: draw(generation), refusals: [409] };
      case 'results':
        return { ...plain, path: '/races/results/results', body: results(generation) };
      case 'delay': {
        const delay = delayOf(generation);
        const { venueDay, delayMinutes } = delay;
        const written = `${venueDay} ${delayMinutes}`;
        return { ...plain, value: written, path: '/schedule/delay', body: delay };
      }
      case 'refused':
        return this.refusedPush(generation);
    }
  }

  /** A whole push with one thing wrong in it. */
  private refusedPush(generation: number): PushRequest {
    const value = String(generation);
    const races = this.races(generation);
    switch (generation % 4) {
      case 0: {
        const body = races.map((race, n) => (n ? race : { ...race, raceNumber: FIXED_NUMBER }));
        return { register: this.register('races'), value, path: '/races', body, refusals: [409] };
      }
      case 1: {
        const body = [...races, { externalId: 'new', raceNumber: FIXED_NUMBER * 2 }];
        return { register: this.register('races'), value, path: '/races', body, refusals: [422] };
      }
      case 2: {
        const body = crews(generation).map((crew, n) => (n ? crew : { ...crew, name: 'Fixed' }));
        return { register: this.register('crews'), value, path: '/teams', body, refusals: [409] };
      }
      default: {
        const body = [...results(generation), { position: 99, finishTimeMillis: 1 }];
        const path = '/races/results/results';
        return { register: this.register('results'), value, path, body, refusals: [422] };
      }
    }
  }

  races(generation: number) {
    return Array.from({ length: this.batch }, (_, n) => ({
      externalId: `race-${n}`,
      raceNumber: this.numberOf(n, generation),
      title: String(generation),
      scheduledAt: new Date(START + n * 60_000).toISOString(),
    }));
  }

  numberOf(race: number, generation: number): number {
    return 1 + ((race + generation) % this.batch);
  }

  /** Fills an empty event with generation 0. */
  async prepare(url: string, ledger: Ledger): Promise<void> {
    const client = new HttpClient();
    const send = async (method: string, path: string, body: object) => {
      const answer = await client.send(method, url + this.path + path, this.key, { body });
      if (answer.status >= 300 || answer.status === 0) throw new Error(`${path}: ${answer.text}`);
    };
    const others = ['fixed', 'draw', 'results', 'crews'].map((externalId, n) => ({
      externalId,
      raceNumber: FIXED_NUMBER + n,
      scheduledAt: '2026-06-13T18:00:00Z',
    }));
    await send('POST', '/schedule', {});
    await send('PUT', '/teams', [...crews(0), { externalId: 'fixed', name: 'Fixed' }]);
    await send('PUT', '/races', [...this.races(0), ...others]);
    await send('PUT', '/races/draw/entries', draw(0));
    await send('PUT', '/races/crews/entries', drawOfCrews());
    await send('PUT', '/races/results/entries', drawOfCrews());
    await send('PUT', '/races/results/results', results(0));
    for (const name of REGISTERS) ledger.beginWith(this.register(name), '0');
    client.close();
  }
}

/** Makes clubs, keys and events in an empty database. */
export async function makeRegattas(
  databaseUrl: string,
  events: number,
  batch: number,
): Promise<Regatta[]> {
  const { database } = await Database.open(databaseUrl);
  const regattas: Regatta[] = [];
  for (let n = 0; n < events; n++) {
    const { eventId, key } = await provisionOn(database);
    regattas.push(new Regatta(eventId, key, batch));
  }
  await database.close();
  return regattas;
}

/** The crews swap their names; the last one has a name that no other generation gives. */
function crews(generation: number) {
  return [
    ...Array.from({ length: CREWS }, (_, n) => ({
      externalId: `crew-${n}`,
      name: nameOf(n, generation),
      sortOrder: generation,
    })),
    { externalId: 'generation', name: `Generation ${generation}`, sortOrder: generation },
  ];
}

export function nameOf(crew: number, generation: number): string {
  return `Crew ${(crew + generation) % CREWS}`;
}

/** Draws differ in their number of lanes, too. */
function draw(generation: number) {
  return Array.from({ length: LANES - 2 + (generation % 3) }, (_, n) => ({
    position: n + 1,
    positionLabel: String(generation),
    teamExternalId: `crew-${crewOf(n, generation)}`,
  }));
}

export function crewOf(lane: number, generation: number): number {
  return (lane + generation * LANES) % CREWS;
}

/** The draw that shows the names of the crews in a schedule. */
function drawOfCrews() {
  const lanes = Array.from({ length: LANES - 1 }, (_, n) => `crew-${n}`);
  return [...lanes, 'generation'].map((teamExternalId, n) => ({ position: n + 1, teamExternalId }));
}

function results(generation: number) {
  return Array.from({ length: LANES }, (_, n) => ({
    position: n + 1,
    finishTimeMillis: generation,
  }));
}

/** No two generations set the same delay on the same day. */
function delayOf(generation: number) {
  const day = new Date(START + Math.floor(generation / 1440) * 86_400_000);
  return { venueDay: day.toISOString().slice(0, 10), delayMinutes: 1 + (generation % 1440) };
}
