/** A regatta for the tests of the race office: races of eight lanes, some of them rowed. */
import type { Page } from 'playwright-core';
import type { ConsoleSite, Person } from './console-site.ts';
import type { Event } from './site.ts';

const MINUTE = 60_000;
/** Between two races. */
const GAP_MINUTES = 5;
export const LANES = 8;

export interface OfficeRegatta {
  event: Event;
  clubId: number;
  ann: Person;
  /** The address of a part of its race office. */
  url(part: string): string;
  /** The service's id of a race, if the regatta is published. */
  raceId(raceNumber: number): Promise<number>;
}

interface Size {
  races: number;
  /** The first of them, which have results. */
  rowed: number;
  /** The last of them, in which nobody is drawn. */
  notDrawn?: number;
  isPublished?: boolean;
  /** What all races are called besides their heats. */
  race?: { title: string; boatClass: string };
}

/** Names with letters that are hard to find and to show. */
const CLUBS = ['Saline', 'Ann Arbor', 'Écluse', 'Željezničar', 'Wyandotte', 'Grosse Ile', 'Hudson'];

/** Adds a regatta of today, whose race with number `rowed + 1` is due next. */
export async function addOfficeRegatta(
  site: ConsoleSite,
  { races, rowed, notDrawn = 0, isPublished = true, race }: Size,
): Promise<OfficeRegatta> {
  const clubId = await site.addClub('Rowing Club');
  const ann = await site.addPerson({ name: 'Ann Smith', roles: { [clubId]: 'admin' } });
  const today = new Date().toISOString().slice(0, 10);
  const event = await site.addEvent({
    clubId,
    userId: ann.id,
    name: 'Spring regatta',
    startDate: today,
    endDate: today,
    timezone: 'UTC',
  });
  const firstAt = Date.parse(`${today}T06:00:00Z`);
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
  const crews = numbers(40).map((number) => ({
    externalId: `crew-${number}`,
    name: `${CLUBS[number % CLUBS.length]} ${String.fromCharCode(65 + Math.floor(number / CLUBS.length))}`,
    clubId: `Club ${number % 5}`,
  }));
  await event.push('POST', '/schedule', { laneScheme: numbers(LANES).map(String) });
  await event.push('PUT', '/teams', crews);
  const list = numbers(races).map((number) => ({
    externalId: `race-${number}`,
    raceNumber: number,
    title: `Women's Junior ${number % 2 ? '8+' : '4x'}`,
    ...race,
    round: `Heat ${number}`,
    scheduledAt: new Date(firstAt + number * GAP_MINUTES * MINUTE).toISOString(),
    distanceMeters: 2000,
  }));
  await event.push('PUT', '/races', list);
  for (const number of numbers(races - notDrawn)) {
    const lanes = numbers(LANES).map((position) => ({
      position,
      teamExternalId: `crew-${((number * LANES + position) % crews.length) + 1}`,
    }));
    await event.push('PUT', `/races/race-${number}/entries`, lanes);
    if (number > rowed) continue;
    await event.push('PUT', `/races/race-${number}/results`, resultsOf(number));
  }
  if (isPublished) await event.push('POST', '/schedule/publish');
  const url = (part: string) => `${site.url}/console/events/${event.eventId}/${part}`;
  const raceId = async (raceNumber: number) => {
    const found = (await event.board()).races.find((race) => race.raceNumber === raceNumber);
    return found?.id ?? 0;
  };
  return { event, clubId, ann, url, raceId };
}

/** Results of a whole field, the first lane first. */
export function resultsOf(number: number): { position: number; finishTimeMillis: number }[] {
  return Array.from({ length: LANES }, (_, index) => ({
    position: index + 1,
    finishTimeMillis: 400_000 + ((number * 7919 + index * 104_729) % 60_000),
  }));
}

/** Posts a race that lacks results of some lanes: a first press asks. @param part such as `2 of 8` */
export async function postPart(page: Page, part: string): Promise<void> {
  await page.keyboard.press('Control+Enter');
  await page.getByText(`${part} lanes have a result. Post them without the others?`).waitFor();
  await page.keyboard.press('Control+Enter');
}

/** Sets whether results wait to be made official, as the person who is signed in on the page. */
export async function useProvisionalResults(
  page: Page,
  { url }: ConsoleSite,
  { eventId }: Event,
  provisionalResults: boolean,
): Promise<void> {
  const input = { address: `${url}/console/api/events/${eventId}`, provisionalResults };
  await page.evaluate(async ({ address, provisionalResults }) => {
    const { revision } = await (await fetch(`${address}/office`)).json();
    await fetch(`${address}/settings`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ provisionalResults, seen: revision }),
    });
  }, input);
}
