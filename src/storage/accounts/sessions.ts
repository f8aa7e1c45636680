/** Sessions of the console: one for each browser in which somebody is signed in. */
import { MAX_IDLE_MILLIS, MAX_SESSION_MILLIS } from '../../domain/accounts/sessions.ts';
import type { Database, Queries, Write } from '../engine/database.ts';
import { prepare } from '../engine/prepared.ts';
import { insertOne } from '../engine/rows.ts';
import type { NewRow, Row, SessionStart } from '../migrations/tables.ts';

/** A session with its person, whatever its age. */
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

/** The look-up of every request of the console, prepared once. */
export function prepareSessionLookUp(database: Database): FindSession {
  const query = sessionQuery.compile(database.reads);
  const lookUp = database.connections.prepareLookUp<StoredSession>(query, ['text']);
  return (tokenHash) => lookUp(sessionQuery.bind(query, { tokenHash }));
}

/** @returns the id of the session */
export function insertSession(tx: Write, session: NewRow<'sessions'>): Promise<number> {
  return insertOne(tx, 'sessions', session);
}

/** Notes when a session was last seen, unless another request has since. */
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

/** Ends a session of a person. @returns its device; nothing where there was no such session */
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

/** Ends the session that has a token, whoever's it is. */
export async function deleteSessionByToken(tx: Write, tokenHash: string): Promise<void> {
  await tx.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
}

/** Ends all sessions of a person but one. */
export async function deleteOtherSessions(
  tx: Write,
  userId: number,
  keptId: number | null,
): Promise<void> {
  let others = tx.deleteFrom('sessions').where('user_id', '=', userId);
  if (keptId !== null) others = others.where('id', '!=', keptId);
  await others.execute();
}

/** Removes sessions that hold no more, as `isAlive` says: those of a person, or everybody's. */
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

/** Removes the oldest sessions of a person who has more than so many. */
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

/** The sessions of a person, last seen first. */
export function listSessions(db: Queries, userId: number): Promise<Row<'sessions'>[]> {
  return db
    .selectFrom('sessions')
    .where('user_id', '=', userId)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .selectAll()
    .execute();
}

/** Notes that the person of a session has proved who they are. */
export async function noteProof(tx: Write, sessionId: number, now: number): Promise<void> {
  await tx.updateTable('sessions').set({ proved_at: now }).where('id', '=', sessionId).execute();
}
