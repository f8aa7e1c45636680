/**
 * What is stored once for the whole installation: what the operator says of it, its pair of keys for push messages, and when
 * what is done each day was last done.
 */
import type { Installation, ShownInstallation } from '../../contract/console/installation.ts';
import type { AccountOperationName } from '../../domain/accounts/account-entry.ts';
import { NOTHING_SAID } from '../../domain/accounts/installation-rules.ts';
import { type DailyRun, isRunDue } from '../../domain/retention-rules.ts';
import type { Database, Queries, Write } from '../engine/database.ts';
import type { Row } from '../migrations/tables.ts';

/** What the operator says. */
export async function findInstallation(db: Queries): Promise<Installation> {
  const rows = await db.selectFrom('operator_texts').selectAll().execute();
  const given = Object.fromEntries(rows.map(({ name, text }) => [name, text]));
  return { ...NOTHING_SAID, ...given };
}

/** The same with its revision, which is read first: texts newer than it are asked about once more, older ones would be lost. */
export async function findShownInstallation(db: Queries): Promise<ShownInstallation> {
  const newest = await edits(db).orderBy('id', 'desc').limit(1).executeTakeFirst();
  return { revision: newest?.id ?? 0, ...(await findInstallation(db)) };
}

/** The names of the texts that were written after a revision. */
export async function textsSince(db: Queries, revision: number): Promise<Set<string>> {
  const later = await edits(db).where('id', '>', revision).execute();
  return new Set(later.flatMap(({ details }) => Object.keys(JSON.parse(details))));
}

/** What the history has of changes to the texts. The revision is the number of the newest. */
function edits(db: Queries) {
  return db
    .selectFrom('account_history')
    .where('operation', '=', 'edit-installation' satisfies AccountOperationName)
    .select(['id', 'details']);
}

/** Changes texts; `null` clears one, and what is left out stays. */
export async function saveTexts(tx: Write, texts: Partial<Installation>): Promise<void> {
  const all = Object.entries(texts) as [keyof Installation, string | null][];
  for (const [name, text] of all) {
    await tx.deleteFrom('operator_texts').where('name', '=', name).execute();
    if (text !== null) await tx.insertInto('operator_texts').values({ name, text }).execute();
  }
}

/** Both in base64url: an uncompressed point of P-256, and the number that belongs to it. */
export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

/**
 * The keys that are kept; the first process that asks makes them.
 *
 * @param mint makes a pair
 * @param now epoch milliseconds
 */
export async function provideVapidKeys(
  database: Database,
  mint: () => VapidKeys,
  now: number,
): Promise<VapidKeys> {
  const kept = await findVapidKeys(database.reads);
  if (kept) return kept;
  // Such writes wait for each other across processes, so only one of them finds none.
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
 * Begins a run unless another process is at it, or it has been done today.
 *
 * @param isAsked when the process has a reason of its own to begin one (`isRunDue`)
 * @param now epoch milliseconds
 * @returns whether this process is to do it
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

/** Says that the run is over, so that another process may begin one. */
export async function endDailyRun(database: Database, task: Task): Promise<void> {
  await database.write(
    (tx) => tx.updateTable('daily_runs').set({ is_over: 1 }).where('task', '=', task).execute(),
    FROM_RESERVE,
  );
}

/** Also where the disk has no room for more: the task may make some. */
const FROM_RESERVE = { usesReserve: true };
