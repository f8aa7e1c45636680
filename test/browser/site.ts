/** The service as browsers reach it: on one address that outlives a restart, with regattas in it. */
import assert from 'node:assert/strict';
import { regattaPush } from '../../regattas/push-plan.ts';
import { loadRegatta } from '../../regattas/regatta.ts';
import type { Board } from '../../src/contract/board.ts';
import { insertEvent } from '../../src/storage/accounts/accounts.ts';
import type { Write } from '../../src/storage/engine/database.ts';
import { newDatabase } from '../support/databases.ts';
import { freePort } from '../support/server.ts';
import { startTestService, type TestService } from '../support/service.ts';

export interface Site {
  url: string;
  service: TestService;
  /** Adds a regatta without a schedule. */
  addEvent(event: {
    name: string;
    timezone: string | null;
    startDate: string;
    endDate: string;
    city?: string;
    countryCode?: string;
  }): Promise<Event>;
  /** Stops the service, like one that is replaced; `comeBack` starts it again on the same address. */
  goAway(): Promise<void>;
  comeBack(): Promise<void>;
}

export interface Event {
  eventId: number;
  /** The API key of its race office. */
  key: string;
  /** The page of its board. */
  url: string;
  /** Sends a request with the key of its race office. @throws unless it succeeds */
  push(method: 'POST' | 'PUT', path: string, body?: unknown): Promise<void>;
  /** What the public can read of it. */
  board(): Promise<Board>;
}

interface NewEvent {
  clubId: number;
  userId: number;
  name: string;
  timezone: string | null;
  startDate: string;
  endDate: string;
  city?: string;
  countryCode?: string;
}

/** Adds an event without a schedule. @returns its id */
export function addEvent(tx: Write, event: NewEvent): Promise<number> {
  const { clubId, userId, name, timezone, startDate, endDate } = event;
  const { city = 'Wyandotte', countryCode = 'US' } = event;
  return insertEvent(tx, {
    club_id: clubId,
    creator_id: userId,
    name,
    start_date: startDate,
    end_date: endDate,
    timezone,
    city,
    country_code: countryCode,
    created_at: Date.now(),
  });
}

/** Starts a service that can be stopped, and started again with the same data. */
export async function startSite(environment: Record<string, string> = {}): Promise<Site> {
  const database = await newDatabase();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const settings = { DATABASE_URL: database.url, PORT: String(port), PUBLIC_URL: url };
  const start = () => startTestService({ ...settings, ...environment });
  let service = await start();
  const { clubId, userId, key } = await service.provision();

  return {
    url,
    get service() {
      return service;
    },
    addEvent: async (given) => {
      const event = { clubId, userId, ...given };
      const eventId = await service.database.write((tx) => addEvent(tx, event));
      return eventAt({ url, key, eventId, service: () => service });
    },
    goAway: () => service.stop(),
    comeBack: async () => {
      service = await start();
    },
  };
}

/** An event of a service. @param service the one that runs now */
export function eventAt({
  url,
  key,
  eventId,
  service,
}: {
  url: string;
  key: string;
  eventId: number;
  service: () => TestService;
}): Event {
  return {
    eventId,
    key,
    url: `${url}/events/${eventId}`,
    push: async (method, path, body) => {
      const target = `/v1/events/${eventId}${path}`;
      const answer = await service().send(method, target, { key, body });
      assert.ok(answer.status < 300, `${method} ${target}: ${answer.text}`);
    },
    board: async () => {
      const answer = await service().send('GET', `/board/api/events/${eventId}`);
      assert.equal(answer.status, 200, answer.text);
      return answer.json;
    },
  };
}

/** The two days of the regatta that most tests open, and a moment on the first one. */
export const SATURDAY = '2026-06-13';
export const SUNDAY = '2026-06-14';
export const ZONE = 'America/New_York';
/** 11:00 at the venue, 17:00 where the browser is. */
export const SATURDAY_AT_ELEVEN = Date.parse('2026-06-13T15:00:00Z');

/** Publishes a regatta of two days: two real ones, one on each day. What was rowed before `rowedUntil` has its results. */
export async function publishRegatta(
  site: Pick<Site, 'addEvent'>,
  rowedUntil = SATURDAY_AT_ELEVEN,
): Promise<Event> {
  const event = await site.addEvent({
    name: 'Hebda Cup and Wy-Hi',
    timezone: ZONE,
    startDate: SATURDAY,
    endDate: SUNDAY,
  });
  const days = [
    regattaPush(loadRegatta('hebda-cup-2023'), { date: SATURDAY }),
    regattaPush(loadRegatta('wy-hi-2023'), { date: SUNDAY }),
  ];
  await event.push('POST', '/schedule', days[0]?.schedule);
  await event.push('PUT', '/teams', [
    ...new Map(days.flatMap(({ teams }) => teams).map((team) => [team.name, team])).values(),
  ]);
  for (const [index, { races, draws, results }] of days.entries()) {
    const own = <Item extends { externalId: string }>(item: Item) => `${index}-${item.externalId}`;
    const starts = new Map(races.map((race) => [own(race), Date.parse(race.scheduledAt)]));
    await event.push(
      'PUT',
      '/races',
      races.map((race) => ({
        ...race,
        externalId: own(race),
        raceNumber: race.raceNumber + 100 * index,
      })),
    );
    for (const draw of draws) await event.push('PUT', `/races/${own(draw)}/entries`, draw.lanes);
    for (const result of results) {
      if ((starts.get(own(result)) ?? 0) >= rowedUntil) continue;
      await event.push('PUT', `/races/${own(result)}/results`, result.results);
    }
  }
  await event.push('POST', '/schedule/publish');
  return event;
}
