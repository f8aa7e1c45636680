/** What is stored about a person, wherever it is: to be erased, or to be handed to them. */
import { sql } from 'kysely';
import type { Queries, Write } from '../engine/database.ts';
import type { Row } from '../migrations/tables.ts';

/** A person, whether the account is open or closed. */
export function findAnybody(db: Queries, userId: number): Promise<Row<'users'> | undefined> {
  return db.selectFrom('users').where('id', '=', userId).selectAll().executeTakeFirst();
}

/** An entry of the history of accounts with its details as they are stored. */
interface DetailedEntry {
  id: number;
  subjectId: number | null;
  details: Readonly<Record<string, unknown>>;
}

/** The entries that a person has made, or that are about them. */
export async function listEntriesOfPerson(db: Queries, userId: number): Promise<DetailedEntry[]> {
  const rows = await db
    .selectFrom('account_history')
    .where((eb) => eb.or([eb('user_id', '=', userId), eb('subject_id', '=', userId)]))
    .orderBy('id')
    .select(['id', 'subject_id as subjectId', 'details'])
    .execute();
  return rows.map((row) => ({ ...row, details: JSON.parse(row.details) }));
}

/** The entries that name an address, such as invitations to it. */
export async function listEntriesWith(db: Queries, email: string): Promise<DetailedEntry[]> {
  const text = JSON.stringify(email).replaceAll(/[~%_]/g, '~$&');
  const rows = await db
    .selectFrom('account_history')
    .where(sql<boolean>`details like ${`%${text}%`} escape '~'`)
    .orderBy('id')
    .select(['id', 'subject_id as subjectId', 'details'])
    .execute();
  return rows.map((row) => ({ ...row, details: JSON.parse(row.details) }));
}

export async function setDetails(tx: Write, { id, details }: DetailedEntry): Promise<void> {
  await tx
    .updateTable('account_history')
    .set({ details: JSON.stringify(details) })
    .where('id', '=', id)
    .execute();
}

export async function setKeyLabel(tx: Write, keyId: number, label: string): Promise<void> {
  await tx.updateTable('api_keys').set({ label }).where('id', '=', keyId).execute();
}

/** Links to an address let nobody in any more, and do not name it. @param now epoch milliseconds */
export async function forgetAddress(tx: Write, email: string, now: number): Promise<void> {
  const links = () => tx.updateTable('links').where('email', '=', email);
  await links().set({ used_at: now }).where('used_at', 'is', null).execute();
  await links().set({ email: null }).execute();
}

/**
 * All that is stored about a person besides their keys and the history of accounts, by what it is called; what lets
 * somebody in is left out.
 *
 * @param accountSubject by which failed sign-ins are stored
 */
export async function loadPerson(db: Queries, userId: number, accountSubject: string) {
  return {
    clubs: await db
      .selectFrom('memberships as m')
      .innerJoin('clubs as c', 'c.id', 'm.club_id')
      .where('m.user_id', '=', userId)
      .orderBy('c.id')
      .select(['c.id', 'c.name', 'm.role'])
      .execute(),
    events: await db
      .selectFrom('events')
      .where('creator_id', '=', userId)
      .orderBy('id')
      .select([
        'id',
        'name',
        'start_date as startDate',
        'end_date as endDate',
        'created_at as createdAt',
      ])
      .execute(),
    ...(await loadSignIns(db, userId)),
    failedSignIns: await db
      .selectFrom('sign_in_failures')
      .where('subject', '=', accountSubject)
      .select(['failures', 'last_at as lastAt'])
      .execute(),
    requests: await db
      .selectFrom('idempotency_keys')
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .select(['idempotency_key as key', 'created_at as createdAt'])
      .execute(),
    changes: await db
      .selectFrom('history')
      .where('user_id', '=', userId)
      .orderBy('id')
      .select([
        'id as entryId',
        'event_id as eventId',
        'at',
        'operation',
        'key_prefix as keyPrefix',
      ])
      .execute(),
  };
}

/** With what a person signs in, and where they have. */
async function loadSignIns(db: Queries, userId: number) {
  return {
    sessions: await db
      .selectFrom('sessions')
      .where('user_id', '=', userId)
      .orderBy('id')
      .select([
        'device',
        'began_with as beganWith',
        'created_at as createdAt',
        'last_seen_at as lastSeenAt',
        'proved_at as provedAt',
      ])
      .execute(),
    places: await db
      .selectFrom('office_places as p')
      .innerJoin('sessions as s', 's.id', 'p.session_id')
      .where('s.user_id', '=', userId)
      .orderBy('p.event_id')
      .select(['p.event_id as eventId', 'p.part', 'p.race_id as raceId', 'p.at'])
      .execute(),
    knownBrowsers: await db
      .selectFrom('known_browsers')
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .select('created_at as createdAt')
      .execute(),
    passkeys: await db
      .selectFrom('passkeys')
      .where('user_id', '=', userId)
      .orderBy('id')
      .select(['label', 'transports', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
      .execute(),
    links: await db
      .selectFrom('links')
      .where((eb) => eb.or([eb('user_id', '=', userId), eb('made_by', '=', userId)]))
      .orderBy('id')
      .select([
        'kind',
        'club_id as clubId',
        'role',
        'email',
        'created_at as createdAt',
        'expires_at as expiresAt',
        'used_at as usedAt',
      ])
      .execute(),
  };
}
