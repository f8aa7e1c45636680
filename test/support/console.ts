/** Somebody at the console, for tests: signed in, and sending what a page would send. */
import { newToken, tokenHash } from '../../src/domain/accounts/sessions.ts';
import { insertSession } from '../../src/storage/accounts/sessions.ts';
import type { Database } from '../../src/storage/engine/database.ts';
import type { Reply, TestService } from './service.ts';

/** The name of the session cookie of a service whose address is `PUBLIC_URL`. */
const SESSION_COOKIE = '__Host-running-order';

export interface Visitor {
  /** The cookie that the visitor sends. */
  cookie: string;
  /** Sends a request below `/console/api`, as a page of the service does. */
  send(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Reply>;
}

/** Starts a session for a person in the database, without a sign-in. @param ageMillis how old it and its proof are */
export async function signIn(
  service: TestService,
  userId: number,
  ageMillis = 0,
): Promise<Visitor & { sessionId: number }> {
  const token = newToken();
  const sessionId = await startSession(service.database, userId, token, ageMillis);
  return { ...visitor(service, `${SESSION_COOKIE}=${token}`), sessionId };
}

/** Somebody with a cookie, or none. */
export function visitor(service: TestService, cookie = ''): Visitor {
  return {
    cookie,
    send: (method, path, body, headers = {}) =>
      service.send(method, `/console/api${path}`, {
        body,
        headers: {
          ...(cookie !== '' && { cookie }),
          'sec-fetch-site': 'same-origin',
          ...headers,
        },
      }),
  };
}

function startSession(database: Database, userId: number, token: string, ageMillis: number) {
  const at = Date.now() - ageMillis;
  return database.write((tx) =>
    insertSession(tx, {
      user_id: userId,
      token_hash: tokenHash(token),
      device: 'A test',
      began_with: 'password',
      created_at: at,
      last_seen_at: at,
      proved_at: at,
    }),
  );
}
