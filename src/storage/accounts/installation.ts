/**
 * What is stored once for the whole installation: the operator's texts about it, its pair of keys for push messages, and the
 * last run of each daily task.
 */
import type { Installation, ShownInstallation } from '../../contract/console/installation.ts';
import type { AccountOperationName } from '../../domain/accounts/account-entry.ts';
import { NO_TEXTS } from '../../domain/accounts/installation-rules.ts';
import { type DailyRun, isRunDue } from '../../domain/retention-rules.ts';
import type { Database, Queries, Write } from '../engine/database.ts';
import type { Row } from '../migrations/tables.ts';

/** The operator's texts about the installation; `NO_TEXTS` has the values of those that were not given. */
export async function findInstallation(db: Queries): Promise<Installation> {
  const rows = await db.selectFrom('operator_texts').selectAll().execute();
  const given = Object.fromEntries(rows.map(({ name, text }) => [name, text]));
  return { ...NO_TEXTS, ...given };
}

/** The texts with their revision. That is read first: too old it causes a needless conflict, too new it would hide one. */
export async function findShownInstallation(db: Queries): Promise<ShownInstallation> {
  const newest = await edits(db).orderBy('id', 'desc').limit(1).executeTakeFirst();
  return { revision: newest?.id ?? 0, ...(await findInstallation(db)) };
}

/** The names of the texts that were changed after a revision. */
export async function textsSince(db: Queries, revision: number): Promise<Set<string>> {
  const later = await edits(db).where('id', '>', revision).execute();
  return new Set(later.flatMap(({ details }) => Object.keys(JSON.parse(details))));
}

/** The history entries of changes to the texts. The revision of the texts is the id of the newest entry. */
function edits(db: Queries) {
  return db
    .selectFrom('account_history')
    .where('operation', '=', 'edit-installation' satisfies AccountOperationName)
    .select(['id', 'details']);
}

/** Changes texts; `null` clears a text, and texts that are left out stay. */
export async function saveTexts(tx: Write, texts: Partial<Installation>): Promise<void> {
  const all = Object.entries(texts) as [keyof Installation, string | null][];
  for (const [name, text] of all) {
    await tx.deleteFrom('operator_texts').where('name', '=', name).execute();
    if (text !== null) await tx.insertInto('operator_texts').values({ name, text }).execute();
  }
}

/** A key pair of P-256, both in base64url: the public key as an uncompressed point, the private key as a number. */
export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

/**
 * The stored keys; the first process that calls this creates them.
 *
 * @param mint makes a key pair
 * @param now epoch milliseconds
 */
export async function provideVapidKeys(
  database: Database,
  mint: () => VapidKeys,
  now: number,
): Promise<VapidKeys> {
  const kept = await findVapidKeys(database.reads);
  if (kept) return kept;
  // Writes that concern no event exclude each other across processes, so only one of them finds no keys.
  return database.write(async (tx) => {
    const others = await findVapidKeys(tx);
    if (others) return others;
    const keys = mint();
    await tx
      .insertInto('vapid_keys')
      .values({ public_key: keys.publicKey, private_key: keys.privateKey, created_at: now })
      .execute();
    return keys;
  });
}

async function findVapidKeys(db: Queries): Promise<VapidKeys | undefined> {
  return db
    .selectFrom('vapid_keys')
    .select(['public_key as publicKey', 'private_key as privateKey'])
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
}

type Task = Row<'daily_runs'>['task'];

/**
 * Begins a run of a daily task, unless another process is running it or the last run began less than a day ago.
 *
 * @param isAsked whether the process has a reason of its own to begin one, such as a retry (`isRunDue`)
 * @param now epoch milliseconds
 * @returns whether this process must do the run
 */
export function beginDailyRun(
  database: Database,
  task: Task,
  { isAsked, now }: { isAsked: boolean; now: number },
): Promise<boolean> {
  return database.write(async (tx) => {
    const last = await tx
      .selectFrom('daily_runs')
      .where('task', '=', task)
      .select(['began_at as beganAt', 'is_over as isOver'])
      .executeTakeFirst();
    const run: DailyRun | undefined = last && { ...last, isOver: last.isOver === 1 };
    if (!isRunDue(run, isAsked, now)) return false;
    const begun = { began_at: now, is_over: 0 };
    await tx
      .insertInto('daily_runs')
      .values({ task, ...begun })
      .onConflict((conflict) => conflict.column('task').doUpdateSet(begun))
      .execute();
    return true;
  }, FROM_RESERVE);
}

/** Stores that the run is over, so that another process may begin one. */
export async function endDailyRun(database: Database, task: Task): Promise<void> {
  await database.write(
    (tx) => tx.updateTable('daily_runs').set({ is_over: 1 }).where('task', '=', task).execute(),
    FROM_RESERVE,
  );
}

/** These writes may use the reserve of the disk, because the task may free space. */
const FROM_RESERVE = { usesReserve: true };
