/** People with passwords, and browsers in which they sign in, for tests of the console. */
import { hashPassword } from '../../src/domain/accounts/passwords.ts';
import { insertUser } from '../../src/storage/accounts/accounts.ts';
import { setPasswordHash } from '../../src/storage/accounts/password-sign-in.ts';
import type { Database } from '../../src/storage/engine/database.ts';
import type { Reply, TestService } from './service.ts';

export const PASSWORD = 'turbulent oars at dawn';
/** Hashed once, because hashing is slow, and all people of the tests may have the same password. */
const hashed = hashPassword(PASSWORD);

let count = 0;

/** Adds a person with `PASSWORD`. @param email an address that nobody else has, unless given */
export async function addPerson(
  database: Database,
  email = `person${++count}@example.org`,
): Promise<{ userId: number; email: string }> {
  const passwordHash = hashed;
  const userId = await database.write(async (tx) => {
    const id = await insertUser(tx, 'Ann Smith', email, Date.now());
    await setPasswordHash(tx, id, passwordHash);
    return id;
  });
  return { userId, email };
}

/** A browser at the console: it keeps cookies, and sends in `sec-fetch-site` where its requests come from. */
export class Browser {
  readonly cookies = new Map<string, string>();
  /** Header fields of every request. */
  readonly headers: Record<string, string>;
  private readonly service: TestService;

  constructor(service: TestService, headers: Record<string, string> = {}) {
    this.service = service;
    this.headers = { 'sec-fetch-site': 'same-origin', ...headers };
  }

  /** @param path below `/console/api` */
  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    const cookie = Array.from(this.cookies, ([name, value]) => `${name}=${value}`).join('; ');
    const reply = await this.service.send(method, `/console/api${path}`, {
      body,
      headers: { ...this.headers, ...(cookie !== '' && { cookie }), ...headers },
    });
    for (const set of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (/Max-Age=0/.test(set)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return reply;
  }

  signIn(email: string, password = PASSWORD): Promise<Reply> {
    return this.send('POST', '/session', { email, password });
  }
}

/** Makes all waits after failed sign-ins last, so that no test has to be faster than they are. */
export function holdWaits(database: Database): Promise<unknown> {
  return moveFailures(database, Date.now() + 3_600_000);
}

/** Ends all waits after failed sign-ins that last up to some milliseconds. */
export function endWaits(database: Database, millis: number): Promise<unknown> {
  return moveFailures(database, Date.now() - millis);
}

function moveFailures(database: Database, at: number): Promise<unknown> {
  return database.write((tx) => tx.updateTable('sign_in_failures').set({ last_at: at }).execute());
}
