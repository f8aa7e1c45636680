/** A real service for tests: a database file of its own, a free port on loopback, real HTTP. */
import { type DestinationStream, pino } from 'pino';
import { startService } from '../../src/main.ts';
import { readSettings, type Settings } from '../../src/settings.ts';
import {
  insertClub,
  insertEvent,
  insertUser,
  setRole,
} from '../../src/storage/accounts/accounts.ts';
import type { Database } from '../../src/storage/engine/database.ts';
import { newDatabase } from './databases.ts';
import { mintKey } from './keys.ts';
import { stopAtEndOfFile } from './started.ts';

export const PUBLIC_URL = 'https://regatta.example';

export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  json: any;
}

export interface TestService {
  url: string;
  databaseUrl: string;
  database: Database;
  /** Makes a club, a manager of it, their key, and an event of the club without a schedule. */
  provision(options?: { timezone?: string | null }): Promise<Provisioned>;
  /** Sends a request; an object or list becomes a JSON body, a string is sent as it is. */
  send(method: string, path: string, options?: SendOptions): Promise<Reply>;
  stop(): Promise<void>;
}

export interface SendOptions {
  key?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface Provisioned {
  clubId: number;
  userId: number;
  key: string;
  eventId: number;
  /** Sends a request about the event with the key; the path continues `/v1/events/{eventId}`. */
  send(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Reply>;
}

/**
 * Starts a service, which is stopped at the latest with the tests of the file; the given settings override the defaults of
 * tests (high limits, no log).
 *
 * @param given settings that the environment does not set
 * @param log receives the log, which is else dropped
 */
export async function startTestService(
  environment: Record<string, string> = {},
  given: Partial<Settings> = {},
  log?: DestinationStream,
): Promise<TestService> {
  const made = environment.DATABASE_URL === undefined ? await newDatabase() : undefined;
  const read = readSettings({
    DATABASE_URL: made?.url,
    PORT: '0',
    PUBLIC_URL,
    LOG_LEVEL: 'silent',
    READS_PER_MINUTE: '1000000',
    WRITES_PER_MINUTE: '1000000',
    ...environment,
  });
  const settings = { ...read, ...given };
  const options = { level: settings.logLevel };
  const service = await startService(settings, log ? pino(options, log) : pino(options));
  const { address: url, database } = service;
  const send: TestService['send'] = (method, path, options) => sendTo(url, method, path, options);
  return {
    url,
    databaseUrl: settings.databaseUrl,
    database,
    send,
    provision: async (options) => {
      const ids = await provisionOn(database, options?.timezone);
      return {
        ...ids,
        send: (method, path, body, headers = {}) =>
          send(method, `/v1/events/${ids.eventId}${path}`, { key: ids.key, body, headers }),
      };
    },
    stop: stopAtEndOfFile(async () => {
      await service.stop();
      await made?.drop();
    }),
  };
}

async function sendTo(
  url: string,
  method: string,
  path: string,
  { key, body, headers = {} }: SendOptions = {},
): Promise<Reply> {
  const response = await fetch(url + path, {
    method,
    redirect: 'manual',
    headers: {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = /json/.test(response.headers.get('content-type') ?? '');
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: isJson && text !== '' ? JSON.parse(text) : undefined,
  };
}

export async function provisionOn(database: Database, timezone: string | null = 'Europe/Berlin') {
  const now = Date.now();
  return database.write(async (tx) => {
    const userId = await insertUser(tx, 'Race office', null, now);
    const clubId = await insertClub(tx, 'Rowing club', now);
    await setRole(tx, userId, clubId, 'schedule_manager');
    const eventId = await insertEvent(tx, {
      club_id: clubId,
      creator_id: userId,
      name: 'Spring regatta',
      start_date: '2026-06-13',
      end_date: '2026-06-14',
      timezone,
      city: 'Berlin',
      country_code: 'DE',
      created_at: now,
    });
    return { clubId, userId, eventId, key: await mintKey(tx, userId, 'Timing') };
  });
}
