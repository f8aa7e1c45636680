/** Sessions of the console: one for each browser in which somebody is signed in. */
import type { Database, Write } from './database.ts';
import { prepare } from './prepared.ts';
import type { NewRow, SessionStart } from './tables.ts';

/** A session with its person, whatever its age. */
export interface StoredSession {
  sessionId: number;
  userId: number;
  name: string;
  isOperator: number;
  beganWith: SessionStart;
  /** Each in epoch milliseconds. */
  createdAt: number;
  lastSeenAt: number;
  provedAt: number;
}

const sessionQuery = prepare<{ tokenHash: string }, StoredSession>((db, p) =>
  db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .where('s.token_hash', '=', p.tokenHash)
    .where('u.closed_at', 'is', null)
    .select([
      's.id as sessionId',
      's.user_id as userId',
      'u.display_name as name',
      'u.is_operator as isOperator',
      's.began_with as beganWith',
      's.created_at as createdAt',
      's.last_seen_at as lastSeenAt',
      's.proved_at as provedAt',
    ]),
);

/** Finds a session by the hash of its token. */
export type FindSession = (
  tokenHash: string,
) => StoredSession | undefined | Promise<StoredSession | undefined>;

/** The look-up of every request of the console, prepared once. */
export function prepareSessionLookUp(database: Database): FindSession {
  const query = sessionQuery.compile(database.reads);
  const lookUp = database.connections.prepareLookUp<StoredSession>(query, ['text']);
  return (tokenHash) => lookUp(sessionQuery.bind(query, { tokenHash }));
}

/** @returns the id of the session */
export async function insertSession(tx: Write, session: NewRow<'sessions'>): Promise<number> {
  const { id } = await tx
    .insertInto('sessions')
    .values(session)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Notes when a session was last seen. */
export async function touchSession(tx: Write, sessionId: number, now: number): Promise<void> {
  await tx.updateTable('sessions').set({ last_seen_at: now }).where('id', '=', sessionId).execute();
}

/** Ends a session of a person. @returns whether there was one */
export async function deleteSession(
  tx: Write,
  userId: number,
  sessionId: number,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('sessions')
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
