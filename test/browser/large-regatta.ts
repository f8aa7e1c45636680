/** A regatta of many races and crews, for tests of what a large one costs. */
import type { Event, Site } from './site.ts';

const LANES = 8;
const INTERVAL_MILLIS = 300_000;

interface LargeRegatta {
  crews: number;
  races: number;
  /** Races up to this number have results. */
  rowed?: number;
  /** Of race 0, epoch milliseconds; the others follow every five minutes. */
  firstStart: number;
  /** What a crew has besides its name, by its number from 1. */
  crew?: (number: number) => object;
  /** The title of a race, and what else it has, by its number from 1. */
  race: (number: number) => { title: string };
}

/** Publishes such a regatta: `race-1`, `race-2`, … of eight lanes each. */
export async function publishLarge(site: Site, regatta: LargeRegatta): Promise<Event> {
  const { crews, races, rowed = 0, firstStart, crew = () => ({}), race } = regatta;
  const large = await site.addEvent({
    name: 'Large regatta',
    timezone: 'Europe/Berlin',
    startDate: '2026-06-13',
    endDate: '2026-06-13',
  });
  await large.push('POST', '/schedule');
  await large.push(
    'PUT',
    '/teams',
    numbers(crews).map((number) => ({
      externalId: `crew-${number}`,
      name: `Rowing club of town ${number}`,
      ...crew(number),
    })),
  );
  await large.push(
    'PUT',
    '/races',
    numbers(races).map((number) => ({
      externalId: `race-${number}`,
      raceNumber: number,
      scheduledAt: new Date(firstStart + number * INTERVAL_MILLIS).toISOString(),
      ...race(number),
    })),
  );
  for (const number of numbers(races)) {
    const lanes = numbers(LANES).map((position) => ({
      position,
      teamExternalId: `crew-${((number * LANES + position) % crews) + 1}`,
    }));
    await large.push('PUT', `/races/race-${number}/entries`, lanes);
    if (number <= rowed) await pushResults(large, number, 0);
  }
  await large.push('POST', '/schedule/publish');
  return large;
}

/** Posts the results of a race. @param seed makes them differ from others */
export async function pushResults(
  to: Event,
  number: number,
  seed: number,
  penaltyMillis?: number,
): Promise<void> {
  const results = numbers(LANES).map((position) => ({
    position,
    finishTimeMillis: 400_000 + ((number * 7919 + seed * 31 + position * 104_729) % 60_000),
    ...(penaltyMillis && position === 1 && { penaltyMillis }),
  }));
  await to.push('PUT', `/races/race-${number}/results`, results);
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}
