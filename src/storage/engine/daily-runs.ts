/** What is done once a day for the whole installation, by whichever process comes first. */
import { type DailyRun, isRunDue } from '../../domain/retention-rules.ts';
import type { Row } from '../migrations/tables.ts';
import type { Database } from './database.ts';

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
