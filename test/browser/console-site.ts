/** The console as browsers reach it: on one address, with people who can sign in. */
import type { Page } from 'playwright-core';
import { linkAddress } from '../../src/domain/accounts/link-rules.ts';
import { hashPassword } from '../../src/domain/accounts/passwords.ts';
import type { Role } from '../../src/domain/accounts/roles.ts';
import { newToken, tokenHash } from '../../src/domain/accounts/sessions.ts';
import { makeSetUpLink } from '../../src/operations/accounts/installation.ts';
import {
  insertClub,
  insertUser,
  removeRole,
  setRole,
} from '../../src/storage/accounts/accounts.ts';
import { setPasswordHash } from '../../src/storage/accounts/password-sign-in.ts';
import { updatePerson } from '../../src/storage/accounts/people.ts';
import { deleteSession, insertSession, listSessions } from '../../src/storage/accounts/sessions.ts';
import { newDatabase } from '../support/databases.ts';
import { mintKey } from '../support/keys.ts';
import { freePort } from '../support/server.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { addEvent, type Event, eventAt } from './site.ts';

/** The password of everybody in these tests who has one. */
export const PASSWORD = 'eight oars and a cox';

export interface ConsoleSite {
  url: string;
  service: TestService;
  addClub(name: string): Promise<number>;
  addPerson(person: NewPerson): Promise<Person>;
  /** Adds an event of a club that a person creates, with a draft of its schedule or none. */
  addEvent(event: NewEvent): Promise<Event>;
  /** The address that sets up the first person. */
  setUpLink(): Promise<string>;
  /** Stops the service, like one that is replaced; `comeBack` starts it again on the same address. */
  goAway(): Promise<void>;
  comeBack(): Promise<void>;
}

interface NewEvent {
  clubId: number;
  userId: number;
  name: string;
  startDate: string;
  endDate: string;
  timezone?: string | null;
}

interface NewPerson {
  name: string;
  isOperator?: boolean;
  roles?: Record<number, Role>;
}

export interface Person {
  id: number;
  name: string;
  email: string;
  /** Signs a browser in, without the sign-in page. @param ageMillis how old the session and its proof are */
  enter(page: Page, ageMillis?: number): Promise<void>;
  /** Ends all sessions, as from another device. */
  endSessions(): Promise<void>;
  /** Changes the role in a club; `null` takes it away. */
  become(clubId: number, role: Role | null): Promise<void>;
}

/**
 * Starts a service that can be stopped, and started again with the same data.
 *
 * @param host passkeys need a name, such as `localhost`
 * @param more settings, such as those of mail
 */
export async function startConsole(
  host = '127.0.0.1',
  more: Record<string, string> = {},
): Promise<ConsoleSite> {
  const database = await newDatabase();
  const port = await freePort();
  const url = `http://${host}:${port}`;
  const settings = { DATABASE_URL: database.url, PORT: String(port), PUBLIC_URL: url, ...more };
  const start = () => startTestService(settings);
  let service = await start();
  const write: TestService['database']['write'] = (work) => service.database.write(work);
  return {
    url,
    get service() {
      return service;
    },
    goAway: () => service.stop(),
    comeBack: async () => {
      service = await start();
    },
    addClub: (name) => write((tx) => insertClub(tx, name, Date.now())),
    addPerson: async ({ name, isOperator = false, roles = {} }) => {
      const email = `${name.toLowerCase().replaceAll(/\W+/g, '.')}@example.org`;
      const passwordHash = await hashPassword(PASSWORD);
      const id = await write(async (tx) => {
        const userId = await insertUser(tx, name, email, Date.now());
        await setPasswordHash(tx, userId, passwordHash);
        if (isOperator) await updatePerson(tx, userId, { isOperator });
        for (const [clubId, role] of Object.entries(roles))
          await setRole(tx, userId, Number(clubId), role);
        return userId;
      });
      const enter = (page: Page, ageMillis = 0) =>
        enterAs(page, { url, port, service }, id, ageMillis);
      return {
        id,
        name,
        email,
        enter,
        endSessions: () =>
          write(async (tx) => {
            for (const session of await listSessions(tx, id))
              await deleteSession(tx, id, session.id);
          }),
        become: (clubId, role) =>
          write(async (tx) => {
            if (role === null) await removeRole(tx, id, clubId);
            else await setRole(tx, id, clubId, role);
          }),
      };
    },
    addEvent: async (event) => {
      const { eventId, key } = await write(async (tx) => ({
        key: await mintKey(tx, event.userId, 'Timing'),
        eventId: await addEvent(tx, { timezone: 'Europe/Berlin', ...event }),
      }));
      return eventAt({ url, key, eventId, service: () => service });
    },
    setUpLink: async () => {
      const token = (await makeSetUpLink(service.database)) ?? '';
      return linkAddress(url, 'set-up', token);
    },
  };
}

async function enterAs(
  page: Page,
  { url, port, service }: { url: string; port: number; service: TestService },
  userId: number,
  ageMillis: number,
): Promise<void> {
  const token = newToken();
  const at = Date.now() - ageMillis;
  await service.database.write((tx) =>
    insertSession(tx, {
      user_id: userId,
      token_hash: tokenHash(token),
      device: 'Chromium on Linux',
      began_with: 'password',
      created_at: at,
      last_seen_at: at,
      proved_at: at,
    }),
  );
  await page.context().addCookies([{ name: `running-order-${port}`, value: token, url }]);
}
