/** Sessions of the console: one for each browser in which a person is signed in. */
import { MAX_IDLE_MILLIS, MAX_SESSION_MILLIS } from '../../domain/accounts/sessions.ts';
import type { Database, Queries, Write } from '../engine/database.ts';
import { prepare } from '../engine/prepared.ts';
import { insertOne } from '../engine/rows.ts';
import type { NewRow, Row, SessionStart } from '../migrations/tables.ts';

/** A session with its person, of whatever age: the caller checks whether it has ended. */
export interface StoredSession {
  sessionId: number;
  userId: number;
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

/** Prepares the look-up of every request of the console. */
export function prepareSessionLookUp(database: Database): FindSession {
  const query = sessionQuery.compile(database.reads);
  const lookUp = database.connections.prepareLookUp<StoredSession>(query, ['text']);
  return (tokenHash) => lookUp(sessionQuery.bind(query, { tokenHash }));
}

/** @returns the id of the session */
export function insertSession(tx: Write, session: NewRow<'sessions'>): Promise<number> {
  return insertOne(tx, 'sessions', session);
}

/** Stores when a session was last seen, unless another request has stored it since it was read. */
export async function touchSession(
  tx: Write,
  { sessionId, lastSeenAt }: Pick<StoredSession, 'sessionId' | 'lastSeenAt'>,
  now: number,
): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ last_seen_at: now })
    .where('id', '=', sessionId)
    .where('last_seen_at', '=', lastSeenAt)
    .execute();
}

/** Ends a session of a person. @returns its device; `undefined` if there was no such session */
export async function deleteSession(
  tx: Write,
  userId: number,
  sessionId: number,
): Promise<string | undefined> {
  const row = await tx
    .deleteFrom('sessions')
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .returning('device')
    .executeTakeFirst();
  return row?.device;
}

/** Ends the session with this token, whichever person it belongs to. */
export async function deleteSessionByToken(tx: Write, tokenHash: string): Promise<void> {
  await tx.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
}

/** Ends all sessions of a person except one. @param keptId `null`: ends all of them */
export async function deleteOtherSessions(
  tx: Write,
  userId: number,
  keptId: number | null,
): Promise<void> {
  let others = tx.deleteFrom('sessions').where('user_id', '=', userId);
  if (keptId !== null) others = others.where('id', '!=', keptId);
  await others.execute();
}

/** Deletes sessions that have ended (`isAlive`). @param userId only those of this person; left out: everybody's */
export async function forgetEndedSessions(tx: Write, now: number, userId?: number): Promise<void> {
  let ended = tx
    .deleteFrom('sessions')
    .where((is) =>
      is.or([
        is('last_seen_at', '<=', now - MAX_IDLE_MILLIS),
        is('created_at', '<=', now - MAX_SESSION_MILLIS),
      ]),
    );
  if (userId !== undefined) ended = ended.where('user_id', '=', userId);
  await ended.execute();
}

/** Deletes the oldest sessions of a person, so that at most `keep` are left. */
export async function limitSessions(tx: Write, userId: number, keep: number): Promise<void> {
  await tx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where((is) =>
      is(
        'id',
        'not in',
        is
          .selectFrom('sessions')
          .where('user_id', '=', userId)
          .orderBy('id', 'desc')
          .limit(keep)
          .select('id'),
      ),
    )
    .execute();
}

/** The sessions of a person, the last seen first. */
export function listSessions(db: Queries, userId: number): Promise<Row<'sessions'>[]> {
  return db
    .selectFrom('sessions')
    .where('user_id', '=', userId)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .selectAll()
    .execute();
}

/** Stores that the person of a session has proved their identity. @param now epoch milliseconds */
export async function noteProof(tx: Write, sessionId: number, now: number): Promise<void> {
  await tx.updateTable('sessions').set({ proved_at: now }).where('id', '=', sessionId).execute();
}
